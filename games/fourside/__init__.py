"""FourSide: tiles with four values, laid so that touching sides agree."""

from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game, Outcome, Pick, Ready, Seat, Step, Turn, Viewer
from games.fourside import computer, notation, prompts, rules
from games.fourside.describe import describe
from games.fourside.notation import Move
from games.fourside.options import Options
from games.fourside.position import Position
from games.fourside.view import View

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class FourSide:
    """The rules, the prompts and the pictures put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="fourside",
        title="FourSide",
        edition="1",
        seats=(2,),
        line="Dominoes with four sides: turn a tile until every side that touches agrees.",
        minutes=30,
        levels=computer.LEVELS,
        takebacks=False,
    )
    options: ClassVar[type[BaseModel]] = Options

    def new(self, seats: int, options: Options) -> Position:
        """Before the board is laid. Raises ValueError for any number of seats but two."""
        if seats != 2:
            raise ValueError("FourSide is played by two.")
        return rules.new(options)

    def turn(self, state: Position) -> Turn:
        """Who owes a move."""
        return rules.turn(state)

    def chance(self, state: Position, rng: Random) -> Move:
        """The board, or the tiles that are missing."""
        return rules.chance(state, rng)

    def apply(self, state: Position, seat: Seat, move: Move) -> Step[Position]:
        """The position after `move`. Raises IllegalMove."""
        return rules.apply(state, seat, move)

    def outcome(self, state: Position) -> Outcome | None:
        """Who has more points once the board is full or nothing fits."""
        return rules.outcome(state)

    def stop(self, state: Position) -> Position:
        """The table as it lies."""
        return rules.stop(state)

    def scores(self, state: Position) -> tuple[int, ...]:
        """The points of either seat."""
        return state.table.scores

    def view(self, state: Position, viewer: Viewer) -> View:
        """All of it: board and hands are open."""
        return View(state, viewer)

    def legal(self, view: View) -> tuple[Move, ...]:
        """The placements of whoever must move, and the hint while he has one."""
        return prompts.legal(view)

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        """Tile, turn, square."""
        return prompts.prompt(view, answers)

    def write(self, move: Move) -> str:
        """As the README's notation table says."""
        return notation.write(move)

    def read(self, text: str) -> Move:
        """The move a text spells. Raises BadNotation."""
        return notation.read(text)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.fourside import draw

        return draw.draw(view, answers)

    def describe(self, view: View) -> str:
        """The table in words."""
        return describe(view)

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """A computer's placement."""
        return computer.choose(view, level, rng)


GAME: Game[Position, View, Move] = FourSide()
