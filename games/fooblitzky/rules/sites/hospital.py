"""The hospital (rule 28): how you get in and out. Only here can a player get into debt."""

from dataclasses import replace

from games.core import Event, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city.board import Board, Last
from games.fooblitzky.rules.city.map import HOSPITAL
from games.fooblitzky.rules.phases import Indoors, Position

RIDE = 3
STAY = 3
BAIL = 10
MOST_STAYS = 3
LUCKY = 3


def send(board: Board, seat: Seat, *told: Event) -> Step[Position]:
    """The ambulance takes the seat there for 3 foobles, and the turn is over."""
    after = board.inside(seat, HOSPITAL).paid(seat, -RIDE)
    said = f"The ambulance takes {mark(seat)} to the hospital for {RIDE} foobles."
    return turns.end(after, seat, *told, Event(said, by=None, is_minor=True))


def rolled(board: Board, seat: Seat, roll: int, told: Event) -> Step[Position]:
    """On a multiple of 3 the seat is out; otherwise it pays or stays, and stays if it can't pay."""
    if roll % LUCKY == 0:
        out = Event(f"{mark(seat)} is well again and leaves the hospital.", seat)
        return Step(turns.walking(board, seat, roll), (told, out))
    if board.players[seat].foobles < BAIL:
        stayed = stay(board, seat)
        return Step(stayed.state, (told, *stayed.events))
    return Step(Position(board, Indoors(seat, HOSPITAL, roll)), (told,))


def stay(board: Board, seat: Seat) -> Step[Position]:
    """A turn in bed for 3 foobles; after the third the seat is let out onto the sidewalk."""
    after = replace(board, last=Last(seat, site=HOSPITAL)).paid(seat, -STAY)
    player = after.players[seat]
    if player.stays + 1 < MOST_STAYS:
        after = after.with_player(seat, replace(player, stays=player.stays + 1))
        told = f"{mark(seat)} stays in the hospital for {STAY} foobles."
        return turns.end(after, seat, Event(told, seat))
    told = f"{mark(seat)} stays in the hospital a third time for {STAY} foobles and is let out."
    out = Event(told, seat, short=f"{mark(seat)} is let out of the hospital.")
    return turns.end(after.at(seat, HOSPITAL.door), seat, out)


def leave(board: Board, seat: Seat, roll: int) -> Step[Position]:
    """The seat pays 10 foobles and walks its roll; a seat with less isn't asked."""
    said = Event(f"{mark(seat)} pays {BAIL} foobles and leaves the hospital.", seat)
    return Step(turns.walking(board.paid(seat, -BAIL), seat, roll), (said,))
