"""What `python -m bot doctor` finds on this machine; `bot.host.application` asks Discord.

What `run` refuses, this refuses too, by the same code. It works while libraries are missing, and says so.
"""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from bot.config import Settings, readable_by_all
from storage import StorageFailed
from storage.database import Condition
from storage.opening import look_at, path_of
from storage.shared import must_be_joinable, must_be_shareable

ENOUGH_BYTES = 1 << 30
"""Less free space than this is worth a note: the games of a busy server take years to fill it."""

LEAST_BYTES = 50 << 20
"""With less free space than this, the bot will soon be unable to save moves."""


class Verdict(Enum):
    """How bad it is; the value is what stands before the sentence."""

    LOOKING = "..."
    WORKS = "ok"
    NOTE = "note"
    BROKEN = "FAILS"


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence for the host. It contains no secret."""

    verdict: Verdict
    subject: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.verdict.value:>5}  {self.subject}: {self.sentence}"


looking = partial(Finding, Verdict.LOOKING)
"""No finding yet: what is being looked at, which may take a while."""

works = partial(Finding, Verdict.WORKS)
"""This is as it should be."""

note = partial(Finding, Verdict.NOTE)
"""The bot can run, but the host should know this."""

broken = partial(Finding, Verdict.BROKEN)
"""The bot can't run, or can't play somewhere, until this is put right."""


PROGRESS_SECONDS = 2.0
"""How often the host hears of something that takes a while."""


async def with_progress(
    findings: AsyncIterator[Finding], tell: Callable[[str], object]
) -> AsyncIterator[Finding]:
    """The findings; while one takes a while, tell every PROGRESS_SECONDS what is being looked at."""
    doing = looking("Settings", "I'm reading them")
    while True:
        waiting = asyncio.ensure_future(anext(findings, None))
        since = time.monotonic()
        while not (await asyncio.wait({waiting}, timeout=PROGRESS_SECONDS))[0]:
            tell(f"{doing} ({time.monotonic() - since:.0f} seconds so far).")
        if (found := waiting.result()) is None:
            return
        if found.verdict is Verdict.LOOKING:
            doing = found
        else:
            yield found
            doing = looking("Next", "I'm still looking")


async def own_machine(settings: Settings, file: Path | None) -> AsyncIterator[Finding]:
    """Findings on the settings, which `file` or config.toml has, and all that the bot needs here."""
    url = settings.storage.url
    if (exposed := readable_by_all(file)) is not None:
        yield note("Settings", exposed)
    yield looking("Database", "I'm reading all of it")
    there, found = await database(url)
    yield found
    if settings.discord.shards > 1:
        yield await sharing(url, settings.discord.shards, is_new=there is None or not there.is_newest)
    for one in disk(url):
        yield one
    if settings.serve.port:
        yield await port(
            settings.serve.host, settings.serve.port, is_in_use=there is not None and there.is_in_use
        )
    yield fonts()
    yield looking("Pictures", "I'm drawing one")
    yield await asyncio.to_thread(pictures)
    yield looking("Computers", "I'm starting one")
    yield await computers(settings.play.patience)


async def database(url: str) -> tuple[Condition | None, Finding]:
    """The database's state, unless it's new or broken; and whether it's sound and saves what games have."""
    try:
        found = await look_at(url)
    except StorageFailed as failed:
        return None, broken("Database", str(failed))
    if not found.exists:
        return None, _missing(url, found.name)
    schema = "has the newest schema" if found.is_newest else "gets the newest schema at the next start"
    use = " A bot is running with it now." if found.is_in_use else ""
    sentence = f"{found.name} ({size(found.size)}) is sound and writable, and {schema}.{use}"
    return found, works("Database", sentence)


async def sharing(url: str, count: int, *, is_new: bool) -> Finding:
    """Whether a process can share the database with others; there are none yet if `is_new`."""
    try:
        must_be_shareable(url, count)
        if not is_new:
            await must_be_joinable(url, count)
    except StorageFailed as failed:
        return broken("Shards", str(failed))
    return works("Shards", f"Up to {count} processes can share the database.")


