"""Three processes, one bot: people who play don't notice."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bench import loopback
from bench.postgres import empty_database
from bot.host import play as cast
from bot.table.open_tables import fold
from bot.table.seats import from_stored
from local_discord.interactions import Deadlines
from local_discord.person import Person, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from storage import Archive
from tests.bot.conftest import PATIENT
from tests.bot.process import environment, start
from tests.bot.several import (
    DIES_SOON,
    QUICK,
    SHARDS,
    WORLD,
    Player,
    Several,
    answer,
    connected,
    cut_off,
    ids_of,
    let_back,
    sit_down,
)
from tests.bot.tables import told, until
from tests.bot.watching import Watcher, free_port
from tests.databases import open_sessions
from tests.deep import sized

pytestmark = pytest.mark.real


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | DIES_SOON) as several:
        yield several


async def everywhere(person: Person) -> list[str]:
    """The rooms of all servers, and the person's direct messages."""
    return [*(f"room-{n}" for n in range(6)), str((await person.open_dm())["id"])]


async def test_one_of_three_processes_is_killed_and_the_others_go_on_with_its_tables(
    several: Several, meet: Meet
) -> None:
    for shares in ((3,), (2, 1), (1, 1, 1)):  # the third one takes shard 1
        await several.start()
        await several.share_as(*shares)
    ada = await meet(cast.ADA)
    hands = await sit_down(ada, "room-1", "calabresella")
    boards = await asyncio.gather(*(sit_down(ada, f"room-{n}") for n in (0, 2)))
    dm = (await ada.open_dm())["id"]
    hand = await answer(ada, await ada.reply_to(await ada.command("hand", channel=dm)))
    for place in (dm, "room-2"):
        assert "Calabresella" in await told(ada, await ada.command("tables", channel=place))
    await several.end(several.running[2], signal.SIGKILL)
    again = await ada.press(hand, custom_id=ids_of(hand)[0])
    assert "Try again in a few seconds" in await told(ada, again)
    await asyncio.gather(*(answer(ada, board) for board in boards))
    await several.share_as(2, 1)
    await answer(ada, hand)
    assert hands["id"] in ada.sees.messages[hands["channel_id"]]


@pytest.mark.thorough
async def test_a_game_paused_by_order_stays_so_at_the_next_process_and_is_resumed_there(
    several: Several, meet: Meet
) -> None:
    for shares in ((3,), (2, 1)):  # the second one takes shard 2
        await several.start()
        await several.share_as(*shares)
    ada, farid = await meet(cast.ADA), await meet(cast.FARID)
    shown = await sit_down(farid, "room-2")
    only_they = "only they can resume it: “Dinner”"
    await ada.command("server pause", channel="room-2", why="Dinner")
    await farid.wait_for(lambda m: only_they in text_of(m) and m["mentions"])
    await several.end(several.running[1], signal.SIGKILL)
    await several.share_as(3)
    paused = await farid.wait_for(lambda m: m["id"] == shown["id"] and "Resume" in labels_of(m))
    assert only_they in await told(farid, await farid.press(paused, label="Resume"))
    assert only_they in await told(farid, await farid.command("resume", channel="room-2"))
    await ada.command("server resume", channel="room-2")
    await farid.wait_for(lambda m: "have resumed this game." in text_of(m))
    await answer(farid, shown)
    rows = await several.query("SELECT what FROM server_log ORDER BY at")
    assert [row["what"] for row in rows] == ["paused", "resumed"]


