"""Calabresella's two pictures, 1180 px wide: the table, and a player's own hand; without names."""

from games.calabresella.captions import AFTER_PLAY
from games.calabresella.hand_picture import hand_picture
from games.calabresella.table_picture import table_picture
from games.calabresella.view import View
from games.kit.brush.png import encode
from games.kit.cards import Card


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of what the viewer knows: his hand while he holds cards, else the table.

    Cards that can be chosen after `answers` wear their names. Equal views and answers give equal bytes on
    one machine, and equal pixels on all.
    """
    if any(view.hand) and view.phase not in AFTER_PLAY and not view.stopped:
        return encode(hand_picture(view, _names(view, answers)))
    return encode(table_picture(view))


def _names(view: View, answers: tuple[str, ...]) -> dict[Card, str]:
    """The cards that are asked for, with the names that the question gives them."""
    return {}
