"""`/healthz` says whether people can play; it's only served if the host asks for it."""

import asyncio
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.app.parlour import Parlour
from bot.config import ServeSettings, Settings
from bot.host import play as cast
from bot.host import serve, visits
from bot.host.running import connect
from bot.host.serve import CannotServe, serving
from bot.telemetry import metrics
from local_discord.server import LocalDiscord
from storage import Archive
from storage.copies import back_up
from storage.opening import path_of
from storage.sqlite import SQLite
from tests.bot.conftest import Meet, running
from tests.bot.host.test_failing_disk import failing_disk
from tests.bot.process import environment, running_process, start
from tests.bot.tables import board, lines, sit_down_alone, told, until
from tests.bot.watching import Watcher, free_port
from tests.bot.watching import watcher as watcher
from tests.databases import in_a_file as in_a_file
from tests.storage.conftest import KINDS, another


async def test_a_bot_that_plays_is_well(watcher: Watcher) -> None:
    assert await watcher.health() == (200, "The bot is well.")


async def test_a_bot_without_its_connection_is_not_well_until_it_is_back(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord
) -> None:
    bot.client.dispatch("disconnect")  # a socket that is really dropped is back at once
    await until(lambda: not bot.outages.runs)
    status, sentence = await watcher.health()
    assert (status, sentence) == (
        503,
        "The bot has lost its connection to Discord and is trying again.",
    )
    before = await watcher.value("parlour_connections_total", event="resumed")
    discord.gateway.drop(4000)
    await watcher.is_well()
    assert await watcher.value("parlour_connections_total", event="resumed") == before + 1


async def test_a_bot_whose_database_cannot_be_read_is_not_well(bot: Parlour, watcher: Watcher) -> None:
    await bot.archive.database.change(lambda one: one.exec_driver_sql("ALTER TABLE sessions RENAME TO gone"))
    status, sentence = await watcher.health()
    assert status == 503
    assert sentence.startswith("The database can't be read: ")
    await bot.archive.database.change(lambda one: one.exec_driver_sql("ALTER TABLE gone RENAME TO sessions"))
    assert (await watcher.health())[0] == 200


async def test_nothing_is_served_unless_the_host_asks_for_it(bot: Parlour, settings: Settings) -> None:
    assert (settings.serve.host, settings.serve.port) == ("127.0.0.1", 0)
    before = len(asyncio.all_tasks())
    async with serving(settings.serve, bot, settings.storage.url):
        assert len(asyncio.all_tasks()) == before


