"""The end of a match, also if the computer reaches the game point for a player who has resigned."""

import pytest

from games.calabresella import GAME
from games.calabresella.pictures.cells import cells
from games.calabresella.words.describe import describe
from games.core import Seat
from games.engine.fold import play_on
from games.engine.record import Line, read
from games.engine.table import AnyTable, Table
from tests.games.calabresella.looking import VIEWERS
from tests.laws.cards import texts

RECORD = read(texts("calabresella")["rule-17-the-game-point.txt"])
"""The first deal brings a to the game point of 70; b and c score nothing."""

DEALT = 2
"""The lines before the first bid."""


def ended(resigned: str = "") -> AnyTable:
    """The end of that match, with these seats resigning before the first bid."""
    leaving = tuple(Line(Seat("abc".index(letter)), "/resign") for letter in resigned)
    folded = play_on(Table.new(GAME, RECORD.header), (*RECORD.lines[:DEALT], *leaving, *RECORD.lines[DEALT:]))
    assert folded.fault is None, folded.fault
    return folded.table


@pytest.mark.parametrize(
    ("resigned", "first"),
    [
        ("", "{a} wins"),
        ("b", "{a} wins"),
        ("a", "{b} and {c} win"),
    ],
)
def test_the_picture_and_the_alt_text_name_those_who_are_first_in_the_result(
    resigned: str, first: str
) -> None:
    table = ended(resigned)
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert tuple(cell.seat for cell in cells(view) if cell.won) == view.first
        assert describe(view).startswith(f"The match is over: {first}.")


def test_a_player_who_resigned_is_last_even_if_the_computer_reaches_the_game_point_for_them() -> None:
    table = ended("a")
    assert table.outcome is not None
    assert (table.outcome.places, table.outcome.reason) == ((3, 1, 1), "{a} resigned before the end")
    assert table.heard(None)[-1] == "{a} reaches the game point with 70: the match is over."


def test_a_player_who_stayed_wins_as_usual_after_another_resigned() -> None:
    table = ended("b")
    assert table.outcome is not None
    assert (table.outcome.places, table.outcome.reason) == ((1, 3, 2), "70 points in a match to 70")
