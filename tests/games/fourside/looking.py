"""Helpers for the tests of FourSide's pictures."""

from PIL import ImageChops, ImageStat

from games.fourside.pictures.draw import corner, draw
from games.fourside.pictures.squares import PITCH
from games.fourside.rules.view import View
from games.kit.brush.palette import Colour, Picture
from games.kit.grid import Square
from tests.games.pictures import on_a_phone


def board(view: View, answers: tuple[str, ...] = ()) -> Picture:
    """The picture (RGB) without header and caption."""
    return draw(view, answers).board.copy().finish().convert("RGB")


def square(image: Picture, at: Square, reach: int = 0) -> Picture:
    left, top = (edge - reach for edge in corner(at))
    return image.crop((left, top, left + PITCH + 2 * reach, top + PITCH + 2 * reach))


def facet(image: Picture, at: Square, side: int) -> Colour:
    """The colour of a tile's side, read where nothing else is: between the figure and the corner."""
    left, top = corner(at)
    across, down = ((-26, -47), (47, -26), (26, 47), (-47, 26))[side]
    middle = PITCH // 2
    pixel = image.getpixel((left + middle + across, top + middle + down))
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return int(red), int(green), int(blue)


def share(image: Picture, ink: Colour) -> float:
    """How much of the picture has this colour."""
    shades = image.getcolors(1 << 16) or []
    near = [count for count, shade in shades if isinstance(shade, tuple) and _near(shade, ink)]
    return sum(near) / (image.width * image.height)


def _near(one: tuple[int, ...], other: Colour) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(one, other, strict=True))


def difference(one: Picture, other: Picture) -> float:
    """The mean difference of two parts in grey at phone size, 0 to 255."""
    grey = [on_a_phone(part.convert("L")) for part in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*grey)).mean[0]
