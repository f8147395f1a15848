"""The computer players of a game as a picture: framed portraits on a ladder, the strongest on top."""

from dataclasses import dataclass
from functools import lru_cache

from games.core import Seat
from games.kit.brush import avatars, parlour
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.form import tick
from games.kit.brush.lettering import in_lines, shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.parlour import PANEL, SOFT, STRIPE, WALL
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import sprite
from games.kit.faces import LEVELS, Face

_HEAD, _RAIL, _FOOT = 112, 14, 8
_ROWS = {1: 330, 2: 330, 3: 330, 4: 290}
_LEAST_ROW = 252
"""How high a row is: five portraits hang closer to each other than three."""
_PORTRAIT, _MIDDLE = 176, 157
_LEFT, _RIGHT = 300, 1150
_BAR, _BAR_HIGH, _PARTS = 640, 32, 10
_ASKED, _GAME = 47, 40
_TITLE, _LINE, _SMALL, _NUMBERS = 48, 35, 34, 36
_BESIDE = 420
"""The room for words beside the reader's face or a tick."""
_ROOMY = 15
"""From how many px on, above and below, lines stand as far apart as they do in a single one's row."""
_FACE, _TICK = 76, 64
_RING = 6
_MARK = _RIGHT - _FACE // 2 - _RING
"""Where the reader's face and ticks have their middle."""
_POST, _POST_LIGHT, _POST_DARK = colour("#A96A35"), colour("#C98A4B"), colour("#4A2A17")
_TROUGH, _RULE, _DONE = colour("#0A1D1A"), colour("#2A5A50"), colour("#3FA34D")


@dataclass(frozen=True)
class Rung:
    """A computer player: its level's title, by which it has its face, and a line about its character.

    `won` of `decided` are its games against the level below, and `against` says so; without a decided game
    there's no bar, and `against` stands alone, if there's anything to say. `done` is a word for a level that
    the reader has beaten. Where they stand, `score` says how they do, beside their face.
    """

    title: str
    line: str
    against: str = ""
    won: int = 0
    decided: int = 0
    done: str = ""
    score: str = ""


@dataclass(frozen=True)
class Ladder:
    """All that the picture shows, in whole words; `rungs` from the strongest level to the weakest."""

    title: str
    game: str
    reader: Face
    rungs: tuple[Rung, ...]
    of: str = "{won} of {decided}"

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _drawn(self)


def _drawn(ladder: Ladder) -> bytes:
    high, palette = _ROWS.get(len(ladder.rungs), _LEAST_ROW), _palette()
    top = _HEAD + _RAIL
    size = WIDTH, top + len(ladder.rungs) * high + _FOOT
    sheet = Sheet.of(palette, size, WALL)
    sheet.paste(palette.fit(_head(ladder)), (0, 0))
    stands = False
    column = max((width(_count(ladder, one), _NUMBERS) for one in ladder.rungs), default=0)
    for number, rung in enumerate(ladder.rungs):
        is_last = number == len(ladder.rungs) - 1
        row = _hung(rung.title, high, is_first=not number, is_last=is_last).copy()
        places = _places(high, rung)
        _words(row, rung, places, CREAM if number else ACCENT)
        if rung.score:
            _stamp(row, avatars.initials(ladder.reader.name, _FACE, _RING), places[0])
        elif rung.done:
            _stamp(row, _ticked(), places[0])
        if rung.decided:
            _bar(row, _count(ladder, rung), rung.won / rung.decided, (_RIGHT - column, places[-1]))
        sheet.paste(palette.fit(row), (0, top))
        if rung.score:
            stands = avatars.paste(sheet, Seat(0), ladder.reader, (_MARK, top + places[0]), _FACE)
        top += high
    faces = (ladder.reader,) if stands else ()
    colours = colours_with(palette, tuple(map(Seat, range(len(faces)))), faces)
    return joined(WIDTH, colours, [strip(sheet.pixels)])


def _count(ladder: Ladder, rung: Rung) -> str:
    return ladder.of.format(won=rung.won, decided=rung.decided) if rung.decided else ""


@cached
def _hung(title: str, high: int, is_first: bool, is_last: bool) -> Picture:
    """The wall with a level's portrait on the ladder (RGB); cached, so don't change it."""
    whole, top = high + (_FOOT if is_last else 0), (high - _PORTRAIT) // 2 - 2
    easel = Easel((WIDTH, whole), WALL)
    parlour.wall(easel, whole, 270)
    begins = top if is_first else 0
    for left in (66, 232):
        easel.plate((left - 3, begins, left + 19, whole), 0, _POST_DARK)
        easel.plate((left, begins, left + 16, whole), 0, _POST)
        easel.plate((left, begins, left + 5, whole), 0, _POST_LIGHT)
    if not is_last:
        easel.plate((60, high - 18, 260, high), 4, _POST_DARK)
        easel.plate((62, high - 18, 258, high - 6), 4, _POST_LIGHT)
        easel.plate((_LEFT, high - 6, _RIGHT, high - 3), 0, _RULE)
    left = _MIDDLE - _PORTRAIT // 2
    parlour.gilt_frame(easel, (left, top, left + _PORTRAIT, top + _PORTRAIT), 14, PANEL)
    image = easel.finish()
    robot = title.lower() if title in LEVELS else "medium"
    image.paste(sprite("games.kit.brush", f"robot_{robot}", (_PORTRAIT, _PORTRAIT)), (left, top))
    return image


