"""What the people who manage a server decide about its tables: who is removed, and who is kept away.

Each of these is saved together with its line in the server's log. The caller checks that the person may, and
shows the table.
"""

import re

from bot.people.notifying import notifiable
from bot.refusal import GAME_OVER, Refusal
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby, stand_up
from bot.table.open_tables import LobbyOrSession
from bot.table.server_log import line
from bot.table.session import Session
from bot.table.welcome import mark
from storage import Archive, KeptAway, LoggedAction

DAY = 24 * 60 * 60 * 1000
"""In milliseconds."""

WHY_MOST = 200
"""The most characters of a reason."""

TOLD_MOST = 5
"""How many people are told of a decision about them in a day: in one server, and of one manager's."""


_LINK = re.compile(r"://|\bwww\.|\w\.\w{2,}/", re.IGNORECASE)


def reason(typed: str) -> str:
    """What somebody gave as a reason, as one line that can stand in quotation marks.

    Raises Refusal if it has a link: others read it who haven't asked for one.
    """
    if _LINK.search(typed):
        raise Refusal("Say why without a link: the person it's about may read it.")
    seen = (one if one.isprintable() and one not in "“”" else " " for one in typed)
    return " ".join("".join(seen).split())[:WHY_MOST]


async def remove(table: LobbyOrSession, by_id: int, user_id: int, why: str) -> None:
    """Take somebody from a table, to which they can't come back. Raises Refusal if they aren't there."""
    noted = line(table, by_id, "removed", user_id, why)
    if isinstance(table, Lobby):
        await _remove_from_lobby(table, user_id, noted)
    else:
        await _remove_from_game(table, user_id, noted)


async def _remove_from_lobby(lobby: Lobby, user_id: int, noted: LoggedAction) -> None:
    async with lobby.lock:
        if not lobby.is_seated(user_id):
            raise Refusal(f"<@{user_id}> isn't at this table.")
        removed = (*lobby.table_options.removed, user_id)
        await lobby.set_table_options(lobby.table_options.model_copy(update={"removed": removed}), noted)
        await stand_up(lobby, user_id)


async def _remove_from_game(session: Session, user_id: int, noted: LoggedAction) -> None:
    async with session.lock:
        if session.table.over:
            raise Refusal(GAME_OVER)
        if all(user_id != one.reader_id for one in session.players):
            raise Refusal(f"<@{user_id}> isn't at this table.")
        removed = (*session.options.removed, user_id)
        await session.set_options(session.options.model_copy(update={"removed": removed}), noted)
        await session.pass_on(user_id)
    await session.free(user_id, by_others=True)
    session.go_on()


async def keep_away(
    archive: Archive, guild_id: int, by_id: int, user_id: int, days: int, why: str
) -> KeptAway:
    """Keep somebody from new tables of a server for so many days, in place of what was decided before."""
    now = milliseconds()
    until = now + days * DAY
    kept = KeptAway(guild_id, await mark(archive, guild_id, user_id), user_id, until, why)
    noted = LoggedAction(guild_id, now, by_id, "kept away", user_id, None, until, why)
    await archive.order.keep_away(kept, noted)
    return kept


async def may_tell(archive: Archive, guild_id: int, by_id: int, user_id: int, *, is_member: bool) -> bool:
    """Whether to write to this person about what was just decided about them; then that counts.

    Only to members of the server and to people who have a table there, `TOLD_MOST` times a day, and never
    again before the two of them may notify each other again.
    """
    if not (is_member or await archive.sessions.has_table_in(guild_id, user_id)):
        return False
    if await archive.order.decided(guild_id, by_id, milliseconds() - DAY) > TOLD_MOST:
        return False
    return bool(await notifiable(archive, by_id, [user_id]))


async def let_back(archive: Archive, guild_id: int, by_id: int, user_id: int) -> None:
    """Let somebody back before that. Raises Refusal if nobody keeps them away."""
    noted = LoggedAction(guild_id, milliseconds(), by_id, "let back", user_id)
    if not await archive.order.let_back(guild_id, await mark(archive, guild_id, user_id), noted):
        raise Refusal(f"Nobody keeps <@{user_id}> from the tables here.")
