"""Lines: the record of a session, written once and never changed."""

from collections.abc import Sequence

from sqlalchemy import select

from storage.append import Appended
from storage.connected import Connected
from storage.schema import lines as _table
from storage.stored import StoredLine


class Lines(Connected):
    """The part of the archive that holds the games: everything else about them can be computed from it."""

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

    async def append_together(self, session_id: int, lines: Sequence[StoredLine]) -> None:
        """Write consecutive lines, all or none of them; raises as `append` does, for the first refused.

        Raises ValueError if their indexes have gaps.
        """
        if any(line.index != lines[0].index + offset for offset, line in enumerate(lines)):
            raise ValueError("Lines that are written together follow one another.")
        if lines:
            await self.writer.append(Appended(session_id, tuple(lines)))

    async def lines(self, session_id: int, since: int = 0) -> tuple[StoredLine, ...]:
        """The lines from index `since` on, in their order."""
        row = _table.c
        columns = (row.index, row.who, row.text, row.note, row.interaction_id, row.at)
        query = select(*columns).where(row.session_id == session_id, row.index >= since)
        return tuple(StoredLine(**line) for line in await self._rows(query.order_by(row.index)))
