"""Where in the record the move that a seat owes began: its time starts there."""

from games.core import CHANCE, Seat
from games.record import Line
from games.table import AnyTable


def began(table: AnyTable, seat: Seat) -> int:
    """The number of lines after which the move that this seat owes began.

    What the seat did since then belongs to the same move, and so does what chance drew for it, unless the
    game says that it begins another. The count starts from the seat's own question, which no secret of the
    other players changes.
    """
    number = table.prompt_version(seat)
    while number and is_of_the_same_move(table, table.lines[number - 1], seat):
        number -= 1
    return number


def is_of_the_same_move(table: AnyTable, line: Line, seat: Seat) -> bool:
    """Whether this line continues a move of this seat that was under way before it."""
    if line.who != CHANCE:
        return line.who == seat
    game = table.game
    return game.begins_move is None or not game.begins_move(game.read(line.text))
