"""What a viewer knows of Foozle: the open cards, their own hand, and everything once the game is over."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.core import Choice, Preference, Preferences, Seat, Stopped, Viewer
from games.foozle.rules.cards import NONE, RANKS, Card, Cards, is_trump, rank_of
from games.foozle.rules.laying import Reach
from games.foozle.rules.melds import best
from games.foozle.rules.position import (
    DealerOwed,
    DealOwed,
    Finished,
    Laying,
    Played,
    Position,
    Table,
    Taking,
)

PREFERENCES = (
    Preference("order", (Choice("suit", "Sort by suit"), Choice("rank", "Sort by rank"))),
    Preference("melds", (Choice("show", "Show groups"), Choice("hide", "Hide groups"))),
)
Order: TypeAlias = Literal["suit", "rank"]
Phase: TypeAlias = type[Position | Stopped[Position]]
"""The class of the position, or Stopped if the game was stopped in it."""


@dataclass(frozen=True, slots=True)
class View:
    """The table with only the viewer's own hand: `table` has no other hand, no pile and no dump.

    `held` counts cards by seat; `pile` and `dump` are numbers of cards. `shown` is the whole position, only
    once the game is over. `mover` takes, draws or lays. `order` and `marks` are the player's preferences: how
    to sort their cards, and whether to point out the groups they could make.
    """

    viewer: Viewer
    phase: Phase
    table: Table
    held: tuple[int, ...]
    pile: int
    dump: int
    mover: Seat | None = None
    taken: Card | None = None
    shown: Position | None = None
    order: Order = "suit"
    marks: bool = True

    @property
    def hand(self) -> Cards:
        """The viewer's own cards; none for the channel."""
        return NONE if self.viewer is None else self.table.hands[self.viewer]

    @property
    def melds(self) -> tuple[Cards, ...]:
        """The groups of the hand's best partition, if the player wants them shown."""
        return best(self.hand).groups if self.marks else ()

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards sorted the way the player prefers; trumps last."""
        return tuple(sorted(cards, key=_by_rank if self.order == "rank" else None))

    @property
    def news(self) -> tuple[Played, ...]:
        """The latest turn of each seat, the newest last, except that of a player about to begin another."""
        begins = self.mover if self.phase is Taking else None
        return tuple(turn for turn in self.table.turns if turn.seat != begins)

    @property
    def reach(self) -> Reach:
        """The viewer's hand and what it can be laid on."""
        return Reach(self.hand, self.table.groups, self.taken)

    @property
    def turns_left(self) -> str:
        """How many turns the mover still has, with this one, in a sentence; empty if the game sets no end."""
        left, seats = self.table.left, self.table.seats
        if left is None:
            return ""
        if not left:
            return "The first to get ahead wins."
        own = (left + seats - 1) // seats
        return "It's the last turn." if own == 1 else f"{own} turns left."

    @property
    def asked(self) -> bool:
        """Whether the viewer has to take or lay now."""
        return self.viewer is not None and self.viewer == self.mover and self.phase in (Taking, Laying)


def _by_rank(card: Card) -> tuple[int, int]:
    return (len(RANKS) if is_trump(card) else rank_of(card), card)


def preferred(view: View, preferences: Preferences) -> View:
    """The view with the player's preferences: hand order, and whether to point out groups."""
    order: Order = "rank" if preferences.get("order") == "rank" else "suit"
    return replace(view, order=order, marks=preferences.get("melds") != "hide")


def see(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """What this viewer knows of the position."""
    stopped = isinstance(state, Stopped)
    position = state.at if isinstance(state, Stopped) else state
    table = position.table
    is_over = stopped or isinstance(position, Finished)
    return View(
        viewer=viewer,
        phase=type(state),
        table=table if is_over else _veiled(table, viewer),
        held=tuple(hand.bit_count() for hand in table.hands),
        pile=table.pile.bit_count(),
        dump=table.dump.bit_count(),
        mover=None if stopped or isinstance(position, DealerOwed | DealOwed | Finished) else position.mover,
        taken=position.taken if isinstance(position, Laying) and not stopped else None,
        shown=position if is_over else None,
    )


def opened(position: Position) -> View:
    """What the channel would have seen if all had played with open hands: for replays."""
    return replace(see(position, None), table=position.table)


def _veiled(table: Table, viewer: Viewer) -> Table:
    hands = tuple(hand if seat == viewer else NONE for seat, hand in enumerate(table.hands))
    turns = tuple(turn if turn.seat == viewer else replace(turn, got=None) for turn in table.turns)
    return replace(table, hands=hands, pile=NONE, dump=NONE, turns=turns)
