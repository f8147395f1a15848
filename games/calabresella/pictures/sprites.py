"""The colours and small pictures of the card table, cached in the table's palette."""

from functools import lru_cache

from games.calabresella.words.icons import CARD_OF
from games.core import Seat
from games.kit.brush import cards
from games.kit.brush.cached import cached
from games.kit.brush.cards import BACK, DIM, DUSK, IVORY, RIM, Look, Size
from games.kit.brush.courts import GOLD
from games.kit.brush.easel import Easel
from games.kit.brush.highlight import row
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.scene import palette_of
from games.kit.brush.suits import INKS, suited
from games.kit.cards import SUITS

TEXT = 35
"""The height of capitals, in px."""

BAND = colour("#2A1710")
"""The dark band below the table, the header and the caption."""
FELT = colour("#1B6B4A")
WELL = colour("#155A3D")
"""Where a card will lie."""
SHADE = mix(FELT, colour("#0B2E22"), 0.55)
"""A card's shadow on the felt."""
RAY = mix(FELT, colour("#3C8A66"), 0.3)
INLAY = colour("#3C8A66")
SOFT = colour("#B4DCC8")
"""Less important words on the felt."""
TAN = colour("#D9B48A")
"""Less important words on the band."""
OCHRE = colour("#8A5A00")
"""Gold on light grounds."""
WOODS = tuple(map(colour, ("#3B1E10", "#6A3A1C", "#8F5528", "#A96A35", "#7A4520", "#0F4630")))
"""The rim of the table from outside to inside; the last is the edge of the felt."""
HOLE = WOODS[0]
PLANK = WOODS[4]

CARD = Size(146, 224)
"""Cards in the middle and in the player's own hand."""
SLIP = Size(56, 86)
"""Cards elsewhere: all index."""
COVER = Size(52, 76)
"""The backs of other players' cards."""
PEG = 26
_BADGE = 40


@lru_cache(1)
def palette() -> Palette:
    """The palette, made from the artwork; the same on every machine."""
    inks = tuple(INKS.values())
    dark = [mix(shade, DUSK, DIM) for shade in (IVORY, *inks)]
    accents = [
        FELT,
        RAY,
        WELL,
        SHADE,
        INLAY,
        SOFT,
        TAN,
        OCHRE,
        ACCENT,
        IVORY,
        GOLD,
        RIM,
        BACK,
        *WOODS,
        *inks,
        *dark,
    ]
    pairs = [
        (CREAM, FELT),
        (SOFT, FELT),
        (ACCENT, FELT),
        (ACCENT, BAND),
        (TAN, BAND),
        (OCHRE, CREAM),
        (CREAM, PLANK),
        (ACCENT, PLANK),
    ]
    pairs += [(ink, IVORY) for ink in inks] + [(ink, dark[0]) for ink in dark[1:]]
    return palette_of(BAND, len(SEATS[:3]), accents, pairs, _artwork())


def _artwork() -> list[Picture]:
    court = [cards.face(f"{rank}{suit}", CARD, FELT) for rank, suit in zip("JQKA", SUITS, strict=True)]
    dim = [cards.face(f"{rank}{suit}", CARD, BAND, "dim") for rank, suit in zip("KQJA", SUITS, strict=True)]
    marks = [seat_mark(Seat(seat), _BADGE, FELT) for seat in range(3)]
    return [*court, *dim, cards.back(CARD, FELT), cards.back(COVER, FELT), *marks]


def icon(name: str) -> bytes:
    """A card for a button, as a PNG. Raises KeyError for a name that isn't in `ICONS`."""
    return cards.icon(CARD_OF[name])


@cached
def face(card: str, size: Size, look: Look = "plain", ground: Colour = FELT) -> Picture:
    """A card: its face, or its back if `card` is empty; a small one shows only its index."""
    if not card:
        return palette().fit(cards.back(size, ground, look))
    paint = cards.slip if size == SLIP else cards.face
    return palette().fit(paint(card, size, ground, look))


