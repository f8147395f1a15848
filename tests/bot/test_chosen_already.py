"""What comes after a deal of Calabresella: who has chosen can still choose something else."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from local_discord.person import labels_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, direct, keep_deal, session_of
from tests.bot.matches import say
from tests.bot.tables import computers, people, told

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


@pytest.fixture
async def three(settings: Settings) -> AsyncIterator[Parlour]:
    """A bot with a game of three people."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *AFTER_A_DEAL)
    async with running(settings) as bot:
        yield bot


async def test_computers_make_their_choice_however_often_a_person_changes_theirs(
    against_computers: Parlour, meet: Meet
) -> None:
    chiara, session = await meet(cast.CHIARA), session_of(against_computers)
    begun = len(session.table.lines)
    for number in range(80):
        word = ("ask open", "next")[number % 2]
        await chiara.outcome(await chiara.command("move", channel=ROOM, move=word))
        await asyncio.sleep(PACE / 2)
        if any(line.who > 0 for line in session.table.lines[begun:]):
            break
    else:
        pytest.fail("no computer got to choose")


async def test_choosing_the_same_again_is_refused_and_leaves_no_line(three: Parlour, meet: Meet) -> None:
    chiara, session = await meet(cast.CHIARA), session_of(three)
    await say(session, chiara, "next")
    lines = session.table.lines
    again = await chiara.command("move", channel=ROOM, move="next")
    assert await told(chiara, again) == "You've already chosen that. You can still choose something else."
    assert session.table.lines is lines
    await say(session, chiara, "ask open")


async def test_nobody_is_offered_a_hint_or_a_pick_for_what_they_have_chosen(
    three: Parlour, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    asked = await direct(chiara, "What next?")
    assert {"Hint", "Pick for me"} <= set(labels_of(asked))
    await chiara.press(asked, label="Next deal")
    chosen = await direct(chiara, "You said: Next deal. You can still change that.")
    assert "Open hands" in labels_of(chosen)
    assert not {"Hint", "Pick for me"} & set(labels_of(chosen))


async def test_a_hint_is_not_given_for_what_is_chosen(three: Parlour, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    old = await direct(chiara, "What next?")
    await say(session_of(three), chiara, "next")
    answer = await chiara.press(old, label="Hint")
    assert (await told(chiara, answer)).startswith("It's not your turn. Waiting for ")
