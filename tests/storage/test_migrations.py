"""Migrations from an empty file and from every earlier revision to the current schema."""

import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from storage import (
    Archive,
    DailyDeal,
    Person,
    Result,
    StorageFailed,
    StoredHints,
    StoredLine,
    StoredMessage,
    Try,
    migrations,
)
from storage.migrations import newest_revision
from storage.schema import metadata
from tests.databases import migrate, open_sessions, opened
from tests.storage.conftest import open_session

SCRIPTS = ScriptDirectory(str(Path(migrations.__file__).parent))
REVISIONS = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]


OLDEST = (
    """INSERT INTO sessions
    VALUES (1, NULL, 20, 'doublolo', '1', '{}', zeroblob(32), 30, 'playing', 1, 2, NULL)""",
    "INSERT INTO seats VALUES (1, 0, 501, NULL, 'Anna', '9001'), (1, 1, NULL, 'easy', 'Computer', '')",
    "INSERT INTO lines VALUES (1, 0, -1, 'board C3', 'cut by b', 77, 1001)",
    "INSERT INTO messages VALUES (1, 'panel', 20, 600)",
    """INSERT INTO people VALUES (501, 1, '{"locale": "de"}')""",
    "INSERT INTO results VALUES (1, 0, 'doublolo', NULL, 501, NULL, 1, NULL, 1, 9)",
)
"""A row of every table as revision 0001 has them; a later revision must bring them along."""


def _definitions(path: str) -> set[str]:
    """SQLite's definition of every table and index, ignoring the order of a table's constraints."""
    with closing(sqlite3.connect(path)) as file:
        texts = file.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND sql NOTNULL")
        return {" ".join(sorted(re.split(r"[\s,()]+", text))) for (text,) in texts}


def test_revisions_follow_one_another_to_a_single_head() -> None:
    assert REVISIONS[0] == "0001"
    assert SCRIPTS.get_heads() == [REVISIONS[-1]] == [newest_revision()]


def test_a_file_that_is_up_to_date_opens_without_alembic(path: str) -> None:
    migrate(path)
    program = (
        "import asyncio, sys\n"
        "from storage import Archive\n"
        "from storage.opening import open_database\n"
        "async def main():\n"
        f"    async with Archive.open({path!r}) as archive:\n"
        "        await archive.sessions.open_tables()\n"
        "asyncio.run(main())\n"
        "sys.exit('alembic' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("revision", [None, *REVISIONS])
def test_a_migrated_file_has_the_programs_schema(path: str, tmp_path: Path, revision: str | None) -> None:
    if revision is not None:
        migrate(path, revision)
    migrate(path)
    made = str(tmp_path / "made.sqlite3")
    metadata.create_all(create_engine(f"sqlite:///{made}", poolclass=NullPool))
    assert _definitions(path) == _definitions(made)
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize("revision", REVISIONS)
async def test_an_archive_opens_on_a_file_of_every_revision(path: str, revision: str) -> None:
    migrate(path, revision)
    async with Archive.open(path) as archive:
        session = await open_session(archive)
        await archive.record.append(session.id, 0, 0, "E12", "", None, 0)
        assert len(await archive.record.lines(session.id)) == 1


async def test_what_the_oldest_program_wrote_is_found_by_this_one(path: str) -> None:
    migrate(path, REVISIONS[0])
    with closing(sqlite3.connect(path)) as file, file:
        for row in OLDEST:
            file.execute(row)
    async with Archive.open(path) as archive:
        [session] = await open_sessions(archive)
        assert (session.game, session.edition, session.phase) == ("doublolo", "1", "playing")
        assert (session.seed, session.guild_id, session.host_id) == (bytes(32), None, 30)
        assert session.table_options == "{}"
        assert await archive.record.hints(1, 0) == StoredHints()
        assert [(seat.user_id, seat.level, seat.name) for seat in await archive.sessions.seats(1)] == [
            (501, None, "Anna"),
            (None, "easy", "Computer"),
        ]
        assert await archive.record.lines(1) == (StoredLine(0, -1, "board C3", "cut by b", 77, 1_001),)
        assert await archive.messages.of(1) == (StoredMessage(1, "board", 20, 600),)
        assert await archive.people.person(501) == Person(501, dms_closed=True, settings='{"locale": "de"}')
        assert await archive.record.results() == (
            Result(1, 0, "doublolo", None, 501, None, place=1, score=None, rated=True, ended_at=9),
        )


async def test_old_games_with_computers_are_rated_unless_a_seat_changed_hands(path: str) -> None:
    migrate(path, "0012")
    with closing(sqlite3.connect(path)) as file, file:
        session = (
            "INSERT INTO sessions (id, channel_id, game, edition, options, seed, host_id, phase, created_at) "
            "VALUES (?, 20, 'doublolo', '1', '{}', zeroblob(32), 30, 'finished', 1)"
        )
        result = "INSERT INTO results VALUES (?, ?, 'doublolo', 7, ?, ?, 1, 9, 0, 9)"
        for number in (1, 2):
            file.execute(session, (number,))
            file.executemany(result, [(number, 0, 501, None), (number, 1, None, "easy")])
        file.execute("INSERT INTO stays VALUES (2, 0, 0, 4, 501, NULL, 'Anna', 0)")
    async with Archive.open(path) as archive:
        assert [one.rated for one in await archive.record.results()] == [True, True, False, False]


def test_bots_that_start_at_once_migrate_once(path: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, [path] * 8))
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISIONS[-1],)]


async def test_a_file_of_a_newer_program_is_left_alone(path: str) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageFailed, match="newer version"):
        await opened(path)


async def test_a_try_at_the_game_of_the_day_counts_after_the_others_can_be_practised(path: str) -> None:
    migrate(path, "0014")
    session = (
        "INSERT INTO sessions (id, day, channel_id, game, edition, options, seed, host_id, phase, "
        "created_at) VALUES (1, 5, 20, 'foozle', '1', '{}', zeroblob(32), 30, 'finished', 1)"
    )
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(session)
        file.execute("INSERT INTO tries VALUES (5, 30, 1, 12, 99)")
        file.execute("INSERT INTO tries_shown VALUES (5, 7, 30)")
    async with Archive.open(path) as archive:
        kept = Try(5, "foozle", 30, 1, is_practice=False, score=12, ended_at=99)
        assert await archive.dailies.scored(DailyDeal(5, "foozle"), 7) == (kept,)
        assert await archive.dailies.days_of(30) == (5,)
