"""What people do at a game under way: move, take back, look at their hand, ask for a hint."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.tree import Commands, app_of
from bot.app import Parlour
from bot.messages.table import TableMessages
from bot.people.settings import without_tips
from bot.press.answer import Answer
from bot.press.ephemerals import PRIVATE_RESULT
from bot.press.gate import can_pause, must_be_able_to_host, must_be_host_or_moderator, unseen
from bot.refusal import Elsewhere, Expired, Refusal
from bot.routes import Pressed
from bot.screens import confirm, notebook
from bot.screens.board import NOW, private_result
from bot.screens.hand import hint_screen, purpose, table_name
from bot.screens.parts import OPTION_MOST, cut
from bot.screens.story import NEWS, news_for
from bot.tables import leaving, moves, requests
from bot.tables.lobby import Lobby, stand_up
from bot.tables.moves import give_hint
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from games.core import MARKS, Seat, Viewer


def add_hand(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(hand)


@app_commands.command(description="See your hand, here and in your direct messages")
async def hand(interaction: discord.Interaction) -> None:
    """The hand at this channel's table, or at the one table where this person plays.

    In games without hands, it's what only this person learned from the last move, such as a hint.
    """
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        user_id = interaction.user.id
        await app.tables.load_all_of(user_id)
        here = app.tables.channels.find(interaction.channel_id or 0)
        playing = app.tables.in_memory.sessions_of(user_id)
        if isinstance(here, Session) and here in playing and (result := private_result(here, user_id)):
            await answer.notice(result, PRIVATE_RESULT)
            return
        session = _session(interaction, await app.tables.loading.read_elsewhere(user_id))
        display = await app.displays.of(session)
        if session is here and display.board.viewer is not None:
            await display.post()  # it shows the hand
            await answer.acknowledge()
            return
        await display.hands.open(display.hands.of(session, session.seats.at_hand(user_id)), answer)
        for seat in session.seats.of(user_id):
            display.hands.refresh(display.hands.of(session, seat), retries_direct=True)


def _session(interaction: discord.Interaction, others: list[LobbyOrSession]) -> Session:
    """The game whose hand is meant; `others` are at tables of other processes."""
    tables = app_of(interaction).tables
    here = tables.channels.find(interaction.channel_id or 0)
    played = tables.in_memory.sessions_of(interaction.user.id)
    elsewhere = [one for one in others if isinstance(one, Session) and not one.table.over]
    mine = [one for one in [*played, *elsewhere] if one.table.game.about.hands]
    if isinstance(here, Session) and here in mine:
        return here
    if len(mine) == 1:
        if mine[0] in elsewhere:
            raise Elsewhere
        return mine[0]
    if here in played:
        raise Refusal(f"Nothing is hidden in {here.table.game.about.title}: everything is on the board.")
    if not mine:
        raise Refusal("You have no cards in any game right now. Use /play to start one.")
    places = ", ".join(f"<#{one.stored.channel_id}>" for one in mine)
    raise Refusal(f"You're in several games. Use /hand in the channel of the one you want: {places}.")


def table_here(interaction: discord.Interaction) -> LobbyOrSession:
    """The lobby or the game. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return app_of(interaction).tables.channels.table_in(interaction.channel_id)


def session_here(interaction: discord.Interaction) -> Session:
    """The game under way. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return app_of(interaction).tables.channels.session_in(interaction.channel_id)


async def shown_here(answer: Answer) -> None:
    """The board shows what was done; if it can't be shown here, the person is told why."""
    if told := unseen(answer.interaction):
        await answer.notice(told)
    else:
        await answer.acknowledge()


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(board)
    commands.add_command(move)
    commands.add_command(undo)
    commands.add_command(leave)
    commands.add_command(resign)
    commands.add_command(stop)


@app_commands.command(description="Move the board to the bottom of this channel")
async def board(interaction: discord.Interaction) -> None:
    """Post the board or the lobby again."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        lobby_or_session = table_here(interaction)
        must_be_able_to_host(interaction)
        await (await app.displays.of(lobby_or_session)).post()
        if missed := news_for(lobby_or_session, interaction.user.id):
            await answer.notice(missed, NEWS)
        else:
            await answer.acknowledge()


@app_commands.command(description="Type a move")
@app_commands.describe(move="Your move, written as in the rules")
async def move(interaction: discord.Interaction, move: str) -> None:
    """Every move of every game can be typed."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        answer.game = session.stored.game
        await moves.type_move(session, interaction.user.id, move, interaction.id)
        app.displays.show(session)
        result = private_result(session, interaction.user.id)
        await answer.moved("\n".join(filter(None, (result, unseen(interaction)))))


@move.autocomplete("move")
async def moves_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The player's own legal moves that match the typed text; nothing for anyone else."""
    assert interaction.channel_id is not None
    match app_of(interaction).tables.channels.find(interaction.channel_id):
        case Session() as session:
            found = moves.suggestions(session, interaction.user.id, typed)
            return [
                app_commands.Choice(name=cut(one.shown, OPTION_MOST), value=one.move[:100]) for one in found
            ]
    return []


