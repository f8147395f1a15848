"""Versions of the open toy, each broken in one place: a law is only worth something if it catches them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar, cast

from pydantic import BaseModel

from games.core import (
    CHANCE,
    BadNotation,
    Choice,
    Event,
    Highlight,
    IllegalMove,
    Question,
    Ready,
    Seat,
    Step,
)
from games.game import Daily, Form
from games.kit.faces import Drawing
from tests.laws import pebbles
from tests.laws.pebbles import Heaps, Pebbles, Start, Take, View
from tests.laws.png import png


class WritesNobody(Pebbles):
    """It writes every toss as if the first seat began."""

    def write(self, move: Start | Take) -> str:
        return "start a" if isinstance(move, Start) else super().write(move)


@dataclass(frozen=True, slots=True)
class Halfway:
    """A kind of position that the game's rules never name."""

    heaps: tuple[int, int]
    mover: Seat
    taken: tuple[int, ...]


class HasAnotherPosition(Pebbles):
    """It goes on with a kind of position that its rules never named."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        after = super().apply(state, seat, move).state
        return Step(cast("Heaps", Halfway(after.heaps, after.mover, after.taken)))


@dataclass(frozen=True, slots=True)
class Counted(Heaps):
    """A position that counts the moves made."""

    moves: int = field(default=0, init=False, compare=False)


class CountsOnTheSide(Pebbles):
    """Its positions hold something that isn't an argument of their class."""

    def new(self, seats: int, options: pebbles.Options) -> Counted:
        begun = super().new(seats, options)
        return Counted(begun.heaps, begun.mover, begun.taken)

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        counted = Counted(step.state.heaps, step.state.mover, step.state.taken)
        object.__setattr__(counted, "moves", 1)
        return Step(counted, step.events)


class CountsItsTosses(Pebbles):
    """It tosses before every turn, and how often it has tossed says who is next."""

    def __init__(self) -> None:
        self.tosses = 0

    def chance(self, state: Heaps, rng: Random) -> Start | Take:
        self.tosses += 1
        return Start(Seat(self.tosses % len(state.taken)))

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        goes_on = isinstance(move, Take) and any(step.state.heaps)
        return Step(replace(step.state, mover=CHANCE), step.events) if goes_on else step


class HidesAMove(Pebbles):
    """The prompt never offers three pebbles."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        if isinstance(node, Question) and len(node.choices) == 3:
            return replace(node, choices=node.choices[:2])
        return node


class OffersTooMuch(Pebbles):
    """The prompt leads to taking three pebbles from a heap of two."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        if len(answers) == 2 and answers[1] == "2":
            return Ready(Take(3, pebbles.HEAPS.index(answers[0])))
        return super().prompt(view, answers)


class TakesAnyAnswer(Pebbles):
    """The prompt starts over when it doesn't understand an answer."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        try:
            return super().prompt(view, answers)
        except IllegalMove:
            return super().prompt(view, ())


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


class Echoes(Pebbles):
    """It quotes everything that was typed, at any length."""

    def read(self, text: str) -> Start | Take:
        try:
            return super().read(text)
        except BadNotation:
            raise BadNotation(f"“{' '.join(text.split())}” isn't a move.") from None


class EchoesWhatIsUnseen(Pebbles):
    """Shortens what was typed, but keeps what turns the direction of writing."""

    def read(self, text: str) -> Start | Take:
        try:
            return super().read(text)
        except BadNotation:
            raise BadNotation(f"“{text[:20]}” isn't a move.") from None


class RefusesThree(Pebbles):
    """Refuses what it calls legal."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        if move == Take(3, 0):
            raise IllegalMove("Three are too many.")
        return super().apply(state, seat, move)


