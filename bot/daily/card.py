"""The game of the day as pictures: a card before it's played, and how somebody did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, pi, sin

from bot.leaderboards.leaderboard_card import BANNER_HIGH
from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.easel import Point
from games.kit.brush.festive import rays
from games.kit.brush.header import unseated_portrait
from games.kit.brush.lettering import shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour, opened
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.shapes import box, code, flat, leaf, polygon
from games.kit.brush.sheet import Sheet
from games.kit.brush.suits import wrapped_suited
from games.kit.faces import Face
from games.kit.story import Grade

MOST_FACES = 10
"""How many people a picture shows at most, besides the one it's about."""

_DEEP, _GRID, _BAND, _RAY = colour("#0C1450"), colour("#0F1860"), colour("#16227A"), colour("#1A2A8C")
_SOFT, _LINE, _FOOT = colour("#8FA2FF"), colour("#4A5ACB"), colour("#7E1A2E")
_GAIN, _LOSS = colour("#8FD14F"), colour("#FF9EB5")
_GOOD, _HALF, _DARK = colour("#3FB27F"), colour("#1E2F9E"), colour("#080C34")
_FLAME = "M50 3Q59 27 77 41Q92 55 88 73Q81 98 50 98Q19 98 12 73Q8 53 25 37Q30 48 38 51Q35 24 50 3Z"
_HEART = "M52 42Q57 55 66 63Q73 73 68 83Q61 92 50 92Q37 92 32 81Q30 71 38 63Q45 69 47 68Q45 53 52 42Z"
_FOOT_HIGH = 130
_LEAF, _LEAF_TOP = 150, 42
_STORY_HIGH, _LEGEND = 212, 156
"""How high the band of squares is, and how far down in it their legend stands."""
_STEP, _OWN, _APART, _LIFT = 56, 92, 10, 64
"""A face on the line, the person's own, the room between two, and how far one is lifted if there's less."""


@dataclass(frozen=True)
class Foot:
    """The foot of both pictures: the days in a row, and what part (0 to 1) of the day is left, with words.

    Without a streak the flame is grey. `since_words` say what became of it on missed days, smaller and below.
    `freezes` are the missed days that are saved up, drawn as cubes of ice, and `spent` those that were just
    used, drawn hollow.
    """

    streak: int
    streak_words: str
    since_words: str
    freezes: int
    spent: int
    left: float
    left_words: str


@dataclass(frozen=True)
class DailyCard:
    """A day's game before it's played. Without a `banner`, a PNG, the game's `title` is written in its place.

    `par` is a number, or empty while nobody knows it; `par_words` are two lines beside it. `people` are those
    who have played, of whom `more` aren't shown, and `played` says where and how many. A card that is for
    nobody alone has no `foot`.
    """

    day: int
    heading: str
    under: str
    title: str
    banner: bytes
    lines: tuple[str, str]
    par: str
    par_words: tuple[str, str]
    played: str
    people: tuple[Face, ...]
    more: int
    foot: Foot | None

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _card(self)


@dataclass(frozen=True)
class Mark:
    """Somebody on the line of scores."""

    face: Face
    score: int
    is_own: bool = False


@dataclass(frozen=True)
class DailyResult:
    """How somebody did in a day's game. `score` is written large, `ahead` is by how much it's above par.

    `par` and `ahead` are None while nobody knows par; the words are for what stands beside the score.
    `marks` are the people on the line of scores, the person's own among them, the best first. `squares` tell
    how the try went, with a `legend` of what each kind is called; there may be none.
    """

    day: int
    title: str
    under: str
    face: Face
    score: str
    par: int | None
    ahead: int | None
    ahead_words: str
    par_words: str
    place: int
    place_words: str
    marks: tuple[Mark, ...]
    foot: Foot
    squares: tuple[Grade, ...] = ()
    legend: Mapping[Grade, str] = field(default_factory=dict, hash=False)

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _result(self)


_Portrait = tuple[Face, Point, int, Colour, Colour]
"""A face, its middle, its size, the ground it's on, and the colour of its ring."""


_PAR_WORDS = 570
"""Where the words beside par begin."""


