"""Playing cards as small opaque pictures: faces with large indices, slips that are all index, and backs.

A card is named by its rank and its suit, such as `K♠`, as games write it.
"""

from math import cos, pi, sin
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from games.kit.brush.courts import COURTS, GOLD, court
from games.kit.brush.easel import FINE, Box, Easel, Point
from games.kit.brush.kept import kept
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.brush.suits import INKS, pip

IVORY = colour("#FBF6E9")
RIM = colour("#5C5546")
BACK = colour("#8A2233")

Look: TypeAlias = Literal["plain", "lit", "dim"]
"""`lit` is what changed last; `dim` cannot be chosen."""

_DIM = 0.42
_RAYS = 20


class Size(NamedTuple):
    """Of a card, in px."""

    wide: int
    high: int


def face(card: str, size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """The face of a card (RGB); the letters of the index in two corners are a fifth of its height high."""
    rank, suit = card[:-1], card[-1]
    easel, scale = _blank(size, ground, look), size.high / 210
    _middle(easel, rank, suit, size)
    pip(easel, suit, (26 * scale, 77 * scale), 32 * scale, INKS[suit])
    image = easel.finish()
    write(image, rank, (26 * scale, 36 * scale), 43 * scale, INKS[suit])
    left, top, right, bottom = 8, 12, round(43 * scale), round(94 * scale)
    turned = image.crop((left, top, right, bottom)).transpose(Image.Transpose.ROTATE_180)
    image.paste(turned, (size.wide - right, size.high - bottom))
    return _looking(image, ground, look)


def slip(card: str, size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """A small card that is all index (RGB): the rank above the suit, both large."""
    rank, suit = card[:-1], card[-1]
    easel, (wide, high) = _blank(size, ground, look), size
    pip(easel, suit, (wide / 2, high * 0.74), high * 0.35, INKS[suit])
    image = easel.finish()
    write(image, rank, (wide / 2, high * 0.3), high * 0.44, INKS[suit])
    return _looking(image, ground, look)


def back(size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """The back of every card (RGB)."""
    easel, high = _blank(size, ground, look), size.high
    inset = max(3.0, high / 26)
    easel.plate(_inset(size, inset), high / 28, BACK)
    easel.frame(_inset(size, inset * 1.8), high / 36, GOLD, high / 90)
    _lozenges(easel, size, inset * 2.6)
    return _looking(easel.finish(), ground, look)


def _lozenges(easel: Easel, size: Size, inset: float) -> None:
    """A pattern of small diamonds that ends at `inset` px from the edges."""
    wide, high = size.wide - 2 * inset, size.high - 2 * inset
    across = max(2, round(wide / (size.high / 11)))
    down = max(2, round(high / (size.high / 8)))
    step_x, step_y, ink = wide / across, high / down, mix(BACK, IVORY, 0.45)
    for row in range(2 * down - 1):
        for column in range(across if row % 2 == 0 else across - 1):
            x = inset + step_x * (column + (0.5 if row % 2 == 0 else 1))
            y = inset + step_y * (row + 1) / 2
            rx, ry = step_x * 0.3, step_y * 0.3
            easel.polygon([(x, y - ry), (x + rx, y), (x, y + ry), (x - rx, y)], ink)


@kept
def outline(size: Size) -> Picture:
    """A mask (L) of a card's shape, 0 or 255, to lay one card over others."""
    drawn = Image.new("L", (size.wide * FINE, size.high * FINE))
    box = 0, 0, size.wide * FINE - 1, size.high * FINE - 1
    ImageDraw.Draw(drawn).rounded_rectangle(box, _radius(size) * FINE, fill=255)
    return drawn.reduce(FINE).point(lambda level: 255 if level > 127 else 0)


def _middle(easel: Easel, rank: str, suit: str, size: Size) -> None:
    """One large sign, with rays on the ace, or the figure: the index says the number."""
    scale, middle = size.high / 210, (size.wide / 2, size.high / 2)
    if rank in COURTS:
        court(easel, rank, suit, middle, 70 * scale)
        return
    if rank == "A":
        _rays(easel, middle, 26 * scale, 34 * scale)
    pip(easel, suit, middle, (40 if rank == "A" else 62) * scale, INKS[suit])


def _rays(easel: Easel, middle: Point, inner: float, outer: float) -> None:
    """A golden sun around the sign of an ace."""
    (x, y), half = middle, pi / _RAYS
    for number in range(_RAYS):
        angle = 2 * half * number
        spread = ((outer, 0.0), (inner, half * 0.62), (inner, -half * 0.62))
        easel.polygon(
            [(x + far * sin(angle + turn), y - far * cos(angle + turn)) for far, turn in spread], GOLD
        )


def _radius(size: Size) -> float:
    return max(5.0, size.high / 17)


def _blank(size: Size, ground: Colour, look: Look) -> Easel:
    easel, radius, rim = Easel(size, ground), _radius(size), 1.5
    easel.plate((0, 0, *size), radius, RIM)
    if look == "lit":
        rim = max(4.0, size.high / 34)
        easel.plate((0, 0, *size), radius, ACCENT)
        # A dark line separates the accent from the paper without relying on colour.
        easel.plate(_inset(size, rim), max(2.0, radius - rim), RIM)
        rim += 1.5
    easel.plate(_inset(size, rim), max(2.0, radius - rim), IVORY)
    return easel


def _inset(size: Size, by: float) -> Box:
    return by, by, size.wide - by, size.high - by


def _looking(image: Picture, ground: Colour, look: Look) -> Picture:
    return Image.blend(image, Image.new("RGB", image.size, ground), _DIM) if look == "dim" else image
