"""What people say to the table besides moves: undo, agree or refuse, resign, stop, pause.

Each of these judges, appends and lets chance draw before it returns. Showing the table is left to its caller.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from bot.refusal import GAME_OVER, Expired, Refusal
from bot.table.clock.used_time import OVER
from bot.table.journal import only_move
from bot.table.moves import own_seat
from bot.table.session import Session
from games.core import CHANCE, IllegalMove, Seat, Viewer
from games.engine import undoing
from games.engine.record import Line
from games.engine.table import AnyTable
from games.engine.talk import Word, undo
from games.engine.undoing import Seen
from storage import LoggedAction

LEFT_ALONE = "nobody is left to play against"
"""The note on a line with which a computer resigns after the last person has."""


class Named(NamedTuple):
    """What a button says it does: undo the move with this number, and whether without asking."""

    number: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class Undo:
    """The lines of an undo, and what has been seen since the undone move.

    `named` is the move that was made last, and whether nobody has to agree; forced moves are undone with it.
    `friendly` says that the game counts for nothing after it, because something that had been seen is undone.
    """

    lines: tuple[Line, ...]
    seen: Seen
    named: Named
    friendly: bool


def undo_of(session: Session, seat: Seat) -> Undo:
    """What it takes to undo this seat's last move. Raises Refusal or IllegalMove if it can't be undone.

    If the player isn't free to do it, everyone else who has a seat has to agree, so nobody of them may be
    away. Computers always agree. After a refusal, that player can't ask again before the next move.
    """
    if session.occasion.is_try:
        raise Refusal(f"There's no undo in {session.occasion.called}: everybody plays it once, as it comes.")
    table = session.table.unasked()
    number, seen = _number(table, seat), undoing.seen(table, seat)
    undone = _undoing(session, table, seat)
    for _, after in undone[:-1]:
        seen = undoing.seen(after, seat)
    own = table.of_same_player(seat)
    others = (_people(session) | _expected(session)).difference(own)
    at_once = not others or (seen.is_free and _made_it_themselves(session, seat, number))
    if not at_once and _was_refused(session.table, own):
        raise Refusal("The other players would rather play on. You can ask again after the next move.")
    if not at_once and (away := _expected(session).difference(own)):
        names = " and ".join(sorted({f"<@{session.players[one].reader_id}>" for one in away}))
        raise Refusal(f"{names} would have to agree, and they're away. You can ask again when they're back.")
    lines, tables = zip(*undone, strict=True)
    return Undo(lines, seen, Named(number, at_once), tables[-1].friendly)


def undo_offered(session: Session, seat: Seat | None = None) -> Undo | None:
    """The undo of the person who moved last, if that is this seat's player or if no seat is given."""
    return session.once(("undo", seat), lambda: _undo_offered(session, seat))


def _undo_offered(session: Session, seat: Seat | None) -> Undo | None:
    table = session.table
    plies = (ply for ply in reversed(table.plies) if not ply.spends)
    people = (ply.seat for ply in plies if session.is_played_by_person(ply.seat))
    last = next(people, None)
    if last is None or table.over or table.ask or seat not in (None, *table.of_same_player(last)):
        return None
    try:
        return undo_of(session, last)
    except (Refusal, IllegalMove):
        return None


async def take_back(
    session: Session, user_id: int, interaction_id: int, pressed: Named | None = None
) -> bool:
    """Undo your last move at once if you're free to, or else ask the other people first; see `undo_of`.

    `pressed` is what the button said, if one was pressed: it counts only while that is still what it does.
    Somebody else who presses it on the board asks to undo their own last move, and that one with it. Returns
    True if it's done, False if the others were asked. Raises Refusal, Expired or IllegalMove.
    """
    async with session.lock:
        session.must_go_on()
        table, seat = session.table, _last_moved(session, user_id)
        if pressed is not None and table.ask is not None:
            raise Expired
        is_own = pressed is not None and pressed.number == _last_number(table, seat)
        newest = None if pressed is None or is_own else undo_offered(session)
        if pressed is not None and not is_own and (newest is None or newest.named != pressed):
            raise Expired
        undo = undo_of(session, seat)
        if pressed is not None and undo.named != pressed and (is_own or undo.named.at_once):
            raise Expired
        first, *further = undo.lines if undo.named.at_once else [Line(seat, Word.ASK)]
        await session.play(first, interaction_id, further)
        return undo.named.at_once


def named_by_version(session: Session, user_id: int, viewer: Viewer, prompt_version: int) -> Named:
    """What a button of an older version meant, which named a question in place of a move.

    Raises Expired if its player has done anything since, or anybody has if it's the board's; and Refusal or
    IllegalMove if nothing can be undone.
    """
    seat, lines = _last_moved(session, user_id), session.table.lines
    own, since = session.table.of_same_player(seat), lines[prompt_version:]
    has_changed = any(viewer is None or line.is_talk or line.who in own for line in since)
    if has_changed or prompt_version > len(lines):
        raise Expired
    return undo_of(session, seat).named


