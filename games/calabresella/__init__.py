"""Calabresella: one against two for eighteen points of thirty-five, with forty cards and no trumps."""

from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.calabresella import computer, notation, prompts, rules, scoring
from games.calabresella.describe import describe
from games.calabresella.notation import Move
from games.calabresella.options import Options
from games.calabresella.position import Finished, Position, Stopped
from games.calabresella.sight import see
from games.calabresella.view import View
from games.core import About, Game, Outcome, Pick, Ready, Seat, Step, Turn, Viewer

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class Calabresella:
    """The rules, the prompts and the pictures put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="calabresella",
        title="Calabresella",
        edition="1",
        seats=(3,),
        line="One against two: a hidden hand, a widow, and eighteen points to be won without trumps.",
        minutes=40,
        levels=computer.LEVELS,
        takebacks=False,
        hands=True,
        pick_for_me=computer.LEVELS[-1],
    )
    options: ClassVar[type[BaseModel]] = Options

    def new(self, seats: int, options: Options) -> Position:
        """Before it is drawn who deals. Raises ValueError for any number of seats but three."""
        if seats != 3:
            raise ValueError("Calabresella is played by three.")
        return rules.new(options)

    def turn(self, state: Position) -> Turn:
        """Who owes a move."""
        return rules.turn(state)

    def chance(self, state: Position, rng: Random) -> Move:
        """Who deals first, or a deal."""
        return rules.chance(state, rng)

    def apply(self, state: Position, seat: Seat, move: Move) -> Step[Position]:
        """The position after `move`. Raises IllegalMove."""
        return rules.apply(state, seat, move)

    def outcome(self, state: Position) -> Outcome | None:
        """The places by match points, once the match is won."""
        return scoring.outcome(state.match) if isinstance(state, Finished) else None

    def stop(self, state: Position) -> Position:
        """The cards as they lie, open to all."""
        return rules.stop(state)

    def scores(self, state: Position) -> tuple[int, ...]:
        """The match points."""
        return state.at.match.totals if isinstance(state, Stopped) else state.match.totals

    def view(self, state: Position, viewer: Viewer) -> View:
        """His own hand and what is open."""
        return see(state, viewer)

    def legal(self, view: View) -> tuple[Move, ...]:
        """The viewer's moves; the channel's only while bids are made."""
        return prompts.legal(view)

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        """One question a move; the channel's only while bids are made."""
        return prompts.prompt(view, answers)

    def write(self, move: Move) -> str:
        """As the README's notation table says."""
        return notation.write(move)

    def read(self, text: str) -> Move:
        """The move a text spells. Raises BadNotation."""
        return notation.read(text)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table, or for a seat its hand, as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.calabresella import draw

        return draw.draw(view, answers)

    def describe(self, view: View) -> str:
        """The table and one's hand in words."""
        return describe(view)

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """A computer's move."""
        return computer.choose(view, level, rng)


GAME: Game[Position, View, Move] = Calabresella()
