"""How a press or a slash command gets to the function that answers it.

`@on(routes.Join)` stands above the function that answers a press on *Join*. Slash commands are discord.py's
own, and `bot.actions` lists them. `at_game` is for a button and a slash command that do the same.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot import routes
from bot.app import Parlour
from bot.failures import NOT_SENT, log_unanswered, reason_of
from bot.logs import Stage, current
from bot.press.answer import Answer, chosen_in, is_ours
from bot.press.gate import must_be_in_place
from bot.refusal import Expired
from bot.routes import AtTable, Route
from bot.tables.session import Session

log = logging.getLogger(__name__)

R = TypeVar("R", bound=Route)
T = TypeVar("T", bound=AtTable)

Action: TypeAlias = Callable[[Parlour, Answer, R], Awaitable[None]]
AtGame: TypeAlias = Callable[[Parlour, Answer, Session], Awaitable[None]]
Typed: TypeAlias = app_commands.Command[Any, ..., None]

_actions: dict[type[Route], Action[Any]] = {}


def on(*those: type[R]) -> Callable[[Action[R]], Action[R]]:
    """The function below answers a press on these routes."""

    def declare(action: Action[R]) -> Action[R]:
        for one in those:
            assert one not in _actions, one
            _actions[one] = action
        return action

    return declare


def at_game(route: type[T], name: str, description: str) -> Callable[[AtGame], Typed]:
    """The function below answers a button at a game, and a slash command in the game's channel."""

    def declare(action: AtGame) -> Typed:
        @on(route)
        async def press(app: Parlour, answer: Answer, pressed: T) -> None:
            await action(app, answer, await app.tables.session(pressed.table))

        @app_commands.command(name=name, description=description)
        async def typed(interaction: discord.Interaction) -> None:
            app = app_of(interaction)
            async with app.answer(interaction) as answer:
                await action(app, answer, session_here(interaction))

        return typed

    return declare


def is_answered(route: type[Route]) -> bool:
    """Whether there's a function for a press on this route."""
    return route in _actions


async def answer_press(app: Parlour, interaction: discord.Interaction) -> None:
    """Answer a button, a menu or a form."""
    route = _route(interaction)
    opens_form = route is not None and route.opens_form(chosen_in(interaction))
    if not opens_form and not await is_ours(interaction):
        return
    async with app.answer(interaction) as answer:
        if route is None:
            raise Expired
        press = current()
        press.name = route.verb
        if isinstance(route, AtTable):
            press.session = route.table
            await must_be_in_place(app.tables, interaction, route.table)
        press.reached(Stage.READ)
        await _actions[type(route)](app, answer, route)


def _route(interaction: discord.Interaction) -> Route | None:
    """What was pressed; None if its id is made up or no longer means anything."""
    try:
        return routes.read(str(dict(interaction.data or {}).get("custom_id", "")))
    except Expired:
        return None


class _Calm(logging.Filter):
    """Turns discord.py's report that suggestions could not be sent, a traceback, into a line.

    Nothing is wrong with the bot: the person types on, or another process was faster.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        failed = record.exc_info[1] if record.exc_info else None
        if isinstance(failed, NOT_SENT):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "suggestions could not be sent (%s)", (reason_of(failed),)
            record.exc_info = record.exc_text = None
        return True


logging.getLogger(app_commands.tree.__name__).addFilter(_Calm())


class Commands(app_commands.CommandTree[discord.Client]):
    """An application's slash commands. Each command finds its application through the interaction."""

    def __init__(self, client: discord.Client, app: Parlour) -> None:
        super().__init__(client)
        self.app = app

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether the command may begin; it then finds the application by `app_of`."""
        interaction.extras[Commands] = self
        return await self.app.admits(interaction) and await is_ours(interaction)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what the commands themselves didn't, such as one that was removed."""
        log.error("a command failed: %s", error)
        if not interaction.response.is_done():
            try:
                await interaction.response.send_message(
                    "That command is gone. Use /help to see what you can do.", ephemeral=True
                )
            except NOT_SENT as failed:
                log_unanswered(failed, log)


def commands_of(interaction: discord.Interaction) -> Commands:
    """The command tree of the command that was used."""
    found = interaction.extras[Commands]
    assert isinstance(found, Commands)
    return found


def app_of(interaction: discord.Interaction) -> Parlour:
    """The application whose command was used."""
    return commands_of(interaction).app


def session_here(interaction: discord.Interaction) -> Session:
    """The game under way where the command was used. Raises Refusal if there is none."""
    return app_of(interaction).tables.channels.session_in(interaction.channel_id or 0)
