"""What people do at a game under way: move, take back, look at their hand, ask for a hint."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import app_of, on, session_here
from bot.app import Parlour
from bot.messages.table import TableMessages
from bot.people.settings import change_settings
from bot.press.answer import PRIVATE_RESULT, Answer
from bot.press.gate import must_be_able_to_host, unseen
from bot.refusal import Elsewhere, Expired, Refusal
from bot.screens.board import NOW, private_result
from bot.screens.hand import change_marks, hint_screen, purpose, table_name
from bot.screens.parts import OPTION_MOST, cut
from bot.screens.story import NEWS, news_for
from bot.tables import moves, requests
from bot.tables.moves import give_hint
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from games.core import MARKS, Seat, Viewer


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
        messages = await app.messages.of(session)
        if session is here and messages.board.viewer is not None:
            await messages.board.post()  # it shows the hand
            await answer.acknowledge()
            return
        await messages.hand(session.seats.at_hand(user_id)).open(answer)
        for seat in session.seats.of(user_id):
            messages.hand(seat).refresh(retries_direct=True)


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


@app_commands.command(description="Move the board to the bottom of this channel")
async def board(interaction: discord.Interaction) -> None:
    """Post the board or the lobby again."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        lobby_or_session = table_here(interaction)
        must_be_able_to_host(interaction)
        await (await app.messages.of(lobby_or_session)).board.post()
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
        app.messages.show(session)
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
        app.messages.show(session)
        if is_done:
            await answer.shown()
        else:
            await answer.notice("Your request is on the board. The other players can agree to it there.")


@on(routes.Pick)
async def pick(app: Parlour, answer: Answer, pressed: routes.Pick) -> None:
    """An answer to the question on a board: a move, or the next question in its place."""
    session = await app.tables.session(pressed.table)
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
            app.messages.show(session, answer.press, viewer)
            await answer.moved(private_result(session, user_id))
            return
    await answer.acknowledge()  # a picture takes longer to draw than a press should wait
    await _show_pressed(messages, session, viewer, answer, answers)
    await messages.tips.give(session, answer)


@on(routes.AutoPick)
async def auto_pick(app: Parlour, answer: Answer, pressed: routes.AutoPick) -> None:
    """*Pick for me*: let a computer choose for the player who asks for it."""
    session = await app.tables.session(pressed.table)
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
        await answer.acknowledge()


@on(routes.Hint)
async def hint(app: Parlour, answer: Answer, pressed: routes.Hint) -> None:
    """Tell the player what the game's adviser would do; nobody else hears of it."""
    session = await app.tables.session(pressed.table)
    viewer = pressed.viewer
    messages = await _where_pressed(app, answer, session, viewer)
    found = await give_hint(session, answer.interaction.user.id, viewer)
    where = table_name(session, messages.board.table_link) if viewer is not None else ""
    await answer.send(hint_screen(session, found, where), purpose(session, found.seat, found.prompt_version))


@on(routes.PlayHint)
async def play_hint(app: Parlour, answer: Answer, pressed: routes.PlayHint) -> None:
    """Make the move that the hint suggested, and delete the hint."""
    session, press = await app.tables.session(pressed.table), answer.interaction
    answer.game = session.stored.game
    await moves.play_hint(session, press.user.id, pressed.seat, pressed.version, pressed.move, press.id)
    app.messages.show(session)
    if result := private_result(session, press.user.id):
        await answer.moved(result)
    await answer.shown()


@on(routes.Prefer)
async def prefer(app: Parlour, answer: Answer, pressed: routes.Prefer) -> None:
    """A button of a preference: show the hand in another way. It isn't a move, so the question stays."""
    session = await app.tables.session(pressed.table)
    messages = await _where_pressed(app, answer, session, pressed.seat)
    hand = messages.hand(pressed.seat)
    is_new = pressed.version == session.table.prompt_version(pressed.seat)
    try:
        await hand.prefer(answer, pressed.key, pressed.answers if is_new else ())
    except KeyError:
        raise Expired from None
    await app.messages.refresh_others(hand, answer.interaction.user.id)


