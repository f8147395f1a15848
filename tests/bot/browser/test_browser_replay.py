"""A replay on the page: a record is attached, a person steps through the game, jumps and shares it."""

import re

import pytest
from playwright.async_api import expect

from bot.app.parlour import Parlour
from bot.host.play import CHIARA
from local_discord.server import LocalDiscord
from tests.bot import replaying
from tests.bot.tabs import enter, press
from tests.local_discord.page.browser import Complaints, browser, needs_chromium


def starts(words: str) -> re.Pattern[str]:
    """What begins like this."""
    return re.compile(f"^{re.escape(words)}:")


pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]


@pytest.mark.thorough
async def test_a_record_is_attached_stepped_through_and_shared(bot: Parlour, discord: LocalDiscord) -> None:
    last, complaints = replaying.playback_of("foozle").last, Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, CHIARA, complaints)
        await page.locator("#composer-text").focus()
        await page.keyboard.type("/replay ")
        await page.get_by_role("button", name="+ record").click()
        content = replaying.text_of("foozle").encode()
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": content}
        await page.locator('[data-option="record"]').set_input_files(file)  # type: ignore[arg-type]
        await page.locator('[data-option="record"]').press("Enter")
        newest = page.locator("article[data-message-id]").last
        await expect(newest).to_contain_text("a record from a file")
        await page.get_by_role("button", name=re.compile("Next$")).last.click()
        await expect(newest.get_by_role("img").first).to_have_attribute("alt", starts(f"Move 1 of {last}"))
        await press(page, "Jump to …")
        await page.get_by_role("textbox", name="A move from 0").fill("34")
        await page.keyboard.press("Enter")
        await expect(newest.get_by_role("img").first).to_have_attribute("alt", starts(f"Move 34 of {last}"))
        await press(page, "Share")
        await expect(page.locator('img[src*="game.gif"]')).to_be_visible(timeout=30_000)
    assert complaints.heard == []
