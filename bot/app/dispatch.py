"""How a press or a slash command gets to the function that answers it.

`@on(links.Rules)` stands above the function that answers a press on *Rules*. `at_game` and `in_lobby` find
the table first. `typed` makes a slash command, and `pressed_or_typed` a button and a slash command that do
the same; `bot.features` lists all commands.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import Signature, signature
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.app.parlour import Parlour
from bot.chat.answer import Answer, chosen_in
from bot.chat.custom_ids import AtTable, Route, read
from bot.chat.failures import NOT_SENT, log_unanswered, reason_of, said_by
from bot.chat.first_answer import is_ours
from bot.chat.gate import is_locked, must_not_be_locked, unseen
from bot.chat.parts import OPTION_MOST, cut
from bot.refusal import Expired
from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession
from bot.table.places import must_be_in_place
from bot.table.screens import routes
from bot.table.session import Session
from bot.telemetry.logs import Stage, current
from games.engine import registry

log = logging.getLogger(__name__)

R = TypeVar("R", bound=Route)
S = TypeVar("S", Lobby, Session)
T = TypeVar("T", bound=AtTable)

Action: TypeAlias = Callable[[Parlour, Answer, R], Awaitable[None]]
AtTableAction: TypeAlias = Callable[[Parlour, Answer, S, T], Awaitable[None]]
Typed: TypeAlias = app_commands.Command[Any, ..., None]

_actions: dict[type[Route], Action[Any]] = {}


def on(*those: type[R]) -> Callable[[Action[R]], Action[R]]:
    """The function below answers a press on these routes. If it says nothing, the press is acknowledged."""

    def declare(action: Action[R]) -> Action[R]:
        for one in those:
            assert one not in _actions, one
            _actions[one] = action
        return action

    return declare


def at_game(route: type[T]) -> Callable[[AtTableAction[Session, T]], AtTableAction[Session, T]]:
    """The function below answers a press on this route, with the game at which it was pressed."""
    return _at_table(route, lambda app, _, pressed: app.tables.session(pressed.table))


def in_lobby(
    route: type[T], *, for_host: bool = False
) -> Callable[[AtTableAction[Lobby, T]], AtTableAction[Lobby, T]]:
    """The function below answers a press on this route, with its lobby; if it's `for_host`, nobody else's."""

    async def find(app: Parlour, answer: Answer, pressed: AtTable) -> Lobby:
        lobby = await app.tables.lobby(pressed.table)
        if for_host:
            lobby.must_be_host(answer.interaction.user.id)
        return lobby

    return _at_table(route, find)


def _at_table(
    route: type[T], find: Callable[[Parlour, Answer, AtTable], Awaitable[S]]
) -> Callable[[AtTableAction[S, T]], AtTableAction[S, T]]:
    def declare(action: AtTableAction[S, T]) -> AtTableAction[S, T]:
        @on(route)
        async def press(app: Parlour, answer: Answer, pressed: T) -> None:
            await action(app, answer, await find(app, answer, pressed), pressed)

        return action

    return declare


def typed(name: str, description: str) -> Callable[[Callable[..., Awaitable[None]]], Typed]:
    """The function below answers a slash command; what can be typed with it follows `app` and `answer`."""

    def declare(action: Callable[..., Awaitable[None]]) -> Typed:
        @wraps(action)
        async def command(interaction: discord.Interaction, **what: Any) -> None:
            app = app_of(interaction)
            async with app.answer(interaction) as answer:
                await action(app, answer, **what)

        # discord.py reads what can be typed from the signature: everything after the first parameter.
        _, *parameters = signature(action).parameters.values()
        command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return app_commands.command(name=name, description=description)(command)

    return declare


def pressed_or_typed(
    route: type[AtTable], name: str, description: str
) -> Callable[[Callable[[Parlour, Answer, Session], Awaitable[None]]], Typed]:
    """The function below answers a button at a game, and a slash command in the game's channel."""

    def declare(action: Callable[[Parlour, Answer, Session], Awaitable[None]]) -> Typed:
        @at_game(route)
        async def press(app: Parlour, answer: Answer, session: Session, _: AtTable) -> None:
            await action(app, answer, session)

        @typed(name, description)
        async def command(app: Parlour, answer: Answer) -> None:
            await action(app, answer, await session_meant(app, answer))

        return command

    return declare


def is_answered(route: type[Route]) -> bool:
    """Whether there's a function for a press on this route."""
    return route in _actions


_ENDING = (routes.Stop, routes.ReallyStop, routes.CloseLobby, routes.ReallyClose)
"""What moderators may do in a thread that they have locked: nobody has to see it."""


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
            if not isinstance(route, _ENDING):
                must_not_be_locked(interaction)
            if await app.messages.recognise(route.table, answer.press):
                return  # they pressed what was old: now they see how it stands
        press.reached(Stage.READ)
        await _actions[type(route)](app, answer, route)


def _route(interaction: discord.Interaction) -> Route | None:
    """What was pressed; None if its id is made up or no longer means anything."""
    try:
        return read(str(dict(interaction.data or {}).get("custom_id", "")))
    except Expired:
        return None


class _Calm(logging.Filter):
    """Turns discord.py's report that suggestions could not be sent, a traceback, into a line.

    Nothing is wrong with the bot: the person types on, another process was faster, or it's shutting down.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        failed = record.exc_info[1] if record.exc_info else None
        is_closed = isinstance(failed, RuntimeError) and str(failed) == "Session is closed"  # aiohttp's words
        if isinstance(failed, Exception) and (isinstance(failed, NOT_SENT) or is_closed):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "suggestions could not be sent (%s)", (reason_of(failed),)
            record.exc_info = record.exc_text = None
        return True


logging.getLogger(app_commands.tree.__name__).addFilter(_Calm())


EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Servers, direct messages with the bot, and other direct and group messages."""

SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)


def in_servers(command: Typed) -> Typed:
    """This command is for servers: Discord doesn't offer it anywhere else."""
    command.guild_only, command.allowed_contexts = True, SERVERS
    return command


_AS_IT_WAS = (app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""How discord.py fails if somebody's Discord still shows a command as it was before an update."""

_CHANGED = "That command has changed. Reload Discord (Ctrl+R, or close and open the app), then type it again."
_GONE = "That command is gone. Use /help to see what you can do."


class Commands(app_commands.CommandTree[discord.Client]):
    """An application's slash commands. Each command finds its application through the interaction."""

    def __init__(self, client: discord.Client, app: Parlour) -> None:
        super().__init__(client, allowed_contexts=EVERYWHERE)
        self.app = app
        for feature in app.features:
            for one in feature.commands:
                self.add_command(one)

    async def sync(
        self, *, guild: discord.abc.Snowflake | None = None
    ) -> list[app_commands.models.AppCommand]:
        """Make the commands known to servers; to people's own accounts too, if they can add the bot there."""
        application = self.client.application
        can_add = application is not None and application.user_integration_config is not None
        self.allowed_installs = app_commands.AppInstallationType(guild=True, user=can_add)
        return await super().sync(guild=guild)

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether the command may begin; it then finds the application by `app_of`."""
        interaction.extras[Commands] = self
        return await self.app.admits(interaction) and await is_ours(interaction)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what the commands themselves didn't, such as one that was changed or removed."""
        is_old = isinstance(error, (*_AS_IT_WAS, app_commands.CommandNotFound))
        log.log(logging.WARNING if is_old else logging.ERROR, "a command failed: %s", said_by(error))
        if not interaction.response.is_done():
            try:
                text = _CHANGED if isinstance(error, _AS_IT_WAS) else _GONE
                await interaction.response.send_message(text, ephemeral=True)
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


def session_here(app: Parlour, answer: Answer) -> Session:
    """The game under way where the command was used. Raises Refusal if there is none."""
    return app.tables.channels.session_in(answer.interaction.channel_id or 0)


async def session_meant(app: Parlour, answer: Answer) -> Session:
    """The game that a command of its player is for: the one here, or else one that only they see here.

    Raises Refusal if there is none, or if nobody could see here what becomes of it.
    """
    must_not_be_locked(answer.interaction)
    return await own_session(app, answer.interaction) or session_here(app, answer)


async def own_session(app: Parlour, interaction: discord.Interaction) -> Session | None:
    """The last game that only this person sees, if there's no table here: the bot can't write to them.

    One that is over is meant if they haven't seen its end.
    """
    has_table = app.tables.channels.find(interaction.channel_id or 0) is not None
    if has_table or not app.resuming.has_begun.is_set():
        return None
    await app.tables.load_all_of(interaction.user.id)
    tables, user_id = app.tables.in_memory.sessions(), interaction.user.id
    played = [one for one in tables if one.is_direct and any(user_id == at.user_id for at in one.players)]
    for one in sorted(played, key=lambda one: (one.is_open, one.id), reverse=True):
        if not (await app.messages.of(one)).board.is_reached:
            return one
    return None


async def is_the_answer(app: Parlour, answer: Answer, table: LobbyOrSession) -> bool:
    """Whether the answer is the board, which everybody sees, because the bot can't show it here otherwise.

    It isn't allowed to post it, or it's a guest, or the board is where only its player saw it, and nobody has
    pressed anything on it for a while. Discord takes answers where it takes nothing else from a bot, but not
    in a locked thread.
    """
    board = (await app.messages.of(table)).board
    is_here = answer.interaction.channel_id == table.stored.channel_id
    is_seen = not unseen(answer.interaction) and not (is_here and board.is_stuck)
    if is_seen or is_locked(answer.interaction):
        return False
    try:
        return await board.answer_with(answer)
    except NOT_SENT as failed:
        log.info("a board could not be the answer (%s)", reason_of(failed))
        await answer.press.retake()
        return False


async def be_seen(app: Parlour, answer: Answer, session: Session) -> None:
    """Let everybody see what was done, by the answer if need be; if they can't, tell the person why."""
    if not await is_the_answer(app, answer, session) and (told := unseen(answer.interaction)):
        await answer.notice(told)


async def show_done(app: Parlour, answer: Answer, session: Session) -> None:
    """Show everybody what was done, and delete the question that only this person saw."""
    press = answer.press
    if press.message is not None and press.ephemeral is None:
        app.messages.show(session, press)
    else:
        await be_seen(app, answer, session)
        app.messages.show(session)
    await answer.close_question()


def table_here(app: Parlour, answer: Answer) -> LobbyOrSession | None:
    """The lobby or the game where the person is; None if there is none."""
    return app.tables.channels.find(answer.interaction.channel_id or 0)


def game_here(app: Parlour, answer: Answer) -> str:
    """The name of the game where the person is; empty if there is none."""
    found = table_here(app, answer)
    return found.stored.game if found else ""


async def games_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose name or title contains the typed text."""
    wanted = typed.casefold()
    abouts = [game.about for game in registry.all_games().values()]
    return [
        app_commands.Choice(name=cut(f"{about.title}: {about.line}", OPTION_MOST), value=about.name)
        for about in abouts
        if wanted in about.name or wanted in about.title.casefold()
    ][:25]
