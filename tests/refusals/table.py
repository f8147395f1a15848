"""Have Discord refuse everything that the bot sends during play, in every way it can, and look what happens.

    python -m tests.refusals [--requests NAME,…] [--refusals NAME,…] [--times once,thrice,lasting] [--cores N]

Each row is a request, as `stories` tells its story; each column is a refusal, from the documentation or from
what hosts report. A refusal comes once, three times, or for a while. In each case a real bot plays with
real people on a local Discord, and then this has to be true:

- Soon after, people see what they should: every board and hand is as it would be if it were shown now, and
  nothing is there twice. If Discord has refused it for good, the next move shows it.
- Every press has its answer, unless it was the answer that Discord refused; nobody is told nothing.
- While Discord goes on refusing, the bot tries less and less often.
- The log has no error, no traceback and no page.
- Every move is saved once, no game is ended, and the next move works and is shown.

The bot's pauses between tries are much shorter than in real use; all of them double.
"""

import argparse
import asyncio
import logging
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

from discord import http
from discord.webhook import async_

from bench import loopback
from bot.chat.failures import NO_SERVER_IN_COMMON, TOKEN_IS_OVER, TOO_LATE, UNKNOWN_MESSAGE, UNKNOWN_USER
from bot.config import PlaySettings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.interactions import Deadlines
from local_discord.person import OPEN, Person
from local_discord.server import LocalDiscord
from storage import Archive
from tests.databases import laid_out
from tests.refusals.stories import STORIES, Scene, Story

ONCE, THRICE, LASTING = "once", "thrice", "lasting"
TIMES = {ONCE: 1, THRICE: 3, LASTING: 1_000_000}

LASTS_SECONDS = 0.7
"""How long a lasting refusal lasts; tries follow after 0.01, 0.02, 0.04 … seconds, about seven."""

SOON_SECONDS = 10.0
"""How long the bot takes at most to send something, and to answer everybody."""

FINAL_SECONDS = 2.0
"""How long we wait for what needn't follow."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """How Discord refuses a request, as `local_discord.failures.Failure` has it.

    It `is_final` if the same request can never work. The bot gets by without what Discord doesn't take: the
    picture, or the icons.
    """

    name: str
    how: Json
    is_final: bool = False
    without_picture: bool = False
    without_icons: bool = False

    def can_hit(self, story: Story | type[Story]) -> bool:
        """Whether Discord can say so: it doesn't say that a message or person isn't there who is.

        What it says of interactions it says of nothing else.
        """
        code = self.how.get("code")
        if code in _OF_INTERACTIONS:
            return "callback" in story.path or "webhooks" in story.path
        if code == UNKNOWN_USER:
            return "members" not in story.path
        return code != UNKNOWN_MESSAGE or story.method == "POST"

    def ends(self, story: Story, times: str) -> bool:
        """Whether the bot doesn't have to try this again if it's refused so often."""
        gets_by = story.shows_picture and (self.without_picture or self.without_icons)
        return self.is_final and not (gets_by and times == ONCE)


_EMOJI = {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
_CODES = (
    (404, 10003, False),
    (404, 10004, False),
    (404, 10008, True),
    (404, 10013, True),
    (404, 10015, True),
    (404, 10062, True),
    (403, 20026, False),
    (429, 30046, False),
    (400, 40003, False),
    (413, 40005, True),
    (400, 40060, True),
    (403, 40333, False),
    (403, 50001, False),
    (403, 50005, True),
    (400, 50006, True),
    (403, 50007, True),
    (400, 50008, True),
    (403, 50009, True),
    (403, 50013, False),
    (400, 50024, True),
    (401, 50027, True),
    (400, 50033, True),
    (400, 50035, True),
    (400, 50083, False),
    (403, 50278, True),
    (500, 130000, False),
    (400, 160005, False),
    (400, 200000, True),
    (400, 240000, True),
    (403, 400001, True),
)
_OF_INTERACTIONS = (*TOO_LATE, TOKEN_IS_OVER)
_CONTENT = (40005, 200000, 240000, 400001)
REFUSALS: tuple[Refusal, ...] = (
    Refusal("401", {"status": 401}),
    Refusal("404", {"status": 404}),
    Refusal("408", {"status": 408}),
    Refusal("429", {"status": 429, "retry_after": 0.01}),
    *(Refusal(str(status), {"status": status}) for status in (400, 500, 502, 503, 504, 520)),
    *(
        Refusal(f"{status} page", {"status": status, "html": True})
        for status in (400, 403, 413, 429, 503, 520)
    ),
    Refusal("reset", {"reset": True}),
    Refusal("reset after", {"reset": True, "after": True}),
    Refusal("503 after", {"status": 503, "after": True}),
    Refusal("500 after", {"status": 500, "after": True}),
    Refusal(
        "emoji",
        {"status": 400, "code": 50035, "errors": {"components": {"0": {"_errors": [_EMOJI]}}}},
        is_final=True,
        without_icons=True,
    ),
    *(
        Refusal(str(code), {"status": status, "code": code, "retry_after": 0.01}, is_final, code in _CONTENT)
        for status, code, is_final in _CODES
    ),
    Refusal("30046 as 400", {"status": 400, "code": 30046}),
    Refusal("50007 as 400", {"status": 400, "code": 50007}, is_final=True),
)


# What the bot logs


class Heard(logging.Handler):
    """What the bot and discord.py have logged that they shouldn't have."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.wrong: list[str] = []
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        self.lines.append(f"{record.levelname} {record.name}: {said}")
        if record.levelno >= logging.ERROR or record.exc_info:
            error = record.exc_info[1] if record.exc_info else None
            self.wrong.append(f"logged: {said[:80]} {error!r:.120}")
        elif re.search("<(html|!doctype|body)", said, re.IGNORECASE):
            self.wrong.append("logged a page")


