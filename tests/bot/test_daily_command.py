"""`python -m bot daily`: a day's game for the host."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.tables import daily, days
from bot.tables.computers import Computers
from games import fair, record, registry
from games.replay import replay
from storage import Archive, DailyDeal
from tests.bot.forking import PROJECT

CHEAP = "fooblitzky"
"""The game whose strongest computer needs least for the four games that the command plays."""


def told(folder: Path, *arguments: str, hash_seed: str = "1") -> subprocess.CompletedProcess[str]:
    """What the command prints in a process of its own, with its database in this folder."""
    settings = {"PARLOUR_STORAGE__URL": str(folder / "games.sqlite3"), "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-m", "bot", "daily", *arguments],
        cwd=PROJECT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def records_in(printed: str) -> Sequence[record.Record]:
    """The deal, and the computer's try."""
    parts = printed.split("[Game ")[1:]
    return [record.read("[Game " + part.partition("\nA try of")[0]) for part in parts]


def test_it_shows_the_deal_par_and_a_try_the_same_each_time(tmp_path: Path) -> None:
    asked = ("--date", "2026-12-24", "--game", CHEAP, "--public")
    one, again = told(tmp_path, *asked), told(tmp_path, *asked, hash_seed="2")
    assert one.returncode == 0, one.stderr
    assert one.stdout == again.stdout
    assert one.stdout.startswith(f"Game of the day 32, 2026-12-24: {registry.find(CHEAP).about.title}\n")
    assert "Nobody plays it." in one.stderr
    assert not list(tmp_path.iterdir()), "it makes no database"
    opening, whole = records_in(one.stdout)
    assert whole.lines[: len(opening.lines)] == opening.lines
    assert len(opening.lines) < len(whole.lines)
    for each in (opening, whole):
        assert replay(registry.find(CHEAP), each).faults == ()
    assert f"Hash of the seed: {whole.header.commit}\n" in one.stdout


async def test_with_a_database_it_is_the_days_own_deal_and_the_bots_par(tmp_path: Path) -> None:
    async with Archive.open(str(tmp_path / "games.sqlite3")) as archive:
        secret = await archive.dailies.secret()
    day = next(one for one in range(10_000, 10_010) if days.game_of(one).about.name == CHEAP)
    printed = told(tmp_path, "--date", str(days.date_of(day)))
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


async def test_par_is_the_middle_score_of_three_computers_and_not_always_of_the_same_one() -> None:
    game, middle = registry.find("fourside"), set[int]()
    for day in (1, 4, 5):
        seed = days.seed_of(days.PUBLIC_SECRET, DailyDeal(day, "fourside"))
        ends = [await daily.tried(daily.choose_here, game, seed, one) for one in game.about.levels[-3:]]
        scores = [days.scored(end) for end in ends if end is not None]
        assert await daily.par_of(daily.choose_here, game, seed) == sorted(scores)[1]
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
    tmp_path: Path, asked: Sequence[str], sentence: str
) -> None:
    printed = told(tmp_path, *asked)
    assert printed.returncode
    assert sentence in printed.stderr
    assert not printed.stdout


def test_another_games_deal_says_that_it_is_not_its_turn(tmp_path: Path) -> None:
    day = next(one for one in range(40, 50) if days.game_of(one).about.name == "doublolo")
    printed = told(tmp_path, "--date", str(days.date_of(day)), "--game", CHEAP)
    assert "That day's game is Doublolo. This is what Fooblitzky would be." in printed.stderr


def test_the_days_have_their_dates() -> None:
    for day in (1, 2, 40, 4_000):
        assert days.day_on(days.date_of(day)) == day
        assert days.date_of(day).toordinal() + 1 == days.date_of(day + 1).toordinal()
    assert str(days.date_of(1)) == "2026-11-23"
