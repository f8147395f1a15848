"""Foozle's table as a picture, 1180 px wide, drawn from the view and the answers alone, without names.

The channel sees the seats, their tokens and the table. A player sees their own hand, large, above the table.
"""

from collections.abc import Iterator

from games.foozle import cards_picture, seats_picture
from games.foozle.asked import Named, named
from games.foozle.sprites import (
    CHIP,
    PAGE,
    SMALL_CHIP,
    SMALL_TICKET,
    TICKET,
    TINY_CHIP,
    TINY_TICKET,
    Cut,
    palette,
)
from games.foozle.view import View
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.png import encode

TALLEST = WIDTH * 13 // 10
"""Taller pictures are hard to read on a phone, so the cards on the table shrink instead."""
_CUTS = (
    (TICKET, CHIP),
    (SMALL_TICKET, CHIP),
    (SMALL_TICKET, SMALL_CHIP),
    (TINY_TICKET, SMALL_CHIP),
    (TINY_TICKET, TINY_CHIP),
)


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of what the viewer knows; cards that can't be chosen after `answers` are dimmed.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    asked = named(view, answers)
    above = list(_above(view, asked))
    parts = above
    for ticket, chip in _CUTS:
        parts = [*above, *_table(view, asked, ticket, chip), seats_picture.bar(view)]
        if _height(parts) <= TALLEST:
            break
    sheet = palette().sheet((WIDTH, _height(parts)), PAGE)
    top = 0
    for part in parts:
        sheet.paste(part, (0, top))
        top += part.height
    return encode(sheet)


def _height(parts: list[Picture]) -> int:
    return sum(part.height for part in parts)


def _above(view: View, asked: Named) -> Iterator[Picture]:
    """The seats, or the viewer's own hand."""
    if view.viewer is None or view.shown is not None:
        yield seats_picture.seats(view)
    if view.viewer is not None and view.shown is None:
        yield cards_picture.hand(view, asked)


def _table(view: View, asked: Named, ticket: Cut, chip: Cut) -> Iterator[Picture]:
    """The groups and the tableau; once the game is over, the hands too."""
    if view.shown is not None:
        yield cards_picture.open_hands(view.table.hands, SMALL_CHIP if chip is CHIP else chip)
    if view.table.groups:
        yield cards_picture.groups(view, asked, chip)
    if view.table.tableau:
        yield cards_picture.tableau(view, asked, ticket)
