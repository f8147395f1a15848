"""Soaks: what they play, continuing them, and reporting what is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import record, registry
from tests import soak
from tests.soak import Game, Played, Results, Variant, played, rounds, spread, summary, variants

FOURSIDE = Variant("fourside", (2,))


def test_every_number_of_seats_and_every_other_value_of_each_option_is_a_variant() -> None:
    found = list(map(str, variants(registry.find("fooblitzky"))))
    assert found[:3] == ["fooblitzky, 2 seats", "fooblitzky, 3 seats", "fooblitzky, 4 seats"]
    assert {"fooblitzky, wage=10", "fooblitzky, teams=true", "fooblitzky, days=1"} <= set(found)
    assert not {"fooblitzky, wage=4", "fooblitzky, teams=false", "fooblitzky, days=5"} & set(found)
    assert len(found) == len(set(found)) == 34


def test_few_numbers_are_all_played_and_of_many_only_the_bounds() -> None:
    foozle, calabresella = (
        list(map(str, variants(registry.find(name)))) for name in ("foozle", "calabresella")
    )
    assert {"foozle, colours=3", "foozle, colours=4"} <= set(foozle)
    assert [name for name in calabresella if "game_point" in name] == [
        "calabresella, game_point=1",
        "calabresella, game_point=9999",
    ]


def test_numbers_of_seats_take_turns_and_so_do_levels() -> None:
    variant = Variant("fooblitzky", (2, 3), (("wage", "2"),))
    tables = [variant.table(number, ("tourist", "sleuth")) for number in range(4)]
    assert tables == [
        ("tourist", "sleuth"),
        ("tourist", "sleuth", "tourist"),
        ("sleuth", "tourist"),
        ("sleuth", "tourist", "sleuth"),
    ]


def test_a_game_that_stands_has_lines_rounds_and_an_end() -> None:
    one = played(Game(FOURSIDE, 0, ("unwary", "unwary")))
    assert one.stands
    assert one.lines > one.rounds > 0
    assert one.end


def test_what_a_game_raises_is_a_fault() -> None:
    one = played(Game(FOURSIDE, 0, ("nobody", "unwary")))
    assert not one.stands
    assert "nobody" in one.says


def test_rounds_end_with_the_clock_or_when_the_first_seat_moves_again() -> None:
    clock = record.read('[Game "fooblitzky"]\n* roll 1\na stay\n* flip none\n* roll 2\nb stay\n')
    assert rounds(clock) == 2
    assert rounds(replace(clock, lines=clock.lines[:3])) == 1
    turns = record.read('[Game "doublolo"]\na E4\na E5\nb E6\na E7\n')
    assert rounds(turns) == 2


def test_results_are_read_again_except_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "results"
    one, other = (Played("fourside", number, ("unwary",), lines=number) for number in (1, 2))
    Results(path).add(one)
    Results(path).add(other)
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    Results(path).add(other)
    assert Results(path).read() == {one.key: one, other.key: other}


def test_a_soak_continues_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results"
    argv = ["--game", "fourside", "--cores", "1", "--results", str(path), "--seeds"]
    assert soak.main([*argv, "1"]) == 0
    before = path.read_text(encoding="utf-8")
    assert soak.main([*argv, "2"]) == 0
    assert path.read_text(encoding="utf-8").startswith(before)
    games = 2 * len(list(variants(registry.find("fourside"))))
    assert path.read_text(encoding="utf-8").count("\n") == 2 * before.count("\n") == games
    assert f"{games} records" in capsys.readouterr().out


def test_the_summary_counts_what_is_unfinished_and_faulty() -> None:
    games = [
        Played("one", 0, (), lines=10, rounds=1, end="the board is full"),
        Played("one", 1, (), lines=30, rounds=3, end="the board is full"),
        Played("one", 2, (), finished=False),
        Played("one", 3, (), faults=("It is wrong.",)),
    ]
    _, row, legend = summary(games)
    assert row.split() == ["one", "4", "1", "1", "12", "20", "28", "1", "2", "3", "2", "A"]
    assert legend == "A: the board is full"


def test_a_spread_is_the_tenth_the_median_and_the_ninetieth_of_a_hundred() -> None:
    assert spread(range(101)) == (10, 50, 90)
    assert spread([7]) == (7, 7, 7)
    assert spread([]) == (0, 0, 0)
