"""The bot as a picture: its mark, a sign for each of its games, and the computers that play them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.kit.brush import avatars, parlour
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import in_lines, shortened, width, write
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, common_colours, mix, opened
from games.kit.brush.parlour import BRASS, GLEAM, PANEL, SHADE, SOFT, STRIPE, WALL
from games.kit.brush.png import encode
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import sprite

_HEAD, _ROW, _FOOT, _RAIL = 236, 216, 106, 14
_MARK, _MARK_AT = 172, (36, 32)
_NAME, _UNDER, _WORDS = 92, 38, 33
_LEFT, _RIGHT = 36, 1144
_SIGN, _SIGN_TOP, _RIM = (516, 78), 22, 5
_LINES = {1: (158,), 2: (136, 181)}
"""How far down a game's line stands, or each of two."""
_HEAD_STEP, _LENGTH = 42, 35
_FACE, _FACE_STEP, _RING = 72, 66, 4
_DARKER = 0.45
"""How much darker than its sign a game's row is."""


@dataclass(frozen=True)
class GameRow:
    """A game: its banner (a PNG, which may be empty), a line about it, for how many it is, and how long."""

    title: str
    banner: bytes
    line: str
    seats: tuple[int, ...]
    length: str


@dataclass(frozen=True)
class AboutCard:
    """All that the picture shows; `computers` are the levels of computer players whose faces stand below."""

    name: str
    under: str
    games: tuple[GameRow, ...]
    against: str
    computers: tuple[str, ...]

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        rows = [_row(one) for one in self.games]
        parts = [_head(self), *rows, _foot(self)]
        palette = _palette(parts, [_ground(one.banner) for one in self.games])
        sheet = Sheet.of(palette, (WIDTH, sum(one.height for one in parts)), PANEL)
        top = 0
        for one in parts:
            sheet.paste(palette.fit(one), (0, top))
            top += one.height
        return encode(sheet.finish())


def _palette(parts: Sequence[Picture], grounds: Sequence[Colour]) -> Palette:
    inks = [(ink, ground) for ground in grounds for ink in (CREAM, _soft(ground))]
    edges = [*inks, (CREAM, PANEL), (SOFT, WALL), (SOFT, STRIPE), (CREAM, STRIPE)]
    accents = [CREAM, SOFT, WALL, STRIPE, PANEL, NIGHT, BRASS, GLEAM, SHADE, *grounds]
    return Palette(accents, edges, parts)


def _head(card: AboutCard) -> Picture:
    """The mark and the name on the wall (RGB)."""
    easel = Easel((WIDTH, _HEAD), PANEL)
    parlour.wall(easel, _HEAD, 0)
    parlour.rail(easel, _HEAD - _RAIL, _RAIL)
    image, mark = easel.finish(), sprite("games.kit.brush", "parlour", (_MARK, _MARK))
    image.paste(mark, _MARK_AT, mark)
    words = _MARK_AT[0] + _MARK + 38
    parlour.sign(image, shortened(card.name, _NAME, _RIGHT - words), (words, 88), _NAME)
    write(image, shortened(card.under, _UNDER, _RIGHT - words), (words, 180), _UNDER, SOFT, "left")
    return image


def _foot(card: AboutCard) -> Picture:
    """The computers side by side (RGB)."""
    easel, middle = Easel((WIDTH, _FOOT), PANEL), (_FOOT + _RAIL) // 2
    parlour.rail(easel, 0, _RAIL)
    image, begins = easel.finish(), _RIGHT - _FACE // 2 - (len(card.computers) - 1) * _FACE_STEP
    words = shortened(card.against, _WORDS, begins - _FACE - _LEFT)
    write(image, words, (_LEFT, middle), _WORDS, CREAM, "left")
    for number, level in enumerate(card.computers):
        face = avatars.robot(level.lower(), _FACE, _RING)
        image.paste(face, (begins + number * _FACE_STEP - face.width // 2, middle - face.height // 2), face)
    return image


@cached
def _row(game: GameRow) -> Picture:
    """A game's sign, how many play it, how long it takes, and its line (RGB); cached, so don't change it."""
    ground, middle = _ground(game.banner), _SIGN_TOP + _SIGN[1] // 2
    easel = Easel((WIDTH, _ROW), ground)
    easel.plate((0, _ROW - 4, WIDTH, _ROW), 0, NIGHT)
    left, top, right, bottom = _LEFT, _SIGN_TOP, _LEFT + _SIGN[0], _SIGN_TOP + _SIGN[1]
    if game.banner:
        easel.plate((left - _RIM, top - _RIM, right + _RIM, bottom + _RIM), 0, BRASS)
    _people(easel, game, middle)
    image = easel.finish()
    if game.banner:
        image.paste(opened(game.banner).resize(_SIGN), (left, top))
    else:
        write(image, shortened(game.title, 44, _SIGN[0]), (left, middle), 44, CREAM, "left")
    write(image, game.length, (_RIGHT, middle), _LENGTH, CREAM, "right")
    lines = in_lines(game.line, _WORDS, _RIGHT - _LEFT)
    for line, down in zip(lines, _LINES[len(lines)], strict=True):
        write(image, line, (_LEFT, down), _WORDS, _soft(ground), "left")
    return image


def _people(easel: Easel, game: GameRow, middle: int) -> None:
    """A person for each seat, left of how long it takes: full for those it needs, hollow for more of them."""
    right = _RIGHT - width(game.length, _LENGTH) - 44
    for number in range(max(game.seats)):
        x = right - _HEAD_STEP * (max(game.seats) - number - 0.5)
        _person(easel, (x, middle), CREAM)
        if number >= min(game.seats):
            _person(easel, (x, middle), _ground(game.banner), 4)


def _person(easel: Easel, middle: Point, ink: Colour, inset: float = 0) -> None:
    x, y = middle
    easel.disc((x, y - 13), 11 - inset, ink)
    radius = 17 - inset
    easel.arc((x, y + 22 - inset), radius, (180, 360), ink, radius)


@lru_cache(16)
def _ground(banner: bytes) -> Colour:
    """The colour of a game's row: a darker one than its sign's."""
    return mix(max(common_colours(opened(banner), 24))[1], NIGHT, _DARKER) if banner else WALL


def _soft(ground: Colour) -> Colour:
    return mix(ground, CREAM, 0.8)
