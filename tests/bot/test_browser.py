"""A whole game, clicked through on the page as people would."""

import pytest
from playwright.async_api import Browser, Page, expect

from bot.client import Parlour
from bot.local.cast import ADA, BRUNO, GAMES
from bot.local.server import LocalDiscord
from tests.local.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

MOVES_AT_MOST = 200


async def enter(browser: Browser, discord: LocalDiscord, person: str, complaints: Complaints) -> Page:
    """A tab of this person's own, in #games."""
    context = await browser.new_context(viewport={"width": 1200, "height": 900})
    page = await context.new_page()
    complaints.watch(page)
    await page.goto(f"{discord.url}/?person={person}")
    await page.locator(f'[data-channel-id="{GAMES}"]').first.click()
    return page


async def open_table(page: Page) -> None:
    """Type the command and take what is offered."""
    await page.locator("#composer-text").focus()
    await page.keyboard.type("/play doublolo")
    await page.get_by_role("option", name="Outflank").wait_for()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")


async def press(page: Page, label: str) -> None:
    """Press the newest button that is called so."""
    await page.get_by_role("button", name=label, exact=True).last.click()


async def move(page: Page) -> None:
    """Choose the last square of the menu, or press the first button of the question."""
    menu = page.locator('[data-custom-id^="pick:"]').first
    await menu.wait_for()
    asked = await menu.get_attribute("data-custom-id")
    has_options = await menu.get_attribute("aria-haspopup")
    await menu.click()
    if has_options:
        await page.get_by_role("option").last.click()
    await page.wait_for_function(
        """asked => {
            const next = document.querySelector('[data-custom-id^="pick:"], [data-custom-id^="rematch:"]');
            return next && next.dataset.customId !== asked;
        }""",
        arg=asked,
    )


async def test_a_person_clicks_a_whole_game_against_a_computer(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints)
        await open_table(page)
        await page.get_by_role("combobox", name="Add a computer").click()
        await page.get_by_role("option", name="greedy").click()
        await press(page, "Start")
        for _ in range(MOVES_AT_MOST):
            await move(page)
            if await page.get_by_role("button", name="Rematch").count():
                break
        await press(page, "Record")
        await page.get_by_text("The whole record").wait_for()
    assert complaints.heard == []


async def test_two_people_in_two_tabs_play_take_back_and_give_up(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        ada = await enter(chromium, discord, ADA, complaints)
        bruno = await enter(chromium, discord, BRUNO, complaints)
        await open_table(ada)
        await press(bruno, "Join")
        await press(ada, "Start")
        await press(bruno, "Heads")
        await expect(bruno.get_by_text("It is not your turn")).to_be_visible()
        await press(ada, "Heads")
        board = ada.locator("article").filter(has=ada.get_by_role("button", name="Resign"))
        await expect(board).to_contain_text("to place")
        mover, other = (ada, bruno) if await board.get_by_text("Red to place").count() else (bruno, ada)
        await move(mover)
        await press(mover, "Take back")
        await press(other, "Agree")
        await expect(board).to_contain_text("takes back")
        await press(other, "Resign")
        await expect(other.get_by_text("It counts as lost")).to_be_visible()
        await press(other, "Resign")
        await expect(ada.get_by_role("button", name="Rematch")).to_be_visible()
    assert complaints.heard == []
