"""The cards in the picture: the player's hand, open hands, the groups, and the tableau."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.core import Seat
from games.foozle.asked import Named
from games.foozle.cards import Cards, each
from games.foozle.laying import laid_out
from games.foozle.melds import kind
from games.foozle.seats_picture import GAP, put, stripe
from games.foozle.sprites import HELD, SEPIA, Cut, mark, plate, tile, words
from games.foozle.view import MELDS, View
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Picture

ROOM = WIDTH - 2 * MARGIN
_ROW = 6
"""How many cards of a hand fit in a row."""
_TITLE = 48
_SMALL_MARK = 60


def hand(view: View, named: Named) -> Picture:
    """The player's hand in one or two rows; letters mark its best groups, if the player wants them shown."""
    cards = view.in_order(each(view.hand))
    rows = [cards] if len(cards) <= _ROW else [cards[: -(-len(cards) // 2)], cards[-(-len(cards) // 2) :]]
    sheet = stripe(GAP + len(rows) * (HELD.high + GAP))
    for down, row in enumerate(rows):
        for across, card in enumerate(row):
            x, y = MARGIN + across * (HELD.wide + 8), GAP + down * (HELD.high + GAP)
            sheet.paste(tile(HELD, card, named.look(card, of_tableau=False)), (x, y))
            for number, group in enumerate(view.melds):
                if group >> card & 1:
                    tag = plate(MELDS[number], PAPER, NIGHT, 46)
                    sheet.paste(tag, (x + HELD.wide - tag.width - 4, y + 4))
    return sheet


def open_hands(hands: Sequence[Cards], cut: Cut) -> Picture:
    """The cards the seats had left at the end, two seats in a row."""
    held = [(Seat(seat), cards) for seat, cards in enumerate(hands) if cards]
    high, wide = cut.high + 8, (ROOM - 2 * GAP) // 2
    sheet = stripe(GAP + -(-len(held) // 2) * high)
    for number, (seat, cards) in enumerate(held):
        x, middle = MARGIN + number % 2 * (wide + 2 * GAP), GAP + number // 2 * high + cut.high // 2
        after = put(sheet, mark(seat, _SMALL_MARK), x, middle) + 8
        step = min(cut.wide + 2, (x + wide - after) // cards.bit_count())
        for place, card in enumerate(each(cards)):
            put(sheet, tile(cut, card), after + place * step, middle)
    return sheet


def groups(view: View, named: Named, cut: Cut) -> Picture:
    """The groups with their numbers and kinds, as many to a row as fit."""
    rows = list(_group_rows(view.table.groups, cut))
    high = _tag_height(cut) + cut.high + GAP
    sheet = stripe(GAP + len(rows) * high)
    for down, row in enumerate(rows):
        for number, x in row:
            is_lit = number == view.table.changed or number + 1 in named.groups
            _group(sheet, number, view.table.groups[number], (x, GAP + down * high), is_lit, cut)
    return sheet


def _tag_height(cut: Cut) -> int:
    """The height of the line above a group, in px."""
    return cut.capitals + 13


def _group_rows(laid: tuple[Cards, ...], cut: Cut) -> Iterator[list[tuple[int, int]]]:
    """The indexes of the groups row by row, each with its left edge in px."""
    row: list[tuple[int, int]] = []
    x = MARGIN
    for number, group in enumerate(laid):
        wide = _group_width(number, group, cut)
        if row and x + wide > WIDTH - MARGIN:
            yield row
            row, x = [], MARGIN
        row.append((number, x))
        x += wide + 2 * GAP
    yield row


@lru_cache(1024)
def _group_width(number: int, group: Cards, cut: Cut) -> int:
    """The width of a group's cards or of the line above them, whichever is wider, in px."""
    return max(group.bit_count() * (cut.wide + 4), _tag(number, cut).width + 10 + _title(group, cut).width)


def _tag(number: int, cut: Cut, *, is_lit: bool = False) -> Picture:
    inks = (NIGHT, ACCENT) if is_lit else (PAPER, SEPIA)
    return plate(str(number + 1), *inks, _tag_height(cut) - 5, cut.capitals)


def _title(group: Cards, cut: Cut) -> Picture:
    return words(kind(group) or "", capitals=cut.capitals)


def _group(sheet: Picture, number: int, group: Cards, at: tuple[int, int], is_lit: bool, cut: Cut) -> None:
    x, y = at
    high = _tag_height(cut)
    after = put(sheet, _tag(number, cut, is_lit=is_lit), x, y + high // 2 - 3)
    put(sheet, _title(group, cut), after + 10, y + high // 2 - 3)
    for card in laid_out(group):
        x = put(sheet, tile(cut, card), x, y + high + cut.high // 2) + 4


def tableau(view: View, named: Named, cut: Cut) -> Picture:
    """The whole tableau, oldest first, each card with its name; the last has a bright rim."""
    cards = view.table.tableau
    across = (ROOM + 4) // (cut.wide + 4)
    step = (ROOM - cut.wide) // (across - 1)
    rows = -(-len(cards) // across)
    sheet = stripe(_TITLE + rows * (cut.high + 4))
    put(sheet, words("Tableau", SEPIA), MARGIN, _TITLE // 2)
    for number, card in enumerate(cards):
        look = named.look(card, of_tableau=True)
        if number == len(cards) - 1 and look == "plain":
            look = "lit"
        at = MARGIN + number % across * step, _TITLE + number // across * (cut.high + 4)
        sheet.paste(tile(cut, card, look), at)
    return sheet
