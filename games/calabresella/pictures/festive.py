"""Suns, rays, the crown and confetti, for the end of a deal and of the match."""

from games.calabresella.pictures.sprites import FELT, RAY, SOFT, palette
from games.kit.brush import cards, festive
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, CREAM, PAPER
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import shape_of
from games.kit.brush.sprites import on
from games.kit.brush.suits import INKS

_CROWN = 96
_POINTS, _DEPTH = 24, 0.86
PIECES = 12
"""How many kinds of confetti there are."""
PIECE = 20
_INKS = (ACCENT, CREAM, INKS["♥"], SOFT)


@cached
def sun(size: int) -> Picture:
    """A mask (L) of the golden sun that a winner's face lies on."""
    easel, middle = Easel((size, size), (0, 0, 0)), (size / 2, size / 2)
    cards.star(easel, middle, size / 2, PAPER, _POINTS, _DEPTH)
    return shape_of(easel.finish())


@cached
def crown() -> Picture:
    """The crown for the winner of the match (P)."""
    return palette().fit(on(FELT, festive.crown(_CROWN)))


@cached
def crown_outline() -> Picture:
    """The mask (L) of the crown."""
    return shape_of(festive.crown(_CROWN))


@cached
def rays(size: tuple[int, int], middle: tuple[int, int]) -> Picture:
    """Felt of this size (P) with rays from a point on it."""
    easel = Easel(size, FELT)
    for ray in festive.rays(middle, sum(size), 0.4902, start=0.5049, count=14):
        easel.polygon(ray, RAY)
    return palette().fit(easel.finish())


@cached
def confetti(number: int) -> Picture:
    """The mask (L) of a piece of confetti; there are three shapes."""
    easel = Easel((PIECE, PIECE), (0, 0, 0))
    if number % 3 == 0:
        easel.disc((10, 10), 7, PAPER)
    else:
        outline = ((3, 8), (14, 3), (17, 11), (6, 16)) if number % 3 == 1 else ((3, 15), (10, 3), (17, 13))
        easel.polygon(outline, PAPER)
    return shape_of(easel.finish())


def confetti_ink(number: int) -> int:
    """The palette number of a piece's colour; there are four."""
    return palette().index(_INKS[number % len(_INKS)])
