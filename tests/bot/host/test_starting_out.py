"""The start while Discord refuses everything, can't be reached, or doesn't take the commands."""

import asyncio
import re
import signal
from pathlib import Path

import pytest
from aiohttp import web

from bench.loopback import settings_for
from bench.postgres import empty_database
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.pytest_plugin import Meet
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from local_discord.shards import Sharding
from tests.bot.conftest import PATIENT, running
from tests.bot.hosts import Host
from tests.bot.hosts import database as database
from tests.bot.hosts import host as host
from tests.bot.process import START_SECONDS, environment, logged_in, running_process, start
from tests.bot.several import QUICK, Several
from tests.bot.tables import told, until
from tests.bot.watching import Watcher, free_port
from tests.deep import families

pytestmark = pytest.mark.real

SOON = {
    "bot.app.client.FIRST_PAUSE_SECONDS": 0.1,
    "bot.app.client.COMMANDS_SECONDS": 0.2,
    "bot.app.client.QUOTA_SECONDS": 0.3,
}
LOGIN, APPLICATION, COMMANDS = "/users/@me$", "/applications/@me$", "/commands$"
BANNED = "Discord refuses everything from this address for now"
TROUBLED = "Discord has trouble of its own"
REFUSALS: dict[str, tuple[Json, str]] = {
    "a ban": ({"status": 429, "html": True}, f"{BANNED} (status 429)."),
    "a ban without a limit": ({"status": 403, "html": True}, f"{BANNED} (status 403)."),
    "an odd page": ({"status": 400, "html": True}, f"{TROUBLED} (status 400)."),
    "an overload": ({"status": 503}, f"{TROUBLED} (status 503)."),
    "a page of the proxy": ({"status": 503, "html": True}, f"{TROUBLED} (status 503)."),
    "no answer from the origin": ({"status": 520, "html": True}, f"{TROUBLED} (status 520)."),
    "a broken connection": ({"reset": True}, "I can't reach Discord: "),
}


def failing(refusal: Json, path: str, times: int = 3, method: str = "GET") -> list[Json]:
    """aiohttp sends a GET again by itself if the connection breaks."""
    return [refusal | {"path": path, "method": method, "times": times * (2 if "reset" in refusal else 1)}]


def waits_in(said: str) -> list[str]:
    """The lines of the log about another try of the start, without the moment."""
    found = [line for line in said.splitlines() if "Trying again in" in line or "trying again in" in line]
    return [re.sub(r"^\S+ \S+ \w+ ", "", line) for line in found]


def is_plain(said: str) -> bool:
    """Whether a host can read it: no page, no traceback."""
    return "<" not in said and "Traceback" not in said


@pytest.mark.parametrize("path", families([LOGIN, APPLICATION], [LOGIN]))
@pytest.mark.parametrize("refusal", families(REFUSALS, ["a ban", "no answer from the origin"]))
async def test_a_bot_that_discord_refuses_at_its_start_waits_and_then_plays(
    discord: LocalDiscord, tmp_path: Path, meet: Meet, refusal: str, path: str
) -> None:
    fault, sentence = REFUSALS[refusal]
    discord.faults.fail_next(failing(fault, path))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, tmp_path / "parlour.sqlite3", constants=SOON) as bot:
        await chiara.reply_to(await chiara.command("about", channel="games"))
        assert discord.faults.failures == []
        assert await bot.end(signal.SIGTERM) == 0
    waits = waits_in(bot.said)
    assert len(waits) == 3
    assert all(sentence in line and len(line) < 200 for line in waits)
    assert is_plain(bot.said)


async def test_a_bot_waits_as_long_as_a_ban_says(discord: LocalDiscord, tmp_path: Path) -> None:
    discord.faults.fail_next([{"status": 429, "html": True, "retry_after": 1800, "path": LOGIN, "times": 9}])
    process = await start(environment(discord, tmp_path / "p.sqlite3"), folder=tmp_path, constants=SOON)
    await until(lambda: discord.faults.failures[0].failed, START_SECONDS)
    assert await process.end(signal.SIGTERM) == 0
    assert waits_in(process.said) == [f"bot.app.client: {BANNED} (status 429). Trying again in 30 minutes."]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_that_waits_for_discord_says_so_and_ends_at_once_when_told(
    discord: LocalDiscord, tmp_path: Path, sign: signal.Signals
) -> None:
    discord.faults.fail_next([{"status": 503, "html": True, "seconds": 600}])
    port = free_port()
    settings = environment(discord, tmp_path / "p.sqlite3", PARLOUR_SERVE__PORT=str(port))
    process = await start(settings, folder=tmp_path)
    await until(lambda: discord.faults.failures[0].failed, START_SECONDS)
    assert await Watcher(port).health() == (503, "The bot is still logging in to Discord.")
    async with asyncio.timeout(5):
        assert await process.end(sign) == 0
    assert is_plain(process.said)
    assert "Unclosed" not in process.said


