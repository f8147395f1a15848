"""Helpers for the tests of the page."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from playwright.async_api import Locator, Page, expect

from tests.local_discord.page.browser import needs_chromium

PATIENCE = 30
"""Seconds that a test waits for what it expects."""

expect.set_options(timeout=1000 * PATIENCE)

browser_tests = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), needs_chromium]

Visit: TypeAlias = Callable[..., Awaitable[Page]]
"""Opens the page as a person (Ada when none is named) in a window of a width (1200) and a tab of its own."""


def messages(page: Page) -> Locator:
    return page.locator("article[data-message-id]")


def last(page: Page) -> Locator:
    return messages(page).last


async def write(page: Page, text: str) -> None:
    await page.locator("#composer-text").focus()
    await page.keyboard.type(text)


async def use(page: Page, command: str) -> None:
    """Types a command and its first option, and sends it."""
    await write(page, f"/{command} " if " " not in command else f"/{command}")
    await page.keyboard.press("Enter")


async def panel(page: Page) -> Locator:
    await use(page, "panel chess")
    await expect(last(page)).to_contain_text("Panel 0")
    message_id = await last(page).get_attribute("data-message-id")
    return page.locator(f'[data-message-id="{message_id}"]')


async def overlap(one: Locator, other: Locator) -> bool:
    """Whether one of them covers a part of the other."""
    first, second = await one.bounding_box(), await other.bounding_box()
    assert first is not None
    assert second is not None
    across = first["x"] < second["x"] + second["width"] and second["x"] < first["x"] + first["width"]
    down = first["y"] < second["y"] + second["height"] and second["y"] < first["y"] + first["height"]
    return across and down


async def until(check: Callable[[], bool]) -> None:
    """Waits until the Discord has what a page sent it; the page shows a choice before that."""
    async with asyncio.timeout(PATIENCE):
        while not check():  # noqa: ASYNC110 - the Discord has no event for each of its settings
            await asyncio.sleep(0.01)
