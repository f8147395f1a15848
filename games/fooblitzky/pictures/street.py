"""The parts of the streets: squares, crosswalks and cars."""

from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.pictures import trails
from games.fooblitzky.pictures.colours import ASPHALT, BOARD, Hour, joint, stones
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.trails import Lanes
from games.fooblitzky.pictures.words import LEAST, write
from games.fooblitzky.rules.city.map import Quadrant
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS
from games.kit.brush.palette import Colour, Picture, mix
from games.kit.brush.sprites import svg

Size = tuple[int, int]


class Square(NamedTuple):
    """A square of the sidewalk. `door`: the side a door is on, 1 below, -1 above, 0 for none.

    `across`: it's on the upper or lower side of its block, where people walk left or right. `lanes` are the
    walks over it. A square where `seat` can stop is light, with the `label` of that choice, and a sign if the
    way there is `risky`.
    """

    size: Size
    quadrant: Quadrant
    odd: bool
    door: int = 0
    across: bool = False
    lanes: Lanes = ()
    seat: Seat | None = None
    label: str = ""
    risky: bool = False


def square(hour: Hour, tile: Square) -> Picture:
    """The square (RGB)."""
    wide, high = tile.size
    easel = Easel(tile.size, joint(hour))
    fill = stones(hour, tile.quadrant, tile.odd)
    easel.plate((1, 1, wide - 1, high - 1), 3, fill)
    trails.paint(easel, hour, tile.size, tile.lanes, tile.across)
    if tile.door and not tile.lanes:
        tip, base = (high - 2, high - 13) if tile.door > 0 else (2, 13)
        easel.polygon([(wide / 2 - 9, base), (wide / 2 + 9, base), (wide / 2, tip)], mix(fill, NIGHT, 0.6))
    if tile.seat is not None:
        _light(easel, tile)
    image = easel.finish()
    if tile.seat is None:
        trails.tread(image, tile.size, tile.lanes, tile.across)
    if tile.label:
        write(image, tile.label, (wide / 2, high / 2 + (8 if tile.risky else 0)), NIGHT, wide - 16, LEAST)
    if tile.risky:
        sign = drawn("town/stop", 30)
        image.paste(sign, (wide - 32, 2), sign)
    return image


def _light(easel: Easel, tile: Square) -> None:
    wide, high = tile.size
    assert tile.seat is not None
    ink, thick = SEATS[tile.seat].colour, 6 if tile.label else 0
    if thick:
        easel.plate((2, 2, wide - 2, high - 2), 3, ink)
        easel.plate((1 + thick, 1 + thick, wide - 1 - thick, high - 1 - thick), 1, NIGHT)
        easel.plate((2 + thick, 2 + thick, wide - 2 - thick, high - 2 - thick), 1, CREAM)
    else:
        easel.plate((5, 5, wide - 5, high - 5), 4, NIGHT)
        easel.plate((7, 7, wide - 7, high - 7), 3, CREAM)


class Zebra(NamedTuple):
    """A clear crosswalk: `across` if it leads from left to right, `told` if a player is waiting there.

    `lanes` are the walks over it.
    """

    size: Size
    across: bool
    told: bool = False
    lanes: Lanes = ()


def zebra(hour: Hour, tile: Zebra) -> Picture:
    """The crosswalk (RGB)."""
    wide, high = tile.size
    easel = _crossing(hour, tile)
    step = (high if tile.across else wide) / 4
    for at in range(4):
        start, end = step * (at + 0.22), step * (at + 0.78)
        box = (3, start, wide - 3, end) if tile.across else (start, 3, end, high - 3)
        easel.plate(box, 1, PAPER if tile.lanes else mix(PAPER, ASPHALT[hour], 0.12))
    image = easel.finish()
    trails.tread(image, tile.size, tile.lanes, tile.across, striped=True)
    return image


def empty(hour: Hour, tile: Zebra) -> Picture:
    """A crosswalk (RGB) without stripes, for one with an X."""
    return _crossing(hour, tile).finish()


def _crossing(hour: Hour, tile: Zebra) -> Easel:
    """The ground of a crosswalk, framed if a player is waiting there."""
    (wide, high), easel = tile.size, Easel(tile.size, ACCENT if tile.told else ASPHALT[hour])
    if tile.told:
        easel.plate((4, 4, wide - 4, high - 4), 0, ASPHALT[hour])
    trails.paint(easel, hour, tile.size, tile.lanes, tile.across)
    return easel


def stop(side: int) -> Picture:
    """The sign of an X (RGBA)."""
    return drawn("town/stop", side)


def car(hour: Hour, length: int, paint: Colour, turn: int) -> Picture:
    """A car from above (RGB), facing right and then turned clockwise by this many quarters."""
    red, green, blue = paint
    code, glass = f"rgb({red},{green},{blue})", mix(paint, PAPER, 0.4)
    markup = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-31 -16 62 32">'
        '<rect x="-30" y="-15" width="60" height="30" rx="11" fill="#0E0A20"/>'
        f'<rect x="-28" y="-13" width="56" height="26" rx="10" fill="{code}"/>'
        '<rect x="-10" y="-10" width="24" height="20" rx="5" fill="#1B2340"/>'
        f'<rect x="-6" y="-9" width="14" height="18" rx="3" fill="rgb{glass}"/>'
        '<circle cx="27" cy="-8" r="3.5" fill="#FFF3B0"/><circle cx="27" cy="8" r="3.5" fill="#FFF3B0"/>'
        '<rect x="-29" y="-10" width="4" height="6" fill="#FF4D4D"/>'
        '<rect x="-29" y="4" width="4" height="6" fill="#FF4D4D"/></svg>'
    )
    image = svg(markup, (length, round(length * 32 / 62))).rotate(-90 * turn, expand=True)
    ground = Easel(image.size, ASPHALT[hour]).finish()
    ground.paste(image, (0, 0), image)
    return ground


def tag(text: str, seat: Seat, risky: bool, high: int = 62) -> Picture:
    """The light label (RGB) of a choice that isn't a square, or of a square where it has no room for it."""
    side, edge = high * 36 // 62, 7 if high > 50 else 4
    sign = side + 4 if risky else 0
    wide = width(text, LEAST) + high // 2 + sign
    easel = Easel((wide, high), BOARD)
    easel.plate((2, 2, wide - 2, high - 2), 3, SEATS[seat].colour)
    easel.plate((edge, edge, wide - edge, high - edge), 1, NIGHT)
    easel.plate((edge + 1, edge + 1, wide - edge - 1, high - edge - 1), 1, CREAM)
    image = easel.finish()
    write(image, text, ((wide - sign) / 2, high / 2), NIGHT, wide, LEAST)
    if risky:
        stop_sign = drawn("town/stop", side)
        image.paste(stop_sign, (wide - side - edge - 3, (high - side) // 2), stop_sign)
    return image
