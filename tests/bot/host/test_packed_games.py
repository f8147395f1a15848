"""Games that are over are kept packed: by a command, or behind play, and nothing that people see changes."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table import packing
from bot.table.rebuild import rebuild
from bot.table.transfer import export
from local_discord.person import Person, pictures_of
from storage import Archive, only_bot
from tests.bot.privacy.test_privacy import download
from tests.bot.replaying import keep_ended, open_replay
from tests.bot.tables import resign, toss
from tests.storage.test_packing import rows


async def test_a_packed_game_is_replayed_behind_play(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await keep_ended(bot.archive, "doublolo")
    before = await bot.archive.record.lines(number)
    monkeypatch.setattr(packing, "QUIET_MILLISECONDS", -1)
    bot.start_housekeeping()
    await asyncio.sleep(packing.ROUND_SECONDS)
    async with asyncio.timeout(20):
        while await rows(bot.archive):  # noqa: ASYNC110 - storage has no event
            await asyncio.sleep(0.01)
    assert await bot.archive.record.lines(number) == before
    assert pictures_of(await open_replay(chiara))


async def test_a_download_and_what_verify_says_of_it_stay_the_same_once_a_game_is_packed(
    bot: Parlour, chiara: Person, dmitri: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await resign(chiara, await toss(chiara, dmitri))
    before = await download(chiara)
    while await bot.archive.packing.pack_some(2**62) is not None:
        pass
    assert not await rows(bot.archive)
    after = await download(chiara)
    assert after == before
    (record,) = (text for name, text in after.items() if name.startswith("records/"))
    (tmp_path / "game.txt").write_text(record, "utf-8")
    assert main(["verify", str(tmp_path / "game.txt")]) == 0
    assert "Chance was fair." in capsys.readouterr().out


@pytest.mark.real
async def test_the_command_pack_prints_how_much_smaller_a_database_is(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(packing, "QUIET_MILLISECONDS", -1)
    async with Archive.open(settings.storage.url) as archive:
        for _ in range(20):
            await keep_ended(archive, "doublolo")
        exported = await export(archive, int(cast.GUILD_ID))
    assert await asyncio.to_thread(main, ["pack", "--config", config_of(settings, tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Packed 20 games that are over." in said
    sizes = re.search(r"had ([0-9.]+) MB, and has ([0-9.]+) MB now", said)
    assert sizes is not None
    assert float(sizes[1]) > float(sizes[2])
    async with Archive.open(settings.storage.url) as archive:
        assert not await rows(archive)
        assert await export(archive, int(cast.GUILD_ID)) == exported
    assert await rebuild(settings) == (20, 0)
    async with only_bot(settings.storage.url):
        assert await asyncio.to_thread(main, ["pack", "--config", config_of(settings, tmp_path)]) == 1
    assert "Another bot is already running" in capsys.readouterr().err


def config_of(settings: Settings, folder: Path) -> str:
    """A file with the settings that a command needs."""
    file = folder / "config.toml"
    file.write_text(f'[storage]\nurl = "{settings.storage.url}"\n', encoding="utf-8")
    file.chmod(0o600)
    return str(file)
