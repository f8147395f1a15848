"""Why a move is good, for the player who is about to make it: everything comes from their view."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.core import mark
from games.doublolo.computers.evaluation import terrain
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.notation import Move, Place
from games.doublolo.rules.position import COLOURS, CallOwed, other
from games.doublolo.rules.view import View
from games.kit.grid import Grid, bits
from games.kit.prose import counted

FEW = 4
"""With this many answers or fewer, a player is hard pressed."""


def why(view: View, move: Move) -> str:
    """What a stone on the square flips, and one reason for it: the strongest that holds."""
    if not isinstance(move, Place):
        return "Heads and tails are equally likely, so call either. If you're right, you go first."
    mover, board = view.mover, view.board
    assert mover is not None
    bit = board.grid.bit(move.square)
    before = _Stones(board.grid, board.stones[mover], board.stones[other(mover)], board.empty)
    tried = _Try(before, bit, board.blocked)
    stones = counted(tried.turned.bit_count(), f"{COLOURS[other(mover)].lower()} stone")
    told = next(reason for find in _REASONS for reason in find(tried))
    return f"{move.square} flips {stones}. {told}".format(rival=mark(other(mover)))


def is_even(view: View) -> bool:
    """Whether the player calls a coin: there's nothing to know about that."""
    return isinstance(view.position, CallOwed)


class _Stones(NamedTuple):
    """The masks of a board as the player sees them."""

    grid: Grid
    own: int
    rival: int
    empty: int

    def placed(self, bit: int) -> "_Stones":
        """After a stone of the player's own on `bit`."""
        turned = flips(self.grid, self.own, self.rival, bit)
        return _Stones(self.grid, self.own | turned | bit, self.rival & ~turned, self.empty & ~bit)

    @property
    def moves(self) -> int:
        """Where the player can place."""
        return moves(self.grid, self.own, self.rival, self.empty)

    @property
    def answers(self) -> int:
        """Where the rival can place."""
        return moves(self.grid, self.rival, self.own, self.empty)

    def lost_to(self, answer: int) -> int:
        """What an answer of the rival's flips."""
        return flips(self.grid, self.rival, self.own, answer)


class _Try:
    """A legal move under consideration: the board before and after it."""

    def __init__(self, before: _Stones, bit: int, blocked: int) -> None:
        self.before, self.after, self.bit = before, before.placed(bit), bit
        self.turned = self.after.own & before.rival
        self.answers = self.after.answers
        self.terrain = terrain(before.grid, blocked)

    def others(self) -> Iterator[int]:
        """The other squares that could be picked."""
        return bits(self.before.moves & ~self.bit)


def _end(tried: _Try) -> Iterator[str]:
    after = tried.after
    own, rival = after.own.bit_count(), after.rival.bit_count()
    if not tried.answers and not after.moves and own > rival:
        yield f"That ends the game, and you win {own} to {rival}."


def _another_turn(tried: _Try) -> Iterator[str]:
    if not tried.answers and tried.after.moves:
        yield "Then {rival} can't flip anything, so it's your turn again."


def _corner(tried: _Try) -> Iterator[str]:
    if tried.bit & tried.terrain.corners:
        yield "It's a corner: every line ends there, so your stone can never be flipped back."


def _kept_from_a_corner(tried: _Try) -> Iterator[str]:
    """A corner that the rival could take if it were their turn now, but can't after the move."""
    closed = tried.terrain.corners & tried.before.answers & ~tried.answers & tried.after.empty
    if closed:
        square = tried.before.grid.square(next(bits(closed)))
        yield f"It keeps {{rival}} out of {square}, a corner where a stone can never be flipped back."


def _edge(tried: _Try) -> Iterator[str]:
    if tried.bit & tried.terrain.edges and not _in_danger(tried) & tried.bit:
        yield "It's on an edge: your stone can be flipped along one line only, and not right away."


def _few_answers(tried: _Try) -> Iterator[str]:
    count = tried.answers.bit_count()
    if not count:
        return
    squares = counted(count, "square")
    if all(tried.before.placed(bit).answers.bit_count() >= count for bit in tried.others()):
        yield f"Then {{rival}} has {squares} to choose from: no other move leaves them fewer."
    elif count <= FEW:
        yield f"Then {{rival}} has only {squares} to choose from."


def _no_corner_given(tried: _Try) -> Iterator[str]:
    """Some other moves would let the rival take a corner."""
    corners = tried.terrain.corners
    if not tried.answers & corners and any(
        tried.before.placed(bit).answers & corners for bit in tried.others()
    ):
        yield "Not every move keeps {rival} out of the corners, but this one does."


def _safe_for_now(tried: _Try) -> Iterator[str]:
    danger = _in_danger(tried)
    if not danger & (tried.turned | tried.bit):
        yield "On the next move {rival} can't flip back any of the stones you gain."
    elif not danger & tried.bit:
        yield "On the next move {rival} can't flip your new stone back."


def _most_flips(tried: _Try) -> Iterator[str]:
    count = tried.turned.bit_count()
    if all(_turned(tried.before, bit) <= count for bit in tried.others()):
        yield "No other square flips more."


def _more_room(tried: _Try) -> Iterator[str]:
    own, rival = tried.after.moves.bit_count(), tried.answers.bit_count()
    if own > rival:
        yield f"Then you can flip stones from {counted(own, 'square')}, {{rival}} from only {rival}."


def _score(tried: _Try) -> Iterator[str]:
    own, rival = tried.after.own.bit_count(), tried.after.rival.bit_count()
    yield f"Then you have {counted(own, 'stone')} and {{rival}} has {rival}."


def _in_danger(tried: _Try) -> int:
    """The mask of everything that any answer flips."""
    return reduce(or_, map(tried.after.lost_to, bits(tried.answers)), 0)


def _turned(stones: _Stones, bit: int) -> int:
    return flips(stones.grid, stones.own, stones.rival, bit).bit_count()


_REASONS: tuple[Callable[[_Try], Iterator[str]], ...] = (
    _end,
    _another_turn,
    _corner,
    _kept_from_a_corner,
    _edge,
    _few_answers,
    _no_corner_given,
    _safe_for_now,
    _most_flips,
    _more_room,
    _score,
)
"""The strongest first; the last one always holds."""
