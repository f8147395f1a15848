"""One Chromium for a module; a local Discord, a bot and fresh tabs for each test."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from local_discord.sample import ADA
from local_discord.server import LocalDiscord
from tests.local_discord.page.browser import Complaints, browser
from tests.local_discord.page.driving import Visit
from tests.local_discord.page.kiosk import Kiosk, kiosk


@pytest_asyncio.fixture(loop_scope="module")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as local:
        yield local


@pytest_asyncio.fixture(loop_scope="module")
async def bot(discord: LocalDiscord) -> AsyncIterator[Kiosk]:
    async with kiosk(discord) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chrome() -> AsyncIterator[Browser]:
    async with browser() as opened:
        yield opened


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest_asyncio.fixture(loop_scope="module")
async def visit(discord: LocalDiscord, chrome: Browser, complaints: Complaints) -> AsyncIterator[Visit]:
    """Opens the page as somebody; afterwards no page may have complained."""
    async with AsyncExitStack() as contexts:

        async def opened(person: str = ADA, width: int = 1200) -> Page:
            context = await chrome.new_context(viewport={"width": width, "height": 800})
            contexts.push_async_callback(context.close)
            page = await context.new_page()
            complaints.watch(page)
            await page.goto(f"{discord.url}/?person={person}")
            await expect(page.locator("#log:not([aria-busy])")).to_be_visible()
            await expect(page.get_by_role("heading", level=1)).to_have_text("general")
            return page

        yield opened
    assert complaints.heard == []
