"""`python -m bot run`: anything that goes wrong before play begins is a sentence on standard error."""

import asyncio
import json
import signal
import tomllib
from pathlib import Path

import pytest
from aiohttp import web

from bench.postgres import empty_database
from bot.__main__ import main
from bot.config import Settings, load
from bot.host import play as cast
from local_discord.gateway import Intent
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet
from tests.bot.process import (
    START_SECONDS,
    Process,
    environment,
    logged_in,
    running_process,
    start,
    start_from_nothing,
)
from tests.bot.tables import until

pytestmark = pytest.mark.real

TOKEN = "MTIz.abc.a-token-that-nobody-has"


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("PARLOUR_DISCORD__TOKEN", "PARLOUR_STORAGE__URL", "PARLOUR_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `run` prints if only the settings are wrong."""
    assert main(["run", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_without_a_token_it_says_where_to_put_one(capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys)
    assert "There's no bot token" in said
    assert "PARLOUR_DISCORD__TOKEN" in said


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ("[play]\npace = -1", "play.pace"),
        ("[play]\npace = 'fast'", "play.pace"),
        ("[play]\nbury_after = 0", "play.bury_after"),
        ("[play]\ncolour = 'red'", "play.colour"),
        ("[plya]\npace = 1", "plya"),
        ("log_level = 'CHATTY'", "log_level"),
        ("discord = 7", "discord"),
    ],
)
def test_a_setting_out_of_bounds_or_misspelt_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, toml: str, named: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(toml)
    assert f"{named}: " in complaint(capsys)


def test_a_setting_of_the_environment_is_named_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_PLAY__COMPUTERS", "none")
    assert "play.computers: " in complaint(capsys)


@pytest.mark.parametrize("url", ["not a url", "http://", "discord.com/api"])
def test_an_invalid_address_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("PARLOUR_DISCORD__API_URL", url)
    assert "discord.api_url: isn't an address" in complaint(capsys)


def test_a_file_that_isnt_toml_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[discord]\ntoken = "{TOKEN}\n')
    said = complaint(capsys)
    assert "config.toml" in said
    assert "line 2" in said
    assert TOKEN not in said


def test_a_missing_config_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere.toml doesn't exist" in complaint(capsys, "--config", "nowhere.toml")


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text("[play]\npace = 3\nbury_after = 9")
    monkeypatch.setenv("PARLOUR_PLAY__PACE", "0.5")
    settings = load(file)
    assert (settings.play.pace, settings.play.bury_after) == (0.5, 9)


def test_the_example_configuration_has_every_setting_at_its_default() -> None:
    file = Path(__file__).parents[3] / "config.example.toml"
    assert load(file).model_dump() == load().model_dump()
    shown = tomllib.loads(file.read_text())
    assert shown.keys() == Settings.model_fields.keys()
    for name, section in load().model_dump().items():
        if isinstance(section, dict):
            assert shown[name].keys() == section.keys()


async def refused(process: Process) -> str:
    """What it printed as it ended, without a traceback and without its token."""
    assert await process.ended() == 1
    assert "Traceback" not in process.said
    assert TOKEN not in process.said
    return process.said


async def test_a_wrong_token_is_reported(discord: LocalDiscord, tmp_path: Path) -> None:
    wrong = environment(discord, tmp_path / "p.sqlite3", PARLOUR_DISCORD__TOKEN=TOKEN)
    assert "didn't accept the token" in await refused(await start(wrong, folder=tmp_path))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (f'"{TOKEN}"', "has quotes around the token"),
        (f"'{TOKEN}'", "has quotes around the token"),
        (f"“{TOKEN}”", "has quotes around the token"),
        (f"Bot {TOKEN}", "starts with “Bot”"),
        (f"{TOKEN[:9]}\n{TOKEN[9:]}", "contains a space, a line break"),
        (f"{TOKEN[:9]}\r\n{TOKEN[9:]}\n", "contains a space, a line break"),
        (f"{TOKEN[:9]}\u200b{TOKEN[9:]}", "contains a space, a line break or another character"),
        (" \n", "There's no bot token"),
    ],
)
@pytest.mark.parametrize("place", ["file", "environment"])
def test_an_impossible_token_is_reported_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    given: str,
    sentence: str,
    place: str,
) -> None:
    if place == "file":
        (tmp_path / "config.toml").write_text(f"[discord]\ntoken = {json.dumps(given)}", encoding="utf-8")
    else:
        monkeypatch.setenv("PARLOUR_DISCORD__TOKEN", given)
    said = complaint(capsys)
    assert sentence in said
    assert "Traceback" not in said
    assert TOKEN[:9] not in said


def test_the_line_break_at_the_end_of_a_file_of_secrets_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DISCORD__TOKEN", f" {TOKEN}\r\n")
    assert load().discord.token.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        pytest.param(4004, "Discord didn't accept the token", marks=pytest.mark.thorough),
        pytest.param(4013, "Discord doesn't let this application", marks=pytest.mark.thorough),
        pytest.param(4014, "Discord doesn't let this application", marks=pytest.mark.thorough),
        (4012, "Discord closed the connection with code 4012. Start the bot again in a moment."),
    ],
)
async def test_a_gateway_that_closes_during_play_is_reported_with_the_reason(
    discord: LocalDiscord, tmp_path: Path, code: int, sentence: str
) -> None:
    async with running_process(discord, tmp_path / "parlour.sqlite3") as process:
        discord.gateway.drop(code)
        said = await refused(process)
    assert said.splitlines()[-1].startswith(sentence)
    assert discord.applications[0].token not in said


