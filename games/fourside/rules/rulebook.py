"""The rules of FourSide: what follows from a move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random
from typing import TypeVar

from games.core import CHANCE, IllegalMove, Outcome, Seat, Step, Turn
from games.fourside.rules import start
from games.fourside.rules.fitting import NOTHING, differing, fits, placements, score, turns, wanted
from games.fourside.rules.notation import Draw, Hint, Lay, Move, write
from games.fourside.rules.options import LARGEST, Options
from games.fourside.rules.position import (
    GRID,
    HAND,
    HINTS,
    QUICK,
    SEATS,
    BoardOwed,
    Finished,
    Hand,
    Place,
    Placed,
    Playing,
    Position,
    Table,
    Tile,
    TilesOwed,
    bare,
    other,
    place_of,
    turned,
)
from games.fourside.words import telling
from games.kit.grid import Square
from games.kit.prose import counted
from games.kit.rulebook import Rulebook, When

T = TypeVar("T")


def new(_seats: int, options: Options) -> Position:
    """The position before the board is set up."""
    grid = QUICK if options.length == "quick" else GRID
    allowed = HINTS if options.three_hints else 0
    table = Table(LARGEST[options.level], bare(grid), hints=(allowed,) * 2, allowed=allowed)
    return BoardOwed(replace(table, shows_points=options.shows_points))


def turn(position: Position) -> Turn:
    """Who owes a move; nobody else has a choice."""
    match position:
        case BoardOwed() | TilesOwed():
            return Turn(frozenset({CHANCE}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The board, or the missing tiles, which don't depend on the board (rule 2)."""
    table = position.table
    if isinstance(position, BoardOwed):
        return start.draw(rng, table.largest, table.board.grid)
    return Draw(tuple(start.draw_tile(rng, table.largest) for _ in range(table.missing)))


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """Each player's points."""
    return position.table.scores


def spent(before: Position, now: Position) -> Position:
    """An earlier position, with the hints that are left now: undo gives none back (rule 16)."""
    hints = now.table.hints
    if before.table.hints == hints:
        return before
    return replace(before, table=replace(before.table, hints=hints))


def outcome(position: Position) -> Outcome | None:
    """More points win; with equal points both win (rule 18)."""
    if not isinstance(position, Finished):
        return None
    first, second = scores = position.table.scores
    points = counted(max(scores), "point") + (" each" if first == second else f" to {min(scores)}")
    why = "the board is full" if position.table.board.full else "nobody can place a tile"
    return Outcome((1 + (first < second), 1 + (second < first)), scores, f"{points}, and {why}")


def _lay(owed: BoardOwed, _: Seat, lay: Lay) -> Step[Position]:
    """Rules 2, 3 and 5."""
    board = start.laid(lay, owed.table.largest, owed.table.board.grid)
    return Step(TilesOwed(replace(owed.table, board=board), lay.first), (telling.laid(lay, board.centre),))


def _draw(owed: TilesOwed, _: Seat, drawn: Draw) -> Step[Position]:
    """Fill both hands up to five tiles (rule 4)."""
    table, tiles = owed.table, drawn.tiles
    start.check_values(tiles, table.largest)
    if len(tiles) != table.missing:
        raise IllegalMove(f"Draw {table.missing} tiles to fill both hands, not {len(tiles)} (rule 4).")
    following = iter(tiles)
    first, second = (tuple(tile or next(following) for tile in hand) for hand in table.hands)
    return _go_on(replace(table, hands=(first, second)), owed.mover)


def _place(playing: Playing, mover: Seat, move: Place) -> Step[Position]:
    """Rules 6 to 14."""
    table = playing.table
    tile = _checked(table, table.hands[mover], move)
    scored = score(table.board, move.square)
    total = max(0, table.scores[mover] + scored.points)
    last = Placed(mover, move.square, scored.points, total - table.scores[mover])
    hand = table.hands[mover]
    after = replace(
        table,
        board=table.board.with_tile(move.square, tile),
        hands=_with(table.hands, mover, (*hand[: move.number - 1], None, *hand[move.number :])),
        scores=_with(table.scores, mover, total),
        laid=(*table.laid, last),
    )
    told = telling.placed(move, tile, scored, last)
    if after.board.full:
        return Step(Finished(after), (told,))
    return Step(TilesOwed(after, other(mover)), (told,))


