"""Computers that play each other, as the rules of every game say."""

import pytest

from bot.app.parlour import Parlour
from games.engine import registry
from local_discord.person import (
    Person,
    labels_of,
    text_of,
)
from tests.bot.tables import board, more, words_of


@pytest.mark.parametrize("name", registry.all_games())
async def test_every_game_shows_itself_with_computers_alone_as_its_rules_say(
    name: str, bot: Parlour, chiara: Person
) -> None:
    """A demonstration: the host leaves, chooses a computer for each seat, and starts."""
    game = registry.find(name)
    title = game.about.computers[0].title
    said = "To watch computers play each other, press *More* and *Leave* in your lobby"
    assert said in registry.rules_page(name)
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=name))
    menus = await more(chiara, lobby)
    await chiara.press(menus, label="Leave")
    lobby = await board(chiara, lobby, "**A")
    for seat in "ABCD"[: min(game.about.seats)]:
        await chiara.select(menus, game.about.levels[0])
        lobby = await board(chiara, lobby, f"**{seat}** · {title}")
    await chiara.press(lobby, label="Start")
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "More" not in labels_of(m))
    assert title in words_of(shown)
    assert chiara.id not in text_of(shown)
