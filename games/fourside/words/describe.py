"""The table in words, for players who don't see the picture: hands, what fits where, what squares need.

For the board, it only lists the empty squares next to tiles, with the values they need. No move depends on
anything else, so nothing has to be cut, however full the board is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.core import Seat, mark
from games.fourside.rules.fitting import open_places, score, wanted
from games.fourside.rules.notation import spelled
from games.fourside.rules.position import (
    ALL_SQUARES,
    GRID,
    SEATS,
    BoardOwed,
    Finished,
    Place,
    Playing,
    TilesOwed,
)
from games.fourside.rules.view import View
from games.fourside.words.prompts import first_ones
from games.fourside.words.telling import points, signed, suggested
from games.kit.grid import Square, column_name
from games.kit.prose import LONGEST, counted, longest


def describe(view: View) -> str:
    """Whose turn it is, points, hints and hands, and the squares next to tiles, row by row.

    At most 1,000 characters with names of 32 in place of the marks; each seat is named at most twice. The
    tile that a square's button places, and what it scores if the table shows points, follow from the rest and
    are only told if there's room.
    """
    if isinstance(view.position, BoardOwed):
        return _phase(view)
    told = [_phase(view), *_players(view), *_hint(view), *_areas(view)]
    for fit in (_tile_and_points, _tile):
        if longest(text := " ".join([*told, *_open(view, fit)])) <= LONGEST:
            return text
    return " ".join([*told, *_open(view, _nothing)])


def _phase(view: View) -> str:
    if view.stopped:
        return "The game ended early."
    match view.position:
        case BoardOwed():
            grid = view.board.grid
            columns = f"{grid.width} columns (A to {column_name(grid.width - 1)})"
            return f"The board, {columns} by {grid.height} rows, is still empty."
        case TilesOwed(mover=mover):
            return f"New tiles are being drawn. {mark(mover)} is next."
        case Playing(mover=mover, again=True):
            return f"It's {mark(mover)}'s turn again: the other player had no tile that fits."
        case Playing(mover=mover):
            return f"It's {mark(mover)}'s turn to place a tile."
        case Finished(table=table):
            first, second = table.scores
            if first == second:
                return "The game is over. Both players win."
            return f"The game is over. {mark(SEATS[first < second])} wins."


def _players(view: View) -> Iterator[str]:
    table = view.table
    for seat in SEATS:
        tiles = ", ".join(spelled(tile) for tile in table.hands[seat] if tile) or "none"
        hints = f", {counted(table.hints[seat], 'hint')}" if table.allowed else ""
        had = f"{points(table.scores[seat])}{hints}"
        yield f"{mark(seat)} has {had}, {_placed(view, seat)} and these in hand: {tiles}."
    yield "Values are clockwise from the top."


def _placed(view: View, seat: Seat) -> str:
    """How many tiles a player has placed, and after the end which of them scored most."""
    count = counted(sum(placed.seat == seat for placed in view.table.laid), "tile")
    best = view.table.best(seat)
    if best is None or not view.finished:
        return f"{count} on the board"
    return f"{count} on the board, the best on {best.square} for {signed(best.points)},"


def _hint(view: View) -> Iterator[str]:
    if hint := view.hint:
        yield f"Your hint: {suggested(hint, score(view.board, hint.square))}."


def _areas(view: View) -> Iterator[str]:
    """The BONUS and MINUS squares that are still empty."""
    free = GRID.mask(square for at, square in enumerate(ALL_SQUARES) if view.board.tiles[at] is None)
    for name, mask in (("BONUS", view.board.bonus), ("MINUS", view.board.minus)):
        yield f"{name}: {', '.join(map(str, GRID.squares(mask & free))) or 'none'}."


def _open(view: View, fit: Callable[[View, Place], str]) -> Iterator[str]:
    """What every empty square next to a tile needs, and where a tile of the hand fits, which `fit` tells."""
    tiles, size = view.board.tiles, view.board.size
    yield f"Squares taken: {size - tiles.count(None)} of {size}."
    found = open_places(tiles)
    if found and not view.stopped and not isinstance(view.position, Finished):
        squares = {ALL_SQUARES[at]: spelled(wanted(tiles, at)) for at in found}
        fitting = {square: fit(view, place) for square, place in first_ones(view.placements).items()}
        yield f"What free squares need (0 means any): {_asked(squares, fitting)}."


def _nothing(_: View, __: Place) -> str:
    return ""


def _tile(_: View, place: Place) -> str:
    return f" tile {place.number}"


def _tile_and_points(view: View, place: Place) -> str:
    points = f" for {signed(score(view.board, place.square).points)}" if view.table.shows_points else ""
    return _tile(view, place) + points


def _asked(squares: Mapping[Square, str], fitting: Mapping[Square, str]) -> str:
    if not fitting:
        return _listed(squares, squares)
    others = [square for square in squares if square not in fitting]
    told = {square: need + fitting.get(square, "") for square, need in squares.items()}
    first = _listed(told, filter(fitting.__contains__, squares))
    return f"a tile fits on {first}" + (f"; none fits on {_listed(squares, others)}" if others else "")


def _listed(squares: Mapping[Square, str], some: Iterable[Square]) -> str:
    return ", ".join(f"{square} {squares[square]}" for square in some)
