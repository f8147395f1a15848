"""What is on the streets: the players' dogs, and what a Check Point shows."""

from functools import lru_cache

from games.core import Seat
from games.fooblitzky.pictures import painting
from games.kit.brush.easel import Easel, Ink
from games.kit.brush.kept import kept
from games.kit.brush.marks import NIGHT, PAPER, SEATS, seat_mark
from games.kit.brush.palette import Picture, colour


@kept
def tally(ticks: int, crosses: int) -> Picture:
    """What a Check Point shows (RGB): a sign for every item, the check marks first."""
    side, names = 56, ("yes",) * ticks + ("no",) * crosses
    easel = Easel((side * len(names) + 20, side + 20), NIGHT)
    easel.plate((4, 4, side * len(names) + 16, side + 16), 6, PAPER)
    for at, name in enumerate(names):
        left = 10 + side * at
        painting.symbol(easel, name, (left + 3, 13, left + side - 3, side + 7))
    return easel.finish()


@lru_cache(64)
def dog(seat: Seat, size: int) -> tuple[Picture, Picture]:
    """A player's token and its mask: a dog with the seat's mark; kept, so not to be changed."""
    easel, stencil = Easel((size, size), NIGHT), Easel((size, size), (0, 0, 0))
    _dog(easel, size, True)
    _dog(stencil, size, False)
    image, mark = easel.finish(), round(size * 0.8)
    half, (x, y) = mark * 0.46, ((size - mark) / 2, size * 0.2)
    SEATS[seat].shape(stencil, (size / 2, y + mark / 2), half, PAPER)
    mask = stencil.finish().convert("L")
    # The mark is laid through its own shape, so that the ears show around it.
    shape = Easel((mark, mark), (0, 0, 0))
    SEATS[seat].shape(shape, (mark / 2, mark / 2), half, PAPER)
    image.paste(seat_mark(seat, mark, NIGHT), (round(x), round(y)), shape.finish().convert("L"))
    return image, mask


def _dog(easel: Easel, size: int, coloured: bool) -> None:
    """Two floppy ears, a head between them and two paws."""
    rim: Ink = NIGHT if coloured else PAPER
    fur: Ink = colour("#B9763F") if coloured else PAPER
    inner: Ink = colour("#6B3E1E") if coloured else PAPER
    unit = size / 24
    for grow, ink in ((1.0, rim), (0.0, fur)):
        easel.disc((12 * unit, 7.6 * unit), (6.4 + grow) * unit, ink)
        for paw in (6.4, 17.6):
            easel.disc((paw * unit, 21.4 * unit), (1.8 + grow * 0.8) * unit, ink)
    for side in (-1, 1):
        ear = [
            (12 + side * x, y) for x, y in ((4, 1.4), (8, 0.8), (11.4, 5.6), (10.8, 10.6), (8.4, 11), (6, 6))
        ]
        easel.polygon([(x * unit, y * unit) for x, y in ear], inner)