@cached
def small_cards(names: str) -> Picture:
    """Cards for a highlight next to each other (RGBA), such as `3♠ 5♦`."""
    return row([_small_card(card) for card in names.split()])


def _small_card(card: str) -> Picture:
    drawn = cards.slip(card, SLIP, BAND).convert("RGBA")
    drawn.putalpha(cards.outline(SLIP))
    return drawn.resize((68, 104))


@cached
def tilted(card: str, look: Look, degrees: float) -> Picture:
    """A card thrown on the table, a little askew."""
    return palette().fit(cards.tilted(card, CARD, FELT, look, degrees))


@cached
def line(words: str, ink: Colour, ground: Colour, high: float = TEXT) -> Picture:
    """Words with suits drawn as on the cards."""
    return palette().fit(suited(words, high, ink, ground))


@cached
def place(words: str = "") -> Picture:
    """A dashed place for a card, or for one that can be called, with its name in the corner."""
    (wide, high), thick, dash = CARD, 5, 18
    easel = Easel(CARD, FELT)
    easel.plate((0, 0, wide, high), 14, ACCENT)
    easel.plate((thick, thick, wide - thick, high - thick), 14 - thick, WELL)
    for at in range(28, wide - 28, dash + 12):
        for y in (0, high - thick):
            easel.plate((at, y, at + 12, y + thick), 0, FELT)
    for at in range(28, high - 28, dash + 12):
        for x in (0, wide - thick):
            easel.plate((x, at, x + thick, at + 12), 0, FELT)
    image = easel.finish()
    if words:
        name = suited(words, 46, CREAM, WELL)
        image.paste(name, (16, 14))
    return palette().fit(image)


@cached
def peg(ink: Colour | None) -> Picture:
    """A hole in the plank, or a peg of this colour in it."""
    easel, middle = Easel((PEG, PEG), PLANK), (PEG / 2, PEG / 2)
    if ink is None:
        easel.disc((PEG / 2, PEG / 2 + 1), 9, WOODS[3])
        easel.disc(middle, 9, HOLE)
    else:
        easel.disc(middle, PEG / 2, NIGHT)
        easel.disc(middle, PEG / 2 - 2, ink)
        easel.disc((PEG * 0.4, PEG * 0.36), PEG / 9, mix(ink, PAPER, 0.7))
    return palette().fit(easel.finish())


@cached
def coin(words: str) -> Picture:
    """A brass disc with a number, set into the plank."""
    size = 56
    easel = Easel((size, size), PLANK)
    easel.disc((size / 2, size / 2), size / 2, HOLE)
    easel.disc((size / 2, size / 2), size / 2 - 2, ACCENT)
    image = easel.finish()
    write(image, words, (size / 2, size / 2), 34, NIGHT)
    return palette().fit(image)


@cached
def star(ground: Colour, left: int = 0, words: str = "") -> Picture:
    """The soloist's star, with some space before it and golden words after it."""
    ink, size = (OCHRE if ground == CREAM else ACCENT), TEXT + 3
    said = line(words, ink, ground) if words else None
    easel = Easel((size + 8, size + 4), ground)
    cards.star(easel, (size / 2, size / 2 + 2), size / 2, ink)
    high = max(size + 4, said.height if said else 0)
    tile = palette().sheet((left + size + 8 + (said.width if said else 0), high), ground)
    tile.paste(palette().fit(easel.finish()), (left, (high - size - 4) // 2))
    if said:
        tile.paste(said, (left + size + 8, (high - said.height) // 2))
    return tile


@cached
def role(words: str, ground: Colour, left: int) -> Picture:
    """A player's role, if they aren't the soloist, with some space before it."""
    said = line(words, NIGHT if ground == CREAM else TAN, ground)
    tile = palette().sheet((left + said.width, said.height), ground)
    tile.paste(said, (left, 0))
    return tile
