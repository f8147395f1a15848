"""A server's games as a file: another bot takes them in, judges each, and has the same leaderboard."""

import gzip
import json
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench import loopback
from bench.tables import in_lobby
from bot import __main__ as command_line
from bot.chat.players import computer, person
from bot.config import Settings
from bot.host import play as cast
from bot.refusal import CannotRun
from bot.table import transfer
from bot.table.lobby import heading
from bot.table.seats import SeatHistory, results_of, to_stored
from bot.table.standings import COUNT
from games.core import CHANCE
from games.engine import fair, registry
from games.engine.record import Line
from games.engine.table import Table
from local_discord.person import is_ephemeral
from local_discord.server import LocalDiscord
from storage import Archive, StoredLine
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID, EMI_ID
from tests.bot.tables import resign, toss
from tests.databases import laid_out

GUILD, STARTED = int(cast.GUILD_ID), 1_794_000_000_000
NAMES = {CHIARA_ID: "Chiara", DMITRI_ID: "Dmitri", EMI_ID: "Emi"}


async def play(archive: Archive, number: int, users: list[int | None], name: str = "fourside") -> None:
    """A finished game with random moves."""
    game, rng, at = registry.find(name), Random(number), STARTED + number * 60_000
    players = tuple(
        computer(game.about.levels[0]) if one is None else person(one, NAMES[one], str(number * 10 + seat))
        for seat, one in enumerate(users)
    )
    seed = rng.randbytes(32)
    stored = await archive.sessions.open(
        in_lobby(GUILD, 500 + number, name, game.about.edition, "{}", seed, users[0] or 1, at)
    )
    await archive.sessions.start(stored.id, at, to_stored(players))
    table, lines = Table.new(game, heading(stored, players, {})), []
    while not table.over:
        if CHANCE in table.turn.owes:
            line = table.chance(seed)
        else:
            seat = min(table.turn.owes)
            line = Line(seat, rng.choice([game.write(one) for one in game.legal(table.view(seat))]))
        table = table.play(line)
        lines.append(line)
    written = [StoredLine(n, one.who, one.text, one.note, None, at + n) for n, one in enumerate(lines)]
    await archive.record.append_together(stored.id, written)
    ended = at + len(lines)
    results = results_of(stored, SeatHistory(players), table, ended)
    await archive.sessions.end(stored.id, "finished", results, ended, COUNT)


async def played(archive: Archive) -> None:
    """Games of three people in one server."""
    await archive.standings.count_again(COUNT, STARTED)
    pairs = [(CHIARA_ID, DMITRI_ID), (DMITRI_ID, EMI_ID), (EMI_ID, CHIARA_ID), (CHIARA_ID, DMITRI_ID)]
    for number, users in enumerate(pairs):
        await play(archive, number, list(users))
    await play(archive, 9, [EMI_ID, None])


async def standings(archive: Archive) -> list[object]:
    """The server's leaderboards."""
    boards = [
        await archive.standings.top(game, GUILD, ladder=ladder)
        for game in ("fourside", None)
        for ladder in ("people", "computers")
    ]
    assert all(boards)
    return list(boards)


def _read(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes())


def unpacked(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _read(file).splitlines()]


