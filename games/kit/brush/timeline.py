"""A time line: what has been played is gold, what is ahead is hollow, and each gain wears its seat's mark."""

from collections.abc import Sequence
from itertools import pairwise

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.faces import Timeline

HIGH = 166
"""How high it is, in px."""
_LEFT, _RIGHT = 54, WIDTH - 54
_LINE, _THICK = 86, 12
_MARKS, _MARK, _APART = 36, 40, 44
"""Where the middle of the marks is, how large they are, and how far from the next, in px."""
_WORDS, _CAPITALS = 134, 35
_KNOB, _DIAMOND = 42, 40


def timeline_picture(palette: Palette, ground: Colour, line: Timeline) -> Picture:
    """The time line (P) on the ground of a game's header and caption, as wide as a picture."""
    sheet, hollow = Sheet.of(palette, (WIDTH, HIGH), ground), mix(ground, CREAM, 0.25)
    _block(sheet, hollow, (0, 0, WIDTH, 3))
    here = _x(line, line.now)
    _stems(sheet, palette, ground, line)
    _block(sheet, hollow, (here, _LINE - _THICK // 2, _RIGHT, _LINE + _THICK // 2))
    _block(sheet, ACCENT, (_LEFT, _LINE - _THICK // 2, here, _LINE + _THICK // 2))
    for deal in line.deals:
        x = _x(line, deal)
        _block(sheet, ground, (x - 3, _LINE - _THICK // 2, x + 3, _LINE + _THICK // 2))
    if line.turning is not None:
        _stick(sheet, palette, _diamond(ground), _diamond_shape(), (_x(line, line.turning), _LINE))
    _stick(sheet, palette, _knob(ground), _knob_shape(), (here, _LINE))
    words = label(palette, line.words, _CAPITALS, CREAM, ground)
    sheet.paste(words, (28, _WORDS - words.height // 2))
    if line.turning is not None:
        told = label(palette, f"turning point: move {line.turning}", _CAPITALS, CREAM, ground)
        left = WIDTH - 28 - told.width
        sheet.paste(told, (left, _WORDS - told.height // 2))
        _stick(sheet, palette, _diamond(ground), _diamond_shape(), (left - 34, _WORDS))
    return sheet.pixels


def _x(line: Timeline, at: int) -> int:
    return _LEFT + round((_RIGHT - _LEFT) * at / max(line.last, 1))


def _stems(sheet: Sheet, palette: Palette, ground: Colour, line: Timeline) -> None:
    """The marks of those who gained something, kept apart, each tied to its place by a stem."""
    wanted = [_x(line, gain.at) for gain in line.gains]
    lefts = spread(wanted, _APART, _LEFT - 20, _RIGHT + 20)
    hollow = mix(ground, CREAM, 0.25)
    for gain, x, middle in zip(line.gains, wanted, lefts, strict=True):
        is_past = gain.at <= line.now
        tops = range(_MARKS + _MARK // 2, _LINE - _THICK // 2 + 1)
        ats = [round(middle + (x - middle) * step / (len(tops) - 1)) for step in range(len(tops))]
        for y, (one, other) in zip(tops, pairwise(ats), strict=False):
            ink = CREAM if is_past else hollow
            _block(sheet, ink, (min(one, other) - 1, y, max(one, other) + 2, y + 1))
        corner = middle - _MARK // 2, _MARKS - _MARK // 2
        tile = _mark(palette, gain.seat, ground) if is_past else _ahead(palette, gain.seat, ground)
        sheet.paste(tile, corner, seat_outline(gain.seat, _MARK))


def spread(places: Sequence[int], apart: int, left: int, right: int) -> list[int]:
    """These places in their order, moved so that they're at least so far apart, and between the edges.

    If there's no room for that, they're spread evenly.
    """
    if (len(places) - 1) * apart > right - left:
        return [left + (right - left) * at // (len(places) - 1) for at in range(len(places))]
    groups: list[
        list[float]
    ] = []  # of places that touch: the sum of where each would like its group, how many
    for number, place in enumerate(places):
        groups.append([place - number * apart, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            more = groups.pop()
            groups[-1] = [groups[-1][0] + more[0], groups[-1][1] + more[1]]
    begins = [total / count for total, count in groups for _ in range(int(count))]
    most = right - (len(places) - 1) * apart
    return [round(min(max(begin, left), most)) + at * apart for at, begin in enumerate(begins)]


def _block(sheet: Sheet, ink: Colour, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    if left < right:
        sheet.paste(_number(sheet.palette, ink), (left, top, right, bottom))


def _number(palette: Palette, ink: Colour) -> int:
    """The number of the colour that is nearest to this one."""
    return int(_tile(palette, ink).getpixel((0, 0)))  # type: ignore[arg-type]


@cached
def _tile(palette: Palette, ink: Colour) -> Picture:
    return palette.fit(Easel((1, 1), ink).finish())


def _stick(sheet: Sheet, palette: Palette, drawn: Picture, shape: Picture, middle: tuple[int, int]) -> None:
    corner = middle[0] - drawn.width // 2, middle[1] - drawn.height // 2
    sheet.paste(_fitted(palette, drawn), corner, shape)


def _fitted(palette: Palette, drawn: Picture) -> Picture:
    return palette.fit(drawn)


@cached
def _mark(palette: Palette, seat: Seat, ground: Colour) -> Picture:
    return palette.fit(seat_mark(seat, _MARK, ground))


@cached
def _ahead(palette: Palette, seat: Seat, ground: Colour) -> Picture:
    """The outline of a seat's mark."""
    easel, middle = Easel((_MARK, _MARK), ground), (_MARK / 2, _MARK / 2)
    SEATS[seat].shape(easel, middle, _MARK * 0.46, mix(ground, CREAM, 0.4))
    SEATS[seat].shape(easel, middle, _MARK * 0.36, ground)
    return palette.fit(easel.finish())


def _diamond_on(easel: Easel, grow: float, ink: Colour) -> None:
    half, reach = _DIAMOND / 2, _DIAMOND / 2 * grow
    easel.polygon(
        [(half, half - reach), (half + reach, half), (half, half + reach), (half - reach, half)], ink
    )


@cached
def _diamond(ground: Colour) -> Picture:
    easel = Easel((_DIAMOND, _DIAMOND), ground)
    _diamond_on(easel, 1, NIGHT)
    _diamond_on(easel, 0.72, ACCENT)
    return easel.finish()


@cached
def _diamond_shape() -> Picture:
    easel = Easel((_DIAMOND, _DIAMOND), (0, 0, 0))
    _diamond_on(easel, 1, (255, 255, 255))
    return shape_of(easel.finish())


@cached
def _knob(ground: Colour) -> Picture:
    easel, middle = Easel((_KNOB, _KNOB), ground), (_KNOB / 2, _KNOB / 2)
    easel.disc(middle, _KNOB / 2, NIGHT)
    easel.disc(middle, _KNOB / 2 - 5, CREAM)
    return easel.finish()


@cached
def _knob_shape() -> Picture:
    easel = Easel((_KNOB, _KNOB), (0, 0, 0))
    easel.disc((_KNOB / 2, _KNOB / 2), _KNOB / 2, (255, 255, 255))
    return shape_of(easel.finish())
