"""Threads in which nobody could see a move: it doesn't count, no table opens, and the person is told why."""

import pytest

from bot.app import Parlour
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.tables import board, lines, session_in, sit_down, told, until

LOCKED = "This thread is locked, so nobody could see what happens in it. Ask a moderator to unlock it."


@pytest.fixture
async def thread(chiara: Person) -> str:
    """The id of a thread in #games."""
    channel_id = chiara.sees.channel("games")["id"]
    made = await chiara.do("create_thread", channel_id=channel_id, name="a side table")
    return str(made["channel"]["id"])


async def lock(bot: Parlour, discord: LocalDiscord, thread: str, *, is_locked: bool = True) -> None:
    """A moderator locks this thread, or unlocks it, and the bot hears of it."""
    found = discord.world.channels[thread]
    found.thread_metadata["locked"] = is_locked
    told_of_it = bot.client.wait_for("thread_update", timeout=10)
    discord.channels.update(found)
    await told_of_it


async def test_a_move_in_a_locked_thread_does_not_count_until_it_is_unlocked(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, thread: str
) -> None:
    shown = await sit_down(chiara, dmitri, thread)
    await lock(bot, discord, thread)
    before = lines(bot, thread)
    assert await told(chiara, await chiara.press(shown, label="Heads")) == LOCKED
    assert await told(chiara, await chiara.command("move", channel=thread, move="heads")) == LOCKED
    for name in ("undo", "resign", "leave"):
        assert await told(chiara, await chiara.command(name, channel=thread)) == LOCKED
    assert LOCKED in await told(chiara, await chiara.command("board", channel=thread))
    assert lines(bot, thread) == before
    await lock(bot, discord, thread, is_locked=False)
    await chiara.press(shown, label="Heads")
    await board(chiara, shown, "to place")


async def test_no_table_opens_in_a_locked_thread(
    bot: Parlour, discord: LocalDiscord, chiara: Person, thread: str
) -> None:
    await lock(bot, discord, thread)
    said = await told(chiara, await chiara.command("play", channel=thread, game="doublolo"))
    assert said == f"{LOCKED} You can also try another channel."
    assert bot.tables.channels.find(int(thread)) is None


async def test_a_moderator_can_stop_the_game_of_a_thread_that_they_have_locked(
    bot: Parlour, discord: LocalDiscord, bruno: Person, chiara: Person, dmitri: Person, thread: str
) -> None:
    await sit_down(chiara, dmitri, thread)
    await lock(bot, discord, thread)
    session = session_in(bot, thread)
    question = await bruno.reply_to(await bruno.command("stop", channel=thread))
    await bruno.press(question, label="Stop the game")
    await until(lambda: session.table.over)


async def test_nothing_counts_and_nothing_fails_where_not_even_an_answer_is_taken(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    thread: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    shown = await sit_down(chiara, dmitri, thread)
    await lock(bot, discord, thread)
    before = lines(bot, thread)
    discord.faults.fail_next([{"status": 403, "code": 50083, "path": "/callback$", "times": 99}])
    caplog.clear()
    await chiara.press(shown, label="Heads")
    await chiara.command("move", channel=thread, move="heads")
    await until(lambda: discord.faults.failures[0].times <= 97)
    await until(lambda: not bot.answering)
    assert lines(bot, thread) == before
    assert not [one for one in caplog.records if one.name.startswith("bot.") and one.levelname != "INFO"]


async def test_a_game_in_an_archived_thread_goes_on(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, thread: str
) -> None:
    await sit_down(chiara, dmitri, thread)
    found = discord.world.channels[thread]
    found.thread_metadata["archived"] = True
    discord.channels.update(found)
    await chiara.command("move", channel=thread, move="heads")
    await until(lambda: "a call heads" in lines(bot, thread))
