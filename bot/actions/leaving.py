"""Leaving, pausing and ending a game."""

import asyncio

from bot.app.dispatch import (
    at_game,
    on,
    own_session,
    pressed_or_typed,
    session_meant,
    show_done,
    table_here,
    typed,
)
from bot.app.parlour import Parlour
from bot.chat import players
from bot.chat.answer import Answer
from bot.chat.gate import is_visiting, manages_server, must_be_able_to_host, must_be_host_or_moderator
from bot.refusal import Expired, Refusal
from bot.table import hosting, leaving, requests, server_log
from bot.table.lobby import Lobby, stand_up
from bot.table.open_tables import LobbyOrSession
from bot.table.places import can_pause, must_be_allowed
from bot.table.screens import confirm, routes, story
from bot.table.screens.board import YES
from bot.table.session import Session
from bot.table.verdict import verdict
from games.engine.record import write


@at_game(routes.Leave)
async def press_leave(app: Parlour, answer: Answer, session: Session, pressed: routes.Leave) -> None:
    """Ask how they mean to leave."""
    await _ask_how(answer, session)


@typed("leave", "Leave the game in this channel: a computer plays for you")
async def leave(app: Parlour, answer: Answer) -> None:
    """Give up a seat in the lobby; in a game, after asking whether to keep it."""
    match table_here(app, answer):
        case Lobby(is_direct=True):
            raise Refusal("Nobody else can join this lobby. Use /stop to close it.")
        case Lobby() as lobby:
            async with lobby.lock:
                await stand_up(lobby, answer.interaction.user.id)
            (await app.messages.of(lobby)).changed()
        case _:
            await _ask_how(answer, await session_meant(app, answer))


async def _ask_how(answer: Answer, session: Session) -> None:
    user_id = answer.interaction.user.id
    leaving.must_be_able_to_leave(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.leaving(session, user_id, can_pause=can))


@at_game(routes.KeepSeat)
async def keep(app: Parlour, answer: Answer, session: Session, pressed: routes.KeepSeat) -> None:
    """Leave, and keep the seat."""
    await leaving.leave(session, answer.interaction.user.id)
    await show_done(app, answer, session)


@at_game(routes.FreeSeat)
async def free(app: Parlour, answer: Answer, session: Session, pressed: routes.FreeSeat) -> None:
    """Leave, or having left, let others take the seat."""
    await leaving.free(session, answer.interaction.user.id)
    await show_done(app, answer, session)


@at_game(routes.ComeBack)
async def come_back(app: Parlour, answer: Answer, session: Session, pressed: routes.ComeBack) -> None:
    """Play on in the seat that a computer kept."""
    await leaving.come_back(session, answer.interaction.user.id)
    app.messages.show(session, answer.press)
    await answer.close_question()


@at_game(routes.TakeSeat)
async def take(app: Parlour, answer: Answer, session: Session, pressed: routes.TakeSeat) -> None:
    """Play on in the seat that somebody gave up. Only where its board stands."""
    user = answer.interaction.user
    if answer.interaction.channel_id != session.stored.channel_id:
        raise Expired
    has_it = await leaving.take(session, user.id, user.display_name, pressed.seat)
    app.messages.show(session, answer.press)
    if not has_it:
        await answer.notice(
            "The board asks the other players, since you'd see a hand. "
            "You play as soon as all of them have accepted you."
        )


@at_game(routes.Admit)
async def admit(app: Parlour, answer: Answer, session: Session, pressed: routes.Admit) -> None:
    """Accept or refuse a newcomer who would like to take a seat."""
    await leaving.admit(session, answer.interaction.user.id, pressed.newcomer, accepts=pressed.answer == YES)
    app.messages.show(session, answer.press)


@pressed_or_typed(routes.Resign, "resign", "Resign from the game in this channel")
async def resign(app: Parlour, answer: Answer, session: Session) -> None:
    """Ask whether they mean to resign."""
    user_id = answer.interaction.user.id
    requests.must_be_playing(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.resigning(session, user_id, can_pause=can))


@at_game(routes.ReallyResign)
async def resigned(app: Parlour, answer: Answer, session: Session, pressed: routes.ReallyResign) -> None:
    """They mean it."""
    await requests.resign(session, answer.interaction.user.id, answer.interaction.id)
    await show_done(app, answer, session)


@at_game(routes.Stop)
async def press_stop(app: Parlour, answer: Answer, session: Session, pressed: routes.Stop) -> None:
    """Ask whether they mean to stop the game."""
    await _ask_to_stop(answer, session)


