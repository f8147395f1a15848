"""What games there are."""

import json
import subprocess
import sys

import pytest

from games import registry


def test_every_folder_with_rules_is_on_the_shelf_by_its_name() -> None:
    found = registry.all_games()
    assert "doublolo" in found
    assert "kit" not in found
    assert list(found) == sorted(found)
    for name, game in found.items():
        assert game.about.name == name
        assert registry.find(name) is game


def test_the_shelf_cannot_be_changed_by_who_reads_it() -> None:
    with pytest.raises(TypeError):
        registry.all_games()["more"] = registry.find("doublolo")  # type: ignore[index]  # is what is refused


@pytest.mark.parametrize("name", ["", "kit", "core", "Doublolo", "../doublolo", "a.b"])
def test_an_unknown_game_is_refused_with_those_there_are(name: str) -> None:
    for asked in (registry.find, registry.rules_page):
        with pytest.raises(registry.UnknownGame, match=r"no game called .* There are: .*doublolo"):
            asked(name)


@pytest.mark.parametrize("name", registry.all_games())
def test_every_game_has_a_rules_page(name: str) -> None:
    page = registry.rules_page(name)
    assert page.startswith(f"# {registry.find(name).about.title}\n")


@pytest.mark.parametrize("name", registry.all_games())
def test_the_lobby_can_say_what_a_game_is(name: str) -> None:
    about = registry.find(name).about
    assert about.seats
    assert list(about.seats) == sorted(set(about.seats))
    assert about.seats[0] >= 1
    assert about.title.strip()
    assert 0 < len(about.line) <= 100
    assert about.minutes > 0
    assert about.edition.strip()


def test_rules_are_read_without_pictures_storage_or_discord() -> None:
    """A worker in which a computer thinks, and a replay, load neither Pillow nor discord.py."""
    code = (
        "import json, sys; from games.registry import all_games; all_games(); "
        "print(json.dumps(list(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(told.stdout)}
    assert not loaded & {"PIL", "discord", "aiohttp", "sqlalchemy", "bot", "storage"}
