"""A challenge as a picture: who plays whom, the same deal for both, and how their duels so far came out."""

from dataclasses import dataclass
from itertools import accumulate

from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.festive import rays
from games.kit.brush.header import portrait
from games.kit.brush.lettering import shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, mix, opened
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.shapes import box, code, flat, frame, leaf, polygon
from games.kit.brush.sheet import Sheet
from games.kit.faces import Face
from games.kit.results import Look

BANNER_HIGH = 178
MOST_BEFORE = 9
"""How many duels so far are drawn; the numbers beside them count all."""

_HERO, _DEAL, _BEFORE, _FOOT = 400, 220, 246, 122
_TOP, _DEAL_TOP, _BEFORE_TOP, _FOOT_TOP, _HIGH = accumulate((BANNER_HIGH, _HERO, _DEAL, _BEFORE, _FOOT))
_FACES, _FACE, _NAME, _ROOM = ((240, 940), 220, 60, 400)
_MIDDLE, _CENTRE = WIDTH // 2, _TOP + 168
_BOLT = ((667, -8), (575, 160), (627, 172), (503, 410), (487, 410), (603, 182), (553, 168), (650, -8))
"""The corners of what parts the two, down from the top of their halves."""
_BACK, _BACKS, _BACK_STEP = 84, 5, 94
_SQUARE, _STEP, _HALF = 98, 110, 52
_LEFT, _RIGHT = 40, 1140
_TINTS = 0.34, 0.30
"""How much of a seat's colour is in its half."""


@dataclass(frozen=True)
class ChallengeCard:
    """All that the picture shows. Without an `opponent`, anybody may accept.

    `banner` is a PNG, which may be empty: then the game's `title` is written in its place. `before` are the
    duels of the two so far, oldest first: who was better, 0 for the challenger and 1 for the opponent, or
    None if they were level. `days` are left to do what `todo` says, and `terms` is what holds for both.
    """

    title: str
    banner: bytes
    challenger: Face
    opponent: Face | None
    before: tuple[int | None, ...]
    heading: str
    days: int
    todo: str
    terms: str
    look: Look

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        image = _ground(self)
        _words(image, self)
        faces = self.challenger, self.opponent or Face()
        palette = _palette(self, image)
        sheet = Sheet.on(palette, palette.fit(image))
        for at, face in enumerate(faces):
            if at == 0 or self.opponent is not None:
                middle = _FACES[at], _CENTRE
                portrait(sheet, palette, _half(self.look, at), Seat(at), face, middle, _FACE)
        seats = tuple(Seat(at) for at in range(len(faces)))
        return joined(WIDTH, colours_with(palette, seats, faces), [strip(sheet.pixels)])


def _half(look: Look, at: int) -> Colour:
    return mix(look.groove, SEATS[at].colour, _TINTS[at])


def _palette(card: ChallengeCard, image: Picture) -> Palette:
    look, halves = card.look, [_half(card.look, at) for at in (0, 1)]
    accents = [*halves, look.groove, look.page, look.band, look.soft, CREAM, NIGHT, ACCENT]
    accents += [SEATS[at].colour for at in (0, 1)]
    edges = [
        (ink, ground) for ground in (*halves, look.groove, look.page, look.band) for ink in (CREAM, ACCENT)
    ]
    marks = [seat_mark(Seat(at), 46, halves[at]) for at in (0, 1)]
    return Palette(accents, edges, [image, *marks], 256 - 2 * avatars.COLOURS)


