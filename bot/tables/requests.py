"""What people say to the table besides moves: undo, agree or refuse, resign, stop.

Each of these judges, appends and lets chance draw before it returns. Showing the table is left to its caller.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile

from bot.tables.acting import own_seat
from bot.tables.only_move import only_move
from bot.tables.refusal import Expired, Refusal
from bot.tables.session import Session
from games import undoing
from games.core import CHANCE, IllegalMove, Seat, Viewer
from games.record import Line
from games.table import AnyTable
from games.talk import Word
from games.undoing import Seen

LEFT_ALONE = "nobody is left to play against"
"""The note on a line with which a computer resigns after the last person has."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The lines of an undo, what has been seen since the undone move, and whether nobody has to agree."""

    lines: tuple[Line, ...]
    seen: Seen
    at_once: bool


def undo_of(session: Session, seat: Seat) -> Undo:
    """What it takes to undo this seat's last move. Raises Refusal or IllegalMove if it can't be undone.

    If the player isn't free to do it, everyone else at the table has to agree. Computers always do. After a
    refusal, that player can't ask again before the next move.
    """
    table = session.table.unasked()
    seen, lines = undoing.seen(table, seat), _undoing(session, table, seat)
    for line in lines[:-1]:
        table = table.play(line)
        seen = undoing.seen(table, seat)
    own = table.of_same_player(seat)
    at_once = seen.is_free or _people(session) <= set(own)
    if not at_once and _was_refused(session.table, own):
        raise Refusal("The other players would rather play on. You can ask again after the next move.")
    return Undo(tuple(lines), seen, at_once)


def undo_offered(session: Session, seat: Seat | None = None) -> Undo | None:
    """The undo of the person who moved last, if that is this seat's player or if no seat is given."""
    return session.once(("undo", seat), lambda: _undo_offered(session, seat))


def _undo_offered(session: Session, seat: Seat | None) -> Undo | None:
    table = session.table
    people = (ply.seat for ply in reversed(table.plies) if session.journal.is_played_by_person(ply.seat))
    last = next(people, None)
    if last is None or table.over or table.ask or seat not in (None, *table.of_same_player(last)):
        return None
    try:
        return undo_of(session, last)
    except (Refusal, IllegalMove):
        return None


async def take_back(
    session: Session,
    user_id: int,
    interaction_id: int,
    viewer: Viewer = None,
    prompt_version: int | None = None,
) -> bool:
    """Undo your last move at once if you're free to, or else ask the other people first; see `undo_of`.

    `prompt_version` is that of the board or hand whose button was pressed, if any. Returns True if it's done,
    False if the others were asked. Raises Refusal, Expired or IllegalMove.
    """
    async with session.lock:
        session.must_go_on()
        if prompt_version is not None and prompt_version != session.table.prompt_version(viewer):
            raise Expired
        seat = _last_moved(session, user_id)
        undo = undo_of(session, seat)
        first, *further = undo.lines if undo.at_once else [Line(seat, Word.ASK)]
        await session.write(first, interaction_id, further)
        return undo.at_once


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
            await session.write(Line(seat, Word.REFUSE), interaction_id)
            return
        all_agree = _people(session) <= ask.agreed.union(own, asker)
        agreeing = Line(seat, Word.AGREE)
        then = _undoing(session, table.unasked().play(agreeing), ask.by) if all_agree else []
        await session.write(agreeing, interaction_id, then)


async def resign(session: Session, user_id: int, interaction_id: int) -> None:
    """Give up, with all seats this person holds. Raises Refusal or IllegalMove."""
    async with session.lock:
        line = Line(own_seat(session, user_id), Word.RESIGN)
        await session.write(line, interaction_id, _following(session, line))


async def stop(session: Session, interaction_id: int | None) -> None:
    """End the game without a result. The caller checks that the person may."""
    async with session.lock:
        await session.write(Line(CHANCE, Word.STOP), interaction_id)


def must_be_playing(session: Session, user_id: int) -> None:
    """Raises Refusal for spectators, for players who resigned, and when the game is over."""
    own_seat(session, user_id)


def _last_moved(session: Session, user_id: int) -> Seat:
    """The seat of this person that made the last move that can be undone."""
    seat = own_seat(session, user_id)
    own = session.table.of_same_player(seat)
    return next((ply.seat for ply in reversed(session.table.plies) if ply.seat in own), seat)


def _was_refused(table: AnyTable, seats: Collection[Seat]) -> bool:
    """Whether this player has asked since the last move, and the others would rather play on."""
    said = takewhile(lambda line: line.text in (Word.ASK, Word.AGREE, Word.REFUSE), reversed(table.lines))
    return table.ask is None and any(line.text == Word.ASK and line.who in seats for line in said)


def _undoing(session: Session, table: AnyTable, seat: Seat) -> list[Line]:
    """The lines that undo a seat's last move, and with it forced moves that the table would just make again.

    Raises IllegalMove, or Refusal if the seat has chosen none of its moves.
    """
    undo = Line(seat, Word.UNDO)
    lines, table = [undo], table.play(undo)
    while session.options.only_move and only_move(table) is not None:
        try:
            lines, table = [*lines, undo], table.play(undo)
        except IllegalMove:
            raise Refusal("It was your only move, so there's nothing to undo.") from None
    return lines


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
    players = session.players
    return {seat for seat in session.table.seats if players[seat].owner and not players[seat].is_open}


def _people(session: Session) -> set[Seat]:
    """The seats that people play."""
    return {seat for seat in session.table.seats if session.journal.is_played_by_person(seat)}
