"""Computers at the table: they move on their own, and a worker that dies or hangs costs no move."""

import asyncio
import errno
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.computers import Computers, in_a_hurry
from games.core import Seat
from games.engine import registry
from games.engine.fair import computer_rng
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from local_discord.person import AT_MOST, Person, labels_of, text_of
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.replaying import record_of
from tests.bot.tables import (
    against_computer,
    board,
    computers,
    finishes,
    legal,
    lines,
    played,
    session_in,
    sit_down_alone,
    to_move,
    until,
    words_of,
)
from tests.deep import sized

pytestmark = pytest.mark.real

KEY = bytes(32)


def position() -> AnyTable:
    """A position in which Red is to place."""
    header = Header("doublolo", "1", 2, commit="sha256:" + "0" * 64)
    return played(Table.new(registry.find("doublolo"), header), to_move(0), seed=1)


async def test_a_computer_answers_every_move_and_the_person_is_asked_again(
    bot: Parlour, chiara: Person
) -> None:
    shown = await sit_down_alone(chiara)
    await chiara.press(shown, label="Heads")
    session = session_in(bot)
    for _ in range(3):
        await until(lambda: session.waits_for() == (0,) and session.table.turn.owes == {0})
        count = len(lines(bot))
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await until(lambda count=count: len(lines(bot)) > count + 1)  # type: ignore[misc]  # bound as it is now
    await board(chiara, shown, f"<@{chiara.id}>: Red to place")
    words = words_of(chiara.sees.current(shown))
    assert "Beginner plays" in words or "Beginner placed" in words


async def test_two_computers_are_watched_to_the_end(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, computers("greedy", "easy"), lambda one: one.plies and finishes(one))
    async with running(settings) as bot:
        emi = await meet(cast.EMI)
        final = await emi.wait_for(lambda m: "Rematch" in labels_of(m))
        assert "Greedy wins" in text_of(final)
        assert not any(one.rated for one in await bot.archive.record.results())


async def test_computers_pause_so_that_people_can_follow(settings: Settings, meet: Meet) -> None:
    settings.play.pace = 0.8
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, computers("greedy", "easy"), to_move(0))
    async with running(settings) as bot:
        await until(lambda: len(lines(bot)) > len(table.lines))
        loop = asyncio.get_running_loop()
        began, count = loop.time(), len(lines(bot))
        await until(lambda: len(lines(bot)) >= count + 2)
        assert loop.time() - began >= 0.75


async def test_a_worker_loads_rules_and_nothing_else_of_the_bot() -> None:
    """It starts in no time then, and needs less than half of the memory."""
    computers = Computers(workers=1, patience=AT_MOST)
    try:
        loaded = await computers._ask(eval, "set(__import__('sys').modules)")  # noqa: SLF001 - it runs anything
    finally:
        computers.close()
    assert {"bot.table.think", "games.doublolo", "games.foozle"} <= loaded
    assert not {"bot.table.computers", "storage", "sqlalchemy", "discord", "pydantic_settings"} & loaded


async def test_a_worker_that_is_killed_is_replaced_and_the_move_comes(settings: Settings, meet: Meet) -> None:
    settings.play.pace = 0.3
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, computers("expert", "expert"), to_move(0))
    async with running(settings) as bot:
        for _ in range(sized(1, 3)):
            await until(bot.computers.pids)
            count = len(lines(bot))
            os.kill(bot.computers.pids()[0], signal.SIGKILL)
            await until(lambda count=count: len(lines(bot)) > count)  # type: ignore[misc]  # bound as it is now
        assert len(lines(bot)) > len(table.lines)
        written = await bot.archive.record.lines(1)
        assert [one.index for one in written] == list(range(len(written)))


