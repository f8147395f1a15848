"""The card table's colours and its small pictures, each painted once and kept in the table's palette."""

from functools import lru_cache

from games.core import Seat
from games.kit.brush import cards
from games.kit.brush.cards import BACK, IVORY, RIM, Look, Size
from games.kit.brush.courts import GOLD
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, RADIUS, SEATS, TEXT, choice, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.strip import MARK, marks
from games.kit.brush.suits import INKS, SUITS, pip

PAGE = colour("#2B1710")
FELT = colour("#1B5E45")
INLAY = mix(FELT, GOLD, 0.35)
SHADE = mix(FELT, NIGHT, 0.35)
SOFT = mix(FELT, PAPER, 0.72)
"""Words on the felt that are less than the points."""
WOODS = tuple(
    colour(code)
    for code in ("#1A0D08", "#4A2613", "#7A4423", "#96592F", "#A2642F", "#8A5029", "#693A1D", "#3B1D0E")
)
"""The moulding of the rim from outside to inside."""

PLAYED = Size(140, 196)
SMALL = Size(54, 84)
"""Slips and backs beside the marks."""
HELD = Size(164, 230)
"""In one's own hand."""
LAID = Size(120, 168)


@lru_cache(1)
def palette() -> Palette:
    """Made of the artwork once, the same on every machine."""
    inks = [*INKS.values()]
    pairs = [(PAPER, FELT), (SOFT, FELT), (PAPER, PAGE), (IVORY, FELT), (GOLD, IVORY), (NIGHT, ACCENT)]
    pairs += [(ink, IVORY) for ink in inks]
    pairs += [(mark.ink, mark.colour) for mark in SEATS[:3]]
    pairs += [(mark.colour, PAGE) for mark in SEATS[:3]]
    return Palette(
        (
            *(PAGE, FELT, INLAY, SHADE, SOFT, NIGHT, PAPER, ACCENT, IVORY, GOLD, RIM, BACK, *WOODS, *inks),
            *(mark.colour for mark in SEATS[:3]),
        ),
        pairs,
        _artwork(),
    )


def _artwork() -> list[Picture]:
    court = [cards.face(f"{rank}{suit}", LAID, FELT) for rank, suit in zip("JQKA", SUITS, strict=True)]
    dim = [cards.face(f"{rank}{suit}", LAID, FELT, "dim") for rank, suit in zip("KQJ7", SUITS, strict=True)]
    return [*court, *dim, cards.back(PLAYED, FELT), *marks(FELT, 3), *marks(PAGE, 3)]


@lru_cache(512)
def face(card: str, size: Size, look: Look = "plain") -> Picture:
    """A card on the felt: its face, or its back where `card` is empty; all index where it is small."""
    if not card:
        return palette().fit(cards.back(size, FELT, look))
    paint = cards.slip if size == SMALL else cards.face
    return palette().fit(paint(card, size, FELT, look))


def lay(sheet: Picture, card: str, size: Size, at: tuple[int, int], look: Look = "plain") -> None:
    """Lay a card with its top left corner at `at`, over what lies there."""
    sheet.paste(face(card, size, look), at, cards.outline(size))


@lru_cache(16)
def mark(seat: Seat, ground: Colour = FELT) -> Picture:
    """The mark of a seat."""
    return palette().fit(seat_mark(seat, MARK, ground))


def mark_on(sheet: Picture, seat: Seat, x: int, y: int, size: Size) -> None:
    """Lay a seat's mark over the free lower left corner of a card."""
    sheet.paste(mark(seat), (x - 20, y + size.high - MARK + 20), seat_outline(seat, MARK))


@lru_cache(64)
def plate(words: str, ink: Colour, fill: Colour, ground: Colour = FELT, high: int = 54) -> Picture:
    """Words on a plate with round corners."""
    wide = width(words, TEXT) + 22
    easel = Easel((wide, high), ground)
    easel.plate((0, 0, wide, high), RADIUS, fill)
    image = easel.finish()
    write(image, words, (image.width / 2, high / 2), TEXT, ink)
    return palette().fit(image)


