"""Games for tests, put together from a class whose attributes are the parts of a game."""

from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

from games.game import AnyGame, Drawings, Game, Level, Notebook, Rules, Spelling
from games.kit.judge import Judge

RULES = [name for name in vars(Rules) if not name.startswith("_")]
"""What the rules of a game have."""


WRITTEN = "write", "read"


def _played_by(toy: Any, level: Level) -> Level:
    """The level, for which the toy chooses."""
    return replace(level, plays=lambda view, rng: toy.choose(view, level.name, rng))


def as_game(toy: Any, whole: AnyGame | None = None) -> AnyGame:
    """The game made of a toy's attributes; with `whole`, that game with these parts replaced."""
    parts = {part.name: getattr(toy, part.name) for part in fields(Game) if hasattr(toy, part.name)}
    if (draw := getattr(toy, "draw", None)) is not None:
        drawn = {} if whole is None or whole.pictures is None else vars(whole.pictures())
        parts["pictures"] = lambda: Drawings(**(drawn | {"draw": draw}))
    known = {} if whole is None else vars(whole.notation)
    parts["notation"] = Spelling(**known | {one: getattr(toy, one) for one in WRITTEN if hasattr(toy, one)})
    if (why := getattr(toy, "why", None)) is not None:
        parts["judge"] = Judge(why=why)
    if (notes := getattr(toy, "notes", None)) is not None:
        parts["notebook"] = Notebook(notes=notes, keeps=toy.keeps_notes)
    about = parts.get("about", getattr(whole, "about", None))
    if about is not None and getattr(toy, "choose", None) is not None:
        parts["about"] = replace(about, computers=tuple(_played_by(toy, one) for one in about.computers))
    if whole is None:
        return Game(**parts, rules=toy)
    judged = {name: getattr(toy, name, getattr(whole.rules, name)) for name in RULES}
    return replace(whole, **parts, rules=SimpleNamespace(**judged))
