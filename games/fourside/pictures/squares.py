"""FourSide's empty squares, and the gold that shows what happened last."""

from typing import NamedTuple

from games.core import Seat
from games.fourside.pictures.tiles import PLACED
from games.fourside.rules.position import AREA
from games.kit.brush.cached import cached
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

_BODY: Box = (EDGE, EDGE, EDGE + PLACED, EDGE + PLACED)
_SIGNS = {AREA: "+20", -AREA: "−20"}


class Ground(NamedTuple):
    """An empty square: `area` is 20, -20 or 0, and a tile fits on an `open` one.

    A square that can be chosen shows its `name`, framed in the colour of the choosing `seat`, or in gold for
    a hint.
    """

    area: int = 0
    open: bool = False
    name: str = ""
    seat: Seat | None = None
    hint: bool = False


def paint_ground(ground: Ground) -> Picture:
    """The empty square (RGB), PITCH px square."""
    if ground.name:
        return _named(ground)
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


def _named(ground: Ground) -> Picture:
    """A cream square with its name, and its sign below."""
    image = _nameless(ground.area, ground.seat, ground.hint).copy()
    write(image, ground.name, (PITCH / 2, PITCH / 2 - 24 * bool(ground.area)), CAPITALS + 1, NIGHT)
    return image


@cached
def _nameless(area: int, seat: Seat | None, hint: bool) -> Picture:
    """The part that's the same for all named squares with this sign."""
    easel = Easel((PITCH, PITCH), BOARD)
    left, top, right, bottom = _BODY
    frame = ACCENT if hint else PAPER if seat is None else SEATS[seat].colour
    easel.plate(_BODY, 10, frame)
    easel.plate((left + 6, top + 6, right - 6, bottom - 6), 5, CREAM)
    if area:
        middle = PITCH / 2 + 2
        easel.plate((left + 6, middle, right - 6, bottom - 6), 5, BONUS if area > 0 else MINUS)
        easel.plate((left + 6, middle, right - 6, middle + 8), 0, BONUS if area > 0 else MINUS)
    image = easel.finish()
    if area:
        _sign(image, area, PITCH / 2 + 28)
    return image


def _sign(image: Picture, area: int, middle: float) -> None:
    write(image, _SIGNS[area], (PITCH / 2, middle), CAPITALS, PAPER if area > 0 else ROSE)


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


def paint_joint(lies: bool, inks: tuple[Colour, Colour], ground: Colour) -> Picture:
    """The capsule across a joint (RGB), with the rim and the inside in these inks."""
    wide, high = JOINT if lies else JOINT[::-1]
    easel = Easel((wide, high), ground)
    easel.plate((0, 0, wide, high), 11, inks[0])
    easel.plate((3, 3, wide - 3, high - 3), 8, inks[1])
    return easel.finish()
