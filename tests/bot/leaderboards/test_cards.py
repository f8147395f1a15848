"""Leaderboards and profiles as pictures: each figure shows, in all colours, with any name and face."""

from dataclasses import replace
from typing import Any

import pytest

from bot.leaderboards.leaderboard_card import LeaderboardCard, Line
from bot.leaderboards.profile_card import Duel, GameLine, Profile, RatingCourse
from games.engine import registry
from games.kit.brush.marks import WIDTH
from games.kit.faces import Face
from tests.games.contrast import contrast
from tests.games.pictures import FACES, are_drawn_in_threads_as_in_one, opened

GAMES = (*registry.all_games(), "")
"""Each game, and one without artwork."""

LARGEST = 150_000


def board(game: str, people: int = 10, **more: Any) -> LeaderboardCard:
    """A page with so many people, of whom the last isn't ranked yet."""
    lines = [
        Line(FACES[n % len(FACES)], n + 1 if n < people - 1 else None, f"{1800 - 20 * n}?", n, 20, "wldwl")
        for n in range(people)
    ]
    whole: dict[str, Any] = {
        "banner": registry.banner_picture(game) if game else b"",
        "title": game or "A game without a banner",
        "tabs": ("All time", "Oct to Dec", "November"),
        "open_tab": 1,
        "heading": "A server with quite a long name",
        "people": 1234,
        "rating": "rating",
        "won": "won",
        "last": "last five",
        "lines": tuple(lines),
        "unranked": "Not ranked yet",
        "own": Line(Face("Bruno"), 14, "1431", 8, 23, "wl", "You", is_reader=True),
        "medallions": () if game else (("Doublolo", registry.medallion("doublolo")), ("Chess", "")),
    }
    return LeaderboardCard(**(whole | more))


PROFILE = Profile(
    FACES[0],
    "First win in Doublolo",
    "3 wins in a row",
    True,
    "112 games",
    ("Between people", "rating", "won"),
    (
        *(
            GameLine(registry.medallion(one), one, "1500?", 3, 5, "best", "crown")
            for one in registry.all_games()
        ),
        GameLine("", "Chess", "–", 0, 0),
    ),
    RatingCourse("Doublolo rating", (1500, 1520, 1480, 1610, 1590), 2, "best 1610", ("1 Oct", "", "23 Nov")),
    Duel((FACES[1], FACES[0]), ("you", "Ada"), 6, 9, 1),
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 3, 10])
def test_every_games_leaderboard_is_wide_enough_and_small_enough(game: str, people: int) -> None:
    file = board(game, people).png()
    assert opened(file).width == WIDTH
    assert len(file) < LARGEST


@pytest.mark.parametrize("game", GAMES)
def test_a_place_stands_out_from_its_row(game: str) -> None:
    """The colours of the fourth row, away from faces and marks: its ground and what's written on it."""
    drawn = opened(board(game).png())
    row = drawn.crop((40, 178 + 84 + 58 + 3 * 106, 84, 178 + 84 + 58 + 3 * 106 + 84))
    counted = sorted(row.getcolors(10_000) or [], reverse=True)
    (_, ground), (_, ink) = counted[:2]
    assert contrast(ground, ink) > 4.5  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"place": 5},
        {"rating": "1650"},
        {"wins": 7},
        {"games": 21},
        {"form": "wldww"},
        {"form": "wldw"},
        {"name": "somebody"},
        {"face": FACES[0]},
        {"is_reader": True},
    ],
)
def test_every_figure_of_a_line_shows(change: dict[str, Any]) -> None:
    whole = board("doublolo")
    lines = list(whole.lines)
    lines[3] = replace(lines[3], **change)
    changed = replace(whole, lines=tuple(lines))
    assert changed.png() != whole.png()


@pytest.mark.parametrize(
    "change",
    [
        {"face": FACES[3]},
        {"ribbon": ""},
        {"streak": "Last played 3 August", "burns": False},
        {"games": "113 games"},
        {"lines": PROFILE.lines[:3]},
        {"course": None},
        {"course": RatingCourse("Doublolo rating", (1500, 1510), 2, "best 1510", ("", "", "today"))},
        {"course": RatingCourse("x", tuple(range(1400, 1800, 2)), 9, "best 1798", ("a", "b", "c"))},
        {"duel": None},
        {"duel": Duel((FACES[5], FACES[3]), ("you", "Ada"), 60, 90, 11)},
    ],
)
def test_every_part_of_a_profile_shows_and_may_be_missing(change: dict[str, Any]) -> None:
    changed = replace(PROFILE, **change).png()
    assert changed != PROFILE.png()
    assert len(changed) < LARGEST


def test_equal_ones_have_equal_pictures_in_any_thread() -> None:
    boards = [board(game, people) for game in GAMES for people in (2, 9)]
    assert are_drawn_in_threads_as_in_one(LeaderboardCard.png, boards)
    profiles = [replace(PROFILE, face=face) for face in FACES]
    assert are_drawn_in_threads_as_in_one(Profile.png, profiles)
