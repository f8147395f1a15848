"""Several messages deleted at once on the page."""

import pytest
from playwright.async_api import Locator, Page, expect

from local_discord.sample import BRUNO, EMI, GENERAL
from tests.local_discord.page.driving import Visit, browser_tests, last, messages
from tests.local_discord.page.kiosk import Kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]


async def post(bot: Kiosk, page: Page, *texts: str) -> None:
    for text in texts:
        await bot.get_partial_messageable(int(GENERAL)).send(text)
    await expect(last(page)).to_contain_text(texts[-1])


async def select(page: Page, text: str) -> Locator:
    """Selects the message with this text, or no longer."""
    message = messages(page).filter(has_text=text)
    await message.hover()
    button = message.get_by_role("button", name="Select message")
    await button.click()
    return button


async def test_a_moderator_deletes_several_messages_at_once(visit: Visit, bot: Kiosk) -> None:
    for width in (1200, 400):
        page = await visit(BRUNO, width)
        await post(bot, page, "one", "two", "three", "four")
        bar = page.get_by_role("group", name="Selected messages")
        await expect(bar).to_be_hidden()
        await select(page, "one")
        chosen = await select(page, "two")
        await select(page, "three")
        await expect(chosen).to_have_attribute("aria-pressed", "true")
        await expect(bar).to_contain_text("3 selected")
        await select(page, "two")
        await expect(bar).to_contain_text("2 selected")
        await bar.get_by_role("button", name="Delete").click()
        await expect(messages(page)).to_have_count(2)
        await expect(bar).to_be_hidden()
        await expect(messages(page).first).to_contain_text("two")
        for _ in range(2):
            await last(page).hover()
            await last(page).get_by_role("button", name="Delete message").click()
        await expect(messages(page)).to_have_count(0)


async def test_a_selection_can_be_given_up_and_forgets_what_is_gone(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await post(bot, page, "one", "two")
    bar = page.get_by_role("group", name="Selected messages")
    await select(page, "one")
    await bar.get_by_role("button", name="Cancel").click()
    await expect(bar).to_be_hidden()
    await select(page, "two")
    message_id = int(await last(page).get_attribute("data-message-id") or "")
    await bot.get_partial_messageable(int(GENERAL)).get_partial_message(message_id).delete()
    await expect(bar).to_be_hidden()


async def test_only_those_who_may_manage_messages_are_offered_it(visit: Visit, bot: Kiosk) -> None:
    page = await visit(EMI)
    await post(bot, page, "hello")
    await last(page).hover()
    await expect(last(page).get_by_role("button", name="Add reaction")).to_be_visible()
    await expect(last(page).get_by_role("button", name="Select message")).to_have_count(0)
    await expect(last(page).get_by_role("button", name="Delete message")).to_have_count(0)
