"""What people do at a game under way: move, take back, look at their hand, ask for a hint."""

import discord
from discord import app_commands

from bot.app.dispatch import (
    app_of,
    at_game,
    be_seen,
    is_the_answer,
    own_session,
    session_meant,
    show_done,
    table_here,
    typed,
)
from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.answer import Answer
from bot.chat.ephemerals import PRIVATE_RESULT
from bot.chat.gate import must_be_able_to_host, unseen
from bot.chat.parts import OPTION_MOST, cut
from bot.people.settings import change_settings
from bot.refusal import Elsewhere, Expired, Refusal
from bot.table import moves, requests
from bot.table.moves import give_hint
from bot.table.open_tables import LobbyOrSession
from bot.table.screens import routes
from bot.table.screens.board import NOW
from bot.table.screens.hand import next_mark, purpose
from bot.table.screens.story import NEWS, news_for
from bot.table.session import Session
from bot.table.table_messages import TableMessages
from games.core import Seat, Viewer


@typed("hand", "See your hand, here and in your direct messages")
async def hand(app: Parlour, answer: Answer) -> None:
    """The hand at this channel's table, or at the one table where this person plays.

    In games without hands, it's what only this person learned from the last move, such as a hint.
    """
    user_id = answer.interaction.user.id
    await app.tables.load_all_of(user_id)
    here, playing = table_here(app, answer), app.tables.in_memory.sessions_of(user_id)
    played_here = await app.messages.of(here) if isinstance(here, Session) and here in playing else None
    if played_here is not None and (learned := await played_here.learned(user_id)) is not None:
        await answer.send(learned, PRIVATE_RESULT)
        return
    session = _session(here, playing, await app.tables.loading.read_elsewhere(user_id))
    messages = await app.messages.of(session)
    if session is here and messages.board.viewer is not None:
        await messages.board.bring(answer)  # it shows the hand
        return
    await messages.hand(session.seats.at_hand(user_id)).open(answer)
    for seat in session.seats.of(user_id):
        messages.hand(seat).refresh(retries_direct=True)


def _session(here: LobbyOrSession | None, played: list[Session], others: list[LobbyOrSession]) -> Session:
    """The game whose hand is meant; `others` are at tables of other processes."""
    elsewhere = [one for one in others if isinstance(one, Session) and not one.table.over]
    mine = [one for one in [*played, *elsewhere] if one.game.about.hands]
    if isinstance(here, Session) and here in mine:
        return here
    if len(mine) == 1:
        if mine[0] in elsewhere:
            raise Elsewhere
        return mine[0]
    if here in played:
        raise Refusal(f"Nothing is hidden in {here.game.about.title}: everything is on the board.")
    if not mine:
        raise Refusal("You have no cards in any game right now. Use /play to start one.")
    places = ", ".join(f"<#{one.stored.channel_id}>" for one in mine)
    raise Refusal(f"You're in several games. Use /hand in the channel of the one you want: {places}.")


@typed("board", "Move the board to the bottom of this channel")
async def board(app: Parlour, answer: Answer) -> None:
    """Post the board or the lobby again; where there's none, the one that only this person sees."""
    interaction = answer.interaction
    if (own := await own_session(app, interaction)) is not None:
        await (await app.messages.of(own)).board.show_alone(answer)
        return
    lobby_or_session = app.tables.channels.table_in(interaction.channel_id or 0)
    if not await is_the_answer(app, answer, lobby_or_session):
        await must_be_able_to_host(interaction)
        await (await app.messages.of(lobby_or_session)).board.bring(answer)
    if missed := news_for(lobby_or_session, interaction.user.id):
        await answer.notice(missed, NEWS)


@typed("move", "Type a move")
@app_commands.describe(move="Your move, written as in the rules")
async def move(app: Parlour, answer: Answer, move: str) -> None:
    """Every move of every game can be typed."""
    session, typist = await session_meant(app, answer), answer.interaction
    answer.game = session.stored.game
    await moves.type_move(session, typist.user.id, move, typist.id)
    messages = await app.messages.of(session)
    is_shown = await is_the_answer(app, answer, session)
    app.messages.show(session)
    if session is await own_session(app, typist):
        await messages.board.show_alone(answer)
        return
    told = "" if is_shown else unseen(typist)
    await answer.moved(await messages.learned(typist.user.id, told))


@move.autocomplete("move")
async def moves_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The player's own legal moves that match the typed text; nothing for anyone else."""
    assert interaction.channel_id is not None
    app = app_of(interaction)
    match await own_session(app, interaction) or app.tables.channels.find(interaction.channel_id):
        case Session() as session:
            found = moves.suggestions(session, interaction.user.id, typed)
            return [
                app_commands.Choice(name=cut(one.shown, OPTION_MOST), value=one.move[:100]) for one in found
            ]
    return []


