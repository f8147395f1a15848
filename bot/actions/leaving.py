"""Leaving, pausing and ending a game."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import app_of, at_game, on, session_here
from bot.app import Parlour
from bot.press.answer import Answer
from bot.press.gate import can_pause, must_be_able_to_host, must_be_allowed, must_be_host_or_moderator
from bot.refusal import Expired, Refusal
from bot.screens import confirm, story
from bot.screens.board import YES
from bot.tables import hosting, leaving, requests, seats
from bot.tables.lobby import Lobby, stand_up
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session


@on(routes.Leave)
async def press_leave(app: Parlour, answer: Answer, pressed: routes.Leave) -> None:
    """Ask how they mean to leave."""
    await _ask_how(answer, await app.tables.session(pressed.table))


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
                (await app.messages.of(lobby)).changed()
                await answer.acknowledge()
            case _:
                await _ask_how(answer, session_here(interaction))


async def _ask_how(answer: Answer, session: Session) -> None:
    user_id = answer.interaction.user.id
    leaving.must_be_able_to_leave(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.leaving(session, user_id, can_pause=can))


@on(routes.KeepSeat)
async def keep(app: Parlour, answer: Answer, pressed: routes.KeepSeat) -> None:
    """Leave, and keep the seat."""
    session = await app.tables.session(pressed.table)
    await leaving.leave(session, answer.interaction.user.id)
    app.messages.show(session)
    await answer.shown()


@on(routes.FreeSeat)
async def free(app: Parlour, answer: Answer, pressed: routes.FreeSeat) -> None:
    """Leave, or having left, let others take the seat."""
    session = await app.tables.session(pressed.table)
    await leaving.free(session, answer.interaction.user.id)
    app.messages.show(session)
    await answer.shown()


@on(routes.ComeBack)
async def come_back(app: Parlour, answer: Answer, pressed: routes.ComeBack) -> None:
    """Play on in the seat that a computer kept."""
    session = await app.tables.session(pressed.table)
    await leaving.come_back(session, answer.interaction.user.id)
    app.messages.show(session, answer.press)
    await answer.close_question()


@on(routes.TakeSeat)
async def take(app: Parlour, answer: Answer, pressed: routes.TakeSeat) -> None:
    """Play on in the seat that somebody gave up. Only where its board stands."""
    session = await app.tables.session(pressed.table)
    user = answer.interaction.user
    if answer.interaction.channel_id != session.stored.channel_id:
        raise Expired
    has_it = await leaving.take(session, user.id, user.display_name, pressed.seat)
    app.messages.show(session, answer.press)
    if not has_it:
        await answer.notice(
            "The board asks the other players, since you'd see a hand. "
            "You play as soon as all of them have accepted you."
        )
    await answer.acknowledge()


@on(routes.Admit)
async def admit(app: Parlour, answer: Answer, pressed: routes.Admit) -> None:
    """Accept or refuse a newcomer who would like to take a seat."""
    session = await app.tables.session(pressed.table)
    await leaving.admit(session, answer.interaction.user.id, pressed.newcomer, accepts=pressed.answer == YES)
    app.messages.show(session, answer.press)
    await answer.acknowledge()


@at_game(routes.Resign, "resign", "Resign from the game in this channel")
async def resign(app: Parlour, answer: Answer, session: Session) -> None:
    """Ask whether they mean to resign."""
    user_id = answer.interaction.user.id
    requests.must_be_playing(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.resigning(session, user_id, can_pause=can))


@on(routes.ReallyResign)
async def resigned(app: Parlour, answer: Answer, pressed: routes.ReallyResign) -> None:
    """They mean it."""
    session = await app.tables.session(pressed.table)
    await requests.resign(session, answer.interaction.user.id, answer.interaction.id)
    app.messages.show(session)
    await answer.shown()


@on(routes.Stop)
async def press_stop(app: Parlour, answer: Answer, pressed: routes.Stop) -> None:
    """Ask whether they mean to stop the game."""
    await _ask_to_stop(answer, await app.tables.session(pressed.table))


@app_commands.command(description="Stop the game in this channel, without a result")
async def stop(interaction: discord.Interaction) -> None:
    """For the host and moderators. Ask first whether they are sure."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        await _ask_to_stop(answer, app.tables.channels.table_in(interaction.channel_id or 0))


async def _ask_to_stop(answer: Answer, lobby_or_session: LobbyOrSession) -> None:
    must_be_host_or_moderator(answer.interaction, lobby_or_session.host_id)
    await answer.question(*confirm.stopping(lobby_or_session))


@on(routes.ReallyStop)
async def stopped(app: Parlour, answer: Answer, pressed: routes.ReallyStop) -> None:
    """The host or a moderator means to stop the game."""
    session = await app.tables.session(pressed.table)
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.stop(session, answer.interaction.id)
    app.messages.show(session)
    await answer.shown()


@on(routes.Rematch)
async def rematch(app: Parlour, answer: Answer, pressed: routes.Rematch) -> None:
    """Play again with the same people; at once if everybody else is a computer."""
    session = await app.tables.session(pressed.table)
    press = answer.interaction
    must_be_able_to_host(press)
    await must_be_allowed(app.tables.servers, press, session.stored.game)
    user = seats.person(press.user.id, press.user.display_name, str(press.id))
    lobby = await hosting.rematch(app.tables, session, user)
    others = [one.user_id for one in session.seats.returning if one.user_id is not None]
    others = [one for one in others if one != press.user.id]
    if others:
        messages = await app.messages.open_lobby(answer, lobby)
        await messages.reminder.invite_again(lobby, others)
        return
    async with lobby.lock:
        begun = await hosting.begin(app.tables, lobby, press.user.id)
    app.messages.show(begun)
    await answer.acknowledge()


@on(routes.Record)
async def record(app: Parlour, answer: Answer, pressed: routes.Record) -> None:
    """The whole record, with the seed by which chance can be checked."""
    stored, whole = await hosting.record(app.tables, pressed.table)
    await answer.send(story.record_screen(stored, whole), f"record:{stored.id}")


@at_game(routes.Pause, "pause", "Pause the game in this channel: nobody moves, and nobody's time runs")
async def pause(app: Parlour, answer: Answer, session: Session) -> None:
    """For the host and moderators. The button stands where somebody is asked whether they mean to go."""
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.pause(session, answer.interaction.user.id)
    app.messages.show(session)
    await answer.shown()


@at_game(routes.Resume, "resume", "Resume the paused game in this channel")
async def resume(app: Parlour, answer: Answer, session: Session) -> None:
    """For the host and moderators."""
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.resume(session)
    app.messages.show(session, answer.press)
    await answer.shown()


@on(routes.Absent)
async def absent(app: Parlour, answer: Answer, pressed: routes.Absent) -> None:
    """One of the others decides what happens to the seat of a player who is away."""
    session = await app.tables.session(pressed.table)
    if pressed.answer not in (leaving.WAIT, leaving.COMPUTER, leaving.FREE):
        raise Expired
    await leaving.answer_absence(session, answer.interaction.user.id, pressed.user, pressed.answer)
    app.messages.show(session, answer.press)
    await answer.acknowledge()
