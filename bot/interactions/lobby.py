"""Presses on a lobby, and on the host's own menus for it."""

import asyncio

from bot.app import Parlour
from bot.interactions.reading import Pressed
from bot.opening import open_lobby
from bot.rights import must_be_allowed, must_be_host_or_moderator
from bot.screens import confirm
from bot.screens.answer import Answer
from bot.screens.context import has_left
from bot.screens.ephemerals import OPTIONS, QUESTION
from bot.screens.lobby import closed_screen, host_screen, remove_screen
from bot.screens.options import option_form, options_screen, page_of
from bot.tables import hosting, joining
from bot.tables.lobby import Lobby
from bot.tables.refusal import Refusal, Unfit
from bot.tables.session import Session


async def open_chosen(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Open a lobby of the game that was chosen from all there are."""
    await open_lobby(app, answer, pressed.argument(0))


async def join(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Sit down."""
    lobby = await app.tables.lobby(pressed.number(0))
    user = answer.interaction.user
    async with lobby.lock:
        await joining.join(lobby, user.id, user.display_name, str(answer.interaction.id))
    await _show(app, answer, lobby)


async def leave(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Stand up."""
    lobby = await app.tables.lobby(pressed.number(0))
    async with lobby.lock:
        await joining.leave(lobby, answer.interaction.user.id)
    await _show(app, answer, lobby)


async def computer(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Put a computer on a seat."""
    lobby = await app.tables.lobby(pressed.number(0))
    async with lobby.lock:
        await joining.add_computer(lobby, answer.interaction.user.id, pressed.value())
    await _show(app, answer, lobby)


async def fill(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Put computers on all seats that are free."""
    lobby = await app.tables.lobby(pressed.number(0))
    async with lobby.lock:
        await joining.fill(lobby, answer.interaction.user.id, lobby.most)
    await _show(app, answer, lobby)


async def play_computer(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Put computers on as many seats as a game needs, and start it."""
    user_id = answer.interaction.user.id
    lobby = await app.tables.lobby(pressed.number(0))
    await must_be_allowed(app.tables.servers, answer.interaction, lobby.stored.game)
    async with lobby.lock:
        await joining.fill(lobby, user_id, lobby.needed)
    await start(app, answer, pressed)


async def start(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Begin the game; the lobby's message becomes the board."""
    user_id = answer.interaction.user.id
    try:
        lobby = await app.tables.lobby(pressed.number(0))
        lobby.must_be_host(user_id)
        await must_be_allowed(app.tables.servers, answer.interaction, lobby.stored.game)
        await _begin(app, answer, lobby)
    except Refusal:
        begun = app.tables.in_memory.get(pressed.number(0))
        if not isinstance(begun, Session) or begun.host_id != user_id:
            raise
        await begun.settle()
        app.displays.show(begun)
        await answer.acknowledge()  # the second click of two, or one after a start that wasn't confirmed


async def _begin(app: Parlour, answer: Answer, lobby: Lobby) -> None:
    display = await app.displays.of(lobby)
    async with lobby.lock:
        if await _send_away(app, lobby):
            display.changed()
        session = await hosting.begin(app.tables, lobby, answer.interaction.user.id)
    app.displays.show(session, answer.press)
    app.displays.void(session)
    await answer.acknowledge()
    await display.tips.give(session, answer)


async def _send_away(app: Parlour, lobby: Lobby) -> bool:
    """Free the seats of people who left the server. Returns whether there were any. Hold the lobby's lock."""
    people = [one.user_id for one in lobby.players if one.user_id is not None]
    have_left = await asyncio.gather(*(has_left(app.client, lobby.stored.guild_id, one) for one in people))
    left = [user_id for user_id, has_gone in zip(people, have_left, strict=True) if has_gone]
    for user_id in left:
        await joining.leave(lobby, user_id)
    return bool(left)


async def options(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The options, for the host to change; further presses turn the pages."""
    lobby = await _as_host(app, answer, pressed)
    if len(pressed.arguments) < 2:
        await answer.send(options_screen(lobby), OPTIONS)
        return
    page = pressed.argument(1)
    number = int(page) if page.isdecimal() and len(page) < 4 else 0
    await answer.replace(options_screen(lobby, number), OPTIONS)


async def option(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Another value for an option."""
    lobby = await app.tables.lobby(pressed.number(0))
    name, refused = pressed.argument(1), ""
    try:
        async with lobby.lock:
            await lobby.set_option(answer.interaction.user.id, name, pressed.value())
    except Unfit as why:
        refused = str(why)  # shown with the menus, which show the current values again
    await answer.replace(options_screen(lobby, page_of(lobby, name), refused), OPTIONS)
    (await app.displays.of(lobby)).changed()


async def form(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """A form for an option with many values."""
    lobby = await _as_host(app, answer, pressed)
    name = pressed.argument(1)
    await answer.ask(option_form(lobby.id, lobby.option(name)))


async def remove(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask the host whose seat to free."""
    await answer.send(remove_screen(await _as_host(app, answer, pressed)), QUESTION)


async def removed(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Free that seat."""
    lobby = await app.tables.lobby(pressed.number(0))
    seat, _, who = pressed.value().partition(":")
    async with lobby.lock:
        await joining.remove(lobby, answer.interaction.user.id, int(seat) if seat.isdecimal() else -1, who)
    await _done(app, answer, lobby)


async def host(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask the host who the new host is."""
    await answer.send(host_screen(await _as_host(app, answer, pressed)), QUESTION)


async def hosted(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Hand the table over."""
    lobby = await app.tables.lobby(pressed.number(0))
    value = pressed.value()
    async with lobby.lock:
        await lobby.hand_over(answer.interaction.user.id, int(value) if value.isdecimal() else 0)
    await _done(app, answer, lobby)


async def close(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask whether to close the table."""
    lobby = await app.tables.lobby(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    await answer.question(*confirm.closing(lobby))


async def closed(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Close the table."""
    lobby = await app.tables.lobby(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    await app.lobbies.close(lobby, closed_screen(lobby))
    await answer.close()


async def _show(app: Parlour, answer: Answer, lobby: Lobby) -> None:
    """Show the current lobby in place of the pressed message."""
    display = await app.displays.of(lobby)
    with display.answering():
        await answer.replace(await display.board.screen())
    display.await_faces()


async def _as_host(app: Parlour, answer: Answer, pressed: Pressed) -> Lobby:
    lobby = await app.tables.lobby(pressed.number(0))
    lobby.must_be_host(answer.interaction.user.id)
    return lobby


async def _done(app: Parlour, answer: Answer, lobby: Lobby) -> None:
    await answer.close()
    (await app.displays.of(lobby)).changed()
