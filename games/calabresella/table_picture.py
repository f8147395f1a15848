"""The table as the channel sees it: three seats around the felt, the trick in the middle."""

from functools import lru_cache

from games.calabresella.scene import Laid, Place, Scene
from games.calabresella.sprites import (
    FELT,
    PAGE,
    PLAYED,
    SMALL,
    SOFT,
    face,
    lay,
    mark,
    palette,
    plate,
    slot,
    table,
)
from games.core import Seat
from games.kit.brush.cards import Size
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, SEATS, TEXT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.strip import HEIGHT, MARK, POINTS, Standing, strip

BAR = 16
TOP = HEIGHT + BAR + 12
HIGH = 884
_EDGE = 40
"""How far from the table's corner its things lie."""
_STEP = 56
"""From one small card to the next."""
_FAN = 20
"""From one back to the next."""

_SPOTS = ((515, 408), (642, 172), (388, 172))
"""By seat, where its card lies: the play goes counter-clockwise."""
_COLUMN = 6 * _STEP - 2


def table_picture(scene: Scene) -> Picture:
    """The sheet (P)."""
    sheet = _ground().copy()
    strip(
        sheet,
        palette(),
        PAGE,
        [Standing(place.seat, str(place.total)) for place in scene.places],
        scene.notice,
    )
    points_bar(sheet, scene)
    bottom, right, left = scene.places
    _beside(sheet, left, MARGIN + _EDGE, scene)
    _beside(sheet, right, WIDTH - MARGIN - _EDGE - _COLUMN, scene)
    _below(sheet, bottom, scene)
    _middle(sheet, scene)
    _last(sheet, scene)
    _widow(sheet, scene)
    return sheet


@lru_cache(1)
def _ground() -> Picture:
    sheet = palette().sheet((WIDTH, HIGH), PAGE)
    sheet.paste(table((WIDTH - 2 * MARGIN, HIGH - TOP - 10)), (MARGIN, TOP))
    return sheet


def points_bar(sheet: Picture, scene: Scene) -> None:
    """The soloist's points from the left, the others' from the right, and where 18 of the 35 are reached."""
    colours, wide = palette(), WIDTH - 2 * MARGIN
    right, top, bottom = WIDTH - MARGIN, HEIGHT, HEIGHT + BAR
    sheet.paste(colours.index(NIGHT), (MARGIN, top, right, bottom))
    left = MARGIN
    for place in sorted(scene.places, key=lambda place: not place.soloist):
        if place.soloist:
            end = MARGIN + round(wide * place.points / 35)
            sheet.paste(seat_index(place.seat), (MARGIN, top, end, bottom))
        elif any(other.soloist for other in scene.places):
            start = right - round(wide * place.points / 35)
            sheet.paste(seat_index(place.seat), (start, top, right, bottom))
            right = start
    at = left + round(wide * 18 / 35)
    sheet.paste(colours.index(ACCENT), (at - 2, top - 3, at + 2, bottom + 3))


def seat_index(seat: Seat) -> int:
    """The number of the seat's colour in the palette."""
    return palette().index(SEATS[seat].colour)


