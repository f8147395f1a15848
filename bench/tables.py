"""A table before its first move, as storage is given it."""

from storage import StoredSession


def in_lobby(
    guild_id: int | None,
    channel_id: int,
    game: str,
    edition: str,
    options: str,
    seed: bytes,
    host_id: int,
    at: int,
) -> StoredSession:
    """A new table in this channel, opened at this time in milliseconds since the epoch."""
    return StoredSession(0, guild_id, channel_id, game, edition, options, seed, host_id, "lobby", at)
