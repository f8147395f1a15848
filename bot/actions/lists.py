"""Lists of tables: a person's own, and those of a server that can be watched."""

import discord

from bot.app.dispatch import in_servers, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.chat.failures import NOT_SENT
from bot.chat.gate import readable_channels
from bot.chat.players import Player, mention
from bot.table.screens.lists import OWN_TABLES, WATCHED, WatchedTable, level_title, own_tables, watched_tables
from bot.table.seats import from_stored
from storage import PlayedTable

LOOKED_AT = 60
"""How many games of a server are looked at to find those that somebody can watch."""


@typed("tables", "See all your tables, and where it's your turn")
async def tables(app: Parlour, answer: Answer) -> None:
    """The tables of this person in all servers, for them alone."""
    user_id = answer.interaction.user.id
    await answer.notice(own_tables(await app.messages.tables_of(user_id), user_id), OWN_TABLES)


@in_servers
@typed("watch", "See which games in this server you can watch")
async def watch(app: Parlour, answer: Answer) -> None:
    """The games under way in channels that this person can read, for them alone."""
    interaction, found = answer.interaction, list[WatchedTable]()
    guild_id, readable = interaction.guild_id or 0, readable_channels(interaction)
    for table in await app.archive.sessions.played_in(guild_id, LOOKED_AT):
        if table.channel_id in readable or await _is_in_private_thread(interaction, table.channel_id):
            found.append(await _watched(app, guild_id, table))
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
    return level_title(game, player.level) if player.level is not None else mention(player.user_id)


async def _is_in_private_thread(interaction: discord.Interaction, channel_id: int) -> bool:
    thread = interaction.guild.get_thread(channel_id) if interaction.guild is not None else None
    if thread is None or not thread.is_private():
        return False
    try:
        await thread.fetch_member(interaction.user.id)
    except NOT_SENT:
        return False
    return True
