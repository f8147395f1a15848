"""Faults that are built into the bot on purpose, so that it can be seen that the laws find them."""

import asyncio
import json
import sys
from collections.abc import Sequence
from itertools import count
from typing import Any

from bot.chat.redrawn import Redrawn
from bot.daily.news import DailyNews
from bot.duels.news import DuelMessages
from bot.table.journal import Journal
from bot.table.messages import hand, own_view
from games.core import Seat
from tests.simulation.many import evenings, warm_up

_LEAKS_EVERY = 20


def acknowledge_before_the_commit() -> None:
    """A move counts as soon as it's on its way to the disk."""
    append = Journal._append  # noqa: SLF001 - that's what is spoiled, here and below

    async def appended(self: Journal, *what: Any) -> None:
        asyncio.get_running_loop().create_task(append(self, *what))

    Journal._append = appended  # type: ignore[method-assign,assignment]  # noqa: SLF001


def lose_a_redraw() -> None:
    """What Discord didn't take isn't sent again."""

    def forget(self: Redrawn) -> None:
        self._is_settled.set()

    Redrawn._try_later = forget  # type: ignore[method-assign]  # noqa: SLF001


def leak_a_hand() -> None:
    """Now and then somebody gets the hand of the next seat."""
    own_screen, asked = own_view.own_screen, count(1)

    async def screen(context: Any, session: Any, seat: Seat, *more: Any, **further: Any) -> Any:
        is_wrong = next(asked) % _LEAKS_EVERY == 0
        whose = Seat((seat + 1) % len(session.players)) if is_wrong else seat
        return await own_screen(context, session, whose, *more, **further)

    hand.own_screen = screen  # type: ignore[attr-defined]


def forget_a_challenge() -> None:
    """The message of a duel's challenge stays as it was posted, whatever becomes of it."""

    def changed(self: DuelMessages, duel_id: int) -> None:
        pass

    DuelMessages.changed = changed  # type: ignore[method-assign]


def leave_a_post() -> None:
    """The message of a day's game goes on to say who had played when it was posted."""

    async def nothing(self: DailyNews, post: Any) -> None:
        pass

    DailyNews._bring_up_to_date = nothing  # type: ignore[method-assign]  # noqa: SLF001


FAULTS = {
    one.__name__: one
    for one in (
        acknowledge_before_the_commit,
        lose_a_redraw,
        leak_a_hand,
        forget_a_challenge,
        leave_a_post,
    )
}


def found_at(name: str, law: str, seeds: Sequence[int]) -> tuple[int, list[str]]:
    """The first of these seeds by which this fault breaks this law, and all it breaks; -1 if none does."""
    warm_up()
    for found in evenings(seeds, FAULTS[name]):
        if any(law in one for one in found.broken):
            return found.plan.seed, found.broken
    return -1, []


if __name__ == "__main__":
    print(json.dumps(found_at(sys.argv[1], sys.argv[2], range(int(sys.argv[3])))))  # noqa: T201 - for the test that started it
