"""The pause before a computer's move, so that computers feel like company and people can follow.

A pause tells nothing that not everybody knows: it's made from the channel's view, the computer's level and
the table's pace. At a table with hands it's by the level alone, so it's the same before a forced card and a
hard choice. The thought is made during the pause, which lasts longer than nearly every thought: otherwise it
would tell how long that took. A bot without a pause (`play.pace = 0`) doesn't keep that to itself.
"""

from itertools import islice

from bot.table.options import PACES
from games.engine.table import AnyTable

SLOWEST = 4.0
"""Seconds that no pause exceeds, unless the bot's host has chosen a longer one for all tables."""

LEVELS = {"Beginner": 0.7, "Easy": 0.85, "Hard": 1.15, "Expert": 1.3}
"""How a level changes the pace, by its title; others don't."""

CHOICES = {1: 0.5, 2: 0.8, 5: 1.0, 12: 1.2}
"""How the pace changes with at least so many moves, as far as everybody can see them."""

COVER = 0.25
"""Seconds a pause takes at least at a table with hands: more than a thought does."""


def paced(seconds: float, pace: str) -> float:
    """A server's pause at a table of this pace, in seconds."""
    return _bounded(seconds * PACES[pace], seconds)


def pause_before(table: AnyTable, title: str, pace: float) -> float:
    """Seconds before the move of a computer with this title, about as many as `pace`."""
    by_level = pace * LEVELS.get(title, 1)
    if table.game.about.hands:
        return _bounded(max(by_level, COVER) if pace else 0, pace)
    known = sum(1 for _ in islice(table.game.legal(table.view(None)), max(CHOICES)))
    factors = [factor for least, factor in CHOICES.items() if known >= least]
    return _bounded(by_level * (factors[-1] if factors else 1), pace)


def _bounded(seconds: float, chosen: float) -> float:
    return min(seconds, max(SLOWEST, chosen))
