"""The rules of Doublolo: what follows from a move. Rule numbers are those of the README."""

from random import Random

from games.core import CHANCE, IllegalMove, Outcome, Seat, Step, Turn
from games.doublolo.rules import short, start
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.notation import Call, Lay, Move, Place, Stones, Toss
from games.doublolo.rules.options import Options
from games.doublolo.rules.position import (
    COLOURS,
    GRID,
    QUICK,
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
    StonesOwed,
    TossOwed,
    other,
)
from games.doublolo.words import telling
from games.kit.grid import Square
from games.kit.lots import below
from games.kit.rulebook import Rulebook, When

FACES: tuple[Face, Face] = ("heads", "tails")


def new(_seats: int, options: Options) -> Position:
    """The position before the board is set up."""
    grid = QUICK if options.length == "quick" else GRID
    blocked = None if options.blocked == "random" else start.on(grid, int(options.blocked))
    first = {"toss": None, "red": RED, "white": WHITE}[options.first]
    return BoardOwed(blocked, first, options.length == "short", Board(grid=grid))


def turn(position: Position) -> Turn:
    """Who owes a move; nobody else has a choice."""
    match position:
        case BoardOwed() | StonesOwed() | TossOwed():
            return Turn(frozenset({CHANCE}))
        case CallOwed():
            return Turn(frozenset({RED}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The board, the first stones of a short game or the toss, whichever is owed."""
    match position:
        case BoardOwed(blocked=blocked, board=board):
            return start.draw(rng, blocked, board.grid)
        case StonesOwed(board=board):
            return short.draw(rng, board)
    return Toss(FACES[below(rng, 2)])


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """The number of stones of each colour."""
    return position.board.scores


def outcome(position: Position) -> Outcome | None:
    """More stones win; equal scores are a draw (rule 13)."""
    if not isinstance(position, Finished):
        return None
    red, white = position.board.scores
    stones = f"{red} stones each" if red == white else f"{max(red, white)} stones to {min(red, white)}"
    why = "nobody can flip another" if position.board.empty else "the board is full"
    return Outcome((1 + (red < white), 1 + (white < red)), (red, white), f"{stones}, and {why}")


def _lay(owed: BoardOwed, _: Seat, lay: Lay) -> Step[Position]:
    """Rules 2 and 3."""
    board = start.laid(lay, owed.blocked, owed.board.grid)
    if owed.is_short:
        return Step(StonesOwed(board, owed.first), (telling.laid(lay),))
    began = _begin(board, owed.first)
    return Step(began.state, (telling.laid(lay), *began.events))


def _stones(owed: StonesOwed, _: Seat, stones: Stones) -> Step[Position]:
    """In a short game most stones are on the board already (rule 16)."""
    board = short.laid(owed.board, stones)
    began = _begin(board, owed.first)
    return Step(began.state, (telling.short(board), *began.events))


def _begin(board: Board, first: Seat | None) -> Step[Position]:
    """The toss, or the first move if the options say whose it is (rule 4)."""
    if first is None:
        return Step(CallOwed(board))
    began = _go_on(board, first)
    return Step(began.state, (telling.starts(first), *began.events))


def _call(owed: CallOwed, _: Seat, call: Call) -> Step[Position]:
    return Step(TossOwed(owed.board, call.face), (telling.called(call.face),))


def _toss(owed: TossOwed, _: Seat, toss: Toss) -> Step[Position]:
    """A right call wins the first move (rule 4)."""
    starter = RED if toss.face == owed.call else WHITE
    began = _go_on(owed.board, starter)
    return Step(began.state, (telling.tossed(owed.call, toss.face, starter), *began.events))


def _place(playing: Playing, mover: Seat, place: Place) -> Step[Position]:
    board, square = playing.board, place.square
    flipped = _flipped(board, mover, square)
    own = board.stones[mover] | flipped | board.grid.bit(square)
    opposed = board.stones[other(mover)] & ~flipped
    after = Board(board.blocked, (own, opposed) if mover == RED else (opposed, own), board.grid)
    before = playing.last.square if playing.last else None
    went = _go_on(after, other(mover), Placed(mover, square, flipped, before))
    told = telling.placed(mover, square, flipped.bit_count(), after)
    return Step(went.state, (told, *went.events))


def _flipped(board: Board, mover: Seat, square: Square) -> int:
    """What a stone on `square` flips. Raises IllegalMove if it can't be placed there (rules 5 and 6)."""
    bit = board.grid.bit(square) if square in board.grid else 0
    if not bit:
        raise IllegalMove(
            f"There's no square {square} on this board. Pick one from A1 to {_last(board)} (rule 1)."
        )
    if bit & board.blocked:
        raise IllegalMove(f"{square} is blocked for the whole game. Pick another square (rule 2).")
    if not bit & board.empty:
        raise IllegalMove(f"{square} is taken. Pick an empty square (rule 5).")
    flipped = flips(board.grid, board.stones[mover], board.stones[other(mover)], bit)
    if not flipped:
        rival = COLOURS[other(mover)].lower()
        raise IllegalMove(f"{square} flips nothing. Pick a square that outflanks a {rival} stone (rule 6).")
    return flipped


def _last(board: Board) -> Square:
    return Square(board.grid.width - 1, board.grid.height - 1)


def _go_on(board: Board, mover: Seat, last: Placed | None = None) -> Step[Position]:
    """A player who can't flip loses the turn (rule 10); when neither can, the game is over (rule 12)."""
    if _can_flip(board, mover):
        return Step(Playing(board, mover, last))
    if _can_flip(board, other(mover)):
        return Step(Playing(board, other(mover), last), (telling.lost_turn(mover),))
    return Step(Finished(board, last), (telling.ended(board),))


def _can_flip(board: Board, seat: Seat) -> bool:
    return bool(moves(board.grid, board.stones[seat], board.stones[other(seat)], board.empty))


def _what_is_owed(position: Position) -> str:
    match position:
        case CallOwed():
            return "Call heads or tails first (rule 4)."
        case Playing():
            return "It's time to place a stone: name a square, such as E12 (rule 5)."
    return "Wait until the board is set up and the coin is tossed (rules 2 to 4)."


RULES: Rulebook[Position] = Rulebook(
    When(BoardOwed, Lay, _lay),
    When(StonesOwed, Stones, _stones),
    When(CallOwed, Call, _call),
    When(TossOwed, Toss, _toss),
    When(Playing, Place, _place),
    owed=_what_is_owed,
)

apply = RULES.apply