async def answer_ask(
    session: Session, user_id: int, prompt_version: int, agrees: bool, interaction_id: int
) -> None:
    """Agree to what another player asked, or refuse. Raises Refusal or IllegalMove."""
    async with session.lock:
        session.must_go_on()
        table, ask = session.table, session.table.ask
        if ask is None or prompt_version != table.prompt_version(None):
            raise Refusal("There's nothing left to answer.")
        seat = own_seat(session, user_id)
        own, asker = table.of_same_player(seat), table.of_same_player(ask.by)
        if seat in asker:
            raise Refusal("The other players have to answer that.")
        if not agrees:
            await session.play(Line(seat, Word.REFUSE), interaction_id)
            return
        all_agree = _people(session) | _expected(session) <= ask.agreed.union(own, asker)
        agreeing = Line(seat, Word.AGREE)
        undone = _undoing(session, table.unasked().play(agreeing), ask.by) if all_agree else []
        then = [line for line, _ in undone]
        await session.play(agreeing, interaction_id, then)


async def resign(session: Session, user_id: int, interaction_id: int) -> None:
    """Give up, with all seats this person holds. Raises Refusal or IllegalMove."""
    async with session.lock:
        line = Line(own_seat(session, user_id), Word.RESIGN)
        await session.play(line, interaction_id, _following(session, line))


async def stop(session: Session, interaction_id: int | None, action: LoggedAction | None = None) -> None:
    """End the game without a result, and note this with it. The caller checks that the person may."""
    async with session.lock:
        await session.play(Line(CHANCE, Word.STOP), interaction_id, action=action)


def must_be_playing(session: Session, user_id: int) -> None:
    """Raises Refusal for spectators, for players who resigned, and when the game is over."""
    own_seat(session, user_id)


def _last_moved(session: Session, user_id: int) -> Seat:
    """The seat of this person that made the last move that can be undone."""
    seat = own_seat(session, user_id)
    own = session.table.of_same_player(seat)
    plies = (ply for ply in reversed(session.table.plies) if not ply.spends)
    return next((ply.seat for ply in plies if ply.seat in own), seat)


def _number(table: AnyTable, seat: Seat) -> int:
    """The number of this seat's last move. Raises IllegalMove if it can't undo one."""
    return table.plies[table.takeback(seat)].number


def _last_number(table: AnyTable, seat: Seat) -> int | None:
    try:
        return _number(table, seat)
    except IllegalMove:
        return None


def _made_it_themselves(session: Session, seat: Seat, number: int) -> bool:
    """Whether the player of this seat made the move, not somebody else who had the seat or finished it."""
    at = number - 1
    player = session.stays.at(seat, at)
    is_own = player.user_id == session.players[seat].user_id
    return is_own and not session.table.lines[at].note.startswith(OVER)


def _was_refused(table: AnyTable, seats: Collection[Seat]) -> bool:
    """Whether this player has asked since the last move, and the others would rather play on."""
    said = takewhile(lambda line: line.text in (Word.ASK, Word.AGREE, Word.REFUSE), reversed(table.lines))
    return table.ask is None and any(line.text == Word.ASK and line.who in seats for line in said)


def _undoing(session: Session, table: AnyTable, seat: Seat) -> list[tuple[Line, AnyTable]]:
    """The lines that undo a seat's last move, and with it forced moves that the table would just make again.

    Each comes with the table after it. Raises IllegalMove, or Refusal if the seat has chosen none of its
    moves.
    """
    line = undo(seat, _number(table, seat))
    undone = [(line, table := table.play(line))]
    while session.options.only_move and only_move(table) is not None:
        try:
            line = undo(seat, _number(table, seat))
        except IllegalMove:
            raise Refusal("It was your only move, so there's nothing to undo.") from None
        undone.append((line, table := table.play(line)))
    return undone


def _following(session: Session, resigning: Line) -> list[Line]:
    """If nobody is left to play against, the computers give up too, the one with the lowest score first."""
    table, lines = session.table.play(resigning), []
    people = _people(session) | _expected(session)
    scores = table.game.scores(table.state)
    while not table.over and people <= set(table.resigned):
        staying = (seat for seat in table.seats if seat not in table.resigned)
        lines.append(Line(min(staying, key=lambda seat: scores[seat]), Word.RESIGN, LEFT_ALONE))
        table = table.play(lines[-1])
    return lines


def _expected(session: Session) -> set[Seat]:
    """The seats that a computer keeps for somebody who left and will come back."""
    players, resigned = session.players, session.table.resigned
    kept = {seat for seat in session.table.seats if players[seat].owner and not players[seat].is_open}
    return kept.difference(resigned)


def _people(session: Session) -> set[Seat]:
    """The seats that people play."""
    return {seat for seat in session.table.seats if session.is_played_by_person(seat)}


async def pause(
    session: Session, user_id: int, why: str | None = None, action: LoggedAction | None = None
) -> None:
    """This person pauses the game. The caller checks that they may. Raises Refusal.

    If they manage the server they say `why`: then only people who do can resume it, no matter who paused it
    before. The `action` is noted with it.
    """
    async with session.lock:
        if session.table.over:
            raise Refusal(GAME_OVER)
        session.must_not_be_held()
        if session.is_paused and why is None:
            raise Refusal("This game is already paused. Press *Resume*, or use /resume.")
        await session.set_paused(user_id, why, action)
    session.go_on()


async def resume(session: Session, *, manages: bool, action: LoggedAction | None = None) -> None:
    """Let the game go on, and note this with it. The caller checks that the person may. Raises Refusal.

    That also depends on whether the person `manages` the server.
    """
    async with session.lock:
        if not session.is_paused:
            raise Refusal("This game isn't paused.")
        if not manages:
            session.must_not_be_held()
        await session.set_paused(None, action=action)
    session.go_on()
