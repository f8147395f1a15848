"""`/metrics` counts and times what the bot does, and shows no secrets."""

import logging
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from bot.app.parlour import Parlour
from bot.chat.first_answer import Press
from bot.chat.redrawn import Redrawn
from bot.chat.tasks import Background
from bot.config import ServeSettings, Settings
from bot.host import play as cast
from bot.host.serve import serving
from bot.telemetry.logs import Stage, Trace, follow, set_up
from bot.telemetry.metrics import resource_of
from local_discord.person import Person
from local_discord.server import LocalDiscord
from storage import Archive
from storage.copies import back_up
from tests.bot.conftest import Meet, running
from tests.bot.hands import Three, direct, play_card
from tests.bot.host.test_failing_disk import failing_disk
from tests.bot.tables import (
    against_computer,
    forge,
    keep,
    legal,
    lines,
    open_lobby,
    resign,
    session_in,
    sit_down_alone,
    to_move,
    told,
    toss,
    type_moves,
    until,
)
from tests.bot.watching import Watcher, free_port
from tests.bot.watching import watcher as watcher
from tests.databases import in_a_file as in_a_file


async def test_presses_are_counted_by_what_they_are_and_what_became_of_them(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord, chiara: Person, dmitri: Person, emi: Person
) -> None:
    async def count(**labels: str) -> float:
        return await watcher.value("parlour_presses_total", **labels)

    async def counts() -> list[float]:
        return [
            await count(kind="command", name="play", outcome="answered"),
            await count(kind="button", name="join", outcome="answered"),
            await count(kind="command", name="move", outcome="answered"),
            await count(kind="command", name="move", outcome="refused"),
            await count(kind="button", name="unknown", outcome="refused"),
        ]

    before = await counts()
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    await told(emi, await emi.command("move", channel="games", move=legal(bot)[0]))
    await told(emi, await forge(discord, emi, shown, "zebra:1:2:3"))
    after = await counts()
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 2, 1, 1]
    assert "zebra" not in await watcher.text()


async def test_what_becomes_of_a_press_is_counted_when_it_fails_too(
    bot: Parlour,
    watcher: Watcher,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
) -> None:
    faults_logged.add("bot.chat.answer")

    async def counts() -> list[float]:
        outcomes = ("storage", "failed")
        return [await watcher.value("parlour_presses_total", outcome=one) for one in outcomes]

    shown = await sit_down_alone(chiara)
    before = await counts()
    async with failing_disk(bot.archive):
        await told(chiara, await chiara.press(shown, label="Heads"))

    async def broken(*_: object) -> None:
        raise RuntimeError("it fell over")

    monkeypatch.setattr("bot.table.moves.answer_question", broken)
    await told(chiara, await chiara.press(shown, label="Heads"))
    assert await counts() == [before[0] + 1, before[1] + 1]


