"""The games to choose from."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from discord import ButtonStyle

from bot.chat import links
from bot.chat.parts import Gallery, Screen, button, menu, picture, rows, screen
from bot.chat.pictures import Pictures
from bot.table.lobby import either, minutes_of, quickly
from bot.table.screens import routes
from games.core import Choice
from games.engine import registry
from games.engine.lessons import has_lesson
from games.engine.seating import seating
from games.game import About, AnyGame
from games.kit.brush.lobby import TitlesCard

GAMES = "games"
"""The purpose of this ephemeral message."""

TITLES_PICTURE = "games.png"


async def choice_screen(pictures: Pictures, is_allowed: Callable[[str], bool]) -> Screen:
    """All games that are allowed here, for how many and how long, a button each, and a menu of lessons."""
    games = [game for name, game in registry.all_games().items() if is_allowed(name)]
    abouts = [game.about for game in games]
    lines = [f"-# **{game.about.title}** · {size_of(game)}" for game in games]
    taught = [Choice(one.name, one.title) for one in abouts if has_lesson(one.name)]
    learning = menu(links.Learn("menu"), "New to a game? Learn …", taught)
    return screen(
        await titles(pictures, abouts),
        "\n".join(["### What would you like to play?", *lines]),
        rows([button(one.title, routes.OpenLobby(one.name), ButtonStyle.primary) for one in abouts]),
        learning if taught else [],
    )


async def titles(pictures: Pictures, abouts: Sequence[About]) -> list[Gallery]:
    """The titles of these games in one picture."""
    files = tuple(title for one in abouts if (title := registry.title_picture(one.name)))
    drawn = await pictures.card(TitlesCard(files)) if files else None
    return picture(TITLES_PICTURE, drawn, f"The titles of {', '.join(one.title for one in abouts)}.")


class Size(NamedTuple):
    """For how many players a game is, and how many minutes it lasts, unless its host chooses otherwise.

    A game with a Quick form has the minutes of that first.
    """

    players: tuple[int, ...]
    minutes: tuple[int, ...]

    def __str__(self) -> str:
        """In words."""
        return f"{either(self.players)} players, {either(self.minutes)} minutes"


def size_of(game: AnyGame) -> Size:
    """How large a game is with the usual options."""
    options = game.options()
    players = tuple(seating(game, options))
    forms = [quickly(game, options), options] if game.quick else [options]
    return Size(players, tuple(minutes_of(game, min(players), one) for one in forms))
