"""The ladder of the computers: each level plays better than the one below, and the verb that shows it."""

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bench import ladder
from bench.ladder import play_deal, player, seatings, wilson
from bot.table import ratings
from bot.table.ratings import Wins
from games.calabresella.computers import thinking
from games.engine import registry
from tests.deep import sized

DEALS = {"calabresella": 1, "doublolo": 1, "fooblitzky": 3, "foozle": 1, "fourside": 1}
"""Enough to tell the strongest level from one that plays like the weakest and so wins only half of them."""

CHEAP = "fooblitzky"
"""The game whose ladder takes least to climb."""


@pytest.mark.parametrize("name", DEALS)
def test_the_strongest_level_beats_the_weakest_and_looks_at_more(name: str) -> None:
    """A single step is too small for a few games: `make ladder` plays more."""
    game = registry.find(name)
    weakest, *_, strongest = (player(game, level) for level in game.about.levels)
    deals = range(sized(DEALS[name], 30))
    played = [play_deal(game, deal, strongest, weakest, **game.quick) for deal in deals]
    assert sum(one.won for one in played) > sum(one.lost for one in played)
    most, least = played[0], play_deal(game, 0, weakest, weakest, **game.quick)
    assert len(most.looks) == len(most.ms)
    assert most.row()["p95 looks"] > least.row()["p95 looks"]


@pytest.mark.parametrize(
    ("name", "deals"),
    {"calabresella": 8, "doublolo": 20, "fooblitzky": 6, "foozle": 12, "fourside": 20}.items(),
)
def test_somebody_who_has_just_done_the_lesson_beats_beginner(name: str, deals: int) -> None:
    game = registry.find(name)
    pupil, beginner = player(game, ladder.PUPIL), player(game, game.about.levels[0])
    options = ladder.SHORT.get(name, game.quick)
    played = [play_deal(game, deal, pupil, beginner, **options) for deal in range(sized(deals, 10 * deals))]
    assert sum(one.won for one in played) > sum(one.lost for one in played)


def test_a_deal_is_played_from_every_seat_and_an_even_match_has_half() -> None:
    assert list(seatings(2)) == [(True, False), (False, True)]
    assert len(list(seatings(3))) == 6
    game = registry.find("calabresella")
    same = player(game, game.about.levels[0])
    match = play_deal(game, 1, same, same, **game.quick)
    assert match.won == match.lost == 3


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(65, 100)
    assert math.isclose(low, 0.5525, abs_tol=1e-4)
    assert math.isclose(high, 0.7364, abs_tol=1e-4)


def test_the_ladder_prints_a_row_for_each_step_and_says_if_one_is_too_small(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not ladder.climb([CHEAP], deals=1, is_deep=False), "two games prove nothing"
    shown = capsys.readouterr().out
    levels = registry.find(CHEAP).about.computers
    for weak, strong in pairwise(levels):
        assert f"{strong.title} against {weak.title}" in shown


def test_a_number_can_be_tried_out_in_place_of_another_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "games.calabresella.computers.thinking.ENOUGH"
    monkeypatch.setattr(name, thinking.ENOUGH)  # is put back afterwards
    ladder.put([f"{name}=13"])
    assert thinking.ENOUGH == 13.0
    for wrong in (f"{name}=(1, 2)", f"{name}='13'", f"{name}=many"):
        with pytest.raises(ValueError, match=r"ENOUGH|malformed"):
            ladder.put([wrong])
    with pytest.raises(AttributeError):
        ladder.put([f"{name}_OR_MORE=13"])
    assert thinking.ENOUGH == 13.0


@pytest.fixture
def ladder_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file in place of the ladder's own."""
    file = tmp_path / "ladder.toml"
    monkeypatch.setattr(ratings, "LADDER_FILE", file)
    monkeypatch.setattr(ladder, "LADDER_FILE", file)
    yield file
    ratings.ladder.cache_clear()


def test_what_is_written_takes_the_place_of_that_game_alone(ladder_file: Path) -> None:
    head = "# Don't edit.\n\n"
    others = "[chess]\nhard.easy = { won = 7, decided = 9 }\n"
    ladder_file.write_text(
        f"{head}{others}\n[{CHEAP}]\nhard.gone = {{ won = 1, decided = 2 }}\n", encoding="utf-8"
    )
    ladder.climb([CHEAP], deals=1, is_deep=False, writes=True)
    assert ladder_file.read_text(encoding="utf-8").startswith(head + others)
    measured = ratings.ladder()
    assert measured["chess"] == {"hard": {"easy": Wins(7, 9)}}
    steps = {(below, level) for level, met in measured[CHEAP].items() for below in met}
    assert steps == set(pairwise(registry.find(CHEAP).about.levels))
    assert {one.decided for met in measured[CHEAP].values() for one in met.values()} <= {0, 1, 2}, (
        "two games a step"
    )


def test_steps_that_were_not_played_keep_what_is_written(
    ladder_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weakest, easy, medium, hard, expert = registry.find(CHEAP).about.levels
    steps = [(expert, hard), (hard, medium), (medium, easy), (easy, weakest), ("gone", weakest)]
    kept = Wins(70, 90)
    ladder_file.write_text(f"[{CHEAP}]\n", encoding="utf-8")
    ladder.write({CHEAP: {level: {below: kept} for level, below in steps}})
    monkeypatch.setattr("sys.argv", ["ladder", CHEAP, "--only", expert, "--deals", "1", "--write"])
    ladder.main()
    measured = ratings.ladder()[CHEAP]
    assert measured.pop(expert)[hard].decided <= 2
    assert measured == {level: {below: kept} for level, below in steps[1:-1]}, "and a level that's gone, goes"
    assert "Expert against Hard" in capsys.readouterr().out


@pytest.mark.parametrize("other", ["--put=games.calabresella.computers.thinking.ENOUGH=13", "--first=1"])
def test_nothing_is_written_of_what_was_only_tried_out(
    ladder_file: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setattr("sys.argv", ["ladder", CHEAP, "--deals", "1", "--write", other])
    with pytest.raises(SystemExit):
        ladder.main()
    assert not ladder_file.exists()
