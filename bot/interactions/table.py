"""Presses on the board or the hand of a game under way."""

from bot.app import Parlour
from bot.interactions.questions import close_question
from bot.interactions.reading import Pressed
from bot.screens import ids, notebook, tips
from bot.screens.answer import Answer
from bot.screens.board_screen import private_result
from bot.screens.catching_up import NEWS
from bot.screens.display import Display
from bot.screens.hand_screen import table_name
from bot.screens.hint import hint_screen, purpose
from bot.screens.undo import NOW
from bot.tables import hints, moves, requests
from bot.tables.refusal import Expired, Refusal
from bot.tables.session import Session
from games.core import MARKS, Seat, Viewer


async def pick(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """An answer to the question on a board: a move, or the next question in its place."""
    session = await app.tables.session(pressed.number(0))
    answers = ids.read_answers(pressed.argument(3))
    if pressed.values:
        answers = (*answers, "+".join(pressed.values))
    user_id, viewer = answer.interaction.user.id, pressed.viewer(1)
    answer.game = session.stored.game
    display = await _where_pressed(app, answer, session, viewer)
    version = pressed.number(2)
    try:
        asked = await moves.answer_question(session, user_id, viewer, version, answers, answer.interaction.id)
    except Refusal as refused:
        if _is_second_click(session, answer, pressed):
            await answer.acknowledge()  # the second click of two: the board shows what the first has done
            return
        if viewer is None or not isinstance(refused, Expired):
            raise
        answers = ()  # only its player sees a hand, so it can show the current question instead of a refusal
    else:
        if asked is None:
            app.displays.show(session, answer.press, viewer)
            await answer.moved(private_result(session, user_id))
            return
    await answer.acknowledge()  # a picture takes longer to draw than a press should wait
    await _show_pressed(display, session, viewer, answer, answers)
    await display.tips.give(session, answer)


async def auto_pick(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """*Pick for me*: let a computer choose for the player who asks for it."""
    session = await app.tables.session(pressed.number(0))
    press, viewer = answer.interaction, pressed.viewer(1)
    display = await _where_pressed(app, answer, session, viewer)
    version = pressed.number(2)
    try:
        await moves.auto_pick(session, press.user.id, viewer, version, press.id)
    except Expired:
        if viewer is None and not _is_second_click(session, answer, pressed):
            raise
        await _show_pressed(display, session, viewer, answer)
    else:
        app.displays.show(session, answer.press, viewer)
        await answer.acknowledge()


async def hint(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Tell the player what the game's adviser would do; nobody else hears of it."""
    session = await app.tables.session(pressed.number(0))
    viewer = pressed.viewer(1)
    display = await _where_pressed(app, answer, session, viewer)
    found = await hints.hint(session, answer.interaction.user.id, viewer)
    where = table_name(session, display.board.table_link) if viewer is not None else ""
    await answer.send(hint_screen(session, found, where), purpose(session, found.seat, found.prompt_version))


async def play_hint(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Make the move that the hint suggested, and delete the hint."""
    session, viewer = await _seated(app, pressed)
    press = answer.interaction
    answer.game = session.stored.game
    await moves.play_hint(session, press.user.id, viewer, pressed.number(2), pressed.argument(3), press.id)
    app.displays.show(session)
    if result := private_result(session, press.user.id):
        await answer.moved(result)
    await close_question(answer)


async def like(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """A button of a preference: show the hand in another way. It isn't a move, so the question stays."""
    session, viewer = await _seated(app, pressed)
    display = await _where_pressed(app, answer, session, viewer)
    hand = display.hands.of(session, viewer)
    is_new = pressed.number(2) == session.table.prompt_version(viewer)
    answers = ids.read_answers(pressed.argument(4)) if is_new else ()
    try:
        await display.hands.prefer(hand, answer, pressed.argument(3), answers)
    except KeyError:
        raise Expired from None
    await app.displays.refresh_others(hand, answer.interaction.user.id)


async def turn_off_tips(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Show this person no tips from now on, in any game."""
    session, viewer = await _seated(app, pressed)
    display = await _where_pressed(app, answer, session, viewer)
    await app.archive.change_settings(answer.interaction.user.id, tips.turn_off)
    if not session.table.game.about.hands:
        await answer.close()
        return
    await _show_pressed(display, session, viewer, answer)


async def hand(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Show a player their hand, to them alone; if they have several, the one named, or the one to move."""
    session = await app.tables.session(pressed.number(0))
    seat = _own_seat(session, answer.interaction.user.id, pressed)
    display = await app.displays.of(session)
    again = pressed.arguments[2:] == ("again",)
    await display.hands.open(display.hands.of(session, seat), answer, again=again)


async def notes(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Show a player their notebook, to them alone; pressed on a notebook, bring that up to date."""
    session = await app.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    seat = _own_seat(session, user_id, pressed)
    display, kept = await app.displays.of(session), f"notebook:{session.seats.of(user_id).index(seat)}"
    screen = await display.notebooks.screen(session, seat, user_id)
    opened = answer.press.ephemeral if pressed.arguments[2:] == ("again",) else None
    if opened is not None:
        await answer.replace(screen, kept)
    else:
        opened = await answer.send(screen, kept)
    display.notebooks.keep(session, seat, user_id, opened)


async def mark(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Mark things in a notebook. It isn't a move: nobody else sees it, and the game doesn't know."""
    session = await app.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    seat = _own_seat(session, user_id, pressed)
    chosen, known = pressed.argument(2), {one.key for one in session.table.game.markable}
    message = answer.interaction.message
    may_mark = session.table.keeps_notes and not session.table.over and chosen in {one.key for one in MARKS}
    if not may_mark or message is None or not message.flags.ephemeral or not known.issuperset(pressed.values):
        raise Expired
    await app.archive.change_marks(
        session.id, seat, lambda had: notebook.change_marks(had, chosen, pressed.values)
    )
    display = await app.displays.of(session)
    screen = await display.notebooks.screen(session, seat, user_id)
    await answer.replace(screen, f"notebook:{session.seats.of(user_id).index(seat)}")
    display.notebooks.keep(session, seat, user_id, answer.press.ephemeral)
    display.hands.refresh(display.hands.of(session, seat))


async def news(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Tell somebody alone what happened since their last move, with the board."""
    session = await app.tables.session(pressed.number(0))
    display = await app.displays.of(session)
    await answer.send(await display.news(session, answer.interaction.user.id), NEWS)


async def undo(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Undo the move that the button names, or ask the others.

    Buttons of older versions name a question; the oldest name nothing, and have expired.
    """
    session = await app.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    requests.must_be_playing(session, user_id)
    viewer, number = pressed.viewer(1), pressed.number(2)
    await _where_pressed(app, answer, session, viewer)
    try:
        if len(pressed.arguments) > 3:
            named = requests.Named(number, pressed.argument(3) == NOW)
        else:
            named = requests.named_by_version(session, user_id, viewer, number)
        await requests.take_back(session, user_id, answer.interaction.id, named)
    except Expired:
        if not moves.is_second_click(session, user_id, number, answer.arrived):
            raise
    else:
        app.displays.show(session, answer.press, viewer)
    await answer.acknowledge()


async def agree(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Agree to what another player asked."""
    await _answer_ask(app, answer, pressed, agrees=True)


async def refuse(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Refuse what another player asked."""
    await _answer_ask(app, answer, pressed, agrees=False)


def _is_second_click(session: Session, answer: Answer, pressed: Pressed) -> bool:
    user_id = answer.interaction.user.id
    return moves.is_second_click(session, user_id, pressed.number(2), answer.arrived)


def _own_seat(session: Session, user_id: int, pressed: Pressed) -> Seat:
    """The seat that is named, or the one to move. Raises Refusal for another's."""
    if len(pressed.arguments) < 2:
        return session.seats.at_hand(user_id)
    viewer = pressed.viewer(1)
    if viewer is None:
        raise Expired
    session.seats.must_be_of(user_id, viewer)
    return viewer


async def _seated(app: Parlour, pressed: Pressed) -> tuple[Session, Seat]:
    """The table and the seat of a press on a hand. Raises Refusal if it names no seat."""
    session, viewer = await app.tables.session(pressed.number(0)), pressed.viewer(1)
    if viewer is None:
        raise Expired
    return session, viewer


async def _where_pressed(app: Parlour, answer: Answer, session: Session, viewer: Viewer) -> Display:
    """The table's display. Raises Refusal for somebody else's hand.

    The answer to a press on a hand shows a hand on the pressed message, so an id that was copied to a message
    others can see is refused.
    """
    display = await app.displays.of(session)
    if viewer is not None:
        session.seats.must_be_of(answer.interaction.user.id, viewer)
        hand, message = display.hands.of(session, viewer), answer.interaction.message
        if message is None or not hand.can_be_on(message):
            raise Expired
        answer.keeps(hand.ephemeral)
    return display


async def _show_pressed(
    display: Display, session: Session, viewer: Viewer, answer: Answer, answers: tuple[str, ...] = ()
) -> None:
    """Show the board or the hand on the pressed message, with the question that follows `answers`."""
    pressed, own = answer.interaction.message, display.board.viewer
    is_board = pressed is not None and own == viewer and display.board.message_id == pressed.id
    if viewer is None or is_board:
        with display.answering():
            await answer.replace(await display.board.screen(answers))
        return
    hand = display.hands.of(session, viewer)
    with display.hands.answering(hand):
        await answer.replace(await hand.screen(answers))
        await display.hands.used(hand, answer.press)


async def _answer_ask(app: Parlour, answer: Answer, pressed: Pressed, *, agrees: bool) -> None:
    session = await app.tables.session(pressed.number(0))
    press = answer.interaction
    await requests.answer_ask(session, press.user.id, pressed.number(1), agrees, press.id)
    app.displays.show(session, answer.press)
    await answer.acknowledge()
