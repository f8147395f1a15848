"""Doublolo: outflank and flip on a board of 23 by 14 squares that is different every time."""

from games.doublolo.computers import judge
from games.doublolo.computers.levels import LEVELS
from games.doublolo.rules import notation, rulebook
from games.doublolo.rules.notation import Move
from games.doublolo.rules.options import MINUTES, Options
from games.doublolo.rules.position import Position
from games.doublolo.rules.view import View, see
from games.doublolo.words import prompts
from games.doublolo.words.describe import describe
from games.game import About, Daily, Game, Spelling, drawn_by
from games.kit.story import Story

__all__ = ["GAME", "Move", "Options", "Position", "View"]


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="doublolo",
        title="Doublolo",
        edition="1",
        seats=(2,),
        line="Trap stones between yours and flip them, on a big board that's different every time.",
        minutes=50,
        computers=LEVELS,
        takebacks=True,
        host_first=True,
        steps=(
            "**Goal:** have more stones of your colour than the other player.",
            "**Your turn:** place a stone so that it traps a line of theirs; the whole line flips to you.",
            "**The end:** nobody can move. Most stones wins.",
        ),
    ),
    options=Options,
    rules=rulebook,
    view=see,
    legal=prompts.legal,
    prompt=prompts.prompt,
    notation=Spelling(write=notation.write, read=notation.read),
    describe=describe,
    judge=judge.JUDGE,
    pictures=drawn_by("games.doublolo.pictures"),
    icons=rulebook.FACES,
    quick={"length": "quick"},
    daily=Daily(
        options={"length": "quick", "first": "red"},
        seats=2,
        rival="daydreamer",
        line="A board of 12 by 8 squares. You begin.",
        unit=("stone", "stones"),
        counts="Your score is the number of your stones at the end.",
        story=Story(
            most=10,
            slight=judge.NOISE,
            begins=lambda move: isinstance(move, notation.Place),
            worths=judge.worths,
        ),
    ),
    lasts=lambda _, options: MINUTES[options.length],
)
