"""Rule cards as examples: what a rule means, shown move by move from the record beside it."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from games.core import CHANCE, BadNotation, Event, IllegalMove, Viewer, letter, mark, name_seats
from games.engine import record, registry
from games.engine.record import Line, Refusal
from games.engine.table import AnyTable, Moment, Table
from games.game import AnyGame

_CARD = re.compile(r"rule-0*(\d+)-.*\.txt")


@cache
def examples(name: str) -> Mapping[int, str]:
    """The rule cards of a game, the first for each numbered rule. Raises UnknownGame."""
    registry.find(name)
    cards: dict[int, str] = {}
    try:
        folder = files(f"games.{name}").joinpath("records")
    except ModuleNotFoundError:  # a game outside the folder `games`
        return MappingProxyType(cards)
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if found := _CARD.fullmatch(file.name):
                cards.setdefault(int(found[1]), file.read_text(encoding="utf-8"))
    return MappingProxyType(cards)


def moments(name: str, rule: int) -> tuple[Moment, ...]:
    """An example from its first question on: a moment for each move and each refusal.

    Raises KeyError if the rule has no card.
    """
    return tuple(_moments(registry.find(name), examples(name)[rule]))


def _moments(game: AnyGame, card: str) -> Iterator[Moment]:
    told = record.read(card)
    refused = [(after, check.line) for after, check in told.checks if isinstance(check, Refusal)]
    table: AnyTable = Table.new(game, told.header)
    heading, heard = _heading(card), 0
    # It begins with what the first player sees: the channel of a game with hands shows an empty table.
    by = next((line for line in told.lines if line.who != CHANCE), None)
    viewer = None if by is None else _shown_to(game, by)
    for number in range(len(told.lines) + 1):
        line = told.lines[number] if number < len(told.lines) else None
        against = [tried for after, tried in refused if after == number]
        if line is None or line.who != CHANCE:
            new = (*heading, *table.events_for(viewer, heard))
            if new:
                yield Moment(table, viewer, new)
            heading, heard = (), len(table.lines)
            for tried in against:
                yield Moment(table, _shown_to(game, tried), (Event(_refusal(table, tried), tried.by),))
        if line is not None:
            viewer = _shown_to(game, line) if line.who != CHANCE else viewer
            table = table.play(line)


def _shown_to(game: AnyGame, line: Line) -> Viewer:
    return line.who if game.about.hands and line.who != CHANCE else None


def _heading(card: str) -> tuple[Event, ...]:
    first = card.split("\n", 1)[0]
    title = first.removeprefix("#").strip()
    return (Event(title, by=None),) if title != first.strip() and title else ()


def _refusal(table: AnyTable, tried: Line) -> str:
    """What the player who tries this is told."""
    name = mark(tried.who) if tried.who != CHANCE else letter(tried.who)
    try:
        table.play(tried)
    except (IllegalMove, BadNotation) as why:
        return f"{name} tries “{tried.text}”: {why}"
    return f"{name} could play “{tried.text}”."


def said(moment: Moment) -> str:
    """What was said at this moment, as an example has no players' names: with the seats' letters."""
    return with_letters("\n".join(event.heard_by(moment.viewer) for event in moment.events))


def with_letters(text: str) -> str:
    """The text with the seats' letters instead of names, since an example has no players."""
    return name_seats(text, lambda seat: letter(seat).upper())
