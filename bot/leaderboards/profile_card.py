"""A profile as a picture: a portrait on Parlour's wall, a score sheet, a rating, and two people."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

from games.core import Seat
from games.kit.brush import avatars, parlour
from games.kit.brush.cached import cached
from games.kit.brush.chart import grid_values, some
from games.kit.brush.easel import Easel, Point
from games.kit.brush.festive import crown
from games.kit.brush.form import equals, share, tick
from games.kit.brush.header import unseated_portrait
from games.kit.brush.lettering import Align, put, shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.parlour import BRASS, INK, LIT, PANEL, RULE, SHEET, SOFT, WALL
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, sprite
from games.kit.faces import Face

_HEAD, _RAIL, _COLUMNS, _ROW, _RULE, _CHART, _DUEL = 356, 14, 62, 88, 3, 354, 146
"""How high the parts are."""
_PORTRAIT, _PORTRAIT_COLOURS = 236, 48
_PORTRAIT_AT = 58, 72
_LEFT, _RIGHT = 34, 1146
_WORDS, _NAMES, _NUMBERS = 34, 36, 40
_MEDALLION = 72
_RATING, _BAR, _BAR_WIDE = 668, 730, 210
_LINE, _GREEN = colour("#C24A00"), colour("#1E6B52")
_RIBBON, _RIBBON_BACK, _RIBBON_INK = CREAM, colour("#CDB27A"), colour("#4A1C33")
_NOBODY = colour("#39456B")
_FACE = 96
_PIECES = 18
"""Up to so many games between two people are shown one by one."""
_BESIDE = 150
"""The room for a name beside a face."""
_PLOT = 132, 982, 132, 284
"""Left, right, top and bottom of the chart, in its own part."""
_MOST_POINTS = 60
_DOTS = 20
"""How far apart the dots of a provisional rating are."""
_LEAST_SPREAD = 60
"""A chart never shows less than this many points of rating."""


@dataclass(frozen=True)
class GameLine:
    """How somebody does in one game. `medallion` is an SVG document, which may be empty.

    `rating` is written as it is; a question mark at its end hangs outside the column. `tag` is a word after
    the title, and `icon` the sprite before it: `crown` or `heart`.
    """

    medallion: str
    title: str
    rating: str
    wins: int
    games: int
    tag: str = ""
    icon: str = ""
    is_lit: bool = False


@dataclass(frozen=True)
class RatingCourse:
    """A rating after each game, oldest first: the first few are `provisional`.

    `best` names the best of them and `times` are words below the first, the middle and the last.
    """

    title: str
    ratings: tuple[int, ...]
    provisional: int
    best: str
    times: tuple[str, str, str]


@dataclass(frozen=True)
class Duel:
    """Two people and their games with each other, from the first one's side; `names` stand beside them."""

    faces: tuple[Face, Face]
    names: tuple[str, str]
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class Profile:
    """All that the picture shows, in whole words. The `streak` has a flame if it `burns`.

    `columns` are the words above the score sheet; `of` has places for `wins` and `games`, and `none` stands
    for a game they haven't played.
    """

    face: Face
    ribbon: str
    streak: str
    burns: bool
    games: str
    columns: tuple[str, str, str]
    lines: tuple[GameLine, ...]
    course: RatingCourse | None = None
    duel: Duel | None = None
    of: str = "{wins} of {games}"
    none: str = "not yet"

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _drawn(self)


def _drawn(profile: Profile) -> bytes:
    palette = _palette(tuple(sorted((line.medallion, line.title) for line in profile.lines)))
    sheet = Sheet.of(palette, (WIDTH, _high(profile)), SHEET)
    sheet.paste(_head(palette, profile), (0, 0))
    own = _portrait(sheet, palette, profile.face)
    top = _HEAD + _RAIL
    _columns(sheet, profile.columns, top)
    top += _COLUMNS
    for line in profile.lines:
        _game(sheet, palette, profile, line, top)
        top += _ROW
    sheet.paste(palette.index(RULE), (0, top, WIDTH, top + _RULE))
    top += _RULE
    if profile.course is not None:
        _course(sheet, palette, profile.course, top)
        top += _CHART
    faces: tuple[Face, ...] = ()
    if profile.duel is not None:
        faces = profile.duel.faces
        _duel(sheet, palette, profile.duel, top)
    colours = bytearray(colours_with(palette, tuple(map(Seat, range(len(faces)))), faces))
    colours[3 * _FIRST : 3 * _FIRST + len(own)] = own
    return joined(WIDTH, bytes(colours), [strip(sheet.pixels)])


_FIRST = 256 - 2 * avatars.COLOURS - _PORTRAIT_COLOURS
"""The number of the portrait's first colour; those of the two small faces follow."""


