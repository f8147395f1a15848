"""Shapes with soft edges: drawn four times as large as they are shown, in px of the finished picture."""

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from games.kit.brush.palette import Colour

Ink: TypeAlias = Colour | tuple[int, int, int, int]
"""A colour, or one with an opacity of 0 to 255 behind it."""
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]

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

    def line(self, points: Sequence[Point], ink: Ink, thick: float) -> None:
        """A line through these points, with round ends and corners."""
        self._in(ink).line(
            [(x * FINE, y * FINE) for x, y in points], fill=ink, width=round(thick * FINE), joint="curve"
        )
        for end in (points[0], points[-1]):
            self.disc(end, thick / 2, ink)


def _around(centre: Point, radius: float) -> Box:
    x, y = centre
    return _inside((x - radius, y - radius, x + radius, y + radius))


def _inside(box: Box) -> Box:
    """The box in fine px; Pillow includes the last row and column, so they're one less."""
    left, top, right, bottom = box
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1
