"""The walls of the house: who may import whom, kept for every module of the four packages."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "games", "local_discord", "storage")


@dataclass(frozen=True, slots=True)
class Wall:
    """Modules whose name matches `inside` and not `but` import no name that matches `never` and not `save`.

    A pattern that matches a package matches all that is in it.
    """

    why: str
    inside: str
    never: str
    but: str = "-"
    save: str = "-"

    def is_breached(self, module: str, imported: str) -> bool:
        within = _matches(self.inside, module) and not _matches(self.but, module)
        return within and _matches(self.never, imported) and not _matches(self.save, imported)


def _matches(pattern: str, name: str) -> bool:
    return re.fullmatch(rf"({pattern})(\..*)?", name) is not None


WALLS = (
    Wall("rules know no Discord and no storage", "games", "bot|storage|discord|aiohttp|sqlalchemy"),
    Wall("rules know no clock", "games", "asyncio|datetime|time|calendar|sched|signal"),
    Wall("rules know no machine", "games", "os|socket|subprocess|pathlib|sys|uuid|secrets|platform|logging"),
    Wall("chance comes from a generator that is handed in", "games", "random", save=r"random\.Random"),
    Wall("pictures are drawn in one place", "games", "PIL|isal", but=r"games\.\w+\.draw|games\.kit\.brush.*"),
    Wall("pictures are drawn in one place", "bot|storage", "PIL|isal"),
    Wall("the toolbox calls nothing back", r"games\.kit", "games", save=r"games\.kit|games\.core"),
    Wall("storage knows no Discord and no game", "storage", "bot|games|discord"),
    Wall("the local Discord knows no bot", "local_discord", "bot|games|storage|tests|bench"),
    Wall("the local Discord needs no library of Discord", "local_discord", "discord"),
    Wall("only make play brings a Discord along", "bot|games|storage", "local_discord", but=r"bot\.play"),
)

MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for package in PACKAGES
    for file in sorted((ROOT / package).rglob("*.py"))
}
GAMES = sorted(
    file.parent.name for file in (ROOT / "games").glob("*/__init__.py") if file.parent.name != "kit"
)


def imported_names(source: str) -> Iterator[str]:
    """Everything a module imports anywhere in it: `a.b` and `a.b.c` for `from a.b import c`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom(module=module):
                yield f".{module or ''}"


def breaches(module: str, source: str) -> list[str]:
    """Sentences about what this module imports and may not."""
    found = []
    for name in imported_names(source):
        found += [f"{module} imports {name}: {wall.why}." for wall in WALLS if wall.is_breached(module, name)]
        other = next((game for game in GAMES if _matches(rf"games\.{game}", name)), None)
        if other and not _matches(rf"games\.{other}", module):
            found.append(f"{module} imports {name}: a game is one folder, which only the shelf opens.")
        if name.startswith("."):
            found.append(f"{module} imports {name}: imports name the whole way.")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_a_module_keeps_the_walls(module: str) -> None:
    assert not breaches(module, MODULES[module].read_text(encoding="utf-8"))


def test_all_packages_are_looked_at() -> None:
    assert {"games.core", "games.doublolo.rules", "bot.tools", "local_discord", "storage"} <= set(MODULES)


@pytest.mark.parametrize(
    "module", [name for name in MODULES if name.startswith("games") and name != "games.registry"]
)
def test_only_the_shelf_imports_by_name(module: str) -> None:
    source = MODULES[module].read_text(encoding="utf-8")
    assert not re.search(r"\b(import_module|__import__)\b", source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.core", "import asyncio"),
        ("games.table", "def f():\n    from storage import archive"),
        ("games.doublolo.rules", "from datetime import datetime"),
        ("games.doublolo.rules", "import random"),
        ("games.doublolo.rules", "from random import choice"),
        ("games.doublolo.rules", "from random import Random, shuffle"),
        ("games.doublolo.rules", "from PIL import Image"),
        ("games.doublolo.rules", "from . import view"),
        ("games.foozle.rules", "from games.doublolo import lines"),
        ("games.foozle.rules", "import games.doublolo.lines"),
        ("games.core", "from games import doublolo"),
        ("games.kit.grid", "from games.table import Table"),
        ("games.kit.grid", "import PIL"),
        ("storage.writer", "from bot import config"),
        ("storage.writer", "import games.core"),
        ("storage.writer", "import discord"),
        ("local_discord.codec", "from bot import config"),
        ("local_discord.codec", "from games.core import Seat"),
        ("local_discord.codec", "from tests.openapi import Recording"),
        ("local_discord.codec", "import discord.http"),
        ("bot.client", "from local_discord import Person"),
        ("bot.running", "import local_discord.server"),
        ("bot.screens.panel", "from PIL import Image"),
        ("bot.screens.panel", "from games.doublolo.rules import FACES"),
    ],
)
def test_a_breach_is_seen(module: str, source: str) -> None:
    assert breaches(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.doublolo.rules", "from random import Random"),
        ("games.doublolo.draw", "from PIL import Image"),
        ("games.kit.brush.png", "import isal.isal_zlib"),
        ("games.kit.grid", "from games.core import Seat"),
        ("games.foozle.rules", "from games.foozle.view import View"),
        ("local_discord.codec", "from local_discord import snowflake"),
        ("bot.play.world", "from local_discord import LocalDiscord"),
        ("bot.screens.panel", "from games.core import Pick"),
        ("bot.screens.panel", "from games.kit import lots"),
    ],
)
def test_a_gate_is_open(module: str, source: str) -> None:
    assert not breaches(module, source)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom, by whatever ways."""
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("module", ["bot.tools", "games.selfplay", "games.replay", "storage"])
def test_no_way_leads_to_discord(graph: grimp.ImportGraph, module: str) -> None:
    """A record is replayed, and a computer thinks, without discord.py being loaded."""
    assert graph.find_shortest_chain(module, "discord", as_packages=True) is None


@pytest.mark.parametrize("game", GAMES)
def test_no_way_leads_from_a_game_to_the_table_it_is_played_at(graph: grimp.ImportGraph, game: str) -> None:
    for module in ("games.table", "games.registry", "games.record"):
        assert graph.find_shortest_chain(f"games.{game}", module, as_packages=True) is None
