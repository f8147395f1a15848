"""What a viewer knows in FourSide: the board, both hands, and their own hint."""

from dataclasses import dataclass, replace
from functools import lru_cache

from games.core import Seat, Stopped, Viewer
from games.fourside.rules.fitting import placements
from games.fourside.rules.position import Board, Finished, Hand, Place, Playing, Position, Table


@dataclass(frozen=True, slots=True)
class View:
    """The position as this viewer knows it, and who is looking at it."""

    position: Position
    viewer: Viewer = None
    stopped: bool = False
    """Whether the game was stopped at this position."""

    @property
    def table(self) -> Table:
        """Board, hands, scores, hints and the last move."""
        return self.position.table

    @property
    def board(self) -> Board:
        """The tiles on the board, and the BONUS and MINUS squares."""
        return self.position.table.board

    @property
    def mover(self) -> Seat | None:
        """Who has to place a tile; None while chance draws and after the end."""
        return self.position.mover if isinstance(self.position, Playing) and not self.stopped else None

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return isinstance(self.position, Finished) and not self.stopped

    @property
    def asked(self) -> bool:
        """Whether this viewer is asked for a move: the mover, or the channel for them."""
        return self.mover is not None and self.viewer in (None, self.mover)

    @property
    def hand(self) -> Hand:
        """The mover's tiles; empty if nobody has to move."""
        return () if self.mover is None else self.table.hands[self.mover]

    @property
    def placements(self) -> tuple[Place, ...]:
        """Every way the mover can place a tile."""
        return placements_of(self.board, self.hand)

    @property
    def hint(self) -> Place | None:
        """This viewer's hint, until the end of the turn."""
        return self.position.hint if isinstance(self.position, Playing) and not self.stopped else None

    def with_hint(self, hint: Place) -> "View":
        """The same with this hint, for the picture of a placement that hasn't been made yet."""
        assert isinstance(self.position, Playing)
        return replace(self, position=replace(self.position, hint=hint))

    @property
    def hints(self) -> int:
        """How many hints the mover has left."""
        return 0 if self.mover is None else self.table.hints[self.mover]


@lru_cache(256)
def placements_of(board: Board, hand: Hand) -> tuple[Place, ...]:
    """Cached, because every viewer, question and picture of a position needs it."""
    return tuple(placements(board, hand))


def see(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """The view of this viewer: only the player who asked for a hint has it (rule 16)."""
    if isinstance(state, Stopped):
        return View(state.at, viewer, stopped=True)
    if isinstance(state, Playing) and viewer != state.mover:
        state = replace(state, hint=None)
    return View(state, viewer)
