"""What moves don't change: streets with traffic and names, sidewalks and lit houses, cached by the hour."""

from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.colours import ASPHALT, LINES, Hour, joint, quarter
from games.fooblitzky.pictures.houses import House, house
from games.fooblitzky.pictures.plan import Frame, Plan, plan
from games.fooblitzky.pictures.street import Size, Square, car, square
from games.fooblitzky.rules.city.map import (
    AT_DOOR,
    BLOCK_COLUMNS,
    BLOCK_HEIGHT,
    BLOCKS,
    QUADRANT_NAMES,
    QUADRANTS,
    SHORT_NAMES,
    SIDE,
    SITES,
    SQUARES,
    Quadrant,
    Site,
)
from games.fooblitzky.rules.city.map import Square as Place
from games.kit.brush.cached import cached
from games.kit.brush.lettering import label
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture, colour
from games.kit.brush.sheet import Sheet

_PAINTS = tuple(map(colour, ("#5CC8F5", "#FFA53D", "#C493FF", "#7ED957", "#FF6B5E", "#F4F1FF")))
_STREETS = (7, 15, 23)
_CARS = (
    *((8 * block + place, BLOCK_HEIGHT) for block in range(BLOCK_COLUMNS) for place in (0, 6)),
    *((column, row) for column in _STREETS for row in (2, 8, 4, 6)),
)
"""Street cells without a crosswalk, each with room for a car."""
_NAME = 38


@cached
def ground(hour: Hour, quadrant: Quadrant | None, rush: bool) -> Picture:
    """The streets (P) below an empty strip, with the traffic; cached, so don't change it."""
    here, palette = plan(quadrant), looks.palette(hour)
    sheet = Sheet.of(palette, (WIDTH, here.height), ASPHALT[hour])
    _lines(sheet, here, palette.index(LINES[hour]))
    _traffic(sheet, here, hour, rush)
    _names(sheet, here, hour)
    for name in BLOCKS:
        if frame := here.block(name):
            left, top, right, bottom = frame
            sheet.paste(palette.index(joint(hour)), (left - 3, top - 3, right + 3, bottom + 3))
    for place in SQUARES:
        if here.shows(place.cell):
            looks.put(sheet, hour, here.frame(place.cell)[:2], square, hour, square_at(place, here))
    for site in SITES:
        if frame := here.building(site):
            looks.put(sheet, hour, frame[:2], house, hour, house_at(site, frame, named=quadrant is not None))
    return sheet.finish()


def _lines(sheet: Sheet, here: Plan, ink: int) -> None:
    """Dashed lines in the middle of the streets."""
    for column in _STREETS:
        if column in here.columns and here.columns[column][0] > 20 and here.columns[column][1] < WIDTH - 20:
            x = sum(here.columns[column]) // 2
            first, last = min(here.rows.values())[0], max(here.rows.values())[1]
            for y in range(first + 8, last - 20, 34):
                sheet.paste(ink, (x - 2, y, x + 2, y + 18))
    y = sum(here.rows[BLOCK_HEIGHT]) // 2
    for x in range(6, WIDTH - 18, 40):
        sheet.paste(ink, (x, y - 2, x + 22, y + 2))


def _traffic(sheet: Sheet, here: Plan, hour: Hour, rush: bool) -> None:
    """Cars between the crosswalks; many in the rush hour, on the right-hand side of the street."""
    for number, (column, row) in enumerate(_CARS):
        if not here.shows((column, row)) or not (rush or number % 3 == 0):
            continue
        left, top, right, bottom = here.frame((column, row))
        across, first = row == BLOCK_HEIGHT, number % 2 == 0
        broad = (bottom - top) if across else (right - left)
        if broad < 45:
            continue
        turn = (2 if first else 0) if across else (3 if not first else 1)
        image = looks.tile(hour, car, hour, round(broad * 0.84), _PAINTS[number % len(_PAINTS)], turn)
        lane = broad // 4 * (-1 if first else 1)
        x, y = (left + right) // 2, (top + bottom) // 2
        x, y = (x, y + lane) if across else (x - lane, y)
        sheet.paste(image, (x - image.width // 2, y - image.height // 2))


def _names(sheet: Sheet, here: Plan, hour: Hour) -> None:
    """The quarters' names in the outer streets, between the letters of their blocks."""
    palette, shown = looks.palette(hour), [name for name in BLOCKS if here.block(name)]
    for first, second in zip(shown[::2], shown[1::2], strict=True):
        one, other = here.block(first), here.block(second)
        assert one is not None
        assert other is not None
        quadrant = QUADRANTS[BLOCKS.index(first) // 2]
        middle = (
            here.names[0] if len(here.names) == 1 or BLOCKS.index(first) < BLOCK_COLUMNS else here.names[1]
        )
        ink = quarter(quadrant)
        for text, x in (
            (first, one[0] + 22),
            (QUADRANT_NAMES[quadrant], (one[0] + other[2]) // 2),
            (second, other[2] - 22),
        ):
            words = label(palette, text, _NAME, ink, ASPHALT[hour])
            sheet.paste(words, (x - words.width // 2, middle - words.height // 2))


def square_at(place: Place, here: Plan) -> Square:
    """The plain tile of a square."""
    site = AT_DOOR.get(place.number)
    door = 0 if site is None else 1 if site.cell[1] > place.cell[1] else -1
    across = place.cell[1] % (BLOCK_HEIGHT + 1) in (0, BLOCK_HEIGHT - 1)
    return Square(
        size_of(here.frame(place.cell)), place.quadrant, bool(place.number % SIDE % 2), door, across
    )


def house_at(site: Site, frame: Frame, named: bool) -> House:
    """The plain tile of a place, with its name if there's room for it."""
    above = site.cell[1] > SQUARES[site.door].cell[1]
    return House(size_of(frame), site.kind, above, label=SHORT_NAMES[site.kind] if named else "")


def size_of(frame: Frame) -> Size:
    """Width and height."""
    return frame[2] - frame[0], frame[3] - frame[1]
