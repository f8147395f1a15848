"""Rays and the crown, with which games celebrate a winner."""

from math import pi

import pytest

from games.kit.brush.easel import Easel
from games.kit.brush.festive import crown, rays
from games.kit.brush.marks import NIGHT, PAPER

SIDE = 200
MIDDLE = SIDE / 2, SIDE / 2


@pytest.mark.parametrize(("share", "start", "count"), [(0.45, 0, 18), (0.5, 0.25, 14), (0.2, 3.5, 5)])
def test_rays_fill_their_share_of_the_circle(share: float, start: float, count: int) -> None:
    easel, circle = Easel((SIDE, SIDE), NIGHT), 0
    for ray in rays(MIDDLE, SIDE, share, start, count):
        easel.polygon(ray, PAPER)
    image = easel.finish()
    for x in range(SIDE):
        for y in range(SIDE):
            if (x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2 < (SIDE / 2) ** 2:
                circle += image.getpixel((x, y)) == PAPER
    assert circle / (pi * (SIDE / 2) ** 2) == pytest.approx(share, abs=0.05)


def test_rays_go_clockwise_from_three_oclock() -> None:
    first, second, third, fourth = rays(MIDDLE, 50, 0.5, count=4)
    assert [ray[0] for ray in (first, second, third, fourth)] == [MIDDLE] * 4
    assert first[1] == pytest.approx((150, 100))
    assert second[1] == pytest.approx((100, 150))
    turned, *_ = rays(MIDDLE, 50, 0.5, start=1, count=4)
    assert turned[1] == pytest.approx(second[1])
    assert turned[2] == pytest.approx(second[2])


@pytest.mark.parametrize("wide", [54, 96, 126])
def test_a_crown_is_two_thirds_as_high_as_wide(wide: int) -> None:
    assert crown(wide).size == (wide, wide * 2 // 3)
