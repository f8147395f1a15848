"""Presses on the board of a game under way or finished."""

from typing import TYPE_CHECKING

from bot.interactions.reading import OLD, Pressed
from bot.rights import must_be_able_to_host, must_be_host_or_moderator, unseen
from bot.screens import confirm, ids, records
from bot.screens.answer import Answer
from bot.screens.board import Board
from bot.screens.hand import Hand
from bot.screens.notebook import notebook_screen
from bot.screens.panel import told_alone
from bot.tables import player
from bot.tables.refusal import Old, Refusal
from bot.tables.session import Session
from games.core import Seat, Viewer

if TYPE_CHECKING:
    from bot.client import Parlour


async def pick(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """An answer to the question on a board: a move, or the next question in its place."""
    session = await bot.tables.session(pressed.number(0))
    answers = ids.read_answers(pressed.word(3))
    if pressed.values:
        answers = (*answers, "+".join(pressed.values))
    press, viewer = answer.interaction, pressed.viewer(1)
    shown = await _where_pressed(bot, answer, session, viewer)
    with shown.pressed(press):
        try:
            asked = await session.pick(press.user.id, viewer, pressed.number(2), answers, press.id)
        except Refusal as refused:
            if _is_second_click(session, answer, pressed):
                await answer.acknowledge()  # the second click of two: the board shows what the first has done
                return
            if viewer is None or not isinstance(refused, Old):
                raise
            answers = ()  # a hand is its owner's own: in place of a word, it shows how things stand
        else:
            if asked is None:
                await answer.moved(told_alone(session, press.user.id))
                return
    await answer.replace(await shown.screen(answers))


async def auto_pick(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Let the computer choose for the player who asks for it."""
    session = await bot.tables.session(pressed.number(0))
    press, viewer = answer.interaction, pressed.viewer(1)
    shown = await _where_pressed(bot, answer, session, viewer)
    with shown.pressed(press):
        try:
            await session.auto_pick(press.user.id, viewer, pressed.number(2), press.id)
        except Old:
            if viewer is None and not _is_second_click(session, answer, pressed):
                raise
        else:
            await answer.acknowledge()
            return
    await answer.replace(await shown.screen())


async def like(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """See one's hand in another way. It is no move: the question stays where it was."""
    session = await bot.tables.session(pressed.number(0))
    viewer = pressed.viewer(1)
    shown = await _where_pressed(bot, answer, session, viewer)
    if not isinstance(shown, Hand):
        raise Refusal(OLD)
    is_new = pressed.number(2) == session.table.prompt_version(viewer)
    answers = ids.read_answers(pressed.word(4)) if is_new else ()
    try:
        await shown.like(answer, pressed.word(3), answers)
    except KeyError:
        raise Refusal(OLD) from None
    await bot.freshen_others(shown, answer.interaction.user.id)


async def hand(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Show a player his hand where he is, to him alone; of several the one named, or the one to move."""
    session = await bot.tables.session(pressed.number(0))
    seat = _own_seat(session, answer.interaction.user.id, pressed)
    await (await bot.hand(session, seat)).open(answer)


async def notes(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Show a player his notebook, to him alone; pressed on a notebook, as it is now."""
    session = await bot.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    seat = _own_seat(session, user_id, pressed)
    screen, purpose = notebook_screen(session, seat), f"notebook:{session.seats_of(user_id).index(seat)}"
    message = answer.interaction.message
    if pressed.arguments[2:] == ("again",) and message is not None and message.flags.ephemeral:
        await answer.replace(screen, purpose)
    else:
        await answer.send(screen, purpose)


async def undo(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Take back."""
    session = await bot.tables.session(pressed.number(0))
    press = answer.interaction
    with (await bot.board(session)).pressed(press):
        await session.take_back(press.user.id, press.id)
        await answer.acknowledge()


async def agree(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Agree to what another player asked."""
    await _answer_ask(bot, answer, pressed, agrees=True)


async def refuse(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Refuse what another player asked."""
    await _answer_ask(bot, answer, pressed, agrees=False)


async def resign(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Ask whether he means it."""
    session = await bot.tables.session(pressed.number(0))
    session.must_be_playing(answer.interaction.user.id)
    await answer.question(*confirm.resigning(session))


async def resigned(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """He means it."""
    session = await bot.tables.session(pressed.number(0))
    await session.resign(answer.interaction.user.id, answer.interaction.id)
    await _close(answer)


async def stop(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Ask whether he means it."""
    session = await bot.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.stored.host_id)
    await answer.question(*confirm.stopping(session))


async def stopped(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """The host or a moderator means to stop the game."""
    session = await bot.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.stored.host_id)
    await session.stop(answer.interaction.id)
    await _close(answer)


async def rematch(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Once more with the same people; at once where everybody else is a computer."""
    session = await bot.tables.session(pressed.number(0))
    press = answer.interaction
    must_be_able_to_host(press)
    user = player.person(press.user.id, press.user.display_name, str(press.id))
    lobby = await bot.tables.rematch(session, user)
    others = [one.user_id for one in session.participants if one.user_id is not None]
    others = [one for one in others if one != press.user.id]
    if others:
        await bot.open_board(answer, lobby)
        await (await bot.display(lobby)).reminder.invite(lobby, others)
        return
    async with lobby.lock:
        begun = await bot.tables.begin(lobby, press.user.id)
    await answer.acknowledge()
    bot.changed(begun)


async def record(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """The whole record, with the seed by which chance can be checked."""
    stored, whole = await bot.tables.record(pressed.number(0))
    await answer.send(records.record_screen(stored, whole), f"record:{stored.id}")


def _is_second_click(session: Session, answer: Answer, pressed: Pressed) -> bool:
    user_id = answer.interaction.user.id
    return session.has_just_answered(user_id, pressed.number(2), answer.arrived)


async def _close(answer: Answer) -> None:
    """The board tells what came of it; where it cannot be shown any more, the person is told why."""
    if told := unseen(answer.interaction):
        await answer.notice(told)
    await answer.close()


def _own_seat(session: Session, user_id: int, pressed: Pressed) -> Seat:
    """The seat that is named, or the one to move. Raises Refusal for another's."""
    if len(pressed.arguments) < 2:
        return session.seat_at_hand(user_id)
    viewer = pressed.viewer(1)
    if viewer is None:
        raise Refusal(OLD)
    session.must_sit_on(user_id, viewer)
    return viewer


async def _where_pressed(bot: "Parlour", answer: Answer, session: Session, viewer: Viewer) -> Board | Hand:
    """The board, or the hand of the one who pressed. Raises Refusal for anybody else's hand.

    The answer to a press on a hand shows a hand in place of the message that was pressed, so an id that was
    carried over to a message which others see is not taken.
    """
    if viewer is None:
        return await bot.board(session)
    session.must_sit_on(answer.interaction.user.id, viewer)
    hand = await bot.hand(session, viewer)
    if answer.interaction.message is None or not hand.is_seen_by_its_player_alone(answer.interaction.message):
        raise Refusal(OLD)
    answer.keeps(hand.ephemeral)
    return hand


async def _answer_ask(bot: "Parlour", answer: Answer, pressed: Pressed, *, agrees: bool) -> None:
    session = await bot.tables.session(pressed.number(0))
    press = answer.interaction
    with (await bot.board(session)).pressed(press):
        await session.answer_ask(press.user.id, pressed.number(1), agrees, press.id)
        await answer.acknowledge()
