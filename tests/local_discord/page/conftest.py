"""One Chromium and its tabs for all tests of the page; a local Discord and a bot for each test."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from local_discord.sample import ADA
from local_discord.server import LocalDiscord
from tests.local_discord.page.browser import Complaints, browser
from tests.local_discord.page.driving import Visit
from tests.local_discord.page.kiosk import Kiosk, kiosk


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as local:
        yield local


@pytest_asyncio.fixture(loop_scope="session")
async def bot(discord: LocalDiscord) -> AsyncIterator[Kiosk]:
    async with kiosk(discord) as client:
        yield client


class Tabs:
    """Tabs that unrelated tests reuse, since a new tab takes longer than most tests."""

    def __init__(self, chrome: Browser) -> None:
        self._chrome = chrome
        self._free: list[Page] = []

    async def take(self) -> Page:
        """An empty tab with separate storage."""
        if self._free:
            return self._free.pop()
        return await (await self._chrome.new_context()).new_page()

    async def give_back(self, page: Page) -> None:
        """Clear everything a test left in it, unless it was closed."""
        if not page.is_closed():
            await page.evaluate("localStorage.clear()")
            await page.goto("about:blank")
            await page.emulate_media(color_scheme="null", reduced_motion="null")
            self._free.append(page)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def tabs() -> AsyncIterator[Tabs]:
    async with browser() as chrome:
        yield Tabs(chrome)


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(discord: LocalDiscord, tabs: Tabs, complaints: Complaints) -> AsyncIterator[Visit]:
    """Opens the page as somebody; afterwards no page may have complained."""
    taken: list[Page] = []

    async def opened(person: str = ADA, width: int = 1200) -> Page:
        page = await tabs.take()
        taken.append(page)
        complaints.watch(page)
        await page.set_viewport_size({"width": width, "height": 800})
        await page.goto(f"{discord.url}/?person={person}")
        await expect(page.locator("#log:not([aria-busy])")).to_be_visible()
        await expect(page.get_by_role("heading", level=1)).to_have_text("general")
        return page

    yield opened
    for page in taken:
        complaints.leave(page)
        await tabs.give_back(page)
    assert complaints.heard == []
