"""How a deal or the match ended: who won, all the hands, and the cards that lay face down."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.calabresella.pictures.festive import (
    PIECES,
    confetti,
    confetti_ink,
    crown,
    crown_outline,
    rays,
    sun,
)
from games.calabresella.pictures.sprites import FELT, HOLE, PLANK, SLIP, SOFT, line, palette, star
from games.calabresella.pictures.table import LEFT, RAIL, RIGHT, Board, ground, pegs
from games.calabresella.pictures.table_picture import trick
from games.calabresella.rules.position import DECK, LAST_TRICK, MADE, SEATS, Finished
from games.calabresella.rules.tricks import worth
from games.calabresella.rules.view import View
from games.calabresella.words.captions import headline
from games.core import Seat
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.sheet import Sheet
from games.kit.cards import Card
from games.kit.prose import counted

_COLUMN = (RIGHT - LEFT) // 3
_TOP = 44
"""Where the felt begins."""
_STEP = SLIP.wide - 1
_ROW = 104
"""The distance from the last trick to the widow below it, in px."""


class Column(NamedTuple):
    """A player's place: the middle and size of the face, and the top of the block below it, if any."""

    seat: Seat
    x: int
    y: int
    size: int
    block: int = 0


def end(view: View) -> Board:
    """The picture of a deal that has been scored, or of the end of the match."""
    columns = _podium(view) if view.first else _row(view)
    hands = 606 if view.first else 446
    felt = hands + 2 * (SLIP.high + 6) + _ROW + SLIP.high + 56
    board = Board(Sheet.on(palette(), ground(felt + RAIL, felt)))
    best = [column for column in columns if column.seat in winners(view)]
    _celebrate(board, best, hands - 110)
    if not view.first:
        board.put(headline(view), (WIDTH // 2, _TOP + 50), ACCENT, align="centre", high=50)
    for column in columns:
        _player(board, view, column, hands)
    _last(board, view, hands + 2 * (SLIP.high + 6) + 26)
    _hidden(board, view, hands + 2 * (SLIP.high + 6) + 26 + _ROW)
    pegs(board, view, felt)
    return board


def winners(view: View) -> tuple[Seat, ...]:
    """Who won the match, or otherwise the deal: the soloist, or both of the others."""
    if view.first:
        return view.first
    assert view.score is not None
    assert view.soloist is not None
    made = view.score.took[view.soloist] >= MADE
    return tuple(seat for seat in SEATS if (seat == view.soloist) == made)


def _row(view: View) -> list[Column]:
    """The players in the order of the header; the winners' faces are larger."""
    best = winners(view)
    return [
        Column(seat, LEFT + _COLUMN * seat + _COLUMN // 2, 232, 146 if seat in best else 112)
        for seat in SEATS
    ]


def _podium(view: View) -> list[Column]:
    """The second, the first and the third, each on a block as high as their place."""
    places = _places(view)
    order = sorted(SEATS, key=lambda seat: (places[seat], seat))
    columns = []
    for seat, column in zip((order[1], order[0], order[2]), range(3), strict=True):
        block, size = {1: (340, 184), 2: (384, 132), 3: (412, 116)}[places[seat]]
        columns.append(
            Column(seat, LEFT + _COLUMN * column + _COLUMN // 2, block - size // 2 - 12, size, block)
        )
    return columns


def _celebrate(board: Board, best: Sequence[Column], bottom: int) -> None:
    """A sun behind each of the winners; for the match also rays, a crown and confetti."""
    if best[0].block:
        left, top, first = 40, 56, best[0]
        board.sheet.paste(
            rays((WIDTH - 2 * left, bottom - top), (first.x - left, first.y - top)), (left, top)
        )
        _scatter(board, best[0])
    for one in best:
        shape = sun(one.size + 72)
        board.sheet.paste(
            palette().index(ACCENT), (one.x - shape.width // 2, one.y - shape.height // 2), shape
        )
        if one.block:
            gold = crown()
            at = one.x - gold.width // 2, one.y - one.size // 2 - gold.height - 8
            board.sheet.paste(gold, at, crown_outline())


def _scatter(board: Board, best: Column) -> None:
    """Confetti on both sides of the winner, the same in every picture."""
    rng = Random(18)
    for number in range(64):
        x, y = 60 + int(rng.random() * (WIDTH - 140)), 64 + int(rng.random() * 140)
        if abs(x - best.x) > best.size:
            board.sheet.paste(confetti_ink(number), (x, y), confetti(number % PIECES))


def _player(board: Board, view: View, column: Column, hands: int) -> None:
    """Face, points of the deal or the match, and the hand of a player."""
    assert view.score is not None
    seat, x, y, size, block = column
    if block:
        _block(board, view, column, hands - 100)
    board.face(seat, (x, y), size, ACCENT if seat in winners(view) else FELT)
    took = view.score.took[seat]
    more = view.score.scored[seat] - took
    tiles = [star(FELT)] if seat == view.soloist else []
    tiles += [line("took", SOFT, FELT), line(str(took), CREAM, FELT, 46)]
    tiles += [line(f"+{more}", ACCENT, FELT, 46)] if more else []
    left = x - (sum(tile.width for tile in tiles) + 14 * (len(tiles) - 1)) // 2
    for tile in tiles:
        board.sheet.paste(tile, (left, hands - 54 - tile.height // 2))
        left += tile.width + 14
    for number, card in enumerate(held(view, seat)):
        at = x - 3 * _STEP + number % 6 * _STEP, hands + number // 6 * (SLIP.high + 6)
        board.lay(card, SLIP, at)


def _block(board: Board, view: View, column: Column, bottom: int) -> None:
    """A block of the podium with the place and the match points."""
    seat, x, top = column.seat, column.x, column.block
    left, right = x - _COLUMN // 2 + 5, x + _COLUMN // 2 - 5
    board.block(HOLE, (left, top, right, bottom))
    board.block(PLANK, (left + 3, top, right - 3, bottom - 3))
    board.block(ACCENT, (left, top, right, top + 9))
    board.put(str(_places(view)[seat]), (left + 28, top + 50), ACCENT, PLANK, high=46)
    board.put(
        counted(view.totals[seat], "point"), (right - 28, top + 50), CREAM, PLANK, align="right", high=38
    )


def _places(view: View) -> tuple[int, ...]:
    """The places in the result; players who resigned come last."""
    assert isinstance(view.ended, Finished)
    return view.ended.outcome.places


def held(view: View, seat: Seat) -> tuple[Card, ...]:
    """The cards the seat had when play began."""
    return DECK.named(DECK.mask(laid.card for full in view.tricks for laid in full if laid.seat == seat))


def _last(board: Board, view: View, y: int) -> None:
    """The last trick, which brings 3 points and the cards out of play."""
    assert view.score is not None
    middle = y + SLIP.high // 2
    x = board.put("last trick", (LEFT, middle), SOFT) + 24
    x = trick(board, view.last, (x, y))
    x = board.put(f"+{LAST_TRICK}", (x + 12, middle), ACCENT, high=42)
    board.put(f"and {worth(view.score.out)} out of play", (x + 16, middle), CREAM)


def _hidden(board: Board, view: View, y: int) -> None:
    """The widow, with the cards that the soloist took lit, and the rejects."""
    middle = y + SLIP.high // 2
    x = board.put("widow", (LEFT, middle), SOFT) + 24
    for card in view.widow:
        board.lay(card, SLIP, (x, y), "lit" if card in view.taken else "plain")
        x += SLIP.wide + 8
    x = board.put("rejected", (x + 40, middle), SOFT) + 24
    for card in view.rejected:
        board.lay(card, SLIP, (x, y))
        x += SLIP.wide + 8