@on(routes.TurnOffTips)
async def turn_off_tips(app: Parlour, answer: Answer, pressed: routes.TurnOffTips) -> None:
    """Show this person no tips from now on, in any game."""
    session = await app.tables.session(pressed.table)
    messages = await _where_pressed(app, answer, session, pressed.seat)
    await change_settings(app.archive, answer.interaction.user.id, lambda had: had.having(no_tips=True))
    if not session.table.game.about.hands:
        await answer.close_question()
        return
    await _show_pressed(messages, session, pressed.seat, answer)


@on(routes.Hand)
async def press_hand(app: Parlour, answer: Answer, pressed: routes.Hand) -> None:
    """Show a player their hand, to them alone; if they have several, the one named, or the one to move."""
    session = await app.tables.session(pressed.table)
    seat = _own_seat(session, answer.interaction.user.id, pressed.seat)
    messages = await app.messages.of(session)
    await messages.hand(seat).open(answer, again=pressed.again)


@on(routes.Notebook)
async def notes(app: Parlour, answer: Answer, pressed: routes.Notebook) -> None:
    """Show a player their notebook, to them alone; pressed on a notebook, bring that up to date."""
    session = await app.tables.session(pressed.table)
    user_id = answer.interaction.user.id
    seat, messages = _own_seat(session, user_id, pressed.seat), await app.messages.of(session)
    await messages.notebook(seat, user_id).open(answer, again=pressed.again)


@on(routes.Mark)
async def mark(app: Parlour, answer: Answer, pressed: routes.Mark) -> None:
    """Mark things in a notebook. It isn't a move: nobody else sees it, and the game doesn't know."""
    session = await app.tables.session(pressed.table)
    user_id = answer.interaction.user.id
    seat = _own_seat(session, user_id, pressed.seat)
    chosen, known = pressed.mark, {one.key for one in session.table.game.markable}
    message = answer.interaction.message
    may_mark = session.table.keeps_notes and not session.table.over and chosen in {one.key for one in MARKS}
    if not may_mark or message is None or not message.flags.ephemeral or not known.issuperset(answer.chosen):
        raise Expired
    await app.archive.people.change_marks(
        session.id, seat, lambda had: change_marks(had, chosen, answer.chosen)
    )
    messages = await app.messages.of(session)
    await messages.notebook(seat, user_id).open(answer, again=True)
    messages.hand(seat).refresh()


@on(routes.News)
async def news(app: Parlour, answer: Answer, pressed: routes.News) -> None:
    """Tell somebody alone what happened since their last move, with the board."""
    session = await app.tables.session(pressed.table)
    messages = await app.messages.of(session)
    await answer.send(await messages.news(answer.interaction.user.id), NEWS)


@on(routes.Undo)
async def press_undo(app: Parlour, answer: Answer, pressed: routes.Undo) -> None:
    """Undo the move that the button names, or ask the others."""
    session = await app.tables.session(pressed.table)
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
    await answer.acknowledge()


@on(routes.Agree)
async def agree(app: Parlour, answer: Answer, pressed: routes.Agree) -> None:
    """Agree to what another player asked."""
    await _answer_ask(app, answer, pressed, agrees=True)


@on(routes.Refuse)
async def refuse(app: Parlour, answer: Answer, pressed: routes.Refuse) -> None:
    """Refuse what another player asked."""
    await _answer_ask(app, answer, pressed, agrees=False)


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
        answer.keeps(hand.ephemeral)
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


async def _answer_ask(
    app: Parlour, answer: Answer, pressed: routes.Agree | routes.Refuse, *, agrees: bool
) -> None:
    session = await app.tables.session(pressed.table)
    press = answer.interaction
    await requests.answer_ask(session, press.user.id, pressed.version, agrees, press.id)
    app.messages.show(session, answer.press)
    await answer.acknowledge()