def _with(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """The pair with another value for this seat."""
    return (value, pair[1]) if seat == SEATS[0] else (pair[0], value)


def _checked(table: Table, hand: Hand, move: Place) -> Tile:
    """The turned tile. Raises IllegalMove with the rule it breaks."""
    tile = hand[move.number - 1] if 1 <= move.number <= HAND else None
    if tile is None:
        raise IllegalMove("You have tiles 1 to 5. Pick one of them (rule 4).")
    _check_turn(tile, move)
    shown, square = turned(tile, move.quarters), move.square
    if square not in (grid := table.board.grid):
        last = Square(grid.width - 1, grid.height - 1)
        raise IllegalMove(f"There's no square {square}. Pick one from A1 to {last} (rule 1).")
    if table.board.on(square):
        raise IllegalMove(f"{square} is taken. Pick an empty square (rule 8).")
    demands = wanted(table.board.tiles, place_of(square))
    if demands == NOTHING:
        raise IllegalMove(f"{square} isn't next to a tile. Pick a square that is (rule 9).")
    if not fits(shown, demands):
        why = _reasons(shown, demands)
        raise IllegalMove(f"Tile {move.number} doesn't fit on {square} like this: {why} (rule 10).")
    return shown


def _check_turn(tile: Tile, move: Place) -> None:
    known = turns(tile)
    if move.quarters not in known:
        same = next(quarters for quarters, shown in known.items() if shown == turned(tile, move.quarters))
        written = write(replace(move, quarters=same))
        raise IllegalMove(f"Tile {move.number} looks the same with r{same}. Type “{written}” (rule 7).")


def _reasons(tile: Tile, demands: tuple[int, int, int, int]) -> str:
    return " and ".join(
        f"its {side} side is a {value} next to a {demand}" for side, value, demand in differing(tile, demands)
    )


def _hint(playing: Playing, mover: Seat, _: Hint) -> Step[Position]:
    """A placement that scores well, shown only to the player who asks (rule 16)."""
    table, left = playing.table, playing.table.hints[mover] - 1
    if not table.allowed:
        raise IllegalMove("This game is played without hints. Place a tile.")
    if left < 0:
        raise IllegalMove("You've used all three hints, so place a tile without one (rule 16).")
    hint = _hinted(playing)
    after = replace(playing, table=replace(table, hints=_with(table.hints, mover, left)), hint=hint)
    return Step(after, (telling.hinted(mover, hint, score(table.board, hint.square), left),))


def _hinted(playing: Playing) -> Place:
    """A placement on the square that scores most, or for another hint this turn, on the next best one."""
    board, before = playing.table.board, playing.hint
    by_square: dict[Square, Place] = {}
    for place in placements(board, playing.table.hands[playing.mover]):
        by_square.setdefault(place.square, place)
    squares = sorted(by_square, key=lambda square: (-score(board, square).points, place_of(square)))
    at = squares.index(before.square) + 1 if before else 0
    return by_square[squares[at % len(squares)]]


def _go_on(table: Table, mover: Seat) -> Step[Position]:
    """A player who can't place a tile loses the turn (rule 15); when neither can, it's over (rule 17)."""
    if _can_place(table, mover):
        return Step(Playing(table, mover))
    if _can_place(table, other(mover)):
        return Step(Playing(table, other(mover), again=True), (telling.lost_turn(mover),))
    return Step(Finished(table))


def _can_place(table: Table, seat: Seat) -> bool:
    return next(placements(table.board, table.hands[seat]), None) is not None


def _what_is_owed(position: Position) -> str:
    if isinstance(position, Playing):
        return "It's time to place a tile: type the tile, its turn and the square, such as “3r1@F7” (rule 6)."
    return "Wait until the board is set up and the hands are full (rules 2 to 5)."


RULES: Rulebook[Position] = Rulebook(
    When(BoardOwed, Lay, _lay),
    When(TilesOwed, Draw, _draw),
    When(Playing, Place, _place),
    When(Playing, Hint, _hint),
    owed=_what_is_owed,
)

apply = RULES.apply
