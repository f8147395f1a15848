"""The bare bot next to Parlour, and the person who clicks its buttons between two moves.

The local Discord, Parlour, the bare bot and the people each run in their own process. All times are
milliseconds from the click on, measured at the socket of the person who clicked.
"""

import statistics
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bench.bare import ACKNOWLEDGE, COMMAND, EDIT, REPLY
from bench.loopback import PARLOUR, loopback
from bench.question import timed
from local_discord.codec import Json
from local_discord.person import Person, control_of

RESIZED_EVERY = 25
"""After this many rounds the bare bot's picture is resized to match the one it is compared to."""

_CHANNEL = "general"


class Bystander:
    """The person who presses the bare bot's buttons."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.message: Json = {}

    async def ask_for(self, size: int) -> None:
        """Have the bare bot post a picture of `size` bytes, and press its buttons from then on."""
        asked = await self.person.command(COMMAND, channel=_CHANNEL, size=size)
        self.message = await self.person.reply_to(asked)

    async def acknowledge(self) -> float:
        """Milliseconds until a press that changes nothing is acknowledged."""
        return await self._answered(ACKNOWLEDGE)

    async def edit(self) -> float:
        """Milliseconds until the press is answered with a constant edit."""
        return await self._answered(EDIT)

    async def _answered(self, label: str) -> float:
        custom_id = self._button(label)
        waited = await timed(self.person, lambda: self.person.press(self.message, custom_id))
        return waited.acknowledged

    async def reply(self) -> float:
        """Milliseconds until the reply with its PNG is seen."""
        custom_id = self._button(REPLY)
        seen = self.person.sees.messages[self.message["channel_id"]]
        before = len(seen)
        waited = await timed(
            self.person, lambda: self.person.press(self.message, custom_id), lambda: len(seen) > before
        )
        return waited.seen[0]

    def _button(self, label: str) -> str:
        return str(control_of(self.message, label=label)["custom_id"])


class Online(NamedTuple):
    """The people, and the processes of the two bots."""

    people: list[Person]
    parlour: Process
    bare: Process


@asynccontextmanager
async def parlour_and_bare(folder: Path, *user_ids: str) -> AsyncIterator[Online]:
    """These people on a local Discord where Parlour and the bare bot are online and know their commands."""
    async with (
        loopback(folder, "Parlour", "Bare") as local,
        local.bot("Parlour", *PARLOUR, play__remind_after=0, play__bury_after=100) as parlour,
        local.bot("Bare", "bench.bare") as bare,
        AsyncExitStack() as connected,
    ):
        people = [await connected.enter_async_context(Person.connect(local.url, one)) for one in user_ids]
        await local.is_online(people[0], "Parlour", "play")
        await local.is_online(people[0], "Bare", COMMAND)
        yield Online(people, parlour, bare)


async def size_of_picture(person: Person, message: Json) -> int:
    """The size in bytes of the picture that the message shows now."""
    return len(await person.fetch(person.sees.current(message)["attachments"][0]["url"]))


def tell(times: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Print median and p95 of everything we timed; return the medians by name."""
    rounds = max(map(len, times.values()))
    sys.stdout.write(f"{f'{rounds} presses each':40}{'p50 ms':>9}{'p95 ms':>9}\n")
    for name, waits in times.items():
        p95 = statistics.quantiles(waits, n=20)[-1]
        sys.stdout.write(f"{name:40}{statistics.median(waits):9.2f}{p95:9.2f}\n")
    return {name: statistics.median(waits) for name, waits in times.items()}
