"""What hosts paste, mount and leave out is read as it's meant, or refused in a sentence that is true.

Never in a traceback, and never with an empty database in place of the one that has the games.
"""

import asyncio
import json
import os
import pwd
from contextlib import suppress
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import load
from bot.refusal import CannotRun
from storage import Archive, StorageFailed
from storage.opening import address_of
from storage.postgres import name_of
from tests.bot.hosts import TYPES, in_own_mounts, must_have_own_mounts
from tests.databases import laid_out

READ = [
    "games.sqlite3",
    "games.sqlite3\n",
    " games.sqlite3\r\n",
    "\ufeffgames.sqlite3",
    "games.sqlite3\u200b\x00",
    "sqlite:///games.sqlite3\n",
    "sqlite:/// games.sqlite3 ",
    "SQLite:///games.sqlite3",
    "~/games.sqlite3",
    "sqlite:///~/games.sqlite3",
]
"""These all mean the file games.sqlite3."""

REFUSED = [
    ("", "has to name a file"),
    (" \n", "has to name a file"),
    ('"games.sqlite3"', "has quotes around"),
    ("“games.sqlite3”", "has quotes around"),
    ("games\u200b.sqlite3", "another sign that nobody sees"),
    (os.fsdecode(b"caf\xe9.sqlite3"), "another sign that nobody sees"),
    ("a\0b", "another sign that nobody sees"),
    ("sqlite:games.sqlite3", "has to look like sqlite:///FILE"),
    ("sqlite:/games.sqlite3", "has to look like sqlite:///FILE"),
    ("sqlite://games.sqlite3", "has to look like sqlite:///FILE"),
    ("sqlite://folder/games.sqlite3", "has to look like sqlite:///FILE"),
    ("file:games.sqlite3", "has to look like sqlite:///FILE"),
    ("folder/", "names a folder"),
    ("folder", "isn't an ordinary file"),
    ("pipe", "isn't an ordinary file"),
    ("/dev/null", "isn't an ordinary file"),
    ("dangling", "is a link to nowhere.sqlite3, which isn't there"),
    ("loop", "Can't open loop: Too many levels of symbolic links"),
    ("x" * 300, "File name too long"),
    ("$HOME/games.sqlite3", "begins with $"),
    ("misnamed.sqlite3", "a file whose name also has white space at its ends"),
    ("postgresql:parlour@localhost/parlour", "has to look like postgresql://"),
    ("postgres:/parlour", "has to look like postgresql://"),
    ("postgresql://u@127.0.0.1:99999/d", "isn't a number from 1 to 65535"),
    ("postgresql://u@127.0.0.1:0/d", "isn't a number from 1 to 65535"),
    ("postgresql://u@127.0.0.1:x,127.0.0.1:9/d", "isn't a number from 1 to 65535"),
    ("postgresql://u@/d?host=127.0.0.1&port=x", "isn't a number from 1 to 65535"),
    ("postgresql://u@/d?host=a,b,c&port=9,10", "not as many ports"),
    (f"postgresql://u@{'h' * 300}/d", "can't be used"),
    ("postgresql://u@127.0.0.1:9/d?sslmode=verify-full&sslrootcert=folder", "Can't read folder"),
    ("postgresql://u@127.0.0.1:9/d?sslmode=verify-full&sslrootcert=pipe", "Can't read pipe"),
    ("postgresql://u@127.0.0.1:9/d?sslmode=require", "Can't use a file that belongs to the connection"),
    ("postgresql://u@127.0.0.1:9/d?passfile=nowhere", "Can't read nowhere"),
    ("postgresql://u@127.0.0.1:9,127.0.0.1:10/d", "Can't reach the database server"),
    ("postgresql://u@/d?host=127.0.0.1,127.0.0.1&port=9", "Can't reach the database server"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The host's folder, which is also their home: a database, and things that aren't files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    laid_out(tmp_path / "games.sqlite3")
    laid_out(tmp_path / "misnamed.sqlite3\n")
    Path("folder").mkdir()
    Path(".postgresql/root.crt").mkdir(parents=True)
    os.mkfifo("pipe")
    Path("dangling").symlink_to("nowhere.sqlite3")
    Path("loop").symlink_to("loop")
    return tmp_path


@pytest.mark.parametrize("url", READ)
def test_a_database_is_read_as_it_is_meant(folder: Path, url: str) -> None:
    before = set(folder.rglob("*"))
    asyncio.run(_open(url))
    assert Path(address_of(url).database or "").samefile("games.sqlite3")
    assert set(folder.rglob("*")) == before


@pytest.mark.parametrize(("url", "sentence"), REFUSED)
def test_a_database_that_cannot_be_meant_is_refused_by_the_bot_and_by_the_doctor(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str, sentence: str
) -> None:
    before = set(folder.rglob("*"))
    with pytest.raises(StorageFailed) as refused:
        asyncio.run(_open(url))
    assert sentence in str(refused.value)
    with suppress(ValueError):  # an environment takes no zero byte
        monkeypatch.setenv("PARLOUR_STORAGE__URL", url)
        assert main(["doctor"]) == 1
        assert sentence in "".join(capsys.readouterr())
    assert set(folder.rglob("*")) == before


async def _open(url: str) -> None:
    async with Archive.open(url) as archive:
        assert await archive.sessions.open_tables() == ()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://parlour@127.0.0.1", "parlour on 127.0.0.1"),
        ("postgresql://parlour@/", "parlour on this machine"),
        ("postgresql://u@h1:5432,h2/d", "d on h1,h2"),
        ("postgresql://u:p@h1:5432,[::1]:5433/d?sslmode=prefer", "d on h1,::1"),
        ("postgresql://u@/d?host=h1:9&host=h2:10", "d on h1,h2"),
        ("postgresql://u@/d?host=/run/postgresql", "d on this machine"),
        ("POSTGRES://u@h/d", "d on h"),
        ("\ufeffpostgresql://u@h/d\n", "d on h"),
    ],
)
def test_a_servers_address_names_its_database_and_its_machines_as_postgresql_understands_them(
    url: str, name: str
) -> None:
    assert name_of(address_of(url)).replace(", ", ",") == name


