"""Pausing a table: nobody moves and nobody's time runs until its host or a moderator lets the game go on."""

from bot.tables.refusal import GAME_OVER, Refusal
from bot.tables.session import Session


async def pause(session: Session, user_id: int) -> None:
    """This person pauses the game. The caller checks that they may. Raises Refusal."""
    async with session.lock:
        if session.table.over:
            raise Refusal(GAME_OVER)
        if session.is_paused:
            raise Refusal("This game is already paused. Press *Resume*, or use /resume.")
        session.timekeeper.count()
        await session.journal.set_paused(user_id)
    session.go_on()


async def resume(session: Session) -> None:
    """Let the game go on. The caller checks that the person may. Raises Refusal."""
    async with session.lock:
        if not session.is_paused:
            raise Refusal("This game isn't paused.")
        session.timekeeper.count()
        await session.journal.set_paused(None)
    session.go_on()
