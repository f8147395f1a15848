"""The time from a click to its acknowledgement and to the new board, compared with a bare discord.py bot.

    python -m bench.presses

Two people play Doublolo with Parlour. After every move, one of them presses the bare bot's buttons. Each of
Parlour's answers is compared with the bare answer of the same kind: an acknowledgement with one that changes
nothing, a board with a reply that carries a ready-made PNG as large as the board's current picture. The table
also has a constant edit of a message, without a new picture. Parlour acknowledges a move once it is on the
disk. The bare bot saves nothing, so the output also shows the time of a bare commit on that disk.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from bench.bystander import RESIZED_EVERY, Bystander, parlour_and_bare, size_of_picture, tell
from bench.couple import Couple
from bot.play import ADA, BRUNO

ROUNDS = 400
WARM_UP = 20

ACKNOWLEDGED, SHOWN = "Parlour: move acknowledged", "Parlour: board seen"
BEGUN, BEGUN_SHOWN = "Parlour: partial choice acknowledged", "Parlour: next question seen"
BARE, EDITED, REPLIED = "bare bot: acknowledgement", "bare bot: constant edit", "bare bot: reply with PNG"
COMMITTED = "bare SQLite: commit of a line"
TO_BEGUN, TO_QUESTION = "press to partial choice acknowledged", "press to the next question seen"
TO_ACKNOWLEDGED, TO_BOARD = "press to move acknowledged", "press to new board seen"


async def _measure(rounds: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with parlour_and_bare(Path(folder), ADA, BRUNO) as online:
            ada, bruno = online.people
            with closing(_disk(Path(folder))) as disk:
                return await _in_turns(Couple(ada, bruno), Bystander(ada), disk, rounds)


def _disk(folder: Path) -> sqlite3.Connection:
    """A separate database, as durable as the bot's."""
    disk = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    disk.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE lines (text)")
    return disk


def _commit(disk: sqlite3.Connection) -> float:
    began = time.perf_counter()
    disk.execute("INSERT INTO lines VALUES ('E12')")
    return (time.perf_counter() - began) * 1000


async def _in_turns(
    couple: Couple, bystander: Bystander, disk: sqlite3.Connection, rounds: int
) -> dict[str, list[float]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    await couple.sit_down()
    for number in range(-WARM_UP, rounds):
        moved, begun = await couple.move()
        if number % RESIZED_EVERY == 0 or not bystander.message:
            await bystander.ask_for(await size_of_picture(couple.host, couple.board))
        bare, edited = await bystander.acknowledge(), await bystander.edit()
        replied = await bystander.reply()
        if number >= 0:
            times[ACKNOWLEDGED].append(moved.acknowledged)
            times[SHOWN].append(moved.seen[0])
            times[BEGUN] += [one.acknowledged for one in begun]
            times[BEGUN_SHOWN] += [one.seen[0] for one in begun]
            times[BARE].append(bare)
            times[EDITED].append(edited)
            times[REPLIED].append(replied)
            times[COMMITTED].append(_commit(disk))
    return times


def main(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians, and the commit's median in ms."""
    middle = tell(asyncio.run(_measure(rounds)))
    return {
        TO_ACKNOWLEDGED: middle[ACKNOWLEDGED] / middle[BARE],
        TO_BOARD: middle[SHOWN] / middle[REPLIED],
        TO_BEGUN: middle[BEGUN] / middle[BARE],
        TO_QUESTION: middle[BEGUN_SHOWN] / middle[REPLIED],
        COMMITTED: middle[COMMITTED],
    }


if __name__ == "__main__":
    main()