@lru_cache(1)
def _palette() -> Palette:
    accents = [WALL, STRIPE, PANEL, CREAM, SOFT, ACCENT, NIGHT, PAPER, _TROUGH, _RULE, _DONE]
    edges = [(ink, ground) for ink in (CREAM, SOFT, ACCENT) for ground in (WALL, STRIPE)]
    edges += [(CREAM, PANEL), (ACCENT, PANEL), (PAPER, _DONE), (CREAM, NIGHT)]
    drawn = [_hung(title, _LEAST_ROW, is_first=False, is_last=False) for title in LEVELS]
    return Palette(accents, edges, drawn, avatars.first_colour(Seat(0)))


def _head(ladder: Ladder) -> Picture:
    """The game on the right and, in the room that's left, what the picture asks."""
    easel = Easel((WIDTH, _HEAD + _RAIL), PANEL)
    parlour.rail(easel, _HEAD, _RAIL)
    image = easel.finish()
    game = shortened(ladder.game, _GAME, WIDTH // 2 - 60)
    write(image, game, (WIDTH - 34, 56), _GAME, ACCENT, "right")
    asked = shortened(ladder.title, _ASKED, WIDTH - 108 - width(game, _GAME))
    write(image, asked, (34, 56), _ASKED, CREAM, "left")
    return image


def _places(high: int, rung: Rung) -> list[int]:
    """The middle of each line of words in a row: the title, one line or two, and what was measured."""
    down = (high - _LEAST_ROW) // 2
    if len(in_lines(rung.line, _LINE, _RIGHT - _LEFT)) == 1:
        places = [60, 127, 191]
    else:
        places = [36, 103, 151, 215] if down > _ROOMY else [40, 102, 151, 208]
    if not rung.against:
        down += (places.pop() - places[-1]) // 2
    return [place + down for place in places]


def _words(row: Picture, rung: Rung, places: list[int], ink: Colour) -> None:
    """Write what there is to say about a level beside its portrait."""
    title, *lines = places
    beside = shortened(rung.score or rung.done, _SMALL, _BESIDE)
    right = _MARK - (_FACE // 2 + _RING if rung.score else _TICK // 2) - 16
    write(row, beside, (right, title), _SMALL, ACCENT if rung.score else SOFT, "right")
    room = right - width(beside, _SMALL) - 30 - _LEFT
    write(row, shortened(rung.title, _TITLE, room), (_LEFT, title), _TITLE, ink, "left")
    for line, middle in zip(in_lines(rung.line, _LINE, _RIGHT - _LEFT), lines, strict=False):
        write(row, line, (_LEFT, middle), _LINE, CREAM, "left")
    if rung.against:
        room = (_BAR if rung.decided else _RIGHT) - _LEFT - 20
        write(row, shortened(rung.against, _SMALL, room), (_LEFT, places[-1]), _SMALL, SOFT, "left")


def _bar(row: Picture, count: str, part: float, at: tuple[int, int]) -> None:
    """A bar in ten parts, and the numbers at its right from `at` on."""
    left, middle = at
    write(row, count, (_RIGHT, middle), _NUMBERS, CREAM, "right")
    wide = left - 24 - _BAR
    easel, inside = Easel((wide, _BAR_HIGH), _TROUGH), wide - 8
    if filled := round(inside * part):
        easel.plate((4, 4, 4 + filled, _BAR_HIGH - 4), 0, ACCENT)
    for cut in range(1, _PARTS):
        across = 4 + inside * cut / _PARTS
        easel.plate((across - 1, 4, across + 1, _BAR_HIGH - 4), 0, _TROUGH)
    row.paste(easel.finish(), (_BAR, middle - _BAR_HIGH // 2))


def _stamp(row: Picture, mark: Picture, middle: int) -> None:
    """Paste a round mark (RGBA) at the right end of a row."""
    row.paste(mark, (_MARK - mark.width // 2, middle - mark.height // 2), mark)


@lru_cache(1)
def _ticked() -> Picture:
    """A tick in a green disc (RGBA)."""
    easel, half = Easel((_TICK, _TICK), NIGHT), _TICK / 2
    easel.disc((half, half), half - 4, _DONE)
    tick(easel, (half, half), _TICK, PAPER)
    return avatars.rounded(easel.finish())
