"""A highlight as a flat band in a picture: rays of light from an icon, a few big words and a line below."""

from collections.abc import Callable, Sequence

from games.core import Highlight
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.festive import rays
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.suits import shortened_suited, suited

Icons = Callable[[str], Picture]
"""Draws a highlight's icon by its name (RGBA), at most 490 px wide and 108 px high."""

HIGH = 128
"""How high the band is, in px."""
_BIG, _SMALL = 44, 35
"""The height of capitals, in px."""
_LEFT, _RIGHT, _BESIDE = 32, 24, 26
"""The room around the icon and the words, in px."""
_RIM = 4
_BRIGHT = 0.08
"""How much white is in a ray."""
_GAP = 8


@cached
def band(palette: Palette, ground: Colour, shown: Highlight, icons: Icons | None) -> Picture:
    """The band (P), as wide as a picture, of a highlight with names in place of marks.

    Words that it has no room for are cut.
    """
    image, left = _light(ground).copy(), _left(shown, icons)
    if icons is not None and shown.icon:
        icon = icons(shown.icon)
        image.paste(icon, (_LEFT, (HIGH - icon.height) // 2), icon)
    middles = (38, 93) if shown.line else (HIGH // 2,)
    lines = zip(_written(shown, left), (_BIG, _SMALL), (ACCENT, CREAM), middles, strict=False)
    for words, capitals, ink, middle in lines:
        letters = suited(words, capitals, PAPER, (0, 0, 0)).convert("L")
        image.paste(ink, (left, middle - letters.height // 2), letters)
    return palette.fit(image)


def is_whole(shown: Highlight, icons: Icons | None) -> bool:
    """Whether the band has room for all words of a highlight with names in place of marks."""
    whole = " ".join(shown.title.split()), " ".join(shown.line.split())
    return _written(shown, _left(shown, icons)) == whole


def medal(drawn: Picture, wide: int = 106) -> Picture:
    """A small drawing (RGBA) on a light disc with a golden rim (RGBA), `wide` px across."""
    image = _disc(wide).copy()
    corner = (wide - drawn.width) // 2, (wide - drawn.height) // 2
    image.paste(drawn, corner, drawn)
    return image


def row(pictures: Sequence[Picture]) -> Picture:
    """Pictures (RGBA) next to each other as one."""
    wide = sum(one.width for one in pictures) + _GAP * (len(pictures) - 1)
    high, left = max(one.height for one in pictures), 0
    image = pictures[0].crop((0, 0, wide, high))
    image.paste((0, 0, 0, 0), (0, 0, wide, high))
    for one in pictures:
        image.paste(one, (left, (high - one.height) // 2), one)
        left += one.width + _GAP
    return image


def _written(shown: Highlight, left: int) -> tuple[str, str]:
    """As much of the two lines as fits from there on."""
    room = WIDTH - left - _RIGHT
    return shortened_suited(shown.title, _BIG, room), shortened_suited(shown.line, _SMALL, room)


def _left(shown: Highlight, icons: Icons | None) -> int:
    """Where the words begin."""
    return _LEFT + (icons(shown.icon).width + _BESIDE if icons is not None and shown.icon else 0)


@cached
def _light(ground: Colour) -> Picture:
    easel = Easel((WIDTH, HIGH), ground)
    for ray in rays((_LEFT + 53, HIGH / 2), WIDTH * 1.1, 0.5, count=26):
        easel.polygon(ray, mix(ground, PAPER, _BRIGHT))
    for top in (0, HIGH - _RIM):
        easel.plate((0, top, WIDTH, top + _RIM), 0, ACCENT)
    return easel.finish()


@cached
def _disc(wide: int) -> Picture:
    size, radius = (wide, wide), wide / 2
    easel, outline = Easel(size, ACCENT), Easel(size, (0, 0, 0))
    easel.disc((radius, radius), radius - 5, NIGHT)
    easel.disc((radius, radius), radius - 7, CREAM)
    outline.disc((radius, radius), radius, PAPER)
    image = easel.finish()
    image.putalpha(outline.finish().convert("L"))
    return image
