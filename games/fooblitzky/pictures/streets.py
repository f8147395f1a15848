"""The streets of a view: crosswalks, the way somebody walked, where the mover can go, and the dogs."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Seat
from games.fooblitzky.city.map import (
    BLOCKS,
    CROSSWALKS,
    SHORT_NAMES,
    SITES,
    SQUARES,
    Crosswalk,
    Quadrant,
)
from games.fooblitzky.city.map import Square as Place
from games.fooblitzky.moves import Bump, Enter, WalkTo
from games.fooblitzky.phases import AtKerb, TrafficOwed, Walking
from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.pictures.colours import Hour, hour
from games.fooblitzky.pictures.dogs import dog, mover
from games.fooblitzky.pictures.ground import ground, house_at, size_of, square_at
from games.fooblitzky.pictures.houses import house
from games.fooblitzky.pictures.news import news
from games.fooblitzky.pictures.plan import Frame, Plan, plan
from games.fooblitzky.pictures.street import empty, square, stop, tag, zebra
from games.fooblitzky.view import View
from games.kit.brush.marks import WIDTH
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
    def hour(self) -> Hour:
        """How light it is."""
        return hour(self.view.round)

    def paint(self) -> Picture:
        """A new picture (P) whose strip is still empty."""
        sheet = ground(self.hour, self.quadrant, self.view.is_rush).copy()
        self._squares(sheet)
        self._houses(sheet)
        self._crosswalks(sheet)
        self._blocks(sheet)
        for seat, middle in self._tokens():
            if seat == self.view.mover:
                looks.stick(sheet, self.hour, middle, mover, seat, self.plan.token, self._roll)
            else:
                looks.stick(sheet, self.hour, middle, dog, seat, self.plan.token)
        self._bumps(sheet)
        self._news(sheet)
        return sheet

    @property
    def _roll(self) -> int | None:
        left = self.view.moves_left
        if left is not None and self.asked.path:
            left -= len(self.asked.path) - 1
        return left

    def _crosswalks(self, sheet: Picture) -> None:
        phase = self.view.phase
        for one in CROSSWALKS:
            if not self.plan.shows(one.cell):
                continue
            frame = self.plan.frame(one.cell)
            told = isinstance(phase, AtKerb | TrafficOwed) and phase.crosswalk == one.number
            size = size_of(frame)
            if one.bit & self.view.xs:
                looks.put(sheet, self.hour, frame[:2], empty, self.hour, size, told)
                side = min(max(size), round(min(size) * 1.25), 76)
                looks.stick(sheet, self.hour, _middle(frame), stop, side)
            else:
                looks.put(sheet, self.hour, frame[:2], zebra, self.hour, size, _is_across(one), told)

    def _squares(self, sheet: Picture) -> None:
        """The way somebody walked, and the squares on which the mover can stop."""
        last = self.view.last
        walked = set(self.asked.path or (last.path if last else ()))
        for place in SQUARES:
            if not self.plan.shows(place.cell):
                continue
            offer = self.asked.offers.get(WalkTo(place.number))
            within = offer or self._can_stop(place)
            if place.number not in walked and not within:
                continue
            tile = square_at(place, self.plan)._replace(walked=place.number in walked)
            if within and self.asked.mover is not None:
                name = "" if self.quadrant is None else offer.label if offer else place.name
                tile = tile._replace(
                    seat=self.asked.mover, label=name, risky=bool(self.quadrant and offer and offer.risky)
                )
            looks.put(sheet, self.hour, self.plan.frame(place.cell)[:2], square, self.hour, tile)

    def _can_stop(self, place: Place) -> bool:
        """On the first questions the ends of the roll are told too."""
        return self._is_first and WalkTo(place.number) in self.asked.reach

    @property
    def _is_first(self) -> bool:
        return "squares" in self.asked.offers or any(name in self.asked.offers for name in BLOCKS)

    def _houses(self, sheet: Picture) -> None:
        last, walking = self.view.last, isinstance(self.view.phase, Walking)
        for site in SITES:
            frame = self.plan.building(site)
            if frame is None:
                continue
            told = bool(last and last.site == site)
            offer = self.asked.offers.get(Enter(site))
            lit = not walking or bool(offer) or ("squares" in self.asked.offers and Enter(site) in self.asked.reach)
            if lit and not told and not (offer and offer.risky):
                continue
            tile = house_at(site, frame, named=self.quadrant is not None and lit)
            tile = tile._replace(lit=lit, told=told, risky=bool(offer and offer.risky))
            if told and last and last.thumb is not None:
                tile = tile._replace(thumb="up" if last.thumb else "down")
            looks.put(sheet, self.hour, frame[:2], house, self.hour, tile)

    def _blocks(self, sheet: Picture) -> None:
        """A block that can be chosen has its label in its middle."""
        for name in BLOCKS:
            frame, offer = self.plan.block(name), self.asked.offers.get(name)
            if frame and offer and self.asked.mover is not None:
                tile = looks.tile(self.hour, tag, offer.label, self.asked.mover, False)
                x, y = _middle(frame)
                sheet.paste(tile, (round(x - tile.width / 2), round(y - tile.height / 2)))

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
            half = self.plan.token / 2 + (16 if seat == self.view.mover else 0)
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
        return x, y - 8

    def _bumps(self, sheet: Picture) -> None:
        for seat, (x, y) in self._tokens():
            offer = self.asked.offers.get(Bump(seat))
            if offer and self.asked.mover is not None and self.quadrant:
                tile = looks.tile(self.hour, tag, offer.label, self.asked.mover, offer.risky)
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                sheet.paste(tile, (left, round(y + self.plan.token * 0.46)))

    def _news(self, sheet: Picture) -> None:
        """A bubble over the houses next to its dog, so that it hides no crosswalk."""
        bubble, last = news(self.view, self.hour), self.view.last
        if bubble is None or last is None or self.quadrant is not None:
            return
        x, y = dict(self._tokens())[last.seat]
        frame = self.plan.block(SQUARES[self.view.people[last.seat].square].block)
        assert frame is not None
        left, top, right, bottom = frame
        half = self.plan.token // 2 + 6
        at = min(max(round(x - bubble.width / 2), left), max(left, right - bubble.width))
        down = round(y) + half if y < (top + bottom) / 2 else round(y) - half - bubble.height
        sheet.paste(bubble, (min(at, WIDTH - bubble.width - 4), down))


def _is_across(crosswalk: Crosswalk) -> bool:
    one, other = crosswalk.kerbs
    return SQUARES[one].cell[1] == SQUARES[other].cell[1]


def _middle(frame: Frame) -> tuple[float, float]:
    return (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