async def test_a_gateway_that_refuses_the_bots_intents_is_reported(tmp_path: Path) -> None:
    async with LocalDiscord(disallowed_intents=Intent.GUILDS) as discord:
        process = await start(environment(discord, tmp_path / "p.sqlite3"), folder=tmp_path)
        assert (await refused(process)).splitlines()[-1].startswith("Discord doesn't let this application")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nowhere-at-all://x/y", "storage.url"),
        ("/proc/parlour.sqlite3", "database"),
    ],
)
async def test_an_impossible_database_is_reported(
    discord: LocalDiscord, tmp_path: Path, url: str, sentence: str
) -> None:
    wrong = environment(discord, tmp_path / "p.sqlite3", PARLOUR_STORAGE__URL=url)
    assert sentence in await refused(await start(wrong, folder=tmp_path))


async def test_a_server_that_isnt_discord_is_reported(discord: LocalDiscord, tmp_path: Path) -> None:
    runner = web.AppRunner(web.Application())
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
        wrong = environment(discord, tmp_path / "p.sqlite3", PARLOUR_DISCORD__API_URL=url)
        said = await refused(await start(wrong, folder=tmp_path))
        assert said.splitlines()[-1] == "Discord answered with status 404. Check discord.api_url."
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_it_can_be_stopped_in_order_while_discord_does_not_answer_its_login(
    discord: LocalDiscord, tmp_path: Path, sign: signal.Signals
) -> None:
    asked = asyncio.Event()

    async def listen_and_say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        asked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(listen_and_say_nothing, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/v10"
        silent = environment(discord, tmp_path / "p.sqlite3", PARLOUR_DISCORD__API_URL=url)
        process = await start(silent, folder=tmp_path)
        async with asyncio.timeout(START_SECONDS):
            await asked.wait()
        assert await process.end(sign) == 0
    assert "Traceback" not in process.said


async def test_a_log_in_json_has_an_object_on_each_line(discord: LocalDiscord, tmp_path: Path) -> None:
    json_log = {"PARLOUR_LOG__FORMAT": "json", "PARLOUR_LOG_LEVEL": "DEBUG"}
    process = await start(environment(discord, tmp_path / "p.sqlite3", **json_log), folder=tmp_path)
    async with logged_in(discord, process):
        assert await process.end(signal.SIGTERM) == 0
    lines = [json.loads(line) for line in process.said.splitlines()]
    assert {"time", "level", "logger", "message"} <= lines[0].keys()
    assert "discord.client" in {one["logger"] for one in lines}


async def test_it_runs_by_environment_alone_and_ctrl_c_ends_it_in_order(
    discord: LocalDiscord, tmp_path: Path, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    settings = environment(discord, tmp_path / "parlour.sqlite3", PARLOUR_LOG_LEVEL="DEBUG")
    process = await start_from_nothing(settings, tmp_path)
    async with logged_in(discord, process):
        await until(lambda: len(discord.directory.commands()) >= 8)
        await chiara.reply_to(await chiara.command("about", channel="games"))
        assert await process.end(signal.SIGINT) == 0
        assert "Traceback" not in process.said
        assert discord.applications[0].token not in process.said
        assert "connected to Gateway" in process.said


BROKEN = {
    "the driver": "asyncpg.connect",
    "the open tables": "storage.sessions.Sessions.open_tables",
}
"""Where something fails that nobody thought of, and what it stops."""


@pytest.mark.parametrize(
    ("what", "shards"),
    [
        ("the driver", "1"),
        ("the open tables", "2"),
        pytest.param("the driver", "2", marks=pytest.mark.thorough),
        pytest.param("the open tables", "1", marks=pytest.mark.thorough),
    ],
)
async def test_a_start_never_hangs_whatever_fails(
    discord: LocalDiscord, tmp_path: Path, what: str, shards: str
) -> None:
    async with empty_database() as url:
        own = {"PARLOUR_STORAGE__URL": url, "PARLOUR_DISCORD__SHARDS": shards, "BREAKS": BROKEN[what]}
        bot = await start(environment(discord, tmp_path, **own), folder=tmp_path, module="tests.bot.breaking")
        try:
            async with asyncio.timeout(START_SECONDS):
                assert await bot.ended() == 1
        finally:
            await bot.end(signal.SIGKILL)
    assert "nobody thought of this" in bot.said
    assert "The log says" in bot.said.splitlines()[-1]


async def test_a_bot_says_once_in_its_log_that_it_was_told_to_stop(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    async with running_process(discord, tmp_path / "parlour.sqlite3") as bot:
        assert await bot.end(signal.SIGTERM) == 0
    assert bot.said.count("INFO bot.host.running: told to stop") == 1
