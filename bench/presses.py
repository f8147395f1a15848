"""How long a press takes to its acknowledgement and to the new board, beside a bare discord.py bot.

    python -m bench.presses

Two people play Doublolo with Parlour. After every move, one of them presses the bare bot's two buttons: the
one that edits a message to what it was, and the one that replies with a ready-made PNG as long as the board's
picture is just then. Local Discord, Parlour, bare bot and people are processes of their own. All times are
milliseconds at the socket of the person who pressed, from his press on. Parlour acknowledges a move once it
is on the disk, which the bare bot has nothing to do with: what a bare commit needs on that disk stands below.
"""

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from bench.bare import COMMAND, EDIT, REPLY
from bench.couple import Couple, timed
from bench.loopback import PARLOUR, Loopback, loopback
from bot.local.cast import ADA, BRUNO
from bot.local.person import Person
from bot.local.wire import Json

ROUNDS = 400
WARM_UP = 20
_RESIZED_EVERY = 25
_BARE_CHANNEL = "general"

ACKNOWLEDGED, SHOWN = "Parlour: move acknowledged", "Parlour: board seen"
EDITED, REPLIED = "bare bot: constant edit", "bare bot: reply with PNG"
COMMITTED = "bare SQLite: commit of a line"
TO_ACKNOWLEDGED, TO_BOARD = "press to move acknowledged", "press to new board seen"


class Bystander:
    """The person who presses the bare bot's buttons."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.message: Json = {}

    async def ask_for(self, size: int) -> None:
        """Have the bare bot post a picture of `size` bytes, and press its buttons from then on."""
        asked = await self.person.command(COMMAND, channel=_BARE_CHANNEL, size=size)
        self.message = await self.person.reply_to(asked)

    async def edit(self) -> float:
        """Milliseconds until the constant edit is acknowledged."""
        custom_id = self._button(EDIT)
        waited = await timed(self.person, lambda: self.person.press(self.message, custom_id), lambda _: True)
        return waited.acknowledged

    async def reply(self) -> float:
        """Milliseconds until the reply with its PNG is seen."""
        custom_id = self._button(REPLY)
        seen = self.person.messages[self.message["channel_id"]]
        before = len(seen)
        waited = await timed(
            self.person, lambda: self.person.press(self.message, custom_id), lambda _: len(seen) > before
        )
        return waited.seen

    def _button(self, label: str) -> str:
        return str(self.person.control(self.message, label=label)["custom_id"])


async def _measure(rounds: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour", "Bare") as local,
            local.bot("Parlour", *PARLOUR, play__nudge_after=0, play__bury_after=100),
            local.bot("Bare", "bench.bare"),
            Person.connect(local.url, ADA) as ada,
            Person.connect(local.url, BRUNO) as bruno,
        ):
            await _are_online(local, ada)
            with closing(_disk(Path(folder))) as disk:
                return await _in_turns(Couple(ada, bruno), Bystander(ada), disk, rounds)


def _disk(folder: Path) -> sqlite3.Connection:
    """A database of its own beside that of the bot, as durable as that one."""
    disk = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    disk.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE lines (text)")
    return disk


def _commit(disk: sqlite3.Connection) -> float:
    began = time.perf_counter()
    disk.execute("INSERT INTO lines VALUES ('E12')")
    return (time.perf_counter() - began) * 1000


async def _are_online(local: Loopback, person: Person) -> None:
    await local.is_online(person, "Parlour", "play")
    await local.is_online(person, "Bare", COMMAND)


async def _in_turns(
    couple: Couple, bystander: Bystander, disk: sqlite3.Connection, rounds: int
) -> dict[str, list[float]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    await couple.sit_down()
    for number in range(-WARM_UP, rounds):
        moved = await couple.move()
        if number % _RESIZED_EVERY == 0 or not bystander.message:
            await bystander.ask_for(len(await couple.picture()))
        edited, replied = await bystander.edit(), await bystander.reply()
        if number >= 0:
            times[ACKNOWLEDGED].append(moved.acknowledged)
            times[SHOWN].append(moved.seen)
            times[EDITED].append(edited)
            times[REPLIED].append(replied)
            times[COMMITTED].append(_commit(disk))
    return times


def main(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print a table, and return the two ratios of the medians, and that of the commit in ms."""
    times = asyncio.run(_measure(rounds))
    sys.stdout.write(f"{f'{rounds} presses each':34}{'p50 ms':>9}{'p95 ms':>9}\n")
    for name, waits in times.items():
        p95 = statistics.quantiles(waits, n=20)[-1]
        sys.stdout.write(f"{name:34}{statistics.median(waits):9.2f}{p95:9.2f}\n")
    middle = {name: statistics.median(waits) for name, waits in times.items()}
    return {
        TO_ACKNOWLEDGED: middle[ACKNOWLEDGED] / middle[EDITED],
        TO_BOARD: middle[SHOWN] / middle[REPLIED],
        COMMITTED: middle[COMMITTED],
    }


if __name__ == "__main__":
    main()
