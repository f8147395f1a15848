"""Fooblitzky: a city of shops, secret choices and bad luck, for two to four."""

from typing import ClassVar

from pydantic import BaseModel

from games.core import About, Game
from games.fooblitzky import computer, notation, prompts, rules
from games.fooblitzky.describe import describe
from games.fooblitzky.emblems import EMBLEMS
from games.fooblitzky.moves import Move, begins_move
from games.fooblitzky.notes import notes
from games.fooblitzky.options import SEATS, Options, keeps_notes, minutes, seating
from games.fooblitzky.phases import Position
from games.fooblitzky.view import View, view

__all__ = ["GAME", "Move", "Options", "Position", "View"]


class Fooblitzky:
    """The rules, the prompts and the words put together as `games.core.Game`."""

    about: ClassVar[About] = About(
        name="fooblitzky",
        title="Fooblitzky",
        edition="2",
        seats=SEATS,
        line="Find out which four of eighteen items are right, get them, and bring them to a Check Point.",
        minutes=90,
        levels=tuple(computer.LEVELS),
        takebacks=False,
        hands=True,
    )
    options: ClassVar[type[BaseModel]] = Options
    emblems: ClassVar[tuple[str, ...]] = EMBLEMS

    new = staticmethod(rules.new)
    seating = staticmethod(seating)
    minutes = staticmethod(minutes)
    begins_move = staticmethod(begins_move)
    turn = staticmethod(rules.turn)
    chance = staticmethod(rules.chance)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    stop = staticmethod(rules.stop)
    ranked = staticmethod(rules.ranked)
    scores = staticmethod(rules.scores)
    view = staticmethod(view)
    legal = staticmethod(prompts.legal)
    prompt = staticmethod(prompts.prompt)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(describe)
    choose = staticmethod(computer.choose)
    keeps_notes = staticmethod(keeps_notes)
    notes = staticmethod(notes)
    default = staticmethod(computer.default)

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> bytes:
        """The city, a quadrant or a player's own things as a PNG."""
        # Imported here so that workers in which computers think need no Pillow.
        from games.fooblitzky import draw

        return draw.draw(view, answers)

    def emblem(self, name: str) -> bytes:
        """An item, or the sign of a place, as a PNG."""
        from games.fooblitzky import panels

        return panels.emblem(name)


GAME: Game[Position, View, Move] = Fooblitzky()
