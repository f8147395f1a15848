"""Buttons that lead from one feature to another. Each is answered by the feature to which it leads."""

from bot.custom_ids import Answers, AtStep, OfGame, Page, Route


class Rules(OfGame, verb="rules"):
    """A page of a game's rules, or the one chosen in the menu."""

    page: Page


class Rule(OfGame, verb="rule"):
    """The page with this rule."""

    number: Page


class Learn(Route, verb="learn"):
    """Open the lesson of this game, or of the one chosen in the menu."""

    game: str = ""


class TryMove(AtStep, verb="try"):
    """An answer to the question of a lesson, after those given before."""

    answers: Answers
