"""Small pictures on buttons: uploaded once as the application's emojis; the bot also works without them."""

import logging
from collections.abc import AsyncIterator

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from games.fooblitzky.pictures.icons import ICONS
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import BEGUN, keep_city
from tests.bot.conftest import Meet, running
from tests.bot.tables import until
from tests.openapi import Description, Recording

SHOPPING = (*BEGUN, "* roll 24", "a enter UL drug")


@pytest.fixture
async def with_icons(settings: Settings) -> Settings:
    """The settings of a bot that shows icons, and a table where someone is shopping."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *SHOPPING)
    return settings.model_copy(update={"play": settings.play.model_copy(update={"icons": True})})


@pytest.fixture
async def bot(with_icons: Settings) -> AsyncIterator[Parlour]:
    async with running(with_icons) as parlour:
        yield parlour


def emojis(discord: LocalDiscord) -> dict[str, Json]:
    """The application's emojis by name."""
    return {str(one["name"]): one for one in discord.applications[0].emojis.values()}


async def uploaded(bot: Parlour) -> None:
    await bot.starting[-1]


async def buttons(viewer: Person) -> dict[str, Json]:
    """What the board offers in the store, once it is updated."""
    shown = await viewer.wait_for(lambda m: "My bag" in labels_of(m))
    await viewer.outcome(await viewer.command("board", channel="games"))
    shown = await viewer.wait_for(lambda m: "My bag" in labels_of(m) and m["id"] > shown["id"])
    found = every_component(shown["components"])
    return {str(one["label"]).split(",")[0]: one for one in found if "," in str(one.get("label"))}


async def test_items_in_a_store_have_their_pictures_on_the_buttons(
    discord: LocalDiscord, bot: Parlour, recording: Recording, meet: Meet
) -> None:
    await uploaded(bot)
    emi = await meet(cast.EMI)
    there = emojis(discord)
    assert {name.rpartition("_")[0] for name in there} >= set(ICONS)
    for label, button in (await buttons(emi)).items():
        name = next(one for one in there if one.startswith(label.replace(" ", "_")))
        assert button["emoji"] == {"id": there[name]["id"], "name": name}
    description = Description.load()
    assert description is None or description.all_objections(recording) == []


async def test_the_next_start_finds_them_and_uploads_nothing_again(
    discord: LocalDiscord, bot: Parlour, with_icons: Settings, meet: Meet
) -> None:
    await uploaded(bot)
    before = emojis(discord)
    await bot.client.close()
    async with running(with_icons) as again:
        await uploaded(again)
        assert emojis(discord) == before
        assert all("emoji" in button for button in (await buttons(await meet(cast.EMI))).values())


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_if_discord_refuses_icons_the_words_are_enough(
    discord: LocalDiscord, with_icons: Settings, meet: Meet, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    discord.faults.fail_next([{"status": 403, "method": method, "path": "/emojis"}])
    async with running(with_icons) as bot:
        await uploaded(bot)
        assert list(await buttons(await meet(cast.EMI))) == ["hair spray", "toothpaste", "eyedropper"]
    assert "buttons have no icons: Discord refused an upload" in caplog.text


async def test_a_bot_that_stops_while_it_uploads_stops_at_once(
    discord: LocalDiscord, with_icons: Settings
) -> None:
    discord.faults.delay = 0.05
    async with running(with_icons) as bot:
        await until(lambda: emojis(discord))
    assert bot.starting[-1].cancelled()
