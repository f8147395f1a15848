"""One grammar for all who read records: each is run over the texts in tests/grammar.toml."""

import tomllib
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import expect

from bot.app.parlour import Parlour
from bot.refusal import Refusal
from bot.replays.replays import Replays
from bot.table import verdict as fairness
from games.engine import record
from games.engine.record import BadRecord, Line
from tests.local_discord.page.browser import browser, needs_chromium
from tests.test_tools import parlour

TESTS = Path(__file__).parents[2]
PAGE = TESTS.parent / "docs/verify.html"


class Text(NamedTuple):
    """A text that might be a record, and what it has to be read as; if it's refused, how that begins."""

    why: str
    raw: bytes
    reads_as: str
    refused: str


class Said(NamedTuple):
    """Whether a reader could read a text, and what it said."""

    is_read: bool
    said: str


@cache
def texts() -> tuple[Text, ...]:
    """All of the table."""
    table = tomllib.loads((TESTS / "grammar.toml").read_text(encoding="utf-8"))
    base = table["base"].removeprefix("\n")
    found = []
    for one in table["text"]:
        new = one.get("before", "") + one["new"] * one.get("times", 1) + one.get("after", "")
        text = base.replace(one["old"], new, 1)
        assert (text == base) == (one["old"] == one["new"]), one["why"]
        reads_as = base.replace(one["old"], one.get("reads", one["old"]), 1)
        found.append(Text(one["why"], text.encode(), reads_as, one.get("refused", "")))
    return tuple(found)


def must_fit(text: Text, of_text: Said, of_meaning: Said) -> None:
    """A reader says the same of a text as of what it reads as, or refuses it as it has to."""
    if text.refused:
        assert not of_text.is_read, text.why
        assert of_text.said.startswith(text.refused), text.why
    else:
        assert of_text.is_read, (text.why, of_text.said)
        assert of_text == of_meaning, text.why


def test_what_the_rules_read() -> None:
    for text in texts():
        if text.refused:
            with pytest.raises(BadRecord, match=text.refused):
                record.read(text.raw.decode())
        else:
            assert record.write(record.read(text.raw.decode())) == text.reads_as, text.why


def test_what_a_replay_reads() -> None:
    @cache
    def said(raw: bytes) -> Said:
        told = parlour("replay", "-", stdin=raw)
        return Said(told.returncode == 0, told.stdout + told.stderr)

    for text in texts():
        must_fit(text, said(text.raw), said(text.reads_as.encode()))


def test_what_the_file_for_python_reads(tmp_path: Path) -> None:
    @cache
    def said(raw: bytes) -> Said:
        file, written = tmp_path / "game.txt", StringIO()
        file.write_bytes(raw)
        with redirect_stdout(written), redirect_stderr(written):
            status = fairness.verifier()["main"]([str(file)])
        return Said(status == 0, written.getvalue())

    for text in texts():
        must_fit(text, said(text.raw), said(text.reads_as.encode()))


async def test_what_is_attached_is_read_alike(bot: Parlour) -> None:
    async def lines(raw: bytes) -> list[Line] | str:
        try:
            shown = await bot[Replays].take_in(raw)
        except Refusal as refused:
            return str(refused)
        return [*shown.playback.end.lines]

    for text in texts():
        found = await lines(text.raw)
        if text.refused:
            assert isinstance(found, str), text.why
            assert text.refused in found, text.why
        else:
            assert found == await lines(text.reads_as.encode()), text.why
            assert not isinstance(found, str), (text.why, found)


@pytest.mark.real
@pytest.mark.browser
@needs_chromium
async def test_what_the_page_reads(tmp_path: Path) -> None:
    async with browser() as chromium:
        page = await chromium.new_page()
        await page.goto(PAGE.as_uri())
        heard: dict[bytes, Said] = {}

        async def said(raw: bytes) -> Said:
            if raw not in heard:
                heard[raw] = await read_there(raw)
            return heard[raw]

        async def read_there(raw: bytes) -> Said:
            file = tmp_path / f"game-{len(heard)}.txt"
            file.write_bytes(raw)
            await page.get_by_label("Choose a record").set_input_files(file)
            shown = page.get_by_role("status")
            await expect(shown.locator(".name")).to_have_text(file.name)
            heading = await shown.get_by_role("heading").inner_text()
            return Said(heading.startswith("✓"), await shown.locator("p").first.inner_text())

        for text in texts():
            must_fit(text, await said(text.raw), await said(text.reads_as.encode()))
