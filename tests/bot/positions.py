"""Positions that tests begin with, and the moves there."""

from collections.abc import Callable
from random import Random

from games.core import CHANCE, Seat
from games.engine import fair, record
from games.engine.fold import play_on
from games.engine.record import Line
from games.engine.table import AnyTable, Table

SEED = bytes(range(32))


def legal_at(table: AnyTable) -> list[str]:
    """The legal moves of the player to move."""
    return [table.game.write(move) for move in table.game.legal(table.view(min(table.turn.owes)))]


def line_of(text: str) -> Line:
    """`a E12` as a line."""
    (line,) = record.read(f'[Game "any"]\n{text}').lines
    return line


def played(table: AnyTable, until: Callable[[AnyTable], object], seed: int) -> AnyTable:
    """The first position along random games that fits."""
    start, rng = table, Random(seed)
    while not until(table):
        if table.over:
            table = start
        table = table.play(random_line(table, rng))
    return table


def random_line(table: AnyTable, rng: Random) -> Line:
    """What chance draws, or any legal move."""
    seat = min(table.turn.owes)
    if seat == CHANCE:
        return table.chance(SEED)
    moves = list(table.game.legal(table.view(seat)))
    return Line(seat, table.game.write(rng.choice(moves)))


def made_again(table: AnyTable, number: int, level: str, seed: bytes = SEED) -> str:
    """What this level chose in line `number`, as anyone can work out once the seed is public."""
    game, who = table.game, table.lines[number].who
    before = play_on(Table.new(game, table.header), table.lines[:number]).table
    rng = fair.computer_rng(before.computer_key(seed, who))
    return game.write(game.choose(before.view(who), level, rng))


def choices(table: AnyTable) -> int:
    """The number of legal moves; 0 if chance is to move or the game is over."""
    owes = table.turn.owes
    return len(list(table.game.legal(table.view(min(owes))))) if owes and CHANCE not in owes else 0


def skips_turn(table: AnyTable) -> str:
    """A move after which the other player has to skip a turn; empty if there is none."""
    return _leading_to(table, lambda after: after.turn.owes == table.turn.owes)


def finishes(table: AnyTable) -> str:
    """The move that ends the game; empty if there is none."""
    return _leading_to(table, lambda after: after.over)


def _leading_to(table: AnyTable, wanted: Callable[[AnyTable], bool]) -> str:
    # With many moves to choose from, nobody is near their last one, so there is nothing to search.
    if not 0 < choices(table) <= 12 or len(table.plies) < 2:
        return ""
    seat = min(table.turn.owes)
    moves = map(table.game.write, table.game.legal(table.view(seat)))
    return next((move for move in moves if wanted(table.play(Line(seat, move)))), "")


def to_move(seat: int) -> Callable[[AnyTable], bool]:
    """Whether this seat owes a stone, not the call."""
    return lambda table: table.turn.owes == {Seat(seat)} and len(table.plies) > 1