def test_an_account_without_a_name_or_a_home_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_no_account(_: object) -> None:
        raise KeyError("getpwuid(): uid not found")

    for name in ("HOME", "USER", "LOGNAME", "LNAME", "USERNAME", "PGUSER"):
        monkeypatch.delenv(name, raising=False)
    for look_up in ("getpwuid", "getpwnam"):
        monkeypatch.setattr(pwd, look_up, has_no_account)
    with pytest.raises(StorageFailed, match="names no user, and the account"):
        address_of("postgresql://127.0.0.1/parlour")
    with pytest.raises(StorageFailed, match="this account has no home"):
        address_of("~/games.sqlite3")
    assert name_of(address_of("postgresql://u@127.0.0.1/parlour")) == "parlour on 127.0.0.1"


TOML = 'log_level = "DEBUG"\r\n[storage]\r\nurl = "games.sqlite3"\r\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_configuration_from_any_editor_is_read(encoding: str) -> None:
    Path("config.toml").write_bytes(TOML.encode(encoding))
    assert load().storage.url == "games.sqlite3"


def test_a_configuration_from_a_pipe_is_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, TOML.encode())
    os.close(writing)
    try:
        assert load(Path(f"/dev/fd/{reading}")).storage.url == "games.sqlite3"
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ("folder", "Can't read config.toml: Is a directory."),
        ("dangling", "config.toml doesn't exist."),
        ("/dev/zero", "config.toml is too long to be a configuration."),
        (b"\xe9 = 1", "config.toml isn't UTF-8 text. Save it as UTF-8."),
        (b"presses = " + b"9" * 5_000, "config.toml isn't valid TOML"),
        (b"a = " + b"[" * 5_000, "config.toml isn't valid TOML"),
        (b"[serve]\nhost = '" + b"x" * 300 + b"'", "serve.host: isn't the name or the address of a machine"),
        (b"[discord]\napi_url = 'http://h:99999'", "discord.api_url: isn't an address"),
        (b"[play]\npace = nan", "play.pace: "),
        (b"[play]\npace = '\"1\"'", "play.pace: has quotes around the pace"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_refused_and_never_taken_for_none(
    made: str | bytes, sentence: str
) -> None:
    if isinstance(made, str):
        Path("config.toml").symlink_to(made)
    else:
        Path("config.toml").write_bytes(made)
    with pytest.raises(CannotRun) as refused:
        load()
    assert sentence in str(refused.value)


def test_what_is_pasted_along_with_a_setting_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"PLAY__ICONS": "false", "LOG_LEVEL": "DEBUG", "LOG__FORMAT": "json", "SERVE__HOST": "::1"}
    for name, value in given.items():
        monkeypatch.setenv(f"PARLOUR_{name}", f"\ufeff {value}\r\n")
    found = load()
    assert (found.play.icons, found.log_level, found.log.format) == (False, "DEBUG", "json")
    assert found.serve.host == "::1"


