"""What can be pressed where a game is learned."""

from bot.chat.custom_ids import AtStep, OfGame, Page, Route


class Example(OfGame, verb="show"):
    """A moment of an example of a rule, or the first one of the rule chosen in the menu."""

    rule: Page
    step: Page = 0


class Levels(OfGame, verb="levels"):
    """*Computers*: the levels of a game's computer players."""


class PlayLevel(OfGame, verb="play_level"):
    """Begin a game against computers of the level chosen in the menu."""


class ListGames(Route, verb="games", was=("shelf",)):
    """*Other games*; a game chosen there."""


class TurnLesson(AtStep, verb="lesson"):
    """Turn to this step of a lesson, from the one shown."""

    shown: int | None = None


class ShowMove(AtStep, verb="demo"):
    """*Show me*."""


class LeaveLesson(OfGame, verb="pause"):
    """*Leave the lesson*."""


class PlayAfterLesson(OfGame, verb="play_after_lesson", was=("taught",)):
    """*Play the computer*, at the end of a lesson."""
