"""Tips: a line of help under each of the first questions that a person has in a game they haven't played."""

import json
from collections.abc import Collection
from itertools import islice

from discord import ui

from bot.screens import ids
from bot.screens.context import DisplayContext
from bot.screens.parts import Layout, button
from bot.tables.session import Session
from games import lessons
from games.core import Question, Seat
from games.game import About
from games.lesson import tip
from storage import Person

TIPS = 5
"""How many of the first questions have a tip."""

SOME_MOVES = 100
"""How many legal moves we look at to tell what kind of question it is."""

_SETTING = "no_tips"

_TYPING = "You can also type a move with **/move**: it lists what you can do."
_ASKING = "Press **Rules** to read how something works, or look at an example of it."


def questions_had(session: Session, seat: Seat) -> int:
    """How many questions this seat has answered with a move, counted up to the last tip."""
    answered = (line for line in session.table.lines if line.who == seat)
    return sum(1 for _ in islice(answered, TIPS))


async def tip_for(
    context: DisplayContext, session: Session, seat: Seat, person: Person, given: Collection[str] = ()
) -> str:
    """What a newcomer reads under the question of this seat; empty for everybody else.

    The coach's tip isn't used if it's among those `given` before.
    """
    asked = questions_had(session, seat)
    if asked >= TIPS or not isinstance(session.asked(seat), Question) or are_off(person.settings):
        return ""
    known = session.played_before
    if person.user_id not in known:
        known[person.user_id] = await context.archive.has_played_before(person.user_id, session.id)
    if known[person.user_id]:
        return ""
    tips = tips_of(session.table.game.about)
    # The first tip says what a turn is; later ones fit the question, if the coach has one for it.
    coached = _coached(session, seat) if asked else ""
    if coached and coached not in given:
        return coached
    return tips[asked] if asked < len(tips) else ""


def _coached(session: Session, seat: Seat) -> str:
    """What the coach of the game's lesson says about a question like this seat's; empty if nothing."""
    game, view = session.table.game, session.table.view(seat)
    if not lessons.has_lesson(game.about.name):
        return ""
    moves = islice(game.legal(view), SOME_MOVES)
    return tip(lessons.find(game.about.name), tuple(map(game.write, moves)))


def tips_of(about: About) -> tuple[str, ...]:
    """The tips of a game in order: what to do, the goal, how it ends, and where to find help."""
    goal, turn, end = about.steps if len(about.steps) == 3 else ("", "", "")
    return tuple(filter(None, (turn, goal, _TYPING, end, _ASKING)))


def are_off(settings: str) -> bool:
    """Whether this person has turned tips off."""
    return bool(json.loads(settings).get(_SETTING, False))


def turn_off(settings: str) -> str:
    """The settings of a person who wants no tips in any game."""
    return json.dumps({**json.loads(settings), _SETTING: True})


def turn_on(settings: str) -> str:
    """The settings of a person who wants tips again."""
    return json.dumps({name: one for name, one in json.loads(settings).items() if name != _SETTING})


def switch(session: Session, seat: Seat) -> ui.Button[Layout]:
    """The button that turns tips off."""
    return button("Turn off tips", ids.write("tips", session.id, ids.write_viewer(seat)))