async def port(host: str, number: int, *, is_in_use: bool) -> Finding:
    """Whether programs that watch the bot can be served there."""
    try:
        server = await asyncio.start_server(lambda *_: None, host or None, number)
    except OSError as failed:
        why = f"Can't serve at {host}:{number}: {failed.strerror}."
        if is_in_use:
            return note("Port", f"{why} That's fine if the bot that is running now has it.")
        return broken("Port", f"{why} Change serve.port or serve.host.")
    server.close()
    await server.wait_closed()
    return works("Port", f"/metrics and /healthz can be served at {host or 'every address'}, port {number}.")


def pictures() -> Finding:
    """Whether a board can be drawn."""
    try:
        from bot.chat.drawing import draw
        from games.engine import registry
        from games.engine.record import Header
        from games.engine.replay import begin
        from games.kit.faces import Face

        game = next(one for one in registry.all_games().values() if one.pictures is not None)
        seats = min(game.about.seats)
        table = begin(game, Header(game.about.name, game.about.edition, seats))
        drawn = draw(
            game, table.view(None), (), tuple(Face(name) for name in ("Ángela", "李小龍") * seats)[:seats]
        )
    except Exception as failed:  # whatever it is, people would see no boards
        return broken("Pictures", f"I can't draw a board ({type(failed).__name__}: {failed}).")
    return works("Pictures", f"A board can be drawn ({size(len(drawn))}).")


async def computers(patience: float) -> Finding:
    """Whether computer players can think."""
    try:
        from bot.table.computers import CannotThink, Computers
    except ImportError as failed:
        return broken("Computers", f"They can't be loaded ({failed}). Install the requirements again.")
    try:
        pool = Computers(1, patience)
        try:
            await pool.must_think()
        finally:
            pool.close()
    except CannotThink as failed:
        return broken("Computers", str(failed))
    return works("Computers", "Computer players can think.")


def _missing(url: str, name: str) -> Finding:
    try:
        why = _why_not_to_write(_existing(path_of(url).absolute().parent))
    except StorageFailed:
        return note("Database", f"{name} is empty. The first start fills it.")
    if path_of(url).exists():
        return note("Database", f"{name} is empty. The first start fills it.")
    if why:
        return broken("Database", f"{name} isn't there, and the first start can't make it: {why}.")
    return note("Database", f"{name} isn't there yet. The first start makes it.")


def disk(url: str) -> Iterator[Finding]:
    """How much space is left where the database is; nothing if `url` names no file."""
    try:
        folder = _existing(path_of(url).absolute().parent)
        free = shutil.disk_usage(folder).free
    except StorageFailed:
        return
    except OSError as failed:
        yield broken("Disk", f"I can't look at the folder of the database: {failed.strerror}.")
        return
    sentence = f"{size(free)} are free in {folder}."
    if free < LEAST_BYTES:
        yield broken("Disk", f"{sentence} Free up some space, or moves won't be saved.")
    elif free < ENOUGH_BYTES:
        yield note("Disk", f"{sentence} That's enough for now.")
    else:
        yield works("Disk", sentence)


def fonts() -> Finding:
    """Whether names and captions can be drawn on the boards."""
    try:
        # Here and not above: the doctor is asked when something can't be imported, too.
        from games.kit.brush.header import writes
        from games.kit.brush.lettering import mask

        is_drawn = writes("Ángela") and mask("Ángela", 20).getbbox() is not None
    except (OSError, ImportError) as failed:
        return broken("Fonts", f"I can't draw text ({failed}). Install the requirements again.")
    if not is_drawn:
        return broken("Fonts", "Text comes out empty. Install the requirements again.")
    return works("Fonts", "Text on the boards can be drawn.")


def size(count: int) -> str:
    """A number of bytes, written for people."""
    for unit, one in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if count >= one:
            return f"{count / one:.3g} {unit}" if count < 1000 * one else f"{count / one:,.0f} {unit}"
    return f"{count} bytes"


def _why_not_to_write(folder: Path) -> str:
    """Why no file can be made in this folder; empty if one can. Leaves no file behind."""
    try:
        with TemporaryFile(dir=folder):
            return ""
    except OSError as failed:
        return failed.strerror or str(failed)


def _existing(folder: Path) -> Path:
    """This folder, or the one above it that the first start would make it in."""
    return next(one for one in (folder, *folder.parents) if one.exists())
