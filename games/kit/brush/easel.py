"""Shapes with soft edges: drawn four times as large as they are shown, in px of the finished picture."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from games.kit.brush.palette import Colour

Ink: TypeAlias = Colour | tuple[int, int, int, int]
"""A colour, or one with an opacity of 0 to 255 behind it."""
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
Cut: TypeAlias = Callable[[ImageDraw.ImageDraw, Box], None]

_OPAQUE = 3
"""How many parts an ink without opacity has."""

FINE = 4
"""How many times larger a sprite is drawn."""


class Easel:
    """A small opaque image on `ground`; all measures in px of the finished one."""

    def __init__(self, size: tuple[int, int], ground: Colour | Image.Image) -> None:
        """Start on a colour, or on what another easel of this size has `begun`."""
        fine = size[0] * FINE, size[1] * FINE
        self._image = ground.copy() if isinstance(ground, Image.Image) else Image.new("RGB", fine, ground)
        self._opaque = ImageDraw.Draw(self._image)
        self._blending = ImageDraw.Draw(self._image, "RGBA")

    def begun(self) -> Image.Image:
        """What has been drawn so far, to start other easels with."""
        return self._image

    def finish(self) -> Image.Image:
        """The image (RGB) at its own size."""
        return self._image.reduce(FINE)

    def _in(self, ink: Ink) -> ImageDraw.ImageDraw:
        """The right tool for this ink: blending an opaque one looks the same but takes much longer."""
        return self._opaque if len(ink) == _OPAQUE else self._blending

    def plate(self, box: Box, radius: float, ink: Ink) -> None:
        """A rectangle with rounded corners."""
        self._in(ink).rounded_rectangle(_inside(box), radius * FINE, fill=ink)

    def frame(self, box: Box, radius: float, ink: Ink, thick: float) -> None:
        """The rim of a rectangle with rounded corners, `thick` px inwards."""
        self._in(ink).rounded_rectangle(_inside(box), radius * FINE, outline=ink, width=round(thick * FINE))

    def disc(self, centre: Point, radius: float, ink: Ink) -> None:
        """A full circle."""
        self._in(ink).ellipse(_around(centre, radius), fill=ink)

    def ring(self, centre: Point, radius: float, ink: Ink, thick: float) -> None:
        """The rim of a circle, `thick` px inwards."""
        self._in(ink).ellipse(_around(centre, radius), outline=ink, width=round(thick * FINE))

    def arc(self, centre: Point, radius: float, degrees: Point, ink: Ink, thick: float) -> None:
        """A part of the rim, clockwise from three o'clock."""
        self._in(ink).arc(_around(centre, radius), *degrees, fill=ink, width=round(thick * FINE))

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A full polygon."""
        self._in(ink).polygon([(x * FINE, y * FINE) for x, y in points], fill=ink)

    def lit_disc(self, centre: Point, radius: float, top: Colour, bottom: Colour) -> None:
        """A full circle, `top` above and fading to `bottom` below."""
        self._fade(_around(centre, radius), lambda draw, box: draw.ellipse(box, fill=255), top, bottom)

    def lit_plate(self, box: Box, radius: float, top: Colour, bottom: Colour) -> None:
        """A rectangle with rounded corners, `top` above and fading to `bottom` below."""
        self._fade(
            _inside(box),
            lambda draw, inner: draw.rounded_rectangle(inner, radius * FINE, fill=255),
            top,
            bottom,
        )

    def shadow(self, centre: Point, radius: float, blur: float, darkness: int) -> None:
        """The soft shadow of a circle; `darkness` 0 to 255."""
        box = _around(centre, radius)
        stencil, corner = _stencil(box, lambda draw, at: draw.ellipse(at, fill=darkness), blur * FINE * 3)
        self._image.paste((0, 0, 0), corner, stencil.filter(ImageFilter.GaussianBlur(blur * FINE)))

    def _fade(self, box: Box, cut: Cut, top: Colour, bottom: Colour) -> None:
        stencil, corner = _stencil(box, cut)
        above, below = (Image.new("RGB", stencil.size, ink) for ink in (top, bottom))
        shaded = Image.composite(below, above, Image.linear_gradient("L").resize(stencil.size))
        self._image.paste(shaded, corner, stencil)


def _stencil(box: Box, cut: Cut, room: float = 0) -> tuple[Image.Image, tuple[int, int]]:
    """A mask of what `cut` draws in the box, with some room around it, and where to put its corner."""
    left, top, right, bottom = box
    x, y = floor(left - room), floor(top - room)
    stencil = Image.new("L", (ceil(right + room) - x + 1, ceil(bottom + room) - y + 1))
    cut(ImageDraw.Draw(stencil), (left - x, top - y, right - x, bottom - y))
    return stencil, (x, y)


def _around(centre: Point, radius: float) -> Box:
    x, y = centre
    return _inside((x - radius, y - radius, x + radius, y + radius))


def _inside(box: Box) -> Box:
    """The box in fine px; Pillow includes the last row and column, so they're one less."""
    left, top, right, bottom = box
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1
