"""The pieces of FourSide's pictures in the colours of one palette, all cached."""

from functools import lru_cache

from games.core import Seat
from games.fourside.pictures.squares import (
    AXIS,
    BOARD,
    BONUS,
    BURST,
    DEEP,
    EDGE,
    FIELD,
    GOLD,
    LETTER,
    MINUS,
    ROSE,
    SHIELD,
    Ground,
    paint_chip,
    paint_chip_shape,
    paint_gold,
    paint_gold_corners,
    paint_gold_shape,
    paint_ground,
    paint_joint,
)
from games.fourside.pictures.tiles import (
    PLACED,
    PRIMER,
    RIM,
    VALUES,
    Kind,
    Sign,
    facet_colour,
    paint_facet,
    paint_rim,
    paint_side,
)
from games.fourside.rules.position import HINTS, SEATS, Tile
from games.fourside.words.prompts import ICONS
from games.kit.brush.cached import cached
from games.kit.brush.cards import star
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, CREAM, ICON, NIGHT, PAPER
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.png import encode
from games.kit.brush.scene import palette_of
from games.kit.brush.sheet import Box, Sheet, shape_of
from games.kit.brush.sprites import sprite

HEADER = colour("#7E1A2E")
"""The ground of the header and of captions."""
PANEL, FAINT = colour("#4A1226"), colour("#E8B9C2")
"""The hand of the waiting player, and its numbers."""
PALE = colour("#B9A88C")
"""On cream: the numbers of tiles that don't fit anywhere."""
RAY = colour("#FFE9A3")

_BULB, _STEP = 45, 42
STAR = 38
"""The star beside the tile that scores most, in px."""
_SMALL = 108
Lit = tuple[bool, bool, bool, bool]
"""By side, whether it's gold."""
UNLIT: Lit = (False, False, False, False)


def lit(*sides: int) -> Lit:
    """These sides are gold."""
    return 0 in sides, 1 in sides, 2 in sides, 3 in sides


@cached
def tile(values: Tile, size: int, sign: Sign, ground: Colour, gold: Lit = UNLIT) -> Picture:
    """A tile with EDGE px of ground around it (P)."""
    drawn = Sheet.on(palette(), _rim(size, sign, ground))
    drawn.paste(_facets(values, size, sign.on_facets, gold), (EDGE + RIM, EDGE + RIM))
    return drawn.finish()


@cached
def _facets(values: Tile, size: int, sign: Sign, gold: Lit) -> Picture:
    """The part inside the rim. When the newest tile touches one on the board, only its gold sides change."""
    inside, is_touched = size - 2 * RIM, gold != UNLIT and sign.kind != "held"
    drawn = (
        Sheet.on(palette(), _facets(values, size, sign, UNLIT))
        if is_touched
        else Sheet.of(palette(), (inside, inside), NIGHT)
    )
    for side, value in enumerate(values):
        if gold[side] or not is_touched:
            box, shape = _side(side, inside)
            drawn.paste(_facet(side, value, size, sign, gold[side]), box[:2], shape)
    return drawn.finish()


@cached
def gold_tile(values: Tile, size: int, sign: Sign, gold: Lit = UNLIT) -> Picture:
    """A tile in the gold frame (P), GOLD px larger on each side; `gold_shape` cuts it out."""
    drawn = Sheet.on(palette(), _gold_rim(size, sign))
    drawn.paste(_facets(values, size, sign.on_facets, gold), (GOLD + RIM, GOLD + RIM))
    return drawn.finish()


@cached
def _gold_rim(size: int, sign: Sign) -> Picture:
    drawn = Sheet.on(palette(), _gold(size))
    drawn.paste(_rim(size, sign, NIGHT).crop((EDGE, EDGE, EDGE + size, EDGE + size)), (GOLD, GOLD))
    return drawn.finish()


@cached
def _gold(size: int) -> Picture:
    return palette().fit(paint_gold(size))


@cached
def gold_shape(size: int) -> Picture:
    """The mask (L) of a tile in the gold frame."""
    return shape_of(paint_gold_shape(size))


@cached
def bracket_shape(size: int) -> Picture:
    """The mask (L) of a tile with only the corners of the gold frame."""
    return shape_of(paint_gold_corners(size))


@cached
def square(ground: Ground) -> Picture:
    """An empty square (P)."""
    return palette().fit(paint_ground(ground))


@cached
def chip(number: str) -> Picture:
    """The number of the tile that a square's button places (P); `chip_shape` cuts it out."""
    return palette().fit(paint_chip(number))


@cached
def chip_shape() -> Picture:
    """The chip's mask (L)."""
    return shape_of(paint_chip_shape())


