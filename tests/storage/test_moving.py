"""Either everything is moved to another database, or nothing is."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from storage import Archive, StorageFailed, move_storage, moving, only_bot
from tests.databases import laid_out, open_sessions
from tests.storage.conftest import open_session
from tests.storage.contents import ANNA, fill, lose_a_line


@pytest.mark.parametrize("way", ["to the server", "back"])
async def test_what_is_moved_is_all_there_and_goes_on(path: str, server: str, way: str) -> None:
    source, target = (path, server) if way == "to the server" else (server, path)
    await fill(source, lines=2 * moving.ROWS_AT_ONCE + 1)
    rows = await move_storage(source, target)
    assert (rows["sessions"], rows["lines"], rows["seats"], rows["results"]) == (1, 2_001, 1, 0)
    async with Archive.open(source) as old, Archive.open(target) as new:
        [session] = await open_sessions(new)
        assert [session] == await open_sessions(old)
        assert await new.record.lines(session.id) == await old.record.lines(session.id)
        assert await new.sessions.seats(session.id) == (ANNA,)
        assert (await new.people.person(501)).dms_closed
        assert await new.people.marks(session.id, 0) == '{"A": 1}'
        assert (await open_session(new, channel_id=21)).id > session.id


async def test_nothing_is_moved_over_something(url: str, path: str) -> None:
    await fill(url)
    target = f"{path}.other"
    await fill(target)
    with pytest.raises(StorageFailed, match="isn't empty"):
        await move_storage(url, target)


async def test_a_database_in_use_is_not_moved(url: str, path: str) -> None:
    async with only_bot(url):
        with pytest.raises(StorageFailed, match="Another bot"):
            await move_storage(url, f"{path}.other", patience=0.05)


async def test_a_move_that_fails_half_way_leaves_nothing(
    url: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(url)
    target = f"{path}.other"
    with monkeypatch.context() as broken:
        lose_a_line(broken)
        with pytest.raises(StorageFailed, match="isn't the same"):
            await move_storage(url, target)
    await move_storage(url, target)


def test_the_command_says_what_was_moved_or_why_not(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    laid_out(Path(path))
    assert main(["move-storage", path, f"{path}.other"]) == 0
    assert "Moved 0 games with 0 lines, and the two databases match." in capsys.readouterr().out
    assert main(["move-storage", path, "mysql://somewhere/parlour"]) == 1
    assert "SQLite and PostgreSQL" in capsys.readouterr().err


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_what_is_not_there_is_not_moved_and_no_file_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], prefix: str
) -> None:
    missing = tmp_path / "parlor.sqlite3"
    assert main(["move-storage", f"{prefix}{missing}", str(tmp_path / "new.sqlite3")]) == 1
    assert capsys.readouterr().err == f"There's no database at {missing} to move.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_cannot_be_a_database_is_not_moved_nor_filled(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(odd := tmp_path / "odd")
    laid_out(Path(path))
    for source, target in ((odd, path), (path, odd)):
        assert main(["move-storage", str(source), str(target)]) == 1
        assert f"Can't open {odd}, since it isn't an ordinary file." in capsys.readouterr().err
