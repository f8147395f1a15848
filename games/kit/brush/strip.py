"""The strip above every picture: the seats and their points at the left, what is awaited at the right."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.core import Seat
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import label, width, write
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, RADIUS, TEXT, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture

HEIGHT = 104
MARK = 84
"""So large that the letter of a seat is as high as other text."""
POINTS = 42
"""The height of capitals and figures of the points."""
_GAP = 9
_BETWEEN = 26


class Standing(NamedTuple):
    """A seat and what is said of it, such as `Red 48`.

    `token` is a tile (P) of what it plays with, and `left`, behind the words, one of what it has left.
    """

    seat: Seat
    words: str
    token: Picture | None = None
    left: Picture | None = None


class Notice(NamedTuple):
    """What is awaited, or how it ended; `crown` when there is a winner."""

    words: str
    ink: Colour = NIGHT
    plate: Colour = ACCENT
    crown: bool = False


def edges(ground: Colour, notices: Iterable[Notice]) -> list[tuple[Colour, Colour]]:
    """The pairs of colours that a palette must hold for the strip's text and plates to be clean."""
    pairs = [(PAPER, ground)]
    for notice in notices:
        pairs += [(notice.ink, notice.plate), (notice.plate, ground)]
    return list(dict.fromkeys(pairs))


def marks(ground: Colour, seats: int) -> list[Picture]:
    """The seat marks of the strip, from which a palette can take its colours."""
    return [seat_mark(Seat(seat), MARK, ground) for seat in range(seats)]


def strip(
    sheet: Picture, palette: Palette, ground: Colour, standings: Sequence[Standing], notice: Notice
) -> None:
    """Draw the strip on a sheet (P) of the palette whose top HEIGHT rows are of the colour `ground`."""
    left, middle = MARGIN, HEIGHT // 2
    for standing in standings:
        words = label(palette, standing.words, POINTS, PAPER, ground)
        for tile in (_mark(palette, standing.seat, ground), standing.token, words, standing.left):
            if tile is not None:
                sheet.paste(tile, (left, middle - tile.height // 2))
                left += tile.width + _GAP
        left += _BETWEEN - _GAP
    plate = _plate(palette, notice, ground)
    sheet.paste(plate, (sheet.width - MARGIN - plate.width, middle - plate.height // 2))


@kept
def _mark(palette: Palette, seat: Seat, ground: Colour) -> Picture:
    return palette.fit(seat_mark(seat, MARK, ground))


@kept
def _plate(palette: Palette, notice: Notice, ground: Colour) -> Picture:
    crown = 54 if notice.crown else 0
    wide, high = width(notice.words, TEXT) + 44 + crown, 76
    easel = Easel((wide, high), ground)
    easel.plate((0, 0, wide, high), RADIUS * 2, notice.plate)
    if notice.crown:
        _crown(easel, 20, high / 2, notice.ink)
    image = easel.finish()
    write(image, notice.words, (22 + crown, high / 2), TEXT, notice.ink, "left")
    return palette.fit(image)


def _crown(easel: Easel, left: float, middle: float, ink: Colour) -> None:
    """Five points and a band, 46 px wide."""
    peaks = ((0, -12), (11, 3), (23, -18), (35, 3), (46, -12), (41, 12), (5, 12))
    easel.polygon([(left + x, middle + y) for x, y in peaks], ink)
    easel.plate((left + 5, middle + 14, left + 41, middle + 19), 1.5, ink)
