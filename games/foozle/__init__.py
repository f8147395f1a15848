"""Foozle: lay groups of cards and collect tokens, with the Deluxe Fanucci deck."""

from games.foozle.computers import cunning
from games.foozle.computers.levels import LEVELS
from games.foozle.rules import notation, rulebook
from games.foozle.rules.melds import loose
from games.foozle.rules.notation import Move
from games.foozle.rules.options import QUICK, Options, lasts
from games.foozle.rules.position import Position
from games.foozle.rules.view import PREFERENCES, View, opened, preferred, see
from games.foozle.words import prompts, why
from games.foozle.words.describe import describe
from games.foozle.words.icons import ICONS
from games.game import About, Daily, Game, Spelling, drawn_by
from games.kit.judge import Judge
from games.kit.story import Story

__all__ = ["GAME", "Move", "Options", "Position", "View"]


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="foozle",
        title="Foozle",
        edition="1",
        seats=(2, 3, 4, 5, 6),
        line="Lay down sets, flushes and runs of 15 absurd suits, and collect a token of every colour.",
        minutes=30,
        computers=LEVELS,
        takebacks=True,
        hands=True,
        steps=(
            "**Goal:** collect more tokens than anyone else.",
            "**Your turn:** take a card, lay down groups, discard a card. Groups of one colour win tokens.",
            "**The end:** somebody has tokens in all the colours you play for. Most tokens wins.",
        ),
    ),
    options=Options,
    rules=rulebook,
    view=see,
    opened=opened,
    legal=prompts.legal,
    prompt=prompts.prompt,
    notation=Spelling(write=notation.write, read=notation.read, called=why.called),
    preferred=preferred,
    describe=describe,
    judge=Judge(why=why.why, adviser="prescient"),
    pictures=drawn_by("games.foozle.pictures"),
    icons=ICONS,
    preferences=PREFERENCES,
    quick=QUICK,
    daily=Daily(
        options={"turns": "11"},
        seats=2,
        rival="hasty",
        line="Eleven turns to collect tokens.",
        unit=("point", "points"),
        counts="A token is worth 10 points, and each card left in your hand that isn't in a group costs 1.",
        score=lambda end, _: 10 * end.table.tokens[0] - loose(end.table.hands[0]),
        story=Story(
            begins=lambda move: isinstance(move, notation.Draw | notation.Take),
            worths=cunning.worths,
            slight=cunning.SLIGHT,
        ),
    ),
    lasts=lasts,
    plain=lambda move: isinstance(move, notation.Take) and move.use is None,
)
