"""The streets of the city as small opaque pictures: pavement and crosswalks, and the colours by the hour."""

from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.city.clock import minutes
from games.fooblitzky.city.map import Kind, Quadrant
from games.fooblitzky.pictures import painting
from games.kit.brush.easel import Easel, Ink
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS
from games.kit.brush.palette import Colour, Picture, colour, mix

Size = tuple[int, int]

LEAST = 27
"""The height of capitals in labels, in px: type of 11 px where a telephone shows the picture 340 px wide."""

PAGE = colour("#1A1338")
"""The ground of strip, status line and bag."""
BOARD = colour("#140E2C")
"""What neon signs are mounted on."""

STREET = colour("#5B6284")
PAVEMENT: dict[Quadrant, tuple[Colour, Colour]] = {
    "UL": (colour("#F6E7CF"), colour("#E8D2B4")), "UR": (colour("#DDEBF2"), colour("#C6D8E6")),
    "LL": (colour("#E2EEDA"), colour("#CBDDC2")), "LR": (colour("#F2DFE6"), colour("#E2C8D5")),
}  # fmt: skip
"""Each quarter of the city has stones of its own, light and dark."""
LAWN = colour("#79C46B")
WALL = colour("#8C6E8F")
DUSK = colour("#120C3A")
WINDOW = colour("#FFE08A")

NEON: dict[Kind, Colour] = {
    "drug": colour("#FF5CA8"), "grocery": colour("#7EE04B"), "hardware": colour("#FF9A3D"),
    "pets": colour("#4CC9F0"), "sports": colour("#FFD23F"), "toys": colour("#C58BFF"),
    "restaurant": colour("#FF7A6B"), "phone": colour("#FF4D4D"), "clockwise": colour("#3DE0C8"),
    "counter": colour("#9AB8FF"), "locker": colour("#D8DEE9"), "check": colour("#5BE584"),
    "pawn": colour("#F2C14E"), "charity": colour("#FF86C8"), "hospital": colour("#E0383E"),
}  # fmt: skip

_FALLING = ((8 * 60 + 45, 1), (15 * 60, 0), (16 * 60, 1), (16 * 60 + 45, 2), (17 * 60 + 15, 3))
_SHARES = (0.0, 0.1, 0.3, 0.52, 0.7)
NIGHTFALL = len(_SHARES) - 1


def darkness(number: int) -> int:
    """How dark it is in a round: 0 by day, NIGHTFALL just before the city closes for the night."""
    now = minutes(number)
    return next((level for until, level in _FALLING if now < until), NIGHTFALL)


def dim(ink: Colour, dark: int) -> Colour:
    """A colour of the street at this darkness."""
    return mix(ink, DUSK, _SHARES[dark])


class Pavement(NamedTuple):
    """A square of the sidewalk. `told`: `trail` or `end` of the last walk; `open`: who may stop here.

    `door` is the kind of place behind it, which is below it if `below` is set. `name` is painted on the
    ground.
    """

    size: Size
    quadrant: Quadrant
    odd: bool
    dark: int
    door: Kind | None = None
    below: bool = False
    told: str = ""
    open: Seat | None = None
    name: str = ""


class Crossing(NamedTuple):
    """A crosswalk: `x` if it has an X, `across` if it leads from left to right."""

    size: Size
    across: bool
    x: bool
    dark: int
    told: bool = False


