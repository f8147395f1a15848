"""How far one move goes: the files and functions of the bot and of storage that it runs through.

    python -m bench press_path
    python -m bench.press_path --files     lists every file too

Two people play Doublolo, with the bot, its database and a local Discord in this process. From the press that
makes a move until the bot is idle again, every call of a function in `bot/` or `storage/` is noted, in every
thread; going on after an `await` is a call too. A change of file is a call after which another file's code
runs than in the thread's call before it. Counts, unlike times, are the same on a busy machine.
"""

import asyncio
import statistics
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from bench import told
from bench.loopback import ROOT, at_once
from bench.people import Couple
from bot.host.play import ADA, BRUNO
from local_discord.person import Person

WARM_UP, MOVES = 8, 10
FUNCTIONS, FILES, CHANGES = "functions", "files", "changes of file"
_PAIRS = 10
_OURS = tuple(str(ROOT / folder) for folder in ("bot", "storage"))
_SETTLED = 0.1
"""Seconds in which the bot finishes what comes after the last thing a person sees."""


@dataclass
class Walked:
    """What one move ran through: functions, and how often it changed between two files."""

    functions: set[CodeType] = field(default_factory=set)
    changes: Counter[frozenset[str]] = field(default_factory=Counter)
    last: dict[int, CodeType] = field(default_factory=dict)
    """By thread, the function that was called last."""

    @property
    def files(self) -> set[str]:
        """The files of these functions."""
        return {_file(one) for one in self.functions}


class Walk:
    """Notes what runs in all threads that start after it; `walked` can be replaced between two moves."""

    def __init__(self) -> None:
        self.walked = Walked()

    def __enter__(self) -> "Walk":
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_OURS):
            return
        walked, thread = self.walked, threading.get_ident()
        before = walked.last.get(thread, code)
        walked.functions.add(code)
        walked.last[thread] = code
        if before.co_filename != code.co_filename:
            walked.changes[frozenset(map(_file, (before, code)))] += 1


def _file(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(ROOT))


async def _moves() -> list[Walked]:
    with Walk() as walk:
        async with (
            at_once() as (local, _),
            Person.connect(local.url, ADA) as ada,
            Person.connect(local.url, BRUNO) as bruno,
        ):
            couple, found = Couple(ada, bruno), list[Walked]()
            await couple.sit_down()
            for _ in range(WARM_UP):
                await couple.move()
            while len(found) < MOVES:
                await asyncio.sleep(_SETTLED)
                walk.walked = Walked()
                _, has_moved = await couple.press()
                await asyncio.sleep(_SETTLED)
                found += [walk.walked] if has_moved else []
            return found


def main(*, list_files: bool = False) -> dict[str, float]:
    """Measure, print the medians, and between which files a move changes most; return the medians."""
    found = asyncio.run(_moves())
    counts = {
        FUNCTIONS: [len(one.functions) for one in found],
        FILES: [len(one.files) for one in found],
        CHANGES: [one.changes.total() for one in found],
    }
    figures = told({name: statistics.median(each) for name, each in counts.items()}, digits=0)
    changes = sum((one.changes for one in found), Counter[frozenset[str]]())
    told({" - ".join(sorted(pair)): n / MOVES for pair, n in changes.most_common(_PAIRS)}, digits=1)
    if list_files:
        print(*sorted(set[str]().union(*(one.files for one in found))), sep="\n")
    return figures


if __name__ == "__main__":
    main(list_files="--files" in sys.argv[1:])
