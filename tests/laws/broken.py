"""The toys, each broken in one place: what a law is worth is seen when it is broken."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.core import CHANCE, Choice, Event, IllegalMove, Outcome, Pick, Ready, Seat, Step, Turn, Viewer
from tests.laws import pebbles
from tests.laws.pebbles import Heaps, Pebbles, Start, Take
from tests.laws.png import png
from tests.laws.sealed import Move, Seal, Sealed, Table, View


class WritesNobody(Pebbles):
    """Writes the toss as if the first seat always began."""

    def write(self, move: Start | Take) -> str:
        return "start a" if isinstance(move, Start) else super().write(move)


class HidesAMove(Pebbles):
    """The prompt never offers three pebbles."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Pick | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        if isinstance(node, Pick) and len(node.choices) == 3:
            return replace(node, choices=node.choices[:2])
        return node


class OffersTooMuch(Pebbles):
    """The prompt leads to taking three pebbles from a heap of two."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Pick | Ready[Start | Take] | None:
        if len(answers) == 2 and answers[1] == "2":
            return Ready(Take(3, pebbles.HEAPS.index(answers[0])))
        return super().prompt(view, answers)


class TakesAnyAnswer(Pebbles):
    """The prompt asks from the beginning when it does not understand."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Pick | Ready[Start | Take] | None:
        try:
            return super().prompt(view, answers)
        except IllegalMove:
            return super().prompt(view, ())


class LastSealerWins(Sealed):
    """Whoever seals last gets a point for it."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        if step.state.left == state.left:
            return step
        points = tuple(had + (place == seat) for place, had in enumerate(step.state.points))
        return replace(step, state=replace(step.state, points=points))


class NoOutcomeOfATie(Sealed):
    """Equal points are no outcome."""

    def outcome(self, state: Table) -> Outcome | None:
        return super().outcome(state) if len(set(state.points)) > 1 else None


class EverybodySecond(Sealed):
    """Those who share the first place are called second."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome and len(set(outcome.places)) == 1:
            return replace(outcome, places=(2,) * len(outcome.places))
        return outcome


class TellsHowMany(Sealed):
    """Everybody hears how many cards were sealed."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        return replace(step, events=(Event(f"{len(seal.cards)} sealed."), *step.events))


class ShowsTheWidow(Sealed):
    """The widow is shown even where it is not open."""

    def view(self, state: Table, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), widow=state.widow)


class ShowsWhoSealedTwo(Sealed):
    """The view says of two sealed cards what it does not say of one."""

    def view(self, state: Table, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), ready=tuple(len(cards) > 1 for cards in state.sealed))


class OneCardMayNotBeRevised(Sealed):
    """By whose turn it is one can tell how many cards were sealed."""

    def turn(self, state: Table) -> Turn:
        turn = super().turn(state)
        return replace(turn, may=frozenset(seat for seat in turn.may if len(state.sealed[seat]) > 1))


@dataclass(frozen=True, slots=True)
class Seeing(View):
    """A view that compares equal to others and knows more than they do."""

    behind: Table | None = field(default=None, compare=False)


class _SeesBehind(Sealed):
    def view(self, state: Table, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        fields = {name: getattr(seen, name) for name in View.__slots__}
        return Seeing(**fields, behind=state)


def _behind(view: View) -> str:
    return str(view.behind.hands if isinstance(view, Seeing) and view.behind else "")


class PaintsAllHands(_SeesBehind):
    """The picture depends on hands that the view does not show."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        return png(view, answers, _behind(view))


class DescribesAllHands(_SeesBehind):
    """The description tells every hand."""

    def describe(self, view: View) -> str:
        return super().describe(view) + _behind(view)


class AsksAboutAllHands(_SeesBehind):
    """The question tells every hand."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        node = super().prompt(view, answers)
        return replace(node, text=_behind(view)) if isinstance(node, Pick) else node


class KnowsNoRoundNumbers(Pebbles):
    """Superscript digits are numbers to Python's isdigit, but not to int."""

    def read(self, text: str) -> Start | Take:
        words = text.split()
        if words and words[0].isdigit():
            int(words[0])
        return super().read(text)


