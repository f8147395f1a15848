"""What comes after a deal of Calabresella: computers choose, however often a person changes their mind."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, keep_deal, session_of
from tests.bot.tables import computers, people

PACE = 0.5
AFTER_A_DEAL = [f"{seat} pass" for seat in "abcabc"]
"""Nobody goes solo."""


@pytest.fixture
async def against_computers(settings: Settings) -> AsyncIterator[Parlour]:
    """A bot with a game of one person against two computers, which wait a moment before they move."""
    settings.play.pace = PACE
    seats = (*people(cast.CHIARA), *computers("rules", "rules"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *AFTER_A_DEAL, options={"game_point": "9999"}, seats=seats)
    async with running(settings) as bot:
        yield bot


async def test_computers_make_their_choice_however_often_a_person_changes_theirs(
    against_computers: Parlour, meet: Meet
) -> None:
    chiara, session = await meet(cast.CHIARA), session_of(against_computers)
    begun = len(session.table.lines)
    for number in range(80):  # a slow machine has yet to start what computers think in
        word = ("ask open", "next")[number % 2]
        await chiara.outcome(await chiara.command("move", channel=ROOM, move=word))
        await asyncio.sleep(PACE / 2)
        if any(line.who > 0 for line in session.table.lines[begun:]):
            break
    else:
        pytest.fail("no computer got to choose")
