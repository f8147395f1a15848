"""Presses on the pages of rules, and on the shelf from which they are taken."""

from typing import TYPE_CHECKING

from bot.interactions.reading import Pressed
from bot.screens.answer import Answer
from bot.screens.panel import Screen
from bot.screens.rules import RULES, games_screen, rules_screen

if TYPE_CHECKING:
    from bot.client import Parlour


async def rules(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """Browse the rules: the first press opens them, further ones turn pages."""
    game = pressed.word(0)
    page = pressed.value() if pressed.values else pressed.word(1)
    await _turn(answer, rules_screen(game, int(page) if page.isdecimal() and len(page) < 4 else 0))


async def registry(bot: "Parlour", answer: Answer, pressed: Pressed) -> None:
    """All games whose rules can be read; chosen there, one's first page."""
    await _turn(answer, rules_screen(pressed.value(), 0) if pressed.values else games_screen())


async def _turn(answer: Answer, screen: Screen) -> None:
    """In place of what the person alone sees, else as a message of its own."""
    message = answer.interaction.message
    if message is not None and message.flags.ephemeral:
        await answer.replace(screen, RULES)
    else:
        await answer.send(screen, RULES)
