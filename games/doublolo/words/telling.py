"""What players are told about each move of Doublolo."""

from games.core import Event, Highlight, Seat, Viewer, mark
from games.doublolo.rules.notation import Lay
from games.doublolo.rules.position import COLOURS, RED, WHITE, Board, Face, other
from games.kit.grid import Square
from games.kit.prose import counted

HIT = 10
"""So many stones flipped at once stay in the picture; one move in ten flips as many."""


def laid(lay: Lay) -> Event:
    """The board, and who plays which colour."""
    first, second = (group.corner for group in lay.groups)
    return Event(
        f"The board is ready: {len(lay.blocked)} blocked squares, starting groups at {first} and {second}. "
        f"{mark(RED)} plays {COLOURS[RED]}, {mark(WHITE)} plays {COLOURS[WHITE]}.",
        by=None,
        short=f"The board is ready: {len(lay.blocked)} blocked squares.",
    )


def short(board: Board) -> Event:
    """What a short game begins with."""
    red, white = board.scores
    left = counted(board.empty.bit_count(), "square")
    told = f"It's a short game: {left} are left. Red has {counted(red, 'stone')}, White has {white}."
    return Event(told, by=None, short=f"It's a short game: {left} are left.")


def starts(seat: Seat) -> Event:
    """Who starts if the options say so."""
    return Event(f"{mark(seat)} starts.", seat, short=f"{mark(seat)} goes first.")


def called(face: Face) -> Event:
    """What Red called."""
    return Event(f"{mark(RED)} calls {face}.", RED)


def tossed(call: Face, face: Face, starter: Seat) -> Event:
    """How the coin fell, and who starts; it stays in the picture until the first stone."""
    told = f"The coin shows {face}: {mark(starter)} starts."
    title, icon = f"{face.capitalize()}: {mark(starter)} starts", f"{call} {face}"
    shown = Highlight(title, f"{mark(RED)} called {call}", icon)
    return Event(told, by=None, highlights={None: shown})


def placed(mover: Seat, square: Square, flips: int, after: Board) -> Event:
    """A move, and the score after it."""
    red, white = after.scores
    stones = counted(flips, "stone")
    told = f"{mark(mover)} plays {square} and flips {stones}: Red {red}, White {white}."
    hit = Highlight(f"{stones} flipped", f"{mark(mover)} on {square}", COLOURS[mover])
    kept: dict[Viewer, Highlight] = {None: hit} if flips >= HIT else {}
    short = f"{mark(mover)} placed {square} and flipped {flips}."
    return Event(told, mover, short=short, highlights=kept)


def lost_turn(seat: Seat) -> Event:
    """A player has nothing to flip (rule 10)."""
    told = f"{mark(seat)} can't flip anything and loses a turn."
    lost = Highlight(f"{mark(seat)} loses a turn", "There's nothing to flip", COLOURS[other(seat)])
    short = f"{mark(seat)} can't flip. {mark(other(seat))} goes again."
    return Event(told, seat, short=short, highlights={None: lost})


def ended(board: Board) -> Event:
    """Why the game is over, who won and by how much."""
    why = "Nobody can flip another stone" if board.empty else "The board is full"
    red, white = board.scores
    if red == white:
        return Event(f"{why}. It's a draw, {red} to {white}.", by=None, is_outcome=True)
    winner = RED if red > white else WHITE
    won = f"{mark(winner)} wins with {COLOURS[winner]}, {max(red, white)} to {min(red, white)}."
    return Event(f"{why}. {won}", by=None, short=won, is_outcome=True)