@cached
def best_star() -> Picture:
    """A star beside the tile that scores most (P), on cream."""
    easel = Easel((STAR, STAR), CREAM)
    star(easel, (STAR / 2, STAR / 2), STAR * 0.5, NIGHT, points=5, depth=0.42)
    star(easel, (STAR / 2, STAR / 2), STAR * 0.34, ACCENT, points=5, depth=0.42)
    return palette().fit(easel.finish())


@cached
def joint(lies: bool) -> Picture:
    """The gold capsule across a joint (P)."""
    return palette().fit(paint_joint(lies, (NIGHT, ACCENT), NIGHT))


@cached
def joint_shape(lies: bool) -> Picture:
    """The capsule's mask (L)."""
    return shape_of(paint_joint(lies, (PAPER, PAPER), (0, 0, 0)))


@cached
def bulbs(left: int, ground: Colour) -> Picture:
    """A light bulb for each hint (P): bright if it's left, an outline if it's used."""
    return palette().fit(_paint_bulbs(left, ground))


def _paint_bulbs(left: int, ground: Colour) -> Picture:
    drawn = Easel((HINTS * _STEP, _BULB), ground).finish()
    for number in range(HINTS):
        bulb = sprite("games.fourside", "bulb" if number < left else "spent", (_BULB, _BULB))
        drawn.paste(bulb, (number * _STEP - (_BULB - _STEP), 0), bulb)
    return drawn


def icon(name: str) -> bytes:
    """A drawing for a button, as a PNG of 128 by 128 px. Raises KeyError for a name that isn't in `ICONS`."""
    if name not in ICONS:
        raise KeyError(name)
    return encode(sprite("games.fourside", name, (ICON, ICON)))


@cached
def placed_tile(seat_and_values: str) -> Picture:
    """A tile for a highlight (RGBA): whose it is and its values, such as `0 3 5 1 2`."""
    seat, top, right, bottom, left = map(int, seat_and_values.split())
    drawn = tile((top, right, bottom, left), PLACED, Sign("placed", Seat(seat)), HEADER).convert("RGBA")
    return drawn.crop((EDGE, EDGE, EDGE + PLACED, EDGE + PLACED)).resize((_SMALL, _SMALL))


@cached
def _rim(size: int, sign: Sign, ground: Colour) -> Picture:
    return palette().fit(paint_rim(size, sign, ground, EDGE))


@cached
def _facet(side: int, value: int, size: int, sign: Sign, lit: bool) -> Picture:
    """One side of a tile, in the box of its shape."""
    whole = paint_facet(side, value, size, sign, lit)
    return palette().fit(whole.crop(_side(side, size - 2 * RIM)[0]))


@lru_cache(16)
def _side(side: int, inside: int) -> tuple[Box, Picture]:
    """The box and the mask (L) of one side; where two sides meet, the pixels belong to the later one."""
    shape = shape_of(paint_side(side, inside))
    for later in range(side + 1, 4):
        shape.paste(0, (0, 0), shape_of(paint_side(later, inside)))
    box = shape.getbbox()
    assert box is not None
    return box, shape.crop(box)


@lru_cache(1)
def palette() -> Palette:
    """The palette, made from the artwork; the same on every machine."""
    owners = (None, *SEATS)
    kinds: tuple[Kind, ...] = ("placed", "final")
    signs = [Sign(kind, owner) for kind in kinds for owner in owners]
    plain, values = signs[0], range(1, len(VALUES) + 1)
    facets = [facet_colour(side, value, plain) for side in range(4) for value in values]
    facets += [facet_colour(side, 1, sign) for side in range(4) for sign in signs[len(owners) :]]
    inks = [
        LETTER,
        DEEP,
        BOARD,
        FIELD,
        AXIS,
        BONUS,
        BURST,
        MINUS,
        SHIELD,
        ROSE,
        PANEL,
        FAINT,
        PALE,
        PRIMER,
        RAY,
    ]
    soft = [(AXIS, DEEP), (FAINT, PANEL), (CREAM, PANEL), (PALE, CREAM), (CREAM, DEEP), (LETTER, CREAM)]
    soft += [(MINUS, CREAM), (NIGHT, ACCENT)]
    squares = [Ground(area, chosen=chosen, seat=Seat(0)) for area in (0, 20, -20) for chosen in (False, True)]
    artwork = [paint_rim(PLACED, sign, BOARD, EDGE) for sign in signs]
    artwork += [
        paint_facet(value % 4, value, PLACED, sign, False)
        for value in values
        for sign in signs[: len(owners)]
    ]
    artwork += [paint_facet(1, 8, PLACED, sign, False) for sign in (*signs[len(owners) :], Sign("hint"))]
    artwork += [paint_facet(1, 8, PLACED, signs[1], True), *map(paint_ground, squares)]
    artwork += [_paint_bulbs(1, ground) for ground in (HEADER, CREAM)]
    return palette_of(HEADER, len(SEATS), [*inks, *facets], soft, artwork)
