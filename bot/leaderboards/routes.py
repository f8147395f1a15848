"""What can be pressed where people see how they stand."""

from bot.chat.custom_ids import OfGame, Page, Route


class Ranks(OfGame, verb="ranks"):
    """A page of the leaderboard of a game, in a period and of a board; what's `CHOSEN` comes from a menu.

    `show` says that it's shown as text or as a picture from now on, or posted for all.
    """

    page: Page
    period: str = ""
    board: str = ""
    show: str = ""


class HowItCounts(Route, verb="counting"):
    """*How it counts*: the rules of leaderboards, and the titles."""


class Profile(Route, verb="profile"):
    """The profile of this person, on one ladder; `show` is the same as for a leaderboard."""

    user: int
    ladder: str = ""
    show: str = ""


class History(Route, verb="history"):
    """A page of the games that were finished here, or of those of the person with this number."""

    whose: str
    page: Page = 0
