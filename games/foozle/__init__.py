"""Foozle: groups, five coloured tokens and a good many white ones, with the Deluxe Fanucci deck."""

from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game
from games.foozle import computer, notation, prompts, rules
from games.foozle.describe import describe
from games.foozle.emblems import EMBLEMS
from games.foozle.notation import Move
from games.foozle.options import Options
from games.foozle.position import Position
from games.foozle.view import LIKINGS, View, liked, look
from games.optional import Liking

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class Foozle:
    """The rules, the prompts and the pictures put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="foozle",
        title="Foozle",
        edition="1",
        seats=(2, 3, 4, 5, 6),
        line="Lay down sets, flushes and runs of fifteen absurd suits, and collect a token of every colour.",
        minutes=45,
        levels=computer.LEVELS,
        takebacks=False,
        hands=True,
    )
    options: ClassVar[type[BaseModel]] = Options
    emblems: ClassVar[tuple[str, ...]] = EMBLEMS
    likings: ClassVar[tuple[Liking, ...]] = LIKINGS

    new = staticmethod(rules.new)
    turn = staticmethod(rules.turn)
    chance = staticmethod(rules.chance)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    stop = staticmethod(rules.stop)
    scores = staticmethod(rules.scores)
    view = staticmethod(look)
    liked = staticmethod(liked)
    legal = staticmethod(prompts.legal)
    prompt = staticmethod(prompts.prompt)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(describe)
    choose = staticmethod(computer.choose)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table, or a player's hand above it, as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.foozle import draw

        return draw.draw(view, answers)

    def emblem(self, name: str) -> bytes:
        """The sign of a suit or a trump, as a PNG."""
        from games.foozle import sprites

        return sprites.emblem(name)


GAME: Game[Position, View, Move] = Foozle()
