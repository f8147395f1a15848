"""What a computer's worker process runs. Imports rules only, so that a worker is small and starts fast."""

from games import shelf
from games.fair import computer_rng


def think(game: str, view: object, level: str, commitment: str, ply: int, seat: int) -> str:
    """The text of the move that this level chooses from this view; the same for the same arguments."""
    rules = shelf.find(game)
    if rules.choose is None:
        raise TypeError(f"{game} has no computers")
    return rules.write(rules.choose(view, level, computer_rng(commitment, ply, seat)))
