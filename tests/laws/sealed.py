"""A toy with hidden hands: one or two cards are sealed at once, the highest sum takes the trick."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from games.core import (
    CHANCE,
    BadNotation,
    Choice,
    Event,
    IllegalMove,
    Outcome,
    Preference,
    Preferences,
    Question,
    Ready,
    Seat,
    Step,
    Stopped,
    Turn,
    Viewer,
    mark,
)
from games.game import About, Level
from games.kit.faces import Drawing
from tests.laws.png import png
from tests.laws.toys import as_game

HAND, WIDOW = 4, 2
Cards: TypeAlias = tuple[int, ...]


class Options(BaseModel):
    """How often cards are sealed, and whether the widow is open."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rounds: int = Field(default=2, ge=1, le=2)
    open_widow: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand for every seat, and the widow last."""

    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Seal:
    """One or two cards, in rising order."""

    cards: Cards


Move: TypeAlias = Deal | Seal


@dataclass(frozen=True, slots=True)
class Table:
    """The position: what is dealt, what is sealed by seat, who took the tricks, and how many are left."""

    options: Options
    points: Cards
    left: int
    hands: tuple[Cards, ...] = ()
    sealed: tuple[Cards, ...] = ()
    widow: Cards = ()


@dataclass(frozen=True, slots=True)
class View:
    """One hand and what is open; `everything` only after the end."""

    viewer: Viewer
    points: Cards
    left: int
    dealt: bool
    widow: Cards
    hand: Cards
    mine: Cards
    counts: Cards
    ready: tuple[bool, ...]
    everything: Table | None
    highest_first: bool = False


class Sealed:
    """Seal cards, in secret and at once; the choice can be changed until the last one is in."""

    about: ClassVar[About] = About(
        "sealed",
        "Sealed",
        "1",
        (2, 3),
        "Bid in secret.",
        2,
        (Level("easy", "Easy", "Guesses."), Level("keen", "Hard", "Thinks.")),
        False,
        hands=True,
    )
    options: ClassVar[type[BaseModel]] = Options
    preferences: ClassVar[tuple[Preference, ...]] = (
        Preference("order", (Choice("low", "Lowest first"), Choice("high", "Highest first"))),
    )

    def new(self, seats: int, options: Options) -> Table:
        return Table(options, (0,) * seats, options.rounds)

    def turn(self, state: Table) -> Turn:
        if not state.left:
            return Turn()
        if not state.hands:
            return Turn(frozenset({CHANCE}))
        ready = frozenset(Seat(seat) for seat, cards in enumerate(state.sealed) if cards)
        return Turn(frozenset(map(Seat, range(len(state.points)))) - ready, ready)

    def chance(self, state: Table, rng: Random) -> Move:
        seats = len(state.points)
        cards = sorted(range(1, seats * HAND + WIDOW + 1), key=lambda _: rng.random())
        hands = [tuple(sorted(cards[at : at + HAND])) for at in range(0, seats * HAND, HAND)]
        return Deal((*hands, tuple(sorted(cards[seats * HAND :]))))

    def apply(self, state: Table, seat: Seat, move: Move) -> Step[Table]:
        if isinstance(move, Deal) != (seat == CHANCE):
            raise IllegalMove("The cards are dealt once, and then players seal them.")
        return self._dealt(state, move) if isinstance(move, Deal) else self._sealed(state, seat, move)

    def _dealt(self, state: Table, deal: Deal) -> Step[Table]:
        seats = len(state.points)
        sizes = [len(hand) for hand in deal.hands]
        every = sorted(card for hand in deal.hands for card in hand)
        if sizes != [HAND] * seats + [WIDOW] or every != list(range(1, seats * HAND + WIDOW + 1)):
            raise IllegalMove("Every card is dealt exactly once.")
        widow = f" The widow is {_write(deal.hands[-1])}." if state.options.open_widow else ""
        told = {Seat(seat): f"You hold {_write(deal.hands[seat])}.{widow}" for seat in range(seats)}
        after = replace(state, hands=deal.hands[:-1], widow=deal.hands[-1], sealed=((),) * seats)
        return Step(after, (Event(f"The cards are dealt.{widow}", None, told),))

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        if not set(seal.cards) <= set(state.hands[seat]):
            raise IllegalMove("You do not hold these cards.")
        first = "" if state.sealed[seat] else f"{mark(seat)} has sealed."
        told = Event(first, seat, {seat: f"You seal {_write(seal.cards)}."})
        sealed = (*state.sealed[:seat], seal.cards, *state.sealed[seat + 1 :])
        after = replace(state, sealed=sealed)
        return _revealed(after, told) if all(sealed) else Step(after, (told,))

    def outcome(self, state: Table) -> Outcome | None:
        if state.left:
            return None
        places = tuple(1 + sum(other > mine for other in state.points) for mine in state.points)
        return Outcome(places, state.points, "all tricks are taken")

    def scores(self, state: Table, _stopped: bool) -> Cards:
        return state.points

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        if isinstance(state, Stopped):
            return replace(self._seen(state.at, viewer), everything=state.at)
        return self._seen(state, viewer)

    def _seen(self, state: Table, viewer: Viewer) -> View:
        seat = viewer if state.hands else None
        return View(
            viewer,
            state.points,
            state.left,
            bool(state.hands),
            state.widow if state.options.open_widow else (),
            () if seat is None else state.hands[seat],
            () if seat is None else state.sealed[seat],
            tuple(map(len, state.hands)),
            tuple(map(bool, state.sealed)),
            None if state.left else state,
        )

    def preferred(self, view: View, preferences: Preferences) -> View:
        return replace(view, highest_first=preferences.get("order") == "high")

    def legal(self, view: View) -> Iterable[Move]:
        if not view.left or view.everything:
            return []
        return [Seal(cards) for size in (1, 2) for cards in combinations(view.hand, size)]

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        if not view.left or not view.hand or view.everything:
            if answers:
                raise IllegalMove("There is nothing to seal.")
            return None
        if not answers:
            cards = view.hand[::-1] if view.highest_first else view.hand
            return Question("Seal one or two cards.", tuple(Choice(str(c), f"Card {c}") for c in cards), 1, 2)
        for move in self.legal(view):
            cards = move.cards if isinstance(move, Seal) else ()
            if answers in {("+".join(map(str, some)),) for some in (cards, cards[::-1])}:
                return Ready(move)
        raise IllegalMove("You do not hold these cards.")

    def write(self, move: Move) -> str:
        return "deal " + " / ".join(map(_write, move.hands)) if isinstance(move, Deal) else _write(move.cards)

    def read(self, text: str) -> Move:
        dealt = text.startswith("deal ")
        groups = [group.split() for group in text.removeprefix("deal ").split("/")]
        words = [word for group in groups for word in group]
        if not (all(word.isascii() and word.isdigit() and len(word) < 4 for word in words) and words):
            raise BadNotation("Name the cards by their numbers, such as “3 8”.")
        hands = tuple(tuple(sorted(set(map(int, group)))) for group in groups)
        if not dealt and (len(hands) > 1 or len(words) > 2):
            raise BadNotation("One or two cards are sealed.")
        return Deal(hands) if dealt else Seal(hands[0])

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return png(view, answers)

    def describe(self, view: View) -> str:
        return f"{view.left} to go. You hold {_write(view.hand)}."

    def choose(self, view: View, level: str, rng: Random) -> Move:
        moves = list(self.legal(view))
        return moves[-1] if level == "keen" else moves[int(rng.random() * len(moves))]


def _write(cards: Cards) -> str:
    return " ".join(map(str, cards))


def _revealed(state: Table, told: Event) -> Step[Table]:
    """All cards are in: the highest sum takes the trick, and a tie takes nothing."""
    sums = [sum(cards) for cards in state.sealed]
    wins = [sums.count(max(sums)) == 1 and mine == max(sums) for mine in sums]
    after = replace(
        state,
        points=tuple(had + won for had, won in zip(state.points, wins, strict=True)),
        left=state.left - 1,
        hands=tuple(
            tuple(card for card in hand if card not in spent)
            for hand, spent in zip(state.hands, state.sealed, strict=True)
        ),
        sealed=((),) * len(sums),
    )
    shown = "; ".join(f"{mark(Seat(seat))} {_write(cards)}" for seat, cards in enumerate(state.sealed))
    return Step(after, (told, Event(f"The cards are opened: {shown}.", by=None)))


SEALED = as_game(Sealed())
