"""The colours and small pictures of the card table, each painted once and kept in the table's palette."""

from functools import lru_cache

from games.core import Seat
from games.kit.brush import cards
from games.kit.brush.cards import BACK, IVORY, RIM, Look, Size
from games.kit.brush.courts import GOLD
from games.kit.brush.easel import Box, Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, RADIUS, SEATS, TEXT, choice, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.strip import MARK, marks
from games.kit.brush.suits import INKS, suited
from games.kit.cards import SUITS

PAGE = colour("#2B1710")
FELT = colour("#1B5E45")
INLAY = mix(FELT, GOLD, 0.35)
SHADE = mix(FELT, NIGHT, 0.35)
SOFT = mix(FELT, PAPER, 0.72)
"""For words on the felt that matter less than the points."""
WOODS = tuple(
    colour(code)
    for code in ("#1A0D08", "#4A2613", "#7A4423", "#96592F", "#A2642F", "#8A5029", "#693A1D", "#3B1D0E")
)
"""The moulding of the rim from outside to inside."""

PLAYED = Size(140, 196)
SMALL = Size(54, 84)
"""For cards that aren't in the middle."""
HELD = Size(164, 230)
"""For cards in the player's own hand."""
LAID = Size(128, 184)
"""For the trick and the widow above the player's own hand."""
NUMBER = Size(40, 44)
"""For the number on a card, between its index and its name."""
_CORNER = 64


@lru_cache(1)
def palette() -> Palette:
    """Made from the artwork once, the same on every machine."""
    inks, players = INKS.values(), SEATS[:3]
    accents = [PAGE, FELT, INLAY, SHADE, SOFT, NIGHT, PAPER, ACCENT, IVORY, GOLD, RIM, BACK]
    pairs = [(PAPER, FELT), (SOFT, FELT), (PAPER, PAGE), (IVORY, FELT), (GOLD, IVORY), (NIGHT, ACCENT)]
    pairs += [(ink, IVORY) for ink in inks]
    pairs += [pair for mark in players for pair in ((mark.ink, mark.colour), (mark.colour, PAGE))]
    return Palette([*accents, *WOODS, *inks, *(mark.colour for mark in players)], pairs, _artwork())


def _artwork() -> list[Picture]:
    court = [cards.face(f"{rank}{suit}", LAID, FELT) for rank, suit in zip("JQKA", SUITS, strict=True)]
    dim = [cards.face(f"{rank}{suit}", LAID, FELT, "dim") for rank, suit in zip("KQJ7", SUITS, strict=True)]
    return [*court, *dim, cards.back(PLAYED, FELT), *marks(FELT, 3), *marks(PAGE, 3)]


@kept
def face(card: str, size: Size, look: Look = "plain") -> Picture:
    """A card on the felt: its face, or its back if `card` is empty; a small one shows only its index."""
    if not card:
        return palette().fit(cards.back(size, FELT, look))
    paint = cards.slip if size == SMALL else cards.face
    return palette().fit(paint(card, size, FELT, look))


def lay(sheet: Picture, card: str, size: Size, at: tuple[int, int], look: Look = "plain") -> None:
    """Lay a card with its top left corner at `at`, on top of what is there."""
    sheet.paste(face(card, size, look), at, cards.outline(size))


@kept
def mark(seat: Seat) -> Picture:
    """The mark of a seat."""
    return palette().fit(seat_mark(seat, MARK, FELT))


def mark_on(sheet: Picture, seat: Seat, x: int, y: int, size: Size) -> None:
    """Lay a seat's mark over the free lower left corner of a card."""
    sheet.paste(mark(seat), (x - 12, y + size.high - MARK + 18), seat_outline(seat, MARK))


@kept
def plate(words: str, ink: Colour, fill: Colour, high: int = 54) -> Picture:
    """Words on a plate with round corners."""
    wide = width(words, TEXT) + 22
    easel = Easel((wide, high), FELT)
    easel.plate((0, 0, wide, high), RADIUS, fill)
    image = easel.finish()
    write(image, words, (image.width / 2, high / 2), TEXT, ink)
    return palette().fit(image)


@kept
def line(words: str, ink: Colour, high: float = TEXT) -> Picture:
    """Words on the felt, with suits drawn as on the cards."""
    return palette().fit(suited(words, high, ink, FELT))


@kept
def caption(words: str, frame: Colour) -> Picture:
    """The name of a choice, in the frame that all games use."""
    inside = suited(words, TEXT, PAPER, NIGHT)
    wide, high = inside.width + 22, 58
    easel = Easel((wide, high), FELT)
    choice(easel, (0, 0, wide, high), RADIUS, frame, NIGHT)
    image = easel.finish()
    image.paste(inside.crop((0, 4, inside.width, inside.height - 4)), (11, (high - inside.height) // 2 + 4))
    return palette().fit(image)


@kept
def number_plate(number: str) -> Picture:
    """The number by which a card can be typed."""
    return plate(number, PAPER, SHADE, NUMBER.high)


@kept
def slot(seat: Seat) -> Picture:
    """The place for the card of the seat to move."""
    easel, tint, shade = Easel(PLAYED, FELT), SEATS[seat].colour, mix(FELT, NIGHT, 0.25)
    choice(easel, (0, 0, *PLAYED), PLAYED.high / 17, tint, shade, 5)
    image = easel.finish()
    image.paste(seat_mark(seat, MARK, shade), ((PLAYED.wide - MARK) // 2, (PLAYED.high - MARK) // 2))
    return palette().fit(image)


@kept
def _moulding() -> Picture:
    """A small table with a wooden rim, whose corners and edges make every larger one."""
    easel, inset = Easel((3 * _CORNER, 3 * _CORNER), PAGE), 0.0
    for shade, thick in (*((wood, 3.0) for wood in WOODS), (SHADE, 4.0), (FELT, 8.0)):
        easel.plate(_inside(inset), 34 - inset * 0.6, shade)
        inset += thick
    easel.frame(_inside(inset), 12, INLAY, 2)
    return palette().fit(easel.finish())


def _inside(inset: float) -> Box:
    return inset, inset, 3 * _CORNER - inset, 3 * _CORNER - inset


@kept
def table(size: tuple[int, int]) -> Picture:
    """A table of this size (P): the corners of the moulding, and its edges stretched between them."""
    wide, high = size
    small, sheet, far = _moulding(), palette().sheet(size, FELT), 2 * _CORNER
    for x, left in ((0, 0), (far, wide - _CORNER)):
        for y, top in ((0, 0), (far, high - _CORNER)):
            sheet.paste(small.crop((x, y, x + _CORNER, y + _CORNER)), (left, top))
    for at in (0, far):
        across = small.crop((_CORNER, at, _CORNER + 1, at + _CORNER)).resize((wide - far, _CORNER))
        sheet.paste(across, (_CORNER, 0 if at == 0 else high - _CORNER))
        down = small.crop((at, _CORNER, at + _CORNER, _CORNER + 1)).resize((_CORNER, high - far))
        sheet.paste(down, (0 if at == 0 else wide - _CORNER, _CORNER))
    return sheet
