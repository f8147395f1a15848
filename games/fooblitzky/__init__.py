"""Fooblitzky: a city of shops, secret choices and bad luck, for two to four."""

from games.fooblitzky import computer, notation, prompts, rules
from games.fooblitzky.describe import describe
from games.fooblitzky.icons import ICONS
from games.fooblitzky.moves import Move, begins_move
from games.fooblitzky.notes import notes
from games.fooblitzky.options import SEATS, Options, keeps_notes, minutes, seating
from games.fooblitzky.phases import Position
from games.fooblitzky.view import View, view
from games.game import About, Game, Rules

__all__ = ["GAME", "Move", "Options", "Position", "View"]


def _draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """The city, a quadrant or a player's own things as a PNG."""
    # Imported here so that workers in which computers think need no Pillow.
    from games.fooblitzky import draw

    return draw.draw(view, answers)


def _icon(name: str) -> bytes:
    """An item, or the sign of a place, as a PNG."""
    from games.fooblitzky import panels

    return panels.icon(name)


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="fooblitzky",
        title="Fooblitzky",
        edition="2",
        seats=SEATS,
        line="Find out which four of eighteen items are right, get them, and bring them to a Check Point.",
        minutes=90,
        levels=tuple(computer.LEVELS),
        takebacks=False,
        hands=True,
    ),
    options=Options,
    rules=Rules(
        new=rules.new,
        turn=rules.turn,
        chance=rules.chance,
        apply=rules.apply,
        outcome=rules.outcome,
        scores=rules.scores,
    ),
    view=view,
    legal=prompts.legal,
    prompt=prompts.prompt,
    write=notation.write,
    read=notation.read,
    seating=seating,
    minutes=minutes,
    begins_move=begins_move,
    ranked=rules.ranked,
    describe=describe,
    choose=computer.choose,
    keeps_notes=keeps_notes,
    notes=notes,
    default=computer.default,
    icons=ICONS,
    draw=_draw,
    icon=_icon,
)
