"""Lists of tables: a person's own, and those of a server that can be watched."""

import discord
from discord import app_commands

from bot.actions.dispatch import typed
from bot.app import Parlour
from bot.failures import NOT_SENT
from bot.press.answer import Answer
from bot.screens.lists import MOST, OWN_TABLES, WATCHED, WatchedTable, level_title, own_tables, watched_tables
from bot.tables.seats import Player, from_stored
from storage import PlayedTable

LOOKED_AT = 60
"""How many games of a server are looked at to find those that somebody can watch."""


@typed("tables", "See all your tables, and where it's your turn")
async def tables(app: Parlour, answer: Answer) -> None:
    """The tables of this person in all servers, for them alone."""
    user_id = answer.interaction.user.id
    await answer.notice(own_tables(await app.messages.tables_of(user_id), user_id), OWN_TABLES)


@typed("watch", "See which games in this server you can watch")
@app_commands.guild_only()
async def watch(app: Parlour, answer: Answer) -> None:
    """The games under way in channels that this person can read, for them alone."""
    guild, member = answer.interaction.guild, answer.interaction.user
    found: list[WatchedTable] = []
    if guild is not None and isinstance(member, discord.Member):
        for table in await app.archive.sessions.played_in(guild.id, LOOKED_AT):
            if len(found) <= MOST and await _can_read(guild, member, table.channel_id):
                found.append(await _watched(app, guild.id, table))
    await answer.notice(watched_tables(found), WATCHED)


async def _watched(app: Parlour, guild_id: int, table: PlayedTable) -> WatchedTable:
    players = from_stored(await app.archive.sessions.seats(table.id))
    link = f"https://discord.com/channels/{guild_id}/{table.channel_id}"
    return WatchedTable(
        table.game,
        table.channel_id,
        list(dict.fromkeys(_called(table.game, one) for one in players)),
        link if table.message_id is None else f"{link}/{table.message_id}",
        (table.started_at or 0) // 1000,
    )


def _called(game: str, player: Player) -> str:
    return level_title(game, player.level) if player.level is not None else f"<@{player.user_id}>"


async def _can_read(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
    """Whether this person can read a channel or thread; not if nobody can tell."""
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return False
    allowed = channel.permissions_for(member)
    if not (allowed.view_channel and allowed.read_message_history):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
        try:
            await channel.fetch_member(member.id)
        except NOT_SENT:
            return False
    return True
