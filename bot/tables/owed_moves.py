"""The move that a seat owes, and where in the record it began: its time starts there."""

from games.core import CHANCE, Seat
from games.record import Line
from games.table import AnyTable


def began(table: AnyTable, seat: Seat) -> int:
    """The number of lines after which the move that this seat owes began.

    What it did itself since then is the same move, and so is what chance drew for it, up to what begins
    another according to the game. The count starts from the seat's own question, which no secret of
    others changes.
    """
    number = table.prompt_version(seat)
    while number and is_of_the_same_move(table, table.lines[number - 1], seat):
        number -= 1
    return number


def is_of_the_same_move(table: AnyTable, line: Line, seat: Seat) -> bool:
    """Whether this line doesn't end a move of this seat that was under way before it."""
    if line.who != CHANCE:
        return line.who == seat
    game = table.game
    return game.begins_move is None or not game.begins_move(game.read(line.text))
