"""A hand of Foozle in the browser: two people lay down, take from the tableau, lay off and go out."""

import pytest
from playwright.async_api import Page, expect

from bot.config import Settings
from bot.host.play import ADA, BRUNO, CARD_ROOM
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import running
from tests.bot.tables import keep_lines, people
from tests.bot.tabs import DESKTOP, PHONE, enter, press, tells, to_direct_messages
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

MENU = '[aria-haspopup="listbox"]'
MINE = "4La 5La 6La 8Zu 8Ra 8Bo 1Ma 2Ma 3Ma 0Fa Grue"
YOURS = "2Hi 5Hi 9Hi 7La 3Ea 1Pl 0To ∞In 6Bu 4Sc Death"
DEALT = ("* dealer b", f"* deal {MINE} / {YOURS} / 8To", "a draw", "* drawn 9Ea")
"""a can lay down three groups at once, and b one."""


async def choose(page: Page, *cards: str) -> None:
    """Choose these from the menu, several at once."""
    await page.locator(MENU).click()
    for card in cards:
        await page.get_by_role("option", name=card).click()
    await page.get_by_role("button", name="Confirm").click()


async def says(page: Page, text: str) -> None:
    """Wait until the hand says this."""
    await tells(page.locator("article").last, text)


async def discard(page: Page, card: str) -> None:
    """Discard a card, whether or not there are cards to lay."""
    only = page.get_by_role("heading", name="Which card do you discard?")
    await only.or_(
        page.get_by_role("heading", name="Lay cards, or pick one of the cards below to discard it.")
    ).wait_for()
    await press(page, card.replace(" of ", " ").removesuffix(" (trump)"))
    await says(page, f"The last card of the tableau is {card}.")


async def ada_lays_three_groups(page: Page) -> None:
    """Ada picks the cards of one group herself, and lays the others with one press each."""
    await press(page, "Sort by rank")
    await expect(page.get_by_role("button", name="Sort by suit")).to_be_visible()
    await press(page, "Pick cards yourself")
    await choose(page, "4 of Lamps", "5 of Lamps", "6 of Lamps")
    await says(page, "A flush run of Lamps: a red token. Lay it down?")
    await press(page, "Lay it down")
    await says(page, "takes the red token")
    await press(page, "Lay the set of 8s")
    await says(page, "lays down a set of 8s (Zurfs, Rain, Books)")
    await press(page, "Lay the Mazes flush run 1-2-3: brown token")
    await says(page, "takes the brown token")
    await discard(page, "9 of Ears")


async def bruno_wins_a_token(page: Page) -> None:
    """Bruno can lay a flush of Hives after any card they draw."""
    await press(page, "Draw from the pile")
    await says(page, "You draw ")
    await page.get_by_role("button", name="Lay the flush of Hives").last.click()
    await says(page, "takes the yellow token")
    await discard(page, "3 of Ears")


async def ada_takes_from_the_tableau(page: Page) -> None:
    await press(page, "Take 8 of Tops: lay off on group 2")
    await says(page, "lays off 8 of Tops on group 2.")
    await discard(page, "Grue (trump)")


async def test_two_people_play_a_hand_to_its_end(discord: LocalDiscord, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, "foozle", people(ADA, BRUNO), DEALT, channel=CARD_ROOM)
    complaints = Complaints()
    async with running(settings), browser() as chromium:
        ada = await enter(chromium, discord, ADA, complaints, CARD_ROOM, PHONE)
        bruno = await enter(chromium, discord, BRUNO, complaints, CARD_ROOM, DESKTOP)
        for person, page in ((ADA, ada), (BRUNO, bruno)):
            await to_direct_messages(page, discord, person)
        await ada_lays_three_groups(ada)
        await bruno_wins_a_token(bruno)
        await ada_takes_from_the_tableau(ada)
        await press(bruno, "Draw from the pile")
        await discard(bruno, "7 of Lamps")
        await press(ada, "Take 7 of Lamps")
        await press(ada, "Lay off 7 of Lamps on group 1")
        await expect(ada.get_by_role("heading", name="Which card do you discard?")).to_be_visible()
        await press(ada, "0 Faces")
        for page in (ada, bruno):
            await says(page, "@Ada goes out and takes a white token: @Ada 3, @Bruno 1.")
        await expect(ada.get_by_role("button", name="Sort by suit")).to_be_visible()
        await expect(bruno.get_by_role("button", name="Sort by rank")).to_be_visible()
        await ada.get_by_role("link", name="Go to table").last.click()
        await expect(ada.get_by_role("heading", level=1)).to_have_text("card-room")
        await expect(ada.locator("article:focus")).to_contain_text("My hand")
    assert complaints.heard == []
