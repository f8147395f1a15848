"""Calabresella: one against two for 18 of 35 points, with forty cards and no trumps."""

from games.calabresella.computers import judge
from games.calabresella.computers.levels import LEVELS
from games.calabresella.rules import notation, rulebook
from games.calabresella.rules.notation import Move
from games.calabresella.rules.options import ONE_DEAL, Options, lasts
from games.calabresella.rules.position import MADE, Position
from games.calabresella.rules.sight import opened, see
from games.calabresella.rules.view import View
from games.calabresella.words import numbers, prompts, why
from games.calabresella.words.describe import describe
from games.calabresella.words.icons import ICONS
from games.game import About, Daily, Form, Game, Spelling, drawn_by
from games.kit.story import Story

__all__ = ["GAME", "Move", "Options", "Position", "View"]


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="calabresella",
        title="Calabresella",
        edition="1",
        seats=(3,),
        line="Go it alone against two: swap cards for unseen ones, and win 18 of 35 points.",
        minutes=35,
        computers=LEVELS,
        takebacks=True,
        hands=True,
        pick_for_me="composed",
        steps=(
            "**Goal:** one player goes solo and needs 18 of the 35 points. The other two team up.",
            "**Your turn:** bid or pass, then play one card to each trick. Follow suit if you can.",
            "**The end:** when somebody reaches the game point, the most points win the match.",
        ),
    ),
    options=Options,
    rules=rulebook,
    view=see,
    opened=opened,
    legal=prompts.legal,
    prompt=prompts.prompt,
    notation=Spelling(write=notation.write, read=notation.read, called=why.called, longhand=numbers.longhand),
    describe=describe,
    judge=judge.JUDGE,
    pictures=drawn_by("games.calabresella.pictures"),
    icons=ICONS,
    quick={"game_point": ONE_DEAL},
    daily=Daily(
        options={"solos": "2"},
        seats=3,
        rival="pensive",
        line="Two deals. You get the best hand, and go solo against two.",
        unit=("point", "points"),
        counts="Your score is your points for both deals.",
        goal=MADE,
        story=Story(begins=lambda move: isinstance(move, notation.Play)),
        duel=Form(
            options={"solos": "3"},
            line="Three deals: you go solo with the best hand, as dealer and on either side of them.",
            counts="Your score is your points for all three.",
            goal=MADE,
        ),
    ),
    lasts=lasts,
    ranked=rulebook.ranked,
    plain=lambda move: isinstance(move, notation.Bid),
)
