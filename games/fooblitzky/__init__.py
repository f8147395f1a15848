"""Fooblitzky: a city of shops, secret picks and bad luck, for 2 to 4 players."""

from games.fooblitzky.computers import computer, sleuth
from games.fooblitzky.computers.levels import LEVELS
from games.fooblitzky.rules import notation, rulebook
from games.fooblitzky.rules.knowledge.marks import MARKABLE, preferred
from games.fooblitzky.rules.moves import Choose, Move, begins_move
from games.fooblitzky.rules.options import QUICK, SEATS, Options, keeps_notes, lasts, minutes, seating
from games.fooblitzky.rules.phases import Position
from games.fooblitzky.rules.view import View, opened, see
from games.fooblitzky.words import prompts, why
from games.fooblitzky.words.describe import describe
from games.fooblitzky.words.icons import ICONS
from games.fooblitzky.words.notes import notes
from games.game import About, Daily, Game, Notebook, Spelling, drawn_by
from games.kit.judge import Judge
from games.kit.story import Story

__all__ = ["GAME", "Move", "Options", "Position", "View"]


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="fooblitzky",
        title="Fooblitzky",
        edition="2",
        seats=SEATS,
        line="Work out which four items everyone secretly needs, and be first to a Check Point.",
        minutes=20,
        computers=LEVELS,
        takebacks=True,
        hands=True,
        hand="bag",
        steps=(
            "**Goal:** find the four secret items and carry them to a Check Point.",
            "**Your turn:** spin, walk that many steps, and shop, phone or pawn where you stop.",
            "**The end:** the first player to show up with the correct four wins.",
        ),
    ),
    options=Options,
    rules=rulebook,
    view=see,
    opened=opened,
    legal=prompts.legal,
    prompt=prompts.prompt,
    notation=Spelling(write=notation.write, read=notation.read, called=why.called),
    seating=seating,
    minutes=minutes,
    quick=QUICK,
    daily=Daily(
        options={"open_choice": "true", "days": "1", "notebook": "conclusions"},
        seats=4,
        rival="shopper",
        line="An errand: everybody is told the four correct items. Bring them before the others do.",
        unit=("point", "points"),
        counts="Your score is 25 for each correct item you carry at the end, less 1 for each of your moves.",
        score=lambda end, moves: 25 * rulebook.scores(end, True)[0] - moves,
        story=Story(
            begins=lambda move: not isinstance(move, Choose), worths=sleuth.worths, slight=sleuth.SLIGHT
        ),
    ),
    lasts=lasts,
    begins_move=begins_move,
    forced=prompts.forced,
    ranked=rulebook.ranked,
    describe=describe,
    judge=Judge(why=why.why, adviser="sleuth", is_even=why.is_even),
    pictures=drawn_by("games.fooblitzky.pictures"),
    notebook=Notebook(notes=notes, markable=MARKABLE, keeps=keeps_notes),
    preferred=preferred,
    default=computer.default,
    icons=ICONS,
)