class Mutters(Pebbles):
    """Refuses without a sentence."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove:
            raise IllegalMove("bad move") from None


class RemembersRevising(Sealed):
    """Turns the hand around when a choice is revised."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        if not state.sealed[seat]:
            return step
        hands = list(step.state.hands)
        hands[seat] = hands[seat][::-1]
        return replace(step, state=replace(step.state, hands=tuple(hands)))


class SaysWhoRevises(Sealed):
    """Says again that a seat has sealed when it changes its mind."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        return replace(step, events=(Event("Somebody seals."), *step.events))


class AnybodyMoves(Pebbles):
    """Accepts a move from whoever makes it."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        mover = state.mover if isinstance(move, Take) else seat
        return super().apply(state, mover, move)


class RefusesThree(Pebbles):
    """Refuses what it calls legal."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        if move == Take(3, 0):
            raise IllegalMove("Three are too many.")
        return super().apply(state, seat, move)


class KeepsTheWidow(Sealed):
    """Shows nothing more after the end than before."""

    def view(self, state: Table, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), everything=None)


class Cheats(Pebbles):
    """The computer takes what it likes."""

    def choose(self, view: pebbles.View, level: str, rng: Random) -> Start | Take:
        return Take(3, 1)


class Wavers(Pebbles):
    """The computer plays differently at every asking."""

    asked: ClassVar[list[int]] = []

    def choose(self, view: pebbles.View, level: str, rng: Random) -> Start | Take:
        self.asked.append(1)
        moves = list(self.legal(view))
        return moves[len(self.asked) % len(moves)]


class _Says(Pebbles):
    """Every choice is `said`."""

    said: ClassVar[Choice]

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Pick | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        return replace(node, choices=(self.said,)) if isinstance(node, Pick) and not answers else node


class SaysTooMuch(_Says):
    """A label of 81 characters."""

    said = Choice("left", "x" * 81)


class SaysAName(_Says):
    """A label that is too long once the mark is a name."""

    said = Choice("left", "{a}" + "x" * 60)


class HasAColonInAKey(_Says):
    """A key that the button's id would take for two."""

    said = Choice("left:1", "Left")


class AsksTheChannelSomethingElse(Pebbles):
    """The channel's question is not that of the mover."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Pick | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        return replace(node, text="Who?") if isinstance(node, Pick) and view.viewer is None else node


class AsksEverybody(Pebbles):
    """Those who may not move have legal moves all the same."""

    def legal(self, view: pebbles.View) -> Iterable[Start | Take]:
        return super().legal(replace(view, viewer=None))


class ChanceBesideOthers(Sealed):
    """Chance owes the deal, and so does the first seat."""

    def turn(self, state: Table) -> Turn:
        turn = super().turn(state)
        return replace(turn, owes=turn.owes | {Seat(0)}) if CHANCE in turn.owes else turn


class ShufflesByItself(Sealed):
    """Calls more of the generator than Python promises."""

    def chance(self, state: Table, rng: Random) -> Move:
        move = super().chance(state, rng)
        rng.shuffle([1, 2])
        return move


class CannotBeHashed(Pebbles):
    """A list stands in the position."""

    def new(self, seats: int, options: pebbles.Options) -> Heaps:
        return replace(super().new(seats, options), taken=[0] * seats)  # type: ignore[arg-type]  # is the fault


class TalksOn(Pebbles):
    """Describes in 1,001 characters."""

    def describe(self, view: pebbles.View) -> str:
        return "x" * 1_001


class PaintsAnew(Pebbles):
    """The same view looks different every time."""

    painted: ClassVar[list[int]] = []

    def draw(self, view: pebbles.View, answers: tuple[str, ...] = ()) -> bytes:
        self.painted.append(1)
        return png(view, len(self.painted))


class TakesAnyOption(Pebbles):
    """An option that does not exist is taken for none."""

    class Loose(BaseModel):
        """Ignores what it does not know."""

        heap: int = 6

    options: ClassVar[type[BaseModel]] = Loose


class HasNoLevels(Pebbles):
    """Computers that nobody can sit down."""

    about = replace(Pebbles.about, levels=())
