"""The question on a message: what a person can choose there, and how long the answer takes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from local_discord.codec import Json
from local_discord.person import Person, every_component

_BUTTON = 2


@dataclass(frozen=True, slots=True)
class Waited:
    """Milliseconds from a press until it was acknowledged, and until each thing it led to was seen."""

    acknowledged: float
    seen: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button or a menu option."""

    custom_id: str
    answer: str
    in_menu: bool

    async def chosen(self, person: Person, message: Json) -> str:
        """Let the person choose this on the message; returns the interaction's id."""
        if self.in_menu:
            return await person.select(message, self.answer, custom_id=self.custom_id)
        return await person.press(message, self.custom_id)


def choices(message: Json) -> list[Choice]:
    """Everything the message's question lets its reader choose, in order; empty if it asks nothing."""
    found: list[Choice] = []
    for one in every_component(message["components"]):
        custom_id = str(one.get("custom_id", ""))
        if not custom_id.startswith("pick:"):
            continue
        if one["type"] != _BUTTON:
            found += [Choice(custom_id, option["value"], in_menu=True) for option in one["options"]]
        elif answer := custom_id.rpartition(":")[2].rpartition(",")[2]:
            found.append(Choice(custom_id, answer, in_menu=False))
    return found


async def timed(person: Person, press: Callable[[], Awaitable[str]], *seen: Callable[[], bool]) -> Waited:
    """Click, and wait at the person's own socket for the acknowledgement and everything they should see."""
    began = time.perf_counter()
    interaction = await press()
    outcome, acknowledged = await _since(began, person.outcome(interaction))
    assert outcome == "answered"
    waits = await asyncio.gather(*(_since(began, person.wait_until(one)) for one in seen))
    return Waited(acknowledged, tuple(wait for _, wait in waits))


async def _since(began: float, waiting: Awaitable[object]) -> tuple[object, float]:
    """What we waited for, and how many milliseconds after the start it came."""
    came = await waiting
    return came, (time.perf_counter() - began) * 1000
