"""A program to kill: fifty sessions keep writing, and it prints every acknowledged line.

Run with the path or URL of an archive; goes on where the lines in it end.
"""

import asyncio
import os
import sys

from storage import Archive
from tests.storage.conftest import open_session

TABLES = 50


async def _play(archive: Archive, channel_id: int, session_id: int | None) -> None:
    if session_id is None:
        session_id = (await open_session(archive, channel_id)).id
    index = len(await archive.record.lines(session_id))
    while True:
        await archive.record.append(
            session_id, index, index % 2, f"E{index}", "", session_id << 32 | index, index
        )
        # Straight to the pipe, in one piece: a killed process would lose what it had buffered.
        os.write(1, f"{session_id} {index}\n".encode())
        index += 1


async def _main(url: str) -> None:
    async with Archive.open(url) as archive:
        known = {one.channel_id: one.id for one in await archive.sessions.open_tables()}
        await asyncio.gather(*(_play(archive, one, known.get(one)) for one in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
