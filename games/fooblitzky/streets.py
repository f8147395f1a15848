"""The streets of a view: pavements, crosswalks, buildings and dogs, on a ground that is kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core import Seat
from games.fooblitzky.asked import Aim, Asked, quadrant_of
from games.fooblitzky.city import (
    AT_DOOR,
    BLOCKS,
    CROSSWALKS,
    QUADRANTS,
    SITES,
    SQUARES,
    Crosswalk,
    Quadrant,
    Site,
    Square,
)
from games.fooblitzky.moves import Bump, Enter, WalkTo
from games.fooblitzky.phases import AtKerb, TrafficOwed
from games.fooblitzky.plan import TOP, Frame, Plan, plan
from games.fooblitzky.scenery import (
    LAWN,
    PAGE,
    STREET,
    Building,
    Crossing,
    Pavement,
    building,
    crossing,
    darkness,
    dim,
    dog,
    pavement,
)
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import NIGHT, SEATS, WIDTH, choice
from games.kit.brush.palette import Picture, colour, mix


@dataclass(frozen=True)
class Streets:
    """One picture's streets: what of the view they show, and where."""

    view: View
    asked: Asked
    quadrant: Quadrant | None

    @property
    def plan(self) -> Plan:
        """Where everything lies."""
        return plan(self.quadrant)

    @property
    def dark(self) -> int:
        """How dark it is."""
        return darkness(self.view.round)

    def paint(self) -> Picture:
        """A new picture (RGB) whose upper part is still empty."""
        sheet = ground(self.quadrant, self.dark).copy()
        self._crosswalks(sheet)
        self._pavements(sheet)
        self._buildings(sheet)
        self._blocks(sheet)
        if self.quadrant:
            self._elsewhere(sheet, self.quadrant)
        for seat, (x, y) in self._tokens():
            image, mask = dog(seat, self.plan.token)
            sheet.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), mask)
        self._bumps(sheet)
        return sheet

    def _crosswalks(self, sheet: Picture) -> None:
        phase = self.view.phase
        for one in CROSSWALKS:
            if self.plan.shows(one.cell):
                frame = self.plan.frame(one.cell)
                told = isinstance(phase, AtKerb | TrafficOwed) and phase.crosswalk == one.number
                tile = Crossing(_size(frame), _is_across(one), bool(one.bit & self.view.xs), self.dark, told)
                sheet.paste(crossing(tile), frame[:2])

    def _pavements(self, sheet: Picture) -> None:
        """Only the squares of which something is told or can be chosen; the others are in the ground."""
        last = self.view.last
        path = self.asked.path or (last.path if last else ())
        told = dict.fromkeys(path, "trail")
        if path and (self.asked.path or not (last and last.site)):
            told[path[-1]] = "end"
        mover = self.asked.mover
        for square in SQUARES:
            offer = self.asked.offers.get(WalkTo(square.number))
            open_to = mover if offer or self._can_stop(square) else None
            if not self.plan.shows(square.cell) or (square.number not in told and open_to is None):
                continue
            tile = _plain(square, self.plan, self.dark)._replace(
                told=told.get(square.number, ""), open=open_to
            )
            if offer:
                tile = tile._replace(label=offer.label, risky=offer.risky)
            sheet.paste(pavement(tile), self.plan.frame(square.cell)[:2])

    def _can_stop(self, square: Square) -> bool:
        """On the first question the ends of the roll have dots, close up."""
        return (
            self.quadrant is not None
            and "squares" in self.asked.offers
            and WalkTo(square.number) in self.asked.reach
        )

    def _buildings(self, sheet: Picture) -> None:
        last = self.view.last
        for site in SITES:
            frame = self.plan.building(site)
            told = bool(last and last.site == site)
            offer = self.asked.offers.get(Enter(site))
            within = "squares" in self.asked.offers and Enter(site) in self.asked.reach
            if frame is None or not (told or offer or within):
                continue
            tile = _house(site, frame, self.dark)._replace(told=told, open=self.asked.mover)
            if told and last and last.thumb is not None:
                tile = tile._replace(mark="up" if last.thumb else "down")
            if not (offer or within):
                tile = tile._replace(open=None)
            if offer:
                label = offer.label if self.quadrant else ""
                tile = tile._replace(label=label, risky=offer.risky)
            sheet.paste(building(tile), frame[:2])

    def _blocks(self, sheet: Picture) -> None:
        """A block that can be chosen wears its name in its middle."""
        for name in BLOCKS:
            frame, offer = self.plan.block(name), self.asked.offers.get(name)
            if frame and offer and self.asked.mover is not None:
                tile = _plate(offer.label, self.asked.mover, 40)
                x, y = _middle(frame)
                sheet.paste(tile, (round(x - tile.width / 2), round(y - tile.height / 2)))

    def _elsewhere(self, sheet: Picture, shown: Quadrant) -> None:
        """How many places and squares can be reached in the other quadrants, in the street between them."""
        if self.asked.mover is None:
            return
        aims: list[Aim] = [*self.asked.offers]
        if any(quadrant in self.asked.offers for quadrant in QUADRANTS):
            aims = [move for move in self.asked.reach if isinstance(move, Enter)]
        words = [
            f"{quadrant} {count}"
            for quadrant in QUADRANTS
            if quadrant != shown and (count := sum(quadrant_of(aim) == quadrant for aim in aims))
        ]
        if not words:
            return
        row = self.plan.rows[5]
        tile = _plate("more: " + ", ".join(words), self.asked.mover, 37)
        sheet.paste(tile, ((WIDTH - tile.width) // 2, (row[0] + row[1] - tile.height) // 2))

    def _tokens(self) -> Iterator[tuple[Seat, tuple[float, float]]]:
        """Where the middle of each dog is; several on one square stand side by side, the mover in front."""
        places = [self._spot(Seat(seat)) for seat in range(len(self.view.people))]
        order = sorted(range(len(places)), key=lambda seat: seat == self.view.mover)
        for seat in order:
            spot = places[seat]
            if spot is None:
                continue
            others = [other for other, place in enumerate(places) if place == spot]
            aside = (others.index(seat) - (len(others) - 1) / 2) * self.plan.token * 0.62
            half = self.plan.token / 2
            yield Seat(seat), (min(max(spot[0] + aside, half), WIDTH - half), spot[1])

    def _spot(self, seat: Seat) -> tuple[float, float] | None:
        person = self.view.people[seat]
        if person.inside:
            frame = self.plan.building(person.inside)
            return _middle(frame) if frame else None
        at = self.asked.path[-1] if self.asked.path and seat == self.asked.mover else person.square
        cell = SQUARES[at].cell
        if not self.plan.shows(cell):
            return None
        x, y = _middle(self.plan.frame(cell))
        return x, y - (0 if self.quadrant else 4)

    def _bumps(self, sheet: Picture) -> None:
        for seat, (x, y) in self._tokens():
            offer = self.asked.offers.get(Bump(seat))
            if offer and self.asked.mover is not None and self.quadrant:
                tile = _plate(offer.label, self.asked.mover, 26)
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                sheet.paste(tile, (left, round(y + self.plan.token * 0.36)))


@lru_cache(12)
def ground(quadrant: Quadrant | None, dark: int) -> Picture:
    """Everything that does not change, at this darkness; kept, so not to be changed."""
    here, easel = plan(quadrant), Easel((1, 1), PAGE)
    sheet = easel.finish().resize((WIDTH, here.height))
    sheet.paste(dim(STREET, dark), (0, TOP, WIDTH, here.height))
    _lines(sheet, here, dark)
    for name in BLOCKS:
        if frame := here.block(name):
            sheet.paste(dim(LAWN, dark), frame)
    for square in SQUARES:
        if here.shows(square.cell):
            sheet.paste(pavement(_plain(square, here, dark)), here.frame(square.cell)[:2])
    for site in SITES:
        if frame := here.building(site):
            sheet.paste(building(_house(site, frame, dark)), frame[:2])
    return sheet


def _lines(sheet: Picture, here: Plan, dark: int) -> None:
    """Broken lines in the middle of the streets."""
    ink = dim(mix(STREET, colour("#FFD23F"), 0.7), dark)
    rows, columns = here.rows, here.columns
    bottom = max(end for _, end in rows.values())
    top = min(start for start, _ in rows.values())
    for column in (7, 15, 23):
        if column in columns:
            x = sum(columns[column]) // 2
            for y in range(top, bottom - 10, 34):
                sheet.paste(ink, (x - 2, y, x + 2, y + 18))
    y = sum(rows[5]) // 2
    for x in range(6, WIDTH - 18, 34):
        sheet.paste(ink, (x, y - 2, x + 18, y + 2))


def _plain(square: Square, here: Plan, dark: int) -> Pavement:
    site = AT_DOOR.get(square.number)
    odd = bool(sum(square.cell) % 2)
    below = site is not None and site.cell[1] > square.cell[1]
    return Pavement(_size(here.frame(square.cell)), odd, dark, site.kind if site else None, below)


def _house(site: Site, frame: Frame, dark: int) -> Building:
    below = site.cell[1] > SQUARES[site.door].cell[1]
    return Building(_size(frame), site.kind, below, dark)


@lru_cache(64)
def _plate(text: str, seat: Seat, capitals: int) -> Picture:
    """A label as wide as its text, in the colour of who may choose it."""
    mark, size = SEATS[seat], (width(text, capitals) + 36, capitals + 24)
    easel = Easel(size, NIGHT)
    choice(easel, (0, 0, *size), 6, NIGHT, mark.colour, 4)
    image = easel.finish()
    write(image, text, (size[0] / 2, size[1] / 2), capitals, mark.ink)
    return image


def _is_across(crosswalk: Crosswalk) -> bool:
    one, other = crosswalk.kerbs
    return SQUARES[one].cell[1] == SQUARES[other].cell[1]


def _size(frame: Frame) -> tuple[int, int]:
    return frame[2] - frame[0], frame[3] - frame[1]


def _middle(frame: Frame) -> tuple[float, float]:
    return (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
