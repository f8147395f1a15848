"""The icons on buttons and in menus, from the same drawings as the pictures."""

from games.fooblitzky.pictures.colours import BOARD
from games.fooblitzky.pictures.icons import ITEM_ICONS, PLACE_ICONS
from games.fooblitzky.pictures.looks import drawn
from games.kit.brush.icons import EDGE, ROUND, SIDE
from games.kit.brush.marks import CREAM
from games.kit.brush.palette import Colour
from games.kit.brush.png import encode
from games.kit.brush.sprites import svg


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
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{ROUND}" fill="rgb{ground}"/></svg>'
    )
    plate = svg(markup, (SIDE, SIDE))
    plate.alpha_composite(drawn(name, SIDE - 2 * EDGE), (EDGE, EDGE))
    return encode(plate)
