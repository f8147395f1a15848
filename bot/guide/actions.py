"""What people do to find their way: ask what they can do here, see all commands, and ask what the bot is."""

from itertools import chain

from bot.actions.lobby import why_not_to_play
from bot.app.dispatch import on, table_here, typed
from bot.app.parlour import Command, Parlour
from bot.chat.answer import Answer
from bot.chat.parts import Screen
from bot.guide import routes
from bot.guide.screens import (
    ABOUT,
    HELP,
    Here,
    about_card,
    about_screen,
    at_game,
    commands_screen,
    help_card,
    help_screen,
    in_lobby,
    without_table,
)
from bot.refusal import Refusal
from bot.table.lobby import Lobby, must_be_able_to_join
from bot.table.session import Session
from games.kit.faces import Face


@typed("help", "See what you can do here")
async def guide(app: Parlour, answer: Answer) -> None:
    """A picture of what can be done, and what this channel's game is waiting for."""
    await answer.send(await _guide(app, answer), HELP)


@on(routes.Help)
async def show_guide(app: Parlour, answer: Answer, _: routes.Help) -> None:
    """The same in place of the commands."""
    await answer.turn_to(await _guide(app, answer), HELP)


@on(routes.AllCommands)
async def show_commands(app: Parlour, answer: Answer, _: routes.AllCommands) -> None:
    """All commands, in place of the picture."""
    await answer.turn_to(commands_screen(_commands(app, answer)), HELP)


@typed("about", "About Parlour and its games")
async def about(app: Parlour, answer: Answer) -> None:
    """The games with their sizes, the version, and the edition of each game's rules."""
    can_play = table_here(app, answer) is None and not await why_not_to_play(app, answer.interaction)
    card = about_card()
    await answer.send(about_screen(card, await app.pictures.card(card), can_play=can_play), ABOUT)


async def _guide(app: Parlour, answer: Answer) -> Screen:
    here, user_id = await _here(app, answer), answer.interaction.user.id
    faces = await app.faces_of([user_id], answer.interaction.guild_id)
    card = help_card(_commands(app, answer), faces[user_id] or Face())
    return help_screen(card, await app.pictures.card(card), here)


def _commands(app: Parlour, answer: Answer) -> list[Command]:
    """The commands that Discord offers where the person is."""
    is_in_server = answer.interaction.guild_id is not None
    every = chain.from_iterable(one.commands for one in app.features)
    return [one for one in every if is_in_server or not one.guild_only]


async def _here(app: Parlour, answer: Answer) -> Here:
    user_id = answer.interaction.user.id
    match table_here(app, answer):
        case Lobby() as lobby:
            return in_lobby(lobby, can_join=await _can_join(lobby, user_id))
        case Session() as session:
            return at_game(session, user_id)
    return without_table(await why_not_to_play(app, answer.interaction))


async def _can_join(lobby: Lobby, user_id: int) -> bool:
    try:
        await must_be_able_to_join(lobby, user_id)
    except Refusal:
        return False
    return True
