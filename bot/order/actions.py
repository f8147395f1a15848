"""Order in a server that has the bot, for the people who manage it: `/server`.

Each action is in a list that they can read. The person it's about is told if they're in the server or play
there, a few times a day at most: nobody writes to strangers through the bot.
"""

from contextlib import suppress

import discord
from discord import app_commands

from bot.app.dispatch import SERVERS, on, session_here, table_here, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.chat.failures import NOT_SENT
from bot.chat.gate import is_visiting, must_manage_server
from bot.chat.parts import Screen, listed, notice
from bot.chat.sending import Closed
from bot.order import decisions, routes
from bot.order.screens import (
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
from bot.people.notifying import notifiable
from bot.privacy.downloads import LARGEST, Downloads
from bot.refusal import Refusal
from bot.table import requests, transfer
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession
from bot.table.screens.lobby import closed_screen
from bot.table.server_log import line
from bot.table.session import Session
from storage import LoggedAction

Why = app_commands.Range[str, 1, decisions.WHY_MOST]

_DAYS = [
    app_commands.Choice(name=name, value=days)
    for name, days in {"1 day": 1, "7 days": 7, "30 days": 30, "1 year": 365}.items()
]
_TOLD_WHY = "Say why: they can read it"


@typed("log", "See who did what to keep order in this server")
async def log(app: Parlour, answer: Answer) -> None:
    """The newest page of the list."""
    await answer.send(await _log(app, _managed(answer.interaction), 0), SERVER_LOG)


@on(routes.ServerLog)
async def turn_log(app: Parlour, answer: Answer, pressed: routes.ServerLog) -> None:
    """Another page of it."""
    guild_id = _managed(answer.interaction)
    await answer.turn_to(await _log(app, guild_id, pressed.page), SERVER_LOG)


async def _log(app: Parlour, guild_id: int, page: int) -> Screen:
    last = max(await app.archive.order.logged(guild_id) - 1, 0) // LINES
    page = min(page, last)
    return log_screen(await app.archive.order.log(guild_id, offset=page * LINES, limit=LINES), page, last)


@typed("remove", "Remove somebody from the table in this channel")
@app_commands.describe(person="Whom?", why=_TOLD_WHY)
async def remove(app: Parlour, answer: Answer, person: discord.User | discord.Member, why: Why) -> None:
    """Take somebody from a lobby or a game, to which they can't come back."""
    _managed(answer.interaction)
    table, given = _table(app, answer), decisions.reason(why)
    await decisions.remove(table, answer.interaction.user.id, person.id, given)
    await _show(app, table)
    await _tell(app, answer, person, removed_words(f"<#{table.stored.channel_id}>", given), has_played=True)


@typed("keep-away", "Keep somebody from this server's tables for a while")
@app_commands.describe(person="Whom?", time="For how long?", why=_TOLD_WHY)
@app_commands.choices(time=_DAYS)
async def keep_away(
    app: Parlour, answer: Answer, person: discord.User | discord.Member, time: int, why: Why
) -> None:
    """They can't open or join a table here until then. Games that have begun go on."""
    guild_id, by_id = _managed(answer.interaction), answer.interaction.user.id
    if person.id == by_id:
        raise Refusal("You can't keep yourself away.")
    kept = await decisions.keep_away(app.archive, guild_id, by_id, person.id, time, decisions.reason(why))
    await _tell(app, answer, person, kept_away_words(guild_id, kept.until))


@typed("let-back", "Let somebody back to this server's tables")
@app_commands.describe(person="Whom?")
async def let_back(app: Parlour, answer: Answer, person: discord.User | discord.Member) -> None:
    """They can play here again before that time is up."""
    guild_id = _managed(answer.interaction)
    await decisions.let_back(app.archive, guild_id, answer.interaction.user.id, person.id)
    await _tell(app, answer, person, let_back_words(guild_id))


@typed("end", "End the game in this channel, without a result")
@app_commands.describe(why="Say why: the players are told")
async def end(app: Parlour, answer: Answer, why: Why) -> None:
    """End a game, or close a lobby."""
    _managed(answer.interaction)
    table, given = _table(app, answer), decisions.reason(why)
    people, noted = _people(table), line(table, answer.interaction.user.id, "ended", None, given)
    if isinstance(table, Lobby):
        await app.messages.close_lobby(table, closed_screen(table), noted)
    else:
        await requests.stop(table, answer.interaction.id, noted)
        await _show(app, table)
    await _announce(app, answer, people, ended_words(_names(people), given))


@typed("pause", "Pause the game in this channel")
@app_commands.describe(why="Say why: the players are told")
async def pause(app: Parlour, answer: Answer, why: Why) -> None:
    """Nobody moves until somebody who manages the server resumes it."""
    _managed(answer.interaction)
    session, given, user_id = session_here(app, answer), decisions.reason(why), answer.interaction.user.id
    await requests.pause(session, user_id, given, line(session, user_id, "paused", None, given))
    await _show(app, session)
    people = _people(session)
    await _announce(app, answer, people, paused_words(_names(people), given))


@typed("resume", "Resume the game in this channel")
async def resume(app: Parlour, answer: Answer) -> None:
    """The same as *Resume*, and the players are told."""
    _managed(answer.interaction)
    session = session_here(app, answer)
    noted = line(session, answer.interaction.user.id, "resumed")
    await requests.resume(session, manages=True, action=noted)
    await _show(app, session)
    people = _people(session)
    await _announce(app, answer, people, resumed_words(_names(people)))


@typed("export", "Take all of this server's games away as a file")
async def export(app: Parlour, answer: Answer) -> None:
    """All games that are over. Another Parlour can take them in."""
    guild_id = _managed(answer.interaction)
    with app[Downloads].at_work(answer.interaction.user.id):
        packed = await transfer.export(app.archive, guild_id)
    if len(packed) > LARGEST:
        raise Refusal("That's more than Discord takes. The people who run me can save the file for you.")
    await app.archive.order.note(
        LoggedAction(guild_id, milliseconds(), answer.interaction.user.id, "exported")
    )
    await answer.send(export_screen(guild_id, packed), SERVER_LOG)


def _managed(interaction: discord.Interaction) -> int:
    """The server's id. Raises Refusal unless this person manages it, and the bot is in it."""
    guild_id = must_manage_server(interaction)
    if is_visiting(interaction):
        raise Refusal("I'm not in this server, so I can't keep order here. Invite me to it first.")
    return guild_id


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


async def _show(app: Parlour, table: LobbyOrSession) -> None:
    if isinstance(table, Session):
        app.messages.show(table)
    else:
        (await app.messages.of(table)).changed()


async def _announce(app: Parlour, answer: Answer, people: list[int], text: str) -> None:
    """Tell the players in their channel, which notifies those whom this person may notify now."""
    called = await notifiable(app.archive, answer.interaction.user.id, people)
    await answer.publish(Screen(notice(text)), called)


async def _tell(
    app: Parlour,
    answer: Answer,
    person: discord.User | discord.Member,
    text: str,
    *,
    has_played: bool = False,
) -> None:
    """Tell the person it's about if that may be, and the one who did it whether that worked.

    Why it wasn't told isn't said: they may have left this manager out, and nobody learns that.
    """
    interaction, is_told = answer.interaction, False
    is_known = has_played or isinstance(person, discord.Member)
    by_id, guild_id = interaction.user.id, interaction.guild_id or 0

    async def make() -> Screen:
        return Screen(notice(text))

    if await decisions.may_tell(app.archive, guild_id, by_id, person.id, is_member=is_known):
        with suppress(Closed, *NOT_SENT):
            await app.write_directly(person.id, make, f"o{interaction.id}")
            is_told = True
    told = f"Done, and I've told <@{person.id}>."
    await answer.notice(told if is_told else f"Done. I haven't told <@{person.id}>, so tell them yourself.")


def _server() -> app_commands.Group:
    group = app_commands.Group(
        name="server",
        description="Keep order in this server, if you manage it",
        guild_only=True,
        allowed_contexts=SERVERS,
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    for one in (log, remove, keep_away, let_back, end, pause, resume, export):
        group.add_command(one)
    return group


server = _server()
"""The command with all of these below it."""