async def test_each_process_is_well_while_its_shards_are_connected_and_one_that_waits_for_some_is_too(
    several: Several, discord: LocalDiscord
) -> None:
    ports = [free_port() for _ in range(SHARDS + 1)]
    processes = [Watcher(port) for port in ports]
    for shares, port in zip(((3,), (2, 1), (1, 1, 1), (1, 1, 1)), ports, strict=True):
        await several.start(PARLOUR_SERVE__PORT=str(port))
        await several.share_as(*shares)
    for one in processes:
        await one.is_well()
        await one.counts_up_to(1, "parlour_connected")
    assert sum([await one.value("parlour_servers") for one in processes]) == 6
    cut_off(discord, 1)

    async def unwell() -> list[Watcher]:
        return [one for one in processes if (await one.health())[0] == 503]

    async with asyncio.timeout(20):
        while not (lost := await unwell()):  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.05)
    assert len(lost) == 1, "the others have their shards"
    assert await lost[0].health() == (503, "The bot has lost its connection to Discord and is trying again.")
    assert await lost[0].value("parlour_connected") == 0
    assert await lost[0].value("parlour_connections_total", event="lost") >= 1
    let_back(discord)
    await lost[0].is_well()
    assert await unwell() == []


async def test_two_processes_divide_what_one_bot_may_send_by_their_shards(
    discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in QUICK.items():
        monkeypatch.setattr(name, seconds)
    async with empty_database() as url:
        alone = loopback.settings_for(discord, url)
        settings = alone.model_copy(update={"discord": alone.discord.model_copy(update={"shards": 3})})
        async with connected(settings) as first:
            await until(lambda: first.budget.share == 1)
            async with connected(settings) as second:
                await until(lambda: second.budget.share == pytest.approx(1 / 3))
                assert first.budget.share == pytest.approx(2 / 3)


@pytest.mark.deep
async def test_a_hand_is_played_from_servers_of_other_processes(several: Several, meet: Meet) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    await sit_down(ada, "room-1", "calabresella")
    for place in ("room-2", "room-0", "room-1"):
        await answer(ada, await ada.reply_to(await ada.command("hand", channel=place)))


@pytest.mark.deep
async def test_a_rolling_restart_of_all_processes_loses_nothing(several: Several, meet: Meet) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    boards = [await sit_down(ada, room) for room in await everywhere(ada)]
    players, done = [Player(ada, board, n) for n, board in enumerate(boards)], asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        for player in players:
            playing.create_task(player.play(done))
        for old in tuple(several.running):
            assert await several.end(old) == 0
            await several.start()
            await several.share_as(1, 1, 1)
        done.set()
    for player in players:
        assert player.presses > 10
        assert player.longest < 5
        assert not player.failed
    for process in tuple(several.running):
        assert await several.end(process) == 0
    assert not any("answered too late" in process.said for process in several.ended)  # or twice
    twice = "SELECT interaction_id FROM lines GROUP BY 1 HAVING count(*) > 1 AND interaction_id IS NOT NULL"
    assert await several.query(twice) == []


@pytest.mark.deep
async def test_a_process_that_may_take_its_time_gives_all_its_shards_away(
    discord: LocalDiscord, tmp_path: Path, meet: Meet
) -> None:
    slow = {"bot.cluster.client.IDENTIFY_SECONDS": 3.0}
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | slow) as several:
        (old,) = await several.start(PARLOUR_DISCORD__HANDOVER="60")
        await several.share_as(3)
        ada = await meet(cast.ADA)
        player = Player(ada, await sit_down(ada, "room-0"), 1)
        done = asyncio.Event()
        playing = asyncio.create_task(player.play(done))
        await several.start()
        await several.share_as(2, 1)
        assert await several.end(old) == 0
        await several.share_as(3)
        done.set()
        await playing
        assert not player.failed
        assert old.said.count("another process now plays shard") == 3
        assert "not everything ended in time" not in old.said


