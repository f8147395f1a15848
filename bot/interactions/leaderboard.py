"""Presses on a leaderboard."""

from bot.app import Parlour
from bot.interactions.reading import Pressed
from bot.leaderboard import standings
from bot.screens.answer import Answer
from bot.screens.leaderboard import ALL, LEADERBOARD, leaderboard_screen
from bot.tables.refusal import Refusal
from games import registry


async def turn_page(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Another page or another game. Raises Refusal outside a server, since each has its own ranks."""
    if answer.interaction.guild_id is None:
        raise Refusal("Every server has its own leaderboard. Use /leaderboard in a server.")
    name = pressed.value() if pressed.values else pressed.argument(0)
    game = None if name == ALL else registry.find(name).about.name
    page = pressed.argument(1)
    results = await app.archive.results(game, answer.interaction.guild_id)
    number = int(page) if page.isdecimal() and len(page) < 7 else 0
    await answer.turn_to(
        leaderboard_screen(standings(results), name, number, answer.interaction.user.id), LEADERBOARD
    )
