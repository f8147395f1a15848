"""FourSide on the page: two people click their opening moves, on a phone and at a desk."""

import re
from itertools import product

import pytest
from playwright.async_api import Locator, Page, expect

from bot.app.parlour import Parlour
from bot.host.play import ADA, BRUNO, GAMES
from bot.table.session import Session
from games.core import IllegalMove
from games.engine.record import Line
from games.fourside.rules.notation import tile_and_turn
from games.fourside.rules.position import ALL_SQUARES, Place
from games.fourside.words.prompts import LETTERS
from local_discord.server import LocalDiscord
from tests.bot.tables import session_in, until
from tests.bot.tabs import DESKTOP, PHONE, answered, enter, open_table, press, question, tells
from tests.local_discord.page.browser import Complaints, browser, needs_chromium
from tests.local_discord.page.driving import overlap

REASONS = (
    r"is taken",
    r"isn't next to a tile",
    r"its (top|right|bottom|left) side is a \d next to a \d",
)
"""Why a tile cannot be placed."""
NOTATION = re.compile(r"\d(r\d)?@[A-I]\d")

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]


def a_move(session: Session) -> Place:
    """A placement of a tile that is turned, if there is one."""
    places: tuple[Place, ...] = session.table.view(None).placements
    return next((one for one in places if one.quarters), places[0])


def board(page: Page) -> Locator:
    """The table's message."""
    return page.locator("article").first


async def click(page: Page, session: Session, place: Place) -> list[str]:
    """Choose the tile, then the square with the letter of its turn; the questions that were asked."""
    asked, count = [], len(session.table.lines)
    pressed = [f"Tile {place.number}", f"{place.square} {LETTERS[place.quarters]}"]
    while len(session.table.lines) == count:
        control = question(page).first
        before = await control.get_attribute("data-custom-id")
        asked.append(await board(page).get_by_role("heading").last.inner_text())
        await board(page).get_by_role("button", name=pressed[len(asked) - 1], exact=True).click()
        await answered(page, before)
    return asked


def refused(session: Session, because: str) -> str:
    """A move by text that is refused with this reason."""
    seat = min(session.table.turn.owes)
    for number, quarters, square in product(range(1, 6), range(4), ALL_SQUARES):
        text = f"{tile_and_turn(Place(number, quarters, square))}@{square}"
        try:
            session.table.play(Line(seat, text))
        except IllegalMove as refusal:
            if re.search(because, str(refusal)):
                return text
    raise AssertionError(f"No move is refused with “{because}”.")


async def type_move(page: Page, text: str) -> None:
    """Use /move with the text as it is."""
    await page.locator("#composer-text").focus()
    await page.keyboard.type(f"/move {text}")
    await page.keyboard.press("Enter")


async def tells_in_words(shown: Locator, place: Place) -> None:
    """The board tells everybody of the hint and of this placement."""
    await tells(shown, ", 2 hints, ")
    await tells(shown, f"tile {place.number} ")
    await tells(shown, f" on {place.square} for ")
    assert not NOTATION.search(await shown.inner_text()), "Players are told in words."
    badge = shown.get_by_role("button", name="Show the picture's alternative text")
    assert not await overlap(badge, shown.get_by_role("img").first)


async def test_two_people_click_a_tile_and_a_square_ask_for_a_hint_and_are_told_what_does_not_fit(
    discord: LocalDiscord, bot: Parlour
) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        ada = await enter(chromium, discord, ADA, complaints, size=PHONE)
        bruno = await enter(chromium, discord, BRUNO, complaints, size=DESKTOP)
        await open_table(ada, "fourside", "Dominoes with four sides")
        await press(bruno, "Join")
        await press(ada, "Start")
        await question(ada).first.wait_for()
        session = session_in(bot, GAMES)
        tabs = {int(ADA): ada, int(BRUNO): bruno}

        def mover() -> Page:
            return tabs[session.players[session.waits_for()[0]].user_id or 0]

        for _ in range(2):
            place = a_move(session)
            asked = await click(mover(), session, place)
            assert len(asked) == 2, "A turn is two clicks."
            assert asked[0].endswith("Which square?")
            assert asked[1].endswith(f"Where does tile {place.number} go?")
            assert session.table.view(None).board.on(place.square)

        before = await question(mover()).first.get_attribute("data-custom-id")
        await press(mover(), "Hint (3 left)")
        await answered(mover(), before)
        for because in REASONS:
            await type_move(mover(), refused(session, because))
            await expect(mover().locator("article").last).to_contain_text(re.compile(because))
        place, count = a_move(session), len(session.table.lines)
        await type_move(mover(), f"{tile_and_turn(place)} {place.square}")
        await until(lambda: len(session.table.lines) > count)
        for page in tabs.values():
            await tells_in_words(board(page), place)
    assert complaints.heard == []
