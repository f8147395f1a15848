"""A start stops tables that can't continue under the current rules, says so, and keeps their records."""

import sqlite3
from contextlib import closing

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.table.rebuild import rebuild
from games.engine import record
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import hands, tables
from tests.bot.conftest import Meet, running
from tests.bot.resting import nothing_is_owed
from tests.bot.tables import (
    board,
    forge,
    open_lobby,
    people,
    resign,
    sit_down,
    to_move,
    told,
    until,
    visible,
)
from tests.databases import in_a_file as in_a_file

OLDER = "UPDATE sessions SET edition = '0'"
AS_NOW = "UPDATE sessions SET edition = '1'"


def change(settings: Settings, statement: str) -> int:
    """Do this to the database behind the bot's back; how many rows changed."""
    with closing(sqlite3.connect(settings.storage.url.removeprefix("sqlite:///"))) as file, file:
        return file.execute(statement).rowcount


def select(settings: Settings, query: str) -> list[object]:
    with closing(sqlite3.connect(settings.storage.url.removeprefix("sqlite:///"))) as file:
        return [row[0] for row in file.execute(query)]


async def keep_table(settings: Settings, channel: str = cast.GAMES) -> list[str]:
    """The lines of a game of Chiara and Dmitri that an earlier bot had begun."""
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel)
    return [line.text for line in table.lines]


async def last_words(viewer: Person, saying: str = "has ended") -> Json:
    """What the channel was told instead of seeing its board."""
    return await viewer.wait_for(lambda m: saying in text_of(m) and not is_ephemeral(m), 10)


@pytest.mark.parametrize(
    ("change_of_rules", "reason"),
    [
        (OLDER, "its rules have changed since it started"),
        ("UPDATE sessions SET game = 'halma'", "Parlour no longer has this game"),
        ("""UPDATE sessions SET options = '{"blocked": "most"}'""", "its options have changed"),
        ("UPDATE lines SET text = 'call edge' WHERE text LIKE 'call%'", "doesn't fit the current rules"),
        ("DELETE FROM seats", "doesn't fit the current rules"),
    ],
)
async def test_a_game_that_cannot_continue_is_stopped_with_its_reason_and_its_record(
    settings: Settings, meet: Meet, faults_logged: set[str], change_of_rules: str, reason: str
) -> None:
    faults_logged.add("bot.table.open_tables")
    await keep_table(settings)
    assert change(settings, change_of_rules)
    kept = select(settings, 'SELECT text FROM lines ORDER BY "index"')
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        words = await last_words(chiara)
        assert reason in text_of(words)
        answer = await chiara.reply_to(await chiara.press(words, label="Record"))
        text = (await chiara.fetch(answer["attachments"][0]["url"])).decode()
        assert [line.text for line in record.read(text).lines] == kept
        assert text_of(await open_lobby(chiara)), "the channel is free"
    assert select(settings, 'SELECT text FROM lines ORDER BY "index"') == kept
    assert select(settings, "SELECT phase FROM sessions") == ["stopped", "lobby"]


async def test_the_channel_is_told_once_in_place_of_the_board_and_other_tables_go_on(
    settings: Settings, meet: Meet
) -> None:
    await keep_table(settings)
    await keep_table(settings, cast.CARD_ROOM)
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        old = await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and "to place" in text_of(m))
    change(settings, f"{OLDER} WHERE channel_id = {cast.GAMES}")
    async with running(settings):
        await last_words(dmitri)
        await dmitri.wait_gone(old)
    async with running(settings) as bot:
        await bot.tables.load_all_of(int(cast.CHIARA))
        assert [one.id for one in bot.tables.in_memory.sessions_of(int(cast.CHIARA))] == [2]
    (only,) = visible(chiara)
    assert "has ended" in text_of(only)
    assert not any("has ended" in text_of(one) for one in chiara.sees.in_channel("card-room"))