def _high(profile: Profile) -> int:
    rows = len(profile.lines) * _ROW + _RULE
    more = (_CHART if profile.course else 0) + (_DUEL if profile.duel else 0)
    return _HEAD + _RAIL + _COLUMNS + rows + more


@lru_cache(8)
def _palette(medallions: tuple[tuple[str, str], ...]) -> Palette:
    accents = [
        *(CREAM, NIGHT, PAPER, ACCENT, WALL, PANEL, SOFT, RULE, LIT, INK, BRASS),
        *(_LINE, _GREEN, _RIBBON_BACK, _RIBBON_INK, _NOBODY, SEATS[0].colour, SEATS[1].colour),
    ]
    edges = [
        *((NIGHT, SHEET), (INK, SHEET), (NIGHT, LIT), (INK, LIT), (CREAM, WALL), (SOFT, WALL)),
        *((CREAM, PANEL), (ACCENT, WALL), (_LINE, SHEET), (_RIBBON_INK, CREAM), (SOFT, PANEL)),
    ]
    drawn = [on(SHEET, parlour.medallion(*one, _MEDALLION)) for one in medallions]
    sprites = [on(WALL, _sprite("flame", 72)), on(SHEET, _sprite("heart", 42)), on(LIT, crown(52))]
    return Palette(accents, edges, [_papered(), *drawn, *sprites], _FIRST)


@lru_cache(1)
def _papered() -> Picture:
    """The wall with its rails and the empty frame."""
    easel = Easel((WIDTH, _HEAD + _RAIL), WALL)
    parlour.wall(easel, _HEAD, 360)
    parlour.rail(easel, 0, 12)
    left, top = _PORTRAIT_AT
    middle = left + _PORTRAIT / 2
    for corner in (left + 34, left + _PORTRAIT - 34):
        easel.line([(middle, 10), (corner, top - 14)], BRASS, 4)
    easel.disc((middle, 11), 9, parlour.SHADE)
    easel.disc((middle, 11), 6, parlour.GLEAM)
    parlour.gilt_frame(easel, (left, top, left + _PORTRAIT, top + _PORTRAIT), 20, _NOBODY)
    parlour.rail(easel, _HEAD, _RAIL)
    return easel.finish()


def _portrait(sheet: Sheet, palette: Palette, face: Face) -> Sequence[int]:
    """Hang the portrait into its frame. Returns its own colours."""
    drawn = avatars.photograph(face, _PORTRAIT, _PORTRAIT_COLOURS)
    if drawn is None:
        sheet.paste(
            _nobody(palette, "".join(filter(str.isalnum, shortened(face.name, _WORDS, WIDTH)))[:2]),
            _PORTRAIT_AT,
        )
        return []
    sheet.paste(drawn.point(lambda number: number + _FIRST), _PORTRAIT_AT)
    return (drawn.getpalette() or [])[: 3 * _PORTRAIT_COLOURS]


@cached
def _nobody(palette: Palette, letters: str) -> Picture:
    """The letters of somebody without an avatar, or a silhouette if there are none."""
    easel, half = Easel((_PORTRAIT, _PORTRAIT), _NOBODY), _PORTRAIT / 2
    if not letters:
        easel.disc((half, half - 26), 46, CREAM)
        easel.disc((half, _PORTRAIT + 22), 96, CREAM)
    image = easel.finish()
    if letters:
        write(image, letters, (half, half), 90, CREAM)
    return palette.fit(image)


def _head(palette: Palette, profile: Profile) -> Picture:
    """The wall with the frame, the name, a ribbon, and how it's going."""
    image, left = _papered().copy(), 346
    room = _RIGHT - left
    capitals = next((high for high in range(80, 43, -2) if width(profile.face.name, high) <= room), 44)
    write(image, shortened(profile.face.name, capitals, room), (left, 92), capitals, CREAM, "left")
    if profile.ribbon:
        _ribbon(image, shortened(profile.ribbon, _WORDS, room - 90), (left - 16, 156))
    if profile.burns:
        flame = _sprite("flame", 72)
        image.paste(flame, (left - 10, 260), flame)
        write(image, profile.streak, (left + 72, 298), 37, ACCENT, "left")
    else:
        words = shortened(profile.streak, 36, room - width(profile.games, 36) - 30)
        write(image, words, (left, 298), 36, SOFT, "left")
    write(image, profile.games, (_RIGHT, 298), 36, SOFT, "right")
    return palette.fit(image)


