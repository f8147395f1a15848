"""Positions of one deal, after the lines of a test."""

from games.calabresella.rules.notation import read
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import DECK, Position
from games.calabresella.rules.rulebook import apply, new
from games.core import CHANCE, Event, Seat

DEAL = (
    "deal 3♠ 2♠ A♠ K♠ 7♠ 3♥ 5♥ 4♥ Q♦ J♦ 6♣ 5♣ / Q♠ J♠ 6♠ 2♥ A♥ K♥ 3♦ 6♦ 5♦ 4♦ K♣ 4♣ / "
    "5♠ 4♠ Q♥ J♥ 7♥ 6♥ 2♦ A♦ K♦ 2♣ A♣ 7♣ / 7♦ 3♣ Q♣ J♣"
)


def after(*lines: str, options: Options | None = None) -> Position:
    """The position after lines such as `a pass`; a is the dealer."""
    return told(*lines, options=options)[0]


def told(*lines: str, options: Options | None = None) -> tuple[Position, tuple[Event, ...]]:
    position, events = new(3, options or Options()), tuple[Event, ...]()
    for line in ("* dealer a", f"* {DEAL}", *lines):
        seat = CHANCE if line[0] == "*" else Seat("abc".index(line[0]))
        step = apply(position, seat, read(line[2:]))
        position, events = step.state, step.events
    return position, events


def mask(text: str) -> int:
    return DECK.mask(DECK.read(word) for word in text.split())
