"""The record of a session: lines that are written once and never changed, and what is derived from them."""

from collections.abc import Sequence

from sqlalchemy import Connection, Executable, select

from storage import schema
from storage.order import noted
from storage.packing import all_packed
from storage.stored import LoggedAction, Result, StoredCheckpoint, StoredHints, StoredLine, row_of
from storage.subject import Subject, columns_of, put, replaced

_lines, _checkpoints, _hints, _results = schema.lines, schema.checkpoints, schema.hints, schema.results


class Record(Subject):
    """Lines, from which everything else about a game can be computed; checkpoints, hints and results.

    There's one checkpoint a session, so that a start doesn't have to replay a long game from its first line.
    It's a cache, so any can be deleted. Results replace those of the same session when they are rebuilt.
    """

    async def append(
        self,
        session_id: int,
        index: int,
        who: int,
        text: str,
        note: str,
        interaction_id: int | None,
        at: int,
    ) -> None:
        """Write one line; when this returns it is on the disk.

        `index` is the number of lines before it, `who` a 0-based seat or -1 for chance, `interaction_id`
        the press that made the move, or None. Raises AlreadyWritten if that press has its line, else
        IndexTaken if the session has this line, NoSuchSession, StorageFailed.
        """
        await self.append_together(session_id, [StoredLine(index, who, text, note, interaction_id, at)])

    async def append_together(
        self, session_id: int, lines: Sequence[StoredLine], action: LoggedAction | None = None
    ) -> None:
        """Write consecutive lines, all or none of them; raises as `append` does, for the first refused.

        The `action` is noted with them, if they are what somebody did who manages the server. Raises
        ValueError if their indexes have gaps.
        """
        if any(line.index != lines[0].index + offset for offset, line in enumerate(lines)):
            raise ValueError("Lines that are written together follow one another.")
        if lines:
            await self._writer.append(session_id, lines, noted(action))

    async def lines(self, session_id: int, since: int = 0) -> tuple[StoredLine, ...]:
        """The lines from index `since` on, in their order."""
        its = _lines.c.session_id == session_id, _lines.c.index >= since
        query = select(*columns_of(StoredLine, _lines)).where(*its).order_by(_lines.c.index)

        def read(connection: Connection) -> tuple[StoredLine, ...]:
            written = [StoredLine(**row) for row in connection.execute(query).mappings()]
            # Afterwards, in case that they are packed just now.
            for _, lines in all_packed(connection, [session_id]):
                written = lines[since:]
            return tuple(written)

        return await self._database.read(read)

    async def checkpoint(self, session_id: int) -> StoredCheckpoint | None:
        """The last checkpoint of this session, or None."""
        return next(iter(await self._of(session_id, StoredCheckpoint, _checkpoints)), None)

    async def set_checkpoint(self, session_id: int, checkpoint: StoredCheckpoint) -> None:
        """Replace the last checkpoint with this one. Raises NoSuchSession."""
        await self._write_of(session_id, *replaced(session_id, _checkpoints, [checkpoint]))

    async def hints(self, session_id: int, seat: int) -> StoredHints:
        """The hints this seat has had; zero if nothing is stored. A restart doesn't hand out new ones."""
        found = await self._of(session_id, StoredHints, _hints, _hints.c.seat == seat)
        return next(iter(found), StoredHints())

    async def set_hints(self, session_id: int, seat: int, hints: StoredHints) -> None:
        """Save how many hints this seat has had. Raises NoSuchSession."""
        await self._write_of(session_id, *put(_hints, row_of(hints, session_id=session_id, seat=seat)))

    async def results(self, game: str | None = None, guild_id: int | None = None) -> tuple[Result, ...]:
        """All results, or those of one game, of one server, or both; in the order the games ended."""
        row = _results.c
        query = select(_results).order_by(row.ended_at, row.session_id, row.seat)
        if game is not None:
            query = query.where(row.game == game)
        if guild_id is not None:
            query = query.where(row.guild_id == guild_id)
        return await self._all(Result, query)

    async def replace_results(self, session_id: int, results: Sequence[Result]) -> None:
        """Replace all results of the session with these, at once.

        Raises NoSuchSession, and ValueError for results of another session or of a seat twice.
        """
        await self._write_of(session_id, *results_replaced(session_id, results))


def results_replaced(session_id: int, results: Sequence[Result]) -> tuple[Executable, ...]:
    """The statements for `replace_results`. Raises the same ValueError."""
    if any(result.session_id != session_id for result in results):
        raise ValueError(f"Results of another session do not belong to session {session_id}.")
    if len({result.seat for result in results}) < len(results):
        raise ValueError("Every seat has one result.")
    return replaced(session_id, _results, results)
