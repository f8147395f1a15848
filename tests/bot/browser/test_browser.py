"""A whole game, clicked through on the page as people would."""

import pytest
from playwright.async_api import Page, expect

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host.play import ADA, BRUNO
from games.doublolo.rules.position import Playing
from games.engine import registry
from games.engine.table import AnyTable
from local_discord.person import Person
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import running
from tests.bot.tables import against_computer, keep, to_move
from tests.bot.tabs import DESKTOP, answered, enter, open_table, press, question, tells
from tests.deep import sized
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

OPENING = sized(8, 500)
"""Clicks of a person from the first one on; in a deep run, to the end."""

LEFT = 16
"""Squares that are free where somebody clicks through to the end."""


async def click(page: Page) -> None:
    """Press the first button of the question: heads, a part of the board, or a square."""
    button = question(page).first
    await button.wait_for()
    asked = await button.get_attribute("data-custom-id")
    await button.click()
    await answered(page, asked)


async def by_keyboard(page: Page) -> None:
    """Press Enter on the question's first control; the focus moves to the next question's."""
    control = question(page).first
    asked = await control.get_attribute("data-custom-id")
    await control.focus()
    await page.keyboard.press("Enter")
    await answered(page, asked)
    await expect(question(page).first).to_be_focused()


async def to_the_end(page: Page, most: int) -> None:
    """Click until the game is over, or this many times."""
    for _ in range(most):
        await click(page)
        if await page.get_by_role("button", name="Rematch").count():
            break


def is_nearly_over(table: AnyTable) -> bool:
    """Whether few squares are left, and Red is to place one."""
    position = table.view(None).position
    return to_move(0)(table) and isinstance(position, Playing) and position.board.empty.bit_count() <= LEFT


async def test_every_lobby_is_on_a_phones_screen_as_a_whole(
    discord: LocalDiscord, bot: Parlour, ada: Person
) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints)
        for game in registry.all_games().values():
            await ada.command("play", channel="games", game=game.about.name)
            lobby = page.locator("article").filter(has_text=f"{game.about.title}:").last
            await expect(lobby.get_by_role("img", name=game.about.title)).to_be_in_viewport(ratio=1)
            for label in ("Quick game", "Full game", "Join", "More", "Learn"):
                one = lobby.get_by_role("button", name=label)
                await expect(one).to_be_in_viewport(ratio=1)
            question = await ada.reply_to(await ada.command("stop", channel="games"))
            await ada.outcome(await ada.press(question, label="Close lobby"))
            await expect(lobby).to_have_count(0)
    assert complaints.heard == []


async def test_a_person_clicks_a_game_against_a_computer(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints, size=DESKTOP)
        await expect(page.locator(".welcome").first).to_contain_text("/learn")
        await page.locator("#composer-text").focus()
        await page.keyboard.type("/play ")
        await page.keyboard.type("doublolo")
        await page.get_by_role("option", name="Trap stones").wait_for()
        for key in ("ArrowDown", "Tab", "Enter"):
            await page.keyboard.press(key)
        await press(page, "More")
        await page.get_by_role("combobox", name="Add a computer").click()
        await page.get_by_role("option", name="Beginner").click()
        await press(page, "Start")
        await to_the_end(page, OPENING)
        if not await page.get_by_role("button", name="Rematch").count():
            await by_keyboard(page)
    assert complaints.heard == []


@pytest.mark.deep
async def test_a_person_clicks_to_the_end_of_a_game_and_reads_its_record(
    discord: LocalDiscord, settings: Settings
) -> None:
    complaints = Complaints()
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(ADA), is_nearly_over)
    async with running(settings), browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints, size=DESKTOP)
        await to_the_end(page, 3 * LEFT)
        await press(page, "Record")
        await page.get_by_text("the whole game, move by move").wait_for()
    assert complaints.heard == []


@pytest.mark.thorough
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
        for one in (mover, other):
            await click(one)
        await tells(board, "plays")
        await press(mover, "Undo")
        await press(other, "Agree")
        await expect(board.get_by_role("img", name="undoes")).to_be_visible()
        await press(other, "Resign")
        await expect(other.get_by_text("It counts as a loss")).to_be_visible()
        await press(other, "Resign")
        await expect(ada.get_by_role("button", name="Rematch")).to_be_visible()
    assert complaints.heard == []
