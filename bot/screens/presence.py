"""Who pressed or typed something a moment ago: they are here, so nobody has to call them."""

import time
from collections import OrderedDict

HERE_SECONDS = 120.0
"""How long people count as here after they press something."""

MOST = 10_000
"""How many people are remembered: the last ones who pressed something."""


class Presence:
    """When each person last pressed something, since the bot's start."""

    def __init__(self) -> None:
        self._seen: OrderedDict[int, float] = OrderedDict()

    def seen(self, user_id: int) -> None:
        """This person has just pressed or typed something."""
        self._seen[user_id] = time.monotonic()
        self._seen.move_to_end(user_id)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def seconds_ago(self, user_id: int) -> float:
        """How long ago this person last pressed something; infinity if unknown."""
        return time.monotonic() - self._seen.get(user_id, float("-inf"))
