"""Parlour's own look, for what belongs to no single game: wall, brass rail, gilded frames."""

from games.kit.brush.easel import Box, Easel
from games.kit.brush.lettering import shortened, write
from games.kit.brush.marks import CREAM, PAPER, WIDTH
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sprites import svg

WALL, STRIPE = colour("#14352F"), colour("#183D36")
SPRIG = colour("#1F4B42")
PANEL = colour("#0E2723")
SOFT = colour("#A9CDBE")
"""Quieter words on the wall."""
SHEET, RULE, LIT = CREAM, colour("#E6D8B4"), colour("#FFE9A8")
"""The paper of a score sheet, the lines on it, and a row that stands out."""
INK = colour("#6B5B3A")
"""Quieter words on the sheet."""
BRASS, GLEAM, SHADE = colour("#C99A3B"), colour("#F2D98A"), colour("#7A5A1E")

_STRIPE = 59
_GOLD = colour("#E3B84E")
_SHADOW = colour("#0A1D1A")


def wall(easel: Easel, high: int, sprigs_until: int = WIDTH) -> None:
    """Paper the top `high` px with stripes; every other one has sprigs, left of `sprigs_until`."""
    easel.plate((0, 0, WIDTH, high), 0, WALL)
    for left in range(0, WIDTH, 2 * _STRIPE):
        easel.plate((left, 0, left + _STRIPE, high), 0, STRIPE)
        middle = left + _STRIPE / 2
        for y in range(22, high - 14, 84):
            if middle < sprigs_until:
                easel.polygon([(middle, y - 9), (middle + 6, y), (middle, y + 9), (middle - 6, y)], SPRIG)
                easel.disc((middle, y - 18), 3.5, SPRIG)
                easel.disc((middle, y + 18), 3.5, SPRIG)


def rail(easel: Easel, top: float, high: float = 14) -> None:
    """A brass rail from edge to edge."""
    easel.plate((0, top, WIDTH, top + high), 0, SHADE)
    easel.plate((0, top, WIDTH, top + high * 0.6), 0, BRASS)
    easel.plate((0, top, WIDTH, top + 3), 0, GLEAM)


def gilt_frame(easel: Easel, inside: Box, thick: float, ground: Colour) -> None:
    """A gilded frame around this box, whose inside is `ground`."""

    def block(grow: float, radius: float, ink: Colour, right: float = 0, down: float = 0) -> None:
        left, top, far, bottom = inside
        easel.plate(
            (left - grow + right, top - grow + down, far + grow + right, bottom + grow + down), radius, ink
        )

    block(thick, 6, _SHADOW, 5, 8)
    block(thick, 6, SHADE)
    block(thick - 3, 4, _GOLD)
    block(thick * 0.55, 2, SHADE)
    block(thick * 0.38, 2, GLEAM)
    block(0, 0, ground)
    left, top, right, bottom = inside
    for x in (left - thick * 0.55, right + thick * 0.55):
        for y in (top - thick * 0.55, bottom + thick * 0.55):
            easel.disc((x, y), thick * 0.7 + 1.5, SHADE)
            easel.disc((x, y), thick * 0.7 - 1.5, GLEAM)


def sign(image: Picture, words: str, at: tuple[int, int], capitals: int) -> None:
    """Large words on the wall, from `at` at their left."""
    x, y = at
    write(image, words, (x + 4, y + 6), capitals, _SHADOW, "left")
    write(image, words, at, capitals, CREAM, "left")


def medallion(markup: str, title: str, size: int) -> Picture:
    """A game's medallion (RGBA) from its SVG document; without one, a disc with the title's first letter."""
    if markup:
        return svg(markup, (size, size))
    easel, shape = Easel((size, size), BRASS), Easel((size, size), (0, 0, 0))
    easel.disc((size / 2, size / 2), size * 0.47, WALL)
    shape.disc((size / 2, size / 2), size / 2, PAPER)
    image = easel.finish()
    write(image, shortened(title, 40, WIDTH)[:1], (size / 2, size / 2), size * 0.5, CREAM)
    image.putalpha(shape.finish().convert("L"))
    return image
