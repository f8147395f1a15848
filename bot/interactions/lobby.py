"""Presses on a lobby, and on the host's own menus for it."""

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.interactions.reading import Pressed
from bot.rights import must_be_host_or_moderator
from bot.screens import ids
from bot.screens.answer import Answer
from bot.screens.ephemerals import OPTIONS, QUESTION
from bot.screens.lobby import closed_screen, host_screen, lobby_screen, remove_screen
from bot.screens.options import option_form, options_screen, page_of
from bot.screens.parts import button
from bot.tables.lobby import Lobby, option_values
from bot.tables.refusal import Refusal, Unfit
from games.kit.prose import quoted

if TYPE_CHECKING:
    from bot.client import Parlour


async def join(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Sit down."""
    lobby = await bot.tables.lobby(pressed.number(0))
    user = answer.interaction.user
    async with lobby.lock:
        await lobby.join(user.id, user.display_name, str(answer.interaction.id))
    await answer.replace(lobby_screen(lobby))


async def leave(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Stand up."""
    lobby = await bot.tables.lobby(pressed.number(0))
    async with lobby.lock:
        await lobby.leave(answer.interaction.user.id)
    await answer.replace(lobby_screen(lobby))


async def computer(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Put a computer on a seat."""
    lobby = await bot.tables.lobby(pressed.number(0))
    async with lobby.lock:
        await lobby.add_computer(answer.interaction.user.id, pressed.value())
    await answer.replace(lobby_screen(lobby))


async def start(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Begin the game; the lobby's message becomes the board."""
    user_id = answer.interaction.user.id
    try:
        lobby = await bot.tables.lobby(pressed.number(0))
        lobby.must_be_host(user_id)
        await _begin(bot, answer, lobby)
    except Refusal:
        if not bot.tables.is_begun_by(pressed.number(0), user_id):
            raise
        await answer.acknowledge()  # the second click of two


async def _begin(bot: "Parlour", answer: Answer, lobby: Lobby) -> None:
    board = await bot.board(lobby)
    with board.pressed(answer.interaction):
        async with lobby.lock:
            if await bot.send_away_who_left(lobby):
                board.changed()
            session = await bot.tables.begin(lobby, answer.interaction.user.id)
        board.lobby_or_session = session
        await answer.acknowledge()
    bot.changed(session)
    bot.settled(session)


async def options(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """The options, for the host to change; further presses turn the pages."""
    lobby = await _as_host(bot, answer, pressed)
    if len(pressed.arguments) < 2:
        await answer.send(options_screen(lobby), OPTIONS)
        return
    page = pressed.word(1)
    number = int(page) if page.isdecimal() and len(page) < 4 else 0
    await answer.replace(options_screen(lobby, number), OPTIONS)


async def option(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Another value for an option."""
    lobby = await bot.tables.lobby(pressed.number(0))
    name, refused = pressed.word(1), ""
    try:
        async with lobby.lock:
            await lobby.set_option(answer.interaction.user.id, name, pressed.value())
    except Unfit as why:
        refused = str(why)  # shown with the menus, which say again what holds
    await answer.replace(options_screen(lobby, page_of(lobby, name), refused), OPTIONS)
    (await bot.board(lobby)).changed()


async def form(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """A form for an option with many values."""
    lobby = await _as_host(bot, answer, pressed)
    name = pressed.word(1)
    field = lobby.game.options.model_fields.get(name)
    if field is None:
        raise Refusal(f"{lobby.game.about.title} has no option {quoted(name)}.")
    await answer.ask(option_form(lobby.id, name, field, option_values(lobby.chosen)[name]))


async def remove(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Ask the host whose seat shall be free."""
    await answer.send(remove_screen(await _as_host(bot, answer, pressed)), QUESTION)


async def removed(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Free that seat."""
    lobby = await bot.tables.lobby(pressed.number(0))
    seat, _, who = pressed.value().partition(":")
    async with lobby.lock:
        await lobby.remove(answer.interaction.user.id, int(seat) if seat.isdecimal() else -1, who)
    await _done(bot, answer, lobby)


async def host(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Ask the host who shall be host."""
    await answer.send(host_screen(await _as_host(bot, answer, pressed)), QUESTION)


async def hosted(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Hand the table over."""
    lobby = await bot.tables.lobby(pressed.number(0))
    value = pressed.value()
    async with lobby.lock:
        await lobby.hand_over(answer.interaction.user.id, int(value) if value.isdecimal() else 0)
    await _done(bot, answer, lobby)


async def close(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Ask whether the table shall really be closed."""
    lobby = await bot.tables.lobby(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    await answer.question(
        "Close this table? Everybody who sits at it will have to sit down anew.",
        ui.ActionRow(button("Close the table", ids.write("closed", lobby.id), ButtonStyle.danger)),
    )


async def closed(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Close the table."""
    lobby = await bot.tables.lobby(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    board = await bot.board(lobby)
    async with lobby.lock:
        await bot.tables.close_lobby(lobby)
    await answer.close()
    await board.leave(closed_screen(lobby))
    bot.closed(lobby)


async def _as_host(bot: "Parlour", answer: Answer, pressed: Pressed) -> Lobby:
    lobby = await bot.tables.lobby(pressed.number(0))
    lobby.must_be_host(answer.interaction.user.id)
    return lobby


async def _done(bot: "Parlour", answer: Answer, lobby: Lobby) -> None:
    await answer.close()
    (await bot.board(lobby)).changed()