@typed("undo", "Undo your last move")
async def undo(app: Parlour, answer: Answer) -> None:
    """At once as long as nobody acted or learned anything since; otherwise if the other people agree."""
    session = await session_meant(app, answer)
    is_done = await requests.take_back(session, answer.interaction.user.id, answer.interaction.id)
    if session is await own_session(app, answer.interaction):
        app.messages.show(session)
        await (await app.messages.of(session)).board.show_alone(answer)
        return
    if is_done:
        await show_done(app, answer, session)
    else:
        await is_the_answer(app, answer, session)
        app.messages.show(session)
        await answer.notice("Your request is on the board. The other players can agree to it there.")


@at_game(links.Pick)
async def pick(app: Parlour, answer: Answer, session: Session, pressed: links.Pick) -> None:
    """An answer to the question on a board: a move, or the next question in its place."""
    answers = pressed.answers
    if answer.chosen:
        answers = (*answers, "+".join(answer.chosen))
    user_id, viewer = answer.interaction.user.id, pressed.viewer
    answer.game = session.stored.game
    messages = await _where_pressed(app, answer, session, viewer)
    try:
        asked = await moves.answer_question(
            session, user_id, viewer, pressed.version, answers, answer.interaction.id
        )
    except Refusal as refused:
        if _is_second_click(session, answer, pressed.version):
            await answer.acknowledge()  # the second click of two: the board shows what the first has done
            return
        if viewer is None or not isinstance(refused, Expired):
            raise
        answers = ()  # only its player sees a hand, so it can show the current question instead of a refusal
    else:
        if asked is None:
            learned = await messages.learned(user_id)
            app.messages.show(session, None if learned else answer.press, viewer)
            await answer.moved(learned)
            return
    await _show_pressed(messages, session, viewer, answer, answers)


@at_game(routes.AutoPick)
async def auto_pick(app: Parlour, answer: Answer, session: Session, pressed: routes.AutoPick) -> None:
    """*Pick for me*: let a computer choose for the player who asks for it."""
    press, viewer = answer.interaction, pressed.viewer
    messages = await _where_pressed(app, answer, session, viewer)
    try:
        await moves.auto_pick(session, press.user.id, viewer, pressed.version, press.id)
    except Expired:
        if viewer is None and not _is_second_click(session, answer, pressed.version):
            raise
        await _show_pressed(messages, session, viewer, answer)
    else:
        app.messages.show(session, answer.press, viewer)


@at_game(routes.Hint)
async def hint(app: Parlour, answer: Answer, session: Session, pressed: routes.Hint) -> None:
    """Tell the player what the game's adviser would do; nobody else hears of it."""
    viewer = pressed.viewer
    messages = await _where_pressed(app, answer, session, viewer)
    found = await give_hint(session, answer.interaction.user.id, viewer)
    screen = await messages.hint(found, here=viewer is None)
    await answer.send(screen, purpose(session, found.seat, found.prompt_version))


@at_game(routes.PlayHint)
async def play_hint(app: Parlour, answer: Answer, session: Session, pressed: routes.PlayHint) -> None:
    """Make the move that the hint suggested, and delete the hint."""
    press = answer.interaction
    answer.game = session.stored.game
    await moves.play_hint(session, press.user.id, pressed.seat, pressed.version, pressed.move, press.id)
    app.messages.show(session)
    messages = await app.messages.of(session)
    if (learned := await messages.learned(press.user.id)) is not None:
        await answer.moved(learned)
    await be_seen(app, answer, session)
    await answer.close_question()


@at_game(routes.Prefer)
async def prefer(app: Parlour, answer: Answer, session: Session, pressed: routes.Prefer) -> None:
    """A button of a preference: show the hand in another way. It isn't a move, so the question stays."""
    messages = await _where_pressed(app, answer, session, pressed.seat)
    hand = messages.hand(pressed.seat)
    is_new = pressed.version == session.table.prompt_version(pressed.seat)
    try:
        await hand.prefer(answer, pressed.key, pressed.answers if is_new else ())
    except KeyError:
        raise Expired from None
    await app.messages.refresh_others(hand, answer.interaction.user.id)


@at_game(routes.TurnOffTips)
async def turn_off_tips(app: Parlour, answer: Answer, session: Session, pressed: routes.TurnOffTips) -> None:
    """Show this person no tips from now on, in any game."""
    hands = session.game.about.hands
    session.seats.must_be_of(answer.interaction.user.id, pressed.seat)
    messages = await _where_pressed(app, answer, session, pressed.seat if hands else None)
    await change_settings(app.archive, answer.interaction.user.id, lambda had: had.having(no_tips=True))
    is_board = (
        answer.press.message is not None and answer.press.message.message_id == messages.board.message_id
    )
    if hands or is_board or answer.press.ephemeral is None:
        await _show_pressed(messages, session, pressed.seat if hands else None, answer)
    else:  # a board's tip from an older version, for one person alone
        await answer.close_question()


@at_game(routes.Hand)
async def press_hand(app: Parlour, answer: Answer, session: Session, pressed: routes.Hand) -> None:
    """Show a player their hand, to them alone; if they have several, the one named, or the one to move."""
    seat = _own_seat(session, answer.interaction.user.id, pressed.seat)
    messages = await app.messages.of(session)
    await messages.hand(seat).open(answer, again=pressed.again)


