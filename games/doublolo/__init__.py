"""Doublolo: the turning game on a board of 23 by 14 squares that is never the same twice."""

from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game
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
        host_first=True,
    )
    options: ClassVar[type[BaseModel]] = Options

    new = staticmethod(rules.new)
    turn = staticmethod(rules.turn)
    chance = staticmethod(rules.chance)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    stop = staticmethod(rules.stop)
    scores = staticmethod(rules.scores)
    view = staticmethod(View)
    legal = staticmethod(prompts.legal)
    prompt = staticmethod(prompts.prompt)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(describe)
    choose = staticmethod(computer.choose)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The board as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.doublolo import draw

        return draw.draw(view, answers)


GAME: Game[Position, View, Move] = Doublolo()
