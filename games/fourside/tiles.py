"""The pieces of FourSide's picture: tiles with a value on each side, and empty squares."""

from typing import NamedTuple

from games.core import Seat
from games.fourside.position import STEPS, Tile
from games.kit.brush.easel import Box, Easel, Point
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS, TEXT, choice
from games.kit.brush.palette import Colour, Picture, colour, mix

CELL = 122
"""A square of the board, in px: nine of them fill the width."""
HELD = 110
"""A tile in a hand, in px: two hands of five fit side by side."""
CHIP = 56
"""The height of the numbers over the tiles of a hand."""

HINT_WIDE, HINT_HIGH = 72, 60

PAGE = colour("#0E1643")
FIELD = colour("#2B48B4")
PANEL = colour("#8C2230")
PANEL_LIT = colour("#A83644")
BONUS = colour("#13734F")
MINUS = colour("#8A1C3C")

TINTS = tuple(
    colour(code)
    for code in (
        "#F6E7C1", "#BFE3F2", "#F7C6B4", "#C9E8B8", "#E0CDF2", "#F3DD86", "#B5D3C8", "#F5C3D8", "#D5D9E2",
    )
)  # fmt: skip
"""The colours of the values 1 to 9. They help to find equal values; the figures are enough without them."""

INKS = (mix(SEATS[0].colour, PAPER, 0.35), SEATS[1].colour)
"""By seat: the frame of a square where it can place a tile, and of its hand."""

GAP = 4
"""The gap around a tile, in px."""
_FIGURE = 0.4
"""The height of a value as a part of its tile: any larger, and values of adjacent sides would touch."""
_REACH = 0.462
"""How far the values reach from the middle towards their sides, as a part of the tile."""
_LINE = 46


class Ground(NamedTuple):
    """An empty square: `area` is 20, -20 or 0, `seat` can place a tile here, `name` is above its sign."""

    area: int = 0
    seat: Seat | None = None
    name: str = ""
    hint: bool = False


def paint_tile(tile: Tile, size: int, ground: Colour) -> Picture:
    """The tile (RGB), `size` px square with the gap around it in the colour `ground`."""
    easel = Easel((size, size), ground)
    low, high = float(GAP), float(size - GAP)
    easel.plate((low, low, high, high), size * 0.08, NIGHT)
    middle: Point = (size / 2, size / 2)
    low, high = low + 1.5, high - 1.5
    corners: tuple[Point, ...] = ((low, low), (high, low), (high, high), (low, high))
    for side, value in enumerate(tile):
        easel.polygon([corners[side], corners[(side + 1) % 4], middle], TINTS[value - 1])
    image = easel.finish()
    inside = high - low
    tall = inside * _FIGURE
    for (across, down), value in zip(STEPS, tile, strict=True):
        half = width(str(value), tall) / 2 if across else tall / 2
        reach = inside * _REACH - half
        write(image, str(value), (middle[0] + across * reach, middle[1] + down * reach), tall, NIGHT)
    return image


def paint_chip(words: str, seat: Seat | None, ground: Colour) -> Picture:
    """The label over a tile (RGB), HELD by CHIP px: its number on the shape of its seat, or words only."""
    easel = Easel((HELD, CHIP), ground)
    middle: Point = (HELD / 2, CHIP / 2)
    ink = PAPER
    if seat is not None:
        for radius, colour_of_it in ((CHIP / 2 - 2, NIGHT), (CHIP / 2 - 4, SEATS[seat].colour)):
            SEATS[seat].shape(easel, middle, radius, colour_of_it)
        ink = SEATS[seat].ink
    image = easel.finish()
    write(image, words, middle, TEXT, ink)
    return image


def paint_hints(left: int, ground: Colour, spent: Colour) -> Picture:
    """A light bulb and the number of hints left (RGB), HINT_WIDE by HINT_HIGH px."""
    easel = Easel((HINT_WIDE, HINT_HIGH), ground)
    lit = ACCENT if left else spent
    easel.disc((20, 21), 17, lit)
    easel.polygon([(7, 31), (33, 31), (28, 41), (12, 41)], lit)
    for top in (44, 52):
        easel.plate((12, top, 28, top + 5), 2, PAPER if left else spent)
    image = easel.finish()
    write(image, str(left), (45, HINT_HIGH / 2), TEXT, PAPER if left else spent, "left")
    return image


def paint_ground(ground: Ground) -> Picture:
    """The empty square (RGB), CELL px square."""
    easel = Easel((CELL, CELL), PAGE)
    body: Box = (GAP, GAP, CELL - GAP, CELL - GAP)
    fill = {0: FIELD, 20: BONUS, -20: MINUS}[ground.area]
    if ground.hint:
        choice(easel, body, 10, ACCENT, PAGE, 6)
    elif ground.seat is not None:
        inside = mix(fill, PAGE, 0.55) if ground.name else fill
        choice(easel, body, 10, INKS[ground.seat], inside, 6 if ground.name else 4)
    else:
        easel.plate(body, 6, mix(fill, PAPER, 0.14))
        easel.plate((GAP, GAP + 1, CELL - GAP, CELL - GAP), 6, fill)
    image = easel.finish()
    _label(image, ground)
    return image


def _label(image: Picture, ground: Ground) -> None:
    sign = {0: "", 20: "+20", -20: "−20"}[ground.area]
    words = [text for text in (ground.name, sign) if text]
    for line, text in enumerate(words):
        y = CELL / 2 + (line - (len(words) - 1) / 2) * _LINE
        write(image, text, (CELL / 2, y), TEXT, PAPER)
