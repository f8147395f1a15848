"""Icons: small pictures for buttons and menus, used as custom emojis."""

from collections.abc import Callable
from typing import TypeAlias

from games.kit.brush.easel import Box, Easel
from games.kit.brush.palette import Colour
from games.kit.brush.png import encode

SIDE = 128
"""Discord stores emojis in this size, in px, and shows them at a sixth of it on a button."""
ROUND = 24
EDGE = 8

Paint: TypeAlias = Callable[[Easel, Box], None]
"""Puts a drawing into a square box of an easel."""


def icon(ground: Colour, paint: Paint) -> bytes:
    """A PNG of 128 by 128 px: the drawing on a plate of `ground` with rounded corners, otherwise clear."""
    easel = Easel((SIDE, SIDE), ground)
    paint(easel, (EDGE, EDGE, SIDE - EDGE, SIDE - EDGE))
    shape = Easel((SIDE, SIDE), (0, 0, 0))
    shape.plate((0, 0, SIDE, SIDE), ROUND, (255, 255, 255))
    image = easel.finish()
    image.putalpha(shape.finish().convert("L"))
    return encode(image)
