"""`/tables` of somebody who plays at many."""

import pytest

from bot.config import Settings
from bot.host import play as cast
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import people, to_move, told


async def test_somebody_at_many_tables_is_told_how_many_more_there_are(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.screens.lists.MOST", 1)
    async with Archive.open(settings.storage.url) as archive:
        for channel in (cast.GAMES, cast.CARD_ROOM, cast.QUIET_CORNER):
            await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        listed = await told(chiara, await chiara.command("tables", channel="general"))
        assert listed.count("your turn") == 1
        assert listed.endswith("-# … and 2 more")
