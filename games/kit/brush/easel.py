"""Shapes with soft edges: drawn four times as large as they are shown, in px of the finished picture."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from games.kit.brush.palette import Colour

Ink: TypeAlias = Colour | tuple[int, int, int, int]
"""A colour, or one with an opacity of 0 to 255 behind it."""
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]

FINE = 4
"""How many times larger a sprite is drawn."""


class Easel:
    """A small opaque image on `ground`; all measures in px of the finished one."""

    def __init__(self, size: tuple[int, int], ground: Colour) -> None:
        self._image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), ground)
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def finish(self) -> Image.Image:
        """The image (RGB) at its own size."""
        return self._image.reduce(FINE)

    def plate(self, box: Box, radius: float, ink: Ink) -> None:
        """A rectangle with round corners."""
        self._draw.rounded_rectangle(_inside(box), radius * FINE, fill=ink)

    def frame(self, box: Box, radius: float, ink: Ink, thick: float) -> None:
        """The rim of such a rectangle, `thick` px inwards."""
        self._draw.rounded_rectangle(_inside(box), radius * FINE, outline=ink, width=round(thick * FINE))

    def disc(self, centre: Point, radius: float, ink: Ink) -> None:
        """A full circle."""
        self._draw.ellipse(_around(centre, radius), fill=ink)

    def ring(self, centre: Point, radius: float, ink: Ink, thick: float) -> None:
        """The rim of a circle, `thick` px inwards."""
        self._draw.ellipse(_around(centre, radius), outline=ink, width=round(thick * FINE))

    def arc(self, centre: Point, radius: float, degrees: Point, ink: Ink, thick: float) -> None:
        """A part of the rim, clockwise from three o'clock."""
        self._draw.arc(_around(centre, radius), *degrees, fill=ink, width=round(thick * FINE))

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A full polygon."""
        self._draw.polygon([(x * FINE, y * FINE) for x, y in points], fill=ink)

    def lit_disc(self, centre: Point, radius: float, top: Colour, bottom: Colour) -> None:
        """A full circle, `top` above and fading to `bottom` below."""
        box = _around(centre, radius)
        self._fade(box, top, bottom, self._stencil(lambda draw: draw.ellipse(box, fill=255)))

    def lit_plate(self, box: Box, radius: float, top: Colour, bottom: Colour) -> None:
        """A rectangle with round corners, `top` above and fading to `bottom` below."""
        inner = _inside(box)
        stencil = self._stencil(lambda draw: draw.rounded_rectangle(inner, radius * FINE, fill=255))
        self._fade(inner, top, bottom, stencil)

    def shadow(self, centre: Point, radius: float, blur: float, darkness: int) -> None:
        """The soft shadow of a circle; `darkness` 0 to 255."""
        stencil = self._stencil(lambda draw: draw.ellipse(_around(centre, radius), fill=darkness))
        self._image.paste((0, 0, 0), (0, 0), stencil.filter(ImageFilter.GaussianBlur(blur * FINE)))

    def _stencil(self, cut: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
        stencil = Image.new("L", self._image.size)
        cut(ImageDraw.Draw(stencil))
        return stencil

    def _fade(self, box: Box, top: Colour, bottom: Colour, stencil: Image.Image) -> None:
        first, last = round(box[1]), round(box[3]) + 1
        fade = Image.new("L", self._image.size)
        fade.paste(Image.linear_gradient("L").resize((self._image.width, last - first)), (0, first))
        above = Image.new("RGB", self._image.size, top)
        shaded = Image.composite(Image.new("RGB", self._image.size, bottom), above, fade)
        self._image.paste(shaded, (0, 0), stencil)


def _around(centre: Point, radius: float) -> Box:
    x, y = centre
    return _inside((x - radius, y - radius, x + radius, y + radius))


def _inside(box: Box) -> Box:
    """The box in fine px, whose last row and column Pillow draws too."""
    left, top, right, bottom = box
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1
