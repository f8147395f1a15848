"""Parts of pictures are drawn once and cached; all games share one cache."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from games.kit.brush.palette import Picture
from games.kit.cache import SizedCache

P = ParamSpec("P")

MOST_BYTES = 96_000_000
"""Enough for the parts that about twenty busy tables of all games keep redrawing; a host may choose more."""

_OVERHEAD = 2_000
"""The bytes a picture takes besides its pixels, for its key, its palette and the Python objects."""


def size_of(picture: Picture) -> int:
    """How many bytes a picture takes in memory; Pillow gives a pixel of three colours four bytes."""
    return picture.width * picture.height * (1 if len(picture.getbands()) == 1 else 4) + _OVERHEAD


PARTS: SizedCache[Picture] = SizedCache(MOST_BYTES, size_of)


def cached(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """Cache the parts that `draw` returns, by their arguments, which must be hashable.

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
