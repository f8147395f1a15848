"""The lobby's picture: the game's title, and below it the seats with the players who have joined."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.form import tick
from games.kit.brush.header import portrait
from games.kit.brush.lettering import fitting_name, label, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour, common_colours, mix, opened
from games.kit.brush.png import encode, joined, strip
from games.kit.brush.scene import colours_with, palette_of
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import sprite
from games.kit.faces import LEVELS, Face

TITLE_HIGH = 420
"""A game's title picture is 1180 by 420 px."""
_HIGH = 300
_FACE = 124
_CAPITALS = 35
_FACES_AT, _NAMES_AT, _LINE_AT = 92, 196, 260
_WIDEST = 290
_EDGE = 30
_DASHES = 16
_SMALL = 33
_STAIRS_AT, _LOWEST, _RISE = 320, 238, 28
"""Where the steps of the computers begin, how far down the first one is, and how far each next one rises."""
_ROBOT, _TICK, _RING = 104, 44, 5
_DONE = colour("#3FA34D")


@dataclass(frozen=True, slots=True)
class Step:
    """A level of the computers that somebody alone can play: beaten before, or the one that comes next."""

    title: str
    is_beaten: bool = False
    is_next: bool = False


@dataclass(frozen=True)
class LobbyCard:
    """A game's title and so many seats, the first ones taken by `faces`; `line` is at the lower right.

    `host` is the number of the host's face, if the host plays. For a host who waits alone, the computers
    stand on `steps` beside them, the weakest first, under what is `said` of them.
    """

    title: bytes
    seats: int
    faces: tuple[Face, ...]
    host: int | None
    line: str
    steps: tuple[Step, ...] = ()
    said: str = ""

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        drawn = _Title.of(self.title, self.seats)
        sheet = Sheet.on(drawn.palette, drawn.sheet)
        if self.steps:
            self._draw_alone(sheet, drawn)
        else:
            self._draw_seats(sheet, drawn)
        shown = [*self.faces, *(Face() for _ in range(len(self.faces), self.seats))]
        colours = colours_with(drawn.palette, tuple(map(Seat, range(len(shown)))), tuple(shown))
        return joined(WIDTH, colours, [strip(sheet.pixels)])

    def _draw_alone(self, sheet: Sheet, drawn: "_Title") -> None:
        """The host on the left, and the computers."""
        sheet.paste(drawn.palette.fit(_staircase(drawn.ground, self.steps)), (_STAIRS_AT, TITLE_HIGH))
        text = label(drawn.palette, self.said, _SMALL, CREAM, drawn.ground)
        sheet.paste(text, (_STAIRS_AT + 6, TITLE_HIGH + 44 - text.height // 2))
        _seat(
            sheet, drawn, Seat(0), _STAIRS_AT // 2, next(iter(self.faces), Face()), _STAIRS_AT, is_free=False
        )
        free = self.seats - 1
        words = "1 seat is free" if free == 1 else f"{free} seats are free"
        text = label(drawn.palette, words, _SMALL, drawn.soft, drawn.ground)
        sheet.paste(text, ((_STAIRS_AT - text.width) // 2, TITLE_HIGH + _LINE_AT - text.height // 2))

    def _draw_seats(self, sheet: Sheet, drawn: "_Title") -> None:
        """All seats side by side."""
        shown = [*self.faces, *(Face() for _ in range(len(self.faces), self.seats))]
        wide = min(_WIDEST, WIDTH // self.seats)
        for seat in range(self.seats):
            middle = WIDTH // 2 + round((seat - (self.seats - 1) / 2) * wide)
            _seat(sheet, drawn, Seat(seat), middle, shown[seat], wide, is_free=seat >= len(self.faces))
        if self.host is not None:
            name = fitting_name(self.faces[self.host].name, _CAPITALS, 400) or SEATS[self.host].letter
            _put(sheet, label(drawn.palette, f"Host: {name}", _CAPITALS, ACCENT, drawn.ground), _EDGE, 0)
        words = label(drawn.palette, self.line, _CAPITALS, drawn.soft, drawn.ground)
        _put(sheet, words, WIDTH - _EDGE - words.width, 0)


@dataclass(frozen=True)
class TitlesCard:
    """All games: the first title in full width, the others in pairs below it."""

    titles: tuple[bytes, ...]

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        gap, (wide, high) = 20, (570, 203)
        rows = ceil((len(self.titles) - 1) / 2)
        image = Image.new("RGB", (WIDTH, TITLE_HIGH - 14 + rows * (high + gap)), NIGHT)
        for number, title in enumerate(self.titles):
            size = (WIDTH, TITLE_HIGH) if number == 0 else (wide, high)
            drawn = opened(title).resize(size, Image.Resampling.LANCZOS)
            down, across = divmod(max(number - 1, 0), 2)
            top = 0 if number == 0 else TITLE_HIGH + gap - 14 + down * (high + gap)
            image.paste(drawn.crop((0, 0, *size)), (across * (wide + 2 * gap) if number else 0, top))
        return encode(image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


class _Title:
    """The part that's the same in all lobbies of a game."""

    def __init__(self, title: bytes, seats: int) -> None:
        drawn = opened(title)
        self.ground: Colour = mix(ground_of(drawn), NIGHT, 0.5)
        self.soft: Colour = mix(self.ground, CREAM, 0.7)
        self.faint: Colour = mix(self.ground, CREAM, 0.4)
        edges = [(ACCENT, self.ground), (self.soft, self.ground), (self.faint, self.ground)]
        steps = tuple(Step(one, is_beaten=not at, is_next=at == 1) for at, one in enumerate(LEVELS))
        artwork = [drawn, _staircase(self.ground, steps)]
        self.palette = palette_of(self.ground, seats, [self.soft, self.faint], edges, artwork)
        self.sheet = self.palette.sheet((WIDTH, TITLE_HIGH + _HIGH), self.ground)
        self.sheet.paste(self.palette.fit(drawn), (0, 0))

    @staticmethod
    @lru_cache(16)
    def of(title: bytes, seats: int) -> "_Title":
        """The title, cached."""
        return _Title(title, seats)


def ground_of(drawn: Picture) -> Colour:
    """The most common colour of a title."""
    return max(common_colours(drawn, 12), key=lambda counted: counted[0])[1]


def _seat(
    sheet: Sheet, drawn: _Title, seat: Seat, middle: int, face: Face, wide: int, *, is_free: bool
) -> None:
    at = middle, TITLE_HIGH + _FACES_AT
    if is_free:
        tile = _free(drawn.palette, seat, drawn.faint, drawn.ground)
        sheet.paste(tile, (at[0] - tile.width // 2, at[1] - tile.height // 2))
    else:
        portrait(sheet, drawn.palette, drawn.ground, seat, face, at, _FACE)
    name = "free" if is_free else fitting_name(face.name, _CAPITALS, wide - 20, has_badge=True)
    if name:
        ink = drawn.soft if is_free else CREAM
        words = label(drawn.palette, name, _CAPITALS, ink, drawn.ground)
        sheet.paste(words, (middle - words.width // 2, TITLE_HIGH + _NAMES_AT - words.height // 2))


@cached
def _staircase(ground: Colour, steps: tuple[Step, ...]) -> Picture:
    """The computers on their steps (RGB): a tick on those that were beaten, gold for the one to beat."""
    wide = (WIDTH - _STAIRS_AT) / len(steps)
    easel = Easel((WIDTH - _STAIRS_AT, _HIGH), ground)
    places = [(wide * (at + 0.5), _LOWEST - _RISE * at) for at in range(len(steps))]
    for at, (step, (middle, top)) in enumerate(zip(steps, places, strict=True)):
        left, right = middle - wide / 2, middle + wide / 2
        rim = ACCENT if step.is_next else mix(ground, CREAM, 0.4)
        easel.plate((left, top, right, _HIGH), 0, mix(ground, CREAM, 0.06 + 0.03 * at))
        easel.plate((left, top, right, top + 6), 0, rim)
        easel.disc((middle, top - _ROBOT / 2 - _RING), _ROBOT / 2 + _RING, ACCENT if step.is_next else CREAM)
    image = easel.finish()
    for step, (middle, top) in zip(steps, places, strict=True):
        robot = step.title.lower() if step.title in LEVELS else "medium"
        face = sprite("games.kit.brush", f"robot_{robot}", (_ROBOT, _ROBOT))
        corner = round(middle - _ROBOT / 2), round(top - _ROBOT - _RING)
        image.paste(face, corner, _round(_ROBOT))
        if step.is_beaten:
            tile = _ticked()
            image.paste(tile, (corner[0] + _ROBOT - _TICK + 6, corner[1] + _ROBOT - _TICK + 4), _round(_TICK))
        write(image, step.title, (middle, top + 35), _SMALL, ACCENT if step.is_next else CREAM)
    return image


@cached
def _round(size: int) -> Picture:
    """The mask of a disc."""
    easel = Easel((size, size), NIGHT)
    easel.disc((size / 2, size / 2), size / 2, PAPER)
    return easel.finish().convert("L")


@cached
def _ticked() -> Picture:
    easel, half = Easel((_TICK, _TICK), PAPER), _TICK / 2
    easel.disc((half, half), half - 3, _DONE)
    tick(easel, (half, half), _TICK, PAPER)
    return easel.finish()


def _put(sheet: Sheet, words: Picture, left: int, down: int) -> None:
    sheet.paste(words, (left, TITLE_HIGH + _LINE_AT + down - words.height // 2))


@cached
def _free(palette: Palette, seat: Seat, ink: Colour, ground: Colour) -> Picture:
    """A dashed circle around the outline of the seat's mark."""
    size = _FACE + 8
    easel, middle = Easel((size, size), ground), (size / 2, size / 2)
    step = 360 / _DASHES
    for dash in range(_DASHES):
        easel.arc(middle, size / 2 - 2, (dash * step, dash * step + step * 0.6), ink, 5)
    SEATS[seat].shape(easel, middle, 30, ink)
    SEATS[seat].shape(easel, middle, 24, ground)
    return palette.fit(easel.finish())
