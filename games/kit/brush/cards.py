"""Playing cards as small opaque pictures: faces with large indices, slips that are all index, and backs.

A card is named by its rank and its suit, such as `K♠`, as games write it.
"""

from math import cos, pi, sin
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from games.kit.brush.cached import cached
from games.kit.brush.courts import COURTS, GOLD, court
from games.kit.brush.easel import FINE, Box, Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, ICON, PAPER
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.brush.png import encode
from games.kit.brush.sheet import shape_of
from games.kit.brush.suits import INKS, pip

IVORY = colour("#FDF8EC")
RIM = colour("#8C7E66")
BACK = colour("#8E1F2F")
DUSK = colour("#1A120C")
"""The colour that darkens a card which can't be chosen."""
DIM = 0.36
"""How much of DUSK is mixed in."""

Look: TypeAlias = Literal["plain", "lit", "dim"]
"""`lit` is what changed last or is chosen; `dim` can't be chosen."""

_WEAVE = mix(BACK, IVORY, 0.12)
_STITCH = colour("#F0CF9A")
_FRAME = 10
"""The width of the blank paper along the edge, in px."""


class Size(NamedTuple):
    """The size of a card, in px."""

    wide: int
    high: int


def face(card: str, size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """The face of a card (RGB); the letters of the index in two corners are a fifth of its height high."""
    rank, suit = card[:-1], card[-1]
    image, scale = _paper(size, ground, look).copy(), size.high / 224
    _middle(image, rank, suit, size)
    x, y = 32 * scale, 82 * scale
    _put(image, _sign(suit, round(32 * scale)), (x, y), INKS[suit])
    _put(image, _sign(suit, -round(32 * scale)), (size.wide - x, size.high - y), INKS[suit])
    write(image, rank, (x, 38 * scale), 46 * scale, INKS[suit])
    left, top, right, bottom = 10, 12, round(56 * scale), round(64 * scale)
    turned = image.crop((left, top, right, bottom)).transpose(Image.Transpose.ROTATE_180)
    image.paste(turned, (size.wide - right, size.high - bottom))
    if rank in COURTS:
        figure = court(rank, INKS[suit], round(70 * scale))
        image.paste(figure, ((size.wide - figure.width) // 2, (size.high - figure.height) // 2), figure)
    return _looking(image, size, ground, look)


def slip(card: str, size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """A small card that is all index (RGB): the rank above the suit, both large."""
    rank, suit = card[:-1], card[-1]
    image, (wide, high) = _paper(size, ground, look).copy(), size
    _put(image, _sign(suit, round(high * 0.36)), (wide / 2, high * 0.73), INKS[suit])
    write(image, rank, (wide / 2, high * 0.3), high * 0.42, INKS[suit])
    return _looking(image, size, ground, look)


def back(size: Size, ground: Colour, look: Look = "plain") -> Picture:
    """The back of every card (RGB)."""
    easel, high = _blank(size, ground, look), size.high
    inset = max(4.0, high / 24)
    easel.plate(_inset(size, inset), high / 26, BACK)
    _lozenges(easel, size, inset * 1.3)
    return _looking(easel.finish(), size, ground, look)


def icon(card: str) -> bytes:
    """A card for a button as a PNG of 128 by 128 px: a large rank, with the suit at its foot."""
    rank, suit, size = card[:-1], card[-1], Size(ICON, ICON)
    easel = _blank(size, IVORY, "plain")
    pip(easel, suit, (99, 95), 54, INKS[suit])
    image = easel.finish()
    write(image, rank, (36, 54), 90, INKS[suit])
    clear = Image.new("RGBA", size)
    clear.paste(image, (0, 0), outline(size))
    return encode(clear)


def _lozenges(easel: Easel, size: Size, inset: float) -> None:
    """A pattern of small diamonds that ends at `inset` px from the edges."""
    wide, high = size.wide - 2 * inset, size.high - 2 * inset
    across = max(3, round(wide / max(11, size.high / 11)))
    down = max(4, round(high / max(11, size.high / 11)))
    step_x, step_y = wide / across, high / down
    for row in range(down):
        for column in range(across):
            x, y = inset + step_x * (column + 0.5), inset + step_y * (row + 0.5)
            for share, ink in ((0.46, _WEAVE), (0.17, _STITCH)):
                rx, ry = step_x * share, step_y * share
                easel.polygon([(x, y - ry), (x + rx, y), (x, y + ry), (x - rx, y)], ink)


def tilted(card: str, size: Size, ground: Colour, look: Look, degrees: float) -> Picture:
    """The face of a card (RGB) turned to the left, in the smallest box that holds it."""
    image = _tilted_paper(size, ground, look, degrees).copy()
    printed = _tilted_print(card, size, look == "dim", degrees)
    at = (image.width - printed.width) // 2, (image.height - printed.height) // 2
    image.paste(printed, at, _tilted_inside(size, degrees))
    return image


@cached
def _tilted_print(card: str, size: Size, is_dim: bool, degrees: float) -> Picture:
    """What is on the card, within its frame; the same for a plain and a lit one."""
    inner = face(card, size, IVORY, "dim" if is_dim else "plain").crop(_inside(size))
    return inner.rotate(degrees, Image.Resampling.BICUBIC, expand=True)


@cached
def _tilted_inside(size: Size, degrees: float) -> Picture:
    left, top, right, bottom = _inside(size)
    whole = Image.new("L", (right - left, bottom - top), 255)
    return whole.rotate(degrees, Image.Resampling.BICUBIC, expand=True)


@cached
def _tilted_paper(size: Size, ground: Colour, look: Look, degrees: float) -> Picture:
    large = Size(2 * size.wide, 2 * size.high)
    paper = _looking(_paper(large, ground, look), large, ground, look)
    return paper.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=ground).reduce(2)


@cached
def tilted_outline(size: Size, degrees: float) -> Picture:
    """The mask (L) of a tilted card."""
    large = outline(Size(2 * size.wide, 2 * size.high))
    turned = large.rotate(degrees, Image.Resampling.BICUBIC, expand=True).reduce(2)
    return shape_of(turned)


@cached
def outline(size: Size) -> Picture:
    """A mask (L) of a card's shape, 0 or 255, to lay one card over others."""
    drawn = Image.new("L", (size.wide * FINE, size.high * FINE))
    box = 0, 0, size.wide * FINE - 1, size.high * FINE - 1
    ImageDraw.Draw(drawn).rounded_rectangle(box, _radius(size) * FINE, fill=255)
    return shape_of(drawn.reduce(FINE))


def _middle(image: Picture, rank: str, suit: str, size: Size) -> None:
    """One large sign, with a golden star in the free corners of an ace; the index says the number."""
    if rank in COURTS:
        return
    scale, (x, y) = size.high / 224, (size.wide / 2, size.high / 2)
    _put(image, _sign(suit, round(56 * scale)), (x, y), INKS[suit])
    if rank == "A":
        for up in (-1, 1):
            _put(image, _star(round(36 * scale)), (x - up * 30 * scale, y + up * 66 * scale), GOLD)


def _put(image: Picture, shape: Picture, middle: Point, ink: Colour) -> None:
    """Print a shape (L) around a place."""
    image.paste(ink, (round(middle[0] - shape.width / 2), round(middle[1] - shape.height / 2)), shape)


@cached
def _sign(suit: str, height: int) -> Picture:
    """The shape (L) of a suit, upside down if the height is negative."""
    side = abs(height) + 4
    easel = Easel((side, side), (0, 0, 0))
    pip(easel, suit, (side / 2, side / 2), height, PAPER)
    return easel.finish().convert("L")


@cached
def _star(size: int) -> Picture:
    easel = Easel((size, size), (0, 0, 0))
    star(easel, (size / 2, size / 2), size / 2, PAPER)
    return easel.finish().convert("L")


def star(
    easel: Easel, middle: Point, radius: float, ink: Colour = GOLD, points: int = 8, depth: float = 0.47
) -> None:
    """The star of an ace; `depth` is how far from the middle its hollows are."""
    (x, y), half = middle, pi / points
    reach = (radius if number % 2 == 0 else radius * depth for number in range(2 * points))
    easel.polygon(
        [(x + far * sin(half * number), y - far * cos(half * number)) for number, far in enumerate(reach)],
        ink,
    )


def _radius(size: Size) -> float:
    return max(6.0, size.high / 16)


@cached
def _paper(size: Size, ground: Colour, look: Look) -> Picture:
    """A blank card (RGB)."""
    return _blank(size, ground, look).finish()


def _blank(size: Size, ground: Colour, look: Look) -> Easel:
    easel, radius, rim = Easel(size, ground), _radius(size), 1.8
    easel.plate((0, 0, *size), radius, RIM)
    if look == "lit":
        rim = max(4.0, size.high / 30)
        easel.plate((0, 0, *size), radius, ACCENT)
        # A dark line separates the accent from the paper without relying on colour.
        easel.plate(_inset(size, rim), max(2.0, radius - rim), RIM)
        rim += 1.5
    easel.plate(_inset(size, rim), max(2.0, radius - rim), IVORY)
    return easel


def _inset(size: Size, by: float) -> Box:
    return by, by, size.wide - by, size.high - by


def _inside(size: Size) -> tuple[int, int, int, int]:
    return _FRAME, _FRAME, size.wide - _FRAME, size.high - _FRAME


def _looking(image: Picture, size: Size, ground: Colour, look: Look) -> Picture:
    if look != "dim":
        return image
    dark = Image.new("RGB", image.size, ground)
    dark.paste(Image.blend(image, Image.new("RGB", image.size, DUSK), DIM), (0, 0), outline(size))
    return dark