@pytest.mark.real
async def test_a_second_bot_with_the_same_port_says_so_and_stops(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    port = free_port()
    async with running_process(discord, tmp_path / "p.sqlite3", PARLOUR_SERVE__PORT=str(port)):
        await Watcher(port).is_well()
        other = environment(discord, tmp_path / "q.sqlite3", PARLOUR_SERVE__PORT=str(port))
        second = await start(other, folder=tmp_path)
        assert await second.ended() == 1
        assert f"Can't serve at 127.0.0.1:{port}" in second.said
        assert "Traceback" not in second.said


async def test_a_bot_that_logs_in_or_shuts_down_is_not_well(settings: Settings) -> None:
    port = free_port()
    async with (
        Archive.open(settings.storage.url) as archive,
        connect(settings, archive) as client,
        serving(ServeSettings(port=port), client.app, settings.storage.url),
    ):
        assert await Watcher(port).health() == (503, "The bot is still logging in to Discord.")
        client.app.is_leaving = True
        assert await Watcher(port).health() == (503, "The bot is shutting down.")


async def test_a_port_that_is_taken_is_named(bot: Parlour, settings: Settings) -> None:
    where = ServeSettings(port=free_port())
    async with serving(where, bot, settings.storage.url):
        with pytest.raises(CannotServe, match=f"Can't serve at 127.0.0.1:{where.port}"):
            async with serving(where, bot, settings.storage.url):
                pass


@pytest.mark.real
async def test_requests_that_never_end_keep_nobody_out_and_are_closed(
    bot: Parlour, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()

    async def is_closed(one: socket.socket) -> bool:
        try:
            return await loop.sock_recv(one, 1) == b""
        except ConnectionResetError:
            return True

    with ExitStack() as all_of_them:

        async def begin() -> socket.socket:
            one = all_of_them.enter_context(socket.socket())
            one.setblocking(False)
            await loop.sock_connect(one, ("127.0.0.1", watcher.port))
            await loop.sock_sendall(one, b"GET /healthz HTTP/1.1\r\n")
            return one

        monkeypatch.setattr(visits, "SECONDS", 600.0)
        many = [await begin() for _ in range(4 * visits.MOST)]
        assert (await watcher.health())[0] == 200
        for one in many[: 3 * visits.MOST]:
            assert await is_closed(one), "the oldest are closed"
        monkeypatch.setattr(visits, "SECONDS", 0.05)
        assert await is_closed(await begin()), "it took too long"


async def test_a_database_file_that_was_moved_is_noticed_and_presses_are_refused(
    settings: Settings, meet: Meet, database: str, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.chat.answer")
    settings.storage.url, file, port = database, path_of(database), free_port()
    async with running(settings) as bot, serving(ServeSettings(port=port), bot, database):
        chiara = await meet(cast.CHIARA)
        shown = await sit_down_alone(chiara)
        before = lines(bot)
        moved = file.rename(file.with_name("elsewhere.sqlite3"))
        status, sentence = await Watcher(port).health()
        assert status == 503
        assert "isn't where it was" in sentence
        said = await told(chiara, await chiara.press(shown, label="Heads"))
        assert "couldn't save that, so nothing has changed" in said
        assert lines(bot) == before
        file.write_bytes(b"")
        assert (await Watcher(port).health())[0] == 503, "another file is there"
        moved.rename(file)
        assert (await Watcher(port).health())[0] == 200
        await chiara.press(shown, label="Heads")
        await board(chiara, shown, "to place")


@pytest.mark.real
async def test_a_bot_that_can_save_nothing_is_not_well(
    bot: Parlour, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(bot.archive.database, SQLite):
        async with failing_disk(bot.archive):
            status, sentence = await watcher.health()
        assert (status, sentence.partition(":")[0]) == (503, "The database can't be written")
        monkeypatch.setattr(serve, "LEAST_FREE", 2**62)
        status, sentence = await watcher.health()
        assert status == 503
        assert sentence.startswith("The disk with the database has only ")


async def test_a_bot_whose_every_request_fails_is_not_well_until_one_succeeds(
    bot: Parlour, watcher: Watcher
) -> None:
    answers = metrics.ANSWERS
    for status in [500, 502, None] * metrics.FAILURES:
        answers.heard(status)
    assert await watcher.health() == (503, "Discord's servers have failed at every request of late.")
    answers.heard(200)
    assert (await watcher.health())[0] == 200


@pytest.mark.real
@pytest.mark.parametrize("kind", KINDS)
async def test_the_age_of_the_last_copy_is_measured(settings: Settings, kind: str, tmp_path: Path) -> None:
    async with another(kind, tmp_path) as database:
        settings.storage.url, port = database, free_port()
        async with running(settings) as bot, serving(ServeSettings(port=port), bot, database):
            watcher = Watcher(port)
            assert "parlour_copied_timestamp_seconds" not in await watcher.text()
            for name in ("copy.sqlite3", "newer.gz"):
                before = time.time()
                await back_up(database, tmp_path / name)
                at = await watcher.value("parlour_copied_timestamp_seconds")
                assert before - 0.001 <= at <= time.time()


async def test_the_free_space_of_a_files_disk_is_measured(settings: Settings, database: str) -> None:
    settings.storage.url, port = database, free_port()
    async with running(settings) as bot, serving(ServeSettings(port=port), bot, database):
        assert await Watcher(port).value("parlour_disk_free_bytes") > 0
