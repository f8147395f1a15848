"""Words in pictures: squeezed where they are a little too wide, and parted into lines."""

from functools import lru_cache

from games.kit.brush.lettering import mask, width
from games.kit.brush.palette import Colour, Picture

LEAST = 33
"""The least height of capitals that are to be read, in px: 11 px where a phone shows 400."""


def write(
    image: Picture,
    text: str,
    middle: tuple[float, float],
    ink: Colour,
    room: float,
    capitals: float = LEAST,
) -> None:
    """Write on a picture (RGB), as wide as there is room and no higher; `middle` is that of the capitals."""
    letters = mask(text, capitals)
    if letters.width > room:
        letters = letters.resize((int(room), letters.height))
    corner = round(middle[0] - letters.width / 2), round(middle[1] - letters.height / 2)
    image.paste(ink, corner, letters)


@lru_cache(256)
def parted(text: str, room: float, capitals: float = LEAST) -> tuple[str, ...]:
    """The text in as few lines as fit in `room`, parted at spaces."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, capitals) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
