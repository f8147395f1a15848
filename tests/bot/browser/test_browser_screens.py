"""On a phone, the picture, the question and its first row of buttons are on the screen together."""

from collections.abc import Sequence

import pytest
from playwright.async_api import Page

from bot.app.parlour import Parlour
from bot.host.play import ADA, GAMES
from local_discord.server import LocalDiscord
from tests.bot.asked import Asked, kinds
from tests.bot.table.test_lines import TABLES
from tests.bot.tabs import enter
from tests.deep import DEEP, sized
from tests.local_discord.page.browser import Complaints, browser, needs_chromium

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(3600)]

LINES = sized(60, 3_000)
"""How many lines of each game are looked at."""

EACH = 2
"""How many questions of each table are looked at, unless it's a deep run."""

MEASURE = """(message) => {
    const log = document.querySelector("#log"), box = (one) => one.getBoundingClientRect();
    const picture = box(message.querySelector(".gallery")), row = message.querySelector(".row");
    const rows = (one) => one.textContent.trim().split("\\n").length;
    const high = (one) => box(one).height / parseFloat(getComputedStyle(one).lineHeight);
    const heights = [...message.querySelectorAll("blockquote")].map((one) => high(one) / rows(one));
    return { needed: (row ? box(row).bottom : box(message).bottom) - picture.top, room: log.clientHeight,
             picture: picture.height, rows: Math.max(0, ...heights) };
}"""


def sample(tables: Sequence[tuple[str, int]]) -> list[Asked]:
    """Questions of all tables: the last ones of each kind, or in a deep run all kinds."""
    return [
        asked for name, seats in tables for asked in kinds(name, seats, LINES)[-(1000 if DEEP else EACH) :]
    ]


async def shown(page: Page, message_id: int) -> dict[str, float]:
    """How high the message stands on the page, and how much room there is for it, in px."""
    message = page.locator(f'article[data-message-id="{message_id}"]')
    await message.wait_for()
    await message.locator("img").first.evaluate("(one) => one.decode()")
    measured: dict[str, float] = await message.evaluate(MEASURE)
    return measured


@pytest.mark.thorough
async def test_the_whole_picture_the_question_and_its_first_buttons_are_on_a_phone_together(
    discord: LocalDiscord, bot: Parlour
) -> None:
    complaints, wrong = Complaints(), []
    channel = bot.client.get_partial_messageable(int(GAMES))
    async with browser() as chromium:
        page = await enter(chromium, discord, ADA, complaints)
        for asked in sample(TABLES):
            session = asked.session(bot.archive)
            screen = asked.screen(session, asked.drawn(session))
            message = await channel.send(**screen.to_send())
            found = await shown(page, message.id)
            table = f"{asked.table.header.game} with {asked.table.header.seats}"
            if found["needed"] > found["room"] or found["rows"] > 2.2:
                wrong.append((table, asked.answers, found))
            await message.delete()
    assert wrong == []
    assert complaints.heard == []
