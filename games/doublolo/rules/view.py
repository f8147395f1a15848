"""What a viewer knows in Doublolo: everything, because the board is open."""

from dataclasses import dataclass

from games.core import Seat, Stopped, Viewer
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.position import RED, Board, CallOwed, Finished, Placed, Playing, Position, other
from games.kit.grid import Square


@dataclass(frozen=True, slots=True)
class View:
    """The position, which everybody can see, and who is looking at it."""

    position: Position
    viewer: Viewer = None
    stopped: bool = False
    """Whether the game was stopped at this position."""

    @property
    def board(self) -> Board:
        """The masks `.blocked`, `.stones[seat]` and `.empty`, and the numbers `.scores`."""
        return self.position.board

    @property
    def mover(self) -> Seat | None:
        """Who has to place a stone or call; None while chance moves and after the end."""
        match self.position:
            case _ if self.stopped:
                return None
            case Playing(mover=mover):
                return mover
            case CallOwed():
                return RED
        return None

    @property
    def asked(self) -> bool:
        """Whether this viewer is asked for a move: the mover, or the channel for them."""
        return self.mover is not None and self.viewer in (None, self.mover)

    @property
    def last(self) -> Placed | None:
        """The last stone placed and what it flipped."""
        return self.position.last if isinstance(self.position, Playing | Finished) else None

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.position, Finished)

    @property
    def open(self) -> int:
        """The mask of the squares where the mover can place a stone; 0 when nobody can."""
        if self.stopped or not isinstance(self.position, Playing):
            return 0
        mover = self.position.mover
        board = self.board
        return moves(board.grid, board.stones[mover], board.stones[other(mover)], board.empty)

    @property
    def choosable(self) -> int:
        """The mask of the squares that this viewer can choose."""
        return self.open if self.asked else 0

    @property
    def choices(self) -> dict[Square, int]:
        """The squares that this viewer can choose, column by column, and how many stones each flips."""
        return {square: self.flips(square) for square in self.board.grid.squares(self.choosable)}

    def flips(self, square: Square) -> int:
        """How many stones the mover would flip from this square."""
        return self.flipped_from(square).bit_count()

    def flipped_from(self, square: Square) -> int:
        """The mask of the stones that the mover would flip from this square."""
        mover, board = self.mover, self.board
        assert mover is not None
        own, opposed = board.stones[mover], board.stones[other(mover)]
        return flips(board.grid, own, opposed, board.grid.bit(square))


def see(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """The view of a position, in play or stopped."""
    return View(state.at, viewer, True) if isinstance(state, Stopped) else View(state, viewer)
