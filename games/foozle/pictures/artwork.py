"""The cards of the Fanucci deck as SVG, without their letters; sizes are in px of a full-size card."""

from functools import lru_cache

from games.foozle.pictures.court import (
    BACK,
    BACK_FIELD,
    COURT_NIGHT,
    GOLD,
    RIM,
    SEAL,
    SEAL_RIM,
    VELLUM,
    code,
)
from games.foozle.pictures.signs import placed, shades, sign
from games.foozle.pictures.tokens import outline, star
from games.foozle.rules.cards import INFINITY, OF_SUIT, Card, colour_of, each, is_trump, rank_of
from games.kit.brush.marks import CREAM
from games.kit.brush.palette import mix

LARGE, SMALL = (196, 306), (70, 132)
"""The sizes of a card in a hand, and of one on the table."""


def rect(left: float, top: float, wide: float, high: float, radius: float, fill: str, more: str = "") -> str:
    """A rectangle with rounded corners."""
    return f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="{radius}" fill="{fill}" {more}/>'


def _rim(size: tuple[int, int], radius: float, fill: str, ink: str, thick: float) -> str:
    """A plate with its rim inside."""
    inset, (wide, high) = thick / 2, size
    stroke = f'stroke="{ink}" stroke-width="{thick}"'
    return rect(inset, inset, wide - thick, high - thick, radius - inset, fill, stroke)


def _pennon(colour: int, left: float, top: float, wide: float, high: float) -> str:
    """A flag that hangs from its upper edge; each colour has a different tail."""
    bottom, right, middle = top + high, left + wide, left + wide / 2
    inks = shades(next(each(OF_SUIT[3 * colour])))
    notch = bottom - wide * 0.26
    tail = (
        f"V{bottom}L{middle} {bottom - wide * 0.34}L{left} {bottom}Z",
        f"V{bottom - wide * 0.36}L{middle} {bottom}L{left} {bottom - wide * 0.36}Z",
        f"V{bottom}H{left}Z",
        f"V{bottom}L{right - wide / 4} {notch}L{middle} {bottom}L{left + wide / 4} {notch}L{left} {bottom}Z",
        f"V{bottom - wide * 0.4}Q{right} {bottom} {middle} {bottom}T{left} {bottom - wide * 0.4}Z",
    )[colour]
    end = bottom - wide * 0.42
    return (
        f'<path d="M{left} {top}H{right}{tail}" fill="{code(inks.ink)}"/>'
        + rect(left, top, wide, wide * 0.1, 0, code(inks.light))
        + f'<path d="M{left + 5} {top + 7}V{end}M{right - 5} {top + 7}V{end}" fill="none" '
        f'stroke="{code(inks.light)}" stroke-width="2" opacity=".55"/>'
    )


def infinity(middle: tuple[float, float], high: float) -> str:
    """The rank ∞ in vellum, drawn as a path because it's wider than digits."""
    (x, y), h = middle, high * 0.62
    path = (
        f"M{x} {y}c{h * 0.25} {-h * 0.45} {h * 0.75} {-h * 0.45} {h * 0.75} 0s{-h * 0.5} {h * 0.45} "
        f"{-h * 0.75} 0c{-h * 0.25} {-h * 0.45} {-h * 0.75} {-h * 0.45} {-h * 0.75} 0"
        f"s{h * 0.5} {h * 0.45} {h * 0.75} 0Z"
    )
    return f'<path d="{path}" fill="none" stroke="{code(VELLUM)}" stroke-width="{high * 0.12}"/>'


def _arch(left: float, top: float, wide: float, high: float) -> str:
    half = wide / 2
    return f"M{left} {top + high}V{top + half}A{half} {half} 0 0 1 {left + wide} {top + half}V{top + high}Z"


@lru_cache(512)
def large(card: Card, *, gilt: bool = False) -> str:
    """A card of a hand; `gilt` with a golden rim."""
    return _large_trump(card) if is_trump(card) else _large_suited(card, gilt)


def _large_suited(card: Card, gilt: bool) -> str:
    inks = shades(card)
    pale = mix(VELLUM, inks.light, 0.38)
    arch = _arch(90, 18, 94, 268)
    rim = (code(GOLD), 9) if gilt else (code(RIM), 4)
    parts = [
        _rim(LARGE, 18, code(VELLUM), *rim),
        _pennon(colour_of(card), 8, 6, 72, 134),
        infinity((44, 41), 50) if rank_of(card) == INFINITY else "",
        placed(sign(card, (VELLUM, inks.light, inks.ink)), 18, 70, 0.52),
        f'<path d="{arch}" fill="{code(pale)}"/><clipPath id="arch"><path d="{arch}"/></clipPath>',
        f'<g clip-path="url(#arch)">{placed(sign(card, (inks.ink, inks.light, pale)), 74, 84, 1.42)}</g>',
        f'<path d="{arch}" fill="none" stroke="{code(inks.ink)}" stroke-width="3"/>',
    ]
    return "".join(parts)


