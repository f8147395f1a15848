"""A program to kill: fifty sessions keep writing, and it prints every acknowledged line.

Run with the path or URL of an archive; goes on where the lines in it end.
"""

import asyncio
import os
import sys

from storage import Archive, StoredSession
from tests.storage.conftest import open_session

TABLES = 50


async def _play(archive: Archive, channel_id: int) -> None:
    session = await _session_in(archive, channel_id)
    index = len(await archive.lines(session.id))
    while True:
        await archive.append(session.id, index, index % 2, f"E{index}", "", session.id << 32 | index, index)
        # Straight to the pipe, in one piece: a killed process would lose what it had buffered.
        os.write(1, f"{session.id} {index}\n".encode())
        index += 1


async def _session_in(archive: Archive, channel_id: int) -> StoredSession:
    return await archive.open_session_in(channel_id) or await open_session(archive, channel_id)


async def _main(url: str) -> None:
    async with Archive.open(url) as archive:
        await asyncio.gather(*(_play(archive, channel_id) for channel_id in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
