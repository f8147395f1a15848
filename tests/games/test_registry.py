"""The registry of games."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import games
from bot.table.lobby import either
from games.engine import registry

LEVELS = ("Beginner", "Easy", "Medium", "Hard", "Expert")
"""From weakest to strongest; a game has some of them."""


def test_every_folder_with_rules_is_a_game_under_its_own_name() -> None:
    found = registry.all_games()
    assert "doublolo" in found
    assert "kit" not in found
    assert list(found) == sorted(found)
    for name, game in found.items():
        assert game.about.name == name
        assert registry.find(name) is game


@pytest.mark.parametrize(
    ("folder", "code", "said"),
    [
        ("mygame", "from tests.games.liars_dice import GAME", "games/mygame calls itself “liars_dice”"),
        ("mygame", "", "games/mygame has no GAME"),
    ],
)
def test_a_folder_that_is_not_a_game_of_its_name_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, code: str, said: str
) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "__init__.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.setitem(sys.modules, f"games.{folder}", None)  # so that it's forgotten afterwards
    del sys.modules[f"games.{folder}"]
    with pytest.raises(registry.BadGame, match=rf"^{said}.+\.$"):
        registry.all_games.__wrapped__()


def test_a_reader_cannot_change_the_registry() -> None:
    with pytest.raises(TypeError):
        registry.all_games()["more"] = registry.find("doublolo")  # type: ignore[index]  # is what is refused


@pytest.mark.parametrize("name", ["", "kit", "core", "Doublolo", "../doublolo", "a.b"])
def test_the_refusal_of_an_unknown_game_lists_the_known_ones(name: str) -> None:
    for asked in (registry.find, registry.rules_page):
        with pytest.raises(registry.UnknownGame, match=r"no game called .* Choose .*Doublolo"):
            asked(name)


@pytest.mark.parametrize("name", registry.all_games())
def test_every_game_has_a_rules_page(name: str) -> None:
    page = registry.rules_page(name)
    assert page.startswith(f"# {registry.find(name).about.title}\n")


@pytest.mark.parametrize("name", registry.all_games())
def test_every_game_describes_itself_for_the_lobby(name: str) -> None:
    about = registry.find(name).about
    assert about.seats
    assert list(about.seats) == sorted(set(about.seats))
    assert about.seats[0] >= 1
    assert about.title.strip()
    assert 0 < len(about.line) <= 100
    assert about.minutes > 0
    assert about.edition.strip()


def test_computer_players_have_the_same_names_in_all_games() -> None:
    for game in registry.all_games().values():
        titles = [level.title for level in game.about.computers]
        assert titles == [one for one in LEVELS if one in titles], game.about.name


def test_the_readme_lists_every_game_with_its_numbers_of_players() -> None:
    readme = Path(registry.__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(.+?)\]\(games/(.+?)/README\.md\) \| (.+?) \|", readme, re.MULTILINE)
    abouts = [game.about for game in registry.all_games().values()]
    assert rows == [(about.title, about.name, either(about.seats)) for about in abouts]


def test_loading_the_rules_loads_no_drawing_storage_or_discord_code() -> None:
    """Computer players' workers and replays load neither Pillow nor discord.py."""
    imports = "import json, sys; from games.engine.registry import all_games as all"
    code = f"{imports}; all(); print(json.dumps([*sys.modules]))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(told.stdout)}
    assert not loaded & {"PIL", "discord", "aiohttp", "sqlalchemy", "bot", "storage"}