def _large_trump(card: Card) -> str:
    arch, picture = _arch(90, 22, 88, 262), sign(card)
    parts = [
        _rim(LARGE, 18, code(GOLD), code(RIM), 4),
        rect(9, 9, 178, 288, 11, code(COURT_NIGHT)),
        f'<g transform="translate(46 44)"><path d="{outline(star(5, 26, 11.5))}" fill="{code(GOLD)}"/></g>',
        '<clipPath id="round"><rect width="100" height="100" rx="14"/></clipPath>',
        f'<g transform="translate(20 76) scale(.52)"><g clip-path="url(#round)">{picture}</g></g>',
        f'<clipPath id="arch"><path d="{arch}"/></clipPath><g clip-path="url(#arch)">',
        f'<path d="{arch}" fill="{_ground(picture)}"/>{placed(picture, 72, 91, 1.24)}</g>',
        f'<path d="{arch}" fill="none" stroke="{code(GOLD)}" stroke-width="4"/>',
    ]
    return "".join(parts)


def _ground(picture: str) -> str:
    """The colour behind a trump's picture, the first one in its file."""
    return picture.partition('fill="')[2][:7]


@lru_cache(512)
def small(card: Card, rank: float = 37) -> str:
    """A card on the table; its rank will be `rank` units high."""
    if is_trump(card):
        return _small_trump(card)
    parts = [
        _rim(SMALL, 11, code(VELLUM), code(RIM), 3),
        _pennon(colour_of(card), 6, 4, 54, 72),
        infinity((33, 33.5), rank) if rank_of(card) == INFINITY else "",
        placed(sign(card), 8, 79, 0.48),
    ]
    return "".join(parts)


def _picture(card: Card, x: int, y: int, scale: str) -> str:
    """The little picture of a trump, its corners rounded."""
    return (
        '<clipPath id="round"><rect width="100" height="100" rx="12"/></clipPath>'
        f'<g transform="translate({x} {y}) scale({scale})"><g clip-path="url(#round)">{sign(card)}</g></g>'
    )


def _small_trump(card: Card) -> str:
    parts = [
        _rim(SMALL, 11, code(GOLD), code(RIM), 3),
        rect(6, 6, 58, 120, 7, code(COURT_NIGHT)),
        _picture(card, 9, 9, ".52"),
        f'<g transform="translate(35 96)"><path d="{outline(star(5, 22, 9.5))}" fill="{code(GOLD)}"/></g>',
    ]
    return "".join(parts)


@lru_cache(1)
def back() -> str:
    """The back of a card, 88 by 128 units: the court's crown in a diamond."""
    crown = "M-20 12V-12L-9 0L0 -18L9 0L20 -12V12Z"
    stroke = f'stroke="{code(GOLD)}" stroke-width="3"'
    parts = [
        _rim((88, 128), 9, code(BACK), code(CREAM), 4),
        rect(9, 9, 70, 110, 5, code(BACK_FIELD), stroke),
        '<g transform="translate(44 64)">',
        f'<path d="M0 -44L30 0L0 44L-30 0Z" fill="{code(BACK)}" {stroke}/>',
        f'<path d="{crown}" fill="{code(GOLD)}"/>{rect(-20, 15, 40, 6, 2, code(GOLD))}</g>',
    ]
    return "".join(parts)


@lru_cache(2)
def seal(*, gilt: bool = False) -> str:
    """The wax seal of a group around the origin, 68 units wide."""
    fill, rim = (GOLD, mix(GOLD, RIM, 0.5)) if gilt else (SEAL, SEAL_RIM)
    edge = outline(star(14, 34, 29))
    return (
        f'<path d="{edge}" fill="{code(fill)}" stroke="{code(rim)}" stroke-width="3"/>'
        f'<circle r="23" fill="none" stroke="{code(rim)}" stroke-width="2.5"/>'
    )


SLIP = (84, 56)
"""The size of the smallest card, which has its rank next to its symbol."""


@lru_cache(512)
def slip(card: Card) -> str:
    """A card left in a hand at the end."""
    if is_trump(card):
        return _trump_slip(card)
    parts = [
        _rim(SLIP, 9, code(VELLUM), code(RIM), 3),
        f'<path d="M3 12Q3 3 12 3H38V53H12Q3 53 3 44Z" fill="{code(shades(card).ink)}"/>',
        infinity((20, 28), 29) if rank_of(card) == INFINITY else "",
        placed(sign(card), 42, 9, 0.38),
    ]
    return "".join(parts)


def _trump_slip(card: Card) -> str:
    parts = [
        _rim(SLIP, 9, code(GOLD), code(RIM), 3),
        rect(5, 5, 74, 46, 6, code(COURT_NIGHT)),
        f'<path d="{outline(star(5, 16, 7))}" fill="{code(GOLD)}" transform="translate(24 29)"/>',
        _picture(card, 39, 9, ".38"),
    ]
    return "".join(parts)
