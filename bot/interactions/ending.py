"""Presses that end a game, or come after its end: resigning, stopping, a rematch, the record."""

from bot.app import Parlour
from bot.interactions.questions import close_question
from bot.interactions.reading import Pressed
from bot.rights import can_pause, must_be_able_to_host, must_be_allowed, must_be_host_or_moderator
from bot.screens import confirm, records
from bot.screens.answer import Answer
from bot.tables import hosting, player, requests


async def resign(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask whether they mean to resign."""
    session = await app.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    requests.must_be_playing(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.resigning(session, user_id, can_pause=can))


async def resigned(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """They mean it."""
    session = await app.tables.session(pressed.number(0))
    await requests.resign(session, answer.interaction.user.id, answer.interaction.id)
    app.displays.show(session)
    await close_question(answer)


async def stop(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask whether they mean to stop the game."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await answer.question(*confirm.stopping(session))


async def stopped(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The host or a moderator means to stop the game."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.stop(session, answer.interaction.id)
    app.displays.show(session)
    await close_question(answer)


async def rematch(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Play again with the same people; at once if everybody else is a computer."""
    session = await app.tables.session(pressed.number(0))
    press = answer.interaction
    must_be_able_to_host(press)
    await must_be_allowed(app.tables.servers, press, session.stored.game)
    user = player.person(press.user.id, press.user.display_name, str(press.id))
    lobby = await hosting.rematch(app.tables, session, user)
    others = [one.user_id for one in session.seats.returning if one.user_id is not None]
    others = [one for one in others if one != press.user.id]
    if others:
        display = await app.lobbies.open(answer, lobby)
        await display.reminder.invite(lobby, others)
        return
    async with lobby.lock:
        begun = await hosting.begin(app.tables, lobby, press.user.id)
    app.displays.show(begun)
    await answer.acknowledge()


async def record(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The whole record, with the seed by which chance can be checked."""
    stored, whole = await hosting.record(app.tables, pressed.number(0))
    await answer.send(records.record_screen(stored, whole), f"record:{stored.id}")
