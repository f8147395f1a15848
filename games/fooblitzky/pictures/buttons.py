"""The icons on buttons and in menus, from the same drawings as the pictures."""

from games.fooblitzky.pictures.colours import BOARD
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.words.icons import ITEM_ICONS, PLACE_ICONS
from games.kit.brush.marks import CREAM, ICON
from games.kit.brush.palette import Colour
from games.kit.brush.png import encode
from games.kit.brush.sprites import svg

_ROUND, _EDGE = 24, 8


def icon(name: str) -> bytes:
    """A PNG of 128 by 128 px: an item on the colour of its disc, or a place's sign on its board.

    Raises KeyError for other names.
    """
    if name in ITEM_ICONS:
        return _on(CREAM, f"items/{name}")
    if name not in PLACE_ICONS:
        raise KeyError(name)
    return _on(BOARD, f"signs/{name}")


def _on(ground: Colour, name: str) -> bytes:
    markup = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ICON} {ICON}">'
        f'<rect width="{ICON}" height="{ICON}" rx="{_ROUND}" fill="rgb{ground}"/></svg>'
    )
    plate = svg(markup, (ICON, ICON))
    plate.alpha_composite(drawn(name, ICON - 2 * _EDGE), (_EDGE, _EDGE))
    return encode(plate)
