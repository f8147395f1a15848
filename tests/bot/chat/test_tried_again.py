"""What Discord refuses for now: it's tried again until it is shown, and nothing final follows one answer."""

import asyncio
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat.redrawn import AGAIN_SECONDS
from bot.config import Settings
from bot.host import play as cast
from bot.table.messages import board as boards
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import running
from tests.bot.resting import all_current
from tests.bot.tables import (
    board,
    session_in,
    toss,
    type_moves,
    until,
    visible,
    words_of,
)
from tests.deep import sized

pytestmark = pytest.mark.usefixtures("tries_at_once")

FEW: list[dict[str, Any]] = [{"status": 403, "html": True}, {"reset": True}, {"status": 404, "code": 10003}]
MANY: list[dict[str, Any]] = [
    *FEW,
    {"status": 503, "html": True},
    {"status": 429, "html": True},
    {"status": 401},
    {"status": 408},
    {"status": 520, "html": True},
    {"status": 403, "code": 50013},
    {"status": 403, "code": 50001},
    {"status": 500, "code": 130000},
]
PASSING = sized(FEW, MANY)
"""What the real Discord, a proxy before it or the network answers now and then, and not the next time."""


def no_message(how: dict[str, Any], times: int = 6) -> list[Json]:
    """So often, no message can be sent or edited. Answers to presses can be given."""
    return [{"status": 503, "path": r"/messages(/\d+|/@original)?$", "times": times, **how}]


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_board_that_is_refused_for_now_is_shown_without_anybody_doing_anything(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, how: dict[str, Any]
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next(no_message(how))
    square = await type_moves(bot, chiara, dmitri)
    await dmitri.wait_for(lambda m: f"plays {square}" in words_of(m) and not is_ephemeral(m))
    assert not discord.faults.failures
    assert len(boards_seen(dmitri)) == 1
    assert session_in(bot).is_open
    assert shown["channel_id"] == cast.GAMES


def boards_seen(person: Person) -> list[Json]:
    return [one for one in visible(person) if not is_ephemeral(one)]


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_the_last_board_is_shown_at_last_and_board_finds_the_game_until_then(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, how: dict[str, Any]
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next(no_message(how, 999))
    await chiara.command("stop", channel="games")
    asked = await chiara.wait_for(lambda m: "Stop the game" in labels_of(m))
    await chiara.press(asked, label="Stop the game")
    await until(lambda: session_in(bot).table.over)
    await until(lambda: any(one.times < 997 for one in discord.faults.failures))
    assert bot.tables.channels.find(int(cast.GAMES)) is not None
    discord.faults.fail_next([])
    await dmitri.wait_for(lambda m: "Rematch" in labels_of(m) and not is_ephemeral(m))
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
    assert len(boards_seen(dmitri)) == 1
    assert shown["channel_id"] == cast.GAMES


async def test_an_end_that_nobody_has_seen_is_shown_after_a_restart(
    settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await toss(chiara, dmitri)
        discord.faults.fail_next(no_message({}, 999))
        await chiara.command("stop", channel="games")
        asked = await chiara.wait_for(lambda m: "Stop the game" in labels_of(m))
        await chiara.press(asked, label="Stop the game")
        await until(lambda: session_in(bot).table.over)
    discord.faults.fail_next([])
    async with running(settings) as bot:
        await dmitri.wait_for(lambda m: "Rematch" in labels_of(m) and not is_ephemeral(m))
        await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
        assert len(boards_seen(dmitri)) == 1
    async with running(settings) as bot:
        await until(bot.resuming.has_begun.is_set)
        assert not await bot.archive.sessions.owing_ends(0)


@pytest.mark.parametrize("how", [{"status": 503}, {"status": 403, "html": True}, {"reset": True}], ids=str)
async def test_a_board_that_arrived_although_its_answer_was_lost_is_there_once_and_current(
    bot: Parlour,
    discord: LocalDiscord,
    ada: Person,
    chiara: Person,
    dmitri: Person,
    how: dict[str, Any],
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([{"status": 503, "method": "POST", "path": "/messages$", "after": True, **how}])
    await ada.purge(shown)
    square = await type_moves(bot, chiara, dmitri)
    await dmitri.wait_for(lambda m: f"plays {square}" in words_of(m) and not is_ephemeral(m))
    await all_current(bot)
    assert len(boards_seen(dmitri)) == 1
    assert not discord.faults.failures


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_the_old_board_goes_at_last_though_discord_does_not_delete_it_at_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, how: dict[str, Any]
) -> None:
    shown = await toss(chiara, dmitri)
    await dmitri.wait_for(lambda m: m["id"] == shown["id"])
    refused = {"method": "DELETE", "path": f"/channels/{cast.GAMES}/messages/", "times": 7}
    discord.faults.fail_next([{"status": 503, **refused, **how}])
    await chiara.command("board", channel="games")
    await dmitri.wait_gone(shown, timeout=AGAIN_SECONDS * 2**7)  # seven pauses, each twice the one before
    assert len(boards_seen(dmitri)) == 1
    assert not discord.faults.failures


async def test_a_channel_hears_once_that_discord_does_not_take_its_board_even_in_words(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    edits = r"/messages/(\d+|@original)$"
    discord.faults.fail_next(
        [{"status": 400, "code": 200000, "method": "PATCH", "path": edits, "times": 999}]
    )
    await type_moves(bot, chiara, dmitri)
    told = await dmitri.wait_for(lambda m: "AutoMod blocked what I wanted to show" in text_of(m))
    assert "The game is safe" in text_of(told)
    await type_moves(bot, chiara, dmitri)
    await all_current_or_refused(bot)
    discord.faults.fail_next([])
    square = await type_moves(bot, chiara, dmitri)
    await board(dmitri, shown, f"plays {square}")
    assert sum("AutoMod" in text_of(one) for one in visible(dmitri)) == 1


async def all_current_or_refused(bot: Parlour) -> None:
    """Wait until everything was shown, or refused for good."""
    await (await bot.messages.of(session_in(bot))).sent()


async def test_a_missing_permission_that_comes_back_shows_the_board_at_once(
    bot: Parlour,
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
) -> None:
    """Discord tells of the role that changed, so nobody has to wait for the next try."""
    monkeypatch.setattr("bot.chat.redrawn.AGAIN_SECONDS", 3600.0)
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next(no_message({"status": 403, "code": 50013}, 999))
    square = await type_moves(bot, chiara, dmitri)
    await until(lambda: discord.faults.failures[0].times < 998)
    discord.faults.fail_next([])
    discord.channels.update(discord.world.channels[cast.GAMES])
    await board(dmitri, shown, f"plays {square}")


async def test_the_host_hears_of_a_board_that_cannot_be_shown_and_what_to_ask_for(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    refused = {"status": 403, "code": 50013, "times": 999}
    paths = f"/channels/{cast.GAMES}/messages", "/webhooks/"
    discord.faults.fail_next([{**refused, "path": path} for path in paths])
    await type_moves(bot, chiara, dmitri)
    await asyncio.sleep(0.9 * boards.KEPT_OUT_SECONDS)
    assert not chiara.sees.newest(lambda m: "I can't show the board of" in text_of(m))
    heard = await chiara.wait_for(
        lambda m: "I can't show the board of" in text_of(m), timeout=boards.KEPT_OUT_SECONDS
    )
    assert "Doublolo" in text_of(heard)
    assert heard["channel_id"] != shown["channel_id"]
    assert "If it's a private thread, mention me in it to add me." in text_of(heard)
    assert not dmitri.sees.newest(lambda m: "I can't show the board of" in text_of(m))


async def test_a_channel_that_discord_does_not_know_for_days_ends_its_game(
    bot: Parlour, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    discord.faults.fail_next(no_message({"status": 404, "code": 10003}, 999))
    await type_moves(bot, chiara, dmitri)
    await until(lambda: session_in(bot).stored.missing_since is not None)
    assert session_in(bot).is_open
    monkeypatch.setattr(boards, "GONE_SECONDS", 0.0)
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
    stored = await bot.archive.sessions.find(1)
    assert stored is not None
    assert stored.phase == "stopped"


NO_DELETION = {"status": 503, "html": True, "method": "DELETE", "path": r"/messages/\d+$"}


async def test_an_old_board_that_cannot_be_deleted_for_now_is_deleted_later(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([NO_DELETION | {"times": 4}])
    await chiara.command("board", channel="games")
    await dmitri.wait_gone(shown)
    assert not discord.faults.failures
    assert len(boards_seen(dmitri)) == 1


async def test_an_old_board_that_could_not_be_deleted_is_deleted_after_a_restart(
    settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        shown = await toss(chiara, dmitri)
        discord.faults.fail_next([NO_DELETION | {"times": 999}])
        await chiara.command("board", channel="games")
        await until(lambda: discord.faults.failures[0].times < 998)
        assert bot.tables.channels.find(int(cast.GAMES)) is not None
    discord.faults.fail_next([])
    async with running(settings):
        await dmitri.wait_gone(shown)
        assert len(boards_seen(dmitri)) == 1


async def test_a_channel_that_is_deleted_while_a_lobby_opens_in_it_closes_the_lobby_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    """The answer to /play is refused, and Discord tells of the channel's end at the same time."""
    answered = discord.faults.hold_next("POST", r"/callback$")
    await chiara.command("play", channel="games", game="doublolo")
    await answered.arrived.wait()
    assert bot.tables.channels.find(int(cast.GAMES)) is not None
    discord.channels.delete(discord.world.channels[cast.GAMES])
    discord.faults.fail_next([{"status": 404, "code": 10003, "times": 99}])
    answered.released.set()
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None and not bot.answering)
    stored = await bot.archive.sessions.find(1)
    assert stored is not None
    assert stored.phase == "stopped"


async def test_a_board_that_arrived_though_its_connection_broke_is_not_posted_twice(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    lost = {"reset": True, "after": True, "method": "POST", "path": r"/channels/\d+/messages$"}
    discord.faults.fail_next([lost])
    discord.messages.delete(discord.world.channels[cast.GAMES].messages[shown["id"]])
    await until(lambda: not discord.faults.failures)
    square = await type_moves(bot, chiara, dmitri)
    await dmitri.wait_for(lambda m: f"plays {square}" in words_of(m) and not is_ephemeral(m))
    assert len(boards_seen(dmitri)) == 1


async def test_a_board_that_arrived_unseen_and_was_deleted_is_posted_again(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    """Discord knows its nonce, finds no message, and refuses another one with it."""
    shown = await toss(chiara, dmitri)
    there = discord.world.channels[cast.GAMES].messages
    discord.faults.fail_next(
        [{"reset": True, "after": True, "method": "POST", "path": r"/channels/\d+/messages$"}]
    )
    discord.messages.delete(there[shown["id"]])
    await until(lambda: not discord.faults.failures)
    again = await dmitri.wait_for(lambda m: m["id"] != shown["id"] and not is_ephemeral(m))
    discord.messages.delete(there[again["id"]])
    await dmitri.wait_for(lambda m: m["id"] not in (shown["id"], again["id"]) and not is_ephemeral(m))
    assert len(boards_seen(dmitri)) == 1
