"""Chance against what's expected, as a picture: of any number of scales, also far off."""

from bot.fairness.card import Gauge, Luck
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.brush.palette import colour
from tests.games.pictures import opened

ODD = colour("#E0803A")


def luck(*off: float) -> Luck:
    """A scale for each of these, in standard deviations."""
    gauges = tuple(Gauge("Rolls of 13 or more", "1,240, expected 1,200", one) for one in off)
    return Luck("Is chance fair here?", "less than expected", "usual luck", "more", gauges)


def test_each_scale_has_the_same_room() -> None:
    assert opened(luck(0).png()).size == (WIDTH, 360)
    assert opened(luck(0, 1, -1, 2, 0.5).png()).size == (WIDTH, 960)


def test_a_dot_is_where_it_belongs_and_another_colour_if_that_is_unusual() -> None:
    for off, x, ink in ((0, 590, ACCENT), (2, 845, ACCENT), (3, 972, ODD), (99, 1100, ODD), (-99, 80, ODD)):
        assert opened(luck(off).png()).convert("RGB").getpixel((x + 12, 230)) == ink, off
