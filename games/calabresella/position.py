"""The position of a match of Calabresella: the match, the deal, and the phases they go through.

Sets of cards are masks of `games.kit.cards`. Seats sit so that a, b, c follow each other to the right.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.calabresella.options import Options
from games.core import Seat
from games.kit.cards import Card, Deck

DECK = Deck("4 5 6 7 J Q K A 2 3")
"""The deck of 40, each suit from its lowest card to its highest."""

SEATS = (Seat(0), Seat(1), Seat(2))
HAND, WIDOW, TRICKS = 12, 4, 12
LAST_TRICK = 3
"""Points for the last trick."""
ALL_POINTS, MADE = 35, 18
"""What there is to be won in a deal, and what a soloist must win of it."""

BySeat: TypeAlias = tuple[int, int, int]
"""One number a seat: points, or a mask of cards."""


def by_seat(numbers: Iterable[int]) -> BySeat:
    """Three numbers in the order of the seats."""
    a, b, c = numbers
    return a, b, c


Wish: TypeAlias = Literal["next", "replay", "either", "again", "open", "closed", "replays", "no replays"]
"""How to go on after a deal: with the next one, or what is asked for; `replay` and `either` are old words."""

Word: TypeAlias = Literal[""] | Wish | Literal["agree", "refuse"]
Words: TypeAlias = tuple[Word, Word, Word]
"""By seat, how to go on after a deal, or whether they agree to what is asked; empty before that."""


def right_of(seat: Seat, steps: int = 1) -> Seat:
    """Who sits so many places to the right: play, bids and the deal go that way (rule 3)."""
    return Seat((seat + steps) % 3)


class Laid(NamedTuple):
    """A card on the table and who played it."""

    seat: Seat
    card: Card


Trick: TypeAlias = tuple[Laid, ...]
"""Up to three cards in the order in which they were played."""


@dataclass(frozen=True, slots=True)
class Match:
    """What goes on from deal to deal: `totals` by seat, and who deals now or dealt last.

    Hands lie open in this deal (`open_hands`) and from the next one on (`open_next`); `replays` says whether
    the same cards can be asked for.
    """

    options: Options
    totals: BySeat = (0, 0, 0)
    dealer: Seat = SEATS[0]
    open_hands: bool = False
    open_next: bool = False
    replays: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as they were dealt."""

    hands: BySeat
    widow: int


@dataclass(frozen=True, slots=True)
class Solo:
    """The soloist and his exchange so far.

    `called` is the three he called for, `giver` who had it (nobody where it lies in the widow), `returned`
    what the giver got for it; `rejected` and `taken` are masks, 0 before that.
    """

    soloist: Seat
    called: Card | None = None
    giver: Seat | None = None
    returned: Card | None = None
    rejected: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """A deal that is played, by seat: the points of `tricks` with the last one's 3, what each `took` with the
    cards out of play (35 in all), and what is `scored`, with a soloist's excess or lack and 70 for 35."""

    tricks: BySeat
    took: BySeat
    scored: BySeat
    out: int


@dataclass(frozen=True, slots=True)
class Played:
    """A deal played to its end."""

    solo: Solo
    tricks: tuple[Trick, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class DealerOwed:
    """Chance must draw who deals first."""

    match: Match


@dataclass(frozen=True, slots=True)
class DealOwed:
    """Chance must deal."""

    match: Match


@dataclass(frozen=True, slots=True)
class Bidding:
    """After so many passes, 0 to 5, the next one must pass or declare himself soloist."""

    match: Match
    dealt: Dealt
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Calling:
    """A soloist of the second round must call for a three or renounce it."""

    match: Match
    dealt: Dealt
    solo: Solo


@dataclass(frozen=True, slots=True)
class Returning:
    """The soloist holds the three he called for and must give another card for it."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Rejecting:
    """The soloist must reject one to four cards."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Taking:
    """The widow is turned up, and the soloist must fill his hand from it."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo


@dataclass(frozen=True, slots=True)
class Playing:
    """`mover` must play to `trick`, which holds less than three cards."""

    match: Match
    dealt: Dealt
    hands: BySeat
    solo: Solo
    mover: Seat
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class Between:
    """Before the next deal everybody says how to go on; `played` is None where all passed twice."""

    match: Match
    dealt: Dealt
    played: Played | None
    said: Words = ("", "", "")


@dataclass(frozen=True, slots=True)
class Asking:
    """All who did not ask for `wish` themselves must agree to it or refuse.

    `words` are what all said and what is still to be voted on, `votes` by seat who agrees.
    """

    match: Match
    dealt: Dealt
    played: Played | None
    words: Words
    wish: Wish
    votes: Words

    @property
    def askers(self) -> tuple[Seat, ...]:
        """Who asked for it."""
        return tuple(seat for seat in SEATS if self.words[seat] == self.wish)


@dataclass(frozen=True, slots=True)
class Finished:
    """Somebody has won the match."""

    match: Match
    dealt: Dealt
    played: Played


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
    | Finished
)
