"""Calabresella: one against two for eighteen points of thirty-five, with forty cards and no trumps."""

from typing import ClassVar

from pydantic import BaseModel

from games.calabresella import computer, notation, numbers, prompts, rules
from games.calabresella.describe import describe
from games.calabresella.notation import Move
from games.calabresella.options import Options
from games.calabresella.position import Position
from games.calabresella.sight import see
from games.calabresella.view import View
from games.core import About, Game

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

    new = staticmethod(rules.new)
    turn = staticmethod(rules.turn)
    chance = staticmethod(rules.chance)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    stop = staticmethod(rules.stop)
    scores = staticmethod(rules.scores)
    view = staticmethod(see)
    legal = staticmethod(prompts.legal)
    prompt = staticmethod(prompts.prompt)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    longhand = staticmethod(numbers.longhand)
    describe = staticmethod(describe)
    choose = staticmethod(computer.choose)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table, or for a seat its hand, as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.calabresella import draw

        return draw.draw(view, answers)


GAME: Game[Position, View, Move] = Calabresella()
