"""The streets of a view: crosswalks, recent walks, where the mover can go, and the dogs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from games.core import Seat
from games.fooblitzky.pictures import goals, looks, trails
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.pictures.colours import Hour, hour
from games.fooblitzky.pictures.dogs import dog, mover
from games.fooblitzky.pictures.goals import Circle, Goal
from games.fooblitzky.pictures.ground import ground, house_at, size_of, square_at
from games.fooblitzky.pictures.houses import house
from games.fooblitzky.pictures.news import news
from games.fooblitzky.pictures.plan import Frame, Plan, centre, plan
from games.fooblitzky.pictures.street import Zebra, empty, square, stop, tag, zebra
from games.fooblitzky.rules.city.map import (
    BLOCK_HEIGHT,
    BLOCKS,
    CROSSWALKS,
    SITES,
    SQUARES,
    Cell,
    Crosswalk,
    Quadrant,
    Site,
)
from games.fooblitzky.rules.city.trails import Walks, went
from games.fooblitzky.rules.moves import Bump, Enter, WalkTo
from games.fooblitzky.rules.phases import AtKerb, TrafficOwed, Walking
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.where import ON_FOOT, SQUARE
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet

_BACK = 34
_X = 60


@dataclass(frozen=True)
class Streets:
    """The streets in one picture: what they show of the view, and where."""

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

    def paint(self) -> Sheet:
        """A new picture (P), with the strip still empty."""
        sheet = Sheet.on(looks.palette(self.hour), ground(self.hour, self.quadrant, self.view.is_rush))
        self._squares(sheet)
        self._houses(sheet)
        self._crosswalks(sheet)
        self._blocks(sheet)
        self._letters(sheet)
        goals.pave(sheet, self.hour, self.plan, self.goals)
        signs = goals.signs(sheet, self.hour, self.plan, self.goals)
        for seat, middle in self._tokens():
            if seat == self.view.mover:
                is_above = self._is_in_upper_half(seat)
                looks.stick(sheet, self.hour, middle, mover, seat, self.plan.token, self._roll, is_above)
            else:
                looks.stick(sheet, self.hour, middle, dog, seat, self.plan.token)
        self._tags(sheet)
        taken = goals.numbers(sheet, self.hour, self.plan, self.goals, signs, self.circles)
        self._news(sheet, taken)
        return sheet

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """The goals on the map of the whole city."""
        return () if self.quadrant else goals.goals(self.view, self.asked)

    @property
    def circles(self) -> dict[Seat, Circle]:
        """Where the dogs are, the mover's with its ring."""
        half = self.plan.token / 2
        return {seat: (at, half + 9 * (seat == self.view.mover)) for seat, at in self._tokens()}

    @property
    def _roll(self) -> int | None:
        """The moves left, on the map of the whole city without goals, which have numbers. Never over an X."""
        waits = isinstance(self.view.phase, AtKerb | TrafficOwed)
        return None if self.quadrant or self.goals or waits else self.view.moves_left

    def _is_in_upper_half(self, seat: Seat) -> bool:
        """Whether a seat is in the upper half of its block, where the number goes below the ring."""
        return SQUARES[self.view.people[seat].square].cell[1] % (BLOCK_HEIGHT + 1) < BLOCK_HEIGHT // 2

    def _crosswalks(self, sheet: Sheet) -> None:
        phase, walked = self.view.phase, trails.lanes(self._walks)
        for one in CROSSWALKS:
            if not self.plan.shows(one.cell):
                continue
            frame = self.plan.frame(one.cell)
            told = isinstance(phase, AtKerb | TrafficOwed) and phase.crosswalk == one.number
            tile = Zebra(size_of(frame), _is_across(one), told, walked.get(one.kerbs, ()))
            is_x = bool(one.bit & self.view.xs)
            looks.put(sheet, self.hour, frame[:2], empty if is_x else zebra, self.hour, tile)
            if is_x:
                side = min(max(tile.size), round(min(tile.size) * 1.25), 76)
                looks.stick(sheet, self.hour, centre(frame), stop, side)

    def _squares(self, sheet: Sheet) -> None:
        """The squares with walks over them, and those where the mover can stop."""
        walked, ends = trails.lanes(self._walks), self._ends
        for place in SQUARES:
            if not self.plan.shows(place.cell):
                continue
            offer = self.asked.offers.get(WalkTo(place.number))
            within = offer or place.number in ends
            if place.number not in walked and not within:
                continue
            tile = square_at(place, self.plan)._replace(lanes=walked.get(place.number, ()))
            if within and self.asked.mover is not None:
                name = "" if self.quadrant is None else offer.label if offer else place.name
                tile = tile._replace(
                    seat=self.asked.mover, label=name, risky=bool(self.quadrant and offer and offer.risky)
                )
            looks.put(sheet, self.hour, self.plan.frame(place.cell)[:2], square, self.hour, tile)

    @property
    def _walks(self) -> Walks:
        """The walks since the mover's previous turn, and the steps so far."""
        path, mover = self.asked.path, self.asked.mover
        return self.view.walks if mover is None or not path else went(self.view.walks, mover, path)

    def _letters(self, sheet: Sheet) -> None:
        """A letter where each walk begins, and where it ends if its dog has gone, off dogs and names."""
        dogs = [middle for _, middle in self._tokens()]
        near = (self.plan.token + trails.PLATE[0]) / 2
        taken = {one.number for one in SQUARES if not self._has_room(one.cell, dogs, near)}
        if self.quadrant:
            taken |= {move.square for move in self.asked.offers if isinstance(move, WalkTo)} | self._ends
        here = tuple(person.square for person in self.view.people)
        for seat, at in trails.letters(self._walks, here, taken):
            left, top, right, bottom = self.plan.frame(SQUARES[at].cell)
            wide, high = trails.PLATE
            corner = (left + right - wide) / 2, (top + bottom - high) / 2
            looks.put(sheet, self.hour, corner, trails.plate, seat)

    def _has_room(self, cell: Cell, dogs: Iterable[tuple[float, float]], near: float) -> bool:
        if not self.plan.shows(cell):
            return False
        x, y = centre(self.plan.frame(cell))
        return all(max(abs(x - left), abs(y - top)) >= near for left, top in dogs)

    @property
    def _ends(self) -> frozenset[int]:
        """Where the roll can end, shown before the player picks a square."""
        offers = self.asked.offers
        if (self.quadrant and "squares" in offers) or any(name in offers for name in BLOCKS):
            return frozenset(move.square for move in self.asked.reach if isinstance(move, WalkTo))
        return frozenset()

    def _houses(self, sheet: Sheet) -> None:
        last, walking, within = self.view.last, isinstance(self.view.phase, Walking), set[Site]()
        if self.asked.path or (self.quadrant and {SQUARE, ON_FOOT} & self.asked.offers.keys()):
            within = {move.site for move in self.asked.reach if isinstance(move, Enter)}
        for site in SITES:
            frame = self.plan.building(site)
            if frame is None:
                continue
            offer = self.asked.offers.get(Enter(site)) if self.quadrant else None
            # A gold frame shows where something happened last, or where the move leads that is shown.
            told = bool(last and last.site == site and self.asked.chosen is None)
            is_end = bool(offer) and self.asked.chosen is not None
            lit = not walking or bool(offer) or site in within
            if lit and not (told or is_end) and not (offer and offer.risky):
                continue
            tile = house_at(site, frame, named=self.quadrant is not None and lit)
            tile = tile._replace(lit=lit, told=told or is_end, risky=bool(offer and offer.risky))
            if told and last and last.thumb is not None:
                tile = tile._replace(thumb="up" if last.thumb else "down")
            looks.put(sheet, self.hour, frame[:2], house, self.hour, tile)

    def _blocks(self, sheet: Sheet) -> None:
        """Labels of what can be chosen: in the middle of blocks, and on the map of the city on squares."""
        for aim, offer in self.asked.offers.items():
            frame, high = None, 62
            if isinstance(aim, str) and aim in BLOCKS:
                frame = self.plan.block(aim)
            elif isinstance(aim, WalkTo) and self.quadrant is None and not offer.number:
                frame, high = self.plan.frame(SQUARES[aim.square].cell), 46
            if frame and self.asked.mover is not None:
                tile = looks.tile(self.hour, tag, offer.label, self.asked.mover, offer.risky, high)
                x, y = centre(frame)
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                sheet.paste(tile, (left, round(y - tile.height / 2)))

    def _tokens(self) -> Iterator[tuple[Seat, tuple[float, float]]]:
        """The middle of each dog; several on one square are side by side, with the mover in front."""
        places = [self._spot(Seat(seat)) for seat in range(len(self.view.people))]
        order = sorted(range(len(places)), key=lambda seat: seat == self.view.mover)
        for seat in order:
            spot = places[seat]
            if spot is None:
                continue
            others = [other for other, place in enumerate(places) if place == spot]
            shift = (others.index(seat) - (len(others) - 1) / 2) * self.plan.token * 0.62
            half = self.plan.token * (0.66 if seat == self.view.mover else 0.5)
            yield Seat(seat), (min(max(spot[0] + shift, half), WIDTH - half), spot[1])

    def _spot(self, seat: Seat) -> tuple[float, float] | None:
        person = self.view.people[seat]
        if person.inside:
            frame = self.plan.building(person.inside)
            return centre(frame) if frame else None
        at = self.asked.path[-1] if self.asked.path and seat == self.asked.mover else person.square
        cell = SQUARES[at].cell
        if not self.plan.shows(cell):
            return None
        x, y = self.plan.spot(cell)
        phase = self.view.phase
        if isinstance(phase, AtKerb | TrafficOwed) and phase.seat == seat:
            # Keep the dog off the X.
            there = CROSSWALKS[phase.crosswalk - 1].cell
            return x + _BACK * (cell[0] - there[0]), y + _BACK * (cell[1] - there[1])
        return x, y

    def _tags(self, sheet: Sheet) -> None:
        """Close up, labels for choices on squares that another dog hides; they don't overlap."""
        hung: list[Frame] = []
        for seat, (x, y) in self._tokens():
            offers, square = self.asked.offers, self.view.people[seat].square
            offer = offers.get(Bump(seat)) or offers.get(WalkTo(square))
            if offer and seat != self.asked.mover is not None and self.quadrant:
                tile = looks.tile(self.hour, tag, offer.label, self.asked.mover, offer.risky)
                left = min(max(round(x - tile.width / 2), 0), WIDTH - tile.width)
                top = min(round(y + self.plan.token * 0.46), self.plan.height - tile.height - 2)
                beside = [*(box[0] - tile.width for box in hung), *(box[2] for box in hung)]
                spots = [(left, top), *((at, top) for at in beside if 0 <= at <= WIDTH - tile.width)]
                free = (spot for spot in spots if not any(_meet(spot, tile, box) for box in hung))
                left, top = next(free, (left, top - tile.height))
                hung.append((left, top, left + tile.width, top + tile.height))
                sheet.paste(tile, (left, top))

    def _news(self, sheet: Sheet, taken: Iterable[Circle]) -> None:
        """A bubble over the houses next to its dog, where it hides no other dog, and hardly goals and X's."""
        bubble, last = news(self.view, self.hour), self.view.last
        if bubble is None or last is None or self.quadrant is not None:
            return
        tokens = dict(self._tokens())
        frame = self.plan.block(SQUARES[self.view.people[last.seat].square].block)
        assert frame is not None
        spots = list(_beside(tokens[last.seat], frame, bubble, self.plan.token))
        boxes = [self._box(seat, middle) for seat, middle in tokens.items()]
        free = [spot for spot in spots if not any(_meet(spot, bubble, box) for box in boxes)] or spots[:1]
        xs = [(centre(self.plan.frame(one.cell)), _X / 2) for one in self.view.crossings]
        others = [(x - half, y - half, x + half, y + half) for (x, y), half in (*taken, *xs)]
        sheet.paste(bubble, min(free, key=lambda spot: sum(_meet(spot, bubble, box) for box in others)))

    def _box(self, seat: Seat, middle: tuple[float, float]) -> tuple[float, float, float, float]:
        """The box of a dog, with its ring and number if it has them."""
        half = self.plan.token * 0.5 + (34 if seat == self.view.mover else 0)
        x, y = middle
        return x - half, y - half, x + half, y + half


def _beside(dog: tuple[float, float], block: Frame, bubble: Picture, token: int) -> Iterator[tuple[int, int]]:
    """Possible corners for a bubble: below or above the dog, or over the houses of its block."""
    (x, y), (left, top, right, bottom), half = dog, block, token // 2 + 6
    most = max(4, min(right, WIDTH - 4) - bubble.width)
    rows = [round(y) + half, round(y) - half - bubble.height]
    if y > (top + bottom) / 2:
        rows.reverse()
    for down in rows:
        for at in (round(x) - bubble.width // 2, left, most):
            yield min(max(at, min(left, most)), most), down
    for down in (top + 52, bottom - 52 - bubble.height):
        for at in (left, most):
            yield min(at, most), down


def _meet(corner: tuple[int, int], bubble: Picture, box: tuple[float, float, float, float]) -> bool:
    x, y = corner
    return x < box[2] and x + bubble.width > box[0] and y < box[3] and y + bubble.height > box[1]


def _is_across(crosswalk: Crosswalk) -> bool:
    one, other = crosswalk.kerbs
    return SQUARES[one].cell[1] == SQUARES[other].cell[1]
