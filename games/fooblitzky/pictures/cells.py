"""What the header shows for each player: foobles, or whether they have picked; and their team."""

from collections.abc import Iterator

from games.core import Seat
from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.colours import Hour
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.rules.phases import Choosing, Finished
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.header import Cell, Painted, Piece
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.palette import Colour, Picture

TEAMS = ("bone", "ball")
"""The signs of the two teams: seats a and c, and seats b and d."""


def cells(view: View, hour: Hour) -> tuple[Cell, ...]:
    """One cell per seat."""
    return tuple(_cell(view, hour, Seat(seat)) for seat in range(len(view.people)))


def _cell(view: View, hour: Hour, seat: Seat) -> Cell:
    match view.phase:
        case Choosing():
            ready = "ready" if view.ready[seat] else "picking"
            return Cell(seat, more=(ready, *_team(view, hour, seat)))
        case Finished(places=places):
            return Cell(seat, _purse(view, hour, seat), tuple(_team(view, hour, seat)), won=places[seat] == 1)
    return Cell(seat, _purse(view, hour, seat), tuple(_team(view, hour, seat)), moves=seat == view.mover)


def _team(view: View, hour: Hour, seat: Seat) -> Iterator[Piece]:
    if view.options.teams and len(view.people) == 4:
        yield Painted(looks.tile, (hour, sign, TEAMS[seat % 2], 42))


def _purse(view: View, hour: Hour, seat: Seat) -> Piece:
    foobles, capitals = view.people[seat].foobles, 56 if len(view.people) == 2 else 38
    return Painted(looks.tile, (hour, purse, str(foobles).replace("-", "−"), capitals))


def purse(text: str, capitals: int, ground: Colour) -> Picture:
    """A fooble and how many there are (RGB)."""
    side = round(capitals * 1.15)
    image = Easel((side + 8 + width(text, capitals), round(capitals * 1.5)), ground).finish()
    coin, middle = drawn("marks/coin", side), image.height / 2
    image.paste(coin, (0, round(middle - side / 2)), coin)
    write(image, text, (side + 8, middle), capitals, NIGHT if ground == CREAM else CREAM, "left")
    return image


def sign(name: str, side: int, ground: Colour) -> Picture:
    """A mark (RGB)."""
    image = Easel((side, side), ground).finish()
    mark = drawn(f"marks/{name}", side)
    image.paste(mark, (0, 0), mark)
    return image
