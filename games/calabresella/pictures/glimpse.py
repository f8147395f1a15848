"""The trick with a card and a better one, for reviews of games that are over."""

from games.calabresella.rules.notation import Move, Play
from games.calabresella.rules.view import View
from games.core import Seat
from games.kit.brush.cards import Look, Size, face, star
from games.kit.brush.easel import Easel
from games.kit.brush.marks import CREAM, NIGHT, seat_mark
from games.kit.brush.palette import Colour, Picture

CARD = Size(98, 150)
_WIDE, _HIGH, _STEP = 330, 236, 112
_BADGE = 48


def glimpse(view: View, played: Move, better: Move | None, ground: Colour) -> Picture:
    """See `Drawings.glimpse`: the cards on the table, the one that was played, and the better one if any."""
    assert isinstance(played, Play)
    assert view.viewer is not None
    laid: list[tuple[str, Look, Seat | None]] = [(one.card, "plain", one.seat) for one in view.trick]
    laid.append((played.card, "lit", view.viewer))
    if isinstance(better, Play):
        laid = [*laid[-2:], (better.card, "plain", None)]
    image = Easel((_WIDE, _HIGH), ground).finish()
    left = (_WIDE - _STEP * (len(laid) - 1) - CARD.wide) // 2
    for at, (card, look, seat) in enumerate(laid):
        x = left + _STEP * at
        image.paste(face(card, CARD, ground, look), (x, 14))
        below = seat_mark(seat, _BADGE, ground) if seat is not None else _star(ground)
        image.paste(below, (x + (CARD.wide - _BADGE) // 2, 14 + CARD.high + 14))
    return image


def _star(ground: Colour) -> Picture:
    easel, middle = Easel((_BADGE, _BADGE), ground), (_BADGE / 2, _BADGE / 2)
    easel.disc(middle, _BADGE / 2, CREAM)
    star(easel, middle, _BADGE * 0.42, NIGHT, points=5, depth=0.42)
    return easel.finish()
