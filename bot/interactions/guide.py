"""Clicks on the rules pages, the list of games and a lobby's Fair play button."""

from bot.app import Parlour
from bot.interactions.reading import Pressed
from bot.screens.answer import Answer
from bot.screens.example import example_screen
from bot.screens.lobby import fair_play as fair_play_notice
from bot.screens.rules import RULES, games_screen, page_of_rule, rules_screen
from bot.tables.refusal import Expired


async def rules(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Browse the rules: the first click opens them, later ones turn the pages."""
    game = pressed.argument(0)
    page = pressed.value() if pressed.values else pressed.argument(1)
    await answer.turn_to(rules_screen(game, int(page) if page.isdecimal() and len(page) < 4 else 0), RULES)


async def rule(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The page with a numbered rule, for someone whose move it forbids."""
    game, number = pressed.argument(0), pressed.argument(1)
    await answer.send(
        rules_screen(game, page_of_rule(game, int(number) if number.isdecimal() and len(number) < 4 else 0)),
        RULES,
    )


async def show(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """An example of a rule, one moment at a time."""
    game, number = pressed.argument(0), pressed.value() if pressed.values else pressed.argument(1)
    step = "0" if pressed.values else pressed.argument(2)
    if not (number.isdecimal() and step.isdecimal() and len(number) < 4 and len(step) < 4):
        raise Expired
    await answer.turn_to(await example_screen(app.pictures, game, int(number), int(step)), RULES)


async def games(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """The list of games, or the first page of the game chosen there."""
    await answer.turn_to(rules_screen(pressed.value(), 0) if pressed.values else games_screen(), RULES)


async def fair_play(app: Parlour, answer: Answer, pressed: Pressed) -> None:
    """Tell the person how chance is kept fair in this lobby's game."""
    await answer.notice(fair_play_notice(await app.tables.lobby(pressed.number(0))), "fair play")
