"""Doublolo: the turning game on a board of 23 by 14 squares that is never the same twice."""

from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game, Outcome, Pick, Ready, Seat, Step, Turn, Viewer
from games.doublolo import computer, notation, prompts, rules
from games.doublolo.describe import describe
from games.doublolo.notation import Move
from games.doublolo.options import Options
from games.doublolo.position import Position
from games.doublolo.view import View

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class Doublolo:
    """The rules, the prompts and the pictures put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="doublolo",
        title="Doublolo",
        edition="1",
        seats=(2,),
        line="Outflank and flip on a board of 23 by 14 squares, some of them blocked and never the same.",
        minutes=60,
        levels=computer.LEVELS,
        takebacks=True,
    )
    options: ClassVar[type[BaseModel]] = Options

    def new(self, seats: int, options: Options) -> Position:
        """Before the board is laid. Raises ValueError for any number of seats but two."""
        if seats != 2:
            raise ValueError("Doublolo is played by two.")
        return rules.new(options)

    def turn(self, state: Position) -> Turn:
        """Who owes a move."""
        return rules.turn(state)

    def chance(self, state: Position, rng: Random) -> Move:
        """The board or the toss."""
        return rules.chance(state, rng)

    def apply(self, state: Position, seat: Seat, move: Move) -> Step[Position]:
        """The position after `move`. Raises IllegalMove."""
        return rules.apply(state, seat, move)

    def outcome(self, state: Position) -> Outcome | None:
        """Who has more squares once neither can flip."""
        return rules.outcome(state)

    def stop(self, state: Position) -> Position:
        """The board as it lies."""
        return rules.stop(state)

    def scores(self, state: Position) -> tuple[int, ...]:
        """The squares of either colour."""
        return state.board.scores

    def view(self, state: Position, viewer: Viewer) -> View:
        """All of it: the board is open."""
        return View(state, viewer)

    def legal(self, view: View) -> tuple[Move, ...]:
        """The moves of whoever must move, column by column."""
        return prompts.legal(view)

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        """Heads or tails, or the square, after its column where squares are many."""
        return prompts.prompt(view, answers)

    def write(self, move: Move) -> str:
        """As the README's notation table says."""
        return notation.write(move)

    def read(self, text: str) -> Move:
        """The move a text spells. Raises BadNotation."""
        return notation.read(text)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The board as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.doublolo import draw

        return draw.draw(view, answers)

    def describe(self, view: View) -> str:
        """The board in words."""
        return describe(view)

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """A computer's move."""
        return computer.choose(view, level, rng)


GAME: Game[Position, View, Move] = Doublolo()
