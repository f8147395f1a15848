"""What people say to the table besides moves: take back, agree or refuse, resign, stop.

Each of these judges, appends and lets chance draw before it returns. Showing the table is left to its caller.
"""

from bot.tables.acting import own_seat
from bot.tables.only_move import only_move
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import CHANCE, IllegalMove, Seat
from games.record import Line
from games.table import AnyTable

LEFT_ALONE = "nobody is left to play against"
"""The note on the line by which a computer gives up after the last person has."""


async def take_back(session: Session, user_id: int, interaction_id: int) -> bool:
    """Take back your last move; with other people at the table, ask them first.

    True if it is done, False if the others were asked. Raises Refusal or IllegalMove.
    """
    async with session.lock:
        session.must_go_on()
        seat = _last_moved(session, user_id)
        alone = _people(session) <= set(session.table.of_same_player(seat))
        first, *further = _undoing(session, session.table, seat)
        await session.write(
            first if alone else Line(seat, "/ask undo"), interaction_id, further if alone else ()
        )
        return alone


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
            await session.write(Line(seat, "/refuse"), interaction_id)
            return
        all_agree = _people(session) <= ask.agreed.union(own, asker)
        agreeing = Line(seat, "/agree")
        then = _undoing(session, table.play(agreeing), ask.by) if all_agree else []
        await session.write(agreeing, interaction_id, then)


async def resign(session: Session, user_id: int, interaction_id: int) -> None:
    """Give up, with all seats this person holds. Raises Refusal or IllegalMove."""
    async with session.lock:
        line = Line(own_seat(session, user_id), "/resign")
        await session.write(line, interaction_id, _following(session, line))


async def stop(session: Session, interaction_id: int | None) -> None:
    """End the game without a result. Whether this person may is checked before."""
    async with session.lock:
        await session.write(Line(CHANCE, "/stop"), interaction_id)


def must_be_playing(session: Session, user_id: int) -> None:
    """Raises Refusal for spectators, for those who resigned, and when the game is over."""
    own_seat(session, user_id)


def _last_moved(session: Session, user_id: int) -> Seat:
    """Of the seats this person plays, the one that made the last move that can be taken back."""
    seat = own_seat(session, user_id)
    own = session.table.of_same_player(seat)
    return next((ply.seat for ply in reversed(session.table.plies) if ply.seat in own), seat)


def _undoing(session: Session, table: AnyTable, seat: Seat) -> list[Line]:
    """The lines that undo a seat's last move, and with it those that the table would only make again.

    Raises IllegalMove, or Refusal if the seat has chosen none of its moves.
    """
    undo = Line(seat, "/undo")
    lines, table = [undo], table.play(undo)
    while session.options.only_move and only_move(table) is not None:
        try:
            lines, table = [*lines, undo], table.play(undo)
        except IllegalMove:
            raise Refusal("It was your only move, so there's nothing to undo.") from None
    return lines


def _following(session: Session, resigning: Line) -> list[Line]:
    """If nobody is left to play against, the computers give up too, the one with the lowest score first."""
    table, lines, people = session.table.play(resigning), [], _people(session)
    scores = table.game.scores(table.state)
    while not table.over and people <= set(table.resigned):
        staying = (seat for seat in table.seats if seat not in table.resigned)
        lines.append(Line(min(staying, key=lambda seat: scores[seat]), "/resign", LEFT_ALONE))
        table = table.play(lines[-1])
    return lines


def _people(session: Session) -> set[Seat]:
    """The seats that people play."""
    return {seat for seat in session.table.seats if session.journal.is_played_by_person(seat)}
