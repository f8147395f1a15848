"""The moves that can still be undone, with the positions to go back to."""

from dataclasses import dataclass
from typing import Generic

from games.core import IllegalMove, M, S, Seat, Step, V
from games.engine.record import Line
from games.engine.vector import Vector
from games.game import Game
from games.kit.prose import quoted

UNDO_REACH = 32
"""At least this many of the players' moves before a draw of chance can still be undone."""


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """A move that can still be undone: how to name it to everyone, and the position before it.

    `at` is how many lines come before it. `shows` is whether it showed anything that not everybody knew, and
    `spends` whether all it did was spend something, such as a hint: that can't be undone.
    """

    seat: Seat
    told: str
    before: S
    at: int
    shows: bool = False
    spends: bool = False

    @property
    def number(self) -> int:
        """The number of its line, counted from 1: what an undo names."""
        return self.at + 1


def few(plies: Vector[Ply[S]]) -> Vector[Ply[S]]:
    """The moves that can be undone after a draw of chance: the newest, to limit the memory of long games."""
    return plies if len(plies) <= 2 * UNDO_REACH else Vector.of(plies[-UNDO_REACH:])


def name_of(game: Game[S, V, M], line: Line, step: Step[S]) -> str:
    """How to name a move to everyone: by its text only if they have heard it, such as a square's name."""
    if game.about.hands:  # its text may show a hand
        return "their last move"
    if _is_secret(step):
        return "a secret move"
    has_heard = any(line.text in event.text for event in step.events)
    return quoted(line.text) if has_heard else "their last move"


def shows(game: Game[S, V, M], move: M, step: Step[S]) -> bool:
    """Whether a player's move shows anything that not everybody knew."""
    return _is_secret(step) or not is_plain(game, move)


def is_plain(game: Game[S, V, M], move: M) -> bool:
    """Whether a player's move shows nothing from a hand."""
    return not game.about.hands or (game.plain is not None and game.plain(move))


def _is_secret(step: Step[S]) -> bool:
    return any(event.secret for event in step.events)


def last_ply(plies: Vector[Ply[S]], game: Game[S, V, M], seat: Seat, *, spending: bool = False) -> int:
    """How many plies come before the last one of this seat that it can undo.

    Moves that only spend something count if `spending`. Raises IllegalMove if there is none.
    """
    if not game.about.takebacks:
        raise IllegalMove(f"You can't undo moves in {game.about.title}.")
    for after, ply in enumerate(reversed(plies)):
        if ply.seat == seat and (spending or not ply.spends):
            return len(plies) - after - 1
    raise IllegalMove("You have no move to undo.")
