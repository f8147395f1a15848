"""Pictures one after the other as a GIF: what didn't change since the picture before costs nothing."""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from games.kit.brush.palette import Picture

HALF = 2
"""How many times smaller an animation is than its pictures. Discord shows both about 550 px wide."""

COLOURS = 160
"""Of the 256 colours of a GIF. Fewer make it smaller, but more make faces look like themselves."""

_TRANSPARENT = 255
_SAMPLES = 6
"""From how many pictures the colours are taken."""


def animation(pictures: Sequence[bytes], hundredths: Sequence[int], foot: int = 0) -> bytes:
    """A GIF that shows these PNGs of one width in turn, each for so many hundredths of a second, forever.

    It's as high as most of them. The last `foot` px of the others are at the foot too: a lower picture has
    room above them, and what's above them in a higher one is smaller.
    """
    high = usual_height(pictures) // HALF
    whole = [_fitted(_shrunk(png), high, foot // HALF) for png in pictures]
    palette = _palette(whole)
    fitted = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in whole]
    parts = [_head((whole[0].width, high), palette)]
    before: Picture | None = None
    for shown, time in zip(fitted, hundredths, strict=True):
        changed, corner = (shown, (0, 0)) if before is None else _change(before, shown)
        parts += GifImagePlugin.getdata(
            changed, corner, duration=10 * time, disposal=1, transparency=_TRANSPARENT
        )
        before = shown
    return b"".join([*parts, b";"])


def usual_height(pictures: Sequence[bytes]) -> int:
    """How high most of these PNGs are, in px, and of several such heights the largest."""
    counts = Counter(int.from_bytes(png[20:24], "big") for png in pictures)
    return max(counts, key=lambda high: (counts[high], high))


def _shrunk(png: bytes) -> Picture:
    with Image.open(BytesIO(png)) as opened:
        return opened.convert("RGB").reduce(HALF)


def _fitted(drawn: Picture, high: int, foot: int) -> Picture:
    """The picture, as high as the others, with a flat ground around what's above its foot."""
    if drawn.height == high:
        return drawn
    ground = drawn.getpixel((2, drawn.height - 2))
    assert isinstance(ground, tuple)
    wide, cut, room = drawn.width, drawn.height - foot, high - foot
    above = drawn.crop((0, 0, wide, cut))
    if cut > room:
        above = above.resize((wide * room // cut, room), Image.Resampling.LANCZOS)
    image = Image.new("RGB", (wide, high), ground)
    image.paste(above, ((wide - above.width) // 2, 0))
    image.paste(drawn.crop((0, cut, wide, drawn.height)), (0, high - foot))
    return image


def _palette(pictures: Sequence[Picture]) -> Picture:
    """The colours (P) that suit some of the pictures, spread over all of them, and the last one."""
    count = min(_SAMPLES, len(pictures))
    some = [pictures[at * (len(pictures) - 1) // max(count - 1, 1)] for at in range(count)]
    sample = Image.new("RGB", (some[0].width, sum(one.height for one in some)))
    top = 0
    for one in some:
        sample.paste(one, (0, top))
        top += one.height
    return sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _change(before: Picture, after: Picture) -> tuple[Picture, tuple[int, int]]:
    """The part of a picture (P) that differs from the one before, transparent where it doesn't; where."""
    one, other = (Image.frombytes("L", shown.size, shown.tobytes()) for shown in (before, after))
    difference = ImageChops.difference(one, other)
    left, top, right, bottom = difference.getbbox() or (0, 0, 1, 1)
    same = difference.point(lambda level: 0 if level else 255)
    changed = after.copy()
    changed.paste(_TRANSPARENT, (0, 0), same)
    return changed.crop((left, top, right, bottom)), (left, top)


def _head(size: tuple[int, int], palette: Picture) -> bytes:
    """The start of the file: its size, its colours, and that it's repeated."""
    colours = bytes(palette.getpalette() or ())[: 3 * 256]
    wide, high = (side.to_bytes(2, "little") for side in size)
    repeated = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"".join([b"GIF89a", wide, high, b"\xf7\x00\x00", colours.ljust(3 * 256, b"\0"), repeated])
