"""The Flathead court's colours and small pictures, each painted once and kept in the palette."""

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.foozle.cards import COLOURS, RANKS, Card, code, colour_of, is_trump, key, rank_of
from games.foozle.heraldry import Pen, sign
from games.foozle.icons import CARD_OF
from games.kit.brush import icons
from games.kit.brush.easel import Box, Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import label, width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, RADIUS, SEATS, TEXT, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix

PAGE = colour("#E4D3A8")
"""Parchment."""
SHADE = colour("#CDB783")
"""A darker sheet of it."""
VELLUM = colour("#FFF8E7")
GILT = colour("#F0CF74")
RIM = colour("#6B5530")
SEPIA = colour("#4A3818")
FAINT = mix(RIM, PAGE, 0.55)
"""For the place of a missing token."""
INKS = tuple(map(colour, ("#B01E1E", "#17519E", "#211C28", "#7A4417", "#A87800")))
"""By the colour of the suits."""
_DIM = 0.5

Look: TypeAlias = Literal["plain", "lit", "dim"]
"""`lit` is chosen or was changed last; `dim` can't be chosen now."""


class Cut(NamedTuple):
    """The measures of a card: its size, the height of its capitals, and the size of its sign, in px."""

    wide: int
    high: int
    capitals: int
    sign: int


TICKET = Cut(156, 56, 37, 43)
"""In the tableau: the sign next to the card's name."""
SMALL_TICKET = Cut(122, 46, 30, 35)
TINY_TICKET = Cut(99, 40, 24, 26)
"""For a long tableau, and a very long one."""
CHIP = Cut(54, 94, 37, 42)
"""In a group: the rank above the sign."""
SMALL_CHIP = Cut(44, 78, 30, 34)
TINY_CHIP = Cut(36, 62, 24, 26)
"""For many groups, and very many; the small one also for open hands."""
HELD = Cut(182, 210, 58, 92)
"""In the player's own hand."""
MARK = 76
TOKEN = 52
_LETTER = 32
_EIGHT = 0.7
"""How much smaller ∞ is than figures, because it is twice as wide."""


def ink_of(card: Card) -> Colour:
    """The ink of a card's colour; trumps are drawn in the dark."""
    return NIGHT if is_trump(card) else INKS[colour_of(card)]


def icon(name: str) -> bytes:
    """A card's sign for a button, as a PNG. Raises KeyError for a name that isn't in `ICONS`."""
    card = CARD_OF[name]

    def paint(easel: Easel, box: Box) -> None:
        left, top, right, bottom = box
        sign(card)(Pen(easel, ((left + right) / 2, (top + bottom) / 2), right - left, ink_of(card), VELLUM))

    return icons.icon(VELLUM, paint)


@lru_cache(1)
def palette() -> Palette:
    """Made from the artwork once, the same on every machine."""
    accents = [PAGE, SHADE, FAINT, VELLUM, GILT, RIM, SEPIA, NIGHT, PAPER, ACCENT, *INKS]
    accents += [mark.colour for mark in SEATS]
    papers = [(NIGHT, GILT), (NIGHT, PAGE), (SEPIA, PAGE), (NIGHT, ACCENT), (PAPER, SEPIA), (NIGHT, SHADE)]
    papers += (
        [(ink, VELLUM) for ink in INKS] + [(ink, ACCENT) for ink in INKS] + [(PAPER, NIGHT), (RIM, PAGE)]
    )
    papers += [(ink, PAGE) for ink in INKS] + [(PAPER, ink) for ink in INKS]
    papers += [(FAINT, PAGE), (NIGHT, PAPER)]
    dims = [ticket(TICKET, Card(card), "dim") for card in (*range(0, 15 * 11, 33), 170)]
    seats = [seat_mark(Seat(seat), MARK, PAGE) for seat in range(len(SEATS))]
    return Palette(accents, papers, [*seats, *dims])


def _blank(cut: Cut, look: Look, is_gilt: bool) -> tuple[Easel, Colour]:
    paper = GILT if is_gilt else VELLUM
    wide, high = cut.wide, cut.high
    easel = Easel((wide, high), PAGE)
    rim = 2 if look != "lit" else 6 if high < HELD.high else 10
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


def ticket(cut: Cut, card: Card, look: Look = "plain") -> Picture:
    """A flat card (RGB): its sign, with its name next to it."""
    easel, paper = _blank(cut, look, is_trump(card))
    middle, sign_at = cut.high / 2, 7 + cut.sign / 2
    sign(card)(Pen(easel, (sign_at, middle), cut.sign, ink_of(card), paper))
    image = easel.finish()
    left = 7 + cut.sign
    _write(image, name(card), (left + (cut.wide - 4 - left) / 2, middle), cut.capitals, ink_of(card))
    return _looking(image, look)


