"""Tokens, seeds and the tokens of interactions appear in no message, log or traceback."""

import datetime as dt
import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from discord import HTTPException

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.telemetry import logs
from local_discord.person import Person
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    against_computer,
    board,
    lines,
    session_in,
    sit_down_alone,
    to_move,
    toss,
    type_moves,
    until,
)
from tests.databases import in_a_file as in_a_file
from tests.databases import pragma
from tests.openapi import Recording


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """The bot's whole DEBUG log, as it would be in a file."""
    root, discord = logging.getLogger(), logging.getLogger("discord")
    before = (root.handlers[:], root.level, discord.level)
    written = io.StringIO()
    logs.set_up("DEBUG", request.param)
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    root.handlers[:0] = before[0]
    yield written
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    discord.setLevel(before[2])


def said(log: io.StringIO) -> str:
    """Everything in the log, as text and as programs read it."""
    written = log.getvalue()
    if not written.startswith("{"):
        return written
    objects = [json.loads(line) for line in written.splitlines()]
    return "\n".join([written, *(str(value) for one in objects for value in one.values())])


def objects(log: io.StringIO, logger: str) -> list[dict[str, str | int]]:
    """What this logger wrote, if the log is in JSON."""
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    return [one for one in found if one["logger"] == logger]


def secrets_of(discord: LocalDiscord, seed: bytes) -> list[str]:
    """Everything that must not appear: the bot's token, those of interactions, the seed in all spellings."""
    tokens = [discord.applications[0].token, *discord.interactions.tokens]
    return [*tokens, seed.hex(), seed.hex().upper(), repr(seed)[2:-1], str(list(seed))[1:-1]]


async def test_a_game_leaves_no_secret_in_the_log_at_debug(
    log: io.StringIO, bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    seed = session_in(bot).stored.seed
    await type_moves(bot, chiara, dmitri, count=4)
    await chiara.command("board", channel="games")
    text = said(log)
    assert "logged in as" in text
    for secret in secrets_of(discord, seed):
        assert secret not in text
    dealt = lines(bot)[0].removeprefix("* ")
    assert dealt not in text, "moves are nobody's business who reads logs: hands are dealt by them too"


async def test_failures_leave_no_secret_in_tracebacks(
    log: io.StringIO,
    bot: Parlour,
    discord: LocalDiscord,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
) -> None:
    faults_logged |= {"bot.chat.answer", "bot.table.journal"}
    await toss(chiara, dmitri)
    seed = session_in(bot).stored.seed
    await pragma(bot.archive, "query_only=ON")
    player = tables.mover(bot, chiara, dmitri)
    await tables.told(player, await player.command("move", channel="games", move=tables.legal(bot)[0]))
    await pragma(bot.archive, "query_only=OFF")

    async def broken(*_: object) -> None:
        raise RuntimeError("the table fell over")

    monkeypatch.setattr("bot.table.moves.type_move", broken)
    sentence = await tables.told(player, await player.command("move", channel="games", move="E5"))
    assert "Something went wrong" in sentence
    discord.faults.fail_next([{"status": 404, "path": "/webhooks|/channels", "times": 1}])
    await player.command("board", channel="games")
    await until(lambda: not discord.faults.failures)
    text = said(log)
    assert "the table fell over" in text
    assert "Traceback" in text
    for secret in secrets_of(discord, seed):
        assert secret not in text


async def test_a_page_of_html_is_not_in_the_log_and_what_stands_around_it_is(
    log: io.StringIO, discord: LocalDiscord, bot: Parlour
) -> None:
    discord.faults.fail_next([{"status": 403, "html": True, "path": "/users/1$"}])
    wild = logging.getLogger("wild")
    try:
        await bot.client.fetch_user(1)
    except HTTPException as failed:
        wild.warning("it failed: %s", failed, exc_info=failed)
    wild.warning("it goes on")
    text = said(log)
    assert "it failed: 403 Forbidden (error code: 0): (a page of HTML)" in text
    assert "Traceback" in text
    assert "it goes on" in text
    assert not re.search("<!doctype|<html|<!--|</", text, re.IGNORECASE)


async def test_a_token_in_a_librarys_log_line_is_blanked(log: io.StringIO) -> None:
    wild = logging.getLogger("aiohttp.client")
    wild.warning(
        "PATCH https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24:abc-DEF_1/messages/@original"
    )
    wild.warning("POST /api/v10/interactions/99/aW50ZXJhY3Rpb24xyz/callback?with_response=1")
    wild.warning("{'Authorization': 'Bot MTIz.abc.DEF-_x'}")
    wild.warning("connecting to postgresql://parlour:hunter2@localhost:5432/parlour")
    wild.warning(
        "connecting to postgresql://localhost/parlour?user=parlour&sslpassword=dolphin&sslmode=require"
    )
    text = said(log)
    for secret in ("aW50", "abc-DEF", "MTIz", "DEF-_x", "hunter2", "dolphin"):
        assert secret not in text
    assert "/webhooks/123/…/messages/@original" in text


@pytest.mark.parametrize("log", ["json"], indirect=True)
async def test_a_json_log_says_for_which_table_and_press_each_line_is(
    log: io.StringIO,
    bot: Parlour,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
) -> None:
    faults_logged.add("bot.chat.answer")

    async def broken(*_: object) -> None:
        raise RuntimeError("it fell over")

    await toss(chiara, dmitri)
    session, player = session_in(bot), tables.mover(bot, chiara, dmitri)
    monkeypatch.setattr("bot.table.moves.type_move", broken)
    interaction = await player.command("move", channel="games", move="E5")
    await tables.told(player, interaction)
    (line,) = objects(log, "bot.chat.answer")
    assert (line["session"], line["interaction"]) == (session.id, interaction)
    assert (line["level"], line["message"]) == ("ERROR", "a press failed")
    assert "RuntimeError: it fell over" in str(line["exception"])
    assert dt.datetime.fromisoformat(str(line["time"])).utcoffset() == dt.timedelta(0)


@pytest.mark.parametrize("log", ["json"], indirect=True)
async def test_a_computers_move_is_logged_for_its_table_and_not_for_the_press_before_it(
    log: io.StringIO, settings: Settings, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch, meet: Meet
) -> None:
    faults_logged.add("bot.table.computers")

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("it fell over")

    monkeypatch.setattr("bot.table.computers._Worker.think", broken)
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(0))
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        await chiara.command("move", channel="games", move=tables.legal(bot)[0])
        await until(lambda: objects(log, "bot.table.computers"))
        line = objects(log, "bot.table.computers")[0]
        assert line["session"] == session_in(bot).id
        assert "interaction" not in line, "no press asked for it"


async def test_settings_do_not_show_the_token(settings: Settings) -> None:
    token = settings.discord.token.get_secret_value()
    assert token
    assert token not in repr(settings)
    assert token not in str(settings)
    assert token not in settings.model_dump_json()


async def test_nobody_is_sent_the_seed_of_a_running_game(
    bot: Parlour, discord: LocalDiscord, recording: Recording, chiara: Person
) -> None:
    shown = await sit_down_alone(chiara)
    await chiara.press(shown, label="Heads")
    await board(chiara, shown, "to place")
    stored = session_in(bot).stored
    sent = str(recording.exchanges)
    for secret in secrets_of(discord, stored.seed)[-4:]:
        assert secret not in sent
