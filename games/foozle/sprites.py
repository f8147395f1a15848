"""The Flathead court's colours, and its small pictures, each painted once and kept in the palette."""

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.foozle.cards import COLOURS, RANKS, Card, code, colour_of, is_trump, key, rank_of
from games.foozle.heraldry import Pen, sign
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label, width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, RADIUS, SEATS, TEXT, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour

PAGE = colour("#E4D3A8")
"""Parchment."""
SHADE = colour("#CDB783")
"""A sheet of it that lies deeper."""
VELLUM = colour("#FFF8E7")
GILT = colour("#F0CF74")
RIM = colour("#6B5530")
SEPIA = colour("#4A3818")
INKS = tuple(map(colour, ("#B01E1E", "#17519E", "#211C28", "#7A4417", "#A87800")))
"""By colour of the suits."""
_DIM = 0.5

Look: TypeAlias = Literal["plain", "lit", "dim"]
"""`lit` is chosen, or what changed last; `dim` cannot be chosen now."""


class Size(NamedTuple):
    """Of a card, in px."""

    wide: int
    high: int


SLIP = Size(100, 112)
"""In the tableau, where a card wears its name."""
CHIP = Size(58, 104)
"""In a group: the rank above the sign."""
HELD = Size(182, 236)
"""In one's own hand."""
MARK = 76
TOKEN = 42


def ink_of(card: Card) -> Colour:
    """The ink of a card's colour; trumps are drawn in the dark."""
    return NIGHT if is_trump(card) else INKS[colour_of(card)]


@lru_cache(1)
def palette() -> Palette:
    """Made of the artwork once, the same on every machine."""
    accents = [PAGE, SHADE, VELLUM, GILT, RIM, SEPIA, NIGHT, PAPER, ACCENT, *INKS]
    accents += [mark.colour for mark in SEATS]
    papers = [(NIGHT, GILT), (NIGHT, PAGE), (SEPIA, PAGE), (NIGHT, ACCENT), (PAPER, SEPIA), (NIGHT, SHADE)]
    papers += (
        [(ink, VELLUM) for ink in INKS] + [(ink, ACCENT) for ink in INKS] + [(PAPER, NIGHT), (RIM, PAGE)]
    )
    papers += [(ink, PAGE) for ink in INKS]
    dims = [slip(Card(suit * 11), "dim") for suit in range(0, 15, 3)] + [slip(Card(170), "dim")]
    seats = [seat_mark(Seat(seat), MARK, PAGE) for seat in range(len(SEATS))]
    return Palette(accents, papers, [*seats, *dims])


def _blank(size: Size, look: Look, is_gilt: bool) -> tuple[Easel, Colour]:
    paper = GILT if is_gilt else VELLUM
    easel, (wide, high) = Easel(size, PAGE), size
    rim = 6 if look == "lit" else 2
    easel.plate((0, 0, wide, high), 10, NIGHT if look == "lit" else RIM)
    if look == "lit":
        easel.plate((2, 2, wide - 2, high - 2), 9, ACCENT)
    easel.plate((rim, rim, wide - rim, high - rim), 8, paper)
    return easel, paper


def _looking(image: Picture, look: Look) -> Picture:
    if look != "dim":
        return image
    return image.point(
        [round(level + (PAGE[band] - level) * _DIM) for band in range(3) for level in range(256)]
    )


def slip(card: Card, look: Look = "plain") -> Picture:
    """A small card (RGB): its sign above its name."""
    easel, paper = _blank(SLIP, look, is_trump(card))
    sign(card)(Pen(easel, (SLIP.wide / 2, 37), 52, ink_of(card), paper))
    image = easel.finish()
    write(image, name(card), (SLIP.wide / 2, 86), 34, ink_of(card))
    return _looking(image, look)


