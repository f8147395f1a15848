"""FourSide's empty squares, and the gold that shows what happened last."""

from typing import NamedTuple

from games.core import Seat
from games.fourside.pictures.tiles import PLACED
from games.fourside.rules.position import AREA
from games.kit.brush.easel import Box, Easel
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sprites import sprite

EDGE = 4
PITCH = PLACED + 2 * EDGE
"""From one square to the next, in px."""
GOLD = 9
"""How many px the gold frame reaches beyond its tile."""
JOINT = 56, 22
"""The capsule across a horizontal joint, in px."""

DEEP = colour("#0C1450")
BOARD = colour("#16227A")
FIELD = colour("#1E2F9E")
_LIP = colour("#15206F")
BONUS, BURST = colour("#0F6B4E"), colour("#1E9A6C")
MINUS, SHIELD, ROSE = colour("#5A1230"), colour("#3A0A20"), colour("#FFC2CE")
AXIS = colour("#8FA2FF")
CAPITALS = 35
FRAME = 6
"""The frame of a square that can be chosen, in px."""
UPPER, LOWER = 40, 88
"""The middles of the two lines on such a square, in px."""
SIGN, _EAR = 72, 30
"""How wide the sign of an area is on it, and the corner in its place."""
CHIP = 30, 44
"""A tile's number on a dark ground: the tile that the button of the square places."""
LETTER = colour("#2A3A7C")
"""Letters and numbers on such a square."""

_BODY: Box = (EDGE, EDGE, EDGE + PLACED, EDGE + PLACED)
_SIGNS = {AREA: "+20", -AREA: "−20"}


class Ground(NamedTuple):
    """An empty square: `area` is 20, -20 or 0, and a tile fits on an `open` one.

    One that can be `chosen` is cream, framed in the colour of the choosing `seat` or in `gold`. Its sign is
    only a corner if the points on it have `counted` the area.
    """

    area: int = 0
    open: bool = False
    chosen: bool = False
    seat: Seat | None = None
    gold: bool = False
    counted: bool = False


def paint_ground(ground: Ground) -> Picture:
    """The empty square (RGB), PITCH px square."""
    if ground.chosen:
        return _chosen(ground)
    easel = Easel((PITCH, PITCH), BOARD)
    easel.plate(_BODY, 10, _LIP)
    easel.plate((EDGE, EDGE + 4, EDGE + PLACED, EDGE + PLACED), 10, FIELD)
    image = easel.finish()
    if ground.area:
        drawn = sprite("games.fourside", "bonus" if ground.area > 0 else "minus", (PLACED, PLACED))
        image.paste(drawn, (EDGE, EDGE), drawn)
        _sign(image, ground.area, PITCH / 2 if ground.area > 0 else PITCH / 2 - 1)
    if ground.open:
        image.paste(CREAM, (0, 0), _corners())
    return image


def _chosen(ground: Ground) -> Picture:
    """A cream square, with its sign at the bottom left or in a corner."""
    easel, area = Easel((PITCH, PITCH), BOARD), ground.area
    left, _, right, _ = _BODY
    frame = ACCENT if ground.gold else PAPER if ground.seat is None else SEATS[ground.seat].colour
    easel.plate(_BODY, 10, frame)
    low, high = left + FRAME, right - FRAME
    easel.plate((low, low, high, high), 5, CREAM)
    ink = BONUS if area > 0 else MINUS
    if area and ground.counted:
        easel.polygon([(low, low), (low + _EAR, low), (low, low + _EAR)], ink)
    elif area:
        easel.plate((low, LOWER - 26, low + SIGN, high), 5, ink)
    image = easel.finish()
    if area and not ground.counted:
        _sign(image, area, LOWER, low + SIGN / 2)
    return image


def _sign(image: Picture, area: int, middle: float, across: float = PITCH / 2) -> None:
    write(image, _SIGNS[area], (across, middle), CAPITALS - 1, PAPER if area > 0 else ROSE)


def _corners() -> Picture:
    """Brackets at the four corners of a square, as a mask (L)."""
    easel = Easel((PITCH, PITCH), (0, 0, 0))
    low, high = EDGE + 5.0, EDGE + PLACED - 5.0
    easel.frame((low, low, high, high), 8, PAPER, 5)
    gap = 26
    easel.plate((low + gap, 0, high - gap, PITCH), 0, (0, 0, 0))
    easel.plate((0, low + gap, PITCH, high - gap), 0, (0, 0, 0))
    return easel.finish().convert("L")


def paint_gold(size: int) -> Picture:
    """The double frame of a tile of `size` px (RGB); `paint_gold_shape` cuts it out."""
    wide = size + 2 * GOLD
    easel = Easel((wide, wide), ACCENT)
    easel.plate((6, 6, wide - 6, wide - 6), 12, NIGHT)
    return easel.finish()


def paint_gold_shape(size: int) -> Picture:
    """The frame's shape: white on black (RGB)."""
    wide = size + 2 * GOLD
    easel = Easel((wide, wide), (0, 0, 0))
    easel.plate((0, 0, wide, wide), 16, PAPER)
    return easel.finish()


def paint_gold_corners(size: int) -> Picture:
    """The frame's shape without the middle of each side."""
    wide, gap = size + 2 * GOLD, 36
    easel = Easel((wide, wide), (0, 0, 0))
    easel.plate((0, 0, wide, wide), 16, PAPER)
    for box in ((gap, 0, wide - gap, wide), (0, gap, wide, wide - gap)):
        easel.plate(box, 0, (0, 0, 0))
    easel.plate((GOLD, GOLD, wide - GOLD, wide - GOLD), 10, PAPER)
    return easel.finish()


def paint_chip(number: str) -> Picture:
    """A tile's number (RGB), CHIP px; `paint_chip_shape` cuts it out."""
    image = Easel(CHIP, NIGHT).finish()
    write(image, number, (CHIP[0] / 2, CHIP[1] / 2), CAPITALS, CREAM)
    return image


def paint_chip_shape() -> Picture:
    """The chip's shape: white on black (RGB)."""
    easel = Easel(CHIP, (0, 0, 0))
    easel.plate((0, 0, *CHIP), 6, PAPER)
    return easel.finish()


def paint_joint(lies: bool, inks: tuple[Colour, Colour], ground: Colour) -> Picture:
    """The capsule across a joint (RGB), with the rim and the inside in these inks."""
    wide, high = JOINT if lies else JOINT[::-1]
    easel = Easel((wide, high), ground)
    easel.plate((0, 0, wide, high), 11, inks[0])
    easel.plate((3, 3, wide - 3, high - 3), 8, inks[1])
    return easel.finish()