@pytest.mark.parametrize("given", ["fast", json.dumps(7), "{"])
def test_a_section_that_isnt_one_is_told(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("PARLOUR_PLAY", given)
    with pytest.raises(CannotRun, match=r"section|dictionary"):
        load()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("PARLOUR_PLAYY", "PARLOUR_PLAY__PACE"),
        ("PARLOUR_STORAGE_URL", "PARLOUR_STORAGE__URL"),
        ("PARLOUR_TOKEN", "PARLOUR_DISCORD__TOKEN"),
        ("parlour_loglevel", "PARLOUR_LOG_LEVEL"),
        ("PARLOUR_PLAY__PACEE", "play.pace"),
    ],
)
def test_a_misspelt_variable_is_named_with_the_one_that_was_meant(
    monkeypatch: pytest.MonkeyPatch, name: str, nearest: str
) -> None:
    monkeypatch.setenv(name, "3")
    with pytest.raises(CannotRun, match=rf"isn't a setting. Did you mean {nearest}\?"):
        load()


def test_a_misspelt_setting_of_the_file_is_named_with_the_one_that_was_meant() -> None:
    Path("config.toml").write_text("[discord]\ntokn = 'secret'\n[plya]\npace = 1\n")
    with pytest.raises(CannotRun) as refused:
        load()
    assert str(refused.value).splitlines() == [
        "discord.tokn: isn't a setting. Did you mean discord.token?",
        "plya: isn't a setting. Did you mean play.pace?",
    ]


def test_what_kubernetes_sets_for_a_service_called_parlour_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PORT", "SERVICE_HOST", "SERVICE_PORT_HTTP", "PORT_9464_TCP_ADDR", "METRICS_SERVICE_PORT"):
        monkeypatch.setenv(f"PARLOUR_{name}", "tcp://10.0.0.1:9464")
    assert load().serve.port == 0


@pytest.mark.parametrize("command", ["backup small/copy.sqlite3", "restore games.sqlite3"])
def test_the_disk_that_is_full_is_the_one_that_is_named(folder: Path, command: str) -> None:
    must_have_own_mounts()
    is_backup = command.startswith("backup")
    Path("small").mkdir()
    settings = {"PARLOUR_STORAGE__URL": "games.sqlite3" if is_backup else "small/copy.sqlite3"}
    said = in_own_mounts(
        f"mount -t tmpfs -o size=100k tmpfs small && {TYPES}", command.split(), settings, folder
    )
    assert said.returncode == 1
    assert said.stderr == (
        "Can't write small/copy.sqlite3. The disk with this file is full. Free up some space.\n"
    )
