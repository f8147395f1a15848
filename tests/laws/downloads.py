"""The law on downloads and exports: a file tells nobody more than they were told at the table."""

import asyncio
import io
import json
import tempfile
import zipfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bench.tables import in_lobby
from bot.chat.players import person
from bot.privacy.downloads import own_data
from bot.table.seats import SeatHistory, to_stored
from bot.table.transfer import export
from games.core import Seat, Viewer, letter
from storage import Archive, StoredCheckpoint, StoredLine
from tests.databases import laid_out
from tests.laws.play import Play
from tests.laws.vary import listener, varied

TRIES = 1
"""How many other plays are looked for that somebody can't tell apart."""

SERVER, CHANNEL, GONE = 10, 20, 900

Download: TypeAlias = Callable[[Archive, int], Awaitable[bytes]]


def a_file_tells_nobody_more_than_they_were_told(play: Play, download: Download = own_data) -> None:
    """While a game runs, plays that sound alike to somebody make the same files.

    What others have marked in their notebooks is in none, nor in that of a player who gave up a seat.
    """
    if play.over and play.lines:
        play = play.before(len(play.lines) - 1)
    for viewer in play.viewers:
        others = [*varied(play, listener(play.game, viewer), play.rng, TRIES), play]
        asyncio.run(_makes_the_same_files(play, others, viewer, download))


async def _makes_the_same_files(play: Play, others: list[Play], viewer: Viewer, download: Download) -> None:
    with tempfile.TemporaryDirectory() as folder:
        mine = await _files(Path(folder) / "mine", play, viewer, "mine", download)
        for number, other in enumerate(others):
            theirs = await _files(Path(folder) / f"theirs-{number}", other, viewer, "theirs", download)
            assert mine == theirs, f"By a file, seat {viewer} can tell this play from {other}"


async def _files(
    folder: Path, play: Play, viewer: Viewer, marks: str, download: Download
) -> dict[str, bytes]:
    """What this viewer downloads, and what a host exports, once the play is at a table.

    Its first seat was somebody else's before. Every other player has marked something: `marks`.
    """
    async with Archive.open(str(laid_out(folder / "games.sqlite3"))) as archive:
        reader = await _keep(archive, play, viewer, marks)
        with zipfile.ZipFile(io.BytesIO(await download(archive, reader))) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        return files | {"export": await export(archive, SERVER)}


async def _keep(archive: Archive, play: Play, viewer: Viewer, marks: str) -> int:
    header = play.header
    people = [person(100 + seat, f"Player {letter(Seat(seat)).upper()}", "9") for seat in play.seats]
    first = (person(GONE, "Player Z", "9"), *people[1:])
    stays = SeatHistory(first).with_players({Seat(0): people[0]}, 0)
    options = json.dumps(dict(header.options))
    stored = await archive.sessions.open(
        in_lobby(SERVER, CHANNEL, header.game, header.edition, options, bytes(32), 100, 1_000)
    )
    await archive.sessions.start(stored.id, 1_000, to_stored(first))
    await archive.sessions.change_hands(stored.id, to_stored(stays.players), 0, stays.stored(), {0})
    lines = [StoredLine(n, one.who, one.text, one.note, at=1_000) for n, one in enumerate(play.lines)]
    await archive.record.append_together(stored.id, lines)
    await archive.record.set_checkpoint(stored.id, StoredCheckpoint(len(lines), repr(play.state), marks))
    for seat in play.seats:
        mark = "own" if seat == viewer else marks
        await archive.people.change_marks(stored.id, seat, partial(_marked, mark))
    return GONE if viewer is None else 100 + viewer


def _marked(mark: str, _before: str) -> str:
    return json.dumps({"A": mark})
