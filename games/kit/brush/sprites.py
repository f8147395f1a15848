"""Sprites: drawings stored as SVG files, here or in a game's folder, so that anybody can change them."""

from importlib.resources import files
from io import BytesIO

import resvg_py
from PIL import Image

from games.kit.brush.cached import cached
from games.kit.brush.palette import Colour, Picture
from games.kit.cache import SizedCache


@cached
def sprite(package: str, name: str, size: tuple[int, int]) -> Picture:
    """The drawing `art/<name>.svg` of a package such as `games.foozle` (RGBA); cached, don't change it."""
    return svg(files(package).joinpath(f"art/{name}.svg").read_text("utf-8"), size)


def drawn(package: str, name: str) -> str:
    """The markup inside the root element of a package's `art/<name>.svg`, to use in other drawings."""
    whole = files(package).joinpath(f"art/{name}.svg").read_text("utf-8")
    return whole.partition(">")[2].rpartition("</svg>")[0].strip()


def svg(markup: str, size: tuple[int, int]) -> Picture:
    """An SVG document as an image (RGBA) of this size in px, without its text: `lettering` draws that.

    Raises ValueError if it can't be read.
    """
    file = _FILES.get((markup, size))
    if file is None:
        width, height = size
        file = resvg_py.svg_to_bytes(svg_string=markup, width=width, height=height, skip_system_fonts=True)
        _FILES.put((markup, size), file)
    return Image.open(BytesIO(file)).convert("RGBA")


_FILES: SizedCache[bytes] = SizedCache(8_000_000, len)
"""Rendered drawings as files: opening one is a tenth of the work, and it takes a thirtieth of the memory."""


def on(ground: Colour, drawn: Picture) -> Picture:
    """A sprite (RGBA) on a flat ground (RGB)."""
    image = Image.new("RGB", drawn.size, ground)
    image.paste(drawn, (0, 0), drawn)
    return image
