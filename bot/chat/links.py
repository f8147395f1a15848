"""Buttons that lead from one feature to another. Each is answered by the feature to which it leads."""

from bot.chat.custom_ids import Answers, AtQuestion, AtStep, AtTable, OfGame, OfRecord, Page, Route
from games.core import Viewer

BEST = "best-"
"""Before a table's number: the best try of a day, as anybody may see it among whom it's the best."""


class ChooseGame(Route, verb="choose_game"):
    """*Play a game*: all games to choose from."""


class Rules(OfGame, verb="rules"):
    """A page of a game's rules, or the one chosen in the menu."""

    page: Page


class Rule(OfGame, verb="rule"):
    """The page with this rule."""

    number: Page


class Learn(Route, verb="learn"):
    """Open the lesson of this game, or of the one chosen in the menu; without a game, show all lessons."""

    game: str = ""


class TryMove(AtStep, verb="try"):
    """An answer to the question of a lesson, after those given before."""

    answers: Answers


class Replay(OfRecord, verb="replay"):
    """*Replay*: the game after this move, as this seat saw it; for nobody's eyes with nothing hidden.

    Below a replay, `button` says which of its buttons this is: two ids in a message are never the same.
    """

    at: Page = 0
    eyes: Viewer = None
    button: str = ""


class Share(OfRecord, verb="share"):
    """*Share*: the whole game as an animation in the channel."""


class DailyTable(Route, verb="daily_table"):
    """*Tables*: a server's table of this week, or of the period that's named or `CHOSEN` in the menu.

    `show` is the same as for a leaderboard.
    """

    period: str = ""
    show: str = ""


class Daily(Route, verb="daily"):
    """*Game of the day*: how the person did on this day; today's card if they have no score there.

    These three are about the game of the day, or with a `game` about practice of that one.
    """

    day: Page = 0
    game: str = ""


class PlayDaily(Route, verb="play_daily"):
    """*Play*, or *Go on*: the person's try at the game of this day."""

    day: int
    game: str = ""


class PlayDeal(AtTable, verb="play_deal"):
    """*Play this deal*: the game once more from its first move, against computers."""


class Compare(AtTable, verb="compare"):
    """*Compare*: how this game went, and the one whose deal it was."""


class Duel(Route, verb="duel"):
    """*Result*: how a duel came out, or what it waits for."""

    duel: int


class PlayDuel(Route, verb="play_duel"):
    """*Play*, or *Go on*: the person's table in a duel."""

    duel: int


class Pick(AtQuestion, verb="pick"):
    """A choice among the answers to a question, after those given before."""

    answers: Answers
