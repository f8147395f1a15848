"""Where a press on a table counts, where a game can be looked at, and where one can be begun."""

import discord

from bot.chat.gate import can_read, is_host_or_moderator, is_visiting
from bot.chat.parts import listed
from bot.refusal import Expired, NoSuchTable, Refusal
from bot.table.open_tables import OpenTables
from bot.table.options import ServerBook
from bot.table.session import Session
from games.engine import registry
from storage import StoredSession


def can_pause(interaction: discord.Interaction, session: Session) -> bool:
    """Whether this person can pause this game now."""
    return not session.is_paused and is_host_or_moderator(interaction, session.host_id)


async def must_be_in_place(tables: OpenTables, interaction: discord.Interaction, session_id: int) -> None:
    """Raises Refusal for a press on a table's button in a place where that table has no buttons.

    A press counts in the table's own channel. For people who play there, or have played, it also counts where
    nobody else reads: in their direct messages and on messages that only they see.
    """
    if interaction.channel_id == await _channel_of(tables, session_id):
        return
    message = interaction.message
    is_direct = interaction.guild_id is None and not is_visiting(interaction)
    is_own = is_direct or (message is not None and message.flags.ephemeral)
    if is_own and _plays(tables.in_memory.get(session_id), interaction.user.id):
        return
    if not (is_own and await tables.archive.sessions.has_had_seat(session_id, interaction.user.id)):
        raise Expired


async def must_have_seen(tables: OpenTables, interaction: discord.Interaction, stored: StoredSession) -> None:
    """Raises Refusal for a game that's over, unless this person could have watched it.

    That's in the game's own channel, in another one of a server where they can read that channel, and
    anywhere for people who had a seat.
    """
    guild, user = interaction.guild, interaction.user
    if interaction.channel_id == stored.channel_id:
        return
    if guild is not None and guild.id == stored.guild_id and isinstance(user, discord.Member):
        channel = guild.get_channel_or_thread(stored.channel_id)
        if channel is not None and can_read(channel, user):
            return
    if not await tables.archive.sessions.has_had_seat(stored.id, user.id):
        raise Refusal("You can only replay games that you've played, or of channels that you can read.")


async def _channel_of(tables: OpenTables, session_id: int) -> int:
    """Raises Refusal if the table doesn't exist. Doesn't load it."""
    kept = tables.in_memory.get(session_id)
    stored = await tables.archive.sessions.find(session_id) if kept is None else kept.stored
    if stored is None:
        raise NoSuchTable
    return stored.channel_id


def _plays(kept: object, user_id: int) -> bool:
    """Whether this person has a seat at a game in memory: then we don't have to ask storage."""
    return isinstance(kept, Session) and any(one.user_id == user_id for one in kept.players)


async def must_be_allowed(servers: ServerBook, interaction: discord.Interaction, game: str) -> None:
    """Raises Refusal if the server doesn't allow new games in this channel, or doesn't allow this game.

    A thread counts as its channel. Raises UnknownGame.
    """
    await must_be_allowed_in(
        servers, interaction.guild_id, interaction.channel_id or 0, interaction.channel, game
    )


async def must_be_allowed_in(
    servers: ServerBook, guild_id: int | None, channel_id: int, channel: object, game: str
) -> None:
    """The same for a channel of this server, which may be a thread as far as it's known."""
    settings, title = await servers.of(guild_id), registry.find(game).about.title
    places = [channel_id]
    if isinstance(channel, discord.Thread):
        places.append(channel.parent_id)
    if not settings.allows_channel(*places):
        where = listed([f"<#{one}>" for one in settings.channels[:LISTED]], "or")
        raise Refusal(f"This server doesn't allow games in this channel. Use /play in {where}.")
    if not settings.allows_game(game):
        known = registry.all_games()
        titles = [known[one].about.title for one in settings.games if one in known]
        allowed = f"You can play {listed(titles, 'or')}."
        instead = allowed if titles else "People who manage it can allow it in /settings."
        raise Refusal(f"This server has turned off {title}. {instead}")


LISTED = 10
"""How many channels a sentence names at most."""
