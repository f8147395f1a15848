"""Floods of presses: how often one person can press, and what we tell someone who presses more often."""

import logging
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field

import discord

from bot.screens.failures import NOT_SENT, code_of

log = logging.getLogger(__name__)

SECONDS = 2.0
"""The time within which presses are counted."""

TYPED = 3
"""How many times as often people can type as press: Discord asks for suggestions at every letter."""

SLOW_DOWN = (
    "Slow down a little: that was too much at once, so I skipped some of it. Try again in a few seconds."
)


@dataclass(slots=True)
class _Pressing:
    last: deque[float]
    excess: int = field(default=0)


class Floods:
    """Counts what each person does. Someone who goes on too fast is let in again once they pause."""

    def __init__(self, most: int) -> None:
        """`most` is how many presses one person can make in `SECONDS`."""
        self._most = most
        self._people: OrderedDict[int, _Pressing] = OrderedDict()

    def __len__(self) -> int:
        """How many people are remembered: those who pressed something just now."""
        return len(self._people)

    def excess(self, user_id: int) -> int:
        """Count a press by this person. Returns 0 if it can be answered, else how far over the limit."""
        now = time.monotonic()
        self._forget(now - SECONDS)
        pressing = self._people.setdefault(user_id, _Pressing(deque(maxlen=self._most)))
        self._people.move_to_end(user_id)
        last = pressing.last
        is_flood = len(last) == self._most and now - last[0] < SECONDS
        pressing.excess = pressing.excess + 1 if is_flood else 0
        last.append(now)
        return pressing.excess

    def _forget(self, instant: float) -> None:
        """Forget people who haven't pressed anything since then."""
        while self._people:
            user_id, pressing = next(iter(self._people.items()))
            if pressing.last[-1] > instant:
                return
            del self._people[user_id]


async def skip(interaction: discord.Interaction) -> None:
    """Answer an excess press with as little as Discord accepts. A command always needs text."""
    response = interaction.response
    try:
        match interaction.type:
            case discord.InteractionType.autocomplete:
                await response.autocomplete([])
            case discord.InteractionType.application_command:
                await response.send_message(SLOW_DOWN, ephemeral=True)
            case _:
                await response.defer()
    except NOT_SENT as failed:
        log.info("a skipped press could not be acknowledged (%s)", code_of(failed))
