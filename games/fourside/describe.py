"""The table in words, for those who do not see the picture: hands, what fits where, what squares ask for.

Of the board only the open squares are told, with what their neighbours ask for: tiles that have none beside
them matter to no move any more, so the text is whole on every board, however full.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from games.core import Seat, mark
from games.fourside.fitting import open_places, score, wanted
from games.fourside.notation import spelled, write
from games.fourside.position import (
    ALL_SQUARES,
    GRID,
    SEATS,
    BoardOwed,
    Finished,
    Playing,
    Table,
    TilesOwed,
)
from games.fourside.view import View
from games.fourside.words import counted, signed
from games.kit.grid import Square


def describe(view: View) -> str:
    """Whose turn it is, points, hints and hands, and the squares that are open, row by row.

    At most 1,000 characters with names of 32 in place of the marks; each seat is named at most twice.
    """
    if isinstance(view.position, BoardOwed):
        return _phase(view)
    return " ".join([_phase(view), *_players(view.table), *_hint(view), *_areas(view), *_open(view)])


def _phase(view: View) -> str:
    if view.stopped:
        return "The game was broken off."
    match view.position:
        case BoardOwed():
            return "The board, 9 columns A to I by 7 rows, is still empty."
        case TilesOwed(mover=mover):
            return f"Tiles are drawn; then it is the turn of {mark(mover)}."
        case Playing(mover=mover, forfeited=forfeited):
            again = " again, for the other had no tile that fits" if forfeited else ""
            return f"{mark(mover)} is to place a tile{again}."
        case Finished(table=table):
            first, second = table.scores
            won = "both have won" if first == second else f"{mark(SEATS[first < second])} has won"
            return f"The game is over: {won}."


def _players(table: Table) -> Iterator[str]:
    for seat in SEATS:
        tiles = ", ".join(spelled(tile) for tile in table.hands[seat] if tile) or "none"
        points, hints = counted(table.scores[seat], "point"), counted(table.hints[seat], "hint")
        yield f"{mark(seat)}{_last(table, seat)} has {points}, {hints} and the tiles {tiles}."
    yield "Tiles are told from the top, to the right."


def _last(table: Table, seat: Seat) -> str:
    if table.last is None or table.last.seat != seat:
        return ""
    return f", who last placed a tile on {table.last.square} for {signed(table.last.points)},"


def _hint(view: View) -> Iterator[str]:
    if isinstance(view.position, Playing) and (hint := view.position.hint):
        yield f"The hint was {write(hint)} for {signed(score(view.board, hint.square).points)}."


def _areas(view: View) -> Iterator[str]:
    """Those that are still to be had."""
    free = GRID.mask(square for square in ALL_SQUARES if not view.board.on(square))
    for name, mask in (("BONUS", view.board.bonus), ("MINUS", view.board.minus)):
        yield f"{name}: {', '.join(map(str, GRID.squares(mask & free))) or 'none'}."


def _open(view: View) -> Iterator[str]:
    """What is asked for on every empty square beside a tile, and on which of them a tile of the hand fits."""
    tiles = view.board.tiles
    yield f"{len(tiles) - tiles.count(None)} of {len(tiles)} squares are used."
    found = open_places(tiles)
    if found and not view.stopped and not isinstance(view.position, Finished):
        squares = {ALL_SQUARES[at]: spelled(wanted(tiles, at)) for at in found}
        fitting = {place.square for place in view.placements}
        yield f"Free squares and what each asks for likewise, 0 for nothing: {_asked(squares, fitting)}."


def _asked(squares: Mapping[Square, str], fitting: Collection[Square]) -> str:
    if not fitting:
        return _listed(squares, squares)
    others = [square for square in squares if square not in fitting]
    first = _listed(squares, filter(fitting.__contains__, squares))
    return f"a tile fits on {first}" + (f"; none fits on {_listed(squares, others)}" if others else "")


def _listed(squares: Mapping[Square, str], some: Iterable[Square]) -> str:
    return ", ".join(f"{square} {squares[square]}" for square in some)
