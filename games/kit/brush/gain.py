"""What the newest move gained, on a gold capsule that stays at its place until the next move."""

from functools import lru_cache

from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER
from games.kit.brush.palette import Palette, Picture
from games.kit.brush.sheet import Sheet, shape_of

HIGH = 46
"""How high the capsule is, in px."""
_CAPITALS, _ROOM, _RIM = 34, 11, 4


def lay_gain(sheet: Sheet, gained: int, at: tuple[int, int]) -> None:
    """`+26` with its middle at a place of the sheet, moved to the left if it would reach beyond the edge."""
    text = f"{gained:+d}".replace("-", "−")
    wide = _size(text)[0]
    left = min(at[0] - wide // 2, sheet.width - wide)
    sheet.paste(_capsule(sheet.palette, text), (left, at[1] - HIGH // 2), _shape(wide))


def _size(text: str) -> tuple[int, int]:
    return width(text, _CAPITALS) + 2 * _ROOM, HIGH


@cached
def _capsule(palette: Palette, text: str) -> Picture:
    wide, high = _size(text)
    easel = Easel((wide, high), NIGHT)
    easel.plate((_RIM, _RIM, wide - _RIM, high - _RIM), 12, ACCENT)
    image = easel.finish()
    write(image, text, (wide / 2, high / 2), _CAPITALS, NIGHT)
    return palette.fit(image)


@lru_cache(16)
def _shape(wide: int) -> Picture:
    easel = Easel((wide, HIGH), (0, 0, 0))
    easel.plate((0, 0, wide, HIGH), 16, PAPER)
    return shape_of(easel.finish())
