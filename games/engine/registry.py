"""All games: every folder in `games` that holds rules."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType

import games
from games.game import AnyGame
from games.kit.prose import quoted

_NOT_GAMES = frozenset({"engine", "kit"})


class UnknownGame(LookupError):
    """There's no such game; the message lists the games."""


class BadGame(ValueError):
    """A folder isn't a game that goes by its name; the message tells a builder what to change."""


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its name, in alphabetical order; each is the GAME of its folder. Raises BadGame."""
    folders = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    names = sorted(name for name in folders if name not in _NOT_GAMES)
    return MappingProxyType({name: _game(name) for name in names})


def _game(name: str) -> AnyGame:
    game: AnyGame | None = getattr(import_module(f"games.{name}"), "GAME", None)
    if game is None:
        raise BadGame(f"games/{name} has no GAME. Put the game's value into its __init__.py.")
    if game.about.name != name:
        known = quoted(game.about.name)
        raise BadGame(f"games/{name} calls itself {known} in About.name. Give both the same name.")
    return game


def find(name: str) -> AnyGame:
    """The game of this name. Raises UnknownGame."""
    try:
        return all_games()[name]
    except KeyError:
        *others, last = (game.about.title for game in all_games().values())
        raise UnknownGame(
            f"There's no game called {quoted(name)}. Choose {', '.join(others)} or {last}."
        ) from None


def rules_page(name: str) -> str:
    """The game's README: its numbered rules, its notation and its rulings. Raises UnknownGame."""
    find(name)
    return files(f"games.{name}").joinpath("README.md").read_text(encoding="utf-8")


def title_picture(name: str) -> bytes:
    """The game's title, a PNG of 1180 by 420 px; empty if it has none. Raises UnknownGame."""
    return _artwork(name, "title.png")


def banner_picture(name: str) -> bytes:
    """The game's name as a PNG of 1180 by 178 px; empty if it has none. Raises UnknownGame."""
    return _artwork(name, "banner.png")


def medallion(name: str) -> str:
    """The game's round medallion, an SVG document; empty if it has none. Raises UnknownGame."""
    return _artwork(name, "medallion.svg").decode()


def _artwork(name: str, artwork: str) -> bytes:
    find(name)
    try:
        file = files(f"games.{name}").joinpath("art", artwork)
    except ModuleNotFoundError:  # a game outside the folder `games`
        return b""
    return file.read_bytes() if file.is_file() else b""
