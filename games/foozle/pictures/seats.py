"""What the header shows for each seat: its tokens, full or hollow, how many it has, and its cards."""

from games.core import Seat
from games.foozle.pictures.artwork import back, rect
from games.foozle.pictures.canvas import CAPITALS, palette
from games.foozle.pictures.court import BACK, PLUM, code, document
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tokens import WHITE, gem
from games.foozle.rules.cards import COLOURS
from games.foozle.rules.position import Finished
from games.foozle.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.header import Cell, Painted, Piece
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sprites import on, svg

WITH_TRAY = (3, 4)
"""With this many players a cell has no room for tokens, so they're below it, on the board."""
TRAY = 66
"""The height of the row of those tokens, in px."""
_ONE_ROW = 4
_ROOM, _TRAY_WIDE = 209, 225
"""The room for tokens and their number in a cell with five or six players, and all of their row, in px."""


def cells(view: View) -> list[Cell]:
    """The header's cells."""
    return [_cell(view, Seat(seat)) for seat in range(view.table.seats)]


def _cell(view: View, seat: Seat) -> Cell:
    """Cards stand next to the name; with four players or more there's no room, so they stand below it."""
    seats = view.table.seats
    is_one_row = seats <= _ONE_ROW
    cards = Painted(cards_left if is_one_row else cards_on_back, (seats, view.held[seat]))
    tokens_row = tokens_of(view, seat, _size(view))
    more: dict[int, tuple[Piece, ...]] = {2: (tokens_row,), 3: (), 4: (cards,)}
    return Cell(
        seat,
        str(view.table.tokens[seat]) if is_one_row else "",
        more.get(seats, (tokens_row, cards)),
        moves=seat == view.mover,
        won=view.phase is Finished and seat == view.table.winner,
        side=cards if seats < _ONE_ROW else "",
    )


def _size(view: View) -> int:
    """The size of tokens in cells, the same in all of them, so that they fit."""
    if view.table.seats == 2:
        return 40
    whites = max(view.table.whites)
    return (_ROOM - width(str(whites), CAPITALS)) // (len(COLOURS) + 1) if whites else _ROOM // len(COLOURS)


def tokens(view: View, seat: int, ground: Colour, size: int) -> Picture:
    """The tokens of a seat in a row (P), each `size` px, the white ones with their number."""
    return tokens_of(view, seat, size).on(ground)


def tokens_of(view: View, seat: int, size: int) -> Painted:
    """The tokens of a seat, to paint on any ground."""
    table = view.table
    return Painted(_tokens, (table.seats, table.colours[seat], table.whites[seat], size))


@cached
def _tokens(seats: int, colours: int, whites: int, size: int, ground: Colour) -> Picture:
    high, wide = size + (8 if seats <= _ONE_ROW else 2), 8 + size * len(COLOURS)
    shapes = [
        placed(
            gem(number, has=bool(colours >> number & 1)),
            4 + size * (number + 0.5),
            high / 2,
            (size - 3) / 100,
        )
        for number in range(len(COLOURS))
    ]
    if whites:
        shapes.append(placed(gem(WHITE), wide + size / 2, high / 2, (size - 1) / 100))
        wide += size + 4 + width(str(whites), CAPITALS)
    box = wide + 6 if seats <= _ONE_ROW else _TRAY_WIDE, high
    tray = PLUM if ground == CREAM else ground
    plate = f'<rect width="{box[0]}" height="{high}" rx="8" fill="{code(tray)}"/>'
    image = on(ground, svg(document(box, plate, *shapes), box))
    if whites:
        write(image, str(whites), (wide + 1, high / 2), CAPITALS, CREAM, "right")
    return palette(seats).fit(image)


@cached
def cards_left(seats: int, held: int, ground: Colour) -> Picture:
    """How many cards a seat holds, after a card's back (P)."""
    ink, size = NIGHT if ground == CREAM else CREAM, (34 + width(str(held), CAPITALS), 46)
    image = on(ground, svg(document(size, placed(back(), 0, 2, 0.33)), size))
    write(image, str(held), (size[0], 23), CAPITALS, ink, "right")
    return palette(seats).fit(image)


@cached
def cards_on_back(seats: int, held: int, ground: Colour) -> Picture:
    """How many cards a seat holds, on a card's back (P)."""
    size = (47, 46)
    stroke = f'stroke="{code(CREAM)}" stroke-width="3"'
    image = on(ground, svg(document(size, rect(2, 2, 43, 42, 8, code(BACK), stroke)), size))
    write(image, str(held), (size[0] / 2, 23), CAPITALS, CREAM)
    return palette(seats).fit(image)
