"""Fooblitzky: a city of shops, secret choices and bad luck, for two to four."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game, Outcome, Pick, Ready, Seat, Step, Turn, Viewer
from games.fooblitzky import computer, notation, prompts, rules
from games.fooblitzky.describe import describe
from games.fooblitzky.moves import Move, Roll
from games.fooblitzky.notes import notes
from games.fooblitzky.options import Options
from games.fooblitzky.phases import Position
from games.fooblitzky.view import View, view

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class Fooblitzky:
    """The rules, the prompts and the words put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="fooblitzky",
        title="Fooblitzky",
        edition="1",
        seats=(2, 3, 4),
        line="Find out which four of eighteen items are right, get them, and bring them to a Check Point.",
        minutes=90,
        levels=tuple(computer.LEVELS),
        takebacks=False,
        hands=True,
    )
    options: ClassVar[type[BaseModel]] = Options

    def new(self, seats: int, options: Options) -> Position:
        """Before anybody has chosen. Raises ValueError for any number of seats but two to four."""
        if seats not in self.about.seats:
            raise ValueError("Fooblitzky is played by two to four.")
        return rules.new(seats, options)

    def seating(self, options: Options) -> Mapping[int, tuple[int, ...]]:
        """Two for two tokens each, four for teams, else any number of players with a token each."""
        if options.two_tokens:
            return {2: (0, 1, 0, 1)}
        numbers = (4,) if options.teams else self.about.seats
        return {number: tuple(range(number)) for number in numbers}

    def minutes(self, options: Options) -> int:
        """The time limit; 0 for none."""
        return 0 if options.time_limit == "none" else int(options.time_limit)

    def begins_move(self, move: Move) -> bool:
        """Every roll is a move of its own, also the second of a free turn."""
        return isinstance(move, Roll)

    def turn(self, state: Position) -> Turn:
        """Who owes a move, and who may choose anew."""
        return rules.turn(state)

    def chance(self, state: Position, rng: Random) -> Move:
        """Whatever the city draws: the wheel above all."""
        return rules.chance(state, rng)

    def apply(self, state: Position, seat: Seat, move: Move) -> Step[Position]:
        """The position after `move`. Raises IllegalMove."""
        return rules.apply(state, seat, move)

    def outcome(self, state: Position) -> Outcome | None:
        """Who brought the correct items, or carried most of them when the city closed."""
        return rules.outcome(state)

    def stop(self, state: Position) -> Position:
        """Everything as it lies, and open to all."""
        return rules.stop(state)

    def scores(self, state: Position) -> tuple[int, ...]:
        """The foobles."""
        return rules.scores(state)

    def view(self, state: Position, viewer: Viewer) -> View:
        """What lies open, and the viewer's own secrets."""
        return view(state, viewer)

    def legal(self, view: View) -> tuple[Move, ...]:
        """The moves of whoever must move."""
        return prompts.legal(view)

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        """Where to, or what to do there."""
        return prompts.prompt(view, answers)

    def write(self, move: Move) -> str:
        """As the README's notation table says."""
        return notation.write(move)

    def read(self, text: str) -> Move:
        """The move a text spells. Raises BadNotation."""
        return notation.read(text)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The city, a quadrant or a player's own things as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.fooblitzky import draw

        return draw.draw(view, answers)

    def describe(self, view: View) -> str:
        """The city in words."""
        return describe(view)

    def notes(self, view: View) -> tuple[str, ...]:
        """The viewer's notebook as sentences; seats as marks."""
        return notes(view)

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """A computer's move."""
        return computer.choose(view, level, rng)

    def default(self, view: View) -> Move:
        """What is played for an absent seat. Raises IllegalMove for a secret choice."""
        return computer.default(view)


GAME: Game[Position, View, Move] = Fooblitzky()
