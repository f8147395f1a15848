"""The result of a duel as a picture: who was better, by how much, and how it came to that."""

from dataclasses import dataclass
from itertools import accumulate

from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.cards import IVORY, Size, slip
from games.kit.brush.festive import confetti, crown, rays
from games.kit.brush.header import portrait
from games.kit.brush.lettering import shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH, seat_mark
from games.kit.brush.palette import Colour, Palette, colour, mix
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.shapes import box, code, flat, polygon
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on
from games.kit.brush.suits import INKS
from games.kit.faces import Face
from games.kit.results import Look

MOST_ROWS = 12
MOST_HANDS = 3
"""With more rows than these there's no room for cards above them."""

_GAIN, _LOSS = colour("#8FD14F"), colour("#FF9EB5")
GOAL = colour("#A9DCC3")
_HEADER, _HERO, _LABELS, _ROW, _FOOT, _CAPTION = 134, 172, 64, 53, 92, 84
_HALF, _UNIT, _REACH = 56, 19.6, 410
"""Half the room for the rows' labels; how long a bar is for each point, and at most."""
_THIN = 20
"""How far the edges of a thin bar are from those of its row."""
_SLIP, _APART, _HAND = Size(84, 104), 10, 128
"""Cards above a row, the space between them, and how much room they have."""


@dataclass(frozen=True)
class DuelSide:
    """One person in a duel. `where` they played, their `score` in large, and in words how it `ended`.

    `values` are those of their bars, as far as they came, and `is_through` says that this was a whole game.
    """

    face: Face
    where: str
    score: str
    ended: str
    values: tuple[int, ...]
    is_winner: bool
    is_through: bool = True


@dataclass(frozen=True)
class DuelResult:
    """A duel that's over. The headline begins with the winner's `name`, which is empty if they're level.

    `labels` are those of the rows, at most `MOST_ROWS`, and `unit` is what they count. A bar is what somebody
    had after a row, or made in it if the rows `are_parts` of the game; `goal` is what was worth reaching, 0
    for nothing, and `dealt` the cards that both got in each row, or nothing. `turning` is the row that
    decided, None without one, and `caption` says something about it, with `{name}` for the winner's.
    """

    name: str
    headline: str
    under: str
    sides: tuple[DuelSide, DuelSide]
    unit: str
    labels: tuple[str, ...]
    turning: int | None
    caption: str
    look: Look
    goal: int = 0
    are_parts: bool = False
    dealt: tuple[tuple[str, ...], ...] = ()

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _Card(self).png()