@at_game(routes.Notebook)
async def notes(app: Parlour, answer: Answer, session: Session, pressed: routes.Notebook) -> None:
    """Show a player their notebook, to them alone; pressed on a notebook, bring that up to date."""
    user_id = answer.interaction.user.id
    seat, messages = _own_seat(session, user_id, pressed.seat), await app.messages.of(session)
    await messages.notebook(seat, user_id).open(answer, again=pressed.again)


@at_game(routes.Mark)
async def mark(app: Parlour, answer: Answer, session: Session, pressed: routes.Mark) -> None:
    """Mark a thing in a notebook. It isn't a move: nobody else sees it, and the game doesn't know."""
    seat = _own_seat(session, answer.interaction.user.id, pressed.seat)
    table, thing = session.table, pressed.thing
    may_mark = table.keeps_notes and not table.over and thing in {one.key for one in session.game.markable}
    if not may_mark or answer.press.ephemeral is None:
        raise Expired
    await app.archive.people.change_marks(session.id, seat, lambda had: next_mark(had, thing))
    messages = await app.messages.of(session)
    await messages.notebook(seat, answer.interaction.user.id).open(answer, again=True)
    messages.hand(seat).refresh()


@at_game(routes.News)
async def news(app: Parlour, answer: Answer, session: Session, pressed: routes.News) -> None:
    """Tell somebody alone what happened since their last move, with the board."""
    messages = await app.messages.of(session)
    await answer.send(await messages.news(answer.interaction.user.id), NEWS)


@at_game(routes.Undo)
async def press_undo(app: Parlour, answer: Answer, session: Session, pressed: routes.Undo) -> None:
    """Undo the move that the button names, or ask the others."""
    user_id, viewer, number = answer.interaction.user.id, pressed.viewer, pressed.number
    requests.must_be_playing(session, user_id)
    if number is None:
        raise Expired
    await _where_pressed(app, answer, session, viewer)
    try:
        if pressed.how:
            named = requests.Named(number, pressed.how == NOW)
        else:
            named = requests.named_by_version(session, user_id, viewer, number)
        await requests.take_back(session, user_id, answer.interaction.id, named)
    except Expired:
        if not _is_second_click(session, answer, number):
            raise
    else:
        app.messages.show(session, answer.press, viewer)


@at_game(routes.Agree)
async def agree(app: Parlour, answer: Answer, session: Session, pressed: routes.Agree) -> None:
    """Agree to what another player asked."""
    await _answer_ask(app, answer, session, pressed.version, agrees=True)


@at_game(routes.Refuse)
async def refuse(app: Parlour, answer: Answer, session: Session, pressed: routes.Refuse) -> None:
    """Refuse what another player asked."""
    await _answer_ask(app, answer, session, pressed.version, agrees=False)


def _is_second_click(session: Session, answer: Answer, version: int) -> bool:
    user_id = answer.interaction.user.id
    return moves.is_second_click(session, user_id, version, answer.press.at)


def _own_seat(session: Session, user_id: int, named: Seat | None) -> Seat:
    """The seat that is named, or the one to move. Raises Refusal for another's."""
    if named is None:
        return session.seats.at_hand(user_id)
    session.seats.must_be_of(user_id, named)
    return named


async def _where_pressed(app: Parlour, answer: Answer, session: Session, viewer: Viewer) -> TableMessages:
    """The table's messages. Raises Refusal for somebody else's hand.

    The answer to a press on a hand shows a hand on the pressed message, so an id that was copied to a message
    others can see is refused.
    """
    messages = await app.messages.of(session)
    if viewer is not None:
        session.seats.must_be_of(answer.interaction.user.id, viewer)
        hand, message = messages.hand(viewer), answer.interaction.message
        if message is None or not hand.can_be_on(message):
            raise Expired
        is_board = message.id == messages.board.message_id
        answer.keeps((messages.board if is_board else hand).ephemeral)
    return messages


async def _show_pressed(
    messages: TableMessages, session: Session, viewer: Viewer, answer: Answer, answers: tuple[str, ...] = ()
) -> None:
    """Show the board or the hand on the pressed message, with the question that follows `answers`."""
    pressed, own = answer.interaction.message, messages.board.viewer
    is_board = pressed is not None and own == viewer and messages.board.message_id == pressed.id
    if viewer is None or is_board:
        with messages.board.writing():
            await answer.replace(await messages.board.screen(answers))
        return
    hand = messages.hand(viewer)
    with hand.writing():
        await answer.replace(await hand.screen(answers))
        await hand.used(answer.press)


async def _answer_ask(app: Parlour, answer: Answer, session: Session, version: int, *, agrees: bool) -> None:
    await requests.answer_ask(session, answer.interaction.user.id, version, agrees, answer.interaction.id)
    app.messages.show(session, answer.press)
