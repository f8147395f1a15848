"""What can be pressed about the game of the day."""

from bot.chat.custom_ids import Route


class FairDaily(Route, verb="fair_daily"):
    """*Fair play*: that the deal was fixed before anybody played it."""

    day: int
    game: str = ""


class ShareDaily(Route, verb="share_daily"):
    """*Share*: how the person did on this day, for everybody in the channel."""

    day: int
    game: str = ""


class ShareDailyIn(Route, verb="share_daily_in"):
    """The same in a channel that was chosen from a menu, since in direct messages nobody would see it."""

    day: int
    game: str = ""


class RemindDaily(Route, verb="remind_daily"):
    """*Yes*: remind the person of the game of the day, at the hour that it is now. *No*: don't."""

    answer: str
