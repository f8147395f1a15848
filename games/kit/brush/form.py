"""How somebody does, in small marks: games won, lost and drawn, the share they won, and medals."""

from typing import NamedTuple

from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import on, sprite

WON, LOST, DRAWN = "w", "l", "d"
"""How a game ended for somebody; a form is a text of these, the newest game last."""

GAP = 44
"""From the middle of one mark to that of the next, in px."""

_SIZE = 34
_MEDALS = ("gold", "silver", "bronze")
_FIGURES = colour("#2A1A08")


class FormInks(NamedTuple):
    """The colours of the marks; their shapes differ too."""

    won: Colour
    lost: Colour
    drawn: Colour


ON_DARK = FormInks(ACCENT, colour("#B9A9DC"), colour("#5CE1E6"))
ON_CREAM = FormInks(colour("#C98A00"), colour("#6A5A86"), colour("#007C86"))


def inks_on(ground: Colour) -> FormInks:
    """The colours that show on this ground."""
    return ON_CREAM if ground == CREAM else ON_DARK


def form(sheet: Sheet, palette: Palette, ground: Colour, ends: str, right: int, middle: int) -> None:
    """The marks of a form in a row whose last one has its middle at `right`."""
    for back, end in enumerate(reversed(ends)):
        tile = _mark(palette, end, ground)
        sheet.paste(tile, (right - back * GAP - tile.width // 2, middle - tile.height // 2))


@cached
def _mark(palette: Palette, end: str, ground: Colour) -> Picture:
    """A disc with a tick, a cross, or an equals sign."""
    easel, inks, half = Easel((_SIZE, _SIZE), ground), inks_on(ground), _SIZE / 2
    if end == WON:
        easel.disc((half, half), half, inks.won)
        tick(easel, (half, half), _SIZE, NIGHT)
    elif end == LOST:
        near, far = half - _SIZE * 0.28, half + _SIZE * 0.28
        easel.line([(near, near), (far, far)], inks.lost, _SIZE * 0.16)
        easel.line([(near, far), (far, near)], inks.lost, _SIZE * 0.16)
    else:
        equals(easel, (half, half), _SIZE, inks.drawn)
    return palette.fit(easel.finish())


def tick(easel: Easel, middle: tuple[float, float], size: float, ink: Colour) -> None:
    """A tick in a disc or a square of this size."""
    x, y = middle
    easel.line(
        [
            (x - size * 0.22, y + size * 0.02),
            (x - size * 0.05, y + size * 0.19),
            (x + size * 0.25, y - size * 0.17),
        ],
        ink,
        size * 0.13,
    )


def equals(easel: Easel, middle: tuple[float, float], size: float, ink: Colour) -> None:
    """An equals sign of this width."""
    x, y = middle
    for top in (y - size * 0.27, y + size * 0.09):
        easel.plate((x - size * 0.42, top, x + size * 0.42, top + size * 0.18), 2, ink)


def share(
    sheet: Sheet, palette: Palette, inks: tuple[Colour, Colour], at: tuple[int, int, int, int], part: float
) -> None:
    """A bar in this box, filled from the left up to `part` (0 to 1) of it; the inks are accents."""
    left, top, right, bottom = at
    filled, rest = inks
    end = left + round((right - left) * min(max(part, 0), 1))
    sheet.paste(palette.index(rest), at)
    if end > left:
        sheet.paste(palette.index(filled), (left, top, end, bottom))


@cached
def medal(place: int, wide: int, ground: Colour) -> Picture:
    """The medal (RGB) for place 1, 2 or 3, with that number on it."""
    high = round(wide * 1.06)
    image = on(ground, sprite("games.kit.brush", f"medal_{_MEDALS[place - 1]}", (wide, high)))
    write(image, str(place), (wide / 2, high * 66 / 106), wide * 0.35, _FIGURES)
    return image