def _card(card: DailyCard) -> bytes:
    told = wrapped_suited(card.lines[0], 38, WIDTH - 80, 2)
    banner, lines, par = 224, 224 + BANNER_HIGH, 224 + BANNER_HIGH + 106 + 66 * len(told)
    people = par + 196
    foot = people + 204
    high = foot + (_FOOT_HIGH if card.foot else 0)
    shapes = [
        _wall(par),
        box(0, people, WIDTH, 204, _DEEP),
        leaf(40, _LEAF_TOP, _LEAF),
        box(0, par, WIDTH, 196, _BAND),
        _flag(66, par + 166, 142),
    ]
    image = _begun(high, [*shapes, *([_below(foot, card.foot)] if card.foot else [])])
    _heading(image, card.day, card.heading, card.under, WIDTH - 60)
    if card.banner:
        image.paste(opened(card.banner), (0, banner))
    else:
        title = shortened(card.title, 90, WIDTH - 80)
        write(image, title, (40, banner + BANNER_HIGH // 2), 90, CREAM, "left")
    under = shortened(card.lines[1], 38, WIDTH - 80)
    for down, (words, ink) in enumerate([*((one, CREAM) for one in told), (under, _SOFT)]):
        write(image, words, (40, lines + 54 + 66 * down), 38, ink, "left")
    middle = par + 98
    write(image, "par", (178, middle + 24), 44, CREAM, "left")
    number, left = card.par or "?", 178 + width("par", 44) + 26
    size = min(120, round(120 * (_PAR_WORDS - 26 - left) / width(number, 120)))
    write(image, number, (left, middle), size, ACCENT, "left")
    for down, (words, ink) in enumerate(zip(card.par_words, (CREAM, _SOFT), strict=True)):
        write(
            image, shortened(words, 38, WIDTH - 600), (_PAR_WORDS, middle - 34 + 68 * down), 38, ink, "left"
        )
    write(image, shortened(card.played, 37, WIDTH - 80), (40, people + 42), 37, _SOFT, "left")
    if card.more:
        write(image, f"+{card.more}", (86 + 104 * len(card.people) - 30, people + 128), 37, CREAM, "left")
    faces = [(face, (86 + 104 * at, people + 128), 84, _DEEP, CREAM) for at, face in enumerate(card.people)]
    if card.foot:
        _feet(image, foot, card.foot)
    return _finished(image, faces)


def _result(result: DailyResult) -> bytes:
    hero, story = 206, 506
    line = story + (_STORY_HIGH if result.squares else 0)
    has_line = len(result.marks) > 1
    foot = line + (372 if has_line else 0)
    high = foot + _FOOT_HIGH
    middle = hero + 150
    shapes = [box(0, 0, WIDTH, hero, _DEEP), leaf(40, _LEAF_TOP, 128), box(0, hero, WIDTH, 300, _BAND)]
    light = [polygon(ray, _RAY) for ray in rays((250, middle), 1300, 0.5, count=20)]
    clip = f'<clipPath id="h"><rect y="{hero}" width="{WIDTH}" height="300"/></clipPath>'
    shapes += [clip, f'<g clip-path="url(#h)">{"".join(light)}</g>', *_beside(result, hero)]
    if result.squares:
        shapes += _story(result, story)
    spots = _spots(result) if has_line else []
    if has_line:
        shapes += _scale(result, line, spots)
    image = _begun(high, [*shapes, _below(foot, result.foot)])
    _heading(image, result.day, result.title, result.under, 665, 128)
    name = shortened(result.face.name, 43, 310)
    write(image, name, (1000, 108), 43, CREAM, "right")
    size = next((one for one in (159, 140, 120, 100, 80) if width(result.score, one) <= 360), 60)
    write(image, result.score, (38, middle), size, ACCENT, "left")
    words = ((result.ahead_words, CREAM), (result.par_words, _SOFT), (result.place_words, CREAM))
    for down, (text, ink) in enumerate(words):
        capitals = 42 if width(text, 42) <= WIDTH - 540 else 36
        words_there = shortened(text, capitals, WIDTH - 540)
        write(image, words_there, (518, hero + 68 + 82 * down), capitals, ink, "left")
    if result.place:
        write(image, str(result.place), (466, hero + 232), 36, NIGHT)
    faces: list[_Portrait] = [(result.face, (1092, 108), 128, _DEEP, ACCENT)]
    if result.squares:
        for left, word in _legend(result):
            write(image, word, (left + 60, story + _LEGEND), 38, _SOFT, "left")
    if has_line:
        faces = [*_on_line(image, result, line, spots), *faces]
    _feet(image, foot, result.foot)
    return _finished(image, faces)


def _beside(result: DailyResult, top: int) -> list[str]:
    """The marks before the three lines beside the score."""
    shapes = []
    if result.ahead:
        up = result.ahead > 0
        y = top + 68
        tip, base = (y - 22, y + 22) if up else (y + 22, y - 22)
        shapes.append(polygon([(440, base), (492, base), (466, tip)], _GAIN if up else _LOSS))
    elif result.ahead == 0:
        shapes += [box(442, top + 54, 48, 10, CREAM), box(442, top + 74, 48, 10, CREAM)]
    shapes.append(_flag(452, top + 182, 64))
    if result.place:
        turns = [pi * (corner + 0.5) / 4 for corner in range(8)]
        corners = [(466 + 32 * sin(turn), top + 232 - 32 * cos(turn)) for turn in turns]
        shapes.append(polygon(corners, ACCENT))
    return shapes


def _story(result: DailyResult, top: int) -> list[str]:
    """The squares from the first to the last, and what they mean."""
    shapes = [box(0, top, WIDTH, _STORY_HIGH, _DEEP)]
    for at, grade in enumerate(result.squares):
        shapes.append(_square(40 + 93 * at, top + 30, 76, grade))
    for (left, _), grade in zip(_legend(result), result.legend, strict=True):
        shapes.append(_square(left, top + _LEGEND - 22, 44, grade))
    return shapes


def _legend(result: DailyResult) -> list[tuple[float, str]]:
    """Where each kind of square is explained, and its word."""
    found, left = [], 40.0
    for word in result.legend.values():
        found.append((left, word))
        left += 60 + width(word, 38) + 56
    return found


def _square(left: float, top: float, size: float, grade: Grade) -> str:
    """One square of the story. Each kind has a colour and a shape of its own."""
    stroke = f'fill="none" stroke="{code(_SOFT)}" stroke-width="4"'
    rim = f'<rect x="2" y="2" width="72" height="72" rx="8" {stroke}/>'
    match grade:
        case Grade.BEST:
            reach = [(corner * pi / 5, 12 if corner % 2 else 27) for corner in range(10)]
            star = [(38 + far * sin(turn), 39 - far * cos(turn)) for turn, far in reach]
            drawn = box(0, 0, 76, 76, ACCENT, 8) + polygon(star, NIGHT)
        case Grade.GOOD:
            drawn = box(0, 0, 76, 76, _GOOD, 8) + f'<circle cx="38" cy="38" r="15" fill="{code(NIGHT)}"/>'
        case Grade.FAIR:
            drawn = box(0, 0, 76, 76, _HALF, 8) + polygon([(73, 3), (73, 73), (3, 73)], _SOFT) + rim
        case _:
            drawn = box(0, 0, 76, 76, _DARK, 8) + box(24, 34, 28, 8, _SOFT, 4) + rim
    return f'<g transform="translate({left:.1f} {top:.1f}) scale({size / 76:.3f})">{drawn}</g>'


class _Spot:
    """Where somebody stands on the line: how far across, and how many steps up."""

    def __init__(self, mark: Mark, across: float, up: int) -> None:
        self.mark, self.across, self.up = mark, across, up


def _range(result: DailyResult) -> tuple[int, int]:
    scores = [one.score for one in result.marks] + ([result.par] if result.par is not None else [])
    least, most = min(scores), max(scores)
    return (least, most) if most > least else (least - 1, most + 1)


def _across(result: DailyResult, score: int) -> float:
    least, most = _range(result)
    return 110 + (WIDTH - 220) * (score - least) / (most - least)


def _spots(result: DailyResult) -> list[_Spot]:
    """Faces that would cover each other climb a step; a person's own stands clear above the others."""
    spots: list[_Spot] = []
    for mark in sorted(result.marks, key=lambda one: one.is_own):
        across, up = _across(result, mark.score), 0
        room = (_STEP + _size(mark)) / 2 + _APART
        near = [one for one in spots if abs(one.across - across) < room]
        if mark.is_own:
            up = 1 + max((one.up for one in near), default=-1)
        else:
            while any(one.up == up for one in near):
                up += 1
        spots.append(_Spot(mark, across, min(up, 3)))
    return spots


def _with_minus(score: int) -> str:
    """The score with a real minus sign, as it stands everywhere else."""
    return str(score).replace("-", "−")


def _size(mark: Mark) -> int:
    """How large a face is, in px."""
    return _OWN if mark.is_own else _STEP


def _scale(result: DailyResult, top: int, spots: Sequence[_Spot]) -> list[str]:
    axis, best = top + 286, max(one.score for one in result.marks)
    shapes = [box(0, top, WIDTH, 372, _BAND), box(60, axis - 4, WIDTH - 120, 8, _LINE)]
    if result.par is not None:
        shapes.append(_flag(_across(result, result.par), axis, 260, 46))
    for spot in spots:
        ink, thick = (ACCENT, 6) if spot.mark.is_own else (_SOFT, 4)
        begins = _face_at(spot, axis)
        shapes.append(box(spot.across - thick / 2, begins, thick, axis - begins, ink))
        if spot.mark.is_own:
            tip = [(spot.across - 16, axis - 24), (spot.across + 16, axis - 24), (spot.across, axis - 2)]
            shapes.append(polygon(tip, ACCENT))
        head = begins - _size(spot.mark) / 2 - 7
        if spot.mark.score == best and head - _CROWN > top:
            shapes.append(_crown(spot.across, head))
    return shapes


_CROWN = 34
"""How high the crown of the best is, in px."""


def _crown(x: float, foot: float) -> str:
    """The crown over a face, its foot here."""
    points = ((-24, 0), (-29, -27), (-12, -14), (0, -_CROWN), (12, -14), (29, -27), (24, 0))
    return polygon([(x + across, foot + down) for across, down in points], ACCENT)


def _face_at(spot: _Spot, axis: int) -> int:
    return axis - 46 - spot.up * _LIFT - (24 if spot.mark.is_own else 0)


def _on_line(image: Picture, result: DailyResult, top: int, spots: Sequence[_Spot]) -> list[_Portrait]:
    axis = top + 286
    own = next(one for one in spots if one.mark.is_own)
    write(image, _with_minus(own.mark.score), (own.across, axis + 50), 40, ACCENT)
    for score in dict.fromkeys(_range(result)):
        across = _across(result, score)
        if abs(across - own.across) > 110:
            write(image, _with_minus(score), (across, axis + 50), 35, _SOFT)
    if result.par is not None:
        across = _across(result, result.par)
        if across > 150:
            write(image, "par", (across - 18, top + 46), 36, ACCENT, "right")
        else:
            write(image, "par", (across + 60, top + 46), 36, ACCENT, "left")
    return [
        (
            one.mark.face,
            (round(one.across), _face_at(one, axis)),
            _size(one.mark),
            _BAND,
            ACCENT if one.mark.is_own else CREAM,
        )
        for one in spots
    ]


def _heading(image: Picture, day: int, heading: str, under: str, room: int, leaf: int = _LEAF) -> None:
    left, middle = 40 + round(leaf * 1.16) + 36, _LEAF_TOP + leaf // 2
    number = str(day)
    size = leaf * 0.46 if len(number) < 4 else leaf * 0.34
    write(image, number, (40 + leaf * 0.58, _LEAF_TOP + leaf * 0.6), round(size), NIGHT)
    write(image, shortened(heading, 58, room - left), (left, middle - 30), 58, CREAM, "left")
    write(image, shortened(under, 37, room - left), (left, middle + 48), 37, _SOFT, "left")


def _feet(image: Picture, top: int, foot: Foot) -> None:
    middle = top + _FOOT_HIGH // 2 + 3
    if foot.since_words:
        write(image, foot.streak_words, (118, middle - 26), 41, CREAM, "left")
        write(image, foot.since_words, (118, middle + 30), 33, CREAM, "left")
    else:
        write(image, foot.streak_words, (118, middle), 41, CREAM, "left")
    write(image, shortened(foot.left_words, 38, WIDTH - 784 - 28), (784, middle), 38, CREAM, "left")


def _begun(high: int, shapes: Sequence[str]) -> Picture:
    return flat(shapes, (WIDTH, high))


def _finished(image: Picture, portraits: Sequence[_Portrait]) -> bytes:
    palette = _palette(image)
    sheet = Sheet.on(palette, palette.fit(image))
    seats = tuple(map(Seat, range(len(portraits))))
    for seat, (face, (x, y), size, ground, ring) in zip(seats, portraits, strict=True):
        unseated_portrait(sheet, palette, ground, seat, face, (round(x), round(y)), size, ring)
    colours = colours_with(palette, seats, tuple(one[0] for one in portraits))
    return joined(WIDTH, colours, [strip(sheet.pixels)])


def _palette(image: Picture) -> Palette:
    accents = [
        _DEEP,
        _GRID,
        _BAND,
        _RAY,
        _SOFT,
        _LINE,
        _FOOT,
        _GAIN,
        _LOSS,
        _GOOD,
        _HALF,
        _DARK,
        CREAM,
        NIGHT,
        ACCENT,
    ]
    edges = [(CREAM, _DEEP), (CREAM, _BAND), (ACCENT, _BAND)]
    return Palette(accents, edges, [image], 256 - avatars.COLOURS * (MOST_FACES + 2))


@lru_cache(8)
def _wall(high: int) -> str:
    """Blue squares, as on a board that nobody has played on."""
    squares = [
        box(-60 + 124 * across, -40 + 124 * down, 116, 116, _GRID, 10)
        for across in range(11)
        for down in range(high // 124 + 2)
    ]
    return box(0, 0, WIDTH, high, _DEEP) + "".join(squares)


def _flag(x: float, foot: float, high: float, cloth: float = 0) -> str:
    """The flag that marks par, its foot here; the cloth is as large as the pole wants, or as told."""
    wide = cloth or high * 0.62
    down = wide * 0.74
    top = foot - high
    return box(x - 3, top, 6, high, CREAM, 3) + polygon(
        [(x + 3, top), (x + wide, top + down / 2), (x + 3, top + down)], ACCENT
    )


def _below(top: int, foot: Foot) -> str:
    """The foot's ground, the flame (grey without a streak), and the dial of what is left of the day."""
    middle = top + _FOOT_HIGH // 2 + 1
    outer, inner = ("#F58A1F", "#FFD23F") if foot.streak else ("#B9A9A9", "#DDD2D2")
    flame = (
        f'<g transform="translate(20 {middle - 44}) scale(.88)">'
        f'<path fill="{outer}" d="{_FLAME}"/><path fill="{inner}" d="{_HEART}"/>'
        "</g>"
    )
    x, radius, left = 730, 37, min(max(foot.left, 0.02), 0.98)
    turn = 2 * pi * (1 - left)
    reach = radius * 0.72
    dial = (
        f'<circle cx="{x}" cy="{middle}" r="{radius - 3}" fill="none"'
        f' stroke="{code(CREAM)}" stroke-width="6"/>'
        f'<path fill="{code(ACCENT)}" d="M{x} {middle}'
        f"L{x + reach * sin(turn):.1f} {middle - reach * cos(turn):.1f}"
        f'A{reach:.1f} {reach:.1f} 0 {int(left > 0.5)} 1 {x} {middle - reach:.1f}Z"/>'
    )
    first = 118 + max(width(foot.streak_words, 41), width(foot.since_words, 33)) + 60
    count = foot.freezes + foot.spent
    step = 70 if count < 3 else 62
    cubes = "".join(_cube(first + step * at, middle, is_spent=at >= foot.freezes) for at in range(count))
    return box(0, top, WIDTH, _FOOT_HIGH, _FOOT) + cubes + box(0, top, WIDTH, 6, ACCENT) + flame + dial


def _cube(x: float, y: float, *, is_spent: bool) -> str:
    """A cube of ice around this place, seen from an edge; one that `is_spent` is only its edges."""
    wide, half, high = 27, 16, 33
    left, right, middle = (x - wide, y - half), (x + wide, y - half), (x, y)
    top, foot = (x, y - high), (x, y + high)
    if is_spent:
        ends = (left, right, foot)
        seams = "".join(f'<path d="M{a:.0f} {b:.0f}L{x:.0f} {y:.0f}"/>' for a, b in ends)
        sides = f'<g stroke="#E6F8FF" stroke-width="4" stroke-linecap="round">{seams}</g>'
    else:
        sides = (
            polygon([top, right, middle, left], colour("#E6F8FF"))
            + polygon([left, middle, foot, (x - wide, y + half)], colour("#6CC4F0"))
            + polygon([right, middle, foot, (x + wide, y + half)], colour("#3F97CF"))
        )
    rim = " ".join(
        f"{a:.0f},{b:.0f}" for a, b in (top, right, (x + wide, y + half), foot, (x - wide, y + half), left)
    )
    ink = "#E6F8FF" if is_spent else code(NIGHT)
    stroke = f'stroke="{ink}" stroke-width="4" stroke-linejoin="round"'
    return f'{sides}<polygon points="{rim}" fill="none" {stroke}/>'
