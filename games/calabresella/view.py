"""What one viewer knows of Calabresella: his own hand, and what lay or was said on the table."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.calabresella.options import Options
from games.calabresella.position import BySeat, Position, Score, Trick, Wish, Word
from games.core import Seat, Viewer
from games.kit.cards import Card

Phase: TypeAlias = Literal[
    "dealer", "deal", "bid", "call", "return", "reject", "take", "play", "between", "agree", "finished"
]
"""`dealer` and `deal` are chance's; `return` the soloist gives a card for the three he called for; between
deals all say how to go on (`between`), and where something is asked for, whether they agree (`agree`)."""


@dataclass(frozen=True, slots=True)
class View:
    """All fields are what this viewer may know; those of a deal stay until the next one is dealt."""

    viewer: Viewer
    options: Options
    phase: Phase
    stopped: bool = False
    totals: BySeat = (0, 0, 0)
    """Match points by seat; the last deal's are in once it is `between` or `finished`."""
    dealer: Seat | None = None
    owes: tuple[Seat, ...] = ()
    """Who must move; empty in chance's phases and after the end."""
    hands: tuple[tuple[Card, ...], ...] = ((), (), ())
    """By seat and sorted; a card that is not to be seen is UNSEEN, the empty text."""
    passes: int = 0
    """While the bidding goes on, 0 to 5; it goes round from the dealer's left (`dealer + 2` modulo 3)."""
    soloist: Seat | None = None
    called: Card | None = None
    giver: Seat | None = None
    """Who gave the three; None also where it lies in the widow."""
    returned: Card | None = None
    """What the giver got: seen by him and the soloist only."""
    rejects: int = 0
    """How many cards the soloist rejected."""
    rejected: tuple[Card, ...] = ()
    """Which, seen by the soloist only, and not during the play; by all from the scoring on."""
    widow: tuple[Card, ...] = ()
    """The four cards while they lie face up, from the reject to the last one taken and after the scoring.

    Otherwise UNSEEN four times, and none before the deal.
    """
    taken: tuple[Card, ...] = ()
    """Which of them the soloist took."""
    remembered: tuple[Card, ...] = ()
    """During the play, those out of play that the viewer saw before they were turned face down.

    They are there for whoever remembers them, as computers do: no picture and no words show them.
    """
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    """Those complete, oldest first."""
    points: BySeat = (0, 0, 0)
    """Of the tricks of this deal so far, with 3 for the last; without the cards out of play."""
    taken_tricks: BySeat = (0, 0, 0)
    """How many tricks each took."""
    score: Score | None = None
    """How the deal was scored, once it was played out."""
    ready: tuple[bool, bool, bool] = (False, False, False)
    """Who has said how to go on after the deal, or whether they agree."""
    said: Word = ""
    """What the viewer said to that."""
    wishes: tuple[Wish, ...] = ()
    """What can be said to it between deals."""
    wish: Wish | None = None
    """What is asked for and needs everybody's yes."""
    askers: tuple[Seat, ...] = ()
    """Who asks for it."""
    ended: Position | None = None
    """After the end, finished or broken off, the whole position."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return () if self.viewer is None else self.hands[self.viewer]

    @property
    def mover(self) -> Seat | None:
        """Who alone must move."""
        return self.owes[0] if len(self.owes) == 1 else None

    @property
    def last(self) -> Trick:
        """The last complete trick."""
        return self.tricks[-1] if self.tricks else ()
