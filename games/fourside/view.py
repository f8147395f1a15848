"""What a viewer knows of FourSide: all that lies open, both hands with it, and a hint of their own."""

from dataclasses import dataclass, replace

from games.core import Seat, Stopped, Viewer
from games.fourside.fitting import placements
from games.fourside.position import Board, Hand, Place, Playing, Position, Table


@dataclass(frozen=True, slots=True)
class View:
    """The position as this viewer knows it, and who looks at it."""

    position: Position
    viewer: Viewer = None
    stopped: bool = False
    """Whether the game was broken off at this position."""

    @property
    def table(self) -> Table:
        """Board, hands, scores, hints and the last move."""
        return self.position.table

    @property
    def board(self) -> Board:
        """What lies on the board."""
        return self.position.table.board

    @property
    def mover(self) -> Seat | None:
        """Who must place a tile; None while chance draws and after the end."""
        return self.position.mover if isinstance(self.position, Playing) and not self.stopped else None

    @property
    def asked(self) -> bool:
        """Whether the question is this viewer's: the mover's, or the channel's in his place."""
        return self.mover is not None and self.viewer in (None, self.mover)

    @property
    def hand(self) -> Hand:
        """The mover's tiles; empty when nobody is to move."""
        return () if self.mover is None else self.table.hands[self.mover]

    @property
    def placements(self) -> tuple[Place, ...]:
        """Every way in which the mover can place a tile."""
        return tuple(placements(self.board, self.hand))

    @property
    def hints(self) -> int:
        """How many hints the mover has left."""
        return 0 if self.mover is None else self.table.hints[self.mover]


def seen(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """The view of this viewer: a hint is there for the player who asked for it alone (rule 16)."""
    if isinstance(state, Stopped):
        return View(state.at, viewer, stopped=True)
    if isinstance(state, Playing) and viewer != state.mover:
        state = replace(state, hint=None)
    return View(state, viewer)
