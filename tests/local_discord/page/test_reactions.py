"""Reactions and pins on the page."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from local_discord.sample import BRUNO, EMI, GENERAL
from tests.local_discord.page.driving import Visit, browser_tests, last
from tests.local_discord.page.kiosk import Kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]


def action(page: Page, name: str) -> Locator:
    return last(page).get_by_role("button", name=name)


async def post(bot: Kiosk, page: Page, text: str) -> None:
    await bot.get_partial_messageable(int(GENERAL)).send(text)
    await expect(last(page)).to_contain_text(text)


async def test_a_reaction_is_added_seen_by_others_and_taken_back(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(), await visit(BRUNO)
    await post(bot, bruno, "hello")
    await post(bot, ada, "hello again")
    await last(ada).hover()
    await action(ada, "Add reaction").click()
    await ada.get_by_role("button", name="React with 👍").click()
    own = last(ada).get_by_role("button", name="👍, 1 reaction", exact=True)
    await expect(own).to_have_attribute("aria-pressed", "true")
    await last(bruno).get_by_role("button", name="👍, 1 reaction").click()
    both = last(ada).get_by_role("button", name="👍, 2 reactions")
    await both.click()
    await expect(own).to_have_attribute("aria-pressed", "false")


async def test_the_picker_is_walked_by_arrows_and_closed_by_escape(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await post(bot, page, "hello")
    await last(page).focus()
    await action(page, "Add reaction").press("Enter")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(last(page).get_by_role("button", name="👎, 1 reaction")).to_be_visible()
    await last(page).focus()
    await action(page, "Add reaction").press("Enter")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("group", name="Reactions")).to_have_count(0)


async def test_an_edit_leaves_reactions_where_they_are(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    message = await bot.get_partial_messageable(int(GENERAL)).send("before")
    await message.add_reaction("🎲")
    await expect(last(page).get_by_role("button", name="🎲, 1 reaction")).to_be_visible()
    await message.edit(content="after")
    await expect(last(page)).to_contain_text("after")
    await expect(last(page).get_by_role("button", name="🎲, 1 reaction")).to_be_visible()
    await page.reload()
    await expect(last(page).get_by_role("button", name="🎲, 1 reaction")).to_be_visible()


async def test_a_message_is_pinned_found_again_and_unpinned(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await post(bot, page, "worth keeping")
    await last(page).hover()
    await action(page, "Pin message").click()
    await expect(last(page)).to_contain_text(re.compile("Ada.*pinned a message to this channel"))
    await page.get_by_role("button", name="Pinned messages").click()
    pins = page.get_by_role("dialog", name="Pinned messages")
    await expect(pins.get_by_role("listitem")).to_contain_text("worth keeping")
    await pins.get_by_role("button", name="Go to the message").click()
    await expect(page.locator("article:focus")).to_contain_text("worth keeping")
    found = page.locator("article", has_text="worth keeping")
    await found.get_by_role("button", name="Unpin message").click()
    await expect(found.get_by_role("button", name="Pin message")).to_be_visible()
    await page.get_by_role("button", name="Pinned messages").click()
    await expect(pins).to_contain_text("Nothing is pinned in this channel.")


async def test_only_those_who_may_pin_are_offered_it(visit: Visit, bot: Kiosk) -> None:
    page = await visit(EMI)
    await post(bot, page, "hello")
    await last(page).hover()
    await expect(action(page, "Add reaction")).to_be_visible()
    await expect(action(page, "Pin message")).to_have_count(0)
