"""A whole game, clicked through on the page as people would."""

import pytest
from playwright.async_api import Page, expect

from bot.app import Parlour
from bot.play.world import ADA, BRUNO
from local_discord.server import LocalDiscord
from tests.bot.tabs import DESKTOP, answered, enter, open_table, press, question
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

CLICKS_AT_MOST = 500


async def click(page: Page) -> None:
    """Press the first button of the question: heads, a part of the board, or a square."""
    button = question(page).first
    await button.wait_for()
    asked = await button.get_attribute("data-custom-id")
    await button.click()
    await answered(page, asked)


async def test_a_person_clicks_a_whole_game_against_a_computer(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints, size=DESKTOP)
        await open_table(page, "doublolo", "Trap stones")
        await page.get_by_role("combobox", name="Add a computer").click()
        await page.get_by_role("option", name="Beginner").click()
        await press(page, "Start")
        for _ in range(CLICKS_AT_MOST):
            await click(page)
            if await page.get_by_role("button", name="Rematch").count():
                break
        await press(page, "Record")
        await page.get_by_text("the whole game, move by move").wait_for()
    assert complaints.heard == []


async def test_two_people_in_two_tabs_play_undo_and_resign(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        ada = await enter(chromium, discord, ADA, complaints, size=DESKTOP)
        bruno = await enter(chromium, discord, BRUNO, complaints, size=DESKTOP)
        await open_table(ada, "doublolo", "Trap stones")
        await press(bruno, "Join")
        await press(ada, "Start")
        await press(bruno, "Heads")
        await expect(bruno.get_by_text("It's not your turn")).to_be_visible()
        await press(ada, "Heads")
        board = ada.locator("article").filter(has=ada.get_by_role("button", name="Resign"))
        await expect(board).to_contain_text("to place")
        mover, other = (ada, bruno) if await board.get_by_text("Red to place").count() else (bruno, ada)
        await click(mover)
        await click(mover)
        await press(mover, "Undo")
        await press(other, "Agree")
        await expect(board).to_contain_text("undoes")
        await press(other, "Resign")
        await expect(other.get_by_text("It counts as a loss")).to_be_visible()
        await press(other, "Resign")
        await expect(ada.get_by_role("button", name="Rematch")).to_be_visible()
    assert complaints.heard == []
