"""The table as the channel sees it: three seats around the felt, the trick in the middle."""

from functools import lru_cache

from games.calabresella.scene import Place, Scene
from games.calabresella.sprites import (
    FELT,
    LAID,
    PAGE,
    PLAYED,
    SMALL,
    SOFT,
    lay,
    line,
    mark,
    mark_on,
    palette,
    plate,
    slot,
    table,
)
from games.core import Seat
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, SEATS, TEXT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.strip import HEIGHT, MARK, POINTS, Standing, strip

BAR = 16
"""The height of the bar that shows how far the soloist is."""
TOP = HEIGHT + BAR + 12
HIGH = 884

_LEFT = MARGIN + 42
_RIGHT = WIDTH - _LEFT
_UPPER = TOP + 42
"""Where the seats at the sides begin."""
_ASIDE = 548
"""Where the last trick and what is out of play begin."""
_LOWER = HIGH - 52 - SMALL.high
"""Where the cards of the seat at the bottom lie."""
_STEP = SMALL.wide + 2
"""From one small card to the next."""
_FAN = 18
"""From one back to the next."""
_COLUMN = 6 * _STEP - 2
_SPOTS = ((520, 470), (632, 222), (408, 222))
"""By seat, where its card lies: A sits at the bottom, B at the right and C at the left."""
_WIDOW = 84
"""From one card of the widow in the middle to the next."""


def table_picture(scene: Scene) -> Picture:
    """The sheet (P)."""
    sheet = _ground().copy()
    totals(sheet, scene)
    points_bar(sheet, scene)
    bottom, right, left = scene.places
    _beside(sheet, left, _LEFT)
    _beside(sheet, right, _RIGHT - _COLUMN)
    _below(sheet, bottom)
    _trick(sheet, scene)
    _last(sheet, scene)
    _widow(sheet, scene)
    _foot(sheet, scene)
    return sheet


@lru_cache(1)
def _ground() -> Picture:
    sheet = palette().sheet((WIDTH, HIGH), PAGE)
    sheet.paste(table((WIDTH - 2 * MARGIN, HIGH - TOP - 10)), (MARGIN, TOP))
    return sheet


def totals(sheet: Picture, scene: Scene) -> None:
    """The strip with everybody's points in the match, and what is awaited."""
    standings = [Standing(place.seat, str(place.total)) for place in scene.places]
    strip(sheet, palette(), PAGE, standings, scene.notice)


def points_bar(sheet: Picture, scene: Scene) -> None:
    """The soloist's points from the left, the others' from the right, and where 18 of the 35 are reached."""
    colours, wide = palette(), WIDTH - 2 * MARGIN
    right, top, bottom = WIDTH - MARGIN, HEIGHT, HEIGHT + BAR
    sheet.paste(colours.index(NIGHT), (MARGIN, top, right, bottom))
    solo = any(place.soloist for place in scene.places)
    for place in scene.places if solo else ():
        length = round(wide * min(place.points, 35) / 35)
        left = MARGIN if place.soloist else right - length
        sheet.paste(colours.index(SEATS[place.seat].colour), (left, top, left + length, bottom))
        right -= 0 if place.soloist else length
    at = MARGIN + round(wide * 18 / 35)
    sheet.paste(colours.index(ACCENT), (at - 2, top - 3, at + 2, bottom + 3))


