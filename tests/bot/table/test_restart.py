"""Stop the bot at any moment, even by kill -9, and start it again: every table goes on where it was."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from games.engine import record
from games.engine.fold import play_on
from games.engine.record import Line
from games.engine.table import AnyTable
from local_discord.codec import Json
from local_discord.person import every_component, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running, settings_for
from tests.bot.process import Process, running_process
from tests.bot.tables import (
    against_computer,
    board,
    choose,
    computers,
    forge,
    join,
    more,
    open_lobby,
    people,
    press_more,
    resign,
    sit_down,
    to_move,
    told,
    until,
    visible,
    words_of,
)

pytestmark = pytest.mark.real


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.sqlite3"


async def settled(local: LocalDiscord) -> None:
    """Wait until the commands are known, so that people can use them."""
    await until(lambda: len(local.directory.commands()) >= 8)


async def written(database: Path, session: int = 1) -> list[str]:
    async with Archive.open(str(database)) as archive:
        return [one.text for one in await archive.record.lines(session)]


async def remembered(database: Path) -> None:
    """Wait until the bot has saved where its board is."""
    with closing(sqlite3.connect(database)) as file:
        await until(lambda: file.execute("SELECT 1 FROM messages").fetchone())


async def test_a_killed_lobby_is_where_it_was_and_its_buttons_work(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running_process(discord, database) as process:
        await settled(discord)
        lobby = await open_lobby(chiara)
        await chiara.select(await more(chiara, lobby), "easy")
        await board(chiara, lobby, "**B** · Easy")
        await remembered(database)
        await process.end(signal.SIGKILL)
    async with running_process(discord, database):
        lobby = chiara.sees.current(lobby)
        assert "**B** · Easy" in text_of(lobby)
        menu = await chiara.reply_to(await press_more(chiara, lobby, "Remove player"))
        await chiara.select(menu, "1:easy")
        lobby = await board(dmitri, lobby, "**B** · *free*")
        await chiara.press(await join(dmitri, lobby), label="Start")
        await board(dmitri, lobby, "Heads or tails?")
    public = [one["id"] for one in chiara.sees.in_channel("games") if not is_ephemeral(one)]
    assert public == [lobby["id"]], "the lobby has become the board"


async def test_a_killed_game_is_drawn_where_it_was_and_its_buttons_work(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with Archive.open(str(database)) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    first = first_move(table)
    async with running_process(discord, database) as process:
        await settled(discord)
        shown = await chiara.wait_for(lambda m: "to place" in text_of(m))
        old = every_custom_id(shown)[0]
        await remembered(database)
        # The move is durable, and its board on its way, when the bot is killed.
        discord.faults.fail_next([{"status": 429, "method": "PATCH", "times": 99, "retry_after": 5}])
        sent = await chiara.command("move", channel="games", move=first)
        await until(lambda: discord.faults.failures[0].times < 99)
        await chiara.wait_until(lambda: chiara.sees.interactions.get(sent) != "waiting")
        await process.end(signal.SIGKILL)
        assert f"plays {first}" not in words_of(chiara.sees.current(shown))
        discord.faults.fail_next([])
    async with running_process(discord, database):
        shown = await board(dmitri, shown, f"plays {first}")
        assert "I've restarted. Nothing was lost" in text_of(shown)
        second = first_move(table.play(Line(Seat(0), first)))
        await choose(dmitri, shown, second)
        shown = await board(chiara, shown, f"plays {second}")
        assert "restarted" not in text_of(shown)
        assert "expired" in await told(chiara, await forge(discord, chiara, shown, old))
    assert len(visible(dmitri)) == 1


def first_move(table: AnyTable) -> str:
    return str(table.game.write(next(iter(table.game.legal(table.view(min(table.turn.owes)))))))


def every_custom_id(message: Json) -> list[str]:
    return [one["custom_id"] for one in every_component(message["components"]) if "custom_id" in one]


@pytest.mark.thorough
async def test_nobody_waits_until_all_tables_are_resumed(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with Archive.open(str(database)) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await tables.keep(archive, people(cast.ADA, cast.BRUNO), to_move(0), cast.CARD_ROOM)
    chiara = await meet(cast.CHIARA)
    slowly = {"AT_ONCE": 0, "BOARDS_A_SECOND": 0.001, "ASKED_SECONDS": 1_000}
    constants = {f"bot.table.resume.{name}": value for name, value in slowly.items()}
    async with running_process(discord, database, constants=constants):
        shown = await chiara.wait_for(lambda m: "to place" in text_of(m))
        await choose(chiara, shown, first_move(table))
        await board(chiara, shown, f"plays {first_move(table)}")


@pytest.mark.thorough
async def test_a_game_that_nobody_was_playing_just_then_says_nothing_of_a_restart(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with Archive.open(str(database)) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), ago=600)
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database):
        shown = await chiara.wait_for(lambda m: "to place" in text_of(m))
        assert table.lines
        assert "restarted" not in text_of(shown)


@pytest.mark.thorough
async def test_a_computer_killed_while_it_thinks_moves_once_after_the_next_start(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with Archive.open(str(database)) as archive:
        table = await tables.keep(archive, against_computer(cast.CHIARA, "easy"), to_move(1))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, PARLOUR_PLAY__PACE="20") as process:
        await chiara.wait_for(lambda m: "is thinking" in text_of(m))
        await process.end(signal.SIGKILL)
    assert len(await written(database)) == len(table.lines)
    async with running_process(discord, database):
        await chiara.wait_for(lambda m: f"<@{chiara.id}>: Red to place" in text_of(m))
    assert len(await written(database)) == len(table.lines) + 1


async def test_computers_killed_again_and_again_play_a_game_that_stands(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with Archive.open(str(database)) as archive:
        start = await tables.keep(archive, computers("greedy", "easy"), lambda table: len(table.plies) > 4)
    emi = await meet(cast.EMI)
    counts = [len(start.lines)]
    for moment in (0.1, 0.4):
        async with running_process(discord, database) as process:
            await asyncio.sleep(moment)
            await process.end(signal.SIGKILL)
        counts.append(len(await written(database)))
    assert counts == sorted(counts)
    async with Archive.open(str(database)) as archive:
        lines = [Line(Seat(one.who), one.text, one.note) for one in await archive.record.lines(1)]
    begun = play_on(start, lines[len(start.lines) :])
    assert begun.fault is None
    async with running_process(discord, database):
        await emi.wait_until(lambda: len(discord.world.channels[cast.GAMES].messages) == 1)


@asynccontextmanager
async def waiting_for_chiara(discord: LocalDiscord, database: Path, meet: Meet) -> AsyncIterator[Process]:
    """A bot whose computer has moved, so that it has workers."""
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA, "easy"), to_move(1))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database) as process:
        await chiara.wait_for(lambda m: f"<@{chiara.id}>: Red to place" in text_of(m))
        yield process


async def test_the_workers_of_a_killed_bot_end_with_it(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with waiting_for_chiara(discord, database, meet) as process:
        assert process.others()
        await process.end(signal.SIGKILL)
        await until(lambda: not process.others())


async def test_a_bot_that_is_told_to_stop_ends_in_order(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    async with waiting_for_chiara(discord, database, meet) as process:
        assert await process.end(signal.SIGTERM) == 0
        assert "Traceback" not in process.said
        assert "Task was destroyed" not in process.said
        await until(lambda: not process.others())


async def test_the_buttons_of_a_finished_game_work_after_a_restart(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        final = await resign(dmitri, await sit_down(chiara, dmitri))
    async with running(settings) as bot:
        answer = await chiara.reply_to(await chiara.press(final, label="Record"))
        text = (await chiara.fetch(answer["attachments"][0]["url"])).decode()
        assert record.read(text).header.game == "doublolo"
        late = await told(chiara, await forge(discord, chiara, final, "pick:1:-:1:heads"))
        assert "over" in late
        assert bot.tables.in_memory.sessions_of(int(dmitri.id)) == []
        lobby = await dmitri.reply_to(await dmitri.press(final, label="Rematch"))
        assert "Join" in labels_of(lobby)


async def test_a_button_of_an_unknown_table_says_that_it_has_expired(
    discord: LocalDiscord, settings: Settings, tmp_path: Path, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        lobby = await open_lobby(chiara)
    async with running(settings_for(discord, tmp_path / "another.sqlite3")):
        assert "no longer exists" in await told(chiara, await chiara.press(lobby, label="Join"))
