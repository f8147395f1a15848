"""Reviews of games that are over, made once each and kept in memory for a while.

It stands alone because looking at a game needs no computers, and playing one needs no reviews.
"""

import asyncio
from collections import OrderedDict

from bot.refusal import Refusal
from bot.tables.computers import Computers, NoReview
from bot.tables.replays import Replayed
from games.review import Review, can_review

MOST_KEPT = 256
"""How many reviews are kept, of a few kB each."""

MOST_WAITING = 5
"""How many reviews are asked for at most before the first of them is there."""

NONE = "There's no review of this game."
NOT_IN_TIME = "I couldn't finish looking at this game. Try again in a minute."
TOO_SHORT = "Too little was played for a review."
TOO_MANY = "I'm looking at several games already. Try again in a minute."


class Reviews:
    """Each review is made once, however many people ask for it at the same time."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[Review]] = {}

    def known(self, shown: Replayed) -> Review | None:
        """The review of this game, if it's there. Raises Refusal if there can't be one now."""
        if not can_review(shown.playback):
            raise Refusal(NONE)
        found = self._kept.get(shown.key)
        if found is not None:
            self._kept.move_to_end(shown.key)
        elif shown.key not in self._under_way and len(self._under_way) >= MOST_WAITING:
            raise Refusal(TOO_MANY)
        return found

    async def of(self, shown: Replayed) -> Review:
        """The review of this game, made in the background. Raises Refusal if that fails."""
        if (found := self.known(shown)) is not None:
            return found
        task = self._under_way.get(shown.key)
        if task is None:
            task = self._under_way[shown.key] = asyncio.create_task(self._made(shown))
            task.add_done_callback(lambda _: self._under_way.pop(shown.key))
        return await asyncio.shield(task)

    async def _made(self, shown: Replayed) -> Review:
        try:
            made = await self._computers.review(shown.playback.record)
        except NoReview:
            raise Refusal(NOT_IN_TIME) from None
        if not made.says_anything:
            raise Refusal(TOO_SHORT)
        self._kept[shown.key] = made
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return made
