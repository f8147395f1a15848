"""Results: who finished where. They come from finished records, and a rebuild replaces them."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Executable, delete, insert, select

from storage.connected import Connected
from storage.schema import results as _table
from storage.stored import Result


class Results(Connected):
    """The part of the archive that leaderboards are made from."""

    async def results(self, game: str | None = None, guild_id: int | None = None) -> tuple[Result, ...]:
        """All results, or those of one game, of one server, or both; in the order the games ended."""
        query = select(_table).order_by(_table.c.ended_at, _table.c.session_id, _table.c.seat)
        if game is not None:
            query = query.where(_table.c.game == game)
        if guild_id is not None:
            query = query.where(_table.c.guild_id == guild_id)
        return tuple(Result(**row) for row in await self._rows(query))

    async def replace_results(self, session_id: int, results: Sequence[Result]) -> None:
        """Replace all results of the session with these, at once.

        Raises NoSuchSession, and ValueError for results of another session or of a seat twice.
        """
        await self._write_of(session_id, *replaced(session_id, results))


def replaced(session_id: int, results: Sequence[Result]) -> tuple[Executable, ...]:
    """The statements for `replace_results`. Raises the same ValueError."""
    if any(result.session_id != session_id for result in results):
        raise ValueError(f"Results of another session do not belong to session {session_id}.")
    if len({result.seat for result in results}) < len(results):
        raise ValueError("Every seat has one result.")
    clear = delete(_table).where(_table.c.session_id == session_id)
    return (clear, insert(_table).values([asdict(result) for result in results])) if results else (clear,)
