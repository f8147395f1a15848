"""One player's own cards, large and sorted by suit, with what can be chosen named as it is asked for."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from games.calabresella.scene import Place, Scene
from games.calabresella.sprites import (
    FELT,
    HELD,
    LAID,
    PAGE,
    caption,
    lay,
    mark,
    mark_on,
    palette,
    plate,
    table,
)
from games.calabresella.table_picture import TOP, counted, points_bar, put, totals
from games.core import Seat
from games.kit.brush.cards import Look, Size
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, SEATS, TEXT, WIDTH
from games.kit.brush.palette import Picture, mix
from games.kit.brush.strip import HEIGHT, MARK

ZONE = TOP + 52
"""Where the trick and the seats begin."""
ROWS = ZONE + LAID.high + 34
"""Where the hand begins."""
_GAP = 16
_FOOT = 46
_BETWEEN = 12
"""From one card of a row to the next, where there is room."""
_SUIT = 20
"""What is more between two suits."""
_COLUMN = 236


def hand_picture(scene: Scene) -> Picture:
    """The sheet (P); as high as its one or two rows of cards need."""
    rows = split(scene.hand)
    sheet = _ground(max(1, len(rows))).copy()
    totals(sheet, scene)
    points_bar(sheet, scene)
    _on_table(sheet, scene)
    for number, place in enumerate(scene.places):
        _seat(sheet, place, WIDTH - MARGIN - (3 - number) * _COLUMN, scene.viewer)
    for number, row in enumerate(rows):
        _row(sheet, row, ROWS + number * (HELD.high + _GAP), scene)
    return sheet


def split(hand: Sequence[str]) -> list[list[str]]:
    """The cards in one row or, where they are more than seven, in two, cut between suits if it can be."""
    if len(hand) <= 7:
        return [list(hand)] if hand else []
    suits = [list(cards) for _, cards in groupby(hand, key=lambda card: card[-1])]
    cuts = [sum(map(len, suits[:number])) for number in range(1, len(suits))]
    cut = min(cuts or [(len(hand) + 1) // 2], key=lambda at: (abs(2 * at - len(hand)), at))
    return [list(hand[:cut]), list(hand[cut:])]


@lru_cache(4)
def _ground(rows: int) -> Picture:
    high = ROWS + rows * (HELD.high + _GAP) - _GAP + _FOOT
    sheet = palette().sheet((WIDTH, high), PAGE)
    # The sides of the table are beyond the picture: a player sits close to it.
    beyond = 70
    sheet.paste(table((WIDTH + 2 * beyond, high - TOP + 4)), (-beyond, TOP))
    return sheet


def _on_table(sheet: Picture, scene: Scene) -> None:
    """The trick, or the widow where it can be chosen from, at the left."""
    x = MARGIN + 12
    for number, laid in enumerate(scene.trick):
        lit = number == len(scene.trick) - 1
        lay(sheet, laid.card, LAID, (x, ZONE), "lit" if lit else "plain")
        mark_on(sheet, laid.seat, x, ZONE, LAID)
        x += LAID.wide + 22


def _seat(sheet: Picture, place: Place, x: int, viewer: Seat | None) -> None:
    """A seat's mark, what it took, and what it is."""
    sheet.paste(mark(place.seat), (x, ZONE))
    words = place.said or counted(place.points, "pt")
    put(sheet, words, x + MARK + 10, ZONE + MARK // 2)
    tint = SEATS[place.seat]
    tags = [plate("You", tint.ink, tint.colour)] if place.seat == viewer else []
    tags += [plate("Solo", NIGHT, PAPER)] if place.soloist else []
    tags += [plate("D", PAPER, NIGHT)] if place.dealer else []
    for tag in tags:
        sheet.paste(tag, (x, ZONE + MARK + 18))
        x += tag.width + 8


def _row(sheet: Picture, row: Sequence[str], y: int, scene: Scene) -> None:
    names = dict(scene.choices)
    for x, card in zip(steps(row), row, strict=True):
        look: Look = "dim" if names and card not in names else "plain"
        lay(sheet, card, HELD, (x, y), look)
        if card in names and scene.viewer is not None:
            name(sheet, names[card], x, y, HELD, scene.viewer)


def name(sheet: Picture, words: str, x: int, y: int, size: Size, seat: Seat) -> None:
    """Name a card in its free corner, as the question does."""
    tile = caption(words, SEATS[seat].colour)
    sheet.paste(tile, (x - 4, y + size.high - tile.height + 4))


def steps(row: Sequence[str]) -> list[int]:
    """Where the cards of a row begin: apart and with more room between suits, closer where they are many."""
    suits = sum(one[-1] != other[-1] for one, other in zip(row, row[1:], strict=False))
    room = WIDTH - 2 * MARGIN - HELD.wide - suits * _SUIT
    step = min(HELD.wide + _BETWEEN, room / max(1, len(row) - 1))
    at, found = float(MARGIN), []
    for number, card in enumerate(row):
        if number:
            at += step + (_SUIT if card[-1] != row[number - 1][-1] else 0)
        found.append(round(at))
    return found