async def test_a_process_that_cannot_start_costs_no_move_and_those_who_watch_the_bot_hear_of_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.table.computers")

    def fails(*_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    before, table = thoughtless_moves(), position()
    pool = Computers(workers=1, patience=20)
    try:
        with monkeypatch.context() as without_processes:
            without_processes.setattr(ProcessPoolExecutor, "submit", fails)
            thought = await pool.choose(table, Seat(0), "expert", KEY)
        assert table.play(Line(Seat(0), thought.text))
        assert thoughtless_moves() == before + 1
        assert "Computer players can't start: Resource temporarily unavailable." in caplog.text
        assert "Traceback" not in caplog.text
        assert (await pool.choose(table, Seat(0), "expert", KEY)).note == "expert"
    finally:
        pool.close()


def thoughtless_moves() -> float:
    """How many moves of computers no process has thought about."""
    return REGISTRY.get_sample_value("parlour_thoughtless_moves_total") or 0


@pytest.mark.parametrize(("is_try", "note"), [(False, "expert, in a hurry as greedy"), (True, "expert")])
async def test_a_worker_that_hangs_is_replaced_when_patience_ends_and_only_a_try_asks_the_level_again(
    is_try: bool, note: str
) -> None:
    pool = Computers(workers=1, patience=20)
    table = position()
    try:
        await pool.choose(table, Seat(0), "greedy", KEY)
        pool.patience = 4
        (pid,) = pool.pids()
        os.kill(pid, signal.SIGSTOP)
        thought = await (pool.choose if is_try else pool.choose_soon)(table, Seat(0), "expert", KEY)
        assert table.play(Line(Seat(0), thought.text))
        assert thought.note == note
        assert pid not in pool.pids()
        await until(lambda: not _is_alive(pid))
    finally:
        pool.close()


async def test_the_more_wait_the_weaker_the_level_that_thinks_and_a_try_waits_instead() -> None:
    pool = Computers(workers=1, patience=20)
    table = position()
    try:
        soon = await asyncio.gather(*(pool.choose_soon(table, Seat(0), "hard", KEY) for _ in range(10)))
        exact = await asyncio.gather(*(pool.choose(table, Seat(0), "hard", KEY) for _ in range(10)))
    finally:
        pool.close()
    hurried = ["hard, in a hurry as easy", *["hard, in a hurry as daydreamer"] * 4]
    assert [one.note for one in soon] == ["hard", *hurried, *["hard"] * 4]
    assert {one.note for one in exact} == {"hard"}


@pytest.mark.parametrize(
    ("level", "waiting", "plays"),
    [
        ("expert", 3.5, "expert"),
        ("expert", 4, "schooled"),
        ("expert", 9, "daydreamer"),
        ("expert", 1000, "easy"),
        ("easy", 1000, "easy"),
        ("greedy", 1000, "greedy"),
        ("a level of an older edition", 1000, "a level of an older edition"),
    ],
)
def test_a_level_in_a_hurry_is_one_lower_for_every_four_who_wait_but_not_below_easy(
    level: str, waiting: float, plays: str
) -> None:
    assert in_a_hurry(registry.find("doublolo").about, level, waiting) == plays


async def test_those_who_wait_get_a_worker_in_their_order() -> None:
    pool = Computers(workers=1, patience=20)
    done = list[int]()

    async def asks(number: int) -> None:
        await pool.choose(position(), Seat(0), "greedy", KEY)
        done.append(number)
        if number == 0:  # a table that asks again at once
            await pool.choose(position(), Seat(0), "greedy", KEY)
            done.append(number)

    try:
        await asyncio.gather(*map(asks, range(4)))
    finally:
        pool.close()
    assert done == [0, 1, 2, 3, 0]


async def test_nobody_waits_for_a_move_while_a_game_is_reviewed_or_told_in_squares() -> None:
    pool = Computers(workers=1, patience=20)
    record = record_of("calabresella")
    looking = [asyncio.create_task(pool.review(record)), asyncio.create_task(pool.tell(record, Seat(0)))]
    try:
        for _ in range(3):
            thought = await pool.choose_soon(position(), Seat(0), "easy", KEY)
            assert thought.note == "easy"
        assert not any(one.done() for one in looking)
    finally:
        pool.close()
        await asyncio.gather(*looking, return_exceptions=True)


async def test_the_record_says_that_a_computer_was_in_a_hurry(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, computers("hard", "hard"), to_move(0))
    async with running(settings) as bot:
        bot.computers.waiting += 4 * settings.play.computers
        session = await bot.tables.session(1)
        await until(lambda: any(one.note == "hard, in a hurry as daydreamer" for one in session.table.lines))


async def test_a_level_that_fails_gives_way_to_the_weakest(faults_logged: set[str]) -> None:
    faults_logged.add("bot.table.computers")
    pool = Computers(workers=1, patience=20)
    table = position()
    try:
        thought = await pool.choose(table, Seat(0), "a level of an older edition", KEY)
    finally:
        pool.close()
    assert table.play(Line(Seat(0), thought.text))
    assert thought.note == "a level of an older edition, in a hurry as greedy"


@pytest.mark.parametrize("has_begun", [False, True])
async def test_an_unfinished_thought_at_shutdown_is_not_an_error(has_begun: bool) -> None:
    """As for a game that was stopped just then; `_nothing_fails_silently` would hear of a fault."""
    pool = Computers(workers=1, patience=20)
    if has_begun:
        await pool.choose(position(), Seat(0), "greedy", KEY)
    pool.close()
    thought = await pool.choose(position(), Seat(0), "greedy", KEY)
    assert thought.note == "greedy, without thinking"


async def test_what_is_played_without_thinking_is_as_hard_to_foresee_as_any_choice() -> None:
    """Making the workers fail reveals nothing about a secret choice."""
    pool = Computers(workers=1, patience=20)
    pool.close()
    table = position()
    thoughts = [await pool.choose(table, Seat(0), "greedy", bytes([n])) for n in range(12)]
    assert {one.note for one in thoughts} == {"greedy, without thinking"}
    assert len({one.text for one in thoughts}) > 1
    again = [await pool.choose(table, Seat(0), "greedy", bytes([n])) for n in range(12)]
    assert again == thoughts


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def test_a_computers_move_is_settled_by_the_key_of_its_choice() -> None:
    table = position()
    pool = Computers(workers=2, patience=20)
    try:
        for level in ("greedy", "easy", "daydreamer"):
            thoughts = await asyncio.gather(*(pool.choose(table, Seat(0), level, KEY) for _ in range(3)))
            expected = table.game.write(table.game.choose(table.view(Seat(0)), level, computer_rng(KEY)))
            assert {one.text for one in thoughts} == {expected}
            assert {one.note for one in thoughts} == {level}
    finally:
        pool.close()


async def test_the_record_notes_what_level_played(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, against_computer(cast.CHIARA, "easy"), to_move(1))
    async with running(settings) as bot:
        await until(lambda: len(lines(bot)) > len(table.lines))
        assert session_in(bot).table.lines[-1].note == "easy"


async def test_people_are_answered_while_computers_think(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, computers("expert", "expert"), to_move(0))
    async with running(settings):
        emi = await meet(cast.EMI)
        for _ in range(3):
            answer = await emi.reply_to(await emi.command("help", channel="games"), timeout=10)
            assert "is running here" in text_of(answer)
