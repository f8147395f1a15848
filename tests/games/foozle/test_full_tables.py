"""Full tables: their letters stay legible, what doesn't fit is counted, and their files stay small."""

from dataclasses import replace
from importlib.resources import files

import pytest
from PIL import ImageChops

from games.core import Seat
from games.engine import record
from games.engine.fold import play_on
from games.engine.replay import begin
from games.foozle import GAME
from games.foozle.pictures.asked import Named
from games.foozle.pictures.board import SCALES, Scale
from games.foozle.pictures.canvas import palette
from games.foozle.pictures.draw import draw
from games.foozle.pictures.groups import Groups
from games.foozle.pictures.tableau import Tableau
from games.foozle.pictures.tiles import on_table
from games.foozle.rules.cards import Card, each
from games.foozle.rules.position import Taking, empty_table
from games.foozle.rules.view import View, see
from tests.games.foozle.naive import cards
from tests.games.pictures import FACES

A = Seat(0)
LEGIBLE = 33
"""The height of letters that a phone shows 11 px high, in px."""
LARGEST = 150_000
"""How many bytes a picture of a game may have."""


_THREES = ("La Pl Zu", "Ra To In")


def _crowded(groups: int) -> View:
    """Sets of three cards, one rank after the other; the tableau has all other cards of the suits."""
    trios = [[f"{rank}{suit}" for suit in three.split()] for rank in range(10) for three in _THREES]
    laid = tuple(cards(" ".join(trio)) for trio in trios[:groups])
    gone = sum(laid)
    tableau = tuple(Card(card) for card in range(165) if not gone >> card & 1)
    table = replace(empty_table(2, 5), groups=laid, layers=(A,) * groups, tableau=tableau, dealer=A)
    return see(Taking(table, A), None)


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: str(scale.cards))
def test_letters_of_small_cards_stay_legible(scale: Scale) -> None:
    assert scale.capitals >= LEGIBLE
    naught, four = (on_table(palette(2), next(each(cards(f"{rank}Zu"))), scale.cards) for rank in "04")
    differ = ImageChops.difference(naught.convert("RGB"), four.convert("RGB")).getbbox()
    assert differ is not None
    assert differ[3] - differ[1] >= LEGIBLE


def test_groups_that_do_not_fit_are_counted_and_those_that_can_be_chosen_stay() -> None:
    view, smallest = _crowded(14), SCALES[-1]
    whole = Groups(view, Named(), smallest)
    assert (whole.rows, whole.left_out) == (3, 0)
    fewer = Groups(view, Named(), smallest, 2)
    assert (fewer.rows, fewer.shown[-1]) == (2, 13)
    assert fewer.left_out == 14 - len(fewer.shown) == fewer.shown[0]
    asked = Groups(view, Named(groups=frozenset({1})), smallest, 2)
    assert 0 in asked.shown
    assert not fewer.takes_piles


def test_of_a_long_tableau_the_newest_cards_are_shown() -> None:
    view, smallest = _crowded(2), SCALES[-1]
    whole = Tableau(view, Named(), smallest)
    assert (whole.rows, whole.note) == (6, "– newest on the right")
    assert Tableau(view, Named(), smallest, 1).note == "– newest 31 of 159"


def test_the_fullest_table_has_letters_that_can_be_read() -> None:
    """It says what it leaves out; a picture is at most 1.3 times as high as wide."""
    full = draw(_crowded(20))
    assert full.board.height <= 1.3 * full.board.width


BUSIEST = (("six-seats-three-colours", 40, 4), ("big-foozle-taken", 56, 1), ("four-seats", 58, 3))
"""Records, the number of lines and the seat whose pictures were found to be the largest."""


@pytest.mark.parametrize(("name", "lines", "seat"), BUSIEST)
def test_the_largest_pictures_of_the_records_have_at_most_150_kb(name: str, lines: int, seat: int) -> None:
    text = files("games.foozle").joinpath(f"records/{name}.txt").read_text("utf-8")
    told = record.read(text)
    table = play_on(begin(GAME, told.header), told.lines[: lines + 1]).table
    assert len(draw(table.view(Seat(seat))).png(FACES[: len(table.seats)])) <= LARGEST
