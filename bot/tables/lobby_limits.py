"""How many lobbies one person can keep open. Games under way aren't counted."""

from collections.abc import Sequence

from bot.tables.refusal import Refusal
from storage import Archive, OpenLobby

MOST_HERE = 3
"""Lobbies that one person can host in a server at a time."""

MOST = 10
"""Lobbies that one person can host at a time, wherever they are."""


_THEN = "Start or close one of them first."


async def must_have_room(archive: Archive, guild_id: int | None, user_id: int) -> None:
    """Raises Refusal if this person has to start or close a lobby before they open another here."""
    hosted = await archive.lobbies_of(user_id)
    here = [one for one in hosted if one.guild_id == guild_id is not None]
    if len(here) >= MOST_HERE:
        raise Refusal(f"You already have {len(here)} open lobbies in this server: {_places(here)}. {_THEN}")
    if len(hosted) >= MOST:
        raise Refusal(f"You already have {len(hosted)} open lobbies: {_places(hosted)}. {_THEN}")


def _places(lobbies: Sequence[OpenLobby]) -> str:
    """Where these lobbies are. There may be more than the limit, since a lobby's host can change."""
    return ", ".join(
        "your direct messages" if one.guild_id is None else f"<#{one.channel_id}>" for one in lobbies[:MOST]
    )
