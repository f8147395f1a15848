"""Liar's dice as the referee knows it: options, moves, positions, and what each move does."""

from dataclasses import dataclass, fields
from random import Random
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from games.core import CHANCE, Event, Highlight, IllegalMove, Outcome, Seat, Step, Stopped, Turn, Viewer, mark
from games.kit.lots import below
from games.kit.rulebook import Rulebook, When

Hands: TypeAlias = tuple[tuple[int, ...], ...]
FIRST = Seat(0)


class Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    dice: int = Field(3, ge=1, le=5, title="Dice", description="How many dice each player starts with.")
    wild: bool = Field(False, title="Wild ones", description="Ones count as every face.")


@dataclass(frozen=True, slots=True)
class Roll:
    hands: Hands  # each in rising order


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    count: int
    face: int

    def __str__(self) -> str:
        return f"{self.count}×{self.face}"


@dataclass(frozen=True, slots=True)
class Doubt: ...


@dataclass(frozen=True, slots=True)
class Go: ...


Move: TypeAlias = Roll | Bid | Doubt | Go


@dataclass(frozen=True)
class Position:
    """`dice` are left to each seat, `out` are the seats that have none, the first to go first."""

    options: Options
    dice: tuple[int, ...]
    out: tuple[Seat, ...] = ()
    mover: Seat = FIRST
    hands: Hands = ()
    bid: Bid | None = None
    bidder: Seat = FIRST

    def as_(self, phase: "type[Position]", **changes: Any) -> "Position":
        return phase(**{field.name: getattr(self, field.name) for field in fields(self)} | changes)


class Rolling(Position):
    """Chance owes the dice, so no player ever sees this."""


class Bidding(Position):
    """The mover owes a bid or a doubt."""


class Shown(Position):
    """All dice are shown until the mover says go. Without this phase they would never be seen."""


class Over(Position):
    """One player is left with dice, or a view's game was stopped."""


@dataclass(frozen=True, slots=True)
class View:
    """The position as one viewer knows it: hands that they may not see are empty."""

    viewer: Viewer
    now: Position


def new(seats: int, options: Options) -> Position:
    return Rolling(options, (options.dice,) * seats)


def turn(now: Position) -> Turn:
    if isinstance(now, Over):
        return Turn()
    return Turn(frozenset({CHANCE if isinstance(now, Rolling) else now.mover}))


def chance(now: Position, rng: Random) -> Move:
    return Roll(tuple(tuple(sorted(below(rng, 6) + 1 for _ in range(dice))) for dice in now.dice))


def _roll(now: Rolling, _: Seat, roll: Roll) -> Step[Position]:
    if tuple(map(len, roll.hands)) != now.dice:
        raise IllegalMove("Everybody rolls all their dice (rule 1).")
    told = {Seat(seat): f"You rolled {spaced(hand)}." for seat, hand in enumerate(roll.hands) if hand}
    return Step(now.as_(Bidding, hands=roll.hands, bid=None), (Event("Everybody rolls.", None, told),))


def _bid(now: Bidding, seat: Seat, bid: Bid) -> Step[Position]:
    if bid.count > sum(now.dice):
        raise IllegalMove(f"There are only {sum(now.dice)} dice on the table (rule 2).")
    if now.bid and bid <= now.bid:
        raise IllegalMove(f"Bid more than {now.bid}, or doubt it (rule 3).")
    after = now.as_(Bidding, mover=_next(now.dice, seat), bid=bid, bidder=seat)
    return Step(after, (Event(f"{mark(seat)} bids {bid}.", seat),))


def _doubt(now: Bidding, seat: Seat, _: Doubt) -> Step[Position]:
    if now.bid is None:
        raise IllegalMove("There is no bid to doubt: bid first (rule 2).")
    faces = {now.bid.face, 1 if now.options.wild else now.bid.face}
    found = sum(die in faces for hand in now.hands for die in hand)
    loser = seat if found >= now.bid.count else now.bidder
    dice = tuple(left - (at == loser) for at, left in enumerate(now.dice))
    out = now.out if dice[loser] else (*now.out, loser)
    shown = "; ".join(f"{mark(Seat(at))} {spaced(hand)}" for at, hand in enumerate(now.hands) if hand)
    told = f"{mark(seat)} doubts {now.bid}. The dice: {shown}. {mark(loser)} loses a die."
    mover = loser if dice[loser] else _next(dice, loser)
    phase = Over if sum(map(bool, dice)) == 1 else Shown
    lost = Highlight("You lose a die", f"{mark(seat)} doubted {now.bid}")
    event = Event(told, seat, highlights={loser: lost})
    return Step(now.as_(phase, dice=dice, out=out, mover=mover), (event,))


def _go(now: Shown, _seat: Seat, _move: Go) -> Step[Position]:
    return Step(now.as_(Rolling, hands=()))


def _next(dice: tuple[int, ...], seat: Seat) -> Seat:
    others = (Seat((seat + step) % len(dice)) for step in range(1, len(dice) + 1))
    return next(other for other in others if dice[other])


RULES: Rulebook[Position] = Rulebook(
    When(Rolling, Roll, _roll),
    When(Bidding, Bid, _bid),
    When(Bidding, Doubt, _doubt),
    When(Shown, Go, _go),
    owed=lambda now: "Start the next round." if isinstance(now, Shown) else "Bid, or doubt the last bid.",
)

apply = RULES.apply


def outcome(now: Position) -> Outcome | None:
    if sum(map(bool, now.dice)) > 1:
        return None
    places = {seat: len(now.dice) - at for at, seat in enumerate(now.out)}
    return Outcome(
        tuple(places.get(Seat(at), 1) for at in range(len(now.dice))), now.dice, "the last with dice"
    )


def scores(now: Position, _stopped: bool) -> tuple[int, ...]:
    return now.dice


def view(state: Position | Stopped[Position], viewer: Viewer) -> View:
    if isinstance(state, Stopped):
        return View(viewer, state.at.as_(Over))
    if not isinstance(state, Bidding):
        return View(viewer, state)
    seen = tuple(hand if seat == viewer else () for seat, hand in enumerate(state.hands))
    return View(viewer, state.as_(Bidding, hands=seen))


def spaced(hand: tuple[int, ...]) -> str:
    return " ".join(map(str, hand))
