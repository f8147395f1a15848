"""Another process draws the boards: whatever happens to it, people see them."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import play as cast
from bot.screens import draughtsman
from bot.screens.draughtsman import Draughtsman, NotDrawn
from bot.screens.drawing import Kept, draw
from bot.screens.pictures import Pictures
from games import registry
from games.core import Highlight, Seat
from games.faces import Face
from games.kit.brush import cached
from games.record import Header
from games.table import AnyTable, Table
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet
from tests.bot.process import running_process
from tests.bot.tables import people, played, to_move, until
from tests.games.pictures import FACES

GAME = registry.find("doublolo")
FACED = FACES[:2]


def position(seed: int) -> AnyTable:
    header = Header("doublolo", "1", 2, commit="sha256:" + "0" * 64)
    return played(Table.new(GAME, header), to_move(0), seed=seed)


def asked(seed: int) -> tuple[Any, tuple[str, ...], tuple[Face, ...], str]:
    """A picture to draw, another one for each seed."""
    return position(seed).view(None), (), FACED, ""


@pytest.fixture(autouse=True)
def _starts_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draughtsman, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(cached.PARTS, "most", cached.MOST_BYTES)  # other tests' pictures need theirs


@asynccontextmanager
async def at_work() -> AsyncIterator[Draughtsman]:
    """A process that draws."""
    drawing = Draughtsman(16_000_000)
    try:
        with pytest.raises(NotDrawn):
            await drawing.draw(GAME, *asked(1))
        await until(lambda: drawing.pid)
        yield drawing
    finally:
        drawing.close()


@asynccontextmanager
async def drawn_apart() -> AsyncIterator[tuple[Pictures, Draughtsman]]:
    """A bot's pictures, drawn by such a process."""
    pictures = Pictures(1, apart=True)
    try:
        async with at_work() as pictures.draughtsman:
            assert pictures.draughtsman is not None
            yield pictures, pictures.draughtsman
    finally:
        pictures.close()


async def test_another_process_draws_the_same_pictures() -> None:
    async with at_work() as drawing:
        for seed in range(4):
            for faces in (FACED, (), (Face("Ángela"), FACED[0]), FACED):
                view = position(seed).view(Seat(0))
                for saying in ("", "A word."):
                    drawn = await drawing.draw(GAME, view, (), faces, saying)
                    assert drawn == draw(GAME, view, (), faces, saying)


async def test_faces_are_right_however_many_there_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draughtsman, "_MOST_FACES", 4)
    view = position(1).view(None)
    async with at_work() as drawing:
        for number in range(7):
            faces = Face(f"Number {number}", FACED[number % 2].avatar), FACED[0]
            assert await drawing.draw(GAME, view, (), faces, "") == draw(GAME, view, (), faces, "")


async def test_a_highlight_is_drawn_by_the_process_too() -> None:
    view, kept = position(1).view(None), Kept(Highlight("10 stones flipped", "{b} on E9", "White"), "")
    async with at_work() as drawing:
        drawn = await drawing.draw(GAME, view, (), FACED, "", kept)
    assert drawn == draw(GAME, view, (), FACED, "", kept)
    assert drawn != draw(GAME, view, (), FACED, "")


async def test_the_board_comes_while_the_process_starts() -> None:
    pictures = Pictures(1, apart=True)
    try:
        assert await pictures.draw(GAME, *asked(1)) == draw(GAME, *asked(1))
    finally:
        pictures.close()


async def test_the_board_comes_though_the_process_is_killed_in_the_middle_of_it() -> None:
    async with drawn_apart() as (pictures, drawing):
        pid = drawing.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        boards = [asyncio.create_task(pictures.draw(GAME, *asked(seed))) for seed in range(2, 8)]
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        assert await asyncio.gather(*boards) == [draw(GAME, *asked(seed)) for seed in range(2, 8)]
        await until(lambda: drawing.pid not in (None, pid))
        assert await drawing.draw(GAME, *asked(9)) == draw(GAME, *asked(9))


async def test_the_board_comes_after_a_while_though_the_process_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with drawn_apart() as (pictures, drawing):
        monkeypatch.setattr(draughtsman, "PATIENCE", 0.3)
        monkeypatch.setattr(draughtsman, "HANGS_SECONDS", 0.3)
        pid = drawing.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        for seeds in (range(2, 8), range(8, 9)):
            boards = [asyncio.create_task(pictures.draw(GAME, *asked(seed))) for seed in seeds]
            assert await asyncio.gather(*boards) == [draw(GAME, *asked(seed)) for seed in seeds]
            await asyncio.sleep(0.4)
        await until(lambda: drawing.pid not in (None, pid))


async def test_a_process_that_was_only_late_goes_on_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with drawn_apart() as (pictures, drawing):
        pid = drawing.pid
        assert pid is not None
        with monkeypatch.context() as impatient:
            impatient.setattr(draughtsman, "PATIENCE", 0.3)
            os.kill(pid, signal.SIGSTOP)
            assert await pictures.draw(GAME, *asked(2)) == draw(GAME, *asked(2))
            with pytest.raises(NotDrawn):
                await drawing.draw(GAME, *asked(3))
            os.kill(pid, signal.SIGCONT)
        await until(lambda: drawing.is_answering)
        assert await drawing.draw(GAME, *asked(3)) == draw(GAME, *asked(3))
        assert drawing.pid == pid


async def test_a_picture_that_can_not_be_drawn_fails_as_it_does_without_the_process() -> None:
    async with drawn_apart() as (pictures, drawing):
        pid = drawing.pid
        with pytest.raises(AttributeError):
            await pictures.draw(GAME, "not a view")
        assert await pictures.draw(GAME, *asked(2)) == draw(GAME, *asked(2))
        assert drawing.pid == pid


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
async def test_no_process_is_left_when_the_bot_ends(
    discord: LocalDiscord, tmp_path: Path, meet: Meet, sign: signal.Signals
) -> None:
    database = tmp_path / "parlour.sqlite3"
    async with Archive.open(str(database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, PARLOUR_PLAY__DRAW_APART="true") as process:
        await chiara.wait_for(lambda m: bool(m["attachments"]))
        # Python's own two, from which others are forked, come first.
        await until(lambda: len(process.others()) == 3)
        await process.end(sign)
        assert "Traceback" not in process.said
        await until(lambda: not process.others())
