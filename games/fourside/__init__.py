"""FourSide: tiles with four values, laid so that touching sides agree."""

from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game
from games.fourside import computer, notation, prompts, rules
from games.fourside.describe import describe
from games.fourside.notation import Move
from games.fourside.options import Options
from games.fourside.position import Position
from games.fourside.view import View, seen

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
        ties_win=True,
    )
    options: ClassVar[type[BaseModel]] = Options
    new = staticmethod(rules.new)
    turn = staticmethod(rules.turn)
    chance = staticmethod(rules.chance)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    stop = staticmethod(rules.stop)
    scores = staticmethod(rules.scores)
    view = staticmethod(seen)
    legal = staticmethod(prompts.legal)
    prompt = staticmethod(prompts.prompt)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(describe)
    choose = staticmethod(computer.choose)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The table as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.fourside import draw

        return draw.draw(view, answers)


GAME: Game[Position, View, Move] = FourSide()
