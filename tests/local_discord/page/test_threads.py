"""Threads on the page: archived, locked and private ones."""

from playwright.async_api import Locator, Page, expect

from local_discord.sample import EMI, GENERAL
from local_discord.server import LocalDiscord
from tests.local_discord.page.driving import Visit, browser_tests, last, panel, write
from tests.local_discord.page.kiosk import Kiosk

pytestmark = browser_tests


async def press(page: Page, name: str) -> None:
    """Presses a button of the settings, which close afterwards."""
    await page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    await settings.get_by_role("button", name=name).click()
    await expect(settings).to_have_count(0)


async def started(page: Page, name: str, *, private: bool = False) -> Locator:
    """Starts a thread and opens it; returns its entry in the list of channels."""
    await page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    await settings.get_by_placeholder("Name").fill(name)
    await settings.get_by_label("A private thread").set_checked(private)
    await settings.get_by_role("button", name="Create the thread").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return page.locator("a.thread", has_text=name)


async def test_a_thread_is_archived_woken_and_locked(visit: Visit, bot: Kiosk) -> None:
    for width in (1200, 400):
        page = await visit(width=width)
        entry = await started(page, f"table {width}")
        shown = await panel(page)
        await press(page, "Archive the thread")
        await expect(entry.locator(".note")).to_have_text("archived")
        await shown.get_by_role("button", name="Turn").click()
        await expect(page.get_by_text("This thread is archived.")).to_be_visible()
        await page.get_by_role("button", name="Close the notice").click()
        await write(page, "wake up")
        await page.keyboard.press("Enter")
        await expect(last(page)).to_contain_text("wake up")
        await expect(entry.locator(".note")).to_have_count(0)
        await press(page, "Lock the thread")
        await press(page, "Archive the thread")
        await expect(entry.locator(".note")).to_have_text("archived, locked")
        await press(page, "Unlock the thread")
        await press(page, "Open the thread again")
        await expect(entry.locator(".note")).to_have_count(0)


async def test_a_private_thread_is_for_those_who_are_added(
    visit: Visit, bot: Kiosk, discord: LocalDiscord
) -> None:
    emi, ada = await visit(EMI), await visit()
    await started(ada, "between us", private=True)
    (thread,) = (one for one in discord.world.channels.values() if one.is_thread)
    assert (thread.kind, thread.parent_id) == (12, GENERAL)
    await ada.get_by_role("button", name="Settings").click()
    await ada.get_by_label("Somebody for the thread").select_option("Emi")
    await expect(emi.locator("a.thread")).to_have_count(0)
    await ada.get_by_role("button", name="Add them to the thread").click()
    await expect(emi.locator("a.thread")).to_have_text("between us")
