"""What one viewer knows of Calabresella: their own hand, and what everybody has seen or heard."""

from dataclasses import dataclass
from typing import TypeAlias

from games.calabresella.rules.options import Options
from games.calabresella.rules.position import BySeat, Position, Score, Trick, Wish, Word
from games.core import Seat, Viewer
from games.kit.cards import Card

Phase: TypeAlias = type[Position]
"""The class of the position, such as Bidding; a position itself has secrets."""


@dataclass(frozen=True, slots=True)
class View:
    """What this viewer knows. What they know about a deal stays until the next deal."""

    viewer: Viewer
    options: Options
    phase: Phase
    stopped: bool = False
    totals: BySeat = (0, 0, 0)
    """Match points by seat, including the last deal once it's scored."""
    dealer: Seat | None = None
    owes: tuple[Seat, ...] = ()
    """The seats that have to move; none while chance moves, or after the end."""
    hands: tuple[tuple[Card, ...], ...] = ((), (), ())
    """By seat, sorted; hidden cards are UNSEEN."""
    passes: int = 0
    """During the bidding, how many have passed, 0 to 5."""
    soloist: Seat | None = None
    called: Card | None = None
    giver: Seat | None = None
    """The seat that gave the three; None if nobody did, for example if it's in the widow."""
    returned: Card | None = None
    """What the giver got in return; only the giver and the soloist see it."""
    rejects: int = 0
    """How many cards the soloist rejected."""
    rejected: tuple[Card, ...] = ()
    """The rejects. Only the soloist sees them, and not during play; everybody does after the scoring."""
    widow: tuple[Card, ...] = ()
    """The four cards while they are face up: while the soloist takes from them, and after the scoring.

    Otherwise UNSEEN four times; none before the deal.
    """
    taken: tuple[Card, ...] = ()
    """The cards the soloist took."""
    remembered: tuple[Card, ...] = ()
    """During play, the cards out of play that the viewer saw before they were turned face down.

    Computers remember them, and people have to: no picture or text shows them.
    """
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, oldest first."""
    points: BySeat = (0, 0, 0)
    """Points in this deal's tricks so far, with 3 for the last trick, without the cards out of play."""
    taken_tricks: BySeat = (0, 0, 0)
    """How many tricks each seat has won."""
    score: Score | None = None
    """The score of the deal, once it's played."""
    ready: tuple[bool, bool, bool] = (False, False, False)
    """Which seats have said what comes next, or voted."""
    said: Word = ""
    """What the viewer said or voted."""
    wishes: tuple[Wish, ...] = ()
    """What players can say between deals."""
    wish: Wish | None = None
    """The request they vote on."""
    askers: tuple[Seat, ...] = ()
    """The seats that asked for it."""
    first: tuple[Seat, ...] = ()
    """Once the match is over, the seats in first place."""
    ended: Position | None = None
    """The whole position, once the match is finished or stopped."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return () if self.viewer is None else self.hands[self.viewer]

    @property
    def mover(self) -> Seat | None:
        """The seat to move, if there's only one."""
        return self.owes[0] if len(self.owes) == 1 else None

    @property
    def last(self) -> Trick:
        """The last complete trick."""
        return self.tricks[-1] if self.tricks else ()
