"""What the import contracts in pyproject.toml can't say; `make check` checks those.

They know modules. Chance is a matter of names: `random.Random` is a generator that is handed in, while
`random.choice` draws from one that everybody shares, and a game could not be replayed.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "games"
MODULES = {str(file.relative_to(GAMES)): file for file in sorted(GAMES.rglob("*.py"))}


def shared_chance(source: str) -> Iterator[str]:
    """Everything from `random` that a module imports, except the class of generators."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name == "random")
            case ast.ImportFrom(module="random", names=names):
                yield from (f"random.{one.name}" for one in names if one.name != "Random")


@pytest.mark.parametrize("module", MODULES)
def test_a_game_draws_only_from_the_generator_it_is_given(module: str) -> None:
    assert not list(shared_chance(MODULES[module].read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", sorted(MODULES.keys() - {"registry.py"}))
def test_only_the_registry_imports_by_name(module: str) -> None:
    """An import by name is in no contract."""
    source = MODULES[module].read_text(encoding="utf-8")
    assert "import_module" not in source
    assert "__import__" not in source


@pytest.mark.parametrize(
    "source",
    ["import random", "from random import choice", "def f():\n    from random import Random, shuffle"],
)
def test_shared_chance_is_seen(source: str) -> None:
    assert list(shared_chance(source))


def test_a_generator_is_not_shared_chance() -> None:
    assert not list(shared_chance("from random import Random"))
