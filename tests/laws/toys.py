"""Games for tests, put together from a class whose attributes are the parts of a game."""

from dataclasses import fields, replace
from typing import Any

from games.game import AnyGame, Game


def as_game(toy: object, whole: AnyGame | None = None) -> AnyGame:
    """The game that a toy's attributes make; with `whole`, that game with these parts in place of its own."""
    parts: dict[str, Any] = {
        field.name: getattr(toy, field.name) for field in fields(Game) if hasattr(toy, field.name)
    }
    return replace(whole, **parts) if whole else Game(**parts)
