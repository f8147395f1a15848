"""Tips for newcomers: each helps with the question it belongs to."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

import pytest

import games
from games.core import Question
from games.engine import record, registry
from games.engine.table import AnyTable, Table

TIPS = {
    "calabresella": {
        "Go solo if you have": "solo",
        "Call the three of": "call *",
        "Give a low card": "give *",
        "Keep threes, twos": "reject *",
        "Take threes, twos": "take *",
        "Go on to the next deal": "next",
        "A three can't be beaten": "3?",
        "Win the tricks": "??",
        "Watch who wins the trick": "??",
    },
    "doublolo": {"Call the toss": "call *", "Trap a line": "[A-Z]*"},
    "fooblitzky": {
        "Pick any item": "choose *",
        "Go to a store": "enter *",
        "Stay, and you can still": "stay",
        "Leave, and you walk": "leave",
        "Buy what could be correct": "buy *",
        "Sell what you know": "sell *",
        "Take things out or put": "take",
        "Ask about a store": "call *",
        "Give away everything": "give",
        "Pick up what you know": "pick *",
    },
    "foozle": {
        "Take the last card": "take *",
        "Lay a group": "lay *",
        "Lay off": "* to *",
        "Discard a card": "discard *",
    },
    "fourside": {"A square takes the tile": "*@*"},
}
"""How the tips of each game begin, and a move that each is about."""


def tables(game: str) -> Iterator[AnyTable]:
    """Every table on the way through the game's records."""
    for file in sorted((Path(games.__file__ or "").parent / game / "records").glob("*.txt")):
        told = record.read(file.read_text(encoding="utf-8"))
        table: AnyTable = Table.new(registry.find(game), told.header).unasked()
        for line in told.lines:
            yield table
            table = table.play(line)


@pytest.mark.parametrize("name", TIPS)
def test_a_tip_names_something_that_can_be_done_at_its_question(name: str) -> None:
    game, tips = registry.find(name), set()
    for table in tables(name):
        for seat in table.turn.owes - {-1}:
            view = table.view(seat)
            asked = game.prompt(view, ())
            if isinstance(asked, Question) and asked.tip:
                begins = next(one for one in TIPS[name] if asked.tip.startswith(one))
                moves = map(game.write, islice(game.legal(view), 50))
                assert any(fnmatchcase(move, TIPS[name][begins]) for move in moves), (asked, table.lines[-1])
                tips.add(begins)
    assert tips == set(TIPS[name]), "every kind of question that a newcomer meets has one"
