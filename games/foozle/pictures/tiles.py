"""Cards with their letters, cached: small on the table, large and turned a little in a fan."""

from functools import lru_cache
from math import ceil, cos, floor, radians, sin

from games.foozle.pictures.artwork import LARGE, SLIP, SMALL, large, slip, small
from games.foozle.pictures.court import GOLD, PLUM, RAIL, VELLUM, document
from games.foozle.pictures.signs import shades
from games.foozle.rules.cards import (
    INFINITY,
    RANKS,
    SUITS,
    TRUMP_NAMES,
    Card,
    is_trump,
    rank_of,
    suit_of,
    trump_of,
)
from games.kit.brush.cached import cached
from games.kit.brush.lettering import width, write
from games.kit.brush.palette import Palette, Picture
from games.kit.brush.sheet import shape_of
from games.kit.brush.sprites import on, svg

HUB = (98, 300)
"""The point that a large card turns about."""
LEAST_CAPITALS = 33
"""The smallest height of capitals, in px: a phone shows 1180 px as 400, and so 33 as 11."""
_RANK_AT, _RANK = (44, 41), 50
_NAME_AT, _NAME, _NAME_ROOM = (44, 220), LEAST_CAPITALS, 158
"""The middle of a name that runs down a card, the height of its capitals, and how long it is at most."""
_SMALL_RANK_AT, _SMALL_RANK = (33, 33.5), 37


@cached
def on_table(colours: Palette, card: Card, scale: float) -> Picture:
    """A small card (P)."""
    rank = max(_SMALL_RANK, LEAST_CAPITALS / scale)
    image = on(PLUM, svg(document(SMALL, small(card, rank)), small_size(scale)))
    if not is_trump(card) and rank_of(card) < INFINITY:
        x, y = _SMALL_RANK_AT
        write(image, RANKS[rank_of(card)], (x * scale, y * scale), rank * scale, VELLUM)
    return colours.fit(image)


@cached
def at_end(colours: Palette, card: Card) -> Picture:
    """A card left in a hand at the end (P)."""
    image = on(RAIL, svg(document(SLIP, slip(card)), SLIP))
    if not is_trump(card) and rank_of(card) < INFINITY:
        write(image, RANKS[rank_of(card)], (21, 28), 34, VELLUM)
    return colours.fit(image)


def small_size(scale: float) -> tuple[int, int]:
    """The size of a small card, in px."""
    return round(SMALL[0] * scale), round(SMALL[1] * scale)


@cached
def outline(scale: float) -> Picture:
    """The stencil of a small card."""
    plate = f'<rect width="{SMALL[0]}" height="{SMALL[1]}" rx="11"/>'
    return shape_of(svg(document(SMALL, plate), small_size(scale)))


@cached
def held(colours: Palette, card: Card, degrees: float, *, gilt: bool) -> Picture:
    """A large card (P), turned clockwise; its name runs down its left side, so that others don't cover it."""
    left, top, right, bottom = corners(degrees)
    size = right - left, bottom - top
    image = on(RAIL, svg(document(size, _turned(large(card, gilt=gilt), degrees)), size))
    if not is_trump(card) and rank_of(card) < INFINITY:
        write(image, RANKS[rank_of(card)], _at(_RANK_AT, degrees), _RANK, VELLUM, degrees=degrees)
    name = TRUMP_NAMES[trump_of(card)] if is_trump(card) else SUITS[suit_of(card)]
    ink = GOLD if is_trump(card) else shades(card).dark
    capitals = min(_NAME, _NAME * _NAME_ROOM / width(name, _NAME))
    write(image, name, _at(_NAME_AT, degrees), capitals, ink, degrees=degrees + 90)
    return colours.fit(image)


@cached
def held_outline(degrees: float) -> Picture:
    """The stencil of a large card, turned."""
    left, top, right, bottom = corners(degrees)
    plate = f'<rect width="{LARGE[0]}" height="{LARGE[1]}" rx="18"/>'
    size = right - left, bottom - top
    return shape_of(svg(document(size, _turned(plate, degrees)), size))


@lru_cache(64)
def corners(degrees: float) -> tuple[int, int, int, int]:
    """The bounds of a turned card, measured from the upper left corner of the upright one."""
    wide, high = LARGE
    spread = [_spun((x, y), degrees) for x in (0, wide) for y in (0, high)]
    across, down = [x for x, _ in spread], [y for _, y in spread]
    return floor(min(across)), floor(min(down)), ceil(max(across)), ceil(max(down))


def _spun(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    (x, y), angle = (point[0] - HUB[0], point[1] - HUB[1]), radians(degrees)
    return HUB[0] + x * cos(angle) - y * sin(angle), HUB[1] + x * sin(angle) + y * cos(angle)


def _at(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """Where a point of the upright card lies on the tile of the turned one."""
    left, top, _, _ = corners(degrees)
    x, y = _spun(point, degrees)
    return x - left, y - top


def _turned(markup: str, degrees: float) -> str:
    left, top, _, _ = corners(degrees)
    return f'<g transform="translate({-left} {-top}) rotate({degrees} {HUB[0]} {HUB[1]})">{markup}</g>'
