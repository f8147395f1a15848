"""A whole game by computers, with its chance settled by one seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core import CHANCE, Seat
from games.engine import fair
from games.engine.record import MOST_MOVES, Header, Line, Record
from games.engine.seating import NoSuchTable
from games.engine.table import AnyTable, Table
from games.game import AnyGame


class CannotPlay(ValueError):
    """These computers can't play this game; the message is a sentence."""


class Endless(RuntimeError):
    """A game between computers that doesn't end; the message is a sentence."""


def selfplay(
    game: AnyGame, seats: int, options: Mapping[str, str], seed: bytes, levels: Sequence[str]
) -> Record:
    """The record of a game played to its end, with the tags Commit, Seed, Places and Scores.

    `levels` holds a level for each seat. The same arguments make the same record. Raises CannotPlay,
    ValidationError for options out of bounds, and Endless if the game outgrows what a record can hold.
    """
    _can_play(game, seats, levels)
    header = Header(
        game.about.name, game.about.edition, seats, tuple(options.items()), commit=fair.commit(seed)
    )
    try:
        table: AnyTable = Table.new(game, header).unasked()
    except NoSuchTable as refused:
        raise CannotPlay(str(refused)) from None
    while not table.over:
        if len(table.lines) >= MOST_MOVES:
            raise Endless(f"The game isn't over after {MOST_MOVES:,} lines, the most a record can have.")
        table = table.play(next_line(table, seed, levels))
    return table.record(seed)


def next_line(table: AnyTable, seed: bytes, levels: Sequence[str]) -> Line:
    """What chance draws, or the move of the first computer that owes one."""
    owes = table.turn.owes
    if CHANCE in owes:
        return table.chance(seed)
    seat = min(owes)
    return Line(seat, table.game.write(_chosen(table, seat, levels[seat], seed)))


def _chosen(table: AnyTable, seat: Seat, level: str, seed: bytes) -> Any:
    rng = fair.computer_rng(table.computer_key(seed, seat))
    return table.game.choose(table.view(seat), level, rng)


def _can_play(game: AnyGame, seats: int, levels: Sequence[str]) -> None:
    about = game.about
    if not about.computers:
        raise CannotPlay(f"{about.title} has no computer players.")
    if seats not in about.seats:
        raise CannotPlay(f"{about.title} is for {' or '.join(map(str, about.seats))} players, not {seats}.")
    if len(levels) != seats:
        raise CannotPlay(f"{seats} computers need {seats} levels, not {len(levels)}.")
    for level in levels:
        if level not in about.levels:
            known = ", ".join(about.levels)
            raise CannotPlay(
                f"There's no computer player “{level}” in {about.title}. The levels are: {known}."
            )