def _ground(card: ChallengeCard) -> Picture:
    """All that's flat, with the banner above it (RGB)."""
    look = card.look
    shapes = [
        box(0, 0, WIDTH, _HIGH, look.groove),
        *_halves(look),
        box(0, _DEAL_TOP, WIDTH, _DEAL, look.page),
        box(0, _DEAL_TOP, WIDTH, 6, ACCENT),
        *(box(_MIDDLE - 42, _DEAL_TOP + down, 84, 15, ACCENT, 7) for down in (132, 160)),
        *_so_far(card),
        box(0, _FOOT_TOP, WIDTH, _FOOT, look.band),
        box(0, _FOOT_TOP, WIDTH, 6, ACCENT),
        _OPEN_SEAT if card.opponent is None else "",
        leaf(34, _FOOT_TOP + 28, 74),
    ]
    for number in range(_BACKS):
        for left in (_LEFT + number * _BACK_STEP, _RIGHT - _BACK - number * _BACK_STEP):
            shapes.append(_back(left, _DEAL_TOP + 108, look))
    image = flat(shapes, (WIDTH, _HIGH))
    if card.banner:
        image.paste(opened(card.banner), (0, 0))
    else:
        write(image, shortened(card.title, 90, WIDTH - 80), (_LEFT, BANNER_HIGH // 2), 90, CREAM, "left")
    return image


def _halves(look: Look) -> list[str]:
    """Each one's half in the colour of their seat, with light behind the face, and the swords between."""
    bolt = [(x, _TOP + y) for x, y in _BOLT]
    shapes = list[str]()
    for at, end in enumerate((0, WIDTH)):
        half = [(end, _TOP - 8), *bolt[:3:-1], (end, _DEAL_TOP + 10)]
        ink = _half(look, at)
        light = (polygon(one, mix(ink, CREAM, 0.09)) for one in rays((_FACES[at], _CENTRE), 900, 0.5))
        clip = f'<clipPath id="half{at}">{polygon(half, NIGHT)}</clipPath>'
        shapes += [clip, f'<g clip-path="url(#half{at})">', polygon(half, ink), *light, "</g>"]
    shapes += [polygon(bolt, ACCENT), f'<g transform="translate({_MIDDLE} {_CENTRE})">']
    shapes.append(f'<circle r="73" fill="{code(look.page)}" stroke="{code(ACCENT)}" stroke-width="6"/>')
    shapes += [f'<g transform="scale({turned} 1) rotate(45)">{_SWORD}</g>' for turned in (1, -1)]
    return [*shapes, "</g>"]


_SWORD = (
    f'<g stroke="{code(NIGHT)}" stroke-width="5" stroke-linejoin="round">'
    f'<path d="M-7 22V-42L0 -56L7 -42V22Z" fill="{code(CREAM)}"/><path d="M-5 36H5V54H-5Z" fill="#8A5A34"/>'
    f'<path d="M-22 22H22V34H-22Z" fill="{code(ACCENT)}"/></g>'
)


_OPEN_SEAT = (
    f'<circle cx="{_FACES[1]}" cy="{_CENTRE}" r="{_FACE // 2}" fill="none" stroke="{code(CREAM)}" '
    'stroke-width="7" stroke-dasharray="26 18"/>'
)
"""A dashed circle for somebody who isn't known yet."""


def _so_far(card: ChallengeCard) -> list[str]:
    """A square for each of the latest duels, high or low by who was better, and one for this one."""
    look, shapes, top = card.look, list[str](), _BEFORE_TOP + 106
    latest = card.before[-MOST_BEFORE:]
    for place in range(MOST_BEFORE + 1):
        left, wide = _LEFT + place * _STEP, _SQUARE
        if place < len(latest):
            won = latest[place]
            if won is None:
                shapes.append(box(left, top + _HALF // 2, wide, _HALF, look.band))
                shapes.append(box(left + wide / 2 - 14, top + _HALF - 3, 28, 6, CREAM))
                continue
            middle = left + wide / 2, top + _HALF / 2 + won * _HALF
            shapes.append(box(left, top + won * _HALF, wide, _HALF, SEATS[won].colour))
            shapes.append(_won(won, *middle))
        else:
            ink, thick = (ACCENT, 6) if place == len(latest) else (mix(look.groove, look.soft, 0.3), 4)
            shapes.append(frame(left, top, wide, 2 * _HALF, ink, thick))
    return shapes


def _won(at: int, x: float, y: float) -> str:
    """The shape of this seat, so that the colour isn't the only sign."""
    if at == 0:
        return f'<circle cx="{x}" cy="{y}" r="13" fill="{code(CREAM)}"/>'
    return box(x - 12, y - 12, 24, 24, NIGHT, 4)


def _back(left: int, top: int, look: Look) -> str:
    """A piece of the deal, face down."""
    side, middle = _BACK, _BACK // 2
    edges = box(0, 5, side, side, NIGHT, 8) + box(0, 0, side, side, CREAM, 8)
    inside = box(4, 4, side - 8, side - 8, look.band, 6)
    cross = f'<path d="M6 6L{side - 6} {side - 6}M{side - 6} 6L6 {side - 6}"/>'
    cross = f'<g stroke="{code(look.soft)}" stroke-width="3">{cross}</g>'
    gem = polygon([(middle, 22), (side - 22, middle), (middle, side - 22), (22, middle)], ACCENT)
    return f'<g transform="translate({left} {top})">{edges}{inside}{cross}{gem}</g>'


def _words(image: Picture, card: ChallengeCard) -> None:
    look = card.look
    for at, face in enumerate((card.challenger, card.opponent)):
        name = "Anybody" if face is None else face.name or f"Player {SEATS[at].letter}"
        size = next((one for one in (_NAME, 52, 46) if width(name, one) <= _ROOM), 46)
        write(image, shortened(name, size, _ROOM), (_FACES[at], _TOP + 338), size, CREAM)
    if card.opponent is None:
        write(image, "?", (_FACES[1], _CENTRE), 110, CREAM)
    write(image, "The same deal for both", (_MIDDLE, _DEAL_TOP + 60), 54, CREAM)
    heading = _BEFORE_TOP + 54
    write(image, card.heading, (_LEFT, heading), 52, look.soft, "left")
    if card.before:
        for at, left in ((0, 880), (1, 1040)):
            mark = seat_mark(Seat(at), 56, look.groove)
            image.paste(mark, (left - mark.width // 2, heading - mark.height // 2))
            write(image, str(card.before.count(at)), (left + 44, heading), 60, CREAM, "left")
    this = _LEFT + len(card.before[-MOST_BEFORE:]) * _STEP + _SQUARE // 2
    write(image, "?", (this, _BEFORE_TOP + 106 + _HALF), 60, ACCENT)
    middle = _FOOT_TOP + 66
    write(image, str(card.days), (77, middle + 9), 40, NIGHT)
    write(image, card.todo, (146, middle), 50, CREAM, "left")
    write(image, card.terms, (_RIGHT, middle), 46, mix(look.band, CREAM, 0.8), "right")
