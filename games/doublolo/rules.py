"""The rules of Doublolo: what follows from a move. Rule numbers are those of the README."""

from random import Random

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.doublolo import start
from games.doublolo.lines import flips, moves
from games.doublolo.notation import Call, Lay, Move, Place, Toss
from games.doublolo.options import Options
from games.doublolo.position import (
    COLOURS,
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Face,
    Finished,
    Placed,
    Playing,
    Position,
    TossOwed,
    other,
)
from games.kit.grid import Square
from games.kit.lots import below
from games.kit.rulebook import Rulebook, When

FACES: tuple[Face, Face] = ("heads", "tails")


def new(_seats: int, options: Options) -> Position:
    """Before the board is laid."""
    blocked = None if options.blocked == "random" else int(options.blocked)
    first = {"toss": None, "red": RED, "white": WHITE}[options.first]
    return BoardOwed(blocked, first)


def turn(position: Position) -> Turn:
    """Who owes a move; nobody has a choice beside him."""
    match position:
        case BoardOwed() | TossOwed():
            return Turn(frozenset({CHANCE}))
        case CallOwed():
            return Turn(frozenset({RED}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The board or the toss, whichever is owed."""
    if isinstance(position, BoardOwed):
        return start.draw(rng, position.blocked)
    return Toss(FACES[below(rng, 2)])


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    return RULES.apply(position, seat, move)


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """The squares of either colour."""
    return position.board.scores


def outcome(position: Position) -> Outcome | None:
    """More squares win, equal is a draw (rule 13)."""
    if not isinstance(position, Finished):
        return None
    red, white = position.board.scores
    squares = f"{red} squares each" if red == white else f"{max(red, white)} squares to {min(red, white)}"
    why = "neither can flip another" if position.board.empty else "the board is full"
    return Outcome((1 + (red < white), 1 + (white < red)), (red, white), f"{squares}, and {why}")


def _lay(owed: BoardOwed, _: Seat, lay: Lay) -> Step[Position]:
    """Rules 2 and 3."""
    board = start.laid(lay, owed.blocked)
    corners = " and ".join(str(group.corner) for group in lay.groups)
    told = Event(
        f"The board is laid: {len(lay.blocked)} blocked squares, groups at {corners}. "
        f"{mark(RED)} plays {COLOURS[RED]}, {mark(WHITE)} plays {COLOURS[WHITE]}."
    )
    if owed.first is None:
        return Step(CallOwed(board), (told,))
    began = _go_on(board, owed.first)
    return Step(began.state, (told, Event(f"{mark(owed.first)} starts."), *began.events))


def _call(owed: CallOwed, _: Seat, call: Call) -> Step[Position]:
    return Step(TossOwed(owed.board, call.face), (Event(f"{mark(RED)} calls {call.face}."),))


def _toss(owed: TossOwed, _: Seat, toss: Toss) -> Step[Position]:
    """A right call wins the first move (rule 4)."""
    starter = RED if toss.face == owed.call else WHITE
    began = _go_on(owed.board, starter)
    return Step(began.state, (Event(f"The coin shows {toss.face}: {mark(starter)} starts."), *began.events))


def _place(playing: Playing, mover: Seat, place: Place) -> Step[Position]:
    board, square = playing.board, place.square
    flipped = _flipped(board, mover, square)
    own = board.stones[mover] | flipped | board.grid.bit(square)
    opposed = board.stones[other(mover)] & ~flipped
    after = Board(board.blocked, (own, opposed) if mover == RED else (opposed, own), board.grid)
    told = Event(f"{mark(mover)} places {square} and flips {flipped.bit_count()}: {score(after)}.")
    went = _go_on(after, other(mover), Placed(mover, square, flipped))
    return Step(went.state, (told, *went.events))


def _flipped(board: Board, mover: Seat, square: Square) -> int:
    """What a stone on `square` flips. Raises IllegalMove where it may not be placed (rules 5 and 6)."""
    bit = board.grid.bit(square) if square in board.grid else 0
    if not bit:
        raise IllegalMove(f"There is no square {square} on this board (rule 1).")
    if bit & board.blocked:
        raise IllegalMove(f"{square} is blocked: nobody can ever use it (rule 2).")
    if not bit & board.empty:
        raise IllegalMove(f"{square} is taken: a stone is placed on an empty square (rule 5).")
    flipped = flips(board.grid, board.stones[mover], board.stones[other(mover)], bit)
    if not flipped:
        rival = COLOURS[other(mover)].lower()
        raise IllegalMove(f"{square} flips nothing: it must outflank at least one {rival} stone (rule 6).")
    return flipped


def _go_on(board: Board, mover: Seat, last: Placed | None = None) -> Step[Position]:
    """Whoever cannot flip forfeits (rule 10); when neither can, it is over (rule 12)."""
    if _can_flip(board, mover):
        return Step(Playing(board, mover, last))
    if _can_flip(board, other(mover)):
        forfeit = Event(f"{mark(mover)} cannot flip anything and forfeits the turn.")
        return Step(Playing(board, other(mover), last), (forfeit,))
    return Step(Finished(board, last), (Event(_end(board)),))


def _can_flip(board: Board, seat: Seat) -> bool:
    return bool(moves(board.grid, board.stones[seat], board.stones[other(seat)], board.empty))


def score(board: Board) -> str:
    """`Red 12, White 9`."""
    return ", ".join(f"{colour} {number}" for colour, number in zip(COLOURS, board.scores, strict=True))


def _end(board: Board) -> str:
    why = "Neither can flip a square any more" if board.empty else "The board is full"
    red, white = board.scores
    if red == white:
        return f"{why}: a draw, {red} to {white}."
    winner = RED if red > white else WHITE
    return f"{why}: {mark(winner)} wins with {COLOURS[winner]}, {max(red, white)} to {min(red, white)}."


def _what_is_owed(position: Position) -> str:
    match position:
        case CallOwed():
            return "First call heads or tails (rule 4)."
        case Playing():
            return "Now a stone is placed: name a square such as E12 (rule 5)."
    return "The board must be laid and the coin tossed first (rules 2 to 4)."


RULES: Rulebook[Position] = Rulebook(
    When(BoardOwed, Lay, _lay),
    When(CallOwed, Call, _call),
    When(TossOwed, Toss, _toss),
    When(Playing, Place, _place),
    owed=_what_is_owed,
)
