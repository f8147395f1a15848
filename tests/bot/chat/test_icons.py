"""Small pictures on buttons: uploaded once as the application's emojis; the bot also works without them."""

import logging
from collections.abc import AsyncIterator

import pytest
from discord import HTTPException, PartialEmoji, SelectOption
from discord.ui import Button, Select, View

from bot.app.parlour import Parlour
from bot.chat.failures import is_bad_emoji
from bot.config import Settings
from bot.host import play as cast
from games.engine import registry
from games.fooblitzky.words.icons import ICONS
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
    """Wait until the bot knows an emoji for each icon."""
    icons = [(game, icon) for game in registry.all_games().values() for icon in game.icons]
    known = bot.pictures.icons
    await until(lambda: all(known.of(game)(icon) for game, icon in icons))


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
async def test_while_discord_refuses_icons_the_words_are_enough_and_they_come_as_soon_as_it_takes_them(
    discord: LocalDiscord, with_icons: Settings, meet: Meet, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    discord.faults.fail_next(
        [{"status": 403, "method": method, "path": "/emojis", "html": True, "times": 999}]
    )
    async with running(with_icons) as bot:
        await until(lambda: discord.faults.failures[0].failed)
        emi = await meet(cast.EMI)
        assert list(await buttons(emi)) == ["hair spray", "toothpaste", "eyedropper"]
        assert "emoji" not in str(await buttons(emi))
        discord.faults.fail_next([])
        await uploaded(bot)
        assert all("emoji" in button for button in (await buttons(emi)).values())
    assert "buttons have no icons: Discord refused an upload (status 403)" in caplog.text
    assert "<html" not in caplog.text


async def test_icons_deleted_in_the_developer_portal_are_uploaded_again_once_the_bot_knows(
    discord: LocalDiscord, bot: Parlour, meet: Meet
) -> None:
    await uploaded(bot)
    before = emojis(discord)
    discord.faults.delete_emojis(["*"])
    emi = await meet(cast.EMI)
    assert "emoji" not in str(await buttons(emi))
    await uploaded(bot)
    there = emojis(discord)
    assert there.keys() == before.keys()
    assert not {one["id"] for one in there.values()} & {one["id"] for one in before.values()}
    assert all("emoji" in button for button in (await buttons(emi)).values())


async def test_icons_that_discord_refused_although_they_are_there_are_only_found_again(
    discord: LocalDiscord, bot: Parlour, meet: Meet
) -> None:
    await uploaded(bot)
    before, emi = emojis(discord), await meet(cast.EMI)
    discord.faults.set({"refuse_emojis": 1.0})
    assert "emoji" not in str(await buttons(emi))
    discord.faults.set({"refuse_emojis": 0.0})
    await uploaded(bot)
    assert emojis(discord) == before
    assert all("emoji" in button for button in (await buttons(emi)).values())


async def test_a_bot_that_stops_while_it_uploads_stops_at_once(
    discord: LocalDiscord, with_icons: Settings
) -> None:
    discord.faults.delay = 0.05
    async with running(with_icons) as bot:
        await until(lambda: emojis(discord))
    assert bot.starting[-1].cancelled()


async def test_only_a_refusal_because_of_emojis_is_taken_for_one(discord: LocalDiscord, bot: Parlour) -> None:
    await uploaded(bot)
    icon = next(iter(emojis(discord).values()))
    known = PartialEmoji(name=icon["name"], id=int(icon["id"]))
    gone = PartialEmoji(name="gone", id=1)
    channel = bot.client.get_partial_messageable(int(cast.GAMES))

    async def refused(label: str, *shown: PartialEmoji) -> HTTPException:
        view = View(timeout=0)
        view.add_item(
            Select(options=[SelectOption(label="x", value=str(n), emoji=one) for n, one in enumerate(shown)])
        )
        view.add_item(Button(label=label, emoji=shown[0]))
        with pytest.raises(HTTPException) as failed:
            await channel.send(view=view)
        return failed.value

    assert is_bad_emoji(await refused("Go", gone))
    assert is_bad_emoji(await refused("Go", known, gone))
    assert not is_bad_emoji(await refused("Go" * 50, known))
    assert not is_bad_emoji(await refused("Go" * 50, gone)), "it would be refused without emojis, too"
    discord.faults.fail_next([{"status": 400, "html": True, "method": "POST", "path": "messages$"}])
    assert not is_bad_emoji(await refused("Go", known))
    discord.faults.set({"refuse_emojis": 1.0})
    assert is_bad_emoji(await refused("Go", known))
    assert not is_bad_emoji(ConnectionResetError())
