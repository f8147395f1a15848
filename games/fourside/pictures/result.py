"""How FourSide's result card looks: the blue of the board, and how many tiles each player placed."""

from functools import lru_cache

from games.fourside.pictures.squares import AXIS, BOARD, DEEP, FIELD
from games.kit.brush.palette import mix
from games.kit.results import Look


@lru_cache(1)
def look() -> Look:
    """See `Game.look`."""
    return Look(
        page=DEEP, band=BOARD, groove=mix(DEEP, (0, 0, 0), 0.35), ray=mix(DEEP, FIELD, 0.45), soft=AXIS
    )
