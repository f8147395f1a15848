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
STILL_LOOKING = "I'm still looking at another game for you. Ask again when you see what I think of it."
TOO_MANY = "I'm looking at several games already. Try again in a minute."


class Reviews:
    """Each review is made once, however many people ask for it at the same time, and one for each person."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[Review]] = {}
        self._asked: dict[str, int] = {}

    def known(self, shown: Replayed, user_id: int) -> Review | None:
        """The review of this game, if it's there. Raises Refusal if this person can't have one now."""
        if not can_review(shown.playback):
            raise Refusal(NONE)
        found = self._kept.get(shown.key)
        if found is not None:
            self._kept.move_to_end(shown.key)
        elif shown.key not in self._under_way:
            if user_id in self._asked.values():
                raise Refusal(STILL_LOOKING)
            if len(self._under_way) >= MOST_WAITING:
                raise Refusal(TOO_MANY)
        return found

    async def of(self, shown: Replayed, user_id: int) -> Review:
        """The review of this game, made in the background. Raises Refusal as `known` does, or if it fails."""
        if (found := self.known(shown, user_id)) is not None:
            return found
        task = self._under_way.get(shown.key)
        if task is None:
            task = self._under_way[shown.key] = asyncio.create_task(self._made(shown))
            self._asked[shown.key] = user_id
            task.add_done_callback(lambda _: self._is_through(shown.key))
        return await asyncio.shield(task)

    def _is_through(self, key: str) -> None:
        del self._under_way[key], self._asked[key]

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
