"""All results are counted again behind play: nobody waits for it, and what isn't counted yet says so."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

from bench.standings import games
from bot.config import ServeSettings, Settings
from bot.host import play as cast
from bot.host.serve import serving
from bot.table import rebuild, standings
from storage import Archive, Count, Counted, Known, Met, Result, only_bot, schema
from storage.stored import row_of
from tests.bot.conftest import Meet, running
from tests.bot.finished import all_counted, finish, leaderboard, profile_of
from tests.bot.forking import fork
from tests.bot.tables import resign, sit_down
from tests.bot.watching import Watcher, free_port
from tests.storage.test_standings import rows

pytestmark = pytest.mark.real

COUNTING = "still counting all games again"
CHIARA, DMITRI = int(cast.CHIARA), int(cast.DMITRI)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Counting takes until this is set."""
    goes_on = threading.Event()

    def counted(results: Sequence[Result], known: Known, met: Met) -> Counted:
        goes_on.wait(20)
        return standings.counted(results, known, met)

    monkeypatch.setattr(rebuild, "COUNT", Count(counted, standings.COUNT.rules))
    yield goes_on
    goes_on.set()


async def test_people_play_and_see_that_games_are_still_being_counted_and_each_counts_once(
    settings: Settings, meet: Meet, slow: threading.Event
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for _ in range(3):
            await finish(archive, [CHIARA, DMITRI])
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await resign(dmitri, await sit_down(chiara, dmitri))
        assert COUNTING in await leaderboard(chiara, game="doublolo")
        assert COUNTING in await profile_of(chiara)
        async with serving(ServeSettings(port=(port := free_port())), bot, settings.storage.url):
            assert await Watcher(port).health() == (200, "The bot is well.")
        slow.set()
        await all_counted(bot.archive)
        said = await leaderboard(chiara, game="doublolo")
        assert COUNTING not in said
        assert "of 4" in said
        live = await rows(bot.archive)
        assert await bot.archive.standings.count_again(standings.COUNT, 0) == 4
        assert await rows(bot.archive) == live


async def test_a_database_with_more_games_than_a_page_is_rebuilt_with_progress_and_stops_at_ctrl_c(
    settings: Settings, tmp_path: Path
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        some = list(islice(games(), 10_000))

        def fill(connection: Connection) -> None:
            connection.execute(insert(schema.sessions), [row for row, _ in some])
            connection.execute(insert(schema.results), [row_of(one) for _, its in some for one in its])

        await archive.database.change(fill)
    async with only_bot(settings.storage.url):
        status, said = await rebuilt(settings, tmp_path)
        assert (status, "Another bot is already running" in said) == (1, True)
    status, said = await rebuilt(settings, tmp_path, stop_after="Recomputed 100 of 10,000 games.")
    assert status == 130
    assert said.splitlines()[-1].startswith("Stopped. No game is lost")
    assert "Traceback" not in said


async def rebuilt(settings: Settings, folder: Path, stop_after: str = "") -> tuple[int, str]:
    """The exit status of `rebuild`, and what it said until its end, or until Ctrl-C after this line."""
    environment = os.environ | {"PARLOUR_STORAGE__URL": settings.storage.url}
    process = await fork("bot", ["rebuild"], environment, folder)
    said = ""
    async for line in process.stderr:
        said += line.decode()
        if stop_after and stop_after in said:
            process.send_signal(signal.SIGINT)
            stop_after = ""
    return await process.wait(), said
