"""The rules of FourSide: what follows from a move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.fourside import start
from games.fourside.fitting import NOTHING, Score, differing, fits, placements, score, turns, wanted
from games.fourside.notation import Draw, Hint, Lay, Move, spelled, write
from games.fourside.options import LARGEST, Options
from games.fourside.position import (
    CENTRE,
    GRID,
    HAND,
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
    other,
    place_of,
    turned,
)
from games.fourside.words import counted, signed
from games.kit.grid import Square


def new(_seats: int, options: Options) -> Position:
    """Before the board is laid."""
    return BoardOwed(Table(LARGEST[options.level]))


def turn(position: Position) -> Turn:
    """Who owes a move; nobody has a choice beside him."""
    match position:
        case BoardOwed() | TilesOwed():
            return Turn(frozenset({CHANCE}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The board, or the tiles that are missing; what lies on the board has no part in it (rule 2)."""
    table = position.table
    if isinstance(position, BoardOwed):
        return start.draw(rng, table.largest)
    return Draw(tuple(start.draw_tile(rng, table.largest) for _ in range(table.missing)))


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    match position, move:
        case BoardOwed(table), Lay():
            return _lay(table, move)
        case TilesOwed(table, mover), Draw(tiles):
            return _draw(table, mover, tiles)
        case Playing(), Place():
            return _place(position, move)
        case Playing(), Hint():
            return _hint(position)
    raise IllegalMove(_what_is_owed(position))


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """The points of either seat."""
    return position.table.scores


def outcome(position: Position) -> Outcome | None:
    """More points win; with equal points both have won (rule 18)."""
    if not isinstance(position, Finished):
        return None
    first, second = scores = position.table.scores
    points = counted(max(scores), "point") + (" each" if first == second else f" to {min(scores)}")
    why = "the board is full" if position.table.board.full else "neither can place a tile"
    return Outcome((1 + (first < second), 1 + (second < first)), scores, f"{points}, and {why}")


def _lay(table: Table, lay: Lay) -> Step[Position]:
    board = start.laid(lay, table.largest)
    told = f"The primer {spelled(lay.primer)} lies on {CENTRE}. {mark(lay.first)} moves first."
    return Step(TilesOwed(replace(table, board=board), lay.first), (Event(told),))


def _draw(table: Table, mover: Seat, tiles: tuple[Tile, ...]) -> Step[Position]:
    """The hands are filled (rule 4)."""
    start.check_values(tiles, table.largest)
    if len(tiles) != table.missing:
        raise IllegalMove(f"Hands are filled to five: {table.missing} missing, not {len(tiles)} (rule 4).")
    following = iter(tiles)
    first, second = (tuple(tile or next(following) for tile in hand) for hand in table.hands)
    return _go_on(replace(table, hands=(first, second)), mover)


def _place(playing: Playing, move: Place) -> Step[Position]:
    table, mover = playing.table, playing.mover
    tile = _checked(table, table.hands[mover], move)
    scored = score(table.board, move.square)
    scores = list(table.scores)
    scores[mover] = max(0, scores[mover] + scored.points)
    gained = scores[mover] - table.scores[mover]
    hands = list(table.hands)
    hands[mover] = (*hands[mover][: move.number - 1], None, *hands[mover][move.number :])
    after = replace(
        table,
        board=table.board.with_tile(move.square, tile),
        hands=(hands[0], hands[1]),
        scores=(scores[0], scores[1]),
        last=Placed(mover, move.square, scored.points, gained),
    )
    told = Event(_telling(mover, move, scored, after))
    if after.board.full:
        return Step(Finished(after), (told,))
    return Step(TilesOwed(after, other(mover)), (told,))


def _telling(mover: Seat, move: Place, scored: Score, after: Table) -> str:
    points = signed(scored.points)
    points = counted(scored.points, "point") if str(scored) == points else f"{scored} = {points}"
    forgiven = " and falls to 0" if after.last and after.last.gained != scored.points else ""
    return f"{mark(mover)} plays {write(move)} for {points}{forgiven}."