def _ribbon(image: Picture, words: str, corner: tuple[int, int]) -> None:
    wide, high = width(words, _WORDS) + 44, 62
    size = wide + 52, high + 12
    easel, shape = Easel(size, WALL), Easel(size, (0, 0, 0))
    for x, turn in ((0, 1), (wide + 52, -1)):
        tail = [
            *((x, 12), (x + 34 * turn, 12), (x + 34 * turn, high + 11)),
            *((x, high + 11), (x + 16 * turn, high / 2 + 12)),
        ]
        easel.polygon(tail, _RIBBON_BACK)
        shape.polygon(tail, PAPER)
    for one, ink in ((easel, _RIBBON), (shape, PAPER)):
        one.plate((26, 0, 26 + wide, high), 3, ink)
    image.paste(easel.finish(), corner, shape_of(shape.finish()))
    write(image, words, (corner[0] + 26 + wide / 2, corner[1] + high / 2), _WORDS, _RIBBON_INK)


def _columns(sheet: Sheet, columns: tuple[str, str, str], top: int) -> None:
    first, second, third = columns
    middle = top + _COLUMNS // 2
    put(sheet, first, _WORDS, (INK, SHEET), (_LEFT, middle))
    put(sheet, second, _WORDS, (INK, SHEET), (_RATING + 22, middle), "right")
    put(sheet, third, _WORDS, (INK, SHEET), (_RIGHT, middle), "right")