@pytest.mark.deep
async def test_a_process_that_stood_still_for_too_long_ends_and_writes_nothing(
    several: Several, meet: Meet
) -> None:
    (still,) = await several.start()
    await several.share_as(3)
    ada = await meet(cast.ADA)
    boards = [await sit_down(ada, f"room-{n}") for n in range(3)]
    os.kill(still.pid, signal.SIGSTOP)
    await several.start()
    await until(lambda: several.connections == 6)  # the old ones look alive to Discord
    boards = await asyncio.gather(*(answer(ada, board) for board in boards))
    before = await several.query("SELECT * FROM lines ORDER BY session_id, index")
    os.kill(still.pid, signal.SIGCONT)
    assert await still.ended() == 1
    assert "has taken over" in still.said
    assert await several.query("SELECT * FROM lines ORDER BY session_id, index") == before
    await asyncio.gather(*(answer(ada, board) for board in boards))


async def test_several_processes_need_a_server(discord: LocalDiscord, tmp_path: Path) -> None:
    settings = environment(discord, tmp_path / "parlour.sqlite3", PARLOUR_DISCORD__SHARDS="2")
    refused = await start(settings, folder=tmp_path)
    assert await refused.ended() == 1
    assert "Several processes need PostgreSQL: discord.shards is 2" in refused.said


@pytest.mark.deep
async def test_processes_that_come_go_and_die_at_random_leave_every_record_whole(tmp_path: Path) -> None:
    chance = random.Random(7)
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(
            LocalDiscord(WORLD, deadlines=Deadlines(answer=3), limits=NO_LIMITS, sharding=NO_WAITING)
        )
        url = await stack.enter_async_context(empty_database())
        several = await stack.enter_async_context(Several.on(local, url, tmp_path, QUICK | DIES_SOON))
        ada = await stack.enter_async_context(Person.connect(local.url, cast.ADA))
        await several.start(3)
        await several.share_as(1, 1, 1)
        boards = [await sit_down(ada, room) for room in await everywhere(ada)]
        players, done = [Player(ada, board, n) for n, board in enumerate(boards)], asyncio.Event()
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.play(done))
            for _ in range(sized(0, 8)):
                await asyncio.sleep(chance.uniform(0, 2))
                if len(several.running) > 1 and chance.random() < 0.6:
                    sign = chance.choice([signal.SIGKILL, signal.SIGTERM])
                    await several.end(chance.choice(several.running), sign)
                else:
                    await several.start()
            await asyncio.sleep(5)
            done.set()
        print([(one.presses, one.failed, one.moving, round(one.longest, 1)) for one in players])  # noqa: T201
        assert max(one.longest for one in players) < 15
        gaps = "SELECT session_id FROM lines GROUP BY 1 HAVING count(*) <> max(index) + 1"
        assert await several.query(gaps) == []
        async with Archive.open(url) as archive:
            for stored in await open_sessions(archive):
                players_of = from_stored(await archive.sessions.seats(stored.id))
                fold(stored, players_of, await archive.record.lines(stored.id))  # every line is legal
        assert not any("Traceback" in one.said for one in several.ended)


@pytest.mark.deep
async def test_at_discords_own_pace_a_dead_process_is_replaced_within_20_seconds(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalDiscord(WORLD, deadlines=PATIENT))
        url = await stack.enter_async_context(empty_database())
        several = await stack.enter_async_context(Several.on(local, url, tmp_path, {}))
        ada = await stack.enter_async_context(Person.connect(local.url, cast.ADA))
        for shares in ((3,), (2, 1), (1, 1, 1)):
            await several.start()
            await several.share_as(*shares)
        board = await sit_down(ada, "room-1")
        await several.end(several.running[2], signal.SIGKILL)
        killed = time.monotonic()
        await several.share_as(2, 1)
        await answer(ada, board)
        assert time.monotonic() - killed < 20
        player, done = Player(ada, board, 1), asyncio.Event()
        playing = asyncio.create_task(player.play(done))
        for old in tuple(several.running):
            await several.start()
            await asyncio.sleep(8)
            assert await several.end(old) == 0
        done.set()
        await playing
        print(player.presses, player.failed, player.moving, player.longest)  # noqa: T201
        assert not player.failed
        assert player.longest < 5
