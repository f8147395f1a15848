"""FourSide's table as a picture."""

from games.fourside.view import View
from games.kit.brush.palette import Palette
from games.kit.brush.png import encode


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG."""
    return encode(Palette([(0, 0, 0)]).sheet((10, 10), (0, 0, 0)))