def _game(sheet: Sheet, palette: Palette, profile: Profile, line: GameLine, top: int) -> None:
    ground, middle = LIT if line.is_lit else SHEET, top + _ROW // 2
    sheet.paste(palette.index(ground), (0, top, WIDTH, top + _ROW))
    sheet.paste(palette.index(RULE), (0, top, WIDTH, top + 3))
    tile = _medallion(palette, line.medallion, line.title, ground)
    sheet.paste(tile, (74 - tile.width // 2, middle - tile.height // 2 + 1))
    left = 130 + put(sheet, line.title, _NAMES, (NIGHT, ground), (130, middle))
    digits = line.rating.removesuffix("?")
    is_number = digits.isdigit()
    begins = _RATING - width(digits, _NUMBERS)
    icon = _icon(palette, line.icon, ground) if line.icon else None
    if icon is not None and left + 20 + icon.width < begins - 20:
        sheet.paste(icon, (left + 20, middle - icon.height // 2))
        left += 20 + icon.width
        if left + 10 + width(line.tag, _WORDS) < begins - 8:
            put(sheet, line.tag, _WORDS, (INK, ground), (left + 10, middle))
    ink, capitals = (NIGHT, _NUMBERS) if is_number else (INK, _NAMES)
    put(sheet, digits, capitals, (ink, ground), (_RATING, middle), "right")
    if digits != line.rating:
        put(sheet, "?", capitals, (INK, ground), (_RATING + 2, middle))
    if line.games:
        box = _BAR, middle - 12, _BAR + _BAR_WIDE, middle + 14
        share(sheet, palette, (_GREEN, RULE), box, line.wins / line.games)
        words = profile.of.format(wins=line.wins, games=line.games)
        put(sheet, words, _NAMES, (NIGHT, ground), (_RIGHT, middle), "right")
    else:
        put(sheet, profile.none, _WORDS, (INK, ground), (_RIGHT, middle), "right")


@cached
def _medallion(palette: Palette, markup: str, title: str, ground: Colour) -> Picture:
    return palette.fit(on(ground, parlour.medallion(markup, title, _MEDALLION)))


@cached
def _icon(palette: Palette, name: str, ground: Colour) -> Picture:
    return palette.fit(on(ground, crown(52) if name == "crown" else _sprite(name, 42)))


def _sprite(name: str, size: int) -> Picture:
    return sprite("games.kit.brush", name, (size, size))


def _course(sheet: Sheet, palette: Palette, course: RatingCourse, top: int) -> None:
    """A rating over time: dots while it's provisional, then a line; the best and the last are named."""
    put(sheet, course.title, _NAMES, (NIGHT, SHEET), (_LEFT, top + 42))
    ratings, (left, right, high, low) = course.ratings, _PLOT
    least, most = min(ratings), max(ratings)
    spread = max(most - least, _LEAST_SPREAD)
    bottom = (least + most - spread) / 2

    def at(number: int) -> Point:
        share = number / (len(ratings) - 1) if len(ratings) > 1 else 1
        return left + (right - left) * share, low - (low - high) * (ratings[number] - bottom) / spread

    best, last = ratings.index(most), len(ratings) - 1
    grid = grid_values(ceil(bottom), floor(bottom + spread))
    easel = Easel((WIDTH, low + 20 - high + 20), SHEET)
    for line in grid:
        down = low - (low - high) * (line - bottom) / spread - high + 20
        easel.plate((left, down - 1.5, right, down + 1.5), 0, RULE)
    shown = [
        (x, y - high + 20) for x, y in map(at, sorted({*some(list(enumerate(ratings)), _MOST_POINTS), best}))
    ]
    settled = at(min(course.provisional, last))[0]
    for one, other in pairwise(shown):
        if other[0] > settled:
            easel.line([one, other], _LINE, 8)
        else:
            _dots(easel, one, other)
    for number, radius, ink, rim in ((best, 11, _LINE, SHEET), (last, 15, _LINE, NIGHT)):
        spot = at(number)[0], at(number)[1] - high + 20
        easel.disc(spot, radius + 2, rim)
        easel.disc(spot, radius - 2, ink)
    sheet.paste(palette.fit(easel.finish()), (0, top + high - 20))
    for line in grid:
        down = round(low - (low - high) * (line - bottom) / spread)
        put(sheet, str(line), _WORDS, (INK, SHEET), (left - 16, top + down), "right")
    if best != last:
        (x, y), half = at(best), width(course.best, _WORDS) // 2
        middle = min(max(round(x), left + half), right - half)
        put(sheet, course.best, _WORDS, (NIGHT, SHEET), (middle, top + round(y) - 42), "centre")
    put(sheet, str(ratings[last]), 39, (NIGHT, SHEET), (right + 28, top + round(at(last)[1])))
    aligned: tuple[Align, ...] = ("left", "centre", "right")
    for x, words, align in zip((left, (left + right) // 2, right), course.times, aligned, strict=True):
        put(sheet, words, _WORDS, (INK, SHEET), (x, top + low + 36), align)


def _dots(easel: Easel, one: Point, other: Point) -> None:
    """Dots from one place to another."""
    (left, top), (right, bottom) = one, other
    count = max(1, round(hypot(right - left, bottom - top) / _DOTS))
    for number in range(count + 1):
        share = number / count
        easel.disc((left + (right - left) * share, top + (bottom - top) * share), 5, _LINE)


def _duel(sheet: Sheet, palette: Palette, duel: Duel, top: int) -> None:
    """Two people, how often each has won, and a piece for each game or a bar for many."""
    sheet.paste(palette.index(PANEL), (0, top, WIDTH, top + _DUEL))
    sheet.paste(palette.index(BRASS), (0, top, WIDTH, top + 6))
    middle = top + 76
    for number, (face, name, wins) in enumerate(
        zip(duel.faces, duel.names, (duel.wins, duel.losses), strict=True)
    ):
        x, text = (76, 142) if number == 0 else (WIDTH - 76, WIDTH - 142)
        align: Align = "left" if number == 0 else "right"
        unseated_portrait(sheet, palette, PANEL, Seat(number), face, (x, middle), _FACE)
        put(sheet, shortened(name, _WORDS, _BESIDE), _WORDS, (SOFT, PANEL), (text, middle - 24), align)
        put(sheet, str(wins), 41, (CREAM, PANEL), (text, middle + 28), align)
    total = duel.wins + duel.losses + duel.draws
    if not total:
        return
    left, right = 142 + _BESIDE + 24, WIDTH - 142 - _BESIDE - 24
    easel = Easel((right - left, 80), PANEL)
    (_pieces if total <= _PIECES else _parts)(easel, duel, right - left)
    sheet.paste(palette.fit(easel.finish()), (left, middle - 34))
    if total > _PIECES and duel.draws:
        begins = left + (right - left) * duel.wins / total
        ends = begins + (right - left) * duel.draws / total
        if ends - begins > width(str(duel.draws), _WORDS) + 8:
            put(
                sheet,
                str(duel.draws),
                _WORDS,
                (NIGHT, SOFT),
                (round((begins + ends) / 2), middle + 6),
                "centre",
            )


def _pieces(easel: Easel, duel: Duel, wide: int) -> None:
    """Squares for the first one's wins, equals signs for draws, discs for the other's wins."""
    total = duel.wins + duel.draws + duel.losses
    step = min(wide / total, 56)
    size, begin = step - 4, (wide - step * total) / 2
    for number in range(total):
        x, y = begin + (number + 0.5) * step, 40
        if number < duel.wins:
            easel.plate((x - size / 2, y - size / 2, x + size / 2, y + size / 2), 5, SEATS[1].colour)
            tick(easel, (x, y), size, NIGHT)
        elif number < duel.wins + duel.draws:
            equals(easel, (x, y), min(size, 36), CREAM)
        else:
            easel.disc((x, y), size / 2, SEATS[0].colour)
            tick(easel, (x, y), size, PAPER)


def _parts(easel: Easel, duel: Duel, wide: int) -> None:
    """A bar of three parts."""
    total, left = duel.wins + duel.draws + duel.losses, 0.0
    parts = ((duel.wins, SEATS[1].colour), (duel.draws, SOFT), (duel.losses, SEATS[0].colour))
    for count, ink in parts:
        right = left + wide * count / total
        if count:
            easel.plate((left, 14, right - 3, 66), 0, ink)
        left = right
