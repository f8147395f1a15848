"""`/tables`: all tables of one person, and whose turn it is."""

import re

import pytest

from bot import play as cast
from bot.config import Settings
from local_discord.person import is_ephemeral, text_of
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import people, to_move, told


async def test_tables_that_wait_for_you_come_first_with_the_way_to_each(
    settings: Settings, meet: Meet
) -> None:
    both = people(cast.CHIARA, cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, both, to_move(1), cast.GAMES)
        await tables.keep(archive, both, to_move(0), cast.CARD_ROOM)
    chiara, emi = await meet(cast.CHIARA), await meet(cast.EMI)
    async with running(settings):
        await tables.open_lobby(chiara, "quiet-corner")
        listed = await chiara.reply_to(await chiara.command("tables", channel="general"))
        assert is_ephemeral(listed)
        own, other, lobby = text_of(listed).splitlines()[1:]
        assert re.fullmatch(
            rf"- \*\*Doublolo\*\* in <#{cast.CARD_ROOM}>: \*\*your turn\*\* since <t:\d+:R>\. "
            rf"\[Go to the board\]\(https://discord\.com/channels/{cast.GUILD_ID}/{cast.CARD_ROOM}/\d+\)",
            own,
        )
        assert f"in <#{cast.GAMES}>: waiting for <@{cast.DMITRI}> since <t:" in other
        assert f"in <#{cast.QUIET_CORNER}>: Waiting for 1 more player. [Go to the board](" in lobby
        assert "not at any table" in await told(emi, await emi.command("tables", channel="general"))


async def test_somebody_at_many_tables_is_told_how_many_more_there_are(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.lists.MOST", 1)
    async with Archive.open(settings.storage.url) as archive:
        for channel in (cast.GAMES, cast.CARD_ROOM, cast.QUIET_CORNER):
            await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        listed = await told(chiara, await chiara.command("tables", channel="general"))
        assert listed.count("your turn") == 1
        assert listed.endswith("-# … and 2 more")


async def test_a_request_to_undo_waits_for_the_one_who_is_asked(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), cast.GAMES)
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await chiara.command("undo", channel="games")
        await tables.until(lambda: tables.session_in(bot).table.ask)
        asked = await told(dmitri, await dmitri.command("tables", channel="general"))
        assert f"<@{chiara.id}> wants to undo a move. **Do you agree?** Asked <t:" in asked
        own = await told(chiara, await chiara.command("tables", channel="general"))
        assert f"waiting for <@{dmitri.id}> since <t:" in own
