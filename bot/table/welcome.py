"""Who is kept from a server's tables: the one rule for everybody who sits down."""

import hmac

from bot.chat.discord_time import DISCORD_TIME
from bot.refusal import Refusal
from storage import Archive


async def must_be_welcome(archive: Archive, guild_id: int | None, user_id: int) -> None:
    """Raises Refusal for somebody whom those who manage this server keep from its tables, whatever they do.

    It's read each time: another process may have decided it.
    """
    if guild_id is None:
        return
    now = DISCORD_TIME.now()
    until = {one.mark: one for one in await archive.order.kept_away(guild_id) if one.until > now * 1000}
    kept = until.get(await mark(archive, guild_id, user_id)) if until else None
    if kept is not None:
        raise Refusal(
            f"The people who manage this server don't let you play at its tables until "
            f"<t:{kept.until // 1000}:f>" + (f": “{kept.why}”" if kept.why else ".")
        )


async def mark(archive: Archive, guild_id: int, user_id: int) -> str:
    """What stands for a person who is kept away: nobody can tell from it who that is."""
    secret = await archive.dailies.secret()
    return hmac.digest(secret, f"kept away {guild_id} {user_id}".encode(), "sha256").hex()
