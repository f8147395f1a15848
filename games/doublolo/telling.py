"""What the moves of Doublolo tell the players."""

from games.core import Event, Seat, mark
from games.doublolo.notation import Lay
from games.doublolo.position import COLOURS, RED, WHITE, Board, Face
from games.kit.grid import Square
from games.kit.prose import counted


def laid(lay: Lay) -> Event:
    """The board, and who plays which colour."""
    first, second = (group.corner for group in lay.groups)
    return Event(
        f"The board is ready: {len(lay.blocked)} blocked squares, starting groups at {first} and {second}. "
        f"{mark(RED)} plays {COLOURS[RED]}, {mark(WHITE)} plays {COLOURS[WHITE]}."
    )


def short(board: Board) -> Event:
    """What a short game begins with."""
    red, white = board.scores
    left = counted(board.empty.bit_count(), "square")
    return Event(f"It's a short game: {left} are left. Red has {counted(red, 'stone')}, White has {white}.")


def starts(seat: Seat) -> Event:
    """Who starts if the options say so."""
    return Event(f"{mark(seat)} starts.")


def called(face: Face) -> Event:
    """What Red called."""
    return Event(f"{mark(RED)} calls {face}.")


def tossed(face: Face, starter: Seat) -> Event:
    """How the coin fell, and who starts."""
    return Event(f"The coin shows {face}: {mark(starter)} starts.")


def placed(mover: Seat, square: Square, flips: int, after: Board) -> Event:
    """A move with the score after it."""
    red, white = after.scores
    stones = counted(flips, "stone")
    return Event(f"{mark(mover)} plays {square} and flips {stones}: Red {red}, White {white}.")


def lost_turn(seat: Seat) -> Event:
    """A player has nothing to flip (rule 10)."""
    return Event(f"{mark(seat)} can't flip anything and loses a turn.")


def ended(board: Board) -> Event:
    """Why the game is over, who won and by how much."""
    why = "Nobody can flip another stone" if board.empty else "The board is full"
    red, white = board.scores
    if red == white:
        return Event(f"{why}. It's a draw, {red} to {white}.")
    winner = RED if red > white else WHITE
    return Event(
        f"{why}. {mark(winner)} wins with {COLOURS[winner]}, {max(red, white)} to {min(red, white)}."
    )