class _Card:
    """The picture being drawn, from the top down."""

    def __init__(self, duel: DuelResult) -> None:
        self._duel, look = duel, duel.look
        self._ground, self._lit = mix(look.page, look.groove, 0.4), mix(look.band, CREAM, 0.12)
        self._wall = mix(look.ray, look.groove, 0.3)
        self._hand = _HAND if duel.dealt else 0
        rows = _LABELS + (_ROW + self._hand) * len(duel.labels) if duel.labels else 0
        heights = (_HEADER, _HERO, rows, _FOOT, _CAPTION if duel.caption else 0)
        self._hero, self._chart, self._foot, self._below, self._high = accumulate(heights)
        self._image = flat(self._shapes(), (WIDTH, self._high))
        self._winner = next((at for at, one in enumerate(duel.sides) if one.is_winner), None)

    def png(self) -> bytes:
        duel = self._duel
        for at, side in enumerate(duel.sides):
            self._cell(at, side)
        room = WIDTH - 70 if self._winner is None else 900
        size = next((one for one in (62, 54, 46) if width(self._headline(one, WIDTH), one) <= room), 40)
        headline = self._headline(size, room - width(f" {duel.headline}", size))
        self._write(headline, (34, self._hero + 55), size, ACCENT)
        capitals = 36 if width(duel.under, 36) <= room else 33
        self._write(shortened(duel.under, capitals, room), (34, self._hero + 131), capitals, CREAM)
        if duel.labels:
            self._rows()
        for at, side in enumerate(duel.sides):
            words, x = shortened(side.ended, 38, WIDTH // 2 - 120), WIDTH - 96 if at else 96
            write(self._image, words, (x, self._foot + 48), 38, CREAM, "right" if at else "left")
        if duel.caption:
            words = duel.caption.replace("{name}", shortened(duel.name, 37, 300))
            self._write(words, (112, self._below + 42), 37, CREAM)
        return self._with_faces(34 + width(headline, size))

    def _headline(self, capitals: float, room: int) -> str:
        """With as much of the winner's name as fits in so many px."""
        return f"{shortened(self._duel.name, capitals, room)} {self._duel.headline}".strip()

    def _write(self, text: str, at: tuple[int, int], size: float, ink: Colour) -> None:
        write(self._image, text, at, size, ink, "left")

    def _cell(self, at: int, side: DuelSide) -> None:
        left, middle = at * WIDTH // 2, _HEADER // 2
        right = left + WIDTH // 2 - 30
        write(self._image, side.score, (right, middle), 58, CREAM, "right")
        room = right - width(side.score, 58) - 24 - (left + 138)
        name = shortened(side.face.name, 39, room) or f"Player {SEATS[at].letter}"
        up = 28 if side.where else 0
        self._write(name, (left + 138, middle - up), 39, CREAM)
        self._write(shortened(side.where, 35, room), (left + 138, middle + 32), 35, self._duel.look.soft)

    def _shapes(self) -> list[str]:
        """All that's flat: grounds, light, bars."""
        look, duel, hero = self._duel.look, self._duel, self._hero
        light = [polygon(one, look.ray) for one in rays((1060, hero + _HERO / 2 + 10), 1300, 0.5, count=20)]
        shapes = [
            box(0, 0, WIDTH, self._high, self._ground),
            box(WIDTH / 2 - 1, 24, 2, _HEADER - 48, look.soft),
            box(0, hero, WIDTH, _HERO, self._wall),
            f'<clipPath id="h"><rect y="{hero}" width="{WIDTH}" height="{_HERO}"/></clipPath>',
            f'<g clip-path="url(#h)">{"".join(light)}</g>',
            box(0, hero - 4, WIDTH, 6, look.band),
        ]
        for row in range(len(duel.labels)):
            shapes.append(box(0, self._row(row), WIDTH, _ROW, self._ground_of(row)))
        if duel.goal:
            shapes += self._goal_lines()
        for row in range(len(duel.dealt)):
            shapes.append(box(0, self._row(row) - _HAND, WIDTH, _HAND, look.ray))
        for at, side in enumerate(duel.sides):
            for row, value in enumerate(side.values):
                before = side.values[row - 1] if row and not duel.are_parts else 0
                shapes += self._bar(at, row, before, value)
        shapes += [box(0, self._foot, WIDTH, _FOOT, look.band), *self._ends()]
        return shapes

    def _ends(self) -> list[str]:
        """A tick for the winner, or for both if they are level; a cross for the loser."""
        shapes, middle = [], self._foot + 46
        someone = any(one.is_winner for one in self._duel.sides)
        for at, side in enumerate(self._duel.sides):
            x = WIDTH - 54 if at else 54
            is_good = side.is_winner or (side.is_through and not someone)
            ground = colour("#2E9E4F") if is_good else colour("#D4263A")
            shapes.append(f'<circle cx="{x}" cy="{middle}" r="25" fill="{code(ground)}"/>')
            path = "M-11 1L-3 9L12 -9" if is_good else "M-9 -9L9 9M9 -9L-9 9"
            shapes.append(
                f'<path transform="translate({x} {middle})" d="{path}" fill="none" stroke="#FFFFFF" '
                'stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>'
            )
        return shapes

    def _goal_lines(self) -> list[str]:
        """Dashes at the goal on both sides, over all rows."""
        line = f'stroke="{code(GOAL)}" stroke-width="4" stroke-dasharray="12 8"'
        ends = self._chart + _LABELS, self._foot
        return ['<path d="M{:.1f} {}V{}" {}/>'.format(self._goal_at(at), *ends, line) for at in (0, 1)]

    def _goal_at(self, at: int) -> float:
        reach = _HALF + self._duel.goal * self._unit
        return WIDTH / 2 + (reach if at else -reach)

    def _row(self, row: int) -> int:
        return self._chart + _LABELS + _ROW * row + self._hand * (row + 1)

    @property
    def _unit(self) -> float:
        most = max((abs(value) for one in self._duel.sides for value in one.values), default=1)
        return min(_UNIT, _REACH / max(most, self._duel.goal, 1))

    def _bar(self, at: int, row: int, before: int, value: int) -> list[str]:
        """What was there before is darker, and what is below 0 is thin. A game that ended early is hollow."""
        ink, top, unit = SEATS[at].colour, self._row(row), self._unit
        if not self._duel.sides[at].is_through:
            return [self._frame(at, top, abs(value) * unit, ink, _THIN if value < 0 else 8)]
        if value < 0:
            return [self._piece(at, top, 0, -value * unit, mix(ink, self._ground, 0.42), _THIN)]
        kept = min(max(before, 0), value) * unit
        return [
            self._piece(at, top, 0, kept, mix(ink, self._ground, 0.42)),
            self._piece(at, top, kept, value * unit - kept, ink),
        ]

    def _piece(self, at: int, top: int, begins: float, long: float, ink: Colour, inset: int = 8) -> str:
        if long <= 0:
            return ""
        left = WIDTH / 2 + _HALF + begins if at else WIDTH / 2 - _HALF - begins - long
        return box(left, top + inset, long, _ROW - 2 * inset, ink)

    def _frame(self, at: int, top: int, long: float, ink: Colour, inset: int) -> str:
        wide, high = max(long, 8) - 4, _ROW - 2 * inset - 4
        left = WIDTH / 2 + _HALF + 2 if at else WIDTH / 2 - _HALF - 2 - wide
        return (
            f'<rect x="{left:.1f}" y="{top + inset + 2}" width="{wide:.1f}" height="{high}" fill="none" '
            f'stroke="{code(ink)}" stroke-width="4"/>'
        )

    def _rows(self) -> None:
        duel, soft, heading = self._duel, self._duel.look.soft, self._chart + _LABELS / 2
        write(self._image, duel.unit, (WIDTH / 2, heading), 35, soft)
        for at in range(len(duel.sides)) if duel.goal else ():
            write(self._image, str(duel.goal), (self._goal_at(at), heading), 35, GOAL)
        for row, label in enumerate(duel.labels):
            middle = self._row(row) + _ROW / 2
            write(self._image, label, (WIDTH / 2, middle), 35, ACCENT if row == duel.turning else soft)
            values = [one.values[row] if row < len(one.values) else None for one in duel.sides]
            best = max((one for one in values if one is not None), default=0)
            for at, value in enumerate(values):
                if value is not None:
                    leads = value == best and values.count(value) < len(values)
                    self._value(at, row, value, CREAM if leads else soft)
        for row, cards in enumerate(duel.dealt):
            left = (WIDTH - len(cards) * (_SLIP.wide + _APART) + _APART) // 2
            for place, card in enumerate(cards):
                drawn = slip(card, _SLIP, duel.look.ray)
                x = left + place * (_SLIP.wide + _APART)
                self._image.paste(drawn, (x, self._row(row) - (_HAND + _SLIP.high) // 2))

    def _value(self, at: int, row: int, value: int, ink: Colour) -> None:
        """The number at the end of a bar, on a ground that hides the goal behind it."""
        reach, middle = _HALF + abs(value) * self._unit + 14, self._row(row) + _ROW // 2
        text = str(value).replace("-", "−")
        x, wide = round(WIDTH / 2 + (reach if at else -reach)), width(text, 35) + 8
        if self._duel.goal:
            left = x - 6 if at else x - wide + 2
            box = left, self._row(row) + 2, left + wide, self._row(row) + _ROW - 2
            self._image.paste(self._ground_of(row), box)
        write(self._image, text, (x, middle), 35, ink, "left" if at else "right")

    def _ground_of(self, row: int) -> Colour:
        return self._lit if row == self._duel.turning else mix(self._ground, CREAM, 0.05 if row % 2 else 0)

    def _with_faces(self, headline_ends: int) -> bytes:
        palette = self._palette()
        sheet, hero, faces = Sheet.on(palette, palette.fit(self._image)), self._hero, self._faces
        ground, middle = self._ground, (1060, hero + _HERO // 2 + 14)
        if self._winner is not None:
            free = [(0, hero, max(headline_ends, 34) + 40, hero + 100), (0, hero + 90, 900, hero + _HERO)]
            around = (970, hero - 40, WIDTH, hero + _HERO)
            inks = (ACCENT, CREAM, _GAIN, _LOSS)
            confetti(sheet, inks, (20, hero + 14, WIDTH - 20, hero + _HERO - 14), [*free, around], 46)
            self._portrait(sheet, self._winner, self._wall, middle, 112, 0.62)
            if self._duel.caption:
                self._portrait(sheet, self._winner, ground, (64, self._below + 41), 58, 0)
        for at in range(len(faces)):
            small = at * WIDTH // 2 + 70, _HEADER // 2 + 4
            self._portrait(sheet, at, ground, small, 88, 0.6 if at == self._winner else 0)
        seats = tuple(Seat(seat) for seat in range(len(faces)))
        return joined(WIDTH, colours_with(palette, seats, faces), [strip(sheet.pixels)])

    def _portrait(
        self, sheet: Sheet, at: int, ground: Colour, middle: tuple[int, int], size: int, crowned: float
    ) -> None:
        portrait(sheet, sheet.palette, ground, Seat(at), self._faces[at], middle, size)
        if crowned:
            gold = crown(round(size * crowned))
            corner = middle[0] - gold.width // 2, middle[1] - size // 2 - gold.height + round(size * 0.16)
            sheet.paste(sheet.palette.fit(gold.convert("RGB")), corner, shape_of(gold))

    @property
    def _faces(self) -> tuple[Face, ...]:
        return tuple(one.face for one in self._duel.sides)

    def _palette(self) -> Palette:
        look = self._duel.look
        grounds = [self._ground, self._wall, look.ray]
        accents = [*grounds, look.band, look.soft, self._lit, CREAM, NIGHT, PAPER, ACCENT, _GAIN, _LOSS]
        accents += [SEATS[at].colour for at in range(len(self._faces))]
        if self._duel.goal:
            accents.append(GOAL)
        if self._duel.dealt:
            accents += [IVORY, *INKS.values()]
        edges = [(ink, ground) for ground in grounds for ink in (CREAM, ACCENT)]
        marks = [seat_mark(Seat(at), 46, self._ground) for at in range(len(self._faces))]
        artwork = [self._image, *marks, on(self._ground, crown(64))]
        return Palette(accents, edges, artwork, 256 - avatars.COLOURS * len(self._faces))