def _checked(table: Table, hand: Hand, move: Place) -> Tile:
    """The tile as it will lie. Raises IllegalMove with all that is in its way."""
    tile = hand[move.number - 1] if 1 <= move.number <= HAND else None
    if tile is None:
        raise IllegalMove("The tiles of a hand are numbered 1 to 5 (rule 4).")
    _check_turn(tile, move)
    shown, square = turned(tile, move.quarters), move.square
    if square not in GRID:
        raise IllegalMove(f"There is no square {square}: they are called A1 to I7 (rule 1).")
    if table.board.on(square):
        raise IllegalMove(f"{square} is occupied: a tile is placed on an empty square (rule 8).")
    demands = wanted(table.board.tiles, place_of(square))
    if demands == NOTHING:
        raise IllegalMove(f"On {square} the tile would touch no other: it must touch at least one (rule 9).")
    if not fits(shown, demands):
        raise IllegalMove(
            f"Tile {move.number} does not fit on {square}: {_reasons(shown, demands)} (rule 10)."
        )
    return shown


def _check_turn(tile: Tile, move: Place) -> None:
    known = turns(tile)
    if move.quarters not in known:
        same = next(quarters for quarters, shown in known.items() if shown == turned(tile, move.quarters))
        written = write(replace(move, quarters=same))
        raise IllegalMove(f"Turned so, tile {move.number} looks as with r{same}: write “{written}” (rule 7).")


def _reasons(tile: Tile, demands: tuple[int, int, int, int]) -> str:
    return " and ".join(
        f"its {side} side has {value} where the neighbour has {demand}"
        for side, value, demand in differing(tile, demands)
    )


def _hint(playing: Playing) -> Step[Position]:
    """A placement that scores well, told to the mover alone (rule 16)."""
    table, mover = playing.table, playing.mover
    left = table.hints[mover]
    if not left:
        raise IllegalMove("Your three hints are spent (rule 16).")
    place = _hinted(playing)
    hints = list(table.hints)
    hints[mover] -= 1
    after = replace(playing, table=replace(table, hints=(hints[0], hints[1])), hint=place)
    points = counted(score(table.board, place.square).points, "point")
    told = f"{mark(mover)} asks for a hint. {_left(left - 1)}"
    alone = f"A hint, for you alone: {write(place)} scores {points}. {_left(left - 1)}"
    return Step(after, (Event(told, {mover: alone}),))


def _hinted(playing: Playing) -> Place:
    """On the square that scores most; asked again in the same turn, on the one that scores next."""
    board, told = playing.table.board, playing.hint
    by_square: dict[Square, Place] = {}
    for place in placements(board, playing.table.hands[playing.mover]):
        by_square.setdefault(place.square, place)
    squares = sorted(by_square, key=lambda square: (-score(board, square).points, place_of(square)))
    at = squares.index(told.square) + 1 if told else 0
    return by_square[squares[at % len(squares)]]


def _left(hints: int) -> str:
    return f"{counted(hints, 'hint') if hints else 'No hint'} {'is' if hints < 2 else 'are'} left."


def _go_on(table: Table, mover: Seat) -> Step[Position]:
    """Whoever cannot place a tile forfeits (rule 15); when neither can, it is over (rule 17)."""
    if _can_place(table, mover):
        return Step(Playing(table, mover))
    if _can_place(table, other(mover)):
        forfeit = Event(f"{mark(mover)} has no tile that fits and forfeits the turn.")
        return Step(Playing(table, other(mover), forfeited=True), (forfeit,))
    return Step(Finished(table))


def _can_place(table: Table, seat: Seat) -> bool:
    return next(placements(table.board, table.hands[seat]), None) is not None


def _what_is_owed(position: Position) -> str:
    if isinstance(position, Playing):
        return "Now a tile is placed: name tile, turn and square, such as “3r1@F7” (rule 6)."
    return "The board must be laid and the hands filled first (rules 2 to 5)."
