"""Foozle's table as a picture, 1180 px wide; by view and answers alone, and without names.

The channel sees the seats, their tokens and the table; a player sees his own hand, large, above the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core import IllegalMove, Pick, Seat, Viewer
from games.foozle.cards import COLOURS, Card, Cards, each, key, rank_of
from games.foozle.melds import kind
from games.foozle.prompts import prompt
from games.foozle.sprites import (
    CHIP,
    HELD,
    MARK,
    PAGE,
    SEPIA,
    SHADE,
    SLIP,
    Look,
    back,
    mark,
    palette,
    plate,
    tile,
    token,
    white_token,
    words,
)
from games.foozle.view import View
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.png import encode

GAP = 14
PANEL = 138
"""The height of a seat's panel."""
BAR = 84
TITLE = 60
_DOES = {"taking": "takes", "drawing": "draws", "laying": "lays"}


@dataclass(frozen=True, slots=True)
class Named:
    """Which cards the question names, and which of them are chosen; none is named where nothing is asked."""

    open: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    in_tableau: bool = False

    def look(self, card: Card, of_tableau: bool) -> Look:
        """How a card is to be shown."""
        if key(card) in self.chosen:
            return "lit"
        if not self.open or of_tableau != self.in_tableau:
            return "plain"
        return "plain" if key(card) in self.open else "dim"


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of what the viewer knows; what cannot be chosen after `answers` is dimmed.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    named = _named(view, answers)
    parts = list(_parts(view, named))
    sheet = palette().sheet((WIDTH, sum(part.height for part in parts) + MARGIN), PAGE)
    top = 0
    for part in parts:
        sheet.paste(part, (0, top))
        top += part.height
    return encode(sheet)


def _parts(view: View, named: Named) -> Iterator[Picture]:
    """The stripes of the picture from above to below."""
    if view.viewer is None or view.shown is not None:
        yield _seats(view)
        yield _bar(view)
    else:
        yield _bar(view)
        yield _hand(view, named)
    if view.shown is not None:
        for seat, hand in enumerate(view.table.hands):
            if hand:
                yield _open_hand(Seat(seat), hand)
    if view.table.groups:
        yield _groups(view.table.groups, view.table.changed, _numbers(named))
    if view.table.tableau:
        yield _tableau(view, named)


def _named(view: View, answers: tuple[str, ...]) -> Named:
    """What the question after `answers` asks for; answers that lead nowhere name nothing."""
    try:
        asked = prompt(view, answers)
    except IllegalMove:
        return Named()
    chosen = frozenset(part for answer in answers for part in answer.split("+"))
    in_tableau = answers[:1] == ("other",) and not any("+" in answer or answer == "lay" for answer in answers)
    keys = frozenset(choice.key for choice in asked.choices) if isinstance(asked, Pick) else frozenset[str]()
    known = {key(card) for card in (*each(view.hand), *view.table.tableau)}
    return Named(keys if keys <= known else frozenset(), chosen, in_tableau)


def _numbers(named: Named) -> frozenset[int]:
    return frozenset(int(answer) for answer in named.chosen if answer.isdecimal())


def _stripe(high: int) -> Picture:
    return palette().sheet((WIDTH, high), PAGE)


def _block(sheet: Picture, ink: Colour, box: tuple[int, int, int, int]) -> None:
    sheet.paste(palette().index(ink), box)


