"""How often one person can notify another: there is one limit for each pair of people.

It counts invitations, rematches, challenges, and what people do who manage a server. It's stored with the
person who is notified, so it holds over restarts and between processes.
"""

import hmac
from collections.abc import Iterable

from bot.chat.discord_time import DISCORD_TIME
from bot.people.settings import change_settings
from storage import Archive

AGAIN_SECONDS = 600.0
"""How long after one person notified another they can't do that again; messages are posted anyway."""


async def notifiable(archive: Archive, by_id: int, user_ids: Iterable[int]) -> list[int]:
    """Those of these people whom this person notifies now; each of them counts as notified.

    Not themselves, nobody who leaves them out, and nobody whom they notified a short while ago. Raises
    StorageFailed.
    """
    return [one for one in dict.fromkeys(user_ids) if one != by_id and await _notifies(archive, by_id, one)]


async def _notifies(archive: Archive, by_id: int, user_id: int) -> bool:
    key, now = await _mark(archive, by_id, user_id), DISCORD_TIME.now()
    settings = await change_settings(archive, user_id, lambda had: had.notified_by(key, now, AGAIN_SECONDS))
    return settings.invited[key] == now and by_id not in settings.left_out


async def _mark(archive: Archive, by_id: int, user_id: int) -> str:
    """What stands for who notifies. It names nobody, so it stays even if they have their data deleted."""
    secret = await archive.dailies.secret()
    return hmac.digest(secret, f"notified {user_id} {by_id}".encode(), "sha256").hex()[:16]
