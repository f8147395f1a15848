"""Order in a server, for the people who manage it: `/server`.

Each action is in a list that they can read, and the person it's about is told why.
"""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import on, session_here, table_here, typed
from bot.app import Parlour
from bot.failures import NOT_SENT
from bot.messages.message import Closed
from bot.people.names import amid
from bot.press.answer import Answer
from bot.press.gate import must_manage_server, server_name
from bot.refusal import Refusal
from bot.screens.lobby import closed_screen
from bot.screens.order import (
    LINES,
    SERVER_LOG,
    ended_words,
    export_screen,
    kept_away_words,
    let_back_words,
    log_screen,
    paused_words,
    removed_words,
    resumed_words,
)
from bot.screens.parts import Screen, escaped, listed, notice
from bot.tables import order, requests, transfer
from bot.tables.downloads import LARGEST
from bot.tables.journal import milliseconds
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from storage import LoggedAction

Why = app_commands.Range[str, 1, order.WHY_MOST]

_DAYS = [
    app_commands.Choice(name=name, value=days)
    for name, days in {"1 day": 1, "7 days": 7, "30 days": 30, "1 year": 365}.items()
]
_TOLD_WHY = "Say why: they are told"


@typed("log", "See who did what to keep order in this server")
async def log(app: Parlour, answer: Answer) -> None:
    """The newest page of the list."""
    await answer.send(await _log(app, must_manage_server(answer.interaction), 0), SERVER_LOG)


@on(routes.ServerLog)
async def turn_log(app: Parlour, answer: Answer, pressed: routes.ServerLog) -> None:
    """Another page of it."""
    guild_id = must_manage_server(answer.interaction)
    await answer.turn_to(await _log(app, guild_id, pressed.page), SERVER_LOG)


async def _log(app: Parlour, guild_id: int, page: int) -> Screen:
    last = max(await app.archive.order.logged(guild_id) - 1, 0) // LINES
    page = min(page, last)
    return log_screen(await app.archive.order.log(guild_id, offset=page * LINES, limit=LINES), page, last)


@typed("remove", "Remove somebody from the table in this channel")
@app_commands.describe(person="Whom?", why=_TOLD_WHY)
async def remove(app: Parlour, answer: Answer, person: discord.User | discord.Member, why: Why) -> None:
    """Take somebody from a lobby or a game, to which they can't come back."""
    must_manage_server(answer.interaction)
    table, given = _table(app, answer), order.reason(why)
    await order.remove(table, answer.interaction.user.id, person.id, given)
    await _show(app, table)
    await _told(app, answer, person.id, removed_words(f"<#{table.stored.channel_id}>", given))


@typed("keep-away", "Keep somebody from this server's tables for a while")
@app_commands.describe(person="Whom?", time="For how long?", why=_TOLD_WHY)
@app_commands.choices(time=_DAYS)
async def keep_away(
    app: Parlour, answer: Answer, person: discord.User | discord.Member, time: int, why: Why
) -> None:
    """They can't open or join a table here until then. Games that have begun go on."""
    guild_id, interaction = must_manage_server(answer.interaction), answer.interaction
    if person.id == interaction.user.id:
        raise Refusal("You can't keep yourself away.")
    kept = await order.keep_away(
        app.archive, guild_id, interaction.user.id, person.id, time, order.reason(why)
    )
    await _told(app, answer, person.id, kept_away_words(_name(interaction), kept.until, kept.why))


@typed("let-back", "Let somebody back to this server's tables")
@app_commands.describe(person="Whom?")
async def let_back(app: Parlour, answer: Answer, person: discord.User | discord.Member) -> None:
    """They can play here again before that time is up."""
    guild_id, interaction = must_manage_server(answer.interaction), answer.interaction
    await order.let_back(app.archive, guild_id, interaction.user.id, person.id)
    await _told(app, answer, person.id, let_back_words(_name(interaction)))


