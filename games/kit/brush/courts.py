"""Jack, Queen and King: half a figure of discs and polygons, drawn upright and again upside down."""

from collections.abc import Sequence

from games.kit.brush.easel import Easel, Ink, Point
from games.kit.brush.palette import Colour, colour, mix
from games.kit.brush.suits import INKS

GOLD = colour("#E3A92B")
SKIN = colour("#F2CFA8")
_HAIR = {"J": colour("#8A4B1E"), "Q": colour("#5A2A18"), "K": colour("#6E6A66")}
_EYE = colour("#2A1A12")
_LIPS = colour("#B4443A")

_ROBE: tuple[Point, ...] = (
    (-50, 0),
    (-50, -16),
    (-40, -29),
    (-14, -37),
    (14, -37),
    (40, -29),
    (50, -16),
    (50, 0),
)
_COLLAR: tuple[Point, ...] = ((-14, -37), (14, -37), (6, -24), (0, 0), (-6, -24))
_CROWN: tuple[Point, ...] = ((-21, -71), (-26, -90), (-14, -80), (0, -94), (14, -80), (26, -90), (21, -71))
_BEARD: tuple[Point, ...] = ((-16, -54), (16, -54), (13, -38), (0, -28), (-13, -38))
_CAP: tuple[Point, ...] = ((-24, -70), (-27, -82), (-8, -90), (18, -86), (24, -76), (22, -70))
_FEATHER: tuple[Point, ...] = ((12, -80), (24, -98), (40, -96), (44, -82), (36, -88), (24, -80))
_VEIL: tuple[Point, ...] = ((-20, -74), (20, -74), (27, -48), (25, -28), (-25, -28), (-27, -48))


class _Half:
    """One half of the figure; measures in hundredths of its width from the middle, which is at its waist."""

    def __init__(self, easel: Easel, middle: Point, unit: float) -> None:
        self._easel, self._middle, self._unit = easel, middle, unit

    def _at(self, point: Point) -> Point:
        return self._middle[0] + point[0] * self._unit, self._middle[1] + point[1] * self._unit

    def cut(self, points: Sequence[Point], ink: Ink) -> None:
        self._easel.polygon([self._at(point) for point in points], ink)

    def disc(self, centre: Point, radius: float, ink: Ink) -> None:
        self._easel.disc(self._at(centre), radius * abs(self._unit), ink)


def court(easel: Easel, rank: str, suit: str, middle: Point, wide: float) -> None:
    """The figure of `J`, `Q` or `K`, twice as high as wide. Raises KeyError for other ranks."""
    hair, robe = _HAIR[rank], INKS[suit]
    for unit in (wide / 100, -wide / 100):
        half = _Half(easel, middle, unit)
        _BACKS[rank](half, hair, robe)
        half.cut(_ROBE, robe)
        half.cut(_COLLAR, GOLD)
        for across in (-38, -27, 27, 38):
            half.cut(((across - 3, -14), (across, -20), (across + 3, -14), (across, -8)), GOLD)
        _head(half)
        _FRONTS[rank](half, hair, robe)
    (x, y), reach = middle, wide / 2
    easel.plate((x - reach, y - 1.2, x + reach, y + 1.2), 0, GOLD)


def _head(half: _Half) -> None:
    half.cut(((-6, -48), (6, -48), (6, -34), (0, -30), (-6, -34)), mix(SKIN, _HAIR["J"], 0.25))
    half.disc((0, -56), 16, SKIN)
    for x in (-6, 6):
        half.disc((x, -58), 2.3, _EYE)
    half.cut(((-5, -49.5), (5, -49.5), (3, -47), (-3, -47)), _LIPS)


def _bob(half: _Half, hair: Colour, _: Colour) -> None:
    half.disc((0, -58), 21, hair)
    half.cut(((-21, -58), (21, -58), (22, -40), (-22, -40)), hair)


def _long_hair(half: _Half, hair: Colour, _: Colour) -> None:
    half.disc((0, -60), 21, hair)
    half.cut(_VEIL, hair)


def _cap(half: _Half, hair: Colour, robe: Colour) -> None:
    half.cut(((-16, -60), (-16, -70), (16, -70), (16, -60), (8, -66)), hair)
    half.cut(_FEATHER, GOLD)
    half.cut(_CAP, robe)
    half.cut(((-25, -70), (-25, -75), (23, -75), (23, -70)), GOLD)


def _tiara(half: _Half, hair: Colour, robe: Colour) -> None:
    half.cut(((-16, -58), (-17, -70), (17, -70), (16, -58), (0, -68)), hair)
    half.cut(((-20, -70), (-22, -80), (-10, -78), (0, -88), (10, -78), (22, -80), (20, -70)), GOLD)
    for x, y in ((-22, -82), (0, -91), (22, -82)):
        half.disc((x, y), 4.5, GOLD)
    half.disc((0, -76), 3.5, robe)


def _crown(half: _Half, hair: Colour, robe: Colour) -> None:
    half.cut(_BEARD, hair)
    half.cut(((-5, -50), (5, -50), (3, -47), (-3, -47)), _LIPS)
    half.cut(_CROWN, GOLD)
    half.cut(((-21, -71), (21, -71), (21, -75), (-21, -75)), robe)
    half.disc((0, -95), 4, GOLD)


COURTS = "JQK"

_BACKS = {"J": _bob, "Q": _long_hair, "K": _bob}
_FRONTS = {"J": _cap, "Q": _tiara, "K": _crown}
