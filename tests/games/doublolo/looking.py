"""Boards and their parts as pictures, for tests that look at them."""

from functools import cache

from games.doublolo.pictures import closeup, region, whole
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.tiles import Tile, paint
from games.doublolo.rules.parts import Part
from games.doublolo.rules.position import Playing
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import WHOLE, leaves_out
from games.kit.brush.palette import Colour, Picture
from games.kit.grid import Square
from tests.games.doublolo.played import played

CLOSE = closeup.CELL


@cache
def board_of(view: View, answers: tuple[str, ...] = ()) -> Picture:
    """The board alone (RGB)."""
    return draw(view, answers).board.copy().finish().convert("RGB")


def square(view: View, at: Square, margin: int = whole.REACH) -> Picture:
    """A square of the whole board, without the rim that a neighbour's mark can cover."""
    left, top = whole.corner(at)
    right, bottom = left + whole.CELL, top + whole.CELL
    image = board_of(view, (WHOLE,) if leaves_out(view) else ())
    return image.crop((left + margin, top + margin, right - margin, bottom - margin))


def close(view: View, part: Part, at: Square, margin: int = 0) -> Picture:
    """A square of the part close up."""
    left = closeup.LEFT + (at.column - part.corner.column) * CLOSE
    top = region.TOP + (at.row - part.corner.row) * CLOSE
    box = left + margin, top + margin, left + CLOSE - margin, top + CLOSE - margin
    return board_of(view, (part.key,)).crop(box)


def shown(tile: Tile, cell: int = whole.CELL, margin: int = whole.REACH) -> Picture:
    """The same part of a tile on its own."""
    return paint(tile, cell).crop((margin, margin, cell - margin, cell - margin))


def playing(seed: int = 7, moves: int = 64) -> Playing:
    position = played(seed, moves)
    assert isinstance(position, Playing)
    return position


def share(image: Picture, ink: Colour) -> float:
    """How much of an image has exactly this colour."""
    counts = image.getcolors(image.width * image.height) or []
    return sum(count for count, shade in counts if shade == ink) / (image.width * image.height)
