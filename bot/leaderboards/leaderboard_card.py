"""A leaderboard as a picture: ten places in the game's own colours, and below them the reader's own."""

from colorsys import hsv_to_rgb, rgb_to_hsv
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from games.core import Seat
from games.kit.brush import avatars, parlour
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.form import ON_CREAM, ON_DARK, form, medal, share
from games.kit.brush.header import unseated_portrait
from games.kit.brush.lettering import put, shortened, width
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, common_colours, mix, opened
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.sheet import Sheet
from games.kit.faces import Face

BANNER_HIGH = 178
"""A game's banner is 1180 by 178 px: its name in its own lettering."""
MOST_LINES = 10
"""How many lines a picture has at most, besides the reader's own."""

_TAB_HIGH, _HEADING_HIGH, _GAP_HIGH, _OWN_HIGH = 84, 58, 30, 104
_TALL, _LOW = 106, 84
"""How high a line is: with a medal, and without one."""
_MEDALS = 3
_FOOT = 10
_FACES = MOST_LINES + 1

_PLACE, _FACE, _NAME, _RATING, _BAR, _FORM = 62, 158, 218, 632, 690, 1146
_BAR_WIDE = 210
_WORDS, _NAMES, _LARGE_NAMES, _PLACES = 34, 35, 38, 37
_RATINGS, _LARGE_RATINGS = 37, 44
_MEDAL, _MEDALLION, _SIGN = 90, 106, 80
_ROW_LIGHT = 40
"""How light the rows are, of 255."""


Medallions: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Line:
    """One person: `place` is None for somebody who isn't ranked yet.

    `rating` is written as it is; a question mark at its end hangs outside the column. `form` has up to five
    letters, see `games.kit.brush.form`. `name` stands in place of the face's, such as “You” or “somebody”.
    """

    face: Face
    place: int | None
    rating: str
    wins: int
    games: int
    form: str = ""
    name: str = ""
    is_reader: bool = False


@dataclass(frozen=True)
class LeaderboardCard:
    """A page of a leaderboard. `banner` is a PNG; where there is none, the `title` is written on the wall.

    `medallions` hang there then: each is a game's title and an SVG document, which may be empty. The tab with
    the number `open_tab` is open, `heading` says where this is, and `people` how many are on all pages.
    `rating`, `won` and `last` are the words above the columns: without `rating` there's no such column.
    `unranked` stands above those who have no place yet. `own` is the reader's line, below the others unless
    it's among them, and `note` a sentence in its place.
    """

    banner: bytes
    title: str
    tabs: tuple[str, ...]
    open_tab: int
    heading: str
    people: int
    rating: str
    won: str
    last: str
    lines: tuple[Line, ...]
    unranked: str = ""
    own: Line | None = None
    note: str = ""
    of: str = "{wins} of {games}"
    medallions: Medallions = ()

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _drawn(self)


