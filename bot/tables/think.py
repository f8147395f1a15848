"""What a computer's worker process runs. Imports rules only, so that a worker is small and starts fast."""

from games import registry
from games.fair import computer_rng


def get_ready() -> None:
    """Load the rules of every game, which takes a moment and isn't part of a thought."""
    registry.all_games()


def think(game: str, view: object, level: str, key: bytes) -> str:
    """The text of the move that this level chooses from this view; the same for the same arguments.

    `key` is this one choice's (`fair.computer_key`): no worker ever holds a seed.
    """
    rules = registry.find(game)
    if rules.choose is None:
        raise TypeError(f"{game} has no computers")
    return rules.write(rules.choose(view, level, computer_rng(key)))
