"""Games for tests, put together from a class whose attributes are the parts of a game."""

from dataclasses import fields, replace

from games.game import AnyGame, Game, Rules


def as_game(toy: object, whole: AnyGame | None = None) -> AnyGame:
    """The game made of a toy's attributes; with `whole`, that game with these parts replaced."""
    parts = {part.name: getattr(toy, part.name) for part in fields(Game) if hasattr(toy, part.name)}
    judged = {part.name: getattr(toy, part.name) for part in fields(Rules) if hasattr(toy, part.name)}
    if whole:
        return replace(whole, **parts, rules=replace(whole.rules, **judged))
    return Game(**parts, rules=Rules(**judged))