def _put(sheet: Picture, picture: Picture, x: int, middle: int) -> int:
    """Lay a picture with its left side at x around a middle height; where its right side is."""
    sheet.paste(picture, (x, middle - picture.height // 2))
    return x + picture.width


def _seats(view: View) -> Picture:
    """A panel for each seat: how many tokens and cards, and which tokens."""
    seats = view.table.seats
    across = 2 if seats in (2, 4) else 3
    rows = -(-seats // across)
    sheet = _stripe(MARGIN + rows * (PANEL + GAP))
    wide = (WIDTH - 2 * MARGIN - (across - 1) * GAP) // across
    for number in range(seats):
        x = MARGIN + number % across * (wide + GAP)
        _panel(sheet, view, Seat(number), (x, MARGIN + number // across * (PANEL + GAP), wide))
    return sheet


def _panel(sheet: Picture, view: View, seat: Seat, at: tuple[int, int, int]) -> None:
    x, y, wide = at
    rim = ACCENT if seat in (view.mover, view.shown and view.table.winner) else SHADE
    thick = 6 if rim == ACCENT else 3
    _block(sheet, NIGHT if rim == ACCENT else SHADE, (x, y, x + wide, y + PANEL))
    inset = 2 if rim == ACCENT else 0
    _block(sheet, rim, (x + inset, y + inset, x + wide - inset, y + PANEL - inset))
    _block(sheet, PAGE, (x + thick, y + thick, x + wide - thick, y + PANEL - thick))
    upper, lower = y + 46, y + PANEL - 32
    after = _put(sheet, mark(seat), x + 12, upper)
    _put(sheet, words(str(view.table.tokens[seat]), capitals=46), after + 14, upper)
    held = words(str(view.held[seat]))
    left = x + wide - 18 - held.width
    _put(sheet, held, left, upper)
    _put(sheet, back(), left - 46, upper)
    if seat == view.table.dealer:
        _put(sheet, plate("Deal", PAPER, SEPIA, 50), left - 58 - plate("Deal", PAPER, SEPIA, 50).width, upper)
    _tokens(sheet, view, seat, (x + 14, lower))


def _tokens(sheet: Picture, view: View, seat: Seat, at: tuple[int, int]) -> None:
    x, middle = _coloured(sheet, view, seat, at), at[1]
    whites = view.table.whites[seat]
    if whites:
        x = _put(sheet, white_token(), x + 10, middle)
        _put(sheet, words(f"{whites}"), x + 6, middle)


def _coloured(sheet: Picture, view: View, seat: Seat, at: tuple[int, int]) -> int:
    """The five tokens or their empty places; where they end."""
    x, middle = at
    for number in range(len(COLOURS)):
        x = _put(sheet, token(number, bool(view.table.colours[seat] >> number & 1)), x, middle) + 4
    return x


def _bar(view: View) -> Picture:
    """The heights of draw pile and dump and one's own tokens at the left, what is awaited at the right."""
    sheet = _stripe(BAR)
    middle, x = BAR // 2, MARGIN
    for text in (f"Pile {view.pile}", f"Dump {view.dump}"):
        x = _put(sheet, back(), x, middle) + 10
        x = _put(sheet, words(text), x, middle) + 30
    if view.viewer is not None and view.shown is None:
        _coloured(sheet, view, view.viewer, (x, middle))
    notice = _notice(view)
    x = WIDTH - MARGIN - notice.width
    _put(sheet, notice, x, middle)
    seat = view.mover if view.shown is None else view.table.winner
    if seat is not None:
        _put(sheet, mark(seat), x - MARK - 12, middle)
    return sheet


def _notice(view: View) -> Picture:
    if view.phase == "won":
        return plate("wins", NIGHT, ACCENT)
    if view.phase == "stopped":
        return plate("Broken off", PAPER, SEPIA)
    if view.mover is None:
        return plate("Dealing", PAPER, SEPIA)
    return plate(_DOES[view.phase], *_tint(view.viewer, view.mover))


def _tint(viewer: Viewer, mover: Seat) -> tuple[Colour, Colour]:
    return (NIGHT, ACCENT) if viewer in (None, mover) else (PAPER, SEPIA)


def _hand(view: View, named: Named) -> Picture:
    """One's own cards in two rows at most; letters say which are in groups at best, if they are shown."""
    cards = view.in_order(each(view.hand))
    rows = [cards] if len(cards) <= 6 else [cards[: -(-len(cards) // 2)], cards[-(-len(cards) // 2) :]]
    sheet = _stripe(GAP + len(rows) * (HELD.high + GAP))
    for down, row in enumerate(rows):
        for across, card in enumerate(row):
            x, y = MARGIN + across * (HELD.wide + 8), GAP + down * (HELD.high + GAP)
            sheet.paste(tile("held", card, named.look(card, of_tableau=False)), (x, y))
            for number, group in enumerate(view.melds):
                if group >> card & 1:
                    tag = plate(chr(ord("A") + number), PAPER, NIGHT, 50)
                    sheet.paste(tag, (x + HELD.wide - tag.width - 4, y + 4))
    return sheet


def _open_hand(seat: Seat, hand: Cards) -> Picture:
    """What a seat still held when it was over."""
    sheet = _stripe(CHIP.high + GAP)
    x = _put(sheet, mark(seat), MARGIN, CHIP.high // 2) + 14
    for card in each(hand):
        x = _put(sheet, tile("chip", card), x, CHIP.high // 2) + 4
    return sheet


def _groups(groups: tuple[Cards, ...], changed: int | None, chosen: frozenset[int]) -> Picture:
    """The groups with their numbers and kinds, as many in a row as there is room for."""
    rows: list[list[int]] = [[]]
    x = MARGIN
    for number, group in enumerate(groups):
        wide = _group_width(group)
        if x + wide > WIDTH - MARGIN and rows[-1]:
            rows.append([])
            x = MARGIN
        rows[-1].append(number)
        x += wide + 2 * GAP
    high = CHIP.high + TITLE
    sheet = _stripe(GAP + len(rows) * high)
    for down, row in enumerate(rows):
        x = MARGIN
        for number in row:
            is_lit = number == changed or number + 1 in chosen
            _group(sheet, number, groups[number], (x, GAP + down * high), is_lit)
            x += _group_width(groups[number]) + 2 * GAP
    return sheet


@lru_cache(512)
def _group_width(group: Cards) -> int:
    return max(group.bit_count() * (CHIP.wide + 4), words(_kind(group)).width + 74)


def _kind(group: Cards) -> str:
    return kind(group) or ""


def _in_order(group: Cards) -> list[Card]:
    """A run by its ranks, all else by suit."""
    return sorted(each(group), key=rank_of) if _kind(group) == "run" else list(each(group))


def _group(sheet: Picture, number: int, group: Cards, at: tuple[int, int], is_lit: bool) -> None:
    x, y = at
    tag = plate(str(number + 1), NIGHT, ACCENT, 48) if is_lit else plate(str(number + 1), PAPER, SEPIA, 48)
    after = _put(sheet, tag, x, y + 24)
    _put(sheet, words(_kind(group)), after + 10, y + 24)
    for card in _in_order(group):
        x = _put(sheet, tile("chip", card), x, y + 52 + CHIP.high // 2) + 4


def _tableau(view: View, named: Named) -> Picture:
    """All discards from the oldest to the last, which has a rim of the accent; each wears its name."""
    tableau = view.table.tableau
    across = (WIDTH - 2 * MARGIN + 6) // (SLIP.wide + 6)
    rows = -(-len(tableau) // across)
    sheet = _stripe(TITLE + rows * (SLIP.high + 6))
    _put(sheet, words("Tableau", SEPIA), MARGIN, TITLE // 2)
    for number, card in enumerate(tableau):
        look = named.look(card, of_tableau=True)
        if number == len(tableau) - 1 and look == "plain":
            look = "lit"
        x, y = number % across * (SLIP.wide + 6), number // across * (SLIP.high + 6)
        sheet.paste(tile("slip", card, look), (MARGIN + x, TITLE + y))
    return sheet
