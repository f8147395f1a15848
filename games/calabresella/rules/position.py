"""The position of a match of Calabresella: the match, the deal, and one class for each phase.

Sets of cards are masks of `games.kit.cards`. From a, play goes to the right: to b, then to c.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.calabresella.rules.options import Options
from games.core import Outcome, Seat
from games.kit.cards import Card, Deck

DECK = Deck("4 5 6 7 J Q K A 2 3")
"""The deck of 40 (rule 2)."""

SEATS = (Seat(0), Seat(1), Seat(2))
HAND, WIDOW, TRICKS = 12, 4, 12
LAST_TRICK = 3
"""Points for the last trick."""
ALL_POINTS, MADE = 35, 18
"""All the points of a deal, and how many of them a soloist needs."""

BySeat: TypeAlias = tuple[int, int, int]
"""A number for each seat: points, or a mask of cards."""


def by_seat(numbers: Iterable[int]) -> BySeat:
    """Three numbers in the order of the seats."""
    a, b, c = numbers
    return a, b, c


Wish: TypeAlias = (
    Literal["next", "replay", "either", "again", "open", "closed", "replays", "no replays", "point"] | int
)
"""What a player can say after a deal; `replay` and `either` only with the old option `replay`.

A number is a game point that somebody has suggested: they say `point` first.
"""

Word: TypeAlias = Literal[""] | Wish | Literal["agree", "refuse"]
Words: TypeAlias = tuple[Word, Word, Word]
"""What each seat has said, or how it has voted; empty until then."""


def right_of(seat: Seat, steps: int = 1) -> Seat:
    """The seat this many places to the right: bids, play and the deal go that way (rule 4)."""
    return Seat((seat + steps) % 3)


class Laid(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: Seat
    card: Card


Trick: TypeAlias = tuple[Laid, ...]
"""Up to three cards, in the order of play."""


@dataclass(frozen=True, slots=True)
class Match:
    """What lasts from deal to deal: the `totals` by seat, and the `dealer` of this deal or the last one.

    `open_hands` is for this deal, `open_next` for the next. With `replays`, players can ask for the same
    cards again. `solos` is how many more deals, with this one, the first player goes solo in without a bid.
    """

    options: Options
    totals: BySeat = (0, 0, 0)
    dealer: Seat = SEATS[0]
    open_hands: bool = False
    open_next: bool = False
    replays: bool = False
    solos: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as dealt."""

    hands: BySeat
    widow: int


@dataclass(frozen=True, slots=True)
class Solo:
    """The soloist and their exchange so far.

    `called` is the three they called for, `giver` the seat that had it (None if it is in the widow), and
    `returned` the card the giver got for it. `rejected` and `taken` are masks, 0 until then.
    """

    soloist: Seat
    called: Card | None = None
    giver: Seat | None = None
    returned: Card | None = None
    rejected: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal, by seat.

    `tricks` are the points in tricks with 3 for the last one. `took` adds the cards out of play, 35 in all.
    `scored` adds the excess or the shortfall, with 70 for 35. `out` is the mask of the cards out of play.
    """

    tricks: BySeat
    took: BySeat
    scored: BySeat
    out: int


@dataclass(frozen=True, slots=True)
class Played:
    """A deal after its twelve tricks."""

    solo: Solo
    tricks: tuple[Trick, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class DealerOwed:
    """Chance has to draw the first dealer."""

    match: Match


@dataclass(frozen=True, slots=True)
class DealOwed:
    """Chance has to deal."""

    match: Match


@dataclass(frozen=True, slots=True)
class Bidding:
    """After `passes`, 0 to 5, the next player has to pass or go solo."""

    match: Match
    dealt: Dealt
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Calling:
    """A soloist from the second round has to call for a three or for none."""

    match: Match
    dealt: Dealt
    solo: Solo


@dataclass(frozen=True, slots=True)
class Returning:
    """The soloist has the three they called for, and has to give another card in return."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Rejecting:
    """The soloist has to reject 1 to 4 cards."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Taking:
    """The widow is face up, and the soloist has to fill their hand from it."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Playing:
    """`mover` has to play to `trick`, which has at most two cards."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo
    mover: Seat
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class Between:
    """Before the next deal everybody says what comes next; `played` is None if everybody passed twice."""

    match: Match
    dealt: Dealt
    played: Played | None
    said: Words = ("", "", "")


@dataclass(frozen=True, slots=True)
class Asking:
    """Everybody votes on `wish`; those who asked for it have agreed already.

    `words` are what each seat said, without the requests that have been voted on. `votes` are by seat.
    """

    match: Match
    dealt: Dealt
    played: Played | None
    words: Words
    wish: Wish
    votes: Words

    @property
    def askers(self) -> tuple[Seat, ...]:
        """The seats that asked for it."""
        return tuple(seat for seat in SEATS if self.words[seat] == self.wish)


@dataclass(frozen=True, slots=True)
class Naming:
    """`seat` asked for another game point and has to say which; `words` are as in Asking."""

    match: Match
    dealt: Dealt
    played: Played | None
    words: Words
    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    match: Match
    dealt: Dealt
    played: Played
    outcome: Outcome


Position: TypeAlias = (
    DealerOwed
    | DealOwed
    | Bidding
    | Calling
    | Returning
    | Rejecting
    | Taking
    | Playing
    | Between
    | Asking
    | Naming
    | Finished
)
