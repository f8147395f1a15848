"""Icons: small pictures on buttons that can be told apart at the size Discord shows them."""

import io
import re
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from games.engine import registry
from games.game import AnyGame

SHOWN = 22
"""How many px wide Discord shows an emoji on a button."""
GAMES = [game for game in registry.all_games().values() if game.icons]
GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def drawn(game: AnyGame, name: str) -> bytes:
    return game.icon(name)


def as_shown(game: AnyGame, name: str, ground: tuple[int, int, int]) -> Image.Image:
    icon = opened(drawn(game, name)).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", icon.size, ground)
    shown.paste(icon, (0, 0), icon)
    return shown


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.about.name)
class TestIcons:
    def test_names_are_what_discord_takes_with_a_mark_of_the_drawing_behind(self, game: AnyGame) -> None:
        assert all(re.fullmatch(r"[a-z0-9_]{2,20}", name) for name in game.icons)
        assert len(set(game.icons)) == len(game.icons)

    def test_each_is_a_small_square_with_clear_corners(self, game: AnyGame) -> None:
        for name in game.icons:
            png = drawn(game, name)
            assert len(png) <= 256 * 1024
            image = opened(png)
            assert (image.mode, image.size) == ("RGBA", (128, 128))
            assert [image.getpixel(corner)[3] for corner in ((0, 0), (127, 127))] == [0, 0]  # type: ignore[index]  # RGBA

    @pytest.mark.parametrize("theme", GROUNDS)
    def test_any_two_differ_to_the_eye_on_a_button(self, game: AnyGame, theme: str) -> None:
        shown = {name: as_shown(game, name, GROUNDS[theme]).convert("L") for name in game.icons}
        for one, other in combinations(shown, 2):
            difference = ImageStat.Stat(ImageChops.difference(shown[one], shown[other])).mean[0]
            assert difference > 8, f"{one} and {other} look alike without colours ({difference:.1f})."

    def test_there_is_no_other(self, game: AnyGame) -> None:
        with pytest.raises(KeyError):
            drawn(game, "no_such_icon")