@lru_cache(256)
def line(words: str, ink: Colour, high: float = TEXT, ground: Colour = FELT) -> Picture:
    """Words on one colour; suits are drawn as they are on the cards."""
    return palette().fit(_line(words, ink, high, ground))


def _line(words: str, ink: Colour, high: float, ground: Colour) -> Picture:
    runs = _runs(words)
    wide = sum(_room(run, high) for run in runs)
    easel, left, middle = Easel((wide, round(high * 1.5)), ground), 0, high * 0.75
    for run in runs:
        if run in SUITS:
            pip(easel, run, (left + _room(run, high) / 2, middle), high * 0.95, ink)
        left += _room(run, high)
    image, left = easel.finish(), 0
    for run in runs:
        if run not in SUITS:
            write(image, run, (left, middle), high, ink, "left")
        left += _room(run, high)
    return image


def _runs(words: str) -> list[str]:
    """The words cut before and behind every suit."""
    for suit in SUITS:
        words = words.replace(suit, f"\0{suit}\0")
    return [run for run in words.split("\0") if run]


def _room(run: str, high: float) -> int:
    """How wide a suit is, or words without one."""
    return round(high * 1.1) if run in SUITS else width(run, high) + 3


@lru_cache(128)
def caption(words: str, frame: Colour) -> Picture:
    """What a choice is called, in the family's frame."""
    inside = _line(words, PAPER, TEXT, NIGHT)
    easel = Easel((inside.width + 22, 58), FELT)
    choice(easel, (0, 0, inside.width + 22, 58), RADIUS, frame, NIGHT)
    image = easel.finish()
    high = inside.height - 10
    image.paste(inside.crop((0, 5, inside.width, 5 + high)), (11, (58 - high) // 2))
    return palette().fit(image)


@lru_cache(4)
def slot(seat: Seat, size: Size) -> Picture:
    """Where the card of the seat whose turn it is will lie."""
    easel, tint = Easel(size, FELT), SEATS[seat].colour
    box = 0, 0, size.wide, size.high
    choice(easel, box, size.high / 17, tint, mix(FELT, NIGHT, 0.25), 5)
    image = easel.finish()
    image.paste(
        seat_mark(seat, MARK, mix(FELT, NIGHT, 0.25)), ((size.wide - MARK) // 2, (size.high - MARK) // 2)
    )
    return palette().fit(image)


@lru_cache(1)
def moulding() -> Picture:
    """A small table of felt in its wooden rim, whose corners and edges make every larger one."""
    side, thick, radius = 3 * CORNER, 3.0, 34.0
    easel = Easel((side, side), PAGE)
    for number, wood in enumerate(WOODS):
        inset = number * thick
        easel.plate((inset, inset, side - inset, side - inset), radius - inset * 0.6, wood)
    inset = len(WOODS) * thick
    easel.plate((inset, inset, side - inset, side - inset), radius - inset * 0.6, SHADE)
    inset += 4
    easel.plate((inset, inset, side - inset, side - inset), radius - inset * 0.6, FELT)
    easel.frame((inset + 8, inset + 8, side - inset - 8, side - inset - 8), 12, INLAY, 2)
    return palette().fit(easel.finish())


CORNER = 64


@lru_cache(8)
def table(size: tuple[int, int]) -> Picture:
    """A table of this size: the moulding, drawn out."""
    wide, high = size
    small, sheet = moulding(), palette().sheet(size, FELT)
    near, far = CORNER, 2 * CORNER
    for box, at, stretched in (
        ((0, 0, near, near), (0, 0), None),
        ((far, 0, 3 * near, near), (wide - near, 0), None),
        ((0, far, near, 3 * near), (0, high - near), None),
        ((far, far, 3 * near, 3 * near), (wide - near, high - near), None),
        ((near, 0, near + 1, near), (near, 0), (wide - 2 * near, near)),
        ((near, far, near + 1, 3 * near), (near, high - near), (wide - 2 * near, near)),
        ((0, near, near, near + 1), (0, near), (near, high - 2 * near)),
        ((far, near, 3 * near, near + 1), (wide - near, near), (near, high - 2 * near)),
    ):
        piece = small.crop(box)
        sheet.paste(piece.resize(stretched, 0) if stretched else piece, at)
    return sheet