def chip(card: Card, look: Look = "plain") -> Picture:
    """A narrow card (RGB): its rank above its sign."""
    easel, paper = _blank(CHIP, look, is_trump(card))
    middle = CHIP.high / 2 if is_trump(card) else 76
    sign(card)(Pen(easel, (CHIP.wide / 2, middle), 42, ink_of(card), paper))
    image = easel.finish()
    if not is_trump(card):
        write(image, RANKS[rank_of(card)], (CHIP.wide / 2, 30), 38, ink_of(card))
    return _looking(image, look)


def held(card: Card, look: Look = "plain") -> Picture:
    """A large card (RGB): its rank and its sign, and its name below."""
    easel, paper = _blank(HELD, look, is_trump(card))
    middle = (HELD.wide / 2, 108) if is_trump(card) else (HELD.wide * 0.62, 118)
    sign(card)(Pen(easel, middle, 98, ink_of(card), paper))
    image = easel.finish()
    if not is_trump(card):
        write(image, RANKS[rank_of(card)], (36, 46), 58, ink_of(card))
    write(image, code(card), (HELD.wide / 2, 203), 34, ink_of(card))
    return _looking(image, look)


def name(card: Card) -> str:
    """The code in as many letters as fit on a small card; trumps keep three."""
    return key(card) if is_trump(card) else code(card)


@lru_cache(1024)
def tile(kind: Literal["slip", "chip", "held"], card: Card, look: Look = "plain") -> Picture:
    """Such a card in the palette (P)."""
    paint = {"slip": slip, "chip": chip, "held": held}[kind]
    return palette().fit(paint(card, look))


@lru_cache(16)
def mark(seat: Seat) -> Picture:
    """The mark of a seat (P)."""
    return palette().fit(seat_mark(seat, MARK, PAGE))


@lru_cache(16)
def token(colour_number: int, has: bool) -> Picture:
    """A coloured token with the first letter of its colour, or the empty place for it (P)."""
    easel, middle = Easel((TOKEN, TOKEN), PAGE), (TOKEN / 2, TOKEN / 2)
    if not has:
        easel.ring(middle, TOKEN / 2 - 4, SHADE, 3)
        return palette().fit(easel.finish())
    easel.disc(middle, TOKEN / 2 - 1, NIGHT)
    easel.disc(middle, TOKEN / 2 - 3, INKS[colour_number])
    image = easel.finish()
    write(image, LETTERS[colour_number], middle, 22, PAPER)
    return palette().fit(image)


LETTERS = ("R", "U", "K", "N", "Y")
"""On tokens: red, blue, black, brown, yellow have no two letters alike."""
assert len(LETTERS) == len(COLOURS)


@lru_cache(1)
def white_token() -> Picture:
    """A white token (P)."""
    easel, middle = Easel((TOKEN, TOKEN), PAGE), (TOKEN / 2, TOKEN / 2)
    easel.disc(middle, TOKEN / 2 - 1, NIGHT)
    easel.disc(middle, TOKEN / 2 - 4, PAPER)
    return palette().fit(easel.finish())


@lru_cache(2)
def back() -> Picture:
    """The back of a card as a small sign (P)."""
    easel = Easel((36, 46), PAGE)
    easel.plate((0, 0, 36, 46), 6, RIM)
    easel.plate((2, 2, 34, 44), 5, VELLUM)
    easel.plate((6, 6, 30, 40), 3, SEPIA)
    for y in (13, 23, 33):
        easel.polygon([(18, y - 5), (25, y), (18, y + 5), (11, y)], GILT)
    return palette().fit(easel.finish())


@lru_cache(256)
def words(text: str, ink: Colour = NIGHT, ground: Colour = PAGE, capitals: float = TEXT) -> Picture:
    """A line of text (P)."""
    return label(palette(), text, capitals, ink, ground)


@lru_cache(256)
def plate(text: str, ink: Colour, ground: Colour, high: int = 56) -> Picture:
    """A line of text on a plate (P)."""
    easel = Easel((width(text, TEXT) + 32, high), PAGE)
    easel.plate((0, 0, width(text, TEXT) + 32, high), RADIUS, ground)
    image = easel.finish()
    write(image, text, ((width(text, TEXT) + 32) / 2, high / 2), TEXT, ink)
    return palette().fit(image)
