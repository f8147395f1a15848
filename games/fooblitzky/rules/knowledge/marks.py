"""A player's own marks in the notebook: what they think is sure, possible or out."""

from collections.abc import Iterator
from dataclasses import replace

from games.core import MARKS, Choice, Preferences
from games.fooblitzky.rules.city.items import ITEMS, listed
from games.fooblitzky.rules.view import View
from games.fooblitzky.words import icons

MARKABLE = tuple(Choice(item.code, item.name, icon=icons.of(item)) for item in ITEMS)

_KEYS = frozenset(mark.key for mark in MARKS)


def preferred(view: View, preferences: Preferences) -> View:
    """The view with the player's own marks."""
    marks = (preferences.get(item.code, "") for item in ITEMS)
    return replace(view, marks=tuple(mark if mark in _KEYS else "" for mark in marks))


def marks(view: View) -> Iterator[str]:
    """`Your marks. Sure: pig. Out: fish, saw.`; nothing without marks, or once the game is over."""
    marked = [f"{mark.label}: {listed(view.marked(mark.key))}." for mark in MARKS if view.marked(mark.key)]
    if marked and not view.over:
        yield " ".join(["Your marks.", *marked])
