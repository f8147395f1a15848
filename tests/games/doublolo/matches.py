"""Whole games between computers, on the same boards with colours swapped."""

from random import Random

from games.core import CHANCE
from games.doublolo import GAME, Options
from games.doublolo.rules.notation import Place
from games.doublolo.rules.position import Playing


def won(strong: str, weak: str, boards: int) -> int:
    """How many games `strong` won, two on each board; who starts changes from board to board."""
    as_red = sum(winner(seed, (strong, weak)) == 0 for seed in range(boards))
    return as_red + sum(winner(seed, (weak, strong)) == 1 for seed in range(boards))


def winner(seed: int, levels: tuple[str, str]) -> int | None:
    """Which side won a game between two levels on the board of that seed; None for a draw."""
    rng = Random(seed)
    position = GAME.new(2, Options.model_validate({"first": ("red", "white")[seed % 2]}))
    position = GAME.apply(position, CHANCE, GAME.chance(position, rng)).state
    while isinstance(position, Playing):
        mover = position.mover
        move = GAME.choose(GAME.view(position, mover), levels[mover], rng)
        assert isinstance(move, Place)
        position = GAME.apply(position, mover, move).state
    red, white = position.board.scores
    return None if red == white else int(white > red)