def _drawn(board: LeaderboardCard) -> bytes:
    look = _Look.of(board.banner, board.title, board.medallions)
    sheet = Sheet.of(look.palette, (WIDTH, _high(board)), look.band)
    sheet.paste(look.banner, (0, 0))
    _tabs(sheet, look, board)
    _heading(sheet, look, board)
    top, number = BANNER_HIGH + _TAB_HIGH + _HEADING_HIGH, 0
    for line in board.lines:
        if line is _first_unranked(board):
            put(sheet, board.unranked, _WORDS, (look.soft, look.band), (30, top + _HEADING_HIGH // 2))
            top += _HEADING_HIGH
        high, ground = _height(line), CREAM if line.is_reader else look.rows[number % 2]
        _line(sheet, look, board, line, Seat(number), (top, top + high), ground)
        top, number = top + high, number + 1
    if board.own or board.note:
        dots = [(_PLACE - 4, top + down) for down in (2, 11, 20)] if board.own else []
        sheet.stamp(_dot(look.palette, look.soft, look.band), dots)
        top += _GAP_HIGH
        sheet.paste(look.palette.index(CREAM), (0, top, WIDTH, top + _OWN_HIGH))
    if board.own:
        _line(sheet, look, board, board.own, Seat(number), (top, top + _OWN_HIGH), CREAM)
    elif board.note:
        words = shortened(board.note, _NAMES, WIDTH - 60)
        put(sheet, words, _NAMES, (NIGHT, CREAM), (30, top + _OWN_HIGH // 2))
    people = [*board.lines, *([board.own] if board.own else [])]
    seats = tuple(map(Seat, range(len(people))))
    colours = colours_with(look.palette, seats, tuple(one.face for one in people))
    return joined(WIDTH, colours, [strip(sheet.pixels)])


class _Look:
    """What's the same on all pages of a game: its banner, its colours, and the palette."""

    def __init__(self, banner: bytes, title: str, medallions: Medallions) -> None:
        drawn = opened(banner) if banner else _wall(title, medallions)
        ground, self.accent = _colours_of(drawn) if banner else (parlour.WALL, parlour.BRASS)
        lit = _lit(ground)
        self.rows = lit, mix(lit, NIGHT, 0.2)
        self.tab, self.band = mix(lit, NIGHT, 0.35), mix(lit, NIGHT, 0.7)
        self.soft = _soft(lit)
        self.rule = mix(lit, self.accent, 0.35)
        self.rest, self.rest_on_cream = mix(lit, CREAM, 0.2), parlour.RULE
        self.accent_on_cream = mix(self.accent, NIGHT, 0.3)
        accents = [
            *self.rows,
            self.tab,
            self.band,
            self.soft,
            self.rule,
            self.rest,
            self.rest_on_cream,
            self.accent,
            self.accent_on_cream,
            CREAM,
            NIGHT,
            *ON_DARK,
            *ON_CREAM,
        ]
        edges = [(CREAM, lit), (NIGHT, CREAM), (self.soft, self.band)]
        medals = [medal(place, _MEDAL, lit) for place in (1, 2, 3)]
        room = 256 - avatars.COLOURS * _FACES
        self.palette = Palette(accents, edges, [drawn, *medals], room)
        self.banner = self.palette.fit(drawn)

    @staticmethod
    @lru_cache(16)
    def of(banner: bytes, title: str, medallions: Medallions) -> "_Look":
        """The look, cached."""
        return _Look(banner, title, medallions)


def _wall(title: str, medallions: Medallions) -> Picture:
    """Parlour's own wall with a title and the games' medallions."""
    easel = Easel((WIDTH, BANNER_HIGH), parlour.WALL)
    parlour.wall(easel, BANNER_HIGH)
    parlour.rail(easel, BANNER_HIGH - 14)
    image = easel.finish()
    right = WIDTH - 30
    for game, markup in reversed(medallions):
        drawn = parlour.medallion(markup, game, _MEDALLION)
        right -= _MEDALLION
        image.paste(drawn, (right, 36), drawn)
        right -= 14
    parlour.sign(image, shortened(title, _SIGN, right - 60), (34, 84), _SIGN)
    return image


def _colours_of(banner: Picture) -> tuple[Colour, Colour]:
    """The most common colour of a banner, and the one that stands out most from it."""
    counted = common_colours(banner, 24)
    ground = max(counted)[1]
    light = _light(ground)

    def stands_out(one: tuple[int, Colour]) -> float:
        count, shade = one
        _, colourful, bright = rgb_to_hsv(*(part / 255 for part in shade))
        return colourful * bright * min(abs(_light(shade) - light), 80) * float(count**0.25)

    return ground, max(counted, key=stands_out)[1]


def _light(shade: Colour) -> float:
    """How light a colour is, 0 to 255."""
    return 0.2126 * shade[0] + 0.7152 * shade[1] + 0.0722 * shade[2]


def _lit(ground: Colour) -> Colour:
    """The ground as light as the rows are in every game: light words on it are easy to read."""
    grown = min(max(_ROW_LIGHT / max(_light(ground), 1), 0.6), 2.1)
    red, green, blue = (min(round(part * grown), 255) for part in ground)
    return red, green, blue


def _soft(ground: Colour) -> Colour:
    """For quieter words: nearly white, with a touch of the ground."""
    hue, colourful, _ = rgb_to_hsv(*(part / 255 for part in ground))
    red, green, blue = (round(part * 255) for part in hsv_to_rgb(hue, min(colourful, 0.18), 0.93))
    return red, green, blue


def _high(board: LeaderboardCard) -> int:
    """How high the picture is."""
    lines = sum(map(_height, board.lines)) + (_HEADING_HIGH if _first_unranked(board) else 0)
    below = _GAP_HIGH + _OWN_HIGH if board.own or board.note else 0
    return BANNER_HIGH + _TAB_HIGH + _HEADING_HIGH + lines + below


def _height(line: Line) -> int:
    return _TALL if line.place is not None and line.place <= _MEDALS else _LOW


def _first_unranked(board: LeaderboardCard) -> Line | None:
    return next((one for one in board.lines if one.place is None), None) if board.unranked else None


def _tabs(sheet: Sheet, look: _Look, board: LeaderboardCard) -> None:
    """The periods from edge to edge; the open one is light."""
    top, bottom, count = BANNER_HIGH, BANNER_HIGH + _TAB_HIGH, len(board.tabs)
    for number, words in enumerate(board.tabs):
        left, right = WIDTH * number // count, WIDTH * (number + 1) // count
        is_open = number == board.open_tab
        ink, ground = (NIGHT, CREAM) if is_open else (look.soft, look.tab)
        sheet.paste(look.palette.index(ground), (left, top, right, bottom))
        if is_open:
            sheet.paste(look.palette.index(look.accent), (left, bottom - _FOOT, right, bottom))
        written = shortened(words, _NAMES, right - left - 40)
        put(sheet, written, _NAMES, (ink, ground), ((left + right) // 2, top + 38), "centre")


def _heading(sheet: Sheet, look: _Look, board: LeaderboardCard) -> None:
    """Where this is, and the words above the columns."""
    middle, inks = BANNER_HIGH + _TAB_HIGH + _HEADING_HIGH // 2, (look.soft, look.band)
    rating = put(sheet, board.rating, _WORDS, inks, (_RATING, middle), "right")
    put(sheet, board.won, _WORDS, inks, (_BAR, middle))
    put(sheet, board.last, _WORDS, inks, (WIDTH - 16, middle), "right")
    count = f" · {board.people}"
    room = (_RATING - rating if rating else _BAR) - 60 - width(count, _WORDS)
    put(sheet, shortened(board.heading, _WORDS, room) + count, _WORDS, inks, (30, middle))


def _line(
    sheet: Sheet,
    look: _Look,
    board: LeaderboardCard,
    line: Line,
    seat: Seat,
    rows: tuple[int, int],
    ground: Colour,
) -> None:
    """One person's line in these rows; the number of the seat is that of their colours in the palette."""
    (top, bottom), palette = rows, look.palette
    middle, is_light = (top + bottom) // 2, ground == CREAM
    ink, soft = (NIGHT, NIGHT) if is_light else (CREAM, look.soft)
    sheet.paste(palette.index(ground), (0, top, WIDTH, bottom))
    is_tall = _height(line) == _TALL
    if is_light:
        sheet.paste(palette.index(look.accent), (0, top, 12, bottom))
    elif is_tall:
        sheet.paste(palette.index(look.rule), (0, bottom - 4, WIDTH, bottom))
    if line.place is not None and line.place <= _MEDALS:
        tile = _fitted_medal(palette, line.place, ground)
        sheet.paste(tile, (_PLACE - tile.width // 2, middle - tile.height // 2))
    elif line.place is not None:
        put(sheet, str(line.place), _PLACES, (soft, ground), (_PLACE, middle), "centre")
    unseated_portrait(sheet, palette, ground, seat, line.face, (_FACE, middle), 86 if is_tall else 64)
    name, room = line.name or line.face.name, (_RATING - 150 if board.rating else _RATING) - _NAME
    sizes = range(_LARGE_NAMES if is_tall else _WORDS, _WORDS - 1, -1)
    capitals = next((one for one in sizes if width(name, one) <= room), _WORDS)
    name = shortened(name, capitals, room)
    named = soft if line.name and not line.is_reader else ink
    put(sheet, name, capitals, (named, ground), (_NAME, middle))
    _rating(sheet, look, line, ink if line.rating[:1].isdigit() else soft, ground, middle)
    words = board.of.format(wins=line.wins, games=line.games)
    put(sheet, words, _WORDS, (ink, ground), (_BAR, middle - 10))
    inks = (look.accent_on_cream, look.rest_on_cream) if is_light else (look.accent, look.rest)
    box = _BAR, middle + 20, _BAR + _BAR_WIDE, middle + 34
    share(sheet, palette, inks, box, line.wins / max(line.games, 1))
    form(sheet, palette, ground, line.form, _FORM, middle)


def _rating(sheet: Sheet, look: _Look, line: Line, ink: Colour, ground: Colour, middle: int) -> None:
    """The number, right-aligned; a question mark hangs outside the digits."""
    capitals = _LARGE_RATINGS if _height(line) == _TALL else _RATINGS
    digits = line.rating.removesuffix("?")
    put(sheet, digits, capitals, (ink, ground), (_RATING, middle), "right")
    if digits != line.rating:
        soft = ink if ground == CREAM else look.soft
        put(sheet, "?", capitals, (soft, ground), (_RATING + 2, middle))


@cached
def _fitted_medal(palette: Palette, place: int, ground: Colour) -> Picture:
    return palette.fit(medal(place, _MEDAL, ground))


@cached
def _dot(palette: Palette, ink: Colour, ground: Colour) -> Picture:
    easel = Easel((8, 8), ground)
    easel.disc((4, 4), 4, ink)
    return palette.fit(easel.finish())
