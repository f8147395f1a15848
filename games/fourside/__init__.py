"""FourSide: dominoes with four sides, placed so that touching sides match."""

from games.faces import Drawing
from games.fourside import computer, judge, notation, prompts, rules
from games.fourside.describe import describe
from games.fourside.notation import Move
from games.fourside.options import Options, minutes
from games.fourside.position import Position
from games.fourside.view import View, seen
from games.game import About, Daily, Game, Level
from games.results import Look

__all__ = ["GAME", "Move", "Options", "Position", "View"]


def _draw(view: View, answers: tuple[str, ...] | None = ()) -> Drawing:
    """The table as a picture."""
    # Imported here so that workers for computer players don't load Pillow.
    from games.fourside import draw

    return draw.draw(view, answers)


def _icon(name: str) -> bytes:
    """The light bulb of a hint, as a PNG. Raises KeyError for a name that isn't in `ICONS`."""
    from games.fourside import pieces

    return pieces.icon(name)


def _look() -> Look:
    """How the result card looks."""
    # Imported here so that workers for computer players don't load Pillow.
    from games.fourside import result

    return result.look()


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="fourside",
        title="FourSide",
        edition="1",
        seats=(2,),
        line="Dominoes with four sides: turn a tile until every side that touches matches.",
        minutes=20,
        computers=(
            Level("beginner", "Beginner", "Often misses the best place."),
            Level("intermediate", "Medium", "Usually sees the best place, but not what you can do next."),
            Level("expert", "Expert", "Thinks about your best reply to every move."),
        ),
        takebacks=True,
        ties_win=True,
        steps=(
            "**Goal:** score the most points.",
            "**Your turn:** pick a square, then a tile that matches all around it. Matching numbers score.",
            "**The end:** the board is full, or nobody can place a tile. Highest score wins.",
        ),
    ),
    options=Options,
    rules=rules,
    view=seen,
    legal=prompts.legal,
    prompt=prompts.prompt,
    write=notation.write,
    read=notation.read,
    describe=describe,
    choose=computer.choose,
    spent=rules.spent,
    hinted=lambda view: view.hint,
    draw=_draw,
    icons=prompts.ICONS,
    icon=_icon,
    quick={"length": "quick"},
    daily=Daily(
        options={"length": "quick"},
        seats=2,
        rival="intermediate",
        line="A board of 7 by 5, with numbers from 1 to 6.",
        unit=("point", "points"),
        counts="Your score is your points at the end.",
    ),
    lasts=lambda _, options: minutes(options),
    look=_look,
    judge=lambda: judge.JUDGE,
)
