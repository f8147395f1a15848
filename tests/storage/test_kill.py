"""What was acknowledged is there, however the process died."""

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

from storage import Archive
from tests.deep import sized
from tests.storage.fifty_tables import TABLES

KILLS = sized(2, 10)


def _killed_at_some_moment(url: str) -> list[tuple[int, int]]:
    """The (session, index) that a writer acknowledged before it was killed."""
    command = [sys.executable, "-m", "tests.storage.fifty_tables", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(TABLES)]
        time.sleep(random.uniform(0.0, 0.05))
        writer.kill()
        acknowledged += writer.stdout.readlines()
    assert writer.returncode == -9
    return [(int(session_id), int(index)) for session_id, index in map(str.split, acknowledged)]


async def test_whatever_was_acknowledged_outlives_a_kill(url: str) -> None:
    acknowledged: list[tuple[int, int]] = []
    for _ in range(KILLS):
        acknowledged += _killed_at_some_moment(url)
        if not url.startswith("postgresql"):
            with closing(sqlite3.connect(url)) as file:
                assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(set(acknowledged)) == len(acknowledged) >= KILLS * TABLES
    async with Archive.open(url) as archive:
        sessions = await archive.sessions.open_tables()
        found = {session.id: await archive.record.lines(session.id) for session in sessions}
    assert len(sessions) == TABLES
    for lines in found.values():
        assert [(line.index, line.text) for line in lines] == [(n, f"E{n}") for n in range(len(lines))]
    assert all(index < len(found[session_id]) for session_id, index in acknowledged)
