"""What a computer's worker process runs. Imports rules only, so that a worker is small and starts fast."""

from games import registry
from games.core import IllegalMove, Question, Ready
from games.fair import computer_rng
from games.game import AnyGame

PUBLIC_KEY = b"hint"
"""Hints use this key: a hint follows from the view alone, and gives away nothing of the seed."""

MOST_QUESTIONS = 2_000
"""How many questions are tried to find the buttons that make a move."""


def get_ready() -> None:
    """Load the rules of every game, which takes a moment and doesn't count as thinking."""
    registry.all_games()


def think(game: str, view: object, level: str, key: bytes) -> str:
    """The text of the move that this level chooses from this view; the same for the same arguments.

    `key` is for this one choice (`fair.computer_key`): no worker ever has a seed.
    """
    rules = registry.find(game)
    if rules.choose is None:
        raise TypeError(f"{game} has no computers")
    return rules.write(rules.choose(view, level, computer_rng(key)))


def advise(name: str, view: object) -> tuple[str, str, tuple[str, ...]]:
    """The move that the game's adviser would make, why, and the buttons that make it.

    The buttons are labels in order, with seats as marks; none if they would take too long to find.
    """
    game = registry.find(name)
    if game.choose is None or game.why is None:
        raise TypeError(f"{name} gives no hints")
    move = game.choose(view, game.about.adviser, computer_rng(PUBLIC_KEY))
    return game.write(move), game.why(view, move), buttons_for(game, view, move)


def buttons_for(game: AnyGame, view: object, move: object) -> tuple[str, ...]:
    """The labels of the buttons that lead to a move; none if the search takes too long or there are none."""
    left = [MOST_QUESTIONS]

    def follow(answers: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, ...]:
        left[0] -= 1
        if left[0] < 0:
            return ()
        try:
            asked = game.prompt(view, answers)
        except IllegalMove:
            return ()
        if isinstance(asked, Ready):
            return labels if asked.move == move else ()
        if not isinstance(asked, Question) or asked.most > 1:
            return ()
        paths = (follow((*answers, one.key), (*labels, one.label)) for one in asked.choices)
        return next(filter(None, paths), ())

    return follow((), ())
