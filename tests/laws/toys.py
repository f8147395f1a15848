"""Games for tests, put together from a class whose attributes are the parts of a game."""

from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

from games.game import AnyGame, Game, Rules

RULES = [name for name in vars(Rules) if not name.startswith("_")]
"""What the rules of a game have."""


def as_game(toy: Any, whole: AnyGame | None = None) -> AnyGame:
    """The game made of a toy's attributes; with `whole`, that game with these parts replaced."""
    parts = {part.name: getattr(toy, part.name) for part in fields(Game) if hasattr(toy, part.name)}
    if whole is None:
        return Game(**parts, rules=toy)
    judged = {name: getattr(toy, name, getattr(whole.rules, name)) for name in RULES}
    return replace(whole, **parts, rules=SimpleNamespace(**judged))