@contextmanager
def listening() -> Iterator[Heard]:
    """Everything that is logged until it's left."""
    heard, root = Heard(), logging.getLogger()
    before = root.level
    root.setLevel(logging.INFO)
    root.addHandler(heard)
    try:
        yield heard
    finally:
        root.removeHandler(heard)
        root.setLevel(before)


# A bot that doesn't wait

_AT_MOST = 60.0
_PAUSES = {
    "bot.chat.redrawn.AGAIN_SECONDS": 0.01,
    "bot.chat.sending.DIRECT_PAUSE_SECONDS": 0.05,
    "bot.table.reminders.reminders.RETRY_SECONDS": 0.01,
    # A fraction that a clock has exactly: it never wakes the bot just before a round, to look over and over.
    "bot.daily.news.ROUND_SECONDS": 1 / 32,
    "bot.duels.news.ROUND_SECONDS": 0.03,
    "bot.duels.news.AGAIN_SECONDS": 0.1,
    "bot.chat.pictures.FIRST_PAUSE_SECONDS": 0.01,
    "bot.app.client.GUILDS_SECONDS": 0.05,
    "bot.chat.limits.MOST": 1_000_000,
    "bot.chat.limits.MOST_REFUSED": 1_000_000,
}


@contextmanager
def without_pauses(*, puts_off: bool) -> Iterator[None]:
    """Everything is tried again very soon, discord.py's five tries at once; see `Story.puts_off`."""
    soon = SimpleNamespace(**vars(asyncio) | {"sleep": lambda _: asyncio.sleep(0)})
    names = ("PATIENCE", "PICTURE_PATIENCE", "QUICK_SECONDS")
    waits = {f"bot.chat.first_answer.{name}": _AT_MOST for name in names}
    if puts_off:
        waits |= {f"bot.chat.first_answer.{name}": 0.0 for name in names[:2]}
    with ExitStack() as stack:
        for name, value in (_PAUSES | waits).items():
            stack.enter_context(patch(name, value))
        for module in (http, async_):
            stack.enter_context(patch.object(module, "asyncio", soon))
        yield


# A cell


@asynccontextmanager
async def _scene(folder: Path) -> AsyncIterator[tuple[Scene, LocalDiscord, str]]:
    file = laid_out(folder / "parlour.sqlite3")
    async with (
        LocalDiscord(cast.WORLD, deadlines=Deadlines(answer=_AT_MOST)) as local,
        AsyncExitStack() as met,
    ):
        archive = await met.enter_async_context(Archive.open(f"sqlite:///{file}"))
        who = (cast.CHIARA, cast.DMITRI, cast.EMI, cast.ADA)
        chiara, dmitri, emi, ada = [
            await met.enter_async_context(Person.connect(local.url, one)) for one in who
        ]
        yield Scene(local, archive, chiara, dmitri, emi, ada), local, f"sqlite:///{file}"


