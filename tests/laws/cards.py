"""What is in a game's folder besides its rules: records, rule cards, numbered rules, pinned counts."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

from games.core import CHANCE, BadNotation, IllegalMove, Seat, letter, name_seats
from games.engine import record
from games.engine.record import BadRecord, Heard, Line, Record, Refusal
from games.engine.replay import BadHeader, replay
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from tests.laws.folders import WITH_FOLDERS, folder
from tests.laws.prompts import says_a_sentence

_RULE = re.compile(r"^(\d+)\. ", re.MULTILINE)
_PERFT = re.compile(r"^# perft((?: \d+)+)$", re.MULTILINE)


def texts(name: str) -> dict[str, str]:
    """The records of a game by file name, golden ones and rule cards."""
    files = sorted((folder(name) / "records").glob("*.txt"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def parsed(file: str, text: str) -> Record:
    """The record in this file. Raises BadRecord, which names the file, the line and the right form."""
    try:
        return record.read(text)
    except BadRecord as wrong:
        raise BadRecord(f"{file}: {wrong}") from None


def stands(game: AnyGame, text: str, file: str = "the record") -> None:
    """A record is valid to its end, chance and claims included, and its checks hold; also printed again."""
    told = parsed(file, text)
    try:
        replayed = replay(game, told)
    except BadHeader as wrong:
        raise AssertionError(f"{file}: {wrong}") from None
    assert not replayed.faults, f"{file}: {' '.join(replayed.faults)}"
    printed = record.read(record.write(told))
    # What is equal needn't be replayed again.
    assert (printed.header, printed.lines) == (told.header, told.lines)
    _checks_hold(game, told, file)


def _checks_hold(game: AnyGame, card: Record, file: str) -> None:
    table: AnyTable = Table.new(game, card.header).unasked()
    placed = [(*check, place) for check, place in zip(card.checks, card.check_places, strict=True)]
    for number in range(len(card.lines) + 1):
        for check, place in ((check, place) for after, check, place in placed if after == number):
            _holds(table, check, f"{file}: Line {place}:")
        if number < len(card.lines):
            table = table.play(card.lines[number])


def _holds(table: AnyTable, check: Refusal | Heard, where: str) -> None:
    if isinstance(check, Heard):
        heard = table.heard(None)
        told = heard[-1] if heard else ""
        assert name_seats(told, letter) == name_seats(check.text, letter), (
            f"{where} the channel heard something else last. Right would be “> {told}”."
        )
        return
    try:
        table.play(check.line)
    except (IllegalMove, BadNotation) as refused:
        says_a_sentence(refused)
    else:
        legal = record.write_line(check.line)
        raise AssertionError(f"{where} this move is legal here. Write “{legal}” to make it.")


def numbered_rules(page: str) -> list[int]:
    """The numbers of the rules: every line of the page that begins with one, such as `7. `."""
    return [int(number) for number in _RULE.findall(page)]


def perft_pins(text: str) -> list[int]:
    """The counts from the last position that a record's row `# perft 4 12 56` pins; empty without one."""
    found = _PERFT.search(text)
    return [int(number) for number in found[1].split()] if found else []


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many ways there are to make `depth` moves; it stops at a position in which chance owes."""
    owes = game.turn(state).owes
    if depth == 0 or CHANCE in owes:
        return int(depth == 0)
    return sum(
        perft(game, game.apply(state, seat, move).state, depth - 1)
        for seat in sorted(owes)
        for move in _legal(game, state, seat)
    )


def _legal(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    return list(game.legal(game.view(state, seat)))


Step: TypeAlias = tuple[AnyTable, Line, AnyTable]
"""The table before a line, the line, and the table after it; nobody is asked at these tables."""


@cache
def played(name: str) -> dict[str, tuple[Step, ...]]:
    """Every line of every record of a game, by file name."""
    return {file: tuple(_steps(WITH_FOLDERS[name], parsed(file, text))) for file, text in texts(name).items()}


def files_in_which(game: AnyGame, happens: Callable[[Any, Any, Any], bool]) -> set[str]:
    """The records with a move, between the positions before and after it, for which this is true."""

    def in_any(steps: Iterable[Step]) -> bool:
        moves = ((one, game.read(line.text), other) for one, line, other in steps if not line.is_talk)
        return any(happens(one.state, move, other.state) for one, move, other in moves)

    return {file for file, steps in played(game.about.name).items() if in_any(steps)}


def _steps(game: AnyGame, told: Record) -> Iterator[Step]:
    table: AnyTable = Table.new(game, told.header).unasked()
    for line in told.lines:
        after = table.play(line)
        yield table, line, after
        table = after
