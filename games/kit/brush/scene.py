"""A game's picture in three parts: the players' header, the board, and a caption of what just happened."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from games.core import Seat, name_seats
from games.faces import Face
from games.kit.brush import avatars
from games.kit.brush import header as headers
from games.kit.brush.header import Cell, header, notch, portrait
from games.kit.brush.lettering import shortened
from games.kit.brush.marks import CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture
from games.kit.brush.png import encode
from games.kit.brush.suits import shortened_suited, suited_label

CAPTION = 80
"""How high the caption is, in px."""
_CAPITALS = 35
_NAMES = 300
_LEFT = 28
_FACE = 56


@dataclass(frozen=True)
class Caption:
    """A sentence of about 42 letters, with seats as marks such as `{a}`; `by` is who did it.

    `asks` is for what the viewer is to do: such a caption is light, like the tab of whose turn it is.
    """

    text: str
    by: Seat | None = None
    asks: bool = False


@dataclass(frozen=True)
class Spot:
    """A place on the board for the face of a seat: its middle and how many px it measures across.

    `ground` is the accent of the palette around it.
    """

    seat: Seat
    middle: tuple[int, int]
    size: int
    ground: Colour


def palette_of(
    ground: Colour,
    seats: int,
    accents: Iterable[Colour],
    edges: Iterable[tuple[Colour, Colour]] = (),
    artwork: Sequence[Picture] = (),
    most: int = 256,
) -> Palette:
    """A palette for boards of so many seats, with the header's colours and room for the avatars'.

    It has at most `most` colours: the fewer there are, the smaller the files of busy pictures.
    """
    inks, soft, drawn = headers.colours(ground, seats)
    room = min(most, 256 - avatars.COLOURS * seats)
    return Palette([*inks, *accents], [*soft, *edges], [*drawn, *artwork], room)


@dataclass(frozen=True, eq=False)
class Scene:
    """A board (P, 1180 px wide, of the palette), what the header says of each seat, and the caption.

    The palette comes from `palette_of`, `ground` is the colour of the header and the caption, and `spots`
    are places on the board for faces.
    """

    board: Picture
    palette: Palette
    ground: Colour
    cells: Sequence[Cell]
    caption: Caption | None = None
    spots: Sequence[Spot] = ()

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """See `Drawing.png`."""
        shown = [*faces, *(Face() for _ in range(len(faces), len(self.cells)))]
        top = headers.height(len(self.cells))
        bottom = top + self.board.height
        sheet = self.palette.sheet((WIDTH, bottom + (CAPTION if self.caption else 0)), self.ground)
        sheet.paste(self.board, (0, top))
        for spot in self.spots:
            x, y = spot.middle
            portrait(sheet, self.palette, spot.ground, spot.seat, shown[spot.seat], (x, y + top), spot.size)
        header(sheet, self.palette, self.ground, self.cells, shown)
        notch(sheet, self.palette, self.cells)
        if self.caption is not None:
            self._say(sheet, bottom, self.caption, shown)
        sheet.putpalette(colours_with(self.palette, {cell.seat: shown[cell.seat] for cell in self.cells}))
        return encode(sheet)

    def caption_for(self, faces: Sequence[Face] = ()) -> str:
        """See `Drawing.caption_for`."""
        if self.caption is None:
            return ""
        shown = [*faces, *(Face() for _ in range(len(faces), len(self.cells)))]
        whole, written = _written(self.caption, shown)
        return self.caption.text if written == " ".join(whole.split()) else ""

    def _say(self, sheet: Picture, top: int, caption: Caption, faces: Sequence[Face]) -> None:
        ground, ink = (CREAM, NIGHT) if caption.asks else (self.ground, CREAM)
        sheet.paste(self.palette.index(ground), (0, top, WIDTH, top + CAPTION))
        middle = top + CAPTION // 2
        if caption.by is not None:
            at = _LEFT + _FACE // 2, middle - 2
            portrait(sheet, self.palette, ground, caption.by, faces[caption.by], at, _FACE)
        _, words = _written(caption, faces)
        tile = suited_label(self.palette, words, _CAPITALS, ink, ground)
        sheet.paste(tile, (_left(caption), middle - tile.height // 2))


def _left(caption: Caption) -> int:
    """Where the words of a caption begin, in px: behind the face, if it has one."""
    return _LEFT if caption.by is None else _LEFT + _FACE + 28


def _written(caption: Caption, faces: Sequence[Face]) -> tuple[str, str]:
    """The caption with names, and as much of it as there is room for."""
    text = name_seats(caption.text, lambda seat: _called(seat, faces[seat]))
    return text, shortened_suited(text, _CAPITALS, WIDTH - _LEFT - _left(caption))


def colours_with(palette: Palette, faces: Mapping[int, Face]) -> list[int]:
    """The palette's colours, and behind them those of the avatars, by seat."""
    numbers = list(chain.from_iterable(palette.colours))
    numbers += [0] * (3 * 256 - len(numbers))
    for seat, face in faces.items():
        own = avatars.colours(face)
        first = 3 * avatars.first_colour(Seat(seat))
        numbers[first : first + len(own)] = own
    return numbers


def _called(seat: Seat, face: Face) -> str:
    return shortened(face.name, _CAPITALS, _NAMES) or SEATS[seat].letter