@typed("stop", "Stop the game in this channel, without a result")
async def stop(app: Parlour, answer: Answer) -> None:
    """For the host and moderators. Ask first whether they are sure."""
    own = await own_session(app, answer.interaction)
    await _ask_to_stop(answer, own or app.tables.channels.table_in(answer.interaction.channel_id or 0))


async def _ask_to_stop(answer: Answer, lobby_or_session: LobbyOrSession) -> None:
    must_be_host_or_moderator(answer.interaction, lobby_or_session.host_id)
    await answer.question(*confirm.stopping(lobby_or_session))


@at_game(routes.ReallyStop)
async def stopped(app: Parlour, answer: Answer, session: Session, pressed: routes.ReallyStop) -> None:
    """The host or a moderator means to stop the game."""
    must_be_host_or_moderator(answer.interaction, session.host_id)
    line = server_log.by_moderator(session, answer.interaction.user.id, "ended")
    await requests.stop(session, answer.interaction.id, line)
    await show_done(app, answer, session)


@at_game(routes.Rematch)
async def rematch(app: Parlour, answer: Answer, session: Session, pressed: routes.Rematch) -> None:
    """Play again with the same people; at once if everybody else is a computer."""
    press = answer.interaction
    if not session.is_direct:
        await must_be_able_to_host(press)
    await must_be_allowed(app.tables.servers, press, session.stored.game)
    user = players.person(press.user.id, press.user.display_name, str(press.id))
    if pressed.level and pressed.level not in session.game.about.levels:
        raise Expired
    lobby = await hosting.rematch(app.tables, session, user, pressed.level)
    others = [one.user_id for one in session.seats.returning if one.user_id is not None]
    others = [one for one in others if one != press.user.id and not players.is_former(one)]
    if others:
        messages = await app.messages.open_lobby(answer, lobby, others if lobby.answers_only else ())
        if lobby.answers_only:
            return
        await messages.reminder.invite_again(lobby, others)
        return
    async with lobby.lock:
        begun = await hosting.begin(app.tables, lobby, press.user.id)
    is_alone = begun.is_direct and answer.press.ephemeral is not None
    if is_visiting(press) or is_alone:
        board = (await app.messages.of(begun)).board
        await (board.show_alone(answer) if begun.is_direct else board.answer_with(answer))
        return
    app.messages.show(begun)


@on(routes.Record)
async def record(app: Parlour, answer: Answer, pressed: routes.Record) -> None:
    """The whole record, with the seed by which chance can be checked."""
    stored, whole = await hosting.record(app.tables, pressed.table)
    await answer.send(story.record_screen(stored, whole), f"record:{stored.id}")


@on(routes.Check)
async def check(app: Parlour, answer: Answer, pressed: routes.Check) -> None:
    """Whether chance was fair, and all it takes for anybody to check that without the bot."""
    stored, whole = await hosting.record(app.tables, pressed.table)
    found = await asyncio.to_thread(verdict, write(whole))
    await answer.send(story.check_screen(stored, whole, found), f"check:{stored.id}")


@pressed_or_typed(
    routes.Pause, "pause", "Pause the game in this channel: nobody moves, and nobody's time runs"
)
async def pause(app: Parlour, answer: Answer, session: Session) -> None:
    """For the host and moderators. The button stands where somebody is asked whether they mean to go."""
    must_be_host_or_moderator(answer.interaction, session.host_id)
    user_id = answer.interaction.user.id
    await requests.pause(session, user_id, action=server_log.by_moderator(session, user_id, "paused"))
    await show_done(app, answer, session)


@pressed_or_typed(routes.Resume, "resume", "Resume the paused game in this channel")
async def resume(app: Parlour, answer: Answer, session: Session) -> None:
    """For the host and moderators; only for people who manage the server if those have paused it."""
    user_id, manages = answer.interaction.user.id, manages_server(answer.interaction)
    if not manages:
        session.must_not_be_held()
        must_be_host_or_moderator(answer.interaction, session.host_id)
    listed = server_log.line if session.held else server_log.by_moderator
    line = listed(session, user_id, "resumed")
    await requests.resume(session, manages=manages, action=line)
    await show_done(app, answer, session)


@at_game(routes.Absent)
async def absent(app: Parlour, answer: Answer, session: Session, pressed: routes.Absent) -> None:
    """One of the others decides what happens to the seat of a player who is away."""
    if pressed.answer not in (leaving.WAIT, leaving.COMPUTER, leaving.FREE):
        raise Expired
    await leaving.answer_absence(session, answer.interaction.user.id, pressed.user, pressed.answer)
    app.messages.show(session, answer.press)