def chip(cut: Cut, card: Card, look: Look = "plain") -> Picture:
    """A narrow card (RGB): its rank above its sign."""
    easel, paper = _blank(cut, look, is_trump(card))
    middle = cut.high * (0.5 if is_trump(card) else 0.72)
    sign(card)(Pen(easel, (cut.wide / 2, middle), cut.sign, ink_of(card), paper))
    image = easel.finish()
    if not is_trump(card):
        _write(image, RANKS[rank_of(card)], (cut.wide / 2, cut.high * 0.28), cut.capitals, ink_of(card))
    return _looking(image, look)


def held(cut: Cut, card: Card, look: Look = "plain") -> Picture:
    """A large card (RGB): its rank and sign, with its name below."""
    easel, paper = _blank(cut, look, is_trump(card))
    middle = (cut.wide / 2, 100) if is_trump(card) else (cut.wide * 0.6, 106)
    sign(card)(Pen(easel, middle, cut.sign, ink_of(card), paper))
    image = easel.finish()
    if not is_trump(card):
        _write(image, RANKS[rank_of(card)], (38, 46), cut.capitals, ink_of(card))
    _write(image, code(card), (cut.wide / 2, cut.high - 34), TEXT, ink_of(card))
    return _looking(image, look)


def _write(image: Picture, text: str, at: tuple[float, float], capitals: float, ink: Colour) -> None:
    """Write text centred on `at`, with a smaller ∞."""
    small = round(capitals * _EIGHT)
    parts = [(part, small if part == "∞" else capitals) for part in (text[:1], text[1:]) if part]
    x = at[0] - sum(width(part, high) for part, high in parts) / 2
    for part, high in parts:
        write(image, part, (x, at[1]), high, ink, "left")
        x += width(part, high)


def name(card: Card) -> str:
    """The code in capitals as far as it fits on a flat card: three letters for trumps."""
    return key(card).upper() if is_trump(card) else code(card)


_SHAPES = {
    **dict.fromkeys((TICKET, SMALL_TICKET, TINY_TICKET), ticket),
    **dict.fromkeys((CHIP, SMALL_CHIP, TINY_CHIP), chip),
    HELD: held,
}


@kept
def tile(cut: Cut, card: Card, look: Look = "plain") -> Picture:
    """A card in one of the cuts above, in the palette (P)."""
    return palette().fit(_SHAPES[cut](cut, card, look))


@kept
def mark(seat: Seat, size: int = MARK) -> Picture:
    """The mark of a seat (P)."""
    return palette().fit(seat_mark(seat, size, PAGE))


@kept
def token(colour_number: int, has: bool) -> Picture:
    """A coloured token with its letter, or its empty place (P)."""
    easel, middle = Easel((TOKEN, TOKEN), PAGE), (TOKEN / 2, TOKEN / 2)
    if has:
        easel.disc(middle, TOKEN / 2 - 1, NIGHT)
        easel.disc(middle, TOKEN / 2 - 3, INKS[colour_number])
    else:
        easel.ring(middle, TOKEN / 2 - 4, FAINT, 3)
    image = easel.finish()
    write(image, LETTERS[colour_number], middle, _LETTER, PAPER if has else FAINT)
    return palette().fit(image)


LETTERS = ("R", "U", "K", "N", "Y")
"""On tokens: a different letter for red, blue, black, brown and yellow."""
assert len(LETTERS) == len(COLOURS)


@kept
def white_token(count: int) -> Picture:
    """A white token with the number of them (P)."""
    easel, middle = Easel((TOKEN, TOKEN), PAGE), (TOKEN / 2, TOKEN / 2)
    easel.disc(middle, TOKEN / 2 - 1, NIGHT)
    easel.disc(middle, TOKEN / 2 - 4, PAPER)
    image = easel.finish()
    write(image, str(count), middle, _LETTER, NIGHT)
    return palette().fit(image)


@kept
def back() -> Picture:
    """The back of a card as a small icon (P)."""
    easel = Easel((36, 46), PAGE)
    easel.plate((0, 0, 36, 46), 6, RIM)
    easel.plate((2, 2, 34, 44), 5, VELLUM)
    easel.plate((6, 6, 30, 40), 3, SEPIA)
    for y in (13, 23, 33):
        easel.polygon([(18, y - 5), (25, y), (18, y + 5), (11, y)], GILT)
    return palette().fit(easel.finish())


@kept
def words(text: str, ink: Colour = NIGHT, ground: Colour = PAGE, capitals: float = TEXT) -> Picture:
    """A line of text (P)."""
    return label(palette(), text, capitals, ink, ground)


@kept
def plate(text: str, ink: Colour, ground: Colour, high: int = 56, capitals: float = TEXT) -> Picture:
    """A line of text on a plate (P)."""
    wide = width(text, capitals) + round(capitals * 0.87)
    easel = Easel((wide, high), PAGE)
    easel.plate((0, 0, wide, high), RADIUS, ground)
    image = easel.finish()
    write(image, text, (wide / 2, high / 2), capitals, ink)
    return palette().fit(image)