@dataclass
class Cell:
    """A story in which Discord refuses the request like this, so often."""

    story: Story
    refusal: Refusal
    times: str
    faults: list[str] = field(default_factory=list)
    _late: int = 0
    _lines: int = 0

    async def play(self) -> list[str]:
        """What went wrong, as sentences."""
        with (
            listening() as heard,
            without_pauses(puts_off=self.story.puts_off),
            tempfile.TemporaryDirectory() as folder,
        ):
            try:
                async with asyncio.timeout(60):
                    await self._play(Path(folder))
            except Exception as failed:
                self.faults.append(f"{type(failed).__name__}: {str(failed)[:200]}")
            self.lines = heard.lines
            return [*self.faults, *dict.fromkeys(heard.wrong)]

    async def _play(self, folder: Path) -> None:
        async with _scene(folder) as (scene, local, url):
            story = self.story
            scene.is_gone = self.refusal.how.get("code") in (UNKNOWN_USER, NO_SERVER_IN_COMMON)
            await story.store(scene)
            self._lines = len(await scene.archive.record.lines(1))
            settings = loopback.settings_for(local, url)
            changed = PlaySettings.model_validate(settings.play.model_dump() | story.play)
            settings = settings.model_copy(update={"play": changed})
            if story.is_refused_from_the_start:
                self._refuse(local)
            async with loopback.running(settings) as bot, scene.with_bot(bot):
                await story.begin(scene)
                if not story.is_refused_from_the_start:
                    self._refuse(local)
                await story.act(scene)
                await self._outlast(local)
                wrong = await self._soon(scene, FINAL_SECONDS if self._is_final else story.seconds)
                failed = self._failure.failed
                local.faults.fail_next([])
                self._judge(scene, wrong, failed)
                await self._go_on(scene)
                await self._all_answered(scene)

    def _refuse(self, local: LocalDiscord) -> None:
        how = {"method": self.story.method, "path": self.story.path, "times": TIMES[self.times]}
        local.faults.fail_next([how | self.refusal.how])
        (self._failure,) = local.faults.failures

    async def _outlast(self, local: LocalDiscord) -> None:
        """Let it last for a while, and see how often it's tried in the second half of it."""
        async with asyncio.timeout(SOON_SECONDS):
            while not self._failure.failed:  # noqa: ASYNC110 - requests have no event
                await asyncio.sleep(0.005)
        if self.times != LASTING:
            return
        await asyncio.sleep(LASTS_SECONDS / 2)
        before = self._failure.failed
        await asyncio.sleep(LASTS_SECONDS / 2)
        self._late = self._failure.failed - before
        local.faults.fail_next([])

    async def _soon(self, scene: Scene, most: float) -> str:
        """What people still don't see after so many seconds; empty as soon as they see what they should."""
        wrong, ends = "", asyncio.get_running_loop().time() + most
        while asyncio.get_running_loop().time() < ends:
            if not (wrong := await self.story.wrong(scene)):
                return ""
            await asyncio.sleep(0.02)
        return wrong

    def _judge(self, scene: Scene, wrong: str, failed: int) -> None:
        if self._late > _MOST_IN_A_TRY * 2 * self.story.at_once:
            self.faults.append(f"tried {self._late} times late, {failed} in all")
        if not wrong:
            return
        if not self._is_final:
            self.faults.append(wrong)
        elif scene.pressed and self.story.has_to_be_told and not scene.is_anybody_told():
            self.faults.append(f"{wrong}, and nobody was told")

    async def _go_on(self, scene: Scene) -> None:
        is_shown = await self.story.go_on(scene) and self.story.is_awaited
        most = self.story.seconds if is_shown or not self._is_final else 0.0
        if wrong := await self._soon(scene, most):
            self.faults.append(f"after the next move: {wrong}")
        if scene.moves:
            made = len(await scene.archive.record.lines(1)) - self._lines
            stored = await scene.archive.sessions.find(1)
            if made != scene.moves:
                self.faults.append(f"{scene.moves} moves were made, and {made} saved")
            if stored is None or stored.phase != "playing":
                self.faults.append("the game was ended")

    async def _all_answered(self, scene: Scene) -> None:
        async with asyncio.timeout(SOON_SECONDS):
            while scene.bot.answering:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for number, (person, made) in enumerate(scene.pressed):
            states = person.sees.interactions
            for _ in range(20):
                if states.get(made) not in OPEN:
                    break
                await asyncio.sleep(0.01)
            state = states.get(made)
            is_refused = self.story.is_answer and number == 0 and not self._has_to_be_answered
            if state in OPEN and not is_refused:
                self.faults.append(f"press {number} is still {state}")

    @property
    def _is_final(self) -> bool:
        return self.refusal.ends(self.story, self.times)

    @property
    def _has_to_be_answered(self) -> bool:
        return self.times == ONCE and not self._is_final


