"""The squares that can be chosen: their names or what they score, and the tiles or turns that fit there."""

from collections.abc import Callable

from games.fourside.pictures.offer import Offer
from games.fourside.pictures.pieces import chip, chip_shape, square
from games.fourside.pictures.squares import CAPITALS, CHIP, LETTER, LOWER, MINUS, PITCH, UPPER, Ground
from games.fourside.rules.fitting import score
from games.fourside.rules.view import View
from games.fourside.words.telling import signed
from games.kit.brush.lettering import put, width
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.sheet import Sheet
from games.kit.grid import Square

_NAME, _POINTS = CAPITALS + 1, 42
"""The height of capitals in a square's name and of its points, in px."""
_GAP, _RIGHT = 7, 98
"""Between the tiles that fit, and the middle of the one beside a sign, in px."""
_OTHERS = 2
"""So many other tiles are named after the first one."""


def lay_offered(sheet: Sheet, view: View, offer: Offer, corner: Callable[[Square], tuple[int, int]]) -> None:
    """Every square that can be chosen; with points, those that score most are gold."""
    hinted = view.hint.square if view.hint is not None else None
    counted = view.table.shows_points
    points = {at: score(view.board, at).points for at in {place.square for place in offer.found}}
    for at in offer.named:
        if view.board.on(at):
            continue
        gold = at == hinted or (counted and points[at] == max(points.values()))
        ground = Ground(view.board.area(at), chosen=True, seat=view.mover, gold=gold, counted=counted)
        left, top = corner(at)
        sheet.paste(square(ground), (left, top))
        words = signed(points[at]) if counted else str(at)
        ink = MINUS if counted and points[at] < 0 else NIGHT
        is_signed = bool(ground.area) and not counted
        has_more = _lay_tiles(sheet, offer, at, (left, top + LOWER), is_signed) or is_signed
        middle = left + PITCH // 2, top + (UPPER if has_more else PITCH // 2)
        put(sheet, words, _POINTS if counted else _NAME, (ink, CREAM), middle, "centre")


def _lay_tiles(sheet: Sheet, offer: Offer, at: Square, row: tuple[int, int], is_signed: bool) -> bool:
    """The tiles that fit, the one that the square's button places on a dark ground; or a tile's turns."""
    left, middle = row
    if offer.tile:
        put(sheet, offer.letters_on(at), CAPITALS, (LETTER, CREAM), (left + PITCH // 2, middle), "centre")
        return True
    if offer.begun:
        return False
    first, *rest = map(str, offer.tiles_on(at))
    others = " ".join(rest) if len(rest) <= _OTHERS else f"{rest[0]}…"
    if is_signed:
        others, across = "", left + _RIGHT - CHIP[0] // 2
    else:
        wide = CHIP[0] + (_GAP + width(others, CAPITALS) if others else 0)
        across = left + (PITCH - wide) // 2
    sheet.paste(chip(first), (across, middle - CHIP[1] // 2), chip_shape())
    put(sheet, others, CAPITALS, (LETTER, CREAM), (across + CHIP[0] + _GAP, middle))
    return True
