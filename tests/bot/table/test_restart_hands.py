"""Kill the bot in the middle of a deal and start it again: it edits hands and board where they were."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet
from tests.bot.hands import CALLS, EXCHANGE, ROOM, SEATED, all_direct, board_of, direct, keep_deal, my_hand
from tests.bot.process import running_process
from tests.bot.tables import told, until, words_of

pytestmark = pytest.mark.real

MESSAGES = 4
"""A board and three hands."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.sqlite3"


async def deal(database: Path, *written: str) -> None:
    async with Archive.open(str(database)) as archive:
        await keep_deal(archive, *written)


async def sit(meet: Meet) -> tuple[Person, Person, Person]:
    return await meet(SEATED[0]), await meet(SEATED[1]), await meet(SEATED[2])


async def remembered(database: Path) -> None:
    """Wait until the bot has saved where its board and all hands are."""
    with closing(sqlite3.connect(database)) as file:
        await until(lambda: file.execute("SELECT count(*) FROM messages").fetchone()[0] == MESSAGES)


async def written(database: Path, text: str) -> None:
    """Wait until this move is in the record."""
    with closing(sqlite3.connect(database)) as file:
        await until(lambda: file.execute("SELECT 1 FROM lines WHERE text = ?", (text,)).fetchone())


async def stands(seats: tuple[Person, Person, Person], before: list[Json]) -> None:
    """Everyone has the same single direct message as before, and the channel its single board."""
    for person, message in zip(seats, before, strict=True):
        assert [one["id"] for one in all_direct(person)] == [message["id"]]
    boards = [one for one in seats[0].sees.in_channel(ROOM) if "My hand" in labels_of(one)]
    assert len(boards) == 1


@pytest.mark.thorough
async def test_killed_in_the_bidding_it_is_bid_on_with_the_old_buttons(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    await deal(database, "a pass")
    seats = await sit(meet)
    async with running_process(discord, database) as process:
        before = [await direct(one) for one in seats]
        await remembered(database)
        await process.end(signal.SIGKILL)
    async with running_process(discord, database):
        await seats[1].press(before[1], label="Pass")
        await board_of(seats[0], "Dmitri passes.")
        await direct(seats[2], f"<@{seats[1].id}> passed")
        await seats[2].press(await board_of(seats[2], "Dmitri passes."), label="Solo")
        await direct(seats[2], "Which cards do you reject?")
        await stands(seats, before)


@pytest.mark.thorough
async def test_killed_between_the_two_who_swap_a_three_the_swap_is_finished(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    await deal(database, *CALLS[:-1])
    seats = await sit(meet)
    async with running_process(discord, database) as process:
        before = [await direct(one) for one in seats]
        await remembered(database)
        await seats[0].press(await direct(seats[0], "Which three"), label="3♣")
        asked = await direct(seats[0], "for 3♣?")
        await direct(seats[2], "calls for 3♣")
        await process.end(signal.SIGKILL)
    assert "{" not in text_of(asked)
    async with running_process(discord, database):
        await seats[0].press(asked, label="4♠")
        await direct(seats[2], "Chiara gives you 4♠ in return.")
        await direct(seats[0], "got 3♣ from Emi for 4♠.")
        other = await direct(seats[1], "got 3♣ from Emi for another card.")
        assert "4♠" not in words_of(other)
        await stands(seats, before)


async def test_killed_in_a_trick_the_trick_is_finished_from_direct_messages_and_my_hand(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    await deal(database, *EXCHANGE, "a K♣")
    seats = await sit(meet)
    async with running_process(discord, database) as process:
        before = [await direct(one) for one in seats]
        await remembered(database)
        sent = await seats[1].press(await direct(seats[1], "K♣ was led"), label="J♣")
        await written(database, "J♣")
        assert await seats[1].outcome(sent) == "answered"
        await process.end(signal.SIGKILL)
    async with running_process(discord, database):
        for person in seats:
            await direct(person, "J♣")
        await direct(seats[2], "K♣ was led")
        opened = await my_hand(seats[2])
        await seats[2].press(opened, label="6♣")
        await seats[2].wait_for(lambda m: m["id"] == opened["id"] and "wins the trick" in text_of(m))
        await direct(seats[0], "You lead")
        await direct(seats[1], "wins the trick")
        await direct(seats[2], "Your hand is open in")
        await stands(seats, before)


@pytest.mark.thorough
async def test_a_player_who_was_never_reached_before_the_kill_gets_their_hand_after_it(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    await deal(database, *EXCHANGE)
    seats = await sit(meet)
    discord.faults.fail_next(
        [{"status": 500, "method": "POST", "path": "/channels/.*/messages", "times": 99}]
    )
    async with running_process(discord, database) as process:
        await until(lambda: discord.faults.failures[0].times < 95)
        await process.end(signal.SIGKILL)
    discord.faults.fail_next([])
    async with running_process(discord, database):
        hands = [await direct(one) for one in seats]
        assert "You lead" in text_of(hands[0])
        await board_of(seats[0], "to move")
        assert [len(all_direct(one)) for one in seats] == [1, 1, 1]


async def test_an_old_button_of_another_hand_is_refused_after_a_restart_too(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    await deal(database, *EXCHANGE)
    farid, seats = await meet(cast.FARID), await sit(meet)
    async with running_process(discord, database) as process:
        shown = await board_of(farid, "to move")
        await remembered(database)
        await process.end(signal.SIGKILL)
    async with running_process(discord, database):
        assert "not playing" in await told(farid, await farid.press(shown, label="My hand"))
        hand = await seats[1].reply_to(await seats[1].press(shown, label="My hand"))
        assert "Go to table" in labels_of(hand)
