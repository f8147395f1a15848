"""Words in pictures: squeezed if they're a little too wide, and broken into lines."""

from functools import lru_cache

from games.kit.brush.lettering import mask, width
from games.kit.brush.palette import Colour, Picture

LEAST = 33
"""The smallest legible height of capitals, in px: 11 px on a phone that shows the picture 400 px wide."""


def write(
    image: Picture,
    text: str,
    middle: tuple[float, float],
    ink: Colour,
    room: float,
    capitals: float = LEAST,
) -> None:
    """Write on a picture (RGB), squeezed to fit `room`; `middle` is the middle of the capitals."""
    letters = mask(text, capitals)
    if letters.width > room:
        letters = letters.resize((int(room), letters.height))
    corner = round(middle[0] - letters.width / 2), round(middle[1] - letters.height / 2)
    image.paste(ink, corner, letters)


@lru_cache(256)
def parted(text: str, room: float, capitals: float = LEAST) -> tuple[str, ...]:
    """The text broken at spaces into as few lines as fit in `room`."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, capitals) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
