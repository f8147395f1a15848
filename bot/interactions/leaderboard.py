"""Presses on a leaderboard."""

from typing import TYPE_CHECKING

from bot.interactions.reading import Pressed
from bot.leaderboard import standings
from bot.screens.answer import Answer
from bot.screens.leaderboard import ALL, LEADERBOARD, leaderboard_screen
from bot.tables.refusal import Refusal
from games import registry

if TYPE_CHECKING:
    from bot.client import Parlour


async def turn(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Another page or another game. Raises Refusal outside a server: no server's ranks are told elsewhere."""
    if answer.interaction.guild_id is None:
        raise Refusal("Ranks are kept for each server: use /leaderboard in one.")
    name = pressed.value() if pressed.values else pressed.word(0)
    game = None if name == ALL else registry.find(name).about.name
    page = pressed.word(1)
    results = await bot.archive.results(game, answer.interaction.guild_id)
    number = int(page) if page.isdecimal() and len(page) < 7 else 0
    await answer.replace(
        leaderboard_screen(standings(results), name, number, answer.interaction.user.id), LEADERBOARD
    )
