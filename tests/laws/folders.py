"""The games that have a folder with rules and records: the bot's own, and the guide's worked example."""

from collections.abc import Mapping
from pathlib import Path

import games
import tests.games.liars_dice as example
from games.engine.registry import all_games
from games.game import AnyGame

_EXAMPLE = example.GAME.about.name


def together(games: Mapping[str, AnyGame], others: Mapping[str, AnyGame]) -> dict[str, AnyGame]:
    """All of them by name. Raises ValueError with a sentence if one name stands for two games."""
    for name in games.keys() & others.keys():
        raise ValueError(
            f"Two games are called {name}, in games/ and in tests/, so one would go untested. "
            "Give the one in games/ another name: its folder, and About.name."
        )
    return {**games, **others}


WITH_FOLDERS: Mapping[str, AnyGame] = together(all_games(), {_EXAMPLE: example.GAME})
"""By name, as in `games.engine.registry.all_games()`."""


def folder(name: str) -> Path:
    """Where this game's rules, page and records are; for a toy, a folder that doesn't exist."""
    if name == _EXAMPLE:
        return Path(example.__file__ or "").parent
    return Path(games.__file__ or "").parent / name


def rules_page(name: str) -> str:
    """The game's README."""
    return (folder(name) / "README.md").read_text(encoding="utf-8")