def put(sheet: Picture, text: str, x: int, y: int, ink: Colour = PAPER, high: float = TEXT) -> int:
    """Write on the felt from x on, around y; returns where it ended."""
    tile = label(palette(), text, high, ink, FELT)
    sheet.paste(tile, (x, y - tile.height // 2))
    return x + tile.width


def _beside(sheet: Picture, place: Place, x: int, scene: Scene) -> None:
    """A seat at the left or the right side: mark and tags, then its cards, then what it took."""
    y = TOP + _EDGE
    sheet.paste(mark(place.seat), (x, y))
    _tags(sheet, place, x + MARK + 8, y + MARK // 2)
    y += MARK + 10
    if any(place.cards):
        for number, card in enumerate(place.cards):
            lay(sheet, card, SMALL, (x + number % 6 * _STEP, y + number // 6 * (SMALL.high + 4)))
        y += 2 * SMALL.high + 4
    else:
        _backs(sheet, len(place.cards), x, y)
        y += SMALL.high
    _took(sheet, place, x, y + 36)


def _below(sheet: Picture, place: Place, scene: Scene) -> None:
    x, y = MARGIN + _EDGE, HIGH - 10 - _EDGE - SMALL.high
    sheet.paste(mark(place.seat), (x, y))
    _took(sheet, place, _tags(sheet, place, x, y - 36), y - 36)
    x += MARK + 12
    if any(place.cards):
        for number, card in enumerate(place.cards):
            lay(sheet, card, SMALL, (x + number * _STEP, y))
    else:
        _backs(sheet, len(place.cards), x, y)
    for number, words in enumerate(scene.foot):
        tile = label(palette(), words, TEXT, SOFT, FELT)
        sheet.paste(tile, (WIDTH - MARGIN - _EDGE - tile.width, y + 14 + number * 48))


def _tags(sheet: Picture, place: Place, x: int, y: int) -> int:
    """`Soloist` and the dealer's `D` from x on; returns where they end."""
    tags = []
    if place.soloist:
        tags.append(plate("Soloist", NIGHT, PAPER))
    if place.dealer:
        tags.append(plate("D", PAPER, NIGHT))
    for tag in tags:
        sheet.paste(tag, (x, y - tag.height // 2))
        x += tag.width + 8
    return x


def _backs(sheet: Picture, count: int, x: int, y: int) -> None:
    for number in range(count):
        lay(sheet, "", SMALL, (x + number * _FAN, y))
    if count:
        put(sheet, str(count), x + (count - 1) * _FAN + SMALL.wide + 10, y + SMALL.high // 2, PAPER, POINTS)


def _took(sheet: Picture, place: Place, x: int, y: int) -> None:
    if place.said:
        put(sheet, place.said, x, y, PAPER)
        return
    end = put(sheet, counted(place.points, "pt"), x, y, PAPER)
    put(sheet, counted(place.tricks, "trick"), end + 22, y, SOFT)


def counted(number: int, thing: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _middle(sheet: Picture, scene: Scene) -> None:
    if scene.trick or not scene.widow:
        _trick(sheet, scene)


def _trick(sheet: Picture, scene: Scene) -> None:
    for number, laid in enumerate(scene.trick):
        x, y = _SPOTS[laid.seat]
        lit = number == len(scene.trick) - 1
        lay(sheet, laid.card, PLAYED, (x, y), "lit" if lit else "plain")
        seat_on(sheet, laid.seat, x, y, PLAYED)
        if number == 0:
            tag = plate("Led", NIGHT, PAPER)
            sheet.paste(tag, (x + PLAYED.wide - tag.width + 8, y - 14))
    if scene.awaited is not None and scene.awaited not in {laid.seat for laid in scene.trick}:
        sheet.paste(slot(scene.awaited, PLAYED), _SPOTS[scene.awaited])


def seat_on(sheet: Picture, seat: Seat, x: int, y: int, size: Size) -> None:
    sheet.paste(mark(seat), (x - 20, y + size.high - MARK + 20))


def _last(sheet: Picture, scene: Scene) -> None:
    if not scene.last:
        return
    x, y = MARGIN + _EDGE, 548
    put(sheet, "Last trick", x, y + 20, SOFT)
    for number, laid in enumerate(scene.last):
        lay(sheet, laid.card, SMALL, (x + number * _STEP, y + 48))
    assert scene.last_taker is not None
    sheet.paste(mark(scene.last_taker), (x + 3 * _STEP + 8, y + 48))


def _widow(sheet: Picture, scene: Scene) -> None:
    x, y = WIDTH - MARGIN - _EDGE - _COLUMN, 548
    put(sheet, scene.widow_words, x, y + 20, SOFT)
    for number, card in enumerate(scene.widow):
        lay(sheet, card, SMALL, (x + number * _STEP, y + 48))
