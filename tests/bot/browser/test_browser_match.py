"""Matches of Calabresella on the page: three people in three tabs, and one with two computers."""

import pytest
from playwright.async_api import Browser, Page, expect

from bot.app.parlour import Parlour
from bot.host.play import ADA, BRUNO, CARD_ROOM, CHIARA
from bot.table.session import Session
from games.calabresella.rules.position import Playing
from local_discord.server import LocalDiscord
from tests.bot.tables import until
from tests.bot.tabs import enter, open_table, to_direct_messages
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

MOVES_AT_MOST = 400
FIRST_MOVES = 12
"""Bids, the exchange and some tricks."""
GAME_POINT = "21"


async def short_match(page: Page) -> None:
    """A table for a short match."""
    await open_table(page, "calabresella", "Go it alone against two")
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("button", name="Options").click()
    await page.locator('[aria-haspopup="listbox"]').last.click()
    await page.locator('[role="option"][data-value="game_point"]').click()
    await page.get_by_role("button", name="Change", exact=True).click()
    await page.get_by_role("dialog").get_by_role("textbox").fill(GAME_POINT)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text(f"Game point: {GAME_POINT}").first).to_be_visible()


async def play_from_hand(page: Page) -> None:
    """Press the last card, or bid solo; if a menu asks, or for another card, let the computer pick.

    After a deal they go on to the next: the last button there asks the others for something.
    """
    auto_pick = page.locator('[data-custom-id^="autopick:"]').last
    await auto_pick.wait_for()
    asked = await auto_pick.get_attribute("data-custom-id")
    picks = page.locator('[data-custom-id^="pick:"]:not([aria-haspopup])')
    is_begun = await page.get_by_role("button", name="Choose again").count()
    following = picks.filter(has_text="Next deal")
    if await following.count():
        await following.last.click()
    else:
        await (picks.last if await picks.count() and not is_begun else auto_pick).click()
    await page.wait_for_function(
        """([asked, isBegun]) => !document.querySelector(`[data-custom-id="${asked}"]`) || !isBegun
            && [...document.querySelectorAll('button')].some(one => one.textContent === 'Choose again')""",
        arg=[asked, bool(is_begun)],
    )


def at_the_table(bot: Parlour) -> Session:
    """The one game under way."""
    found = bot.tables.channels.find(int(CARD_ROOM))
    assert isinstance(found, Session)
    return found


async def play(session: Session, hands: dict[int, Page], moves: int = MOVES_AT_MOST) -> None:
    """The player to move plays from their own tab, so many moves or to the end."""
    for _ in range(moves):
        await until(lambda: session.table.over or session.waits_for())
        if session.table.over:
            return
        player = session.players[session.waits_for()[0]]
        assert player.user_id is not None
        await play_from_hand(hands[player.user_id])
    assert moves < MOVES_AT_MOST, "the match does not end"


async def sit_down(chromium: Browser, discord: LocalDiscord, complaints: Complaints) -> dict[int, Page]:
    """Three people begin a short match; their tabs, in which they see their hands."""
    tabs = {
        person: await enter(chromium, discord, person, complaints, CARD_ROOM)
        for person in (ADA, BRUNO, CHIARA)
    }
    await short_match(tabs[ADA])
    for person in (BRUNO, CHIARA):
        await tabs[person].get_by_role("button", name="Join").click()
        await expect(tabs[ADA].locator("article").first).to_contain_text(
            {BRUNO: "Bruno", CHIARA: "Chiara"}[person]
        )
    await tabs[ADA].get_by_role("button", name="Start", exact=True).click()
    await expect(tabs[ADA].get_by_role("button", name="My hand")).to_be_visible()
    for person, page in tabs.items():
        await to_direct_messages(page, discord, person)
    return {int(person): page for person, page in tabs.items()}


@pytest.mark.thorough
async def test_three_people_sit_down_and_begin_a_match_on_their_phones(
    discord: LocalDiscord, bot: Parlour
) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        tabs = await sit_down(chromium, discord, complaints)
        session = at_the_table(bot)
        await play(session, tabs, FIRST_MOVES)
        assert session.table.view(None).phase is Playing
    assert complaints.heard == []


@pytest.mark.deep
async def test_three_people_play_a_match_on_their_phones(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        tabs = await sit_down(chromium, discord, complaints)
        session = at_the_table(bot)
        await play(session, tabs)
        for page in tabs.values():
            await expect(page.locator("article").last).to_contain_text("win")
    outcome = session.table.outcome
    assert outcome is not None
    assert max(outcome.scores) >= int(GAME_POINT)
    assert complaints.heard == []


@pytest.mark.deep
async def test_one_person_plays_a_match_with_two_computers(discord: LocalDiscord, bot: Parlour) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints, CARD_ROOM)
        await short_match(page)
        await page.get_by_role("button", name="More", exact=True).click()
        for number in (1, 2):
            await page.get_by_role("combobox", name="Add a computer").click()
            await page.get_by_role("option").first.click()
            await expect(page.locator("article").first.get_by_text("Easy")).to_have_count(1)
            await expect(page.locator("article").first).to_contain_text(f"{'BC'[number - 1]} · Easy")
        await page.get_by_role("button", name="Start", exact=True).click()
        await page.get_by_role("button", name="My hand").click()
        await expect(page.get_by_role("link", name="Go to table")).to_be_visible()
        await play(at_the_table(bot), {int(ADA): page})
        await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert complaints.heard == []