async def test_presses_that_are_skipped_are_counted(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord, emi: Person, chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    before = await watcher.value("parlour_presses_total", outcome="skipped")
    bot.is_leaving = True
    await forge(discord, emi, seen, "fair:1")
    await watcher.counts_up_to(before + 1, "parlour_presses_total", outcome="skipped")


async def test_a_new_hand_is_timed_too(leading: Parlour, settings: Settings, seats: Three) -> None:
    port = free_port()
    async with serving(ServeSettings(port=port), leading, settings.storage.url):
        watcher = Watcher(port)
        hand = await direct(seats[0], "You lead")
        before = await watcher.value("parlour_press_seconds_count", stage="hand")
        await play_card(seats[0], hand, "K♣")
        await direct(seats[1], "K♣ was led")
        await watcher.counts_up_to(before + 1, "parlour_press_seconds_count", stage="hand")


async def test_what_an_earlier_press_shows_later_hides_no_newer_one() -> None:
    """When an avatar arrives, a press's board is shown again, long after it was first shown."""
    shown: list[Press | None] = []

    class Board(Redrawn):
        async def show(self, press: Press | None) -> None:
            shown.append(press)

    def count() -> float:
        return REGISTRY.get_sample_value("parlour_press_seconds_count", {"stage": "board"}) or 0

    before, board = count(), Board(Background(), "board", Stage.BOARD)
    old = follow(Trace(1, 2, "button"))
    old.reached(Stage.BOARD)
    board.changed()
    follow(Trace(1, 3, "button"))
    board.changed()
    await board.shown()
    assert (len(shown), count() - before) == (1, 2)


async def test_menus_are_told_from_buttons(watcher: Watcher, chiara: Person) -> None:
    before = await watcher.value("parlour_presses_total", kind="menu", name="computer")
    await sit_down_alone(chiara)
    assert await watcher.value("parlour_presses_total", kind="menu", name="computer") == before + 1


async def test_a_move_is_timed_at_each_stage_and_a_computers_move_at_none(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(cast.CHIARA), to_move(0))
    chiara, port = await meet(cast.CHIARA), free_port()
    async with running(settings) as bot, serving(ServeSettings(port=port), bot, settings.storage.url):
        watcher = Watcher(port)

        async def times() -> dict[str, float]:
            stages = ("read", "judged", "durable", "answered", "board")
            return {one: await watcher.value("parlour_press_seconds_count", stage=one) for one in stages}

        before, kept = await times(), len(lines(bot))
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await until(lambda: len(lines(bot)) > kept + 1 and not session_in(bot).autoplay.is_playing)
        await watcher.counts_up_to(before["board"] + 1, "parlour_press_seconds_count", stage="board")
        after = await times()
    assert {stage: after[stage] - before[stage] for stage in after} == dict.fromkeys(after, 1)


async def test_there_are_gauges_for_tables_workers_queues_and_the_process(
    bot: Parlour, watcher: Watcher, chiara: Person
) -> None:
    await sit_down_alone(chiara)
    assert await watcher.value("parlour_tables", game="doublolo", phase="playing") == 1
    assert await watcher.value("parlour_open_tables") == 1
    assert await watcher.value("parlour_connected") == 1
    assert await watcher.value("parlour_servers") == 1
    assert await watcher.value("parlour_database_bytes") > 10_000
    assert await watcher.value("process_resident_memory_bytes") > 10_000_000
    text = await watcher.text()
    for name in (
        "saves_under_way",
        "thoughts_waiting",
        "computer_workers",
        "pictures_under_way",
        "answers_under_way",
    ):
        assert f"\nparlour_{name} " in text


async def test_games_that_end_and_are_paused_are_counted(
    bot: Parlour, watcher: Watcher, chiara: Person, dmitri: Person
) -> None:
    before = await watcher.value("parlour_games_ended_total", game="doublolo", phase="finished")
    shown = await toss(chiara, dmitri)
    await chiara.command("pause", channel="games")
    await until(lambda: session_in(bot).is_paused)
    assert await watcher.value("parlour_tables", game="doublolo", phase="paused") == 1
    await chiara.command("resume", channel="games")
    await until(lambda: not session_in(bot).is_paused)
    await resign(dmitri, shown)
    assert await watcher.value("parlour_games_ended_total", game="doublolo", phase="finished") == before + 1


async def test_rate_limits_and_retries_of_discord_are_counted(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord, chiara: Person
) -> None:
    limits = await watcher.value("parlour_discord_rate_limits_total", scope="shared")
    retries = await watcher.value("parlour_discord_retries_total")
    refused = await watcher.value("parlour_discord_requests_total", resource="channels", status="429")
    discord.faults.fail_next([{"status": 429, "method": "POST", "path": "/channels/", "retry_after": 0.01}])
    await bot.client.get_partial_messageable(int(cast.GAMES)).send("Hello")
    assert await watcher.value("parlour_discord_rate_limits_total", scope="shared") == limits + 1
    assert await watcher.value("parlour_discord_retries_total") == retries + 1
    assert (
        await watcher.value("parlour_discord_requests_total", resource="channels", status="429")
        == refused + 1
    )


@pytest.mark.parametrize(
    ("path", "resource"),
    [
        ("/api/v10/channels/1/messages/2", "channels"),
        ("/api/v10/webhooks/1/aW50ZXJhY3Rpb24/messages/@original", "webhooks"),
        ("/avatars/710000000000000001/0123.png", "other"),
        ("/api/v10/invites/secret", "other"),
    ],
)
def test_requests_are_counted_without_ids_and_tokens(path: str, resource: str) -> None:
    assert resource_of(path) == resource


@pytest.fixture
def logging_as_set_up(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that sets up logging as the bot does; undone after the test."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    monkeypatch.setattr(root, "level", root.level)
    return lambda: set_up("INFO")


async def test_errors_are_counted_by_their_kind(
    watcher: Watcher, logging_as_set_up: Callable[[], None], faults_logged: set[str]
) -> None:
    faults_logged.add("bot.somewhere")
    logging_as_set_up()
    before = await watcher.value("parlour_errors_total", logger="bot.somewhere", kind="ZeroDivisionError")
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        logging.getLogger("bot.somewhere").exception("it failed")
    after = await watcher.value("parlour_errors_total", logger="bot.somewhere", kind="ZeroDivisionError")
    assert after == before + 1


def test_errors_of_one_kind_are_logged_once_a_minute_with_a_count(
    logging_as_set_up: Callable[[], None],
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    faults_logged.add("bot.somewhere")
    logging_as_set_up()
    now = [1_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    log = logging.getLogger("bot.somewhere")
    for number in range(1_000):
        now[0] += 0.05
        try:
            raise OSError(24, f"Too many open files {number}")
        except OSError:
            log.exception("session %s: it failed", number)
        log.error("session %s: it failed, too, at %d", number, now[0])
        log.info("%d", number)
    said = capsys.readouterr().err
    assert said.count("it failed\n") == said.count("it failed, too") == said.count("Traceback") == 1
    assert said.count(" INFO ") == 1_000
    now[0] += 60
    log.info("and on it goes")
    said = capsys.readouterr().err
    assert "999 more like this in a minute: session 0: it failed\n" in said
    assert "999 more like this in a minute: session 0: it failed, too, at 1000\n" in said
    log.error("session %s: it failed, too, at %d", 7, now[0])
    assert "session 7: it failed, too" in capsys.readouterr().err


async def test_no_label_names_anybody_or_anything_secret(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    text = await watcher.text()
    world = discord.world
    ids = [*world.people, *world.guilds, *world.channels, discord.applications[0].id]
    names = ["Chiara", "chiara", "Dmitri", cast.GUILD_NAME, "card-room"]
    secrets = [discord.applications[0].token, *discord.interactions.tokens, session_in(bot).stored.seed.hex()]
    assert [one for one in (*ids, *names, *secrets) if one in text] == []
    assert not re.search(r'(?<!name=)"games"', text), "a channel's name; a button's may be the same"
    labels = re.findall(r"(?m)^parlour_\w+\{(.*)\}", text)
    assert labels
    assert [one for one in labels if re.search(r"\d{6}", one)] == [], "not even an id that we don't know"


async def test_every_metric_that_the_hosts_guide_explains_is_there(
    watcher: Watcher, settings: Settings, tmp_path: Path
) -> None:
    await back_up(settings.storage.url, tmp_path / "copy.sqlite3")
    guide = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`((?:parlour|process)_\w+)`", guide.partition("## Watching it")[2]))
    shown = set(re.findall(r"(?m)^# TYPE (\w+)", await watcher.text()))
    assert len(explained) > 10
    assert explained - shown == set()
