"""Parts of pictures that are drawn once: all games share the room in which they are kept."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from games.kit.brush.palette import Picture
from games.kit.kept import Kept

P = ParamSpec("P")

MOST_BYTES = 96_000_000
"""Enough for what about twenty busy tables of all games draw again and again."""

_BESIDE = 2_000
"""What a picture takes beside its pixels: its key, its palette and Python's own."""


def size_of(picture: Picture) -> int:
    """How many bytes a picture takes in memory; Pillow gives a pixel of three colours four bytes."""
    return picture.width * picture.height * (1 if len(picture.getbands()) == 1 else 4) + _BESIDE


PARTS: Kept[Picture] = Kept(MOST_BYTES, size_of)


def kept(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """Draw a part once for the same arguments, which have a hash, and keep it while there is room.

    Every caller gets the same picture, so don't change it.
    """

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Picture:
        key = (draw, args, *sorted(kwargs.items())) if kwargs else (draw, args)
        part = PARTS.get(key)
        if part is None:
            part = draw(*args, **kwargs)
            PARTS.put(key, part)
        return part

    return drawn
