"""What no move changes: streets with their traffic, sidewalks and blocks, kept by place and hour."""

from games.fooblitzky.city.map import (
    AT_DOOR,
    BLOCK_COLUMNS,
    BLOCK_HEIGHT,
    BLOCKS,
    SIDE,
    SITES,
    SQUARES,
    Quadrant,
    Site,
    Square,
)
from games.fooblitzky.pictures.buildings import Building, building
from games.fooblitzky.pictures.plan import TOP, Frame, Plan, plan
from games.fooblitzky.pictures.scenery import LAWN, PAGE, STREET, WINDOW, Pavement, Size, dim, pavement
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.marks import NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Picture, colour, mix

_PAINTS = (colour("#F2C14E"), colour("#E0383E"), colour("#4CC9F0"), colour("#EDEDED"), colour("#8A5FD3"))
_CORNERS = (0, 6, 10, 16)
_NAMED = 80
"""From this size of the dogs on, corners show their names; in the whole city only the block's letter."""

_STREETS = (7, 15, 23)
_CARS = (
    *((8 * block + place, BLOCK_HEIGHT) for block in range(BLOCK_COLUMNS) for place in (1, 5)),
    *((column, row) for column in _STREETS for row in (2, 8, 0, 10)),
)
"""Cells of streets without a crosswalk, each of which has room for a car."""


@kept
def ground(quadrant: Quadrant | None, dark: int, rush: bool) -> Picture:
    """Everything that does not change, at this darkness, and the traffic; kept, so not to be changed."""
    here, easel = plan(quadrant), Easel((1, 1), PAGE)
    sheet = easel.finish().resize((WIDTH, here.height))
    sheet.paste(dim(STREET, dark), (0, TOP, WIDTH, here.height))
    _lines(sheet, here, dark)
    _traffic(sheet, here, dark, rush)
    for name in BLOCKS:
        if frame := here.block(name):
            sheet.paste(dim(LAWN, dark), frame)
    for square in SQUARES:
        if here.shows(square.cell):
            sheet.paste(pavement(pavement_at(square, here, dark)), here.frame(square.cell)[:2])
    for site in SITES:
        if frame := here.building(site):
            sheet.paste(building(building_at(site, frame, dark)), frame[:2])
    return sheet


def _lines(sheet: Picture, here: Plan, dark: int) -> None:
    """Broken lines in the middle of the streets."""
    ink = dim(mix(STREET, colour("#FFD23F"), 0.7), dark)
    rows, columns = here.rows, here.columns
    bottom = max(end for _, end in rows.values())
    top = min(start for start, _ in rows.values())
    for column in _STREETS:
        if column in columns:
            x = sum(columns[column]) // 2
            for y in range(top, bottom - 10, 34):
                sheet.paste(ink, (x - 2, y, x + 2, y + 18))
    y = sum(rows[BLOCK_HEIGHT]) // 2
    for x in range(6, WIDTH - 18, 34):
        sheet.paste(ink, (x, y - 2, x + 18, y + 2))


def _traffic(sheet: Picture, here: Plan, dark: int, rush: bool) -> None:
    """Cars between the crosswalks, in the rush hour on all these places."""
    for number, (column, row) in enumerate(_CARS):
        if not here.shows((column, row)) or not (rush or number % 3 == 0):
            continue
        left, top, right, bottom = here.frame((column, row))
        across, first = row == BLOCK_HEIGHT, number % 2 == 0
        lane = ((bottom - top) if across else (right - left)) // 2
        image = _car(round(lane * 1.6), number, dark, across)
        if first == across:
            image = image.rotate(180)
        x = (left + right - image.width) // 2 if across else left + (0 if first else lane)
        y = (top + bottom - image.height) // 2 if not across else top + (0 if first else lane)
        spare = (lane - (image.height if across else image.width)) // 2
        sheet.paste(image, (x, y + spare) if across else (x + spare, y))


def pavement_at(square: Square, here: Plan, dark: int) -> Pavement:
    """The plain tile of a square."""
    site = AT_DOOR.get(square.number)
    odd = bool(sum(square.cell) % 2)
    below = site is not None and site.cell[1] > square.cell[1]
    name = square.name if square.number % SIDE in _CORNERS else ""
    if here.token < _NAMED and name:
        name = square.block if square.number % SIDE == 0 else ""
    kind = site.kind if site else None
    return Pavement(size_of(here.frame(square.cell)), square.quadrant, odd, dark, kind, below, name=name)


def building_at(site: Site, frame: Frame, dark: int) -> Building:
    """The plain tile of a place."""
    below = site.cell[1] > SQUARES[site.door].cell[1]
    return Building(size_of(frame), site.kind, below, dark)


def size_of(frame: Frame) -> Size:
    """Width and height."""
    return frame[2] - frame[0], frame[3] - frame[1]


@kept
def _car(length: int, paint: int, dark: int, across: bool) -> Picture:
    """A car seen from above (RGB), driving right, or down where `across` is not set; kept as it is."""
    wide = round(length * 0.5)
    easel = Easel((length, wide), dim(STREET, dark))
    ink = dim(_PAINTS[paint % len(_PAINTS)], min(dark, 3))
    easel.plate((0, 1, length, wide - 1), wide * 0.3, NIGHT)
    easel.plate((1.5, 2.5, length - 1.5, wide - 2.5), wide * 0.26, ink)
    easel.plate((length * 0.2, 4, length * 0.74, wide - 4), 3, dim(colour("#BFE3F5"), dark))
    easel.plate((length * 0.34, 3.4, length * 0.58, wide - 3.4), 2, ink)
    for lamp in (wide * 0.26, wide * 0.74):
        easel.disc((length - 3, lamp), 2.4, WINDOW if dark > 1 else PAPER)
    image = easel.finish()
    return image if across else image.rotate(-90, expand=True)