def pack(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_bytes(gzip.compress("".join(f"{json.dumps(one)}\n" for one in lines).encode()))


_MADE: list[tuple[bytes, bytes]] = []
"""The database with these games and its export, once a test has made them."""


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """An export of these games; their database is beside it."""
    database, path = tmp_path / "first.sqlite3", tmp_path / "export.gz"
    if not _MADE:
        async with Archive.open(str(laid_out(database))) as archive:
            await played(archive)
            await archive.sessions.set_table_options(1, f'{{"invited": [{EMI_ID}], "pace": "calm"}}')
            exported = await transfer.export(archive, GUILD)
        _MADE.append((database.read_bytes(), exported))
    for kept, content in zip((database, path), _MADE[0], strict=True):
        kept.write_bytes(content)
    return path


async def test_another_bot_has_the_same_results_and_takes_each_game_once(
    file: Path, tmp_path: Path, database: str
) -> None:
    options = [one["table_options"] for one in unpacked(file)[1:]]
    assert {"pace": "calm"} in options, "without those who were only invited"
    async with Archive.open(str(tmp_path / "first.sqlite3")) as first, Archive.open(database) as second:
        assert await transfer.take_in(second, GUILD, file) == transfer.TakenIn(5, 0, ())
        assert await standings(second) == await standings(first)
        assert await transfer.take_in(second, GUILD, file) == transfer.TakenIn(0, 5, ())
        assert await standings(second) == await standings(first)
        assert gzip.decompress(await transfer.export(second, GUILD)) == _read(file)


async def test_the_host_says_for_which_server_the_games_are(file: Path, database: str) -> None:
    lines = unpacked(file)
    lines[0]["guild_id"] = 77
    pack(file, lines)
    async with Archive.open(database) as archive:
        assert (await transfer.take_in(archive, GUILD, file)).new == 5
        assert await archive.transfer.over_in(77) == ()
        assert await transfer.take_in(archive, 78, file) == transfer.TakenIn(0, 5, ())


async def test_a_deal_counts_once_however_often_a_file_has_it(file: Path, database: str) -> None:
    head, first, *_ = unpacked(file)
    later = range(0, 30 * 60_000, 60_000)
    shifted = ("created_at", "started_at", "ended_at")
    again = [first | {name: first[name] + one for name in shifted} | {"channel_id": one} for one in later]
    pack(file, [head, *again])
    async with Archive.open(database) as archive:
        assert await transfer.take_in(archive, GUILD, file) == transfer.TakenIn(1, 29, ())
        assert sum(one.standing.games for one in await archive.standings.top("fourside", GUILD)) == 2


async def test_the_leaderboard_that_people_see_is_the_same(
    settings: Settings, meet: Meet, discord: LocalDiscord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await played(archive)
    file = tmp_path / "server.jsonl.gz"
    async with running(settings):
        ada, chiara, dmitri = await meet(cast.ADA), await meet(cast.CHIARA), await meet(cast.DMITRI)
        await resign(chiara, await toss(chiara, dmitri))
        await toss(chiara, dmitri, "general")
        before = await leaderboard(chiara, game="fourside")
        sent = await ada.reply_to(await ada.command("server export", channel="games"))
        assert is_ephemeral(sent)
        file.write_bytes(await ada.fetch(sent["attachments"][0]["url"]))
    assert len(unpacked(file)) == 1 + 6, "games under way aren't in it"
    other = loopback.settings_for(discord, f"sqlite:///{laid_out(tmp_path / 'other.sqlite3')}")
    async with Archive.open(other.storage.url) as archive:
        assert (await transfer.take_in(archive, GUILD, file)).new == 6
    async with running(other):
        assert await leaderboard(chiara, game="fourside") == before


def _line(text: str) -> Callable[[dict[str, Any]], None]:
    def change(game: dict[str, Any]) -> None:
        head, _, lines = game["record"].partition("\n\n")
        rows = lines.splitlines()
        rows[5] = text
        game["record"] = f"{head}\n\n" + "\n".join(rows) + "\n"

    return change


def _with_seed(game: dict[str, Any]) -> None:
    """A forger who thinks of everything but chance."""
    seed, had = bytes(32), bytes.fromhex(game["seed"])
    text = game["record"].replace(game["seed"], seed.hex())
    game.update(seed=seed.hex(), record=text.replace(fair.commit(had), fair.commit(seed)))


def _deep() -> dict[str, Any]:
    deep: dict[str, Any] = {}
    for _ in range(900):
        deep = {"a": deep}
    return deep


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "a move that isn't legal": _line("a Z99"),
    "no notation": _line("a \x00"),
    "another seed": lambda game: game.update(seed="00" * 32),
    "chance that isn't its seed's": _with_seed,
    "another click": lambda game: game["seats"][0].update(click_id="77"),
    "an unfinished game": lambda game: game.update(
        record="\n".join(game["record"].splitlines()[:-3]) + "\n", at=game["at"][:-3]
    ),
    "a stopped game that wasn't": lambda game: game.update(phase="stopped"),
    "nobody on a seat": lambda game: game["seats"][0].update(user_id=None),
    "somebody who is both": lambda game: game["seats"][0].update(level="easy"),
    "a computer that isn't": lambda game: game["seats"][0].update(user_id=None, level="genius"),
    "an id that is too large": lambda game: game["seats"][0].update(user_id=2**63),
    "another edition": lambda game: game.update(edition="0"),
    "a game that isn't": lambda game: game.update(game="chess"),
    "an end before its start": lambda game: game.update(ended_at=1),
    "an end in the future": lambda game: game.update(ended_at=2**52),
    "too few times": lambda game: game.update(at=game["at"][1:]),
    "results of its own": lambda game: game.update(results=[1, 2]),
    "one seat too many": lambda game: game["seats"].append(game["seats"][0] | {"seat": 2}),
    "an option that isn't": lambda game: game["options"].update(cheat="yes"),
    "options of a table that aren't": lambda game: game["table_options"].update(hints=3),
    "an origin that isn't": lambda game: game["table_options"].update(origin="<@77>"),
    "a name of two lines": lambda game: game["seats"][0].update(name="Chiara\n# wins"),
    "a name that isn't text": lambda game: game["seats"][0].update(name="Chiara\0"),
    "half a letter in a name": lambda game: game["seats"][0].update(name="\ud800"),
    "options without end": lambda game: game.update(options=_deep()),
    "a stay on no seat": lambda game: game["stays"].append(
        {"seat": 7, "since": 0, "user_id": 5, "level": None, "name": "X", "is_open": False}
    ),
    "a stay of somebody else": lambda game: game["stays"].append(
        {"seat": 0, "since": 0, "user_id": 5, "level": None, "name": "X", "is_open": False}
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_game_that_is_wrong_is_refused_and_the_others_are_not(
    wrong: str, file: Path, database: str
) -> None:
    lines = unpacked(file)
    WRONG[wrong](lines[2])
    pack(file, lines)
    async with Archive.open(database) as archive:
        taken = await transfer.take_in(archive, GUILD, file)
        assert (taken.new, taken.known, len(taken.refused)) == (4, 0, 1)
        assert taken.refused[0].startswith("Game 2: ")
        assert len(await archive.transfer.over_in(GUILD)) == 4


@pytest.mark.parametrize(
    ("most", "value", "says"),
    [
        ("MOST_GAMES", 2, "at most 2 games"),
        ("MOST_REFUSED", 0, "more than 0 games that aren't right"),
        ("MOST_UNPACKED", 10_000, "more than 10,000 bytes"),
    ],
)
async def test_an_import_that_is_too_large_ends_and_what_it_took_in_counts(
    most: str, value: int, says: str, file: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = unpacked(file)
    lines[3]["seed"] = "11" * 32
    pack(file, lines)
    monkeypatch.setattr(transfer, most, value)
    async with Archive.open(database) as archive:
        with pytest.raises(CannotRun, match=says):
            await transfer.take_in(archive, GUILD, file)
        assert len(await archive.transfer.over_in(GUILD)) == 2
        assert sum(one.standing.games for one in await archive.standings.top("fourside", GUILD)) == 4


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", gzip.compress(b"{}", mtime=0), gzip.compress(b"x" * 100, mtime=0)[:-9]]
)
async def test_what_is_no_such_file_changes_nothing(content: bytes, tmp_path: Path, database: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    async with Archive.open(database) as archive:
        with pytest.raises(CannotRun):
            await transfer.take_in(archive, GUILD, file)
        with pytest.raises(CannotRun):
            await transfer.take_in(archive, GUILD, tmp_path / "nothing")


@pytest.mark.parametrize(
    ("server", "database", "sentence"),
    [
        ("1", "third.sqlite3", "No game of server 1 is over here"),
        (str(2**63 - 1), "third.sqlite3", f"No game of server {2**63 - 1} is over here"),
        (cast.GUILD_ID, "nowhere.sqlite3", "There's no database at nowhere.sqlite3 to export."),
    ],
)
def test_an_export_of_nothing_is_told_and_leaves_no_file(
    server: str,
    database: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    laid_out(tmp_path / "third.sqlite3")
    monkeypatch.setenv("PARLOUR_STORAGE__URL", database)
    before = set(tmp_path.iterdir())
    assert command_line.main(["export", server, "none.gz"]) == 1
    assert sentence in capsys.readouterr().err
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("server", ["-1", "0", str(2**63), "The Parlour"])
def test_an_export_of_what_is_no_server_is_told(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["export", server, "none.gz"])
    assert "a server's id is a number" in capsys.readouterr().err


def test_the_commands_say_what_they_did(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[storage]\nurl = "sqlite:///{laid_out(tmp_path / "third.sqlite3")}"\n')
    assert command_line.main(["import", cast.GUILD_ID, str(file), "--config", str(config)]) == 0
    assert f"Took in 5 games for server {GUILD}; 0 were there already." in capsys.readouterr().out
    again = tmp_path / "again.gz"
    assert command_line.main(["export", cast.GUILD_ID, str(again), "--config", str(config)]) == 0
    assert again.read_bytes() == file.read_bytes()
    assert f"Saved 5 games of server {cast.GUILD_ID} as {again}" in capsys.readouterr().out
    assert stat.S_IMODE(again.stat().st_mode) == 0o600
    assert command_line.main(["export", cast.GUILD_ID, str(again), "--config", str(config)]) == 1
    lines = unpacked(file)
    lines[1]["seed"] = "11" * 32
    pack(file, lines)
    assert command_line.main(["import", cast.GUILD_ID, str(file), "--config", str(config)]) == 1
    assert "Game 1: " in capsys.readouterr().err
