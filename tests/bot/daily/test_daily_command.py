"""`python -m bot daily`: a day's game for the host."""

import os
import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from bot.__main__ import main
from bot.daily import days
from bot.daily import tries as daily
from bot.daily.preview import shown, warnings
from bot.table.computers import Computers, Thought
from bot.table.deal import scored
from games.core import Seat
from games.engine import fair, record, registry
from games.engine.replay import replay
from games.engine.table import AnyTable
from storage import Archive, DailyDeal
from tests.bot.forking import PROJECT

CHEAP = "fooblitzky"
"""The game whose strongest computer needs least for the four games that the command plays."""

GAMES = "games.sqlite3"


class Said(NamedTuple):
    """What the command printed, and its exit status."""

    status: object
    out: str
    err: str


Types: TypeAlias = Callable[..., Said]


@pytest.fixture
def types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Types:
    """Someone who types the command with these arguments."""
    monkeypatch.setenv("PARLOUR_STORAGE__URL", str(tmp_path / GAMES))
    monkeypatch.chdir(tmp_path)

    def typed(*arguments: str) -> Said:
        try:
            status: object = main(["daily", *arguments])
        except SystemExit as wrong:
            status = wrong.code
        return Said(status, *capsys.readouterr())

    return typed


def in_a_process(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command prints in a process of its own, in which sets have another order."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "daily", *arguments],
        cwd=PROJECT,
        env={**os.environ, "PARLOUR_STORAGE__URL": str(folder / GAMES), "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def records_in(printed: str) -> Sequence[record.Record]:
    """The deal, and the computer's try."""
    parts = printed.split("[Game ")[1:]
    return [record.read("[Game " + part.partition("\nA try of")[0]) for part in parts]


def test_it_shows_the_deal_par_and_a_try(types: Types, tmp_path: Path) -> None:
    said = types("--date", "2026-12-24", "--game", CHEAP, "--public")
    assert said.status == 0, said.err
    assert said.out.startswith(f"Game of the day 32, 2026-12-24: {registry.find(CHEAP).about.title}\n")
    assert "Nobody plays it." in said.err
    assert not list(tmp_path.iterdir()), "it makes no database"
    opening, whole = records_in(said.out)
    assert whole.lines[: len(opening.lines)] == opening.lines
    assert len(opening.lines) < len(whole.lines)
    for each in (opening, whole):
        assert replay(registry.find(CHEAP), each).faults == ()
    assert f"Hash of the seed: {whole.header.commit}\n" in said.out


async def test_with_a_database_it_is_the_days_own_deal_and_the_bots_par_the_same_each_time(
    tmp_path: Path,
) -> None:
    async with Archive.open(str(tmp_path / GAMES)) as archive:
        secret = await archive.dailies.secret()
    day = next(one for one in range(10_000, 10_010) if days.game_of(one).about.name == CHEAP)
    printed = in_a_process(tmp_path, "--date", str(days.date_of(day)))
    assert printed.returncode == 0, printed.stderr
    assert "This day isn't over: show this to nobody" in printed.stderr
    game = days.game_of(day)
    seed = days.seed_of(secret, days.deal_of(day))
    assert fair.commit(seed) in printed.stdout
    computers = Computers(workers=1, patience=60)
    try:
        par = await daily.par_of(computers.choose, game, seed)
    finally:
        computers.close()
    assert f"\nPar: {par}, the middle score of Medium, Hard and Expert\n" in printed.stdout
    assert printed.stdout.strip() == (await shown(day, game, secret)).strip()


async def test_par_is_the_middle_score_of_three_computers_and_not_always_of_the_same_one() -> None:
    game, middle, thoughts = registry.find("fourside"), set[int](), dict[Hashable, Thought]()

    async def choose(table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        """They think only once: each time they move the same way."""
        asked = table.lines, seat, level, key
        if asked not in thoughts:
            thoughts[asked] = await daily.choose_here(table, seat, level, key)
        return thoughts[asked]

    for day in (1, 4):
        seed = days.seed_of(days.PUBLIC_SECRET, DailyDeal(day, "fourside"))
        ends = [await daily.tried(choose, game, seed, one) for one in game.about.levels[-3:]]
        scores = [scored(end) for end in ends if end is not None]
        assert await daily.par_of(choose, game, seed) == sorted(scores)[1]
        middle.add(scores.index(sorted(scores)[1]))
    assert len(middle) > 1, "it isn't always the same one's"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--date", "2026-11-22"), "The first game of the day was on 2026-11-23."),
        (("--game", "chess"), "chess"),
        (("--date", "tomorrow"), "a date is written like 2026-12-24"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    types: Types, asked: Sequence[str], sentence: str
) -> None:
    said = types(*asked)
    assert said.status
    assert sentence in said.err
    assert not said.out


def test_another_games_deal_says_that_it_is_not_its_turn() -> None:
    day = next(one for one in range(40, 50) if days.game_of(one).about.name == "doublolo")
    said = list(warnings(day, registry.find(CHEAP), days.PUBLIC_SECRET))
    assert "That day's game is Doublolo. This is what Fooblitzky would be." in said


def test_the_days_have_their_dates() -> None:
    for day in (1, 2, 40, 4_000):
        assert days.day_on(days.date_of(day)) == day
        assert days.date_of(day).toordinal() + 1 == days.date_of(day + 1).toordinal()
    assert str(days.date_of(1)) == "2026-11-23"