async def test_a_bot_that_starts_before_its_network_plays_once_that_is_there(tmp_path: Path) -> None:
    port = free_port()
    local = LocalDiscord(cast.WORLD, port=port, deadlines=PATIENT, limits=Limits())
    process = await start(environment(local, tmp_path / "p.sqlite3"), folder=tmp_path, constants=SOON)
    try:
        await until((tmp_path / "p.sqlite3").exists, START_SECONDS)
        async with local, logged_in(local, process):
            await until(lambda: len(local.directory.commands()) >= 8)
            assert await process.end(signal.SIGTERM) == 0
    finally:
        await process.end(signal.SIGKILL)
    assert all(
        "I can't reach Discord: Cannot connect to host 127.0.0.1" in one for one in waits_in(process.said)
    )
    assert is_plain(process.said)


async def test_a_gateway_that_does_not_answer_is_tried_until_the_bot_is_told_to_stop(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    tries: list[None] = []

    async def refuse(_: web.Request) -> web.Response:
        tries.append(None)
        return web.Response(status=503, text="<!DOCTYPE html><html>busy</html>", content_type="text/html")

    refusing = web.Application()
    refusing.router.add_get("/gateway/", refuse)
    runner = web.AppRunner(refusing)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"ws://127.0.0.1:{runner.addresses[0][1]}/gateway/"
        settings = environment(discord, tmp_path / "p.sqlite3", PARLOUR_DISCORD__GATEWAY_URL=url)
        process = await start(settings, folder=tmp_path, constants=SOON)
        await until(lambda: len(tries) > 2, START_SECONDS)
        assert await process.end(signal.SIGTERM) == 0
    finally:
        await runner.cleanup()
    assert "Discord's gateway doesn't answer. Trying again in" in process.said
    assert is_plain(process.said)


# The commands


UNSYNCED: dict[str, tuple[Json, str]] = {
    "the day's quota": ({"status": 400, "code": 30034}, "code 30034"),
    "a ban": ({"status": 429, "html": True}, "status 429"),
    "an overload": ({"status": 503}, "status 503"),
    "a broken connection": ({"reset": True}, "ClientOSError"),
}


def forget_one(discord: LocalDiscord) -> None:
    """Discord knows all commands but one, as before an update."""
    commands = discord.applications[0].commands
    del commands[next(key for key, one in commands.items() if one["name"] == "about")]


def names_at(discord: LocalDiscord) -> set[str]:
    return {one["name"] for one in discord.directory.commands()}


async def registered(discord: LocalDiscord, database: Path) -> None:
    """A bot has registered its commands, and is gone."""
    async with running_process(discord, database) as bot:
        await until(lambda: "about" in names_at(discord))
        await bot.end(signal.SIGTERM)


@pytest.mark.parametrize("refusal", families(UNSYNCED, ["a ban"]))
async def test_if_the_commands_are_refused_people_use_those_that_discord_knows_until_it_takes_them(
    discord: LocalDiscord, tmp_path: Path, meet: Meet, refusal: str
) -> None:
    database = tmp_path / "parlour.sqlite3"
    await registered(discord, database)
    forget_one(discord)
    fault, reason = UNSYNCED[refusal]
    discord.faults.fail_next(failing(fault, COMMANDS, 99, "PUT"))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, constants=SOON) as bot:
        await chiara.reply_to(await chiara.command("help", channel="games"))
        assert "about" not in names_at(discord)
        discord.faults.fail_next([])
        await until(lambda: "about" in names_at(discord))
        await chiara.reply_to(await chiara.command("about", channel="games"))
        await bot.end(signal.SIGTERM)
    waits = waits_in(bot.said)
    assert waits
    assert all(f"the commands can't be registered ({reason})" in line for line in waits)
    assert is_plain(bot.said)


@pytest.mark.parametrize("fault", [{"status": 429, "retry_after": 3600.0}, {"status": 500}])
async def test_a_start_does_not_wait_for_commands_that_discord_takes_its_time_for(
    discord: LocalDiscord, tmp_path: Path, meet: Meet, fault: Json
) -> None:
    database = tmp_path / "parlour.sqlite3"
    await registered(discord, database)
    discord.faults.fail_next(failing(fault, COMMANDS, 99, "PUT"))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, constants=SOON) as bot:
        await chiara.reply_to(await chiara.command("about", channel="games"))
        async with asyncio.timeout(5):
            assert await bot.end(signal.SIGTERM) == 0


async def test_commands_that_discord_finds_wrong_are_a_fault_of_the_bot_and_it_plays_on(
    discord: LocalDiscord, tmp_path: Path, meet: Meet
) -> None:
    database = tmp_path / "parlour.sqlite3"
    await registered(discord, database)
    discord.faults.fail_next(failing({"status": 400, "code": 50035}, COMMANDS, 1, "PUT"))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, constants=SOON) as bot:
        await chiara.reply_to(await chiara.command("about", channel="games"))
        await bot.end(signal.SIGTERM)
    assert "ERROR bot.app.client: Discord doesn't take the commands, by a fault of the bot: " in bot.said
    assert is_plain(bot.said)


