"""The moves that can still be undone, with the positions to go back to."""

from dataclasses import dataclass
from typing import Generic

from games.core import CHANCE, IllegalMove, M, S, Seat, Step, V
from games.game import Game
from games.kit.prose import quoted
from games.record import Line
from games.vector import Vector

UNDO_REACH = 32
"""At least this many of the players' moves before a draw of chance can still be undone."""


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """A move that can still be undone: how to name it to everyone, and the position before it.

    `at` is how many lines come before it.
    """

    seat: Seat
    told: str
    before: S
    at: int


def with_move(
    plies: Vector[Ply[S]], game: Game[S, V, M], line: Line, step: Step[S], before: S, at: int
) -> Vector[Ply[S]]:
    """The moves that can be undone after this one. Few before a draw, to limit the memory of long games."""
    if line.who == CHANCE:
        return plies if len(plies) <= 2 * UNDO_REACH else Vector.of(plies[-UNDO_REACH:])
    secret = any(event.secret for event in step.events)
    # The text of a move may show a hand; everyone heard what they may know when it was made.
    told = "their last move" if game.about.hands else "a secret move" if secret else quoted(line.text)
    return plies.with_last(Ply(line.who, told, before, at))


def last_ply(plies: Vector[Ply[S]], game: Game[S, V, M], seat: Seat) -> int:
    """How many plies come before the last one of this seat. Raises IllegalMove if it can't undo one."""
    if not game.about.takebacks:
        raise IllegalMove(f"You can't undo moves in {game.about.title}.")
    for after, ply in enumerate(reversed(plies)):
        if ply.seat == seat:
            return len(plies) - after - 1
    raise IllegalMove("You have no move to undo.")
