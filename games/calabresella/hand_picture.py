"""A player's own cards, large and sorted by suit; cards that can be chosen wear their names."""

from collections.abc import Mapping, Sequence, Set
from itertools import groupby, pairwise
from typing import TypeAlias

from games.calabresella.captions import BEFORE_PLAY, briefly, look_of, on_table
from games.calabresella.numbers import numbers_of
from games.calabresella.position import SEATS, Bidding
from games.calabresella.sprites import (
    HELD,
    LAID,
    PAGE,
    caption,
    lay,
    mark,
    mark_on,
    number_plate,
    palette,
    plate,
    table,
)
from games.calabresella.table_picture import TOP, points_bar, put, totals
from games.calabresella.view import View
from games.core import Seat
from games.kit.brush.cards import Look, Size, outline
from games.kit.brush.kept import kept
from games.kit.brush.marks import MARGIN, NIGHT, PAPER, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.strip import MARK
from games.kit.cards import Card

ZONE = TOP + 52
"""Where the trick and the seats begin."""
ROWS = ZONE + LAID.high + 34
"""Where the hand begins."""
_GAP = 16
_FOOT = 46
_BETWEEN = 12
"""From one card of a row to the next, if there is room."""
_SUIT = 20
"""The extra space between two suits."""
_COLUMN = 236
_WIDOW = 97

Names: TypeAlias = Mapping[Card, str]


def hand_picture(view: View, names: Names, chosen: Set[Card]) -> Picture:
    """The sheet (P), as high as its one or two rows of cards.

    `names` are the cards that can be chosen, `chosen` those that have been.
    """
    rows = split(view.hand)
    sheet = _ground(max(1, len(rows))).copy()
    totals(sheet, view)
    points_bar(sheet, view)
    if view.phase in BEFORE_PLAY:
        _widow(sheet, view, names, chosen)
    _trick(sheet, view)
    for seat in SEATS:
        _seat(sheet, view, seat, WIDTH - MARGIN - (3 - seat) * _COLUMN)
    for number, row in enumerate(rows):
        _row(sheet, row, ROWS + number * (HELD.high + _GAP), view, names, chosen)
    return sheet


def split(hand: Sequence[Card]) -> list[list[Card]]:
    """Up to seven cards in one row, more in two, split between suits if possible."""
    if len(hand) <= 7:
        return [list(hand)] if hand else []
    suits = [list(cards) for _, cards in groupby(hand, key=lambda card: card[-1])]
    cuts = [sum(map(len, suits[:number])) for number in range(1, len(suits))]
    cut = min(cuts or [(len(hand) + 1) // 2], key=lambda at: (abs(2 * at - len(hand)), at))
    return [list(hand[:cut]), list(hand[cut:])]


@kept
def _ground(rows: int) -> Picture:
    high = ROWS + rows * (HELD.high + _GAP) - _GAP + _FOOT
    sheet = palette().sheet((WIDTH, high), PAGE)
    # The player sits close to the table, so its sides are outside the picture.
    beyond = 70
    sheet.paste(table((WIDTH + 2 * beyond, high - TOP + 4)), (-beyond, TOP))
    return sheet


def _trick(sheet: Picture, view: View) -> None:
    """The trick in the order of play, with the mark of the seat on each card."""
    trick = on_table(view)
    for number, (seat, card) in enumerate(trick):
        x = MARGIN + 12 + number * (LAID.wide + 8)
        lay(sheet, card, LAID, (x, ZONE), look_of(trick, seat))
        mark_on(sheet, seat, x, ZONE, LAID)


def _widow(sheet: Picture, view: View, names: Names, chosen: Set[Card]) -> None:
    """The four cards of the widow, with names on those that can be chosen."""
    spots = [MARGIN + number * _WIDOW for number in range(len(view.widow))]
    for x, card in zip(spots, view.widow, strict=True):
        lay(sheet, card, LAID, (x, ZONE), "lit" if card in chosen else "plain")
    for x, card in zip(spots, view.widow, strict=True):
        _number(sheet, view, card, x, ZONE, LAID)
        if card in names and view.viewer is not None:
            _name(sheet, names[card], x, ZONE, LAID, view.viewer)


def _seat(sheet: Picture, view: View, seat: Seat, x: int) -> None:
    """A seat's mark, what it has done, and its tags."""
    sheet.paste(mark(seat), (x, ZONE))
    put(sheet, briefly(view, seat), x + MARK + 10, ZONE + MARK // 2)
    tint = MARKS[seat]
    tags = [plate("You", tint.ink, tint.colour)] if seat == view.viewer else []
    tags += [plate("Solo", NIGHT, PAPER)] if seat == view.soloist else []
    tags += [plate("Dealer", PAPER, NIGHT)] if seat == view.dealer and view.phase is Bidding else []
    for tag in tags:
        sheet.paste(tag, (x, ZONE + MARK + 18))
        x += tag.width + 8


def _row(sheet: Picture, row: Sequence[Card], y: int, view: View, names: Names, chosen: Set[Card]) -> None:
    asked = not names.keys().isdisjoint(view.hand)
    for x, card in zip(steps(row), row, strict=True):
        look: Look = "lit" if card in chosen else "dim" if asked and card not in names else "plain"
        lay(sheet, card, HELD, (x, y), look)
        _number(sheet, view, card, x, y, HELD)
        if card in names and view.viewer is not None:
            _name(sheet, names[card], x, y, HELD, view.viewer)


def _number(sheet: Picture, view: View, card: Card, x: int, y: int, size: Size) -> None:
    """The number of a card that has one, at its left edge, which no other card covers."""
    number = numbers_of(view).get(card)
    if number:
        tile = number_plate(number)
        top = y + round(size.high * 0.46)
        sheet.paste(tile, (x - 6, top), outline(Size(*tile.size)))


def _name(sheet: Picture, words: str, x: int, y: int, size: Size, seat: Seat) -> None:
    """The name of a card in its free corner."""
    tile = caption(words, MARKS[seat].colour)
    sheet.paste(tile, (x - 4, y + size.high - tile.height + 4), outline(Size(*tile.size)))


def steps(row: Sequence[Card]) -> list[int]:
    """Where each card of a row begins: with extra space between suits, closer together if there are many."""
    suits = sum(one[-1] != other[-1] for one, other in pairwise(row))
    room = WIDTH - 2 * MARGIN - HELD.wide - suits * _SUIT
    step = min(HELD.wide + _BETWEEN, room / max(1, len(row) - 1))
    found = [0.0]
    for one, other in pairwise(row):
        found.append(found[-1] + step + (_SUIT if one[-1] != other[-1] else 0))
    left = (WIDTH - found[-1] - HELD.wide) / 2
    return [round(left + at) for at in found]
