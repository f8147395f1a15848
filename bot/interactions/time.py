"""Presses about time: a pause, going on after it, and what happens to the seat of an absent player."""

from bot.app import Parlour
from bot.interactions.questions import close_question
from bot.interactions.reading import Pressed
from bot.rights import must_be_host_or_moderator
from bot.screens.answer import Answer
from bot.tables import absence, pausing
from bot.tables.refusal import Expired


async def pause(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The host or a moderator pauses the game, where they were asked whether they mean to go."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await pausing.pause(session, answer.interaction.user.id)
    app.displays.show(session)
    await close_question(answer)


async def resume(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Go on after a pause."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await pausing.resume(session)
    app.displays.show(session, answer.press)
    await answer.acknowledge()


async def absent(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """One of the others decides what happens to the seat of a player who is away."""
    session = await app.tables.session(pressed.number(0))
    chosen = pressed.argument(2)
    if chosen not in (absence.WAIT, absence.COMPUTER, absence.FREE):
        raise Expired
    await absence.answer_absence(session, answer.interaction.user.id, _user_id(pressed), chosen)
    app.displays.show(session, answer.press)
    await answer.acknowledge()


def _user_id(pressed: Pressed) -> int:
    """The player who is away; ids of people have more digits than other numbers."""
    word = pressed.argument(1)
    if not word.isdecimal() or len(word) > 20:
        raise Expired
    return int(word)
