"""Typing slash commands on the page."""

import pytest
from playwright.async_api import expect

from tests.local_discord.page.driving import Visit, browser_tests, last, use, write
from tests.local_discord.page.kiosk import Kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]


async def test_a_command_is_found_completed_and_answered(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await write(page, "/")
    listed = page.get_by_role("listbox", name="Suggestions")
    await expect(listed).to_contain_text("/panel")
    await expect(listed).to_contain_text("Show the panel")
    await page.keyboard.type("pan")
    await page.keyboard.press("Tab")
    await page.keyboard.type("cal")
    await expect(listed.get_by_role("option")).to_have_text(["Calabresella"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Ada used /panel")
    await expect(last(page)).to_contain_text("Last pressed by calabresella for 2.")


async def test_an_option_that_does_not_fit_is_refused_beside_its_field(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    complaint = page.get_by_role("group", name="Command /size").get_by_role("alert")
    width = page.get_by_role("combobox", name="width")
    await write(page, "/size ")
    await page.keyboard.press("Enter")
    await expect(complaint).to_have_text("“width” is required.")
    for text, sentence in (("wide", "must be a whole number."), ("0", "at least 1."), ("21", "at most 20.")):
        await width.fill(text)
        await page.keyboard.press("Enter")
        await expect(complaint).to_contain_text(sentence)
        await expect(width).to_have_attribute("aria-invalid", "true")
    await width.fill("20")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("20 wide")


async def test_a_closed_choice_is_picked_by_its_first_letters(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await write(page, "/sit ta")
    await expect(page.get_by_role("option")).to_have_text(["Tails"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("@Ada calls tails.")


async def test_what_is_typed_after_a_command_goes_into_its_option_even_if_none_is_required(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit()
    await write(page, "/greet Bruno")
    await expect(page.get_by_role("combobox", name="whom")).to_have_value("Bruno")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Hello Bruno!")
    await use(page, "greet")
    await expect(last(page)).to_contain_text("Hello everybody!")


async def test_an_unknown_command_is_reported(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await write(page, "/nonsense")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(page.locator("#toasts")).to_contain_text("There's no command /nonsense here.")
    await expect(page.locator("#composer-text")).to_have_value("/nonsense")


async def test_a_bot_that_thinks_or_says_nothing_is_told_apart(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await use(page, "slow")
    await expect(last(page)).to_contain_text("Test Bot is thinking…")
    bot.thought.set()
    await expect(last(page)).to_contain_text("thought over")
    await use(page, "silent")
    await expect(page.locator('[data-pending-command="silent"]')).to_contain_text(
        "The application did not respond"
    )
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator('[data-pending-command="silent"]')).to_have_count(0)
