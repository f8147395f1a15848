"""Fooblitzky on the page: three people sit down, choose in secret, walk into stores and buy, by clicks."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from bot.app.parlour import Parlour
from bot.host.play import ADA, BRUNO, CHIARA
from bot.table.session import Session
from games.core import Question, Ready
from games.fooblitzky import GAME, Move, View
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.map import STORE_SITES, Site
from games.fooblitzky.rules.moves import Buy, Enter, Leave, Stay, WalkTo
from games.fooblitzky.rules.phases import AtKerb, Indoors, Shopping, Walking
from games.fooblitzky.words.ways import within_reach
from local_discord.server import LocalDiscord
from tests.bot.tables import session_in, until
from tests.bot.tabs import DESKTOP, PHONE, enter, open_table, press
from tests.deep import sized
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

SEATS = {ADA: ("Ada", "pig", PHONE), BRUNO: ("Bruno", "saw", DESKTOP), CHIARA: ("Chiara", "hot dog", PHONE)}
MOVES_AT_MOST = 60
BUYERS = sized(1, len(SEATS))


async def sit_down(tabs: dict[str, Page]) -> None:
    """Ada opens a table, the others join, and she starts the game."""
    await open_table(tabs[ADA], "fooblitzky", "Work out which four items")
    for person in (BRUNO, CHIARA):
        await press(tabs[person], "Join")
        await expect(tabs[ADA].locator("article").first).to_contain_text(f"@{SEATS[person][0]}")
    await press(tabs[ADA], "Start")


async def choose_in_secret(page: Page, item: str) -> None:
    """In the hand that only this player sees."""
    await press(page, "My bag")
    hand = page.locator("article").last
    await hand.get_by_role("button", name=item, exact=True).click()
    in_caption = page.locator(f'img[alt*="You pick the {item}."]')
    # The last one to choose sees what came next.
    chosen = hand.filter(has=in_caption).or_(
        hand.filter(has_text=re.compile(rf"You pick the {item}\.|Rolled"))
    )
    await expect(chosen).to_be_visible()
    await page.get_by_text("Dismiss message").last.click()


def board(page: Page) -> Locator:
    """The table's message."""
    return page.locator("article", has=page.get_by_role("button", name="Resign")).last


def wanted(view: View) -> Move:
    """Walk into a store without crossing an X and buy there; if that's impossible, walk on."""
    legal = list(GAME.legal(view))
    safe = [one.move for one in within_reach(view) if not one.dangers]
    stores = [move for move in safe if isinstance(move, Enter) and move.site in STORE_SITES]
    match view.phase:
        case Walking():
            return next(iter([*stores, *(move for move in safe if isinstance(move, WalkTo)), *legal]))
        case AtKerb():
            return Stay()
        case Indoors():
            return Leave()
        case Shopping(site=site):
            return next((move for move in legal if is_in_stock(view, site, move)), legal[0])
    return legal[0]


def is_in_stock(view: View, site: Site, move: Move) -> bool:
    """Whether this buys what the store has."""
    if not isinstance(move, Buy) or move.item is None:
        return False
    place = shelf(move.item, site.quadrant)
    return view.stock.most[place] > view.sold[place]


def spelt(session: Session, move: Move, answers: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """The answers that lead to this move, without going step by step."""
    asked = session.table.prompt(None, answers)
    if asked == Ready(move):
        return answers
    keys = (
        [choice.key for choice in asked.choices] if isinstance(asked, Question) and len(answers) < 4 else []
    )
    ways = (spelt(session, move, (*answers, key)) for key in keys if key != "pad")
    return next((way for way in ways if way is not None), None)


async def click(page: Page, session: Session, answers: tuple[str, ...]) -> int:
    """Give these answers under the board; how many clicks that took."""
    clicks, prompt_version = 0, session.table.prompt_version(None)
    for number, key in enumerate(answers):
        said = ",".join(answers[:number])
        button = f"pick:{session.id}:-:{prompt_version}:{','.join(answers[: number + 1])}"
        menu = board(page).locator(
            f'[data-custom-id="pick:{session.id}:-:{prompt_version}:{said}"][aria-haspopup]'
        )
        choice = board(page).locator(f'[data-custom-id="{button}"]')
        await menu.or_(choice).first.wait_for()
        if await choice.count():
            await choice.click()
            clicks += 1
        else:
            await menu.click()
            await page.locator(f'[role="option"][data-value="{key}"]').click()
            clicks += 2
    return clicks


async def take_a_move(session: Session, tabs: list[Page]) -> tuple[Move, int]:
    """The player to move clicks a move; returns the move and the number of clicks."""
    table = session.table
    (seat,) = table.turn.owes
    move = wanted(table.view(seat))
    answers = spelt(session, move)
    assert answers is not None
    clicks = await click(tabs[seat], session, answers)
    await until(lambda: session.table is not table and session.waits_for())
    return move, clicks


def buyers(session: Session) -> set[str]:
    """Who has bought something so far, by seat marks."""
    told = [text for text in session.table.heard(None) if text.startswith("Thumbs up")]
    return {text.removeprefix("Thumbs up: ")[:3] for text in told}


@pytest.mark.thorough
async def test_three_people_sit_down_and_buy_in_stores(discord: LocalDiscord, bot: Parlour) -> None:
    complaints, clicks = Complaints(), list[tuple[Move, int]]()
    async with browser() as chromium:
        tabs = {
            person: await enter(chromium, discord, person, complaints, size=size)
            for person, (_, _, size) in SEATS.items()
        }
        await sit_down(tabs)
        for person, (_, item, _) in SEATS.items():
            await choose_in_secret(tabs[person], item)
        session = session_in(bot)
        await until(session.waits_for)
        while len(buyers(session)) < BUYERS and len(clicks) < MOVES_AT_MOST:
            clicks.append(await take_a_move(session, list(tabs.values())))
        newest = f'[data-custom-id^="pick:{session.id}:-:{session.table.prompt_version(None)}:"]'
        for person, (name, item, _) in SEATS.items():
            await (
                board(tabs[person]).locator(newest).first.wait_for()
            )  # a board that changes moves its buttons
            await press(tabs[person], "Notebook")
            await expect(tabs[person].locator("article").last).to_contain_text(f"You picked the {item}.")
            await expect(board(tabs[person]).get_by_role("img").first).to_have_attribute(
                "alt", re.compile(name)
            )
    assert len(buyers(session)) == BUYERS
    assert {count for move, count in clicks if isinstance(move, Buy)} == {1}
    assert all(count <= 3 for move, count in clicks if isinstance(move, Enter))
    assert complaints.heard == []
