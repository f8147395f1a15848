"""What can be pressed under a replay, a review or a record."""

from collections.abc import Sequence

from bot.chat.custom_ids import OfRecord, Page
from games.core import Viewer


class ReplayMoment(OfRecord, verb="moment"):
    """The moment that was chosen in a replay's menu."""

    eyes: Viewer = None


class ReplayEyes(OfRecord, verb="eyes"):
    """The seat, chosen in a replay's menu, with whose eyes this move is seen."""

    at: Page = 0


class JumpTo(OfRecord, verb="jump"):
    """*Jump to …*, which asks for the number of a move."""

    eyes: Viewer = None

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """Unless this is the answer."""
        return not chosen


class Why(OfRecord, verb="why"):
    """*Why?* in a replay: what this move was for."""

    at: Page = 0


class PostReplay(OfRecord, verb="post_replay"):
    """*Post for all*: this replay in the channel."""

    at: Page = 0
    eyes: Viewer = None


class PlayOn(OfRecord, verb="play_on"):
    """*Play from here*, against computers."""

    at: Page = 0
    eyes: Viewer = None


class Review(OfRecord, verb="review"):
    """*Review*: what a strong computer thinks of the game."""
