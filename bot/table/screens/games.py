"""The games to choose from."""

from collections.abc import Callable, Sequence

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
    lines = [f"-# **{game.about.title}** · {_at_first(game)}" for game in games]
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


def _at_first(game: AnyGame) -> str:
    """For how many players a game is, and how long it lasts, unless its host chooses otherwise."""
    options = game.options()
    wanted = seating(game, options)
    lengths = [minutes_of(game, min(wanted), options)]
    if game.quick:
        lengths.insert(0, minutes_of(game, min(wanted), quickly(game, options)))
    return f"{either(wanted)} players, {either(lengths)} minutes"
