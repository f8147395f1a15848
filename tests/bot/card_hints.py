"""What a card game with hints could say. It imports only rules, since the computers' workers load it."""

from bot.table.think import Way, way_to
from games.engine import registry


def why(_view: object, _move: object) -> str:
    """The same reason for every move."""
    return "{b} has to follow."


def advise(name: str, view: object) -> tuple[str, str, Way]:
    """The first legal move."""
    game = registry.find(name)
    move = next(iter(game.legal(view)))
    return game.write(move), why(view, move), way_to(game, view, move)
