"""Presses by people who leave a game, come back to it or take somebody's seat."""

from bot.app import Parlour
from bot.interactions.questions import close_question
from bot.interactions.reading import Pressed
from bot.rights import can_pause
from bot.screens import confirm
from bot.screens.answer import Answer
from bot.screens.away import YES
from bot.tables import leaving
from bot.tables.refusal import Expired


async def ask(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask how they mean to leave."""
    session = await app.tables.session(pressed.number(0))
    leaving.must_be_able_to_leave(session, answer.interaction.user.id)
    await answer.question(
        *confirm.leaving(
            session, answer.interaction.user.id, can_pause=can_pause(answer.interaction, session)
        )
    )


async def keep(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Leave, and keep the seat."""
    session = await app.tables.session(pressed.number(0))
    await leaving.leave(session, answer.interaction.user.id)
    app.displays.show(session)
    await close_question(answer)


async def free(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Leave, or having left, let others take the seat."""
    session = await app.tables.session(pressed.number(0))
    await leaving.free(session, answer.interaction.user.id)
    app.displays.show(session)
    await close_question(answer)


async def come_back(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Play on in the seat that a computer kept."""
    session = await app.tables.session(pressed.number(0))
    await leaving.come_back(session, answer.interaction.user.id)
    app.displays.show(session, answer.press)
    await answer.close()


async def take(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Play on in the seat that somebody gave up. Only where its board stands."""
    session = await app.tables.session(pressed.number(0))
    user, seat = answer.interaction.user, pressed.viewer(1)
    if seat is None or answer.interaction.channel_id != session.stored.channel_id:
        raise Expired
    has_it = await leaving.take(session, user.id, user.display_name, seat)
    app.displays.show(session, answer.press)
    if not has_it:
        await answer.notice(
            "The board asks the other players, since you'd see a hand. "
            "You play as soon as all of them have accepted you."
        )
    await answer.acknowledge()


async def admit(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Accept or refuse a newcomer who would like to take a seat."""
    session = await app.tables.session(pressed.number(0))
    accepts, user_id = pressed.argument(2) == YES, answer.interaction.user.id
    await leaving.admit(session, user_id, pressed.number(1), accepts=accepts)
    app.displays.show(session, answer.press)
    await answer.acknowledge()
