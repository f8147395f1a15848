"""A game in a group message on the page, where nobody but a person has added the bot."""

from itertools import count

import pytest
from playwright.async_api import Page, expect

from bot.app.parlour import Parlour
from bot.host.play import ADA, CHIARA, GROUP, PLAYGROUND
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.tables import legal_at, play, session_in, until
from tests.bot.tabs import answered, enter, open_table, press, question
from tests.local_discord.page.browser import Complaints, browser, needs_chromium
from tests.openapi import Recording

pytestmark = [pytest.mark.real, pytest.mark.browser, needs_chromium, pytest.mark.timeout(300)]

FIRST, LAST = 6, 3
"""They click so many times, and again from so few legal moves on; the moves between are typed for them."""

LATER = count(1 << 62)
"""Ids of interactions, after those of all clicks."""


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(PLAYGROUND, limits=Limits(), deadlines=PATIENT, record=recording)


async def test_two_people_play_a_game_to_its_end_in_a_group_message_on_their_phones(
    discord: LocalDiscord, bot: Parlour
) -> None:
    complaints = Complaints()
    async with browser() as chromium:
        tabs: dict[int | None, Page] = {
            int(one): await enter(chromium, discord, one, complaints, GROUP) for one in (ADA, CHIARA)
        }
        ada, chiara = tabs.values()
        await open_table(ada, "doublolo", "Doublolo")
        await press(chiara, "Join")
        await expect(ada.get_by_text("Ready:")).to_be_visible()
        await ada.get_by_role("button", name="Quick game").click()
        await question(ada).first.wait_for()
        session = session_in(bot, GROUP)
        clicks = 0
        while not session.table.over:
            await until(lambda: session.table.over or session.waits_for())
            mover, legal = session.players[session.waits_for()[0]].user_id, legal_at(session.table)
            assert mover is not None
            if clicks >= FIRST and len(legal) > LAST:
                await play(bot, session, mover, legal[0], next(LATER))
                continue
            page, clicks = tabs[mover], clicks + 1
            newest = f"pick:{session.id}:-:{session.table.prompt_version(None)}:"
            await page.locator(f'[data-custom-id^="{newest}"]').first.wait_for()
            asked = await question(page).first.get_attribute("data-custom-id")
            await question(page).first.click()
            # Both see the same board, and the next to click may be told of it later.
            for one in tabs.values():
                await answered(one, asked)
        for page in tabs.values():
            await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
            await expect(page.locator("article")).to_have_count(1)
            assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert complaints.heard == []
