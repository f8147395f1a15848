"""The goals of a walk on the map of the city: their signs and numbers, the ways there, and how far it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.pictures.colours import BOARD, DEEP, LILAC, NEON, OFF_RIM, PINK, Hour
from games.fooblitzky.pictures.dogs import disc, dog
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.plan import Plan, centre
from games.fooblitzky.pictures.words import LEAST, write
from games.fooblitzky.rules.city.map import SQUARES, Kind, Site
from games.fooblitzky.rules.city.walking import Path
from games.fooblitzky.rules.moves import Bump, Enter, Going, WalkTo
from games.fooblitzky.rules.phases import Walking
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.ways import moves, way
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet

HIGH = 98
"""The height of the row that says how far each goal is, in px."""
_CELL = 234
_NUMBER = 62
_SIGN, _NARROW = 92, 66
"""The size of a goal's sign, and of one with another beside it, in px."""
_ROADS = (15, NIGHT), (9, ACCENT)
"""The ways: a dark edge, and the line in it."""

Point: TypeAlias = tuple[float, float]
Circle: TypeAlias = tuple[Point, float]


class Goal(NamedTuple):
    """A goal, its number on the map, how many moves it takes, the X's on the way, and the way's squares."""

    number: int
    aim: Going
    moves: int
    dangers: int
    path: Path


class Far(NamedTuple):
    """What the row says of a goal; `kind` is the place's, or None for a dog or a square."""

    number: int
    kind: Kind | None
    seat: Seat | None
    square: str
    moves: int
    has_x: bool


def goals(view: View, asked: Asked) -> tuple[Goal, ...]:
    """What's on offer with a number while somebody walks, or has just been chosen of that."""
    if not isinstance(view.phase, Walking):
        return ()
    found = [(offer.number, aim) for aim, offer in asked.offers.items() if offer.number]
    return tuple(
        Goal(number, aim, moves(view, aim), there.dangers, there.path)
        for number, aim in found
        if isinstance(aim, Going) and (there := way(view, aim))
    )


def pave(sheet: Sheet, hour: Hour, plan: Plan, found: Iterable[Goal]) -> None:
    """The ways along their squares, and from the door to the sign."""
    legs = [leg for goal in found for leg in _legs(plan, goal)]
    for thick, ink in _ROADS:
        half, colour = thick / 2, looks.palette(hour).index(ink)
        for leg in legs:
            (left, right), (top, bottom) = map(sorted, zip(*leg, strict=True))
            corner = round(left - half), round(top - half)
            sheet.paste(colour, (*corner, round(right + half), round(bottom + half)))


def _legs(plan: Plan, goal: Goal) -> Iterator[tuple[Point, Point]]:
    path = [centre(plan.frame(SQUARES[square].cell)) for square in goal.path]
    yield from pairwise(path)
    if isinstance(goal.aim, Enter):
        yield path[-1], (path[-1][0], _sign_at(plan, goal.aim.site)[1])


def _sign_at(plan: Plan, site: Site) -> Point:
    frame = plan.building(site)
    assert frame is not None
    return centre(frame)


def signs(sheet: Sheet, hour: Hour, plan: Plan, found: Sequence[Goal]) -> list[Circle]:
    """The goals' signs, each in a disc over its house; returns where they are."""
    places = [(goal.aim.site, _sign_at(plan, goal.aim.site)) for goal in found if isinstance(goal.aim, Enter)]
    circles = list[Circle]()
    for site, at in places:
        is_tight = any(0 < dist(at, other) < _SIGN for _, other in places)
        side = _NARROW if is_tight else _SIGN
        looks.stick(sheet, hour, at, _sign, site.kind, side)
        circles.append((at, side / 2))
    return circles


