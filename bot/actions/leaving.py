"""Leaving, pausing and ending a game."""

import discord
from discord import app_commands

from bot.actions.table import close_question, session_here, shown_here
from bot.actions.tree import Commands, app_of
from bot.app import Parlour
from bot.press.answer import Answer
from bot.press.gate import can_pause, must_be_able_to_host, must_be_allowed, must_be_host_or_moderator
from bot.refusal import Expired
from bot.routes import Pressed
from bot.screens import confirm, story
from bot.screens.board import YES
from bot.tables import hosting, leaving, requests, seats


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


async def resign(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask whether they mean to resign."""
    session = await app.tables.session(pressed.number(0))
    user_id = answer.interaction.user.id
    requests.must_be_playing(session, user_id)
    can = can_pause(answer.interaction, session)
    await answer.question(*confirm.resigning(session, user_id, can_pause=can))


async def resigned(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """They mean it."""
    session = await app.tables.session(pressed.number(0))
    await requests.resign(session, answer.interaction.user.id, answer.interaction.id)
    app.displays.show(session)
    await close_question(answer)


async def stop(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Ask whether they mean to stop the game."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await answer.question(*confirm.stopping(session))


async def stopped(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The host or a moderator means to stop the game."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.stop(session, answer.interaction.id)
    app.displays.show(session)
    await close_question(answer)


async def rematch(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Play again with the same people; at once if everybody else is a computer."""
    session = await app.tables.session(pressed.number(0))
    press = answer.interaction
    must_be_able_to_host(press)
    await must_be_allowed(app.tables.servers, press, session.stored.game)
    user = seats.person(press.user.id, press.user.display_name, str(press.id))
    lobby = await hosting.rematch(app.tables, session, user)
    others = [one.user_id for one in session.seats.returning if one.user_id is not None]
    others = [one for one in others if one != press.user.id]
    if others:
        display = await app.lobbies.open(answer, lobby)
        await display.reminder.invite(lobby, others)
        return
    async with lobby.lock:
        begun = await hosting.begin(app.tables, lobby, press.user.id)
    app.displays.show(begun)
    await answer.acknowledge()


async def record(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The whole record, with the seed by which chance can be checked."""
    stored, whole = await hosting.record(app.tables, pressed.number(0))
    await answer.send(story.record_screen(stored, whole), f"record:{stored.id}")


async def press_pause(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The host or a moderator pauses the game, where they were asked whether they mean to go."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.pause(session, answer.interaction.user.id)
    app.displays.show(session)
    await close_question(answer)


async def press_resume(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Go on after a pause."""
    session = await app.tables.session(pressed.number(0))
    must_be_host_or_moderator(answer.interaction, session.host_id)
    await requests.resume(session)
    app.displays.show(session, answer.press)
    await answer.acknowledge()


async def absent(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """One of the others decides what happens to the seat of a player who is away."""
    session = await app.tables.session(pressed.number(0))
    chosen = pressed.argument(2)
    if chosen not in (leaving.WAIT, leaving.COMPUTER, leaving.FREE):
        raise Expired
    await leaving.answer_absence(session, answer.interaction.user.id, _user_id(pressed), chosen)
    app.displays.show(session, answer.press)
    await answer.acknowledge()


def _user_id(pressed: Pressed) -> int:
    """The player who is away; ids of people have more digits than other numbers."""
    word = pressed.argument(1)
    if not word.isdecimal() or len(word) > 20:
        raise Expired
    return int(word)


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(pause)
    commands.add_command(resume)


@app_commands.command(description="Pause the game in this channel: nobody moves, and nobody's time runs")
async def pause(interaction: discord.Interaction) -> None:
    """For the host and moderators."""
    await _change(interaction, pauses=True)


@app_commands.command(description="Resume the paused game in this channel")
async def resume(interaction: discord.Interaction) -> None:
    """For the host and moderators."""
    await _change(interaction, pauses=False)


async def _change(interaction: discord.Interaction, *, pauses: bool) -> None:
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        must_be_host_or_moderator(interaction, session.host_id)
        if pauses:
            await requests.pause(session, interaction.user.id)
        else:
            await requests.resume(session)
        app.displays.show(session)
        await shown_here(answer)
