"""Foozle: groups, five coloured tokens and a good many white ones, with the Deluxe Fanucci deck."""

from random import Random
from typing import ClassVar

from pydantic import BaseModel

from games.core import (
    About,
    Game,
    Outcome,
    Pick,
    Ready,
    Seat,
    Step,
    Turn,
    Viewer,
)
from games.foozle import computer, notation, prompts, rules
from games.foozle.describe import describe
from games.foozle.notation import Move
from games.foozle.options import Options
from games.foozle.position import Position
from games.foozle.view import LIKINGS, View, liked, look
from games.optional import Liking, Likings

__all__ = ["GAME", "Move", "Options", "Position", "View"]

SEATS = (2, 3, 4, 5, 6)


class Foozle:
    """The rules, the prompts and the pictures put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="foozle",
        title="Foozle",
        edition="1",
        seats=SEATS,
        line="Lay down sets, flushes and runs of fifteen absurd suits, and collect a token of every colour.",
        minutes=45,
        levels=computer.LEVELS,
        takebacks=False,
        hands=True,
    )
    options: ClassVar[type[BaseModel]] = Options
    likings: ClassVar[tuple[Liking, ...]] = LIKINGS

    def new(self, seats: int, options: Options) -> Position:
        """Before the first dealer is named. Raises ValueError for other than two to six seats."""
        if seats not in SEATS:
            raise ValueError("Foozle is played by two to six.")
        return rules.new(seats, options)

    def turn(self, state: Position) -> Turn:
        """Who owes a move."""
        return rules.turn(state)

    def chance(self, state: Position, rng: Random) -> Move:
        """The first dealer, a deal, or a drawn card."""
        return rules.chance(state, rng)

    def apply(self, state: Position, seat: Seat, move: Move) -> Step[Position]:
        """The position after `move`. Raises IllegalMove."""
        return rules.apply(state, seat, move)

    def outcome(self, state: Position) -> Outcome | None:
        """Who has the most tokens, once somebody has all the colours."""
        return rules.outcome(state)

    def stop(self, state: Position) -> Position:
        """The cards as they lie, all open."""
        return rules.stop(state)

    def scores(self, state: Position) -> tuple[int, ...]:
        """Each seat's tokens."""
        return state.table.tokens

    def view(self, state: Position, viewer: Viewer) -> View:
        """What lies open and the viewer's own hand."""
        return look(state, viewer)

    def liked(self, view: View, likings: Likings) -> View:
        """With the hand sorted by suit or by rank, and its melds pointed out or not."""
        return liked(view, likings)

    def legal(self, view: View) -> tuple[Move, ...]:
        """The viewer's moves; none for the channel, as all depend on a hand."""
        return prompts.legal(view)

    def prompt(self, view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
        """Where to take a card; which cards to lay, and what they are; which to discard."""
        return prompts.prompt(view, answers)

    def write(self, move: Move) -> str:
        """As the README's notation table says."""
        return notation.write(move)

    def read(self, text: str) -> Move:
        """The move a text spells. Raises BadNotation."""
        return notation.read(text)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table, or a player's hand above it, as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.foozle import draw

        return draw.draw(view, answers)

    def describe(self, view: View) -> str:
        """The table in words."""
        return describe(view)

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """A computer's move."""
        return computer.choose(view, level, rng)


GAME: Game[Position, View, Move] = Foozle()
