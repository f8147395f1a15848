"""Checkpoints that can't be trusted, read or written: the game goes on without them."""

import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.config import Settings
from bot.table import open_tables
from games.engine import checkpoint
from storage import StoredCheckpoint
from tests.bot.conftest import running
from tests.bot.kept import Kept, are_alike, keep, play_on
from tests.bot.kept import kept as kept
from tests.bot.tables import SEED
from tests.databases import in_a_file as in_a_file


def sealed(one: StoredCheckpoint, made: Kept) -> StoredCheckpoint:
    """The checkpoint with the seal of somebody who has the seed."""
    seal = checkpoint.seal(SEED, made.whole.header, made.told.lines[: one.lines], one.text)
    return replace(one, seal=seal)


BAD: dict[str, Callable[[StoredCheckpoint, Kept], StoredCheckpoint]] = {
    "cut": lambda one, _: replace(one, text=one.text[:-1]),
    "changed": lambda one, _: replace(one, text=one.text.replace("I5", "J5")),
    "without a seal": lambda one, _: replace(one, seal=""),
    "with a seal that nobody makes": lambda one, _: replace(one, seal="ü" * 64),
    "of fewer lines": lambda one, _: replace(one, lines=one.lines - 1),
    "of more lines than there are": lambda one, made: sealed(replace(one, lines=one.lines + 1), made),
    "of no lines": lambda one, made: sealed(replace(one, lines=0), made),
    "of fewer than none": lambda one, made: sealed(replace(one, lines=-5), made),
    "sealed, and no JSON": lambda one, made: sealed(replace(one, text="["), made),
    "sealed, and cut": lambda one, made: sealed(replace(one, text=one.text[:-9]), made),
    "sealed, and deep": lambda one, made: sealed(replace(one, text="[" * 100_000), made),
    "sealed, and of other types": lambda one, made: sealed(
        replace(one, text=one.text.replace("true", "1").replace("false", "0")), made
    ),
}


@pytest.mark.parametrize("bad", BAD)
async def test_a_bad_checkpoint_is_ignored_and_the_lines_are_followed(
    kept: Kept, caplog: pytest.LogCaptureFixture, bad: str
) -> None:
    caplog.set_level(logging.INFO)
    one = await kept.checkpoint()
    other = BAD[bad](one, kept)
    assert other != one
    await kept.put(other)
    table, checkpoint_at = await kept.resumed()
    assert checkpoint_at == 0
    are_alike(table, kept.whole)
    (said,) = [each.getMessage() for each in caplog.records if each.name == "bot.table.open_tables"]
    assert "its checkpoint isn't used" in said


async def test_a_checkpoint_of_another_version_of_the_games_is_ignored_and_replaced(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await kept.checkpoint()
    monkeypatch.setattr(checkpoint, "SOURCE", "of tomorrow")
    async with running(kept.settings) as bot:
        session = await bot.tables.session(1)
        assert session.checkpoint_at == 0
        are_alike(session.table, kept.whole)
        assert await bot.checkpoints.write_due() == 1
    assert (await kept.checkpoint()).seal != before.seal
    assert (await kept.resumed())[1] == len(kept.told.lines)


async def test_lines_that_were_changed_behind_a_checkpoint_are_followed(kept: Kept) -> None:
    kept.rows('DELETE FROM lines WHERE "index" > 40')
    table, checkpoint_at = await kept.resumed()
    assert (len(table.lines), checkpoint_at) == (41, 0)


async def test_a_disk_that_fails_costs_no_more_than_the_checkpoint(
    settings: Settings, faults_logged: set[str]
) -> None:
    faults_logged.add(open_tables.__name__)
    made = await keep(settings, "doublolo")
    async with running(settings) as bot:
        session = await bot.tables.session(1)
        made.rows("ALTER TABLE checkpoints RENAME TO gone")
        assert await bot.checkpoints.write_due() == 0
        await play_on(bot, 1)
        assert len(session.table.lines) == len(made.told.lines) + 1
        made.rows("ALTER TABLE gone RENAME TO checkpoints")


async def test_a_checkpoint_that_would_be_too_long_is_not_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "MOST_CHARACTERS", 1_000)
    made = await keep(settings, "doublolo")
    async with running(settings) as bot:
        await bot.tables.session(1)
        assert await bot.checkpoints.write_due() == 0
    assert made.rows("SELECT count(*) FROM checkpoints") == [(0,)]