class TakesWhatIsThere(Pebbles):
    """Accepts a move that no prompt and no list ever named."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        if move == Take(3, 0) and seat == state.mover and state.heaps[0] in (1, 2):
            return super().apply(state, seat, Take(1, 0))
        return super().apply(state, seat, move)


class Cheats(Pebbles):
    """The computer may make illegal moves."""

    def choose(self, view: pebbles.View, level: str, rng: Random) -> Start | Take:
        return Take(3, 1)


class Wavers(Pebbles):
    """The computer plays by a chance of its own."""

    own: ClassVar[Random] = Random(0)

    def choose(self, view: pebbles.View, level: str, rng: Random) -> Start | Take:
        return self.own.choice(list(self.legal(view)))


class ChoosesByWhoCameBefore(Pebbles):
    """The computer depends on how many games were played before."""

    games: ClassVar[list[int]] = []

    def new(self, seats: int, options: pebbles.Options) -> Heaps:
        self.games.append(1)
        return super().new(seats, options)

    def chance(self, state: Heaps, rng: Random) -> Start:
        return Start(Seat(len(self.games) % len(state.taken)))


class ScoresNothing(Pebbles):
    """Its score isn't a number."""

    daily: ClassVar[Daily] = replace(Pebbles.daily, score=lambda _, moves: cast("int", moves / 2))


class GoesOnForEver(Pebbles):
    """Nobody's pebbles are ever gone."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        return replace(step, state=replace(step.state, heaps=(6, 6)))


class ScoresWithoutASentence(Pebbles):
    """It doesn't say in a sentence what counts."""

    daily: ClassVar[Daily] = replace(Pebbles.daily, counts="pebbles")


class DuelsWithoutASentence(Pebbles):
    """It doesn't say in a sentence what counts in a duel."""

    daily: ClassVar[Daily] = replace(
        Pebbles.daily, duel=Form(options={}, line="Two heaps.", counts="pebbles")
    )


class DuelsForEver(Pebbles):
    """In a duel, nobody's pebbles are ever gone."""

    _duel = Form(options={"heap": "9"}, line="Two high heaps.", counts="Your score is the pebbles you take.")
    daily: ClassVar[Daily] = replace(Pebbles.daily, duel=_duel)

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        return replace(step, state=replace(step.state, heaps=(9, 9))) if 9 in state.heaps else step


class _Says(Pebbles):
    """Every choice is `said`."""

    said: ClassVar[Choice]

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        return replace(node, choices=(self.said,)) if isinstance(node, Question) and not answers else node


class SaysTooMuch(_Says):
    """A label of 81 characters."""

    said = Choice("left", "x" * 81)


class SaysAName(_Says):
    """A label that is too long once the mark is a name."""

    said = Choice("left", "{a}" + "x" * 60)


class HasAColonInAKey(_Says):
    """A key that the button's id would read as two."""

    said = Choice("left:1", "Left")