@app_commands.command(description="Undo your last move")
async def undo(interaction: discord.Interaction) -> None:
    """At once as long as nobody acted or learned anything since; otherwise if the other people agree."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        is_done = await requests.take_back(session, interaction.user.id, interaction.id)
        app.displays.show(session)
        if is_done:
            await shown_here(answer)
        else:
            await answer.notice("Your request is on the board. The other players can agree to it there.")


@app_commands.command(description="Leave the game in this channel: a computer plays for you")
async def leave(interaction: discord.Interaction) -> None:
    """Give up a seat in the lobby; in a game, after asking whether to keep it."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        match app.tables.channels.find(interaction.channel_id or 0):
            case Lobby(is_direct=True):
                raise Refusal("Nobody else can join this lobby. Use /stop to close it.")
            case Lobby() as lobby:
                async with lobby.lock:
                    await stand_up(lobby, interaction.user.id)
                (await app.displays.of(lobby)).changed()
                await answer.acknowledge()
            case _:
                session = session_here(interaction)
                leaving.must_be_able_to_leave(session, interaction.user.id)
                await answer.question(
                    *confirm.leaving(session, interaction.user.id, can_pause=can_pause(interaction, session))
                )


@app_commands.command(description="Resign from the game in this channel")
async def resign(interaction: discord.Interaction) -> None:
    """After asking whether they mean it."""
    async with app_of(interaction).answer(interaction) as answer:
        session = session_here(interaction)
        user_id = interaction.user.id
        requests.must_be_playing(session, user_id)
        can = can_pause(interaction, session)
        await answer.question(*confirm.resigning(session, user_id, can_pause=can))


@app_commands.command(description="Stop the game in this channel, without a result")
async def stop(interaction: discord.Interaction) -> None:
    """For the host and moderators. Ask first whether they are sure."""
    async with app_of(interaction).answer(interaction) as answer:
        lobby_or_session = table_here(interaction)
        must_be_host_or_moderator(interaction, lobby_or_session.host_id)
        await answer.question(*confirm.stopping(lobby_or_session))


async def close_question(answer: Answer) -> None:
    """The board shows the result; if it can't be shown here, the person is told why."""
    if told := unseen(answer.interaction):
        await answer.notice(told)
    await answer.close()


async def pick(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """An answer to the question on a board: a move, or the next question in its place."""
    session = await app.tables.session(pressed.number(0))
    answers = routes.read_answers(pressed.argument(3))
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
    found = await give_hint(session, answer.interaction.user.id, viewer)
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
    press_hand = display.hands.of(session, viewer)
    is_new = pressed.number(2) == session.table.prompt_version(viewer)
    answers = routes.read_answers(pressed.argument(4)) if is_new else ()
    try:
        await display.hands.prefer(press_hand, answer, pressed.argument(3), answers)
    except KeyError:
        raise Expired from None
    await app.displays.refresh_others(press_hand, answer.interaction.user.id)


async def turn_off_tips(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Show this person no tips from now on, in any game."""
    session, viewer = await _seated(app, pressed)
    display = await _where_pressed(app, answer, session, viewer)
    await app.archive.change_settings(answer.interaction.user.id, without_tips)
    if not session.table.game.about.hands:
        await answer.close()
        return
    await _show_pressed(display, session, viewer, answer)


async def press_hand(app: Parlour, answer: Answer, pressed: Pressed) -> None:
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


async def press_undo(app: Parlour, answer: Answer, pressed: Pressed) -> None:
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


async def _where_pressed(app: Parlour, answer: Answer, session: Session, viewer: Viewer) -> TableMessages:
    """The table's display. Raises Refusal for somebody else's hand.

    The answer to a press on a hand shows a hand on the pressed message, so an id that was copied to a message
    others can see is refused.
    """
    display = await app.displays.of(session)
    if viewer is not None:
        session.seats.must_be_of(answer.interaction.user.id, viewer)
        press_hand, message = display.hands.of(session, viewer), answer.interaction.message
        if message is None or not press_hand.can_be_on(message):
            raise Expired
        answer.keeps(press_hand.ephemeral)
    return display


async def _show_pressed(
    display: TableMessages, session: Session, viewer: Viewer, answer: Answer, answers: tuple[str, ...] = ()
) -> None:
    """Show the board or the hand on the pressed message, with the question that follows `answers`."""
    pressed, own = answer.interaction.message, display.board.viewer
    is_board = pressed is not None and own == viewer and display.board.message_id == pressed.id
    if viewer is None or is_board:
        with display.answering():
            await answer.replace(await display.board.screen(answers))
        return
    press_hand = display.hands.of(session, viewer)
    with display.hands.answering(press_hand):
        await answer.replace(await press_hand.screen(answers))
        await display.hands.used(press_hand, answer.press)


async def _answer_ask(app: Parlour, answer: Answer, pressed: Pressed, *, agrees: bool) -> None:
    session = await app.tables.session(pressed.number(0))
    press = answer.interaction
    await requests.answer_ask(session, press.user.id, pressed.number(1), agrees, press.id)
    app.displays.show(session, answer.press)
    await answer.acknowledge()
