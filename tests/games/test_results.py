"""What a result card says: who won and why, how the score went, and where it turned."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.core import Outcome, Seat
from games.engine import record
from games.engine.course import MOST_LINES, course
from games.kit.results import PLAIN, Course, Ended, Look, Point, Rated, turned
from tests import long_records
from tests.games.finished import RECORDS, ended, look_of
from tests.laws.folders import WITH_FOLDERS

A, B, C = (Seat(number) for number in range(3))
STONES = Look(unit=("stone", "stones"))


def game(*scores: tuple[int, ...], places: tuple[int, ...] = (1, 2), **more: object) -> Ended:
    """A game with these scores after each move."""
    points = tuple(Point(number, number, 0, now, f"move {number}") for number, now in enumerate(scores))
    known = {
        "title": "Doublolo",
        "view": None,
        "outcome": Outcome(places, scores[-1], "more stones"),
        "scores": scores[-1],
        "winners": tuple(Seat(seat) for seat, place in enumerate(places) if place == 1),
        "holders": tuple(range(len(places))),
        "course": Course(points, len(points) - 1, left=(None,) * len(places)),
    }
    return Ended(**(known | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "headline", "why"),
    [
        (game((0, 0), (20, 3), (30, 20)), ("{a}", "wins"), "By 10 stones"),
        (game((0, 0), (3, 20), (30, 20)), ("{a}", "wins"), "By 10, after trailing by 17 stones"),
        (game((0, 0), (20, 21), (30, 29)), ("{a}", "wins"), "By 1 stone, with the last move"),
        (game((0, 0), (30, 29)), ("{a}", "wins"), "By 1 stone"),  # all is scored at the end
        (game((0, 0), (5, 5), winners=()), ("", "A draw"), "5 stones each"),
        (game((0, 0), (5, 5), places=(1, 1)), ("{a} and {b}", "win"), "5 stones each"),
        (game((0,) * 4, (5,) * 3 + (1,), places=(1, 1, 1, 4)), ("Three", "win"), "5 stones each"),
        (game((0, 0), (5, 5)), ("{a}", "wins"), "More stones"),
        (game((0, 0), (0, 0), places=(2, 2)), ("", "Nobody wins"), "More stones"),
        (game((0, 0), (5, 6), resigned=(B,)), ("{a}", "wins"), "More stones"),
        (
            game((0, 0, 0), (3, 1, 1), (5, 9, 4), places=(1, 3, 2), resigned=(B,)),
            ("{a}", "wins"),
            "By 1 stone",
        ),
        (game((0, 0), (5, 6), resigned=(B,), is_empty=True), ("", "Game over"), "{b} resigned"),
        (game((0, 0), (5, 6), outcome=None, winners=()), ("", "Stopped"), "before the end"),
    ],
)
def test_the_first_line_that_fits_says_how_it_ended(told: Ended, headline: tuple[str, str], why: str) -> None:
    assert told.headline == headline
    assert told.why(STONES) == why


def test_somebody_with_two_seats_is_named_once_and_both_seats_are_listed() -> None:
    told = game((0, 0, 0, 0), (8, 4, 2, 3), (9, 4, 2, 3), places=(1, 3, 1, 3), holders=(0, 1, 0, 1))
    assert told.headline == ("{a}", "wins")
    assert told.why(STONES) == "By 5 stones"
    assert told.order == (0, 2, 1, 3)


@pytest.mark.parametrize(
    ("leads", "at"),
    [
        ([0, -9, -20, 7, 5, 12], 3),  # the largest swing takes the lead for good
        ([0, 30, 29, -1, 15, 16], 4),  # half as large is enough
        ([0, 20], None),  # all is scored at the end
        ([0, 0, 20], None),
        ([0, 30, 5, 0, 1, 20], 1),  # a small step into the lead isn't where it turned
        ([3, 5, 4, 9, 8, 13], 5),  # always ahead: the last of the largest swings
        ([5, 4, 3, 2], None),
    ],
)
def test_a_game_turns_where_the_winner_takes_the_lead_for_good_or_gains_most(
    leads: list[int], at: int | None
) -> None:
    assert turned([(lead, 0) for lead in leads], (A,)) == at


@pytest.mark.parametrize("changed", [{"resigned": (B,)}, {"winners": ()}, {"winners": (A, B)}])
def test_a_game_without_one_winner_by_play_has_no_turning_point(changed: dict[str, object]) -> None:
    assert replace(game((0, 0), (0, 9), (20, 9)), **changed).turning is None  # type: ignore[arg-type]


def test_the_description_says_all_that_the_picture_shows() -> None:
    told = game(
        (0, 0),
        (0, 77),
        (151, 141),
        ratings=(Rated(1512, 1526), Rated(1544, 1530, is_sure=False)),
        took=("52 minutes", "12 August 2026"),
    )
    assert told.description(STONES) == (
        "{a} wins Doublolo, 151 stones to 141, after trailing by 77. "
        "Ratings: {a} 1512 to 1526, plus 14; {b} 1544 to 1530, minus 14, provisional. "
        "The turning point is move 2: move 2. 2 moves, 52 minutes, 12 August 2026."
    )
    computers = replace(told, against_computers=True)
    assert "Ratings against computers: {a} 1512" in computers.description(STONES)
    told = replace(told, outcome=None, winners=(), ratings=(), unrated="not rated", course=None, took=())
    assert told.description(PLAIN) == "Doublolo was stopped. {a}, 151 points; {b}, 141 points. Not rated."


ENDED = sorted(
    str(file.relative_to(RECORDS))
    for file in RECORDS.glob("*/records/*.txt")
    if "[Places" in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("file", ENDED)
def test_the_course_of_every_record_ends_with_its_score_and_only_goes_forward(file: str) -> None:
    told = ended(file)
    assert told.course is not None
    assert told.outcome is not None
    points = told.course.points
    assert points[-1].scores == told.outcome.scores
    assert all(one.move <= other.move and one.line < other.line for one, other in pairwise(points))
    assert points[-1].move == told.course.moves


def test_what_was_undone_is_not_in_the_course() -> None:
    lines = [*long_records.undone(60).splitlines(), "a I5"]
    told = record.read("\n".join(lines))
    found = course(WITH_FOLDERS["doublolo"], told.header, told.lines, PLAIN)
    assert found is not None
    assert [(point.move, point.scores) for point in found.points][2:] == [(1, (19, 14))]


def test_the_short_form_of_what_was_told_names_the_turning_point() -> None:
    told = ended("calabresella/records/computers-to-100.txt")
    assert told.turning is not None
    assert told.at(told.turning, look_of("calabresella")).startswith("deal ")
    assert "above 18" in told.turning.told or "short of 18" in told.turning.told
    told = ended("doublolo/records/hard-against-expert.txt")
    assert told.turning is not None
    assert "flipped" in told.turning.told


def test_a_record_that_is_too_long_or_does_not_replay_has_no_course() -> None:
    foozle = WITH_FOLDERS["foozle"]
    long = record.read(long_records.discarded(MOST_LINES + 50))
    assert course(foozle, long.header, long.lines, PLAIN) is None
    assert course(foozle, long.header, long.lines[5:20], PLAIN) is None
    assert course(foozle, replace(long.header, seats=9), long.lines[:20], PLAIN) is None