def put(sheet: Picture, words: str, x: int, y: int, ink: Colour = PAPER, high: float = TEXT) -> int:
    """Write on the felt from x on, around y; returns where it ended."""
    tile = line(words, ink, high)
    sheet.paste(tile, (x, y - tile.height // 2))
    return x + tile.width


def counted(number: int, thing: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _beside(sheet: Picture, place: Place, x: int) -> None:
    """A seat at the left or the right side: mark and tags, then its cards, then what it took."""
    sheet.paste(mark(place.seat), (x, _UPPER))
    _tags(sheet, place, x + MARK + 10, _UPPER + MARK // 2)
    y = _UPPER + MARK + 12
    if any(place.cards):
        for number, card in enumerate(place.cards):
            lay(sheet, card, SMALL, (x + number % 6 * _STEP, y + number // 6 * (SMALL.high + 4)))
        y += SMALL.high + 4
    else:
        _backs(sheet, len(place.cards), x, y)
    _took(sheet, place, x, y + SMALL.high + 36)


def _below(sheet: Picture, place: Place) -> None:
    """The seat at the bottom: the same in two rows, in the middle."""
    shown = any(place.cards)
    wide = 11 * (_STEP if shown else _FAN) + SMALL.wide
    x = (WIDTH - wide) // 2 - (0 if shown else MARK // 4)
    sheet.paste(mark(place.seat), (x - MARK - 12, _LOWER))
    _took(sheet, place, _tags(sheet, place, x, _LOWER - 36), _LOWER - 36)
    if shown:
        for number, card in enumerate(place.cards):
            lay(sheet, card, SMALL, (x + number * _STEP, _LOWER))
    else:
        _backs(sheet, len(place.cards), x, _LOWER)


def _tags(sheet: Picture, place: Place, x: int, y: int) -> int:
    """`Soloist`, and `Dealer` or his letter, from x on; returns where they end."""
    tags = [plate("Soloist", NIGHT, PAPER)] if place.soloist else []
    tags += [plate("D" if place.soloist else "Dealer", PAPER, NIGHT)] if place.dealer else []
    for tag in tags:
        sheet.paste(tag, (x, y - tag.height // 2))
        x += tag.width + 12
    return x


def _backs(sheet: Picture, count: int, x: int, y: int) -> None:
    """Cards that may not be seen, and how many they are."""
    for number in range(count):
        lay(sheet, "", SMALL, (x + number * _FAN, y))
    if count:
        right = x + (count - 1) * _FAN + SMALL.wide
        put(sheet, str(count), right + 12, y + SMALL.high // 2, PAPER, POINTS)


def _took(sheet: Picture, place: Place, x: int, y: int) -> None:
    if place.said:
        put(sheet, place.said, x, y)
        return
    end = put(sheet, counted(place.points, "pt"), x, y)
    put(sheet, counted(place.tricks, "trick"), end + 22, y, SOFT)


def _trick(sheet: Picture, scene: Scene) -> None:
    for number, laid in enumerate(scene.trick):
        x, y = _SPOTS[laid.seat]
        newest = number == len(scene.trick) - 1
        lay(sheet, laid.card, PLAYED, (x, y), "lit" if newest else "plain")
        mark_on(sheet, laid.seat, x, y, PLAYED)
        tag = said_of(scene, laid.seat)
        if tag:
            sheet.paste(tag, (x + (PLAYED.wide - tag.width) // 2, y - tag.height - 4))
    if scene.awaited is not None and scene.awaited not in {laid.seat for laid in scene.trick}:
        sheet.paste(slot(scene.awaited, PLAYED), _SPOTS[scene.awaited])


def said_of(scene: Scene, seat: Seat) -> Picture | None:
    """What is said of the seat's card in the trick: that it was led, or in a full one that it takes it."""
    if scene.taker is not None:
        return plate("Takes", NIGHT, ACCENT, high=46) if seat == scene.taker else None
    return plate("Led", NIGHT, PAPER, high=46) if seat == scene.trick[0].seat else None


def _last(sheet: Picture, scene: Scene) -> None:
    if not scene.last or scene.last_taker is None:
        return
    put(sheet, "Last trick", _LEFT, _ASIDE + 20, SOFT)
    for number, laid in enumerate(scene.last):
        lay(sheet, laid.card, SMALL, (_LEFT + number * _STEP, _ASIDE + 48))
    sheet.paste(mark(scene.last_taker), (_LEFT + 3 * _STEP + 8, _ASIDE + 48))


def _widow(sheet: Picture, scene: Scene) -> None:
    """The widow in the middle or what is out of play at the side, and what is told in the middle."""
    middle = WIDTH // 2
    if scene.aside:
        x = _RIGHT - _COLUMN
        put(sheet, "Out of play", x, _ASIDE + 20, SOFT)
        for number, card in enumerate(scene.aside):
            lay(sheet, card, SMALL, (x + number * _STEP, _ASIDE + 48))
    y = 300
    if scene.widow:
        left = middle - (3 * _WIDOW + LAID.wide) // 2
        for number, card in enumerate(scene.widow):
            lay(sheet, card, LAID, (left + number * _WIDOW, y))
        _centred(sheet, "Widow", y - 34, SOFT)
        y += LAID.high + 44
    for number, words in enumerate(scene.told):
        _centred(sheet, words, y + number * 58)


def _centred(sheet: Picture, words: str, y: int, ink: Colour = PAPER) -> None:
    put(sheet, words, (WIDTH - line(words, ink, TEXT).width) // 2, y, ink)


def _foot(sheet: Picture, scene: Scene) -> None:
    for number, words in enumerate(reversed(scene.foot)):
        wide = line(words, SOFT, TEXT).width
        put(sheet, words, _RIGHT - wide, _LOWER + SMALL.high - 26 - number * 52, SOFT)
