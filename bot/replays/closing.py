"""The last picture of an animation: who won, on a podium; the whole time line; how to play the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core import Seat
from games.kit.brush.easel import Easel
from games.kit.brush.festive import crown, rays
from games.kit.brush.header import portrait
from games.kit.brush.lettering import fitting_name, label, mask, shortened, width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH
from games.kit.brush.palette import Colour, colour, mix, opened
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with, palette_of
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, sprite
from games.kit.brush.timeline import HIGH as LINE_HIGH
from games.kit.brush.timeline import timeline_picture
from games.kit.faces import Face, Timeline

_LEAST = 1060
_FOOT, _ROW = 100, 92
_STAGE = 550
"""The least height of the part with the podium."""
_STEPS = ((402, 376, 210), (36, 366, 168), (778, 366, 132))
"""By place: the left edge, the width and the height of a step."""
_FOR_TWO = 183
"""How far to the right two steps are in the middle, in px."""
_FACES = (168, 124, 124)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player as the podium shows them; `place` is 0 if there are none, and who has `won` is crowned."""

    seat: Seat
    place: int
    score: str
    won: bool = False


def closing(
    banner: bytes,
    ground: Colour,
    words: str,
    ranked: Sequence[Ranked],
    faces: Sequence[Face],
    line: Timeline,
    play: str,
    high: int = _LEAST,
) -> bytes:
    """A PNG, at least `high` px high: a game's `banner`, if it has one, and on its ground what `words` say.

    `ranked` are the players, best first: three on the podium, the others in a row below it. The `faces` are
    by seat, `line` is the time line at its end, and `play` says how to play the game.
    """
    art = opened(banner) if banner else None
    light, wood = mix(ground, PAPER, 0.09), colour("#E4CFA4")
    edges = [(NIGHT, wood), (ACCENT, ground), (CREAM, ground)]
    mark = on(ground, sprite("games.kit.brush", "parlour", (76, 76)))
    gold = on(light, crown(120))
    palette = palette_of(
        ground, len(faces), [light, wood], edges, [*([art] if art is not None else []), mark, gold]
    )
    below = LINE_HIGH + _FOOT + _ROW * (len(ranked) > len(_STEPS))
    top = art.height if art is not None else 0
    high = max(high, _LEAST, top + _STAGE + below)
    base = high - below
    sheet = Sheet.of(palette, (WIDTH, high), ground)
    easel = Easel((WIDTH, base - top), ground)
    for ray in rays((WIDTH / 2, base - top - 280), 900, 0.5, count=24):
        easel.polygon(ray, light)
    sheet.paste(palette.fit(easel.finish()), (0, top))
    if art is not None:
        sheet.paste(palette.fit(art), (0, 0))
    painted = _Painted(sheet, ground, light, wood, faces, lifted=(base - top - _STAGE) // 2)
    told = shortened(words, 48, WIDTH - 60)
    painted.put(told, (WIDTH // 2, top + 52), 48, CREAM, light)
    for number, one in enumerate(ranked[: len(_STEPS)]):
        painted.step(one, number, base, _FOR_TWO if len(ranked) == 2 else 0)
    for number, one in enumerate(ranked[len(_STEPS) :]):
        painted.beside(one, (40 + number * 380, base + _ROW // 2))
    sheet.paste(timeline_picture(palette, ground, line), (0, high - LINE_HIGH - _FOOT))
    middle = high - _FOOT // 2
    sheet.paste(palette.index(ACCENT), (0, high - _FOOT, WIDTH, high - _FOOT + 3))
    sheet.paste(palette.fit(mark), (28, middle - mark.height // 2))
    painted.put("Parlour", (124, middle), 40, CREAM, ground, "left")
    painted.put(play, (WIDTH - 28, middle), 35, CREAM, ground, "right")
    seats = tuple(Seat(seat) for seat in range(len(faces)))
    return joined(WIDTH, colours_with(palette, seats, tuple(faces)), [strip(sheet.pixels)])


class _Painted:
    """The board being drawn."""

    def __init__(
        self,
        sheet: Sheet,
        ground: Colour,
        light: Colour,
        wood: Colour,
        faces: Sequence[Face],
        *,
        lifted: int,
    ) -> None:
        """All steps are `lifted` by so many px, where there's room."""
        self._sheet, self._palette = sheet, sheet.palette
        self._ground, self._light, self._wood, self._faces = ground, light, wood, faces
        self._lifted = lifted

    def put(
        self, words: str, at: tuple[int, int], capitals: float, ink: Colour, ground: Colour, align: str = ""
    ) -> None:
        """Words with their middle at a place, or their left or right edge there."""
        tile = label(self._palette, words or " ", capitals, ink, ground)
        left = {"left": at[0], "right": at[0] - tile.width}.get(align, at[0] - tile.width // 2)
        if tile.height < 4:
            return
        shape = shape_of(mask(words, capitals), above=40)
        self._sheet.paste(tile, (left, at[1] - tile.height // 2), shape if ground == self._light else None)

    def step(self, one: Ranked, number: int, base: int, right: int) -> None:
        """A step of the podium with a player on it."""
        (left, wide, high), size = _STEPS[number], _FACES[number]
        left += right
        if one.place != number + 1 and one.place:  # equal places, equal steps
            high = _STEPS[one.place - 1][2]
        top, middle, is_first = base - high - self._lifted, left + wide // 2, one.won
        ground = CREAM if is_first else self._wood
        self._sheet.paste(self._palette.index(ground), (left + 3, top, left + wide - 3, base))
        self._sheet.paste(self._palette.index(ACCENT), (left + 3, top, left + wide - 3, top + 10))
        face = middle, top - size // 2 - 12
        portrait(self._sheet, self._palette, self._light, one.seat, self._faces[one.seat], face, size)
        if is_first:
            drawn = crown(120)
            corner = middle - drawn.width // 2, face[1] - size // 2 - drawn.height + 16
            self._sheet.paste(self._palette.fit(on(self._light, drawn)), corner, shape_of(drawn))
        if one.place:
            self.put(str(one.place), (left + 34, top + 50), 42, NIGHT, ground)
        self.put(self._name(one.seat, wide - 120), (middle + 14, top + 50), 38, NIGHT, ground)
        if one.score:
            most, below = (54, 128) if is_first else (38, 100)
            capitals = min(most, most * (wide - 40) // width(one.score, most))
            self.put(one.score, (middle, top + below), capitals, NIGHT, ground)

    def beside(self, one: Ranked, at: tuple[int, int]) -> None:
        """A player who isn't on the podium."""
        x, y = at
        portrait(self._sheet, self._palette, self._ground, one.seat, self._faces[one.seat], (x + 30, y), 60)
        words = " ".join(filter(None, [str(one.place or ""), self._name(one.seat, 190), one.score]))
        self.put(words, (x + 84, y), 35, CREAM, self._ground, "left")

    def _name(self, seat: Seat, room: int) -> str:
        return fitting_name(self._faces[seat].name, 38, room) or SEATS[seat].letter
