"""The position of a game of Foozle: where every card is, and the phases of a hand."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from games.core import Seat
from games.foozle.rules.cards import ALL, COLOURS, NONE, Card, Cards, among, one
from games.kit.tuples import replaced

DEALT = 11
"""How many cards each seat is dealt (rule 2)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards laid down or off: the index of their group, and the number of the colour whose token they won."""

    cards: Cards
    group: int
    token: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A seat's turn: the card it began with, which only the seat itself sees, and what it laid."""

    seat: Seat
    got: Card | None = None
    laid: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The cards on the table and in the hands. `hands`, `colours` and `whites` are by seat.

    `colours` are masks of the colours whose token a seat has, one bit each in the order of COLOURS; `whites`
    counts white tokens. The draw pile has no order: chance picks one of its cards at each draw. `tableau` is
    oldest first. `layers` says who laid down each group. `turns` is the latest turn of each seat in this
    hand, the newest last. `left` is how many turns all players together still have, in a game that ends by
    turns; otherwise it's None. Such a game lasts to the last turn, whatever tokens anybody has, unless it
    `hurries`: then it may end before that, and goes on if the most are shared.
    """

    needed: int
    hands: tuple[Cards, ...]
    colours: tuple[int, ...]
    whites: tuple[int, ...]
    dealer: Seat | None = None
    pile: Cards = ALL
    dump: Cards = NONE
    tableau: tuple[Card, ...] = ()
    groups: tuple[Cards, ...] = ()
    layers: tuple[Seat, ...] = ()
    turns: tuple[Played, ...] = ()
    left: int | None = None
    hurries: bool = False

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def tokens(self) -> tuple[int, ...]:
        """How many tokens each seat has, white ones included."""
        pairs = zip(self.colours, self.whites, strict=True)
        return tuple(colours.bit_count() + whites for colours, whites in pairs)

    @property
    def left_of_dealer(self) -> Seat:
        """The seat that goes first in a hand."""
        assert self.dealer is not None
        return self.after(self.dealer)

    @property
    def winner(self) -> Seat | None:
        """The seat with more tokens than anyone else, once somebody has all colours needed (rule 14).

        In a game that ends by turns, it's that seat once they are over; several may have the most then.
        """
        most = max(self.tokens)
        return Seat(self.tokens.index(most)) if self._is_due and self.tokens.count(most) == 1 else None

    @property
    def is_tied(self) -> bool:
        """Whether the game would be over, but goes on because several have the most tokens."""
        return self._is_due and not self.is_over

    @property
    def _is_due(self) -> bool:
        """Whether the most tokens win now."""
        return self.left == 0 or (self._is_collected and (self.left is None or self.hurries))

    @property
    def _is_collected(self) -> bool:
        return any(colours.bit_count() >= self.needed for colours in self.colours)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or (self.left == 0 and not self.hurries)

    def after_turn(self) -> "Table":
        """The table when a turn is over."""
        return replace(self, left=self.left - 1) if self.left else self

    def after(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return Seat((seat + 1) % self.seats)

    def holding(self, seat: Seat, hand: Cards) -> "Table":
        """The table with this hand for that seat."""
        return replace(self, hands=replaced(self.hands, seat, hand))

    def with_card(self, seat: Seat, card: Card) -> "Table":
        """The table with one more card in that seat's hand."""
        return self.holding(seat, Cards(self.hands[seat] | one(card)))

    def with_white(self, seat: Seat) -> "Table":
        """The table with one more white token for that seat."""
        return replace(self, whites=replaced(self.whites, seat, self.whites[seat] + 1))

    def with_colour(self, seat: Seat, colour: int) -> "Table":
        """The table with the token of that colour for that seat."""
        return replace(self, colours=replaced(self.colours, seat, self.colours[seat] | 1 << colour))

    def lacks(self, seat: Seat, colour: int | None) -> bool:
        """Whether a group of that colour would win the seat a token."""
        return colour is not None and not self.colours[seat] >> colour & 1

    def beginning(self, played: Played) -> "Table":
        """The table when a seat begins a turn; this drops its previous turn."""
        turns = (turn for turn in self.turns if turn.seat != played.seat)
        return replace(self, turns=(*turns, played))

    def noting(self, **played: Any) -> "Table":
        """The table with these fields added to the latest turn; unchanged if there is none."""
        if not self.turns:
            return self
        *before, last = self.turns
        return replace(self, turns=(*before, replace(last, **played)))

    def reshuffled(self) -> "Table":
        """The table with a new draw pile: the dump, or the tableau except for its last card (rule 13)."""
        if self.dump:
            return replace(self, pile=self.dump, dump=NONE)
        return replace(self, pile=among(self.tableau[:-1]), tableau=self.tableau[-1:])

    def cleared(self) -> "Table":
        """After a hand: everything outside the draw pile goes to the dump (rule 12)."""
        hands = (NONE,) * self.seats
        dump = Cards(ALL & ~self.pile)
        return replace(self, hands=hands, dump=dump, tableau=(), groups=(), layers=(), turns=())


def empty_table(seats: int, needed: int, turns: int = 0, limit: int = 0) -> Table:
    """Before the first deal; everybody has so many `turns`, or at most `limit`; 0 for any number."""
    assert 1 <= needed <= len(COLOURS)
    left = (turns or limit) * seats or None
    return Table(needed, (NONE,) * seats, (0,) * seats, (0,) * seats, left=left, hurries=not turns)


@dataclass(frozen=True, slots=True)
class DealerOwed:
    """Chance must name the first dealer."""

    table: Table


@dataclass(frozen=True, slots=True)
class DealOwed:
    """Chance must deal a hand."""

    table: Table


@dataclass(frozen=True, slots=True)
class Taking:
    """`mover` starts their turn by taking a card."""

    table: Table
    mover: Seat


@dataclass(frozen=True, slots=True)
class DrawOwed:
    """`mover` draws from the pile; chance must pick the card."""

    table: Table
    mover: Seat


@dataclass(frozen=True, slots=True)
class Laying:
    """`mover` lays any cards they like, then discards; `taken` is the last card of the tableau, if taken."""

    table: Table
    mover: Seat
    taken: Card | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """Somebody has won, or the turns are over with several in first place: then `winner` is None."""

    table: Table
    winner: Seat | None


Position: TypeAlias = DealerOwed | DealOwed | Taking | DrawOwed | Laying | Finished
