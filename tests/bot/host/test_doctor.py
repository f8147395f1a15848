"""`python -m bot doctor` says whether each thing the bot needs works; `invite` prints the link."""

import re
import shutil
import socket
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from sqlalchemy import make_url

from bench.postgres import connected, empty_database
from bot.host import doctor
from bot.host import play as cast
from local_discord.applications import Application
from local_discord.fixtures import ApplicationFixture
from local_discord.server import LocalDiscord
from storage import Archive, StorageFailed, only_bot, open_shared
from tests.bot.hosts import TOKEN, TYPES, Host, in_own_mounts, must_have_own_mounts
from tests.bot.hosts import database as database
from tests.bot.hosts import host as host
from tests.bot.process import environment, running_process

pytestmark = pytest.mark.real


async def test_a_doctor_finds_that_all_is_well_and_where_people_cannot_play(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    said = await host.types("doctor", environment(discord, database))
    assert said.status == 0
    assert said.of("Token").startswith("   ok")
    assert "sound and writable, and has the newest schema" in said.of("Database")
    for subject in ("Disk", "Fonts", "Clock", "Presses", "Gateway"):
        assert said.of(subject).startswith("   ok")
    assert said.of(f"Server {cast.GUILD_NAME}") == (
        " note  Server The Parlour: People can play in 4 channels. "
        "The bot lacks Attach Files, Send Messages and Send Messages in Threads in #no-bots-here."
    )
    assert said.of("Commands").startswith(" note"), "the bot has never run"
    assert said.out.endswith("Everything the bot needs works.\n")
    assert discord.applications[0].token not in said.out + said.err


async def test_a_doctor_changes_nothing_and_the_bot_plays_on(
    discord: LocalDiscord, tmp_path: Path, host: Host
) -> None:
    database = tmp_path / "parlour.sqlite3"
    async with running_process(discord, database):
        before = database.read_bytes()
        said = await host.types("doctor", environment(discord, database))
        assert said.status == 0
        assert "A bot is running with it now." in said.of("Database")
        assert re.search(r"   ok  Commands: Discord knows \d\d slash commands", said.out)
        assert len(discord.gateway.sessions_of(discord.applications[0])) == 1
        assert database.read_bytes() == before


async def test_a_doctor_says_that_a_token_is_missing_or_wrong(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    settings = environment(discord, database)
    wrong = await host.types("doctor", settings | {"PARLOUR_DISCORD__TOKEN": TOKEN})
    assert wrong.status == 1
    assert "FAILS  Token: Discord didn't accept the token" in wrong.out
    assert TOKEN not in wrong.out + wrong.err
    assert wrong.out.endswith("1 thing doesn't work.\n")
    missing = await host.types("doctor", settings | {"PARLOUR_DISCORD__TOKEN": ""})
    assert missing.status == 1
    assert "FAILS  Token: There's no bot token" in missing.out


async def test_a_doctor_says_that_discord_or_its_gateway_cannot_be_reached(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    settings = environment(discord, database)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{taken.getsockname()[1]}"
        said = await host.types("doctor", settings | {"PARLOUR_DISCORD__GATEWAY_URL": f"ws://{nobody}/"})
        assert "FAILS  Gateway: 127.0.0.1 doesn't answer" in said.out
        said = await host.types("doctor", settings | {"PARLOUR_DISCORD__API_URL": f"http://{nobody}/api"})
        assert "FAILS  Token: I can't reach Discord" in said.out
    assert said.status == 1


async def test_a_doctor_says_what_is_wrong_with_a_database(
    discord: LocalDiscord, database: Path, host: Host, tmp_path: Path
) -> None:
    async def found(file: Path | str) -> tuple[int, str]:
        said = await host.types(
            "doctor", environment(discord, tmp_path) | {"PARLOUR_STORAGE__URL": str(file)}
        )
        return said.status, said.of("Database")

    _, sentence = await found(tmp_path / "new" / "none.sqlite3")
    assert "Database" in sentence
    assert "FAILS" not in sentence
    assert not (tmp_path / "new").exists()
    status, sentence = await found("/proc/none.sqlite3")
    assert (status, "isn't there, and the first start can't make it: " in sentence) == (1, True)
    foreign, damaged = tmp_path / "foreign.sqlite3", tmp_path / "damaged.sqlite3"
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE cats (name)")
    assert await found(foreign) == (
        1,
        "FAILS  Database: This file isn't a Parlour database. Point storage.url at another file.",
    )
    damaged.write_bytes(b"SQLite format 3\0" + b"\7" * 8000)
    status, sentence = await found(damaged)
    assert status == 1
    assert "FAILS" in sentence
    assert (await found("mysql://somewhere/else"))[0] == 1
    with closing(sqlite3.connect(database)) as file:
        file.execute("UPDATE alembic_version SET version_num = '0001'")
        file.commit()
    assert "gets the newest schema at the next start" in (await found(database))[1]
    with closing(sqlite3.connect(database)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    status, sentence = await found(database)
    assert (status, "A newer version of Parlour" in sentence) == (1, True)


async def test_a_doctor_looks_at_a_database_on_a_server(
    discord: LocalDiscord, tmp_path: Path, host: Host
) -> None:
    async with empty_database(is_laid_out=False) as url:
        settings = environment(discord, tmp_path, PARLOUR_STORAGE__URL=url)
        assert (
            (await host.types("doctor", settings))
            .of("Database")
            .endswith("is empty. The first start fills it.")
        )
        async with Archive.open(url):
            said = await host.types("doctor", settings)
            assert said.status == 0
            assert "MB) is sound and writable, and has the newest schema." in said.of("Database")
            assert "  Disk: " not in said.out
            async with only_bot(url):
                said = await host.types("doctor", settings)
                assert "A bot is running with it now." in said.of("Database")
    gone = "postgresql://parlour:a-password@127.0.0.1:9/parlour"
    said = await host.types("doctor", environment(discord, tmp_path, PARLOUR_STORAGE__URL=gone))
    assert (said.status, "FAILS  Database: Can't reach the database server." in said.out) == (1, True)
    assert "a-password" not in said.out + said.err


async def test_a_doctor_refuses_what_the_bot_would_refuse(
    discord: LocalDiscord, database: Path, host: Host, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text(f'[discord]\ntoken = "{TOKEN}"')
    (tmp_path / "config.toml").chmod(0o644)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        more = {"PARLOUR_DISCORD__SHARDS": "2", "PARLOUR_SERVE__PORT": port}
        said = await host.types("doctor", environment(discord, database, **more))
    assert said.status == 1
    assert "discord.shards is 2, but storage.url names a file." in said.of("Shards")
    assert said.of("Port").startswith(f"FAILS  Port: Can't serve at 127.0.0.1:{port}")
    assert said.of("Settings").startswith(" note  Settings: Everybody on this machine can read the token")
    assert said.of("Pictures").startswith("   ok")
    assert said.of("Computers").startswith("   ok")


async def test_a_doctor_sees_that_other_processes_have_another_number_of_shards(
    discord: LocalDiscord, tmp_path: Path, host: Host
) -> None:
    async with empty_database() as url:
        more = {"PARLOUR_STORAGE__URL": url, "PARLOUR_DISCORD__SHARDS": "2"}
        settings = environment(discord, tmp_path, **more)
        assert (await host.types("doctor", settings)).of("Shards").startswith("   ok")
        async with open_shared(url, 3, secret="s"):
            said = await host.types("doctor", settings)
        assert "share 3 shards, and discord.shards is 2 here" in said.of("Shards")
        assert said.of("Shards").startswith("FAILS")
        async with only_bot(url):
            assert "runs as one process" in (await host.types("doctor", settings)).of("Shards")


async def test_a_doctor_says_what_it_is_doing_while_that_takes_a_while(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "PROGRESS_SECONDS", 0.001)
    said = await host.types("doctor", environment(discord, database))
    assert said.status == 0
    for doing in ("Database: I'm reading all of it", "Computers: I'm starting one", "Discord: I'm asking it"):
        assert f"  ...  {doing} (" in said.err


@pytest.mark.parametrize(
    ("lacking", "verb"),
    [
        ("shared memory", "doctor"),
        ("a short TMPDIR", "run"),
        pytest.param("shared memory", "run", marks=pytest.mark.thorough),
        pytest.param("a short TMPDIR", "doctor", marks=pytest.mark.thorough),
    ],
)
def test_a_machine_on_which_no_computer_can_think_is_told_by_the_doctor_and_before_the_bot_logs_in(
    lacking: str, verb: str
) -> None:
    with TemporaryDirectory(dir="/var/tmp") as folder:
        settings = {"PARLOUR_DISCORD__TOKEN": TOKEN, "PARLOUR_DISCORD__API_URL": "http://127.0.0.1:9"}
        shell = TYPES
        if lacking == "shared memory":
            shell = f"mount -t tmpfs -o ro tmpfs /dev/shm && {shell}"
            must_have_own_mounts()
        else:
            settings["TMPDIR"] = str(Path(folder) / ("long" * 30))
            Path(settings["TMPDIR"]).mkdir()
        said = in_own_mounts(shell, [verb], settings, folder)
        assert said.returncode == 1
        assert "Computer players can't start: " in said.stdout + said.stderr
        assert "I can't reach Discord" not in said.stderr
        assert "Traceback" not in said.stderr


async def test_a_database_that_lacks_signs_is_told_before_a_game_needs_them(
    discord: LocalDiscord, tmp_path: Path, host: Host
) -> None:
    async with empty_database(is_laid_out=False) as url, connected(url) as server:
        await server.execute(
            "CREATE DATABASE signs ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        )
        try:
            latin = make_url(url).set(database="signs").render_as_string(hide_password=False)
            said = await host.types("doctor", environment(discord, tmp_path, PARLOUR_STORAGE__URL=latin))
            assert said.status == 1
            assert "lacks signs that games have" in said.of("Database")
            with pytest.raises(StorageFailed, match="lacks signs that games have"):
                async with Archive.open(latin):
                    pass
        finally:
            await server.execute("DROP DATABASE signs WITH (FORCE)")


async def test_a_doctor_warns_of_a_disk_that_is_nearly_full(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = shutil.disk_usage(database.parent).free
    monkeypatch.setattr(doctor, "ENOUGH_BYTES", free * 2)
    said = await host.types("doctor", environment(discord, database))
    assert (said.status, said.of("Disk")[:5]) == (0, " note")
    monkeypatch.setattr(doctor, "LEAST_BYTES", free * 2)
    said = await host.types("doctor", environment(discord, database))
    assert (said.status, said.of("Disk")[:5]) == (1, "FAILS")


async def test_a_doctor_says_that_libraries_are_missing(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("games.kit.brush.header", "bot.host.application"):
        monkeypatch.setitem(sys.modules, name, None)
    said = await host.types("doctor", environment(discord, database))
    assert said.status == 1
    assert "FAILS  Fonts: I can't draw text" in said.out
    assert "FAILS  Program: It can't be loaded" in said.out
    assert said.out.endswith("2 things don't work.\n")


async def test_a_doctor_compares_the_clock_with_discords(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = SimpleNamespace(time=lambda: time.time() + 90, monotonic=time.monotonic)
    monkeypatch.setattr("bot.chat.discord_time.time", wrong)
    said = await host.types("doctor", environment(discord, database))
    assert said.status == 0
    assert " note  Clock: This machine is 90 seconds ahead of Discord." in said.out


async def test_a_doctor_sees_that_presses_go_to_a_web_address(
    discord: LocalDiscord, database: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Application.full
    monkeypatch.setattr(
        Application,
        "full",
        lambda *of: full(*of) | {"interactions_endpoint_url": "https://example.org/presses"},
    )
    said = await host.types("doctor", environment(discord, database))
    assert said.status == 1
    assert "FAILS  Presses: Discord sends presses and commands to a web address" in said.out


async def test_a_doctor_names_a_server_in_which_nobody_can_play(database: Path, host: Host) -> None:
    guild = cast.WORLD.guilds[0]
    closed = tuple(
        one.model_copy(update={"denied_to_bots": ("VIEW_CHANNEL",)})
        if one.id == cast.GENERAL
        else one.model_copy(update={"denied_to_bots": ("ATTACH_FILES",)})
        for one in guild.channels
    )
    world = cast.WORLD.model_copy(update={"guilds": (guild.model_copy(update={"channels": closed}),)})
    async with LocalDiscord(world) as discord:
        said = await host.types("doctor", environment(discord, database))
    assert said.status == 1
    assert (
        "FAILS  Server The Parlour: People can't play anywhere. The bot lacks Attach Files in #games"
        in said.out
    )


async def test_a_servers_name_does_nothing_to_the_hosts_terminal(database: Path, host: Host) -> None:
    named = cast.WORLD.guilds[0].model_copy(update={"name": "Club \x1b[31m\u202eRed 🎲"})
    async with LocalDiscord(cast.WORLD.model_copy(update={"guilds": (named,)})) as discord:
        said = await host.types("doctor", environment(discord, database))
    assert said.of("Server Club �[31m�Red 🎲").startswith(" note")


async def test_a_doctor_says_how_to_invite_a_bot_that_is_in_no_server(database: Path, host: Host) -> None:
    alone = ApplicationFixture(name="Parlour", guilds=())
    async with LocalDiscord(cast.WORLD.model_copy(update={"applications": (alone,)})) as discord:
        said = await host.types("doctor", environment(discord, database))
    assert said.status == 0
    assert "python -m bot invite" in said.of("Servers")


async def test_settings_that_are_wrong_are_named_each_on_a_line(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    wrong = environment(discord, database, PARLOUR_PLAY__PACE="fast", PARLOUR_SERVE__PORT="70000")
    said = await host.types("doctor", wrong)
    assert said.status == 1
    assert [line.partition(":")[0] for line in said.err.splitlines()] == ["play.pace", "serve.port"]
