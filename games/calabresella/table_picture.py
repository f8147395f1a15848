"""The table as the channel sees it: three seats around the felt, with the trick in the middle."""

from games.calabresella.captions import (
    BEFORE_PLAY,
    held,
    look_of,
    notice,
    on_table,
    out_of_play,
    said,
    told,
    winner,
)
from games.calabresella.position import ALL_POINTS, MADE, SEATS, DealerOwed, DealOwed, Playing, Trick
from games.calabresella.sprites import (
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
from games.calabresella.tricks import taker
from games.calabresella.view import View
from games.core import Seat
from games.kit.brush.kept import kept
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.strip import HEIGHT, MARK, POINTS, Standing, strip
from games.kit.prose import counted

BAR = 16
"""The height of the bar with the points of the deal."""
TOP = HEIGHT + BAR + 12
HIGH = 884

_LEFT = MARGIN + 42
_RIGHT = WIDTH - _LEFT
_UPPER = TOP + 42
"""Where the seats at the sides begin."""
_TOP_OF_PILES = 548
"""Where the last trick and the cards out of play begin."""
_LOWER = HIGH - 52 - SMALL.high
"""Where the cards of the seat at the bottom are."""
_STEP = SMALL.wide + 2
"""From one small card to the next."""
_FAN = 18
"""From one back to the next."""
_COLUMN = 6 * _STEP - 2
_SPOTS = ((520, 478), (626, 222), (414, 222))
"""Where each seat's card in the trick is: A sits at the bottom, B on the right and C on the left."""
_WIDOW = 78
"""From one card of the widow in the middle to the next."""


def table_picture(view: View) -> Picture:
    """The sheet (P)."""
    sheet = _ground().copy()
    totals(sheet, view)
    points_bar(sheet, view)
    bottom, right, left = SEATS
    _at_side(sheet, view, left, _LEFT)
    _at_side(sheet, view, right, _RIGHT - _COLUMN)
    _below(sheet, view, bottom)
    _trick(sheet, view)
    _last(sheet, view)
    _out_of_play(sheet, view)
    _widow(sheet, view)
    _foot(sheet, view)
    return sheet


@kept
def _ground() -> Picture:
    sheet = palette().sheet((WIDTH, HIGH), PAGE)
    sheet.paste(table((WIDTH - 2 * MARGIN, HIGH - TOP - 10)), (MARGIN, TOP))
    return sheet


def totals(sheet: Picture, view: View) -> None:
    """The strip with everybody's match points and whose turn it is."""
    standings = [Standing(seat, str(view.totals[seat])) for seat in SEATS]
    strip(sheet, palette(), PAGE, standings, notice(view))


def points_bar(sheet: Picture, view: View) -> None:
    """The soloist's points from the left, the others' from the right, with a mark at 18 of the 35."""
    colours, wide = palette(), WIDTH - 2 * MARGIN
    right, top, bottom = WIDTH - MARGIN, HEIGHT, HEIGHT + BAR
    sheet.paste(colours.index(NIGHT), (MARGIN, top, right, bottom))
    points = view.score.took if view.score else view.points
    for seat in SEATS if view.soloist is not None else ():
        length = round(wide * points[seat] / ALL_POINTS)
        left = MARGIN if seat == view.soloist else right - length
        sheet.paste(colours.index(MARKS[seat].colour), (left, top, left + length, bottom))
        right -= 0 if seat == view.soloist else length
    at = MARGIN + round(wide * MADE / ALL_POINTS)
    sheet.paste(colours.index(ACCENT), (at - 2, top - 3, at + 2, bottom + 3))


def put(sheet: Picture, words: str, x: int, y: int, ink: Colour = PAPER, high: float = TEXT) -> int:
    """Write on the felt from x on, around y; returns where the words end."""
    if not words:
        return x
    tile = line(words, ink, high)
    sheet.paste(tile, (x, y - tile.height // 2))
    return x + tile.width


def _at_side(sheet: Picture, view: View, seat: Seat, x: int) -> None:
    """A seat on the left or the right: mark and tags, then its cards, then its points."""
    sheet.paste(mark(seat), (x, _UPPER))
    _tags(sheet, view, seat, x + MARK + 10, _UPPER + MARK // 2)
    cards, y = held(view, seat), _UPPER + MARK + 12
    if any(cards):
        row = max(6, (len(cards) + 1) // 2)
        step = (_COLUMN - SMALL.wide) // (row - 1)
        for number, card in enumerate(cards):
            lay(sheet, card, SMALL, (x + number % row * step, y + number // row * (SMALL.high + 4)))
        y += SMALL.high + 4 if len(cards) > row else 0
    else:
        _backs(sheet, len(cards), x, y)
    _took(sheet, view, seat, x, y + SMALL.high + 36)


def _below(sheet: Picture, view: View, seat: Seat) -> None:
    """The seat at the bottom: mark, tags and points above its cards."""
    cards = held(view, seat)
    wide = 11 * (_STEP if any(cards) else _FAN) + SMALL.wide
    x = (WIDTH - wide) // 2 - (0 if any(cards) else MARK // 4)
    sheet.paste(mark(seat), (x - MARK - 12, _LOWER))
    _took(sheet, view, seat, _tags(sheet, view, seat, x, _LOWER - 36), _LOWER - 36)
    if any(cards):
        for number, card in enumerate(cards):
            lay(sheet, card, SMALL, (x + number * _STEP, _LOWER))
    else:
        _backs(sheet, len(cards), x, _LOWER)


def _tags(sheet: Picture, view: View, seat: Seat, x: int, y: int) -> int:
    """`Soloist`, and `Dealer` or `D`, from x on; returns where they end."""
    solo, deals = seat == view.soloist, seat == view.dealer
    tags = [plate("Soloist", NIGHT, PAPER)] if solo else []
    tags += [plate("D" if solo else "Dealer", PAPER, NIGHT)] if deals else []
    for tag in tags:
        sheet.paste(tag, (x, y - tag.height // 2))
        x += tag.width + 12
    return x


def _backs(sheet: Picture, count: int, x: int, y: int) -> None:
    """Hidden cards, and how many there are."""
    for number in range(count):
        lay(sheet, "", SMALL, (x + number * _FAN, y))
    if count:
        right = x + (count - 1) * _FAN + SMALL.wide
        put(sheet, str(count), right + 12, y + SMALL.high // 2, PAPER, POINTS)


def _took(sheet: Picture, view: View, seat: Seat, x: int, y: int) -> None:
    """What the seat has done, or its points and tricks."""
    words = said(view, seat)
    end = put(sheet, counted(view.points[seat], "pt") if words is None else words, x, y) + 22
    if words is None:
        put(sheet, counted(view.taken_tricks[seat], "trick"), end, y, SOFT)


def _trick(sheet: Picture, view: View) -> None:
    trick = on_table(view)
    for seat, card in trick:
        x, y = _SPOTS[seat]
        lay(sheet, card, PLAYED, (x, y), look_of(trick, seat))
        mark_on(sheet, seat, x, y, PLAYED)
        tag = tag_of(trick, seat)
        if tag:
            sheet.paste(tag, (x, y - tag.height - 4))
    if view.phase is Playing and view.mover is not None and view.mover not in dict(trick):
        sheet.paste(slot(view.mover), _SPOTS[view.mover])


def tag_of(trick: Trick, seat: Seat) -> Picture | None:
    """The tag of the seat's card: `Led`, or in a full trick `Takes` on the winning card."""
    if winner(trick) is not None:
        return plate("Takes", NIGHT, ACCENT, high=46) if seat == winner(trick) else None
    return plate("Led", NIGHT, PAPER, high=46) if seat == trick[0].seat else None


def _last(sheet: Picture, view: View) -> None:
    """The last trick with its winner's mark, once the next one is led."""
    if not view.last or view.last == on_table(view):
        return
    put(sheet, "Last trick", _LEFT, _TOP_OF_PILES + 20, SOFT)
    for number, laid in enumerate(view.last):
        lay(sheet, laid.card, SMALL, (_LEFT + number * _STEP, _TOP_OF_PILES + 48))
    sheet.paste(mark(taker(view.last)), (_LEFT + 3 * _STEP + 8, _TOP_OF_PILES + 48))


def _out_of_play(sheet: Picture, view: View) -> None:
    """The cards out of play, face down until the scoring."""
    cards, x = out_of_play(view), _RIGHT - _COLUMN
    if cards:
        put(sheet, "Out of play", x, _TOP_OF_PILES + 20, SOFT)
    for number, card in enumerate(cards):
        lay(sheet, card, SMALL, (x + number * _STEP, _TOP_OF_PILES + 48))


def _widow(sheet: Picture, view: View) -> None:
    """In the middle the deck, or before play the widow, and words."""
    y = 330
    if view.phase in (DealerOwed, DealOwed):
        for height in range(0, 20, 4):
            lay(sheet, "", PLAYED, ((WIDTH - PLAYED.wide) // 2 - height, y + 40 - height))
    if view.phase in BEFORE_PLAY:
        left = (WIDTH - 3 * _WIDOW - PLAYED.wide) // 2
        for number, card in enumerate(view.widow):
            lay(sheet, card, PLAYED, (left + number * _WIDOW, y))
        _centred(sheet, "Widow", y - 34, SOFT)
        y += PLAYED.high + 44
    for number, words in enumerate(told(view)):
        _centred(sheet, words, y + number * 58)


def _centred(sheet: Picture, words: str, y: int, ink: Colour = PAPER) -> None:
    put(sheet, words, (WIDTH - line(words, ink).width) // 2, y, ink)


def _foot(sheet: Picture, view: View) -> None:
    """The game point on the right, next to the lower seat's backs or above its open cards."""
    words = f"to {view.options.game_point}"
    y = _LOWER - 36 if any(held(view, SEATS[0])) else _LOWER + SMALL.high - 26
    put(sheet, words, _RIGHT - line(words, SOFT).width, y, SOFT)
