"""The seats with their tokens, and the bar at the bottom: the piles, and whose move it is."""

from games.core import Seat, Stopped, Viewer
from games.foozle.cards import COLOURS
from games.foozle.position import DrawOwed, Finished, Laying, Taking
from games.foozle.sprites import (
    MARK,
    PAGE,
    SEPIA,
    SHADE,
    back,
    mark,
    palette,
    plate,
    token,
    white_token,
    words,
)
from games.foozle.view import Phase, View
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Picture

GAP = 14
PANEL = 138
"""The height of a seat's panel."""
BAR = 96
_CORNER = 140
_SMALL_MARK = 66
_AWAITED: dict[Phase, str] = {Taking: "to take", DrawOwed: "to draw", Laying: "to lay"}


def stripe(high: int) -> Picture:
    """An empty strip of the picture, at full width."""
    return palette().sheet((WIDTH, high), PAGE)


def put(sheet: Picture, picture: Picture, x: int, middle: int) -> int:
    """Paste a picture with its left edge at x, centred on the height `middle`; returns its right edge."""
    sheet.paste(picture, (x, middle - picture.height // 2))
    return x + picture.width


def seats(view: View) -> Picture:
    """A panel for each seat: how many tokens and cards, and which tokens."""
    count = view.table.seats
    across = 2 if count in (2, 4) else 3
    rows = -(-count // across)
    sheet = stripe(MARGIN + rows * (PANEL + GAP) - GAP)
    wide = (WIDTH - 2 * MARGIN - (across - 1) * GAP) // across
    for number in range(count):
        x = MARGIN + number % across * (wide + GAP)
        _panel(sheet, view, Seat(number), (x, MARGIN + number // across * (PANEL + GAP), wide))
    return sheet


def _block(sheet: Picture, ink: Colour, box: tuple[int, int, int, int]) -> None:
    sheet.paste(palette().index(ink), box)


def _framed(sheet: Picture, box: tuple[int, int, int, int], is_lit: bool) -> None:
    x, y, right, bottom = box
    inset, thick = (2, 6) if is_lit else (0, 3)
    _block(sheet, NIGHT if is_lit else SHADE, box)
    _block(sheet, ACCENT if is_lit else SHADE, (x + inset, y + inset, right - inset, bottom - inset))
    _block(sheet, PAGE, (x + thick, y + thick, right - thick, bottom - thick))


def _panel(sheet: Picture, view: View, seat: Seat, at: tuple[int, int, int]) -> None:
    x, y, wide = at
    is_lit = seat in (view.mover, view.table.winner if view.shown else None)
    _framed(sheet, (x, y, x + wide, y + PANEL), is_lit)
    upper, lower = y + 42, y + PANEL - 35
    after = put(sheet, mark(seat, _SMALL_MARK), x + 12, upper)
    put(sheet, words(str(view.table.tokens[seat]), capitals=46), after + 12, upper)
    held = words(str(view.held[seat]))
    left = x + wide - 18 - held.width
    put(sheet, held, left, upper)
    put(sheet, back(), left - 46, upper)
    if seat == view.table.dealer:
        dealer = plate("Deal", PAPER, SEPIA, 42, 27)
        put(sheet, dealer, left - 58 - dealer.width, upper)
    tokens(sheet, view, seat, (x + 14, lower))


def tokens(sheet: Picture, view: View, seat: Seat, at: tuple[int, int]) -> int:
    """A seat's five coloured tokens, or their empty places, and its white ones; returns the right edge."""
    x, middle = at
    for number in range(len(COLOURS)):
        x = put(sheet, token(number, bool(view.table.colours[seat] >> number & 1)), x, middle) + 2
    whites = view.table.whites[seat]
    return put(sheet, white_token(whites), x + 6, middle) if whites else x


def bar(view: View) -> Picture:
    """The sizes of draw pile and dump, the player's own tokens, and at the right who has to do what.

    The left corner stays empty because Discord covers it with the button for the alt text.
    """
    sheet = stripe(BAR)
    middle = BAR // 2
    x = _CORNER
    for text in (f"Pile {view.pile}", f"Dump {view.dump}"):
        x = put(sheet, words(text), x, middle) + 22
    if view.viewer is not None and view.shown is None:
        tokens(sheet, view, view.viewer, (x, middle))
    notice = _notice(view)
    x = WIDTH - MARGIN - notice.width
    put(sheet, notice, x, middle)
    seat = view.mover if view.shown is None else view.table.winner
    if seat is not None:
        put(sheet, mark(seat), x - MARK - 12, middle)
    return sheet


def _notice(view: View) -> Picture:
    if view.phase is Finished:
        return plate("wins", NIGHT, ACCENT)
    if view.phase is Stopped:
        return plate("Stopped", PAPER, SEPIA)
    if view.mover is None:
        return plate("Dealing", PAPER, SEPIA)
    return plate(_AWAITED[view.phase], *_tint(view.viewer, view.mover))


def _tint(viewer: Viewer, mover: Seat) -> tuple[Colour, Colour]:
    return (NIGHT, ACCENT) if viewer in (None, mover) else (PAPER, SEPIA)