class AsksTheChannelSomethingElse(Pebbles):
    """The channel's question isn't the mover's."""

    def prompt(self, view: pebbles.View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        node = super().prompt(view, answers)
        return replace(node, text="Who?") if isinstance(node, Question) and view.viewer is None else node


class AsksEverybody(Pebbles):
    """Players who can't move have legal moves anyway."""

    def legal(self, view: pebbles.View) -> Iterable[Start | Take]:
        return super().legal(replace(view, viewer=None))


class CannotBeHashed(Pebbles):
    """The position contains a list."""

    def new(self, seats: int, options: pebbles.Options) -> Heaps:
        return replace(super().new(seats, options), taken=[0] * seats)  # type: ignore[arg-type]  # is the fault


class DescribesNoBeginning(Pebbles):
    """The description is empty while chance owes who begins."""

    def describe(self, view: pebbles.View) -> str:
        return "" if view.heaps.mover == CHANCE else super().describe(view)


class TalksOn(Pebbles):
    """Describes in 1,001 characters."""

    def describe(self, view: pebbles.View) -> str:
        return "x" * 1_001


class PaintsDifferently(Pebbles):
    """The same view looks different every time."""

    painted: ClassVar[list[int]] = []

    def draw(self, view: pebbles.View, answers: tuple[str, ...] = ()) -> Drawing:
        self.painted.append(1)
        return png(view, len(self.painted))


class TellsNobodysMove(Pebbles):
    """Nobody did what a move announces."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        return replace(step, events=tuple(replace(one, by=None) for one in step.events))


class TellsItOfTheNextPlayer(Pebbles):
    """What a move announces is said to be the doing of the player who moves next."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        by = Seat((seat + 1) % len(state.taken))
        return replace(step, events=tuple(replace(one, by=by) for one in step.events))


class _Keeps(Pebbles):
    """A highlight of every move stays in everybody's picture."""

    def keeps(self, event: Event) -> Event:
        return replace(event, highlights={None: Highlight("Some pebbles are gone")})

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        return replace(step, events=tuple(map(self.keeps, step.events)))


class KeepsWhatNobodyHears(_Keeps):
    """Nobody hears of it."""

    def keeps(self, event: Event) -> Event:
        return replace(super().keeps(event), text="")


class KeepsTooMuch(_Keeps):
    """It's longer than the band."""

    def keeps(self, event: Event) -> Event:
        return replace(event, highlights={None: Highlight("A lot of pebbles is gone today")})


OTHERS = "{z} has the pebbles."


class SaysAnotherPlayer(Pebbles):
    """The caption of a move names another player."""

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        step = super().apply(state, seat, move)
        return replace(step, events=tuple(replace(one, short=OTHERS) for one in step.events))


class TakesAnyOption(Pebbles):
    """An option that doesn't exist is ignored."""

    class Loose(BaseModel):
        """Ignores what it does not know."""

        heap: int = 6

    options: ClassVar[type[BaseModel]] = Loose


class HasALevelThatDoesNotPlay(Pebbles):
    """A level that can be added, and that nobody has said how to play."""

    choose = None  # type: ignore[assignment]


class LeavesOneStanding(Pebbles):
    """Two people sit down, and both seats go to the first."""

    def seating(self, options: pebbles.Options) -> Mapping[int, tuple[int, ...]]:
        return {2: (0, 0)}


class TakesTooManyForTheAbsent(Pebbles):
    """The default for an absent player isn't a move."""

    def default(self, view: pebbles.View) -> Start | Take:
        return Take(4, 0)


class CountsOneSeat(Pebbles):
    """Its scores are those of the first seat only."""

    def scores(self, state: Heaps, _stopped: bool) -> tuple[int, ...]:
        return state.taken[:1]


class LooksAnswersUp(Pebbles):
    """It takes any answer for the key of a move."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        moves = {f"m{at}": move for at, move in enumerate(self.legal(view))}
        if answers:
            return Ready(moves[answers[0]])
        return Question("Which?", tuple(Choice(key, key) for key in moves)) if moves else None


class LooksWordsUp(Pebbles):
    """It takes any text for a move."""

    def read(self, text: str) -> Start | Take:
        number, heap = text.split()
        return super().read(text) if number == "start" else Take(int(number), {"left": 0, "right": 1}[heap])


class TossesToNobody(Pebbles):
    """The toss can come to a seat beyond the last."""

    def chance(self, state: Heaps, rng: Random) -> Start | Take:
        return Start(Seat(len(state.taken)))


class RefusesWhatItLists(Pebbles):
    """It lists moves and refuses them."""

    def _taken(self, state: Heaps, take: Take) -> Step[Heaps]:
        raise IllegalMove("Not now (rule 2).")


class AsksNobodyAtAll(Pebbles):
    """It has no questions."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        return None


class NeverTakesTheLast(Pebbles):
    """Its computer waits for others to take the last pebble."""

    def legal(self, view: View) -> Iterable[Start | Take]:
        return (*super().legal(view), Take(0, 0)) if view.viewer == view.heaps.mover else ()

    def choose(self, view: View, _level: str, _rng: Random) -> Take:
        return Take(0, 0)
