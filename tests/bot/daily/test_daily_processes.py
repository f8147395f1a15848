"""The game of the day with several processes: Discord brings a press to one, and another plays it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bench.postgres import empty_database
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import labels_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import PATIENT
from tests.bot.several import QUICK, WORLD, Several
from tests.bot.tables import told, words_of

pytestmark = pytest.mark.real


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    """Two processes: direct messages arrive at the first, and the second has the tables of room-2."""
    # A busy machine may need longer to answer what was forwarded.
    constants = QUICK | {"bot.cluster.arrivals.CLAIM_SECONDS": 10.0}
    async with empty_database() as url, Several.on(discord, url, tmp_path, constants) as several:
        await several.start()
        await several.share_as(3)
        await several.start()
        await several.share_as(2, 1)
        yield several


@pytest.mark.thorough
async def test_a_try_is_begun_from_a_server_whose_process_has_no_direct_messages(
    several: Several, meet: Meet
) -> None:
    ada = await meet(cast.ADA)
    card = await ada.reply_to(await ada.command("daily", channel="room-2"))
    assert "in our direct messages" in await told(ada, await ada.press(card, label="Play"))
    direct = (await ada.open_dm())["id"]
    await ada.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))
    tries = await several.query("SELECT day, user_id FROM tries")
    shown = await several.query("SELECT day, user_id FROM tries_shown")
    assert tries == shown
    assert [one["user_id"] for one in tries] == [int(ada.id)]
    card = await ada.reply_to(await ada.command("daily", channel="room-2"))
    assert "You've begun your try" in words_of(card)
    assert "in our direct messages" in await told(ada, await ada.press(card, label="Go on"))
    assert len(await several.query("SELECT * FROM tries")) == 1


async def test_each_server_gets_its_post_from_the_process_that_has_it_and_once(
    discord: LocalDiscord, tmp_path: Path, meet: Meet
) -> None:
    # Each process looks ten times a second, in place of once a minute.
    often = QUICK | {"bot.daily.news.ROUND_SECONDS": 0.1, "bot.daily.news.PAR_SECONDS": 0.1}
    async with empty_database() as url, Several.on(discord, url, tmp_path, often) as several:
        await several.start()
        await several.share_as(3)
        await several.start()
        await several.share_as(2, 1)
        ada = await meet(cast.ADA)
        rooms = {n: ada.sees.channel(f"room-{n}") for n in range(6)}
        async with Archive.open(url) as archive:
            for room in rooms.values():
                here = partial(replace, channel_id=int(room["id"]), hour=0)
                await archive.daily_news.change_channel(int(room["guild_id"]), here)
        for room in rooms.values():
            await ada.wait_for(partial(_is_post_in, room["id"]))
        await several.end(several.running[1])  # the other process takes over its servers
        await several.share_as(3)
        for _ in range(5):  # nothing more comes: each of these takes longer than a look
            await ada.reply_to(await ada.command("daily", channel="room-2"))
        for room in rooms.values():
            posted = [one for one in ada.sees.in_channel(room["id"]) if _is_post_in(room["id"], one)]
            assert len(posted) == 1


def _is_post_in(channel_id: str, message: Json) -> bool:
    return bool(message["channel_id"] == channel_id and "Everybody plays the same deal" in words_of(message))