async def test_an_end_that_discord_refuses_for_now_is_told_once_it_takes_it(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        hand = await hands.direct(chiara, "go solo")
        old = await hands.board_of(chiara, "")
    change(settings, OLDER)
    discord.faults.fail_next([{"status": 503, "html": True, "path": r"/messages(/\d+)?$", "times": 6}])
    async with running(settings) as bot:
        await board(chiara, hand, "has ended")
        await last_words(chiara)
        await chiara.wait_gone(old)
        await until(lambda: not discord.faults.failures)
        await nothing_is_owed(bot)


async def test_a_hand_gives_way_to_the_same_words(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        hand = await hands.direct(chiara, "go solo")
    change(settings, OLDER)
    async with running(settings):
        hand = await board(chiara, hand, "has ended")
        assert labels_of(hand) == ["Record"]
        assert hand["attachments"] == []


async def test_a_lobby_opened_under_other_rules_is_closed(settings: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        lobby = await open_lobby(chiara)
    change(settings, OLDER)
    async with running(settings):
        words = await last_words(chiara, "is closed")
        await chiara.wait_gone(lobby)
        assert labels_of(words) == []
        assert "Join" in labels_of(await open_lobby(chiara))


async def test_a_table_that_was_stopped_is_not_played_on_when_its_rules_come_back(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    lines = await keep_table(settings)
    change(settings, OLDER)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        words = await last_words(chiara)
    change(settings, AS_NOW)
    async with running(settings):
        pressed = await forge(discord, chiara, words, f"pick:1:-:{len(lines)}:{tables.GAME}")
        assert "can't continue" in await told(chiara, pressed)
        assert "Its record is kept" in await told(chiara, await forge(discord, chiara, words, "undo:1"))
    assert select(settings, "SELECT count(*) FROM lines") == [len(lines)]


async def test_a_channel_whose_table_could_not_be_stopped_at_the_start_is_free_for_another(
    settings: Settings, meet: Meet
) -> None:
    await keep_table(settings)
    chiara = await meet(cast.CHIARA)
    change(settings, OLDER)
    async with running(settings):
        await last_words(chiara)
        # As if the disk had failed just then.
        change(settings, "UPDATE sessions SET phase = 'playing', ended_at = NULL")
        assert "Join" in labels_of(await open_lobby(chiara))
    assert select(settings, "SELECT phase FROM sessions") == ["stopped", "lobby"]


async def test_a_finished_game_under_older_rules_keeps_its_record_and_results(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        final = await resign(dmitri, await sit_down(chiara, dmitri))
    change(settings, OLDER)
    async with running(settings) as bot:
        answer = await chiara.reply_to(await chiara.press(final, label="Record"))
        text = (await chiara.fetch(answer["attachments"][0]["url"])).decode()
        assert record.read(text).header.edition == "0"
        assert record.read(text).lines[-1].text == "/resign"
        assert "its rules have changed" in await told(chiara, await chiara.press(final, label="Rematch"))
        before = await bot.archive.record.results()
    assert len(before) == 2
    assert await rebuild(settings) == (0, 1)
    change(settings, AS_NOW)
    assert await rebuild(settings) == (1, 0)
    change(settings, "DELETE FROM lines WHERE text = '/resign'")
    assert await rebuild(settings) == (0, 1), "a record that does not lead to its end says no results"
    async with Archive.open(settings.storage.url) as archive:
        assert await archive.record.results() == before


async def test_a_running_games_record_is_not_given_out_because_its_rules_have_changed(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    await keep_table(settings)
    chiara = await meet(cast.CHIARA)
    change(settings, OLDER)
    async with running(settings):
        words = await last_words(chiara)
        change(settings, "UPDATE sessions SET phase = 'playing', ended_at = NULL")
        assert "can't continue" in await told(chiara, await chiara.press(words, label="Record"))


async def test_the_log_says_where_a_record_stops_and_not_what_stands_there(
    settings: Settings, caplog: pytest.LogCaptureFixture, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.table.open_tables")
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive)
    change(settings, "UPDATE lines SET text = replace(text, '7♠', '9♠')")
    async with running(settings):
        pass
    assert "session 1: its record doesn't fit the current rules (refused, at line 2)" in caplog.text
    assert "♠" not in caplog.text


async def test_the_channel_is_told_once_however_often_the_bot_starts_again(
    settings: Settings, meet: Meet
) -> None:
    await keep_table(settings)
    change(settings, OLDER)
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        words = await last_words(chiara)
        await nothing_is_owed(bot)
    async with running(settings) as bot:
        await until(bot.resuming.has_begun.is_set)
        assert not await bot.archive.sessions.owing_ends(0)
    assert [one["id"] for one in visible(chiara)] == [words["id"]]
