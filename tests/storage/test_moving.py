"""Either everything is moved to another database, or nothing is."""

import pytest

from bot.__main__ import main
from storage import Archive, StorageFailed, move_storage, moving, only_bot
from tests.storage.conftest import open_session
from tests.storage.contents import ANNA, fill, lose_a_line


@pytest.mark.parametrize("way", ["to the server", "back"])
async def test_what_is_moved_is_all_there_and_goes_on(path: str, server: str, way: str) -> None:
    source, target = (path, server) if way == "to the server" else (server, path)
    await fill(source, lines=2 * moving.ROWS_AT_ONCE + 1)
    rows = await move_storage(source, target)
    assert (rows["sessions"], rows["lines"], rows["seats"], rows["results"]) == (1, 2_001, 1, 0)
    async with Archive.open(source) as old, Archive.open(target) as new:
        [session] = await new.open_sessions()
        assert (session,) == await old.open_sessions()
        assert await new.lines(session.id) == await old.lines(session.id)
        assert await new.seats(session.id) == (ANNA,)
        assert (await new.person(501)).dms_closed
        assert await new.marks(session.id, 0) == '{"A": 1}'
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
    assert main(["move-storage", path, f"{path}.other"]) == 0
    assert "Moved 0 games with 0 lines, and the two databases match." in capsys.readouterr().out
    assert main(["move-storage", path, "mysql://somewhere/parlour"]) == 1
    assert "SQLite and PostgreSQL" in capsys.readouterr().err
