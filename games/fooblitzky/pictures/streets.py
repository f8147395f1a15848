"""The streets of a view: pavements, crosswalks, buildings and dogs, on a ground that is kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Seat
from games.fooblitzky.city.map import (
    BLOCK_HEIGHT,
    BLOCKS,
    CROSSWALKS,
    QUADRANTS,
    SITE_NAMES,
    SITES,
    SQUARES,
    Crosswalk,
    Quadrant,
    Square,
)
from games.fooblitzky.moves import Bump, Enter, WalkTo
from games.fooblitzky.phases import AtKerb, TrafficOwed
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.asked import Aim, Asked, quadrant_of
from games.fooblitzky.pictures.buildings import building
from games.fooblitzky.pictures.ground import building_at, ground, pavement_at, size_of
from games.fooblitzky.pictures.news import news
from games.fooblitzky.pictures.plan import Frame, Plan, plan
from games.fooblitzky.pictures.scenery import LEAST, Crossing, crossing, darkness, pavement
from games.fooblitzky.pictures.tokens import dog, tally
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import NIGHT, SEATS, TEXT, WIDTH, choice
from games.kit.brush.palette import Picture


@dataclass(frozen=True)
class Streets:
    """One picture's streets: what of the view they show, and where."""

    view: View
    asked: Asked
    quadrant: Quadrant | None

    @property
    def plan(self) -> Plan:
        """Where everything is."""
        return plan(self.quadrant)

    @property
    def dark(self) -> int:
        """How dark it is."""
        return darkness(self.view.round)

    def paint(self) -> Picture:
        """A new picture (RGB) whose upper part is still empty."""
        sheet = ground(self.quadrant, self.dark, self.view.is_rush).copy()
        self._crosswalks(sheet)
        self._pavements(sheet)
        self._buildings(sheet)
        self._squares(sheet)
        self._blocks(sheet)
        if self.quadrant:
            self._elsewhere(sheet, self.quadrant)
        for seat, (x, y) in self._tokens():
            image, mask = dog(seat, self.plan.token)
            sheet.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), mask)
        self._bumps(sheet)
        self._checked(sheet)
        if self.quadrant is None:
            self._news(sheet)
        return sheet

    def _news(self, sheet: Picture) -> None:
        """A bubble over the houses next to its dog, so that it hides no crosswalk."""
        bubble, last = news(self.view), self.view.last
        if bubble is None or last is None:
            return
        x, y = dict(self._tokens())[last.seat]
        frame = self.plan.block(SQUARES[self.view.people[last.seat].square].block)
        assert frame is not None
        left, top, right, bottom = frame
        half = self.plan.token // 2 + 4
        under = y < (top + bottom) / 2
        at = min(max(round(x - bubble.width / 2), left), max(left, right - bubble.width))
        down = round(y) + half if under else round(y) - half - bubble.height
        sheet.paste(bubble, (min(at, WIDTH - bubble.width), down))

    def _checked(self, sheet: Picture) -> None:
        """The check marks and X's of the visit that came last, next to the Check Point."""
        last, checks = self.view.last, self.view.checks
        if not (last and last.site and last.site.kind == "check" and checks and checks[-1].seat == last.seat):
            return
        frame = self.plan.building(last.site)
        if frame:
            tile = tally(checks[-1].ticks, checks[-1].crosses)
            x, y = _middle(frame)
            left = min(max(round(x - tile.width / 2), 4), WIDTH - 4 - tile.width)
            sheet.paste(tile, (left, round(y - tile.height / 2)))

    def _crosswalks(self, sheet: Picture) -> None:
        phase = self.view.phase
        for one in CROSSWALKS:
            if self.plan.shows(one.cell):
                frame = self.plan.frame(one.cell)
                told = isinstance(phase, AtKerb | TrafficOwed) and phase.crosswalk == one.number
                tile = Crossing(
                    size_of(frame), _is_across(one), bool(one.bit & self.view.xs), self.dark, told
                )
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
            open_to = mover if self._can_stop(square) else None
            if not self.plan.shows(square.cell) or (square.number not in told and open_to is None):
                continue
            tile = pavement_at(square, self.plan, self.dark)._replace(
                told=told.get(square.number, ""), open=open_to
            )
            sheet.paste(pavement(tile), self.plan.frame(square.cell)[:2])

    def _squares(self, sheet: Picture) -> None:
        """A square that can be chosen shows its name, or that of the step that leads there."""
        for square in SQUARES:
            offer = self.asked.offers.get(WalkTo(square.number))
            if offer and self.asked.mover is not None and self.plan.shows(square.cell):
                tile = _plate(offer.label, self.asked.mover, LEAST, offer.risky)
                x, y = _middle(self.plan.frame(square.cell))
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                sheet.paste(tile, (left, round(y - tile.height / 2)))

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
            tile = building_at(site, frame, self.dark)._replace(told=told, open=self.asked.mover)
            if told and last and last.thumb is not None:
                tile = tile._replace(mark="up" if last.thumb else "down")
            if not (offer or within):
                tile = tile._replace(open=None)
            if offer:
                label = SITE_NAMES[site.kind] if self.quadrant else ""
                tile = tile._replace(label=label, risky=offer.risky)
            sheet.paste(building(tile), frame[:2])

    def _blocks(self, sheet: Picture) -> None:
        """A block that can be chosen shows its name in its middle."""
        for name in BLOCKS:
            frame, offer = self.plan.block(name), self.asked.offers.get(name)
            if frame and offer and self.asked.mover is not None:
                tile = _plate(offer.label, self.asked.mover, TEXT)
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
        row = self.plan.rows[BLOCK_HEIGHT]
        tile = _plate("more: " + ", ".join(words), self.asked.mover, TEXT)
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
            shift = (others.index(seat) - (len(others) - 1) / 2) * self.plan.token * 0.62
            half = self.plan.token / 2
            yield Seat(seat), (min(max(spot[0] + shift, half), WIDTH - half), spot[1])

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
                tile = _plate(offer.label, self.asked.mover, LEAST, offer.risky)
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                sheet.paste(tile, (left, round(y + self.plan.token * 0.36)))


@kept
def _plate(text: str, seat: Seat, capitals: int, risky: bool = False) -> Picture:
    """A label as wide as its text, in the colour of who may choose it; with an X if there is one to cross."""
    mark, sign = SEATS[seat], capitals + 4 if risky else 0
    size = (width(text, capitals) + capitals // 2 + 12 + sign, capitals + 24)
    easel = Easel(size, NIGHT)
    choice(easel, (0, 0, *size), 6, NIGHT, mark.colour, 4)
    if risky:
        middle = size[1] / 2
        painting.symbol(easel, "no", (size[0] - sign - 7, middle - sign / 2, size[0] - 7, middle + sign / 2))
    image = easel.finish()
    write(image, text, ((size[0] - sign) / 2, size[1] / 2), capitals, mark.ink)
    return image


def _is_across(crosswalk: Crosswalk) -> bool:
    one, other = crosswalk.kerbs
    return SQUARES[one].cell[1] == SQUARES[other].cell[1]


def _middle(frame: Frame) -> tuple[float, float]:
    return (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