async def test_a_command_that_has_changed_says_to_reload_and_one_that_is_gone_says_what_there_is(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        commands = discord.applications[0].commands
        move = next(one for one in commands.values() if one["name"] == "move")
        move["options"] = []
        commands["1"] = move | {"id": "1", "name": "sing"}
        changed = await told(chiara, await chiara.command("move", channel="games"))
        assert changed.startswith("That command has changed. Reload Discord")
        gone = await told(chiara, await chiara.command("sing", channel="games"))
        assert gone == "That command is gone. Use /help to see what you can do."


# Several processes


async def test_a_process_waits_for_the_limits_of_a_gateway_that_discord_does_not_tell_yet(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    discord.faults.fail_next(failing({"status": 503, "html": True}, "/gateway/bot$"))
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | SOON) as several:
        (only,) = await several.start()
        await until(lambda: discord.gateway.online(discord.applications[0]), START_SECONDS)
        await several.end(only)
    assert len(waits_in(only.said)) == 3
    assert all(f"{TROUBLED} (status 503)." in line for line in waits_in(only.said))
    assert is_plain(only.said)


async def test_icons_that_one_process_may_not_upload_for_an_hour_hold_up_no_other(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    held = {"status": 429, "retry_after": 3600.0, "path": "/emojis$", "method": "POST", "times": 99}
    discord.faults.fail_next([held])
    application = discord.applications[0]
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | SOON) as several:
        await several.start(PARLOUR_PLAY__ICONS="true")
        await until(lambda: discord.faults.failures[0].failed, START_SECONDS)
        await several.start(PARLOUR_PLAY__ICONS="true")
        await until(lambda: len(discord.gateway.sessions_of(application)) > 3, START_SECONDS)


# Servers that come late


async def test_a_server_that_is_not_announced_yet_is_not_taken_for_one_that_the_bot_has_left(
    database: Path,
) -> None:
    slow = Sharding(identify_seconds=0, guild_seconds=1.0)
    async with (
        LocalDiscord(cast.WORLD, deadlines=PATIENT, sharding=slow) as local,
        running(settings_for(local, database)) as bot,
    ):
        (guild,) = bot.client.guilds
        assert guild.unavailable
        await bot.archive.people.change_server_settings(guild.id, lambda _: "{}")
        await bot.departures.look(0)
        assert list(await bot.archive.departures.known()) == [guild.id]
        assert await bot.archive.departures.gone() == {}
        await until(lambda: guild.channels)


# The host's commands


@pytest.mark.parametrize("verb", ["doctor", "invite"])
@pytest.mark.parametrize("refusal", REFUSALS)
async def test_a_host_reads_one_sentence_while_discord_refuses_everything(
    discord: LocalDiscord, database: Path, host: Host, verb: str, refusal: str
) -> None:
    fault, sentence = REFUSALS[refusal]
    discord.faults.fail_next(failing(fault, "", 99))
    said = await host.types(verb, environment(discord, database))
    assert said.status == 1
    whole = said.out + said.err
    assert whole.count(sentence) == 1
    assert is_plain(whole)


async def test_a_doctor_does_not_wait_an_hour_for_a_limit(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    discord.faults.fail_next([{"status": 429, "retry_after": 3600.0, "times": 99}])
    said = await host.types("doctor", environment(discord, database))
    assert said.of("Token") == "FAILS  Token: Discord asks the bot to wait 60 minutes (status 429)."
    assert said.err == ""


async def test_a_host_is_told_that_discord_does_not_answer(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.host.application.PATIENCE", 0.3)
    held = discord.faults.hold_next("GET", LOGIN)
    said = await host.types("invite", environment(discord, database))
    held.released.set()
    assert said.err.strip() == "Discord doesn't answer. Check the network and discord.api_url."


@pytest.mark.parametrize("path", ["/guilds", "/gateway/bot$", COMMANDS])
async def test_a_doctor_examines_the_rest_if_discord_answers_only_in_part(
    discord: LocalDiscord, database: Path, host: Host, path: str
) -> None:
    discord.faults.fail_next(failing({"status": 503, "html": True}, path, 99))
    said = await host.types("doctor", environment(discord, database))
    assert said.of("Token").startswith("   ok")
    assert "(status 503)" in said.out
    assert is_plain(said.out + said.err)


async def test_an_address_that_is_not_discords_is_named(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    wrong = environment(discord, database, PARLOUR_DISCORD__API_URL=discord.url + "/api/v10/nowhere")
    said = await host.types("invite", wrong)
    assert said.err.strip() == "Discord answered with status 404. Check discord.api_url."
