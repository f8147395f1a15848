"""`python -m bot backup` saves all games while people play, and `restore` brings every one of them back."""

import asyncio
import gzip
import os
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bench.tables import in_lobby
from bot.__main__ import main
from bot.config import Settings
from bot.host import play as cast
from bot.table.lobby import Lobby
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive
from storage.copies import back_up, restore
from storage.opening import look_at
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.hands import EXCHANGE, keep_deal
from tests.bot.host.test_old_database import KEPT
from tests.bot.process import running_process
from tests.bot.tables import board, people, resign, to_move, type_moves
from tests.databases import laid_out, migrate

pytestmark = pytest.mark.real


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with nothing in it, which the commands use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_STORAGE__URL", "parlour.sqlite3")
    return laid_out(tmp_path / "parlour.sqlite3")


def everything_in(file: Path) -> list[str]:
    """Every row of every table, as SQL, but when it was copied."""
    with closing(sqlite3.connect(file)) as opened:
        return [row for row in opened.iterdump() if not row.startswith('INSERT INTO "last_copy"')]


async def typed(command: list[str]) -> int:
    """Run a command while the bot runs, too; its exit status."""
    return await asyncio.to_thread(main, command)


def words(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


async def test_people_who_played_on_find_every_table_as_it_was_saved(
    settings: Settings, tmp_path: Path, meet: Meet
) -> None:
    url, copy = settings.storage.url, tmp_path / "copy.sqlite3"
    async with Archive.open(url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await keep_deal(archive, *EXCHANGE)
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        shown = await chiara.wait_for(lambda m: f"<@{chiara.id}>: Red to place" in text_of(m))
        await tables.open_lobby(dmitri, "quiet-corner")
        first = await type_moves(bot, chiara, dmitri)
        await board(dmitri, shown, f"plays {first}")
        kept = tables.lines(bot)
        await back_up(url, copy)
        saved = everything_in(copy)
        second = await type_moves(bot, chiara, dmitri)
        await resign(chiara, await board(chiara, shown, f"plays {second}"))
    assert everything_in(tmp_path / "parlour.sqlite3") != saved
    await restore(copy, url, replaces=True)
    assert everything_in(tmp_path / "parlour.sqlite3") == saved
    async with running(settings) as bot:
        await board(chiara, shown, f"plays {first}")
        assert tables.lines(bot) == kept
        assert tables.lines(bot, cast.CARD_ROOM)[-1] == EXCHANGE[-1]
        await bot.tables.load_channel(int(cast.QUIET_CORNER))
        assert isinstance(bot.tables.channels.find(int(cast.QUIET_CORNER)), Lobby)
        again = await type_moves(bot, chiara, dmitri)
        await board(chiara, shown, f"plays {again}")


async def test_a_copy_is_one_sound_file_that_only_its_owner_can_read(database: Path) -> None:
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await back_up(str(database), database.with_name("copy"))
        assert database.with_name(f"{database.name}-wal").exists()
        assert everything_in(database.with_name("copy")) == everything_in(database)
    assert stat.S_IMODE(database.with_name("copy").stat().st_mode) == 0o600
    assert [one.name for one in database.parent.glob("copy*")] == ["copy"]


async def test_a_host_saves_and_restores_by_command(
    discord: LocalDiscord, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_process(discord, database) as process:
        assert await typed(["backup", "copy.sqlite3"]) == 0
        assert words(capsys).startswith("Saved parlour.sqlite3 as copy.sqlite3. Games in it: 0 (")
        assert await typed(["restore", "copy.sqlite3", "--replace"]) == 1
        assert words(capsys) == "A bot is running with parlour.sqlite3. Stop it first.\n"
        assert await process.end(signal.SIGTERM) == 0
    before = everything_in(database)
    assert await typed(["restore", "copy.sqlite3"]) == 1
    assert "parlour.sqlite3 already exists. Add --replace" in words(capsys)
    assert await typed(["restore", "copy.sqlite3", "--replace"]) == 0
    said = words(capsys)
    assert "parlour.sqlite3 from copy.sqlite3." in said
    (kept,) = database.parent.glob("parlour.sqlite3.replaced-*")
    assert kept.name in said
    assert everything_in(kept) == before
    async with running_process(discord, database):
        pass


def test_a_copy_goes_where_there_was_no_database(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = everything_in(database)
    assert main(["backup", "copy.sqlite3"]) == 0
    wal = database.with_name("parlour.sqlite3-wal")
    with closing(sqlite3.connect(database)) as newer:
        newer.execute("INSERT INTO people (user_id, dms_closed, settings) VALUES (7, 0, '{}')")
        newer.commit()
        left_behind = wal.read_bytes()
    database.unlink()
    wal.write_bytes(left_behind)
    assert main(["restore", "copy.sqlite3"]) == 0
    assert everything_in(database) == saved
    assert "What was there before" not in words(capsys)


def test_a_copy_replaces_a_damaged_database(database: Path) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    saved = everything_in(database)
    database.write_bytes(b"SQLite format 3\0" + b"\7" * 9000)
    wal = database.with_name("parlour.sqlite3-wal")
    wal.write_bytes(b"\7" * 5000)
    assert main(["restore", "copy.sqlite3", "--replace"]) == 0
    assert everything_in(database) == saved
    assert not wal.exists()


def test_a_damaged_database_or_copy_is_neither_saved_nor_restored(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as opened, opened:
        rows = [(number, "{}" * 20) for number in range(1_000)]
        opened.executemany("INSERT INTO people (user_id, dms_closed, settings) VALUES (?, 0, ?)", rows)
    assert main(["backup", "copy"]) == 0
    saved, copy = database.read_bytes(), database.with_name("copy")
    for place, command in ((database, ["backup", "other"]), (copy, ["restore", "copy", "--replace"])):
        place.write_bytes(saved[:-20_000] + b"\7" * 20_000)
        words(capsys)
        assert main(command) == 1
        assert "The database file is damaged. Restore it from a copy." in words(capsys)
        database.write_bytes(saved)
    assert not database.with_name("other").exists()
    assert not list(database.parent.glob("*.part"))


async def test_a_copy_of_an_older_version_is_brought_up_to_date_by_the_next_start(
    settings: Settings, tmp_path: Path
) -> None:
    old, copy = tmp_path / "old.sqlite3", tmp_path / "copy"
    with closing(sqlite3.connect(old)) as file:
        file.executescript((KEPT / "parlour.sql").read_text(encoding="utf-8"))
    await back_up(str(old), copy)
    await restore(copy, settings.storage.url, replaces=True)
    assert not (await look_at(settings.storage.url)).is_newest
    async with Archive.open(settings.storage.url) as archive:
        assert len(await archive.sessions.open_tables()) > 5
    assert (await look_at(settings.storage.url)).is_newest


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_a_copy_that_root_restores_belongs_to_the_bots_user(database: Path) -> None:
    bot = 12345
    os.chown(database, bot, bot)
    os.chown(database.parent, bot, bot)
    await back_up(str(database), database.with_name("copy"))
    await restore(database.with_name("copy"), str(database), replaces=True)
    assert {one.name for one in database.parent.iterdir() if one.stat().st_uid != bot} == set()
    assert database.with_name("parlour.sqlite3.lock").exists()


async def test_a_database_that_two_bots_share_is_not_replaced_while_one_has_it_open(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await back_up(str(database), database.with_name("copy"))
    async with Archive.open(str(database)) as archive:
        assert await archive.sessions.find(1) is None
        assert await typed(["restore", "copy", "--replace"]) == 1
        assert words(capsys) == "A program is using parlour.sqlite3. Stop it first.\n"
    assert await typed(["restore", "copy", "--replace"]) == 0


def test_no_copy_is_overwritten_unless_the_host_says_so(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = database.with_name("copy")
    copy.write_text("a letter")
    assert main(["backup", "copy"]) == 1
    assert "copy already exists" in words(capsys)
    assert copy.read_text() == "a letter"
    copy.unlink()
    assert main(["backup", "copy"]) == 0
    with closing(sqlite3.connect(database)) as newer, newer:
        newer.execute("INSERT INTO people (user_id, dms_closed, settings) VALUES (7, 0, '{}')")
    assert main(["backup", "copy"]) == 1
    assert main(["backup", "copy", "--replace"]) == 0
    assert everything_in(copy) == everything_in(database)
    assert main(["backup", "parlour.sqlite3", "--replace"]) == 1
    assert main(["restore", "parlour.sqlite3", "--replace"]) == 1


def test_what_cannot_be_a_copy_is_refused_and_nothing_changes(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = everything_in(database)
    (database.parent / "letter").write_text("Dear host, " * 500)
    with closing(sqlite3.connect("foreign")) as foreign:
        foreign.execute("CREATE TABLE cats (name)")
    assert main(["backup", "newer"]) == 0
    words(capsys)
    with closing(sqlite3.connect("newer")) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    for name, sentence in (
        ("missing", "There's no copy at missing."),
        ("letter", "This file isn't a Parlour database."),
        ("foreign", "This file isn't a Parlour database."),
        ("newer", "A newer version of Parlour wrote this database."),
    ):
        assert main(["restore", name, "--replace"]) == 1
        assert words(capsys).startswith(sentence)
    assert main(["backup", "no/such/folder/copy"]) == 1
    assert "Can't write no/such/folder/copy: No such file or directory." in words(capsys)
    database.rename("elsewhere")
    assert main(["backup", "copy"]) == 1
    assert "There's no database at parlour.sqlite3 to back up." in words(capsys)
    assert everything_in(Path("elsewhere")) == saved
    assert not list(database.parent.glob("*.part")) + list(database.parent.glob("*.replaced-*"))


def make_letter(place: Path) -> None:
    place.write_text("a letter")


def make_foreign(place: Path) -> None:
    with closing(sqlite3.connect(place)) as foreign:
        foreign.execute("CREATE TABLE cats (name)")


def make_another_bots(place: Path) -> None:
    migrate(str(place))


def make_device(place: Path) -> None:
    """A device that nothing is behind."""
    try:
        os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(0, 0))
    except PermissionError:
        pytest.skip("only root can make a device")


def identity(place: Path) -> tuple[int, int, int]:
    """What changes if something else is put in this place, or it's written to."""
    found = place.lstat()
    return found.st_mode, found.st_ino, found.st_mtime_ns


@pytest.mark.parametrize(
    "make", [make_letter, make_foreign, make_another_bots, make_device, os.mkfifo, Path.mkdir]
)
def test_a_backup_replaces_nothing_but_a_copy(
    database: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(place := database.with_name("place"))
    before = place.lstat()
    assert main(["backup", "place", "--replace"]) == 1
    (said,) = words(capsys).splitlines()
    assert said.endswith("Choose another name.")
    after = place.lstat()
    assert (after.st_mode, after.st_ino, after.st_mtime_ns) == (
        before.st_mode,
        before.st_ino,
        before.st_mtime_ns,
    )
    assert not list(database.parent.glob("*.part"))


async def test_the_files_of_a_running_database_are_not_replaced_nor_taken(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        for ending in ("", "-wal", "-shm", "-journal", ".lock"):
            place = database.with_name(f"{database.name}{ending}")
            before = place.stat().st_ino if place.exists() else None
            for name in (place.name, str(place)):
                assert await typed(["backup", name, "--replace"]) == 1
                assert words(capsys) == f"{name} belongs to the database itself. Choose another name.\n"
            assert (place.stat().st_ino if place.exists() else None) == before


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, make_device])
def test_what_is_no_file_is_not_restored_and_nobody_waits_for_it(
    database: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], None],
) -> None:
    make(database.with_name("odd"))
    assert main(["backup", "copy"]) == 0
    words(capsys)
    sentence = "Can't open odd, since it isn't an ordinary file. Choose another name.\n"
    assert main(["restore", "odd", "--replace"]) == 1
    assert words(capsys) == sentence
    monkeypatch.setenv("PARLOUR_STORAGE__URL", "odd")
    for command in (["restore", "copy", "--replace"], ["backup", "another"]):
        assert main(command) == 1
        assert words(capsys) == sentence


@pytest.mark.parametrize("statement", ["DELETE FROM alembic_version", "DROP TABLE alembic_version"])
def test_a_copy_that_does_not_say_its_version_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    assert main(["backup", "copy"]) == 0
    words(capsys)
    with closing(sqlite3.connect("copy")) as copy, copy:
        copy.execute(statement)
    assert main(["restore", "copy", "--replace"]) == 1
    assert words(capsys) in (
        "The database is missing something Parlour needs (its version). Restore it from a copy.\n",
        "This file isn't a Parlour database. Point storage.url at another file.\n",
    )
    assert not list(database.parent.glob("*.replaced-*"))


async def test_a_compressed_copy_is_smaller_and_restored_like_any_other(
    database: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    before, folder = everything_in(database), database.parent
    assert await typed(["backup", "plain.sqlite3"]) == await typed(["backup", "copy.gz"]) == 0
    plain, copy = folder / "plain.sqlite3", folder / "copy.gz"
    assert copy.stat().st_size < plain.stat().st_size / 2
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert await typed(["restore", "copy.gz", "--replace"]) == 0
    assert everything_in(database) == before
    assert await typed(["backup", "copy.gz", "--replace"]) == 0
    (folder / "other.gz").write_bytes(gzip.compress(b"SQLite format 3"))
    assert await typed(["backup", "other.gz", "--replace"]) == 1
    copy.write_bytes(copy.read_bytes()[:-99])
    assert await typed(["restore", "copy.gz", "--replace"]) == 1
    assert "damaged" in words(capsys)
    assert everything_in(database) == before
    there = {one.name for one in folder.iterdir() if not one.name.startswith("parlour.sqlite3")}
    assert there == {"plain.sqlite3", "copy.gz", "other.gz"}


async def test_how_many_games_have_begun_in_a_copy_is_said_of_each_kind_of_copy(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), cast.CARD_ROOM)
        await archive.sessions.end(2, "stopped", [], 1)
        await archive.sessions.open(in_lobby(1, 2, "doublolo", "1", "{}", bytes(32), 3, 4))
        while await archive.packing.pack_some(2**62) is not None:
            pass
    (database.parent / "backups").mkdir()
    for command in (["copy.sqlite3"], ["copy.gz"], ["--keep", "7", "backups"]):
        assert await typed(["backup", *command]) == 0
        assert "Games in it: 2 (0." in words(capsys)


async def test_only_the_newest_copies_in_a_folder_are_kept_and_counted(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = database.parent / "backups"
    folder.mkdir()
    for day in range(1, 10):
        (folder / f"parlour-2020010{day}-040000.sqlite3.gz").write_bytes(b"old")
    (folder / "mine.sqlite3.gz").write_bytes(b"mine")
    assert await typed(["backup", "--keep", "7", "backups"]) == 0
    assert "Copies there: 7 " in (said := words(capsys))
    assert "Older ones deleted: 3." in said
    there = sorted(one.name for one in folder.iterdir())
    assert len(there) == 8
    assert "mine.sqlite3.gz" in there
    assert there[1] == "parlour-20200104-040000.sqlite3.gz"