@kept
def pavement(tile: Pavement) -> Picture:
    """The square as an image (RGB); kept, so not to be changed."""
    wide, high = tile.size
    stones = PAVEMENT[tile.quadrant]
    easel = Easel(tile.size, dim(mix(STREET, stones[1], 0.55), tile.dark))
    fill = dim(stones[tile.odd], tile.dark)
    if tile.told:
        fill = ACCENT if tile.told == "end" else mix(fill, ACCENT, 0.5)
    easel.plate((1, 1, wide - 1, high - 1), 3, fill)
    if tile.told == "trail":
        _paw(easel, (wide / 2, high / 2), min(tile.size) * 0.3, mix(fill, NIGHT, 0.75))
    if tile.door:
        _doormat(easel, tile)
    if tile.open is not None:
        radius = min(tile.size) * 0.21
        easel.disc((wide / 2, high / 2), radius + 2.5, NIGHT)
        easel.disc((wide / 2, high / 2), radius, SEATS[tile.open].colour)
    image = easel.finish()
    if tile.name and tile.open is None and not tile.told:
        write(
            image, tile.name, (wide / 2, high / 2), fitting(tile.name, wide - 8, 24), mix(fill, NIGHT, 0.45)
        )
    return image


def _paw(easel: Easel, centre: tuple[float, float], reach: float, ink: Ink) -> None:
    """The print of a dog's paw."""
    x, y = centre
    easel.disc((x, y + reach * 0.45), reach * 0.58, ink)
    for across, down in ((-0.85, -0.15), (-0.32, -0.75), (0.32, -0.75), (0.85, -0.15)):
        easel.disc((x + reach * across, y + reach * down), reach * 0.27, ink)


def _doormat(easel: Easel, tile: Pavement) -> None:
    """An arrow that points into the place."""
    assert tile.door is not None
    (wide, high), size = tile.size, min(tile.size) * 0.26
    tip, base = (high - 4, high - 4 - size) if tile.below else (4, 4 + size)
    points = [(wide / 2, tip), (wide / 2 + size, base), (wide / 2 - size, base)]
    easel.polygon(points, mix(NEON[tile.door], NIGHT, 0.35))


@kept
def crossing(tile: Crossing) -> Picture:
    """The crosswalk as an image (RGB): stripes, or an X on a dark plate; kept, so not to be changed."""
    wide, high = tile.size
    street = dim(STREET, tile.dark)
    easel = Easel(tile.size, ACCENT if tile.told else street)
    if tile.told:
        easel.plate((4, 4, wide - 4, high - 4), 0, street)
    stripes = mix(street, PAPER, 0.2) if tile.x else dim(PAPER, max(0, tile.dark - 1))
    length, count = (high, 4) if tile.across else (wide, 4)
    step = length / count
    for at in range(count):
        start, end = step * (at + 0.22), step * (at + 0.78)
        box = (3, start, wide - 3, end) if tile.across else (start, 3, end, high - 3)
        easel.plate(box, 1, stripes)
    if tile.x:
        _stop(easel, tile.size)
    return easel.finish()


def _stop(easel: Easel, size: Size) -> None:
    (wide, high), half = size, min(size) * 0.47
    left, top = wide / 2 - half, high / 2 - half
    easel.plate((left, top, left + 2 * half, top + 2 * half), half * 0.4, PAPER)
    easel.plate((left + 2, top + 2, left + 2 * half - 2, top + 2 * half - 2), half * 0.35, colour("#C4161C"))
    arm = half * 0.5
    for end in (arm, -arm):
        corners = (wide / 2 - arm, high / 2 - end), (wide / 2 + arm, high / 2 + end)
        painting.stroke(easel, *corners, half * 0.34, PAPER)


@lru_cache(256)
def parted(text: str, room: float, capitals: float) -> tuple[str, ...]:
    """The text in as few lines as are no wider than `room`, parted at spaces and behind hyphens."""
    words = [word for part in text.split(" ") for word in part.replace("-", "- ").split(" ")]
    glue = ["" if at == 0 or words[at - 1].endswith("-") else " " for at in range(len(words))]
    lines = [""]
    for word, between in zip(words, glue, strict=True):
        longer = f"{lines[-1]}{between}{word}"
        if not lines[-1] or width(longer, capitals) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def fitting(text: str, room: float, most: float) -> float:
    """The height of capitals, `most` at most, at which the text is no wider than `room`."""
    wide = width(text, most)
    return most if wide <= room else max(8.0, int(2 * most * room / wide) / 2)
