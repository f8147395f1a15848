"""Discord slow, failing or closed, and a disk that fails: a sentence, and nothing lost or done twice."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client import Parlour
from bot.config import Settings
from bot.local import cast
from bot.local.person import Person, is_ephemeral, labels_of, text_of
from bot.local.server import LocalDiscord
from bot.screens import answer
from bot.sessions.computers import Computers
from bot.sessions.house import House
from bot.sessions.refusal import Refusal
from bot.sessions.session import Pace, Session
from storage import Archive, StoredSession
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    against_computer,
    board,
    finishes,
    legal,
    lines,
    mover,
    open_lobby,
    people,
    resign,
    session_in,
    sit_down,
    to_move,
    told,
    toss,
    type_moves,
    until,
)


@asynccontextmanager
async def failing_disk(archive: Archive) -> AsyncIterator[None]:
    """SQLite refuses every change within the block."""
    await archive._writer._driver.execute_fetchall("PRAGMA query_only=ON")
    try:
        yield
    finally:
        await archive._writer._driver.execute_fetchall("PRAGMA query_only=OFF")


@pytest.fixture
def be_impatient(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, answers are put off after a tenth of a second."""
    return lambda: monkeypatch.setattr(answer, "PATIENCE", 0.1)


@pytest.fixture
def open_slowly(bot: Parlour, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, it takes a while until a new table is written down."""
    real = bot.archive.create_session

    async def slowly(*args: Any) -> StoredSession:
        await asyncio.sleep(0.3)
        return await real(*args)

    return lambda: monkeypatch.setattr(bot.archive, "create_session", slowly)


async def test_a_board_that_is_rate_limited_is_shown_a_little_later(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 429, "method": "PATCH", "times": 2, "retry_after": 0.1}])
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"places {square}")


async def test_an_answer_that_is_rate_limited_is_given_a_little_later(
    discord: LocalDiscord, chiara: Person
) -> None:
    discord.hub.faults.fail_next([{"status": 429, "path": "/callback", "retry_after": 0.1}])
    assert "Join" in labels_of(await open_lobby(chiara))


async def test_a_board_that_fails_on_discords_side_is_sent_again(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 500, "method": "PATCH"}])
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"places {square}")


async def test_a_board_that_discord_will_not_take_stops_nothing_and_comes_with_the_next_move(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 403, "method": "PATCH"}])
    first = await type_moves(bot, chiara, dmitri)
    await until(lambda: not discord.hub.faults.failures)
    second = await type_moves(bot, chiara, dmitri)
    shown = await board(chiara, shown, f"places {second}")
    assert f"places {first}" in text_of(shown)


async def test_an_answer_that_is_lost_after_its_effect_leaves_one_lobby_that_works(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    discord.hub.faults.fail_next([{"status": 500, "path": "/callback", "after": True}])
    lobby = await open_lobby(chiara)
    await until(lambda: not discord.hub.faults.failures)
    await until(lambda: bot._displays[1].board.message_id == int(lobby["id"]))
    await tables.join(dmitri, lobby)
    assert len(chiara.in_channel("games")) == 1


async def test_a_press_whose_acknowledgement_is_lost_is_one_move_and_shown(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 500, "path": "/callback", "after": True}])
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert [one for one in lines(bot) if "call" in one] == ["a call heads"]


async def test_a_new_board_whose_answer_is_lost_is_posted_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 500, "method": "POST", "path": "/messages$", "after": True}])
    await chiara.command("board", channel="games")
    await chiara.wait_gone(shown)
    await asyncio.sleep(0.1)
    assert len([one for one in chiara.in_channel("games") if not is_ephemeral(one)]) == 1


async def test_a_press_on_a_slow_discord_is_put_off_once_and_answered(
    bot: Parlour, be_impatient: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    be_impatient()
    await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    async with bot.house.in_channel(int(cast.GAMES)).lock:  # type: ignore[union-attr]  # there is one
        sent = await dmitri.press(lobby, label="Join")
        assert await dmitri.outcome(sent) == "answered"
        assert f"<@{dmitri.id}>" not in text_of(dmitri.current(lobby))
    await board(chiara, lobby, f"<@{dmitri.id}>")


async def test_a_refusal_that_comes_just_while_the_answer_is_put_off_arrives(
    bot: Parlour, discord: LocalDiscord, be_impatient: Callable[[], None], chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    be_impatient()
    sitting = bot.house.in_channel(int(cast.GAMES))
    assert sitting is not None
    discord.hub.faults.delay = 0.2
    async with sitting.lock:
        sent = await chiara.press(lobby, label="Join")
        await asyncio.sleep(0.15)
    assert "sit at this table already" in await told(chiara, sent)


async def test_a_command_that_takes_long_leaves_nothing_thinking_behind(
    bot: Parlour, be_impatient: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    be_impatient()
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    async with session_in(bot).lock:
        await player.command("move", channel="games", move=square)
        await player.wait_until(lambda: len(player.in_channel("games")) == 2)
    await board(player, shown, f"places {square}")
    await player.wait_until(lambda: len(player.in_channel("games")) == 1)


async def test_a_table_that_takes_long_to_open_is_opened_for_all_to_see(
    be_impatient: Callable[[], None], open_slowly: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    be_impatient()
    open_slowly()
    await chiara.command("play", channel="games", game="doublolo")
    lobby = await dmitri.wait_for(lambda m: "Join" in labels_of(m))
    await tables.join(dmitri, lobby)
    await chiara.wait_until(lambda: len(chiara.in_channel("games")) == 1)


async def test_a_refusal_that_took_long_is_still_told_to_the_person_alone(
    be_impatient: Callable[[], None], open_slowly: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    await open_lobby(chiara)
    be_impatient()
    open_slowly()
    sentence = await told(dmitri, await dmitri.command("play", channel="games", game="doublolo"))
    assert "one at a time" in sentence


async def test_a_dropped_gateway_resumes_and_a_press_in_the_gap_is_answered(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.hub.gateway.drop(4000)
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert [one for one in lines(bot) if "call" in one] == ["a call heads"]


async def test_a_lost_gateway_session_begins_anew_without_a_second_board(
    bot: Parlour, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    # discord.py waits five seconds before every login but the first.
    monkeypatch.setattr(bot, "before_identify_hook", AsyncMock())
    ready = asyncio.create_task(bot.wait_for("ready", timeout=15))
    discord.hub.gateway.drop(4000)
    discord.hub.gateway.sessions.clear()
    await ready
    await chiara.press(chiara.current(shown), label="Heads")
    await board(dmitri, shown, "to place")
    assert len(dmitri.in_channel("games")) == 1


@pytest.mark.parametrize(
    ("forbidden", "named"),
    [
        (["SEND_MESSAGES"], "Send Messages"),
        (["ATTACH_FILES"], "Attach Files"),
        (["VIEW_CHANNEL"], "View Channel"),
        (["SEND_MESSAGES", "ATTACH_FILES"], "Send Messages and Attach Files"),
    ],
)
async def test_who_opens_a_table_is_told_which_permission_the_bot_lacks(
    bot: Parlour, discord: LocalDiscord, chiara: Person, forbidden: list[str], named: str
) -> None:
    discord.hub.faults.forbid({cast.GAMES: forbidden})
    sentence = await told(chiara, await chiara.command("play", channel="games", game="doublolo"))
    assert f"I lack {named} here" in sentence
    assert bot.house.in_channel(int(cast.GAMES)) is None


async def test_a_channel_where_bots_may_not_write_is_named_so(chiara: Person) -> None:
    sentence = await told(chiara, await chiara.command("play", channel="no-bots-here", game="doublolo"))
    assert "I lack Send Messages" in sentence


async def test_a_channel_that_closes_in_the_midst_of_a_game_is_told_and_nothing_is_lost(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.hub.faults.forbid({cast.GAMES: ["VIEW_CHANNEL", "SEND_MESSAGES"]})
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    sentence = await told(player, await player.command("move", channel="games", move=square))
    assert "Send Messages" in sentence
    assert lines(bot)[-1].endswith(f" {square}")
    refused = await told(chiara, await chiara.command("board", channel="games"))
    assert "Send Messages" in refused
    discord.hub.faults.forbid({})
    await chiara.command("board", channel="games")
    await chiara.wait_for(lambda m: m["id"] != shown["id"] and f"places {square}" in text_of(m))


async def test_a_board_that_discord_forbids_without_notice_says_what_is_needed(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await sit_down(chiara, dmitri)
    discord.hub.faults.fail_next([{"status": 403, "method": "POST", "path": "/messages$"}])
    sentence = await told(chiara, await chiara.command("board", channel="games"))
    assert "I need View Channel, Send Messages and Attach Files" in sentence


async def test_a_move_that_the_disk_refuses_is_told_as_not_done_and_can_be_made_again(
    bot: Parlour, faults_logged: set[str], chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.screens.answer")
    shown = await sit_down(chiara, dmitri)
    async with failing_disk(bot.archive):
        sentence = await told(chiara, await chiara.press(shown, label="Heads"))
        assert "could not be written down, so it is not done" in sentence
        assert "read-only" in sentence
        assert "call" not in str(lines(bot))
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert len(await bot.archive.lines(session_in(bot).id)) == len(lines(bot))


async def test_a_lobby_that_the_disk_refuses_is_told(
    bot: Parlour, faults_logged: set[str], chiara: Person
) -> None:
    faults_logged.add("bot.screens.answer")
    async with failing_disk(bot.archive):
        sentence = await told(chiara, await chiara.command("play", channel="games", game="doublolo"))
        assert "could not be written down" in sentence
    await open_lobby(chiara)


async def test_a_computer_waits_for_a_disk_that_fails(
    settings: Settings,
    faults_logged: set[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults_logged.add("bot.sessions.unasked")
    monkeypatch.setattr("bot.sessions.unasked._RETRY_SECONDS", 0.2)
    settings.play.pace = 0.5
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(1))
    async with running(settings) as bot:
        before = len(lines(bot))
        async with failing_disk(bot.archive):
            await until(lambda: "could not be written" in caplog.text)
            assert len(lines(bot)) == before
        await until(lambda: len(lines(bot)) == before + 1)


async def test_a_game_whose_first_deal_the_disk_refuses_deals_as_soon_as_it_can(
    bot: Parlour, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.sessions.unasked")
    monkeypatch.setattr("bot.sessions.unasked._RETRY_SECONDS", 0.05)
    lobby = await tables.join(dmitri, await open_lobby(chiara))
    real = bot.archive.start

    async def start_then_fail(*arguments: Any) -> None:
        await real(*arguments)
        await bot.archive._writer._driver.execute_fetchall("PRAGMA query_only=ON")

    monkeypatch.setattr(bot.archive, "start", start_then_fail)
    await chiara.press(lobby, label="Start")
    await board(chiara, lobby, "The dice are rolling")
    await bot.archive._writer._driver.execute_fetchall("PRAGMA query_only=OFF")
    await board(chiara, lobby, "Heads or tails?")


async def test_an_end_that_the_disk_refuses_is_still_the_end_and_the_channel_is_free(
    bot: Parlour, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.sessions.journal")
    shown = await sit_down(chiara, dmitri)
    real = bot.archive.end

    async def fail(*args: Any) -> None:
        async with failing_disk(bot.archive):
            await real(*args)

    monkeypatch.setattr(bot.archive, "end", fail)
    await resign(dmitri, shown)
    await until(lambda: bot.house.in_channel(int(cast.GAMES)) is None)
    assert len(await bot.archive.open_sessions()) == 1
    monkeypatch.setattr(bot.archive, "end", real)
    await open_lobby(chiara)
    assert [one.phase for one in await bot.archive.open_sessions()] == ["lobby"]
    assert len(await bot.archive.results()) == 2


@pytest.fixture
async def two_sessions(settings: Settings) -> AsyncIterator[tuple[Session, Session]]:
    """One game as two processes on the same file have it; Chiara is to move."""
    async with Archive.open(settings.storage.url) as one, Archive.open(settings.storage.url) as other:
        await tables.keep(one, people(cast.CHIARA, cast.DMITRI), to_move(0))
        idle = Computers(workers=1, patience=1)
        houses = [House(archive, idle, lambda _: None, Pace(0, 60)) for archive in (one, other)]
        yield await houses[0].session(1), await houses[1].session(1)


async def test_a_press_that_two_processes_take_is_one_move(two_sessions: tuple[Session, Session]) -> None:
    one, other = two_sessions
    square = tables.legal_at(one.table)[0]
    await one.move(int(cast.CHIARA), square, 77)
    await other.move(int(cast.CHIARA), square, 77)
    assert other.table.lines == one.table.lines


async def test_of_two_processes_the_slower_is_told_and_catches_up(
    two_sessions: tuple[Session, Session],
) -> None:
    one, other = two_sessions
    squares = tables.legal_at(one.table)
    await one.move(int(cast.CHIARA), squares[0], 77)
    with pytest.raises(Refusal, match="Somebody was faster"):
        await other.move(int(cast.CHIARA), squares[1], 78)
    assert other.table.lines == one.table.lines


async def test_a_table_that_cannot_be_picked_up_does_not_keep_the_others_away(
    settings: Settings, faults_logged: set[str], meet: Meet
) -> None:
    faults_logged.add("bot.sessions.house")
    async with Archive.open(settings.storage.url) as archive:
        seed, channel = bytes(32), int(cast.CARD_ROOM)
        lost = await archive.create_session(1, channel, "a game of yesterday", "1", "{}", seed, 1, 0)
        await archive.start(lost.id, 0)
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        await chiara.wait_for(lambda m: "to place" in text_of(m))
        sentence = await told(chiara, await chiara.command("play", channel="card-room", game="doublolo"))
        assert "a game of yesterday" in sentence


async def test_an_end_that_was_not_written_down_is_written_at_the_next_start(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), finishes)
        seat = min(table.turn.owes)
        await archive.append(1, len(table.lines), seat, finishes(table), "", None, 1)
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        await chiara.wait_for(lambda m: "Rematch" in labels_of(m))
        assert await bot.archive.open_sessions() == ()
        assert len(await bot.archive.results()) == 2
