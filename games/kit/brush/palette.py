"""256 colours for a game's pictures; the colours that mean something are exact."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import chain
from threading import Lock
from typing import TypeAlias

from PIL import Image

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
Picture: TypeAlias = Image.Image
"""The name games use for an image, so that only this kit imports Pillow."""

_STEPS = 7
_NEAR = 24


def colour(code: str) -> Colour:
    """The colour that `#D55E00` names."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with `share` (0 to 1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Palette:
    """At most `most` colours: the accents, the steps between the `edges`, and what the artwork needs.

    `edges` are the inks and the grounds they stand on: soft edges of letters need the colours between.
    The same arguments give the same palette on every machine.
    """

    def __init__(
        self,
        accents: Iterable[Colour],
        edges: Iterable[tuple[Colour, Colour]] = (),
        artwork: Sequence[Picture] = (),
        most: int = 256,
    ) -> None:
        self.accents = tuple(dict.fromkeys(accents))
        self._numbers = {accent: number for number, accent in enumerate(self.accents)}
        between = (mix(ink, ground, step / _STEPS) for ink, ground in edges for step in range(_STEPS + 1))
        self.colours = tuple(_apart(self.accents, between, _fitted(artwork), most))
        self.flat = bytes(chain.from_iterable(self.colours))
        """All colours as one run of red, green and blue, as Pillow takes them."""
        self._one_at_a_time = Lock()
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.flat)

    def index(self, accent: Colour) -> int:
        """The number of an accent. Raises ValueError for other colours."""
        number = self._numbers.get(accent)
        if number is None:
            raise ValueError(f"{accent} is not in {self.accents}")
        return number

    def fit(self, image: Picture) -> Picture:
        """The image (RGB) in these colours (P), each pixel in the nearest, without dithering."""
        # While converting, Pillow stores its search for the nearest colour in the palette.
        with self._one_at_a_time:
            return image.quantize(palette=self._image, dither=Image.Dither.NONE)

    def numbered(self, size: tuple[int, int], numbers: bytes) -> Picture:
        """A new image (P) from the numbers of its pixels' colours, row by row."""
        image = Image.frombytes("P", size, numbers)
        image.putpalette(self.flat)
        return image

    def sheet(self, size: tuple[int, int], accent: Colour) -> Picture:
        """A new image (P) of one accent."""
        image = Image.new("P", size, self.index(accent))
        image.putpalette(self.flat)
        return image


def _apart(
    accents: Sequence[Colour], between: Iterable[Colour], fitted: Iterable[Colour], most: int
) -> list[Colour]:
    """The accents, what lies between them, and as many fitted colours as there is room for."""
    found = list(dict.fromkeys([*accents, *(shade for shade in between if not _steals(shade, accents))]))
    if len(found) > most:
        raise ValueError(f"{len(found)} accents and edges do not fit in {most} colours.")
    for shade in fitted:
        crowded = any(_distance(shade, other) < _NEAR for other in found)
        if len(found) < most and not crowded and not _steals(shade, accents):
            found.append(shade)
    return found


def _steals(shade: Colour, accents: Iterable[Colour]) -> bool:
    """Whether Pillow would take `shade` for an accent: it looks from the corner of a box of four levels."""
    for accent in accents:
        red, green, blue = (part & ~3 for part in accent)
        if shade != accent and _distance(shade, (red, green, blue)) <= _distance(accent, (red, green, blue)):
            return True
    return False


def _distance(one: Colour, other: Colour) -> int:
    # Written out for speed: a palette compares colours several hundred thousand times.
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return red * red + green * green + blue * blue


def _fitted(artwork: Sequence[Picture]) -> Iterable[Colour]:
    """The colours of the artwork, most used first."""
    if not artwork:
        return []
    sheet = Image.new("RGB", (max(image.width for image in artwork), sum(image.height for image in artwork)))
    top = 0
    for image in artwork:
        sheet.paste(image, (0, top))
        top += image.height
    fitted = sheet.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = fitted.getpalette() or []
    colours = [(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)]
    often = fitted.histogram()
    return [shade for count, shade in sorted(zip(often, colours, strict=False), reverse=True) if count]


def opened(file: bytes) -> Picture:
    """The picture in this file (RGB)."""
    return Image.open(BytesIO(file)).convert("RGB")


def common_colours(picture: Picture, most: int) -> list[tuple[int, Colour]]:
    """How often each of a picture's colours is in it, once they are reduced to so many at most."""
    few = picture.quantize(most, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = few.getpalette() or []
    counted: list[tuple[int, Colour]] = []
    for count, number in few.getcolors() or []:
        assert isinstance(number, int)
        counted.append((count, (flat[3 * number], flat[3 * number + 1], flat[3 * number + 2])))
    return counted