def numbers(
    sheet: Sheet,
    hour: Hour,
    plan: Plan,
    found: Sequence[Goal],
    signs: Sequence[Circle],
    dogs: Mapping[Seat, Circle],
) -> list[Circle]:
    """A number beside each goal, where it hides neither a dog nor another goal; returns what's taken."""
    taken = [*signs, *dogs.values()]
    for goal in found:
        (x, y), radius = _of(plan, goal.aim, signs, dogs)
        aside, half = radius + 4, _NUMBER / 2
        is_left = x % (WIDTH / 4) < WIDTH / 8
        ways = [(-1, 0.5), (1, 0.5), (-1, -0.5), (1, -0.5), (-1, 0), (1, 0), (0, 1), (0, -1)]
        spots = [(x + (across if is_left else -across) * aside, y + down * aside) for across, down in ways]
        if isinstance(goal.aim, WalkTo):
            spots.insert(0, (x, y))
        spots = [spot for spot in spots if half <= spot[0] <= WIDTH - half]
        best = min(spots, key=lambda spot: sum(max(0, half + reach - dist(spot, at)) for at, reach in taken))
        looks.stick(sheet, hour, best, number, goal.number, _NUMBER)
        taken.append((best, half))
    return taken


def _of(plan: Plan, aim: Going, signs: Sequence[Circle], dogs: Mapping[Seat, Circle]) -> Circle:
    match aim:
        case Enter(site):
            at = _sign_at(plan, site)
            return next(circle for circle in signs if circle[0] == at)
        case Bump(seat):
            return dogs[seat]
    return centre(plan.frame(SQUARES[aim.square].cell)), _NUMBER / 2


def _sign(kind: Kind, side: int) -> Picture:
    """A place's sign in a ring (RGBA)."""
    image = disc(side, NEON[kind], BOARD, 6).copy()
    mark = drawn(f"signs/{kind}", round(side * 0.65))
    at = (side - mark.width) // 2
    image.alpha_composite(mark, (at, at))
    return image


def number(figure: int, side: int) -> Picture:
    """A goal's number in a light disc (RGBA)."""
    plate = disc(side, NIGHT, CREAM, 4)
    flat = plate.convert("RGB")
    write(flat, str(figure), (side / 2, side / 2), NIGHT, side - 10, round(side * 0.64))
    image = flat.convert("RGBA")
    image.putalpha(plate.getchannel("A"))
    return image


def row(hour: Hour, found: Sequence[Goal]) -> Sheet:
    """How many moves each goal takes (P), beside its number and its sign."""
    sheet = Sheet.of(looks.palette(hour), (WIDTH, HIGH), DEEP)
    looks.put(sheet, hour, (0, 0), _row, tuple(map(_far, found)))
    return sheet


def _far(goal: Goal) -> Far:
    kind, seat, square = None, None, ""
    match goal.aim:
        case Enter(site):
            kind = site.kind
        case Bump(other):
            seat = other
        case WalkTo(at):
            square = SQUARES[at].name
    return Far(goal.number, kind, seat, square, goal.moves, goal.dangers > 0)


def _row(cells: tuple[Far, ...]) -> Picture:
    """The row (RGB)."""
    easel = Easel((WIDTH, HIGH), DEEP)
    easel.plate((0, 0, WIDTH, 4), 0, PINK)
    for at in range(1, len(cells)):
        left = 5 + at * _CELL
        easel.plate((left, 22, left + 3, HIGH - 18), 0, OFF_RIM)
    image, y = easel.finish(), HIGH // 2 + 2
    for at, cell in enumerate(cells):
        left = 12 + at * _CELL
        _paste(image, number(cell.number, 54), (left + 30, y))
        if cell.kind or cell.seat is not None:
            mark = drawn(f"signs/{cell.kind}", 52) if cell.kind else dog(cell.seat or Seat(0), 60)
            _paste(image, mark, (left + 90, y))
        else:
            write(image, cell.square, (left + 90, y), CREAM, 58, LEAST)
        wide = width(str(cell.moves), 40)
        write(image, str(cell.moves), (left + 126 + wide / 2, y), CREAM, 60, 40)
        image.paste(LILAC, (round(left + 130 + wide), y - 15), drawn("town/paw", 28).getchannel("A"))
        if cell.has_x:
            _paste(image, drawn("town/stop", 40), (left + 188 + wide / 2, y))
    return image


def _paste(image: Picture, mark: Picture, at: tuple[float, float]) -> None:
    image.paste(mark, (round(at[0] - mark.width / 2), round(at[1] - mark.height / 2)), mark)