@typed("end", "End the game in this channel, without a result")
@app_commands.describe(why="Say why: the players are told")
async def end(app: Parlour, answer: Answer, why: Why) -> None:
    """End a game, or close a lobby."""
    must_manage_server(answer.interaction)
    table, given = _table(app, answer), order.reason(why)
    people, line = _people(table), order.action(table, answer.interaction.user.id, "ended", None, given)
    if isinstance(table, Lobby):
        await app.messages.close_lobby(table, closed_screen(table), line)
    else:
        await requests.stop(table, answer.interaction.id, line)
        await _show(app, table)
    await answer.publish(Screen(notice(ended_words(_names(people), given))), people)


@typed("pause", "Pause the game in this channel")
@app_commands.describe(why="Say why: the players are told")
async def pause(app: Parlour, answer: Answer, why: Why) -> None:
    """Nobody moves until somebody who manages the server resumes it."""
    must_manage_server(answer.interaction)
    session, given, user_id = session_here(app, answer), order.reason(why), answer.interaction.user.id
    await requests.pause(session, user_id, given, order.action(session, user_id, "paused", None, given))
    await _show(app, session)
    people = _people(session)
    await answer.publish(Screen(notice(paused_words(_names(people), given))), people)


@typed("resume", "Resume the game in this channel")
async def resume(app: Parlour, answer: Answer) -> None:
    """The same as *Resume*, and the players are told."""
    must_manage_server(answer.interaction)
    session = session_here(app, answer)
    line = order.action(session, answer.interaction.user.id, "resumed")
    await requests.resume(session, manages=True, action=line)
    await _show(app, session)
    people = _people(session)
    await answer.publish(Screen(notice(resumed_words(_names(people)))), people)


@typed("export", "Take all of this server's games away as a file")
async def export(app: Parlour, answer: Answer) -> None:
    """All games that are over. Another Parlour can take them in."""
    guild_id = must_manage_server(answer.interaction)
    with app.downloads.at_work(answer.interaction.user.id):
        packed = await transfer.export(app.archive, guild_id)
    if len(packed) > LARGEST:
        raise Refusal("That's more than Discord takes. The people who run me can save the file for you.")
    await app.archive.order.note(
        LoggedAction(guild_id, milliseconds(), answer.interaction.user.id, "exported")
    )
    await answer.send(export_screen(guild_id, packed), SERVER_LOG)


def _table(app: Parlour, answer: Answer) -> LobbyOrSession:
    """The lobby or game in this channel. Raises Refusal if there is none."""
    found = table_here(app, answer)
    if found is None:
        raise Refusal("No game is running in this channel.")
    return found


def _people(table: LobbyOrSession) -> list[int]:
    people = (one.user_id for one in table.players)
    return list(dict.fromkeys(one for one in people if one is not None))


def _names(people: list[int]) -> str:
    return listed([f"<@{one}>" for one in people]) or "Everybody"


def _name(interaction: discord.Interaction) -> str:
    """The server's name."""
    name = server_name(interaction)
    return f"**{escaped(amid(name))}**" if name else "that server"


async def _show(app: Parlour, table: LobbyOrSession) -> None:
    if isinstance(table, Session):
        app.messages.show(table)
    else:
        (await app.messages.of(table)).changed()


async def _told(app: Parlour, answer: Answer, user_id: int, text: str) -> None:
    """Tell the person it's about, and the one who did it whether that worked."""

    async def make() -> Screen:
        return Screen(notice(text))

    told = f"Done, and I've told <@{user_id}> why."
    try:
        await app.write_directly(user_id, make, f"o{answer.interaction.id}")
    except (Closed, *NOT_SENT):
        told = f"Done. I couldn't send <@{user_id}> a message, so tell them yourself."
    await answer.notice(told)


def _server() -> app_commands.Group:
    group = app_commands.Group(
        name="server",
        description="Keep order in this server, if you manage it",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    for one in (log, remove, keep_away, let_back, end, pause, resume, export):
        group.add_command(one)
    return group


server = _server()
"""The command with all of these below it."""
