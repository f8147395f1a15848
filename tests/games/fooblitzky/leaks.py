"""Games of Fooblitzky, each with one leak, in the view or in something derived from it."""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from games.core import Choice, Question, Ready, Seat, Viewer
from games.fooblitzky import Move, Position, View
from games.fooblitzky.pictures import draw
from games.fooblitzky.rules.city.board import Board, Stock, World
from games.fooblitzky.rules.phases import AtCharity, Choosing
from games.fooblitzky.rules.view import Person, see
from games.fooblitzky.words import prompts
from games.fooblitzky.words.describe import describe
from games.kit.faces import Drawing, PlainDrawing


def _others(board: Board, viewer: Viewer) -> list[Seat]:
    return [seat for seat in board.seats if seat != viewer]


class ShowsAChoice:
    """A choice can be seen before all have chosen."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        seen = see(state, viewer)
        return replace(seen, chosen=state.board.chosen) if isinstance(state.phase, Choosing) else seen


class ShowsACorrectItem:
    """Everyone knows the first of the correct items."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        return replace(see(state, viewer), found=next(iter(state.board.correct), None))


class ShowsTheShelves:
    """Everyone knows what every store has."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        return replace(see(state, viewer), stock=Stock(least=state.board.stock))


class ShowsInWhichLockerItLies:
    """The owner knows what is in a locker without having looked."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        worlds = () if viewer is None else (World(state.board.players[viewer].lockers),)
        return replace(see(state, viewer), worlds=worlds)


class ShowsBags:
    """Everyone sees what everyone carries."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        seen = see(state, viewer)
        bags = (player.bag for player in state.board.players)
        people = tuple(replace(one, bag=bag) for one, bag in zip(seen.people, bags, strict=True))
        return replace(seen, people=people)


class ShowsWhatCameOut:
    """The owner sees at once what came out of a locker."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        seen = see(state, viewer)
        if viewer is None:
            return seen
        people = list(seen.people)
        people[viewer] = replace(people[viewer], bag=state.board.players[viewer].bag)
        return replace(seen, people=tuple(people))


class CountsBags:
    """A player who carries more takes more turns in a hospital they are not in."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        seen = see(state, viewer)
        people: list[Person] = list(seen.people)
        for seat in _others(state.board, viewer):
            people[seat] = replace(people[seat], stays=len(state.board.players[seat].bag))
        return replace(seen, people=tuple(people))


class ShowsThePawnShops:
    """Everyone knows what is there without having been told."""

    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        return replace(see(state, viewer), pawns=state.board.pawns)


@dataclass(frozen=True, slots=True)
class Seeing(View):
    """A view that compares equal to views that know less."""

    behind: Position | None = field(default=None, compare=False)


class _SeesBehind:
    @staticmethod
    def view(state: Position, viewer: Viewer) -> View:
        seen = see(state, viewer)
        return Seeing(**{name: getattr(seen, name) for name in View.__slots__}, behind=state)


def _carried_by_others(seen: View) -> int:
    """What the bags of all other players cost together."""
    assert isinstance(seen, Seeing)
    assert seen.behind is not None
    board = seen.behind.board
    return sum(item.price for seat in _others(board, seen.viewer) for item in board.players[seat].bag)


class DescribesBags(_SeesBehind):
    """The alt text tells what the others' bags cost."""

    @staticmethod
    def describe(view: View) -> str:
        return f"{describe(view)[:900]} {_carried_by_others(view)}"


class PaintsBags(_SeesBehind):
    """The picture's file grows with what the others' bags cost."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return PlainDrawing(draw.draw(view, answers).png() + bytes(_carried_by_others(view)))


class LabelsCharity(_SeesBehind):
    """The button has another label if nothing is carried."""

    nothing: ClassVar[str] = "Give nothing"

    @classmethod
    def prompt(cls, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        asked = prompts.prompt(view, answers)
        if not isinstance(asked, Question) or not isinstance(view.phase, AtCharity):
            return asked
        assert isinstance(view, Seeing)
        assert view.behind is not None
        if view.behind.board.players[view.phase.seat].bag:
            return asked
        return replace(asked, choices=(Choice("give", cls.nothing), *asked.choices[1:]))