_MOST_IN_A_TRY = 10
"""discord.py makes five tries, and the bot another five without a picture."""


# The command


class Case(NamedTuple):
    """A cell by the numbers of its request and its refusal."""

    row: int
    column: int
    times: str

    @property
    def story(self) -> type[Story]:
        """The request."""
        return STORIES[self.row]

    @property
    def refusal(self) -> Refusal:
        """How Discord refuses it."""
        return REFUSALS[self.column]

    @property
    def name(self) -> str:
        """The request, the refusal, and how often it comes."""
        return f"{self.story.name} / {self.refusal.name} / {self.times}"

    @property
    def is_known(self) -> bool:
        """Whether something is wrong there that nobody minds."""
        return self.refusal.name in self.story.known

    async def play(self) -> list[str]:
        """What goes wrong, as sentences."""
        return await Cell(self.story(), self.refusal, self.times).play()


def cases(
    times: Iterable[str] = tuple(TIMES), requests: Sequence[str] = (), refusals: Sequence[str] = ()
) -> list[Case]:
    """All cells of the table, or those of the requests and refusals that are named."""
    rows = [n for n, one in enumerate(STORIES) if not requests or one.name in requests]
    columns = [n for n, one in enumerate(REFUSALS) if not refusals or one.name in refusals]
    every = (Case(*one) for one in product(rows, columns, times))
    return [one for one in every if one.refusal.can_hit(one.story)]


def main(argv: Sequence[str] | None = None) -> int:
    """Play the cells, print the table, and return 0 if nothing went wrong."""
    args = _arguments(argv)
    chosen = cases(args.times, args.requests, args.refusals)
    found: dict[Case, list[str]] = {}
    with ProcessPoolExecutor(args.cores) as pool:
        for case, faults in zip(chosen, pool.map(_played, chosen), strict=True):
            found[case] = faults
            if faults:
                print(f"{case.name}: {'; '.join(faults)}", flush=True)
    _print(found)
    return int(any(faults for case, faults in found.items() if not case.is_known))


def _played(case: Case) -> list[str]:
    return asyncio.run(case.play())


def _print(found: Mapping[Case, Sequence[str]]) -> None:
    """A row for each request. A `·` is a refusal that did no harm, a `~` one whose harm is known."""
    columns = sorted({case.column for case in found})
    print()
    for row in sorted({case.row for case in found}):
        signs = (_sign({case: found[case] for case in found if case[:2] == (row, one)}) for one in columns)
        print(f"{STORIES[row].name:44}{''.join(signs)}")
    print("\nThe refusals from left to right: " + ", ".join(REFUSALS[one].name for one in columns))
    wrong = [case for case, faults in found.items() if faults]
    known = sum(case.is_known for case in wrong)
    print(f"{len(found)} cells: {len(found) - len(wrong)} ok, {len(wrong) - known} wrong, {known} known")


def _sign(found: Mapping[Case, Sequence[str]]) -> str:
    if not any(found.values()):
        return "·" if found else " "
    return "~" if all(case.is_known for case in found) else "✗"


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.refusals", description="Refuse all requests in all ways."
    )
    listed = partial(str.split, sep=",")
    parser.add_argument(
        "--requests", type=listed, default=[], help="their names, with commas between (default: all)"
    )
    parser.add_argument("--refusals", type=listed, default=[], help="the same of the refusals")
    parser.add_argument("--times", type=listed, default=list(TIMES), help=f"some of {', '.join(TIMES)}")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    return parser.parse_args(argv)
