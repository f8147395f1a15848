"""The list of games with their pictures, to choose one to play."""

from collections.abc import Callable

import discord
from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Layout, button, menu, picture, rows, sealed
from bot.screens.pictures import Pictures
from bot.screens.screen import Screen
from games import registry
from games.lessons import has_lesson

GAMES = "games"
"""The purpose of this ephemeral message."""

PICTURE = "games.png"


async def choice_screen(pictures: Pictures, is_allowed: Callable[[str], bool]) -> Screen:
    """All games that are allowed here, with a line and a button each, and a menu of lessons."""
    abouts = [game.about for name, game in registry.all_games().items() if is_allowed(name)]
    lines = [f"**{one.title}** · {one.line}" for one in abouts]
    text: ui.TextDisplay[Layout] = ui.TextDisplay("\n".join(["### What would you like to play?", *lines]))
    buttons = [button(one.title, ids.write("open", one.name), ButtonStyle.primary) for one in abouts]
    files: tuple[discord.File, ...] = ()
    taught = [discord.SelectOption(label=one.title, value=one.name) for one in abouts if has_lesson(one.name)]
    learning = [menu(ids.write("learn", "menu"), "New to a game? Learn …", taught)] if taught else []
    items: list[ui.Item[Layout]] = [text, *rows(buttons), *learning]
    if png := await pictures.titles([one.name for one in abouts]):
        gallery, file = picture(PICTURE, png, f"The titles of {', '.join(one.title for one in abouts)}.")
        items, files = [gallery, *items], (file,)
    return Screen(sealed(items), files)
