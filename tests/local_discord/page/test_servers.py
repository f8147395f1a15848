"""Several servers on the page: a column to choose from, and each with its own channels and commands."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    WelcomeFixture,
    WorldFixture,
)
from local_discord.sample import ADA, BRUNO, CHIARA, PEOPLE
from local_discord.server import LocalDiscord
from tests.local_discord.page.driving import Visit, browser_tests, last, write
from tests.local_discord.page.kiosk import Kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]

PARLOUR = Path(__file__).parents[3]
AT_ONCE = WelcomeFixture(
    text="Come **in**", command="greet Bruno", label="Say hello", picture=PARLOUR / "bot" / "parlour.png"
)
WELCOME = WelcomeFixture(text="## Come in\nSay **hello**.", command="greet Bruno")
NORTH, SOUTH = "200000000000000001", "300000000000000001"
WORLD = WorldFixture(
    people=PEOPLE,
    guilds=(
        GuildFixture(
            id=NORTH,
            name="The North",
            owner=ADA,
            channels=(
                ChannelFixture(id="200000000000000002", name="general", welcome=WELCOME),
                ChannelFixture(id="200000000000000003", name="lobby", welcome=AT_ONCE),
            ),
        ),
        GuildFixture(
            id=SOUTH,
            name="The South",
            owner=BRUNO,
            channels=(ChannelFixture(id="300000000000000002", name="beach"),),
            members=(ADA, BRUNO),
        ),
    ),
    applications=(ApplicationFixture(name="Test Bot", guilds=(NORTH,)),),
)


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(WORLD) as local:
        yield local


def servers(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Servers")


def title(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


async def test_an_empty_channel_greets_and_puts_its_command_into_the_message_box(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit(width=400)
    await expect(page.get_by_role("heading", name="Come in")).to_be_in_viewport()
    await page.get_by_role("button", name="Try /greet Bruno").click()
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Hello Bruno!")
    await page.reload()
    await expect(page.get_by_role("heading", name="Come in")).to_be_in_viewport()


async def test_a_welcome_with_a_label_uses_its_command_at_once_below_its_picture(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit(width=400)
    await page.evaluate("location.hash = '200000000000000003'")
    await expect(title(page)).to_have_text("lobby")
    shown = page.locator(".welcome img")
    await expect(shown).to_be_in_viewport()
    assert await shown.evaluate("(one) => one.decode().then(() => one.naturalWidth > 0)")
    await page.get_by_role("button", name="Say hello").click()
    await expect(last(page)).to_contain_text("Hello Bruno!")


async def test_another_server_shows_its_channels_members_and_commands(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await write(page, "/gre")
    await expect(page.get_by_role("option", name="/greet")).to_be_visible()
    await page.locator("#composer-text").fill("")
    await servers(page).get_by_role("button", name="The South").click()
    await expect(title(page)).to_have_text("beach")
    channels = page.get_by_role("navigation", name="Channels")
    await expect(channels.get_by_role("heading", level=2)).to_have_text("The South")
    await expect(channels.get_by_role("link")).to_have_count(1)
    await expect(page.get_by_role("heading", name="Members — 2")).to_be_visible()
    await write(page, "/gre")
    await expect(page.get_by_role("option", name="/greet")).to_have_count(0)
    await page.go_back()
    await expect(title(page)).to_have_text("general")
    await expect(channels.get_by_role("heading", level=2)).to_have_text("The North")


async def test_what_is_said_in_the_other_server_is_marked_on_its_button(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(), await visit(BRUNO)
    await servers(bruno).get_by_role("button", name="The South").click()
    await expect(title(bruno)).to_have_text("beach")
    await write(bruno, "hello")
    await bruno.keyboard.press("Enter")
    await expect(last(bruno)).to_contain_text("hello")
    waiting = servers(ada).get_by_role("button", name="The South, 1 unread")
    await waiting.click()
    await expect(last(ada)).to_contain_text("hello")
    await expect(waiting).to_have_count(0)


async def test_a_server_you_are_not_in_can_be_joined(visit: Visit, bot: Kiosk) -> None:
    page = await visit(CHIARA)
    await servers(page).get_by_role("button", name="The South, not a member").click()
    await expect(title(page)).to_have_text("No channel is open")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("button", name="Join the server again").click()
    await page.keyboard.press("Escape")
    await expect(title(page)).to_have_text("beach")
    await expect(servers(page).get_by_role("button", name="The South", exact=True)).to_have_attribute(
        "aria-current", "true"
    )


async def test_in_a_narrow_window_the_servers_are_next_to_the_channels(visit: Visit, bot: Kiosk) -> None:
    page = await visit(ADA, 400)
    await page.get_by_role("button", name="Channels and people").click()
    await servers(page).get_by_role("button", name="The South").click()
    await expect(title(page)).to_have_text("beach")


async def test_an_address_without_a_person_is_the_first_one(visit: Visit, discord: LocalDiscord) -> None:
    page = await visit(BRUNO)
    await page.evaluate("localStorage.clear()")
    await page.goto(discord.url)
    await expect(page).to_have_url(re.compile(rf"person={ADA}"))
