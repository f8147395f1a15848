"""Checks that the import contracts in pyproject.toml can't express; `make check` checks those.

They know modules. Chance is a matter of names: `random.Random` is a generator that is handed in, while
`random.choice` draws from one that everybody shares, and a game could not be replayed.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import registry

GAMES = Path(__file__).parent.parent / "games"
SOURCES = {
    str(file.relative_to(GAMES)): file.read_text(encoding="utf-8") for file in sorted(GAMES.rglob("*.py"))
}


def shared_chance(source: str) -> Iterator[str]:
    """Everything from `random` that a module imports, except the class of generators."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name == "random")
            case ast.ImportFrom(module="random", names=names):
                yield from (f"random.{one.name}" for one in names if one.name != "Random")


def test_games_draw_only_from_the_generator_they_are_given() -> None:
    assert not {name: found for name, source in SOURCES.items() if (found := list(shared_chance(source)))}


def test_only_the_registry_and_what_loads_pictures_import_by_name() -> None:
    """No contract covers an import by name."""
    found = {name for name, source in SOURCES.items() if "import_module" in source or "__import__" in source}
    assert found == {"engine/registry.py", "game.py"}


def test_every_games_folder_is_protected() -> None:
    """`make check` says so if a game isn't among the layers, but not if it's missing here."""
    project = tomllib.loads(GAMES.parent.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    protected = [one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "protected"]
    games = {f"games.{name}" for name in registry.all_games()}
    assert any(games == set(one["protected_modules"]) for one in protected), f"List {sorted(games)}."


@pytest.mark.parametrize(
    "source",
    ["import random", "from random import choice", "def f():\n    from random import Random, shuffle"],
)
def test_shared_chance_is_seen(source: str) -> None:
    assert list(shared_chance(source))


def test_a_generator_is_not_shared_chance() -> None:
    assert not list(shared_chance("from random import Random"))
