"""Games for tests, put together from a class whose attributes are the parts of a game."""

from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

from games.game import AnyGame, Drawings, Game, Level, Rules

RULES = [name for name in vars(Rules) if not name.startswith("_")]
"""What the rules of a game have."""


def _played_by(toy: Any, level: Level) -> Level:
    """The level, for which the toy chooses."""
    return replace(level, plays=lambda view, rng: toy.choose(view, level.name, rng))


def as_game(toy: Any, whole: AnyGame | None = None) -> AnyGame:
    """The game made of a toy's attributes; with `whole`, that game with these parts replaced."""
    parts = {part.name: getattr(toy, part.name) for part in fields(Game) if hasattr(toy, part.name)}
    if (draw := getattr(toy, "draw", None)) is not None:
        known = {} if whole is None or whole.pictures is None else vars(whole.pictures())
        parts["pictures"] = lambda: Drawings(**(known | {"draw": draw}))
    about = parts.get("about", getattr(whole, "about", None))
    if about is not None and getattr(toy, "choose", None) is not None:
        parts["about"] = replace(about, computers=tuple(_played_by(toy, one) for one in about.computers))
    if whole is None:
        return Game(**parts, rules=toy)
    judged = {name: getattr(toy, name, getattr(whole.rules, name)) for name in RULES}
    return replace(whole, **parts, rules=SimpleNamespace(**judged))
