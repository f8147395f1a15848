"""FourSide: dominoes with four sides, placed so that touching sides match."""

from games.fourside.computers import ahead, judge
from games.fourside.computers.levels import LEVELS
from games.fourside.rules import notation, rulebook
from games.fourside.rules.notation import Move
from games.fourside.rules.options import Options, minutes
from games.fourside.rules.position import Place, Position
from games.fourside.rules.view import View, see
from games.fourside.words import prompts, why
from games.fourside.words.describe import describe
from games.game import About, Daily, Game, Spelling, drawn_by
from games.kit.story import Story

__all__ = ["GAME", "Move", "Options", "Position", "View"]


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="fourside",
        title="FourSide",
        edition="1",
        seats=(2,),
        line="Dominoes with four sides: turn a tile until every side that touches matches.",
        minutes=20,
        computers=LEVELS,
        takebacks=True,
        ties_win=True,
        steps=(
            "**Goal:** score the most points.",
            "**Your turn:** pick a square, then a tile that matches all around it. Matching numbers score.",
            "**The end:** the board is full, or nobody can place a tile. Highest score wins.",
        ),
    ),
    options=Options,
    rules=rulebook,
    view=see,
    legal=prompts.legal,
    prompt=prompts.prompt,
    notation=Spelling(write=notation.write, read=notation.read, called=why.called),
    describe=describe,
    judge=judge.JUDGE,
    pictures=drawn_by("games.fourside.pictures"),
    spent=rulebook.spent,
    hinted=lambda view: view.hint,
    icons=prompts.ICONS,
    quick={"length": "quick"},
    daily=Daily(
        options={"length": "quick", "three_hints": "false"},
        seats=2,
        rival="rising",
        line="A board of 7 by 5, with numbers from 1 to 6.",
        unit=("point", "points"),
        counts="Your score is your points at the end.",
        story=Story(
            slight=judge.NOISE,
            begins=lambda move: isinstance(move, Place),
            worths=lambda view, move, rng: ahead.worths(view, rng, also=move),
        ),
    ),
    lasts=lambda _, options: minutes(options),
)
