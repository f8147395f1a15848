"""What `python -m bot doctor` finds on this machine; `bot.application` asks Discord.

This works while libraries are missing, and says so.
"""

import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from storage import StorageFailed
from storage.opening import look_at, path_of

ENOUGH_BYTES = 1 << 30
"""Less free space than this is worth a note: the games of a busy server take years to fill it."""

LEAST_BYTES = 50 << 20
"""With less free space than this, the bot will soon be unable to save moves."""


class Verdict(Enum):
    """How bad it is; the value is what stands before the sentence."""

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


works = partial(Finding, Verdict.WORKS)
"""This is as it should be."""

note = partial(Finding, Verdict.NOTE)
"""The bot can run, but the host should know this."""

broken = partial(Finding, Verdict.BROKEN)
"""The bot can't run, or can't play somewhere, until this is put right."""


async def own_machine(url: str) -> AsyncIterator[Finding]:
    """Findings on the database that `url` names, the disk it is on, and the fonts."""
    yield await database(url)
    for finding in disk(url):
        yield finding
    yield fonts()


async def database(url: str) -> Finding:
    """Whether the database opens, is sound and can be written."""
    try:
        found = await look_at(url)
    except StorageFailed as failed:
        return broken("Database", str(failed))
    if not found.exists:
        return _missing(url, found.name)
    schema = "has the newest schema" if found.is_newest else "gets the newest schema at the next start"
    use = " A bot is running with it now." if found.is_in_use else ""
    return works("Database", f"{found.name} ({size(found.size)}) is sound and writable, and {schema}.{use}")


def _missing(url: str, name: str) -> Finding:
    try:
        why = _why_not_to_write(_existing(path_of(url).absolute().parent))
    except StorageFailed:
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
