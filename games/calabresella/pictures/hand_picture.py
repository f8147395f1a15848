"""A player's own cards in one row below the table; those that can be chosen are higher."""

from collections.abc import Sequence, Set
from itertools import pairwise

from games.calabresella.pictures.sprites import BAND, CARD
from games.calabresella.pictures.table import FELT_ENDS, RAIL, Board, Names
from games.calabresella.pictures.table_picture import goal, role_of
from games.calabresella.rules.view import View
from games.calabresella.words.captions import gain, said
from games.core import Seat
from games.kit.brush.cards import Look
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.cards import Card

TOP = FELT_ENDS + RAIL
"""Where the band with the hand begins."""
LINE = TOP + 74
"""Where the gold line is."""
RAISED = LINE + 14
LOW = RAISED + 40
"""The y of the top of cards that can be chosen now, and of all others."""
HIGH = LOW + CARD.high + 18
_MARGIN = 22
_LEFT = _MARGIN + 8
_SUIT = 18
"""The extra space between two suits, if there is room."""


def hand(board: Board, view: View, names: Names, chosen: Set[Card]) -> None:
    """Draw the band with the player's points or role, and their cards."""
    assert view.viewer is not None
    asked = not names.keys().isdisjoint(view.hand)
    middle = TOP + (38 if asked else 58)
    _own(board, view, view.viewer, middle)
    goal(board, view, middle)
    places = steps(view.hand)
    for x, card in zip(places, view.hand, strict=True):
        up = card in names
        look: Look = "lit" if card in chosen else "dim" if asked and not up else "plain"
        board.lay(card, CARD, (x, RAISED if up else LOW), look, BAND)
    for left, right in runs(view.hand, places, names.keys()):
        board.block(ACCENT, (left, LINE, right, LINE + 8))


def _own(board: Board, view: View, seat: Seat, y: int) -> None:
    """What the player did or has, what they just took, and their role."""
    words = said(view, seat)
    x = (
        board.put(
            f"You: {words}" if words else "You" if role_of(view, seat, BAND) else "Your hand",
            (_LEFT, y),
            CREAM,
            BAND,
        )
        + 12
    )
    x = board.put(gain(view, seat), (x, y), ACCENT, BAND) + 12
    for tile in role_of(view, seat, BAND):
        board.sheet.paste(tile, (x, y - tile.height // 2))


def steps(hand: Sequence[Card]) -> list[int]:
    """Where each card begins: side by side if there is room, closer together if there are many."""
    if not hand:
        return []
    room = WIDTH - 2 * _MARGIN - CARD.wide
    suits = sum(one[-1] != other[-1] for one, other in pairwise(hand))
    step = min(CARD.wide + 6, room / max(1, len(hand) - 1))
    gap = min(_SUIT, (room - step * (len(hand) - 1)) / max(1, suits))
    found = [0.0]
    for one, other in pairwise(hand):
        found.append(found[-1] + step + (gap if one[-1] != other[-1] else 0))
    left = (WIDTH - found[-1] - CARD.wide) / 2
    return [round(left + at) for at in found]


def runs(hand: Sequence[Card], places: Sequence[int], raised: Set[Card]) -> list[tuple[int, int]]:
    """The left and right ends of each run of raised cards."""
    found: list[tuple[int, int]] = []
    joins = False
    for x, card in zip(places, hand, strict=True):
        if card in raised:
            left = found.pop()[0] if joins else x
            found.append((left, x + CARD.wide))
        joins = card in raised
    return found
