"""The table in words, for those who do not see the picture: hands, where tiles fit, what lies where."""

from collections.abc import Iterable, Iterator

from games.core import mark
from games.fourside.fitting import score
from games.fourside.notation import spelled, write
from games.fourside.position import ALL_SQUARES, GRID, SEATS, BoardOwed, Finished, Playing, Table, TilesOwed
from games.fourside.view import View

LONGEST = 1000
_FEW = 5


def describe(view: View) -> str:
    """Whose turn it is, scores, both hands, the best placements, and what lies on the board.

    At most 1,000 characters: sentences that do not fit any more are left out from the end.
    """
    sentences = [_phase(view), *_last(view.table)]
    if not isinstance(view.position, BoardOwed):
        sentences += [_scores(view.table), *_hands(view.table), *_possible(view), _areas(view), *_rows(view)]
    return _fitting(sentences)


def _fitting(sentences: Iterable[str]) -> str:
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) <= LONGEST:
            text = longer
    return text


def _phase(view: View) -> str:
    match view.position:
        case BoardOwed():
            return "The board, 9 columns A to I by 7 rows, is still empty."
        case TilesOwed(mover=mover):
            return f"Tiles are drawn; then it is the turn of {mark(mover)}."
        case Playing(mover=mover, forfeited=forfeited):
            again = " again, for the other had no tile that fits" if forfeited else ""
            return f"{mark(mover)} is to place a tile{again}."
        case Finished():
            return "The game is over."
    return "The game was broken off."


def _last(table: Table) -> Iterator[str]:
    if table.last:
        yield f"{mark(table.last.seat)} last placed a tile on {table.last.square}."


def _scores(table: Table) -> str:
    first, second = (f"{mark(seat)} has {table.scores[seat]} points" for seat in SEATS)
    return f"{first}, {second}."


def _hands(table: Table) -> Iterator[str]:
    yield "Tiles are told from the top, to the right."
    for seat in SEATS:
        tiles = (f"{number} is {spelled(tile)}" for number, tile in enumerate(table.hands[seat], 1) if tile)
        if text := ", ".join(tiles):
            yield f"Hand of {mark(seat)}: {text}."


def _possible(view: View) -> Iterator[str]:
    if isinstance(view.position, Playing) and view.position.hint:
        yield f"The hint was {write(view.position.hint)}."
    found = view.placements
    best = sorted(found, key=lambda place: -score(view.board, place.square).points)[:_FEW]
    if best:
        told = (f"{write(place)} for {score(view.board, place.square).points}" for place in best)
        few = "Placements" if len(found) <= _FEW else f"{len(found)} placements, among them"
        yield f"{few} {', '.join(told)}."


def _areas(view: View) -> str:
    """Those that are still to be had."""
    free = GRID.mask(square for square in ALL_SQUARES if not view.board.on(square))
    bonus, minus = (
        ", ".join(map(str, GRID.squares(mask & free))) or "none"
        for mask in (view.board.bonus, view.board.minus)
    )
    return f"BONUS: {bonus}. MINUS: {minus}."


def _rows(view: View) -> Iterator[str]:
    """What lies on the board, row by row, where there is room."""
    for row in range(GRID.height):
        squares = (square for square in ALL_SQUARES if square.row == row)
        lying = [(square, tile) for square in squares if (tile := view.board.on(square))]
        if lying:
            yield f"Row {row + 1}: {', '.join(f'{square} {spelled(tile)}' for square, tile in lying)}."
