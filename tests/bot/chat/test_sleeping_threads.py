"""Threads that are archived, where many people can't press: a new board wakes one, once after each move."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet, running
from tests.bot.resting import all_current
from tests.bot.resting import unload as leave_memory
from tests.bot.tables import toss, until, visible, words_of
from tests.openapi import Recording


@pytest.fixture
async def thread(bot: Parlour, ada: Person) -> Json:
    """A thread of Ada's in #games, which the bot knows."""
    started = await ada.threads.start("games", "a slow game")
    await until(lambda: bot.client.get_channel(int(started["id"])) is not None)
    return started


def boards(person: Person, thread: Json) -> list[Json]:
    return [one for one in visible(person, thread["id"]) if one["components"] and not is_ephemeral(one)]


async def another_board(person: Person, before: Json, saying: str = "to place") -> Json:
    """The only board in the thread, which is another message than before."""
    newer = await person.wait_for(
        lambda m: m["channel_id"] == before["channel_id"] and m["id"] > before["id"] and saying in words_of(m)
    )
    await person.wait_gone(before)
    return newer


async def archived(
    bot: Parlour, discord: LocalDiscord, thread: Json, moderator: Person | None = None
) -> None:
    """The thread is archived, by itself or by somebody, and the bot has heard of it."""
    heard = bot.client.wait_for(
        "raw_thread_update", check=lambda one: one.data["thread_metadata"]["archived"], timeout=10
    )
    if moderator is not None:
        await moderator.threads.archive(thread)
    else:
        discord.threads.mark(discord.world.channels[thread["id"]], archived=True)
    await heard


def is_asleep(discord: LocalDiscord, thread: Json) -> bool:
    return discord.world.channels[thread["id"]].is_archived


async def make_move(bot: Parlour, place: str, *people: Person) -> str:
    """The player to move types a move; what it was."""
    session = await bot.tables.session(bot.tables.channels.id_in(int(place)) or 0)
    (seat,) = session.table.turn.owes
    player = next(one for one in people if int(one.id) == session.players[seat].user_id)
    offered = await player.autocomplete("move", "move", channel=place, move="")
    done, square = len(session.table.lines) + 1, str(offered[-1]["value"])
    await player.command("move", channel=place, move=square)
    await until(lambda: len(session.table.lines) >= done)
    return square


@pytest.mark.parametrize("by_somebody", [False, True])
async def test_a_thread_that_is_archived_is_woken_by_a_new_board_once_after_each_move(
    bot: Parlour,
    discord: LocalDiscord,
    ada: Person,
    chiara: Person,
    dmitri: Person,
    thread: Json,
    by_somebody: bool,
) -> None:
    place, who = thread["id"], ada if by_somebody else None
    shown = await toss(chiara, dmitri, place)
    await archived(bot, discord, thread, who)
    shown = await another_board(chiara, shown)
    assert not is_asleep(discord, thread)
    for _ in range(3):  # nobody moves, so it may sleep
        await archived(bot, discord, thread, who)
        await all_current(bot)
        await dmitri.say(place, "I'm thinking.")
        assert [one["id"] for one in boards(chiara, thread)] == [shown["id"]]
    square = await make_move(bot, place, chiara, dmitri)
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and f"plays {square}" in words_of(m))
    await archived(bot, discord, thread, who)
    await another_board(chiara, shown, f"plays {square}")
    assert not is_asleep(discord, thread)


async def test_a_board_in_a_thread_that_sleeps_is_posted_again_since_edits_are_refused_there(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, thread: Json
) -> None:
    place = thread["id"]
    shown = await toss(chiara, dmitri, place)
    await archived(bot, discord, thread)
    shown = await another_board(chiara, shown)
    await archived(bot, discord, thread)  # for good
    await all_current(bot)
    assert is_asleep(discord, thread)
    square = await make_move(bot, place, chiara, dmitri)
    await another_board(chiara, shown, f"plays {square}")
    assert not is_asleep(discord, thread)


async def test_a_table_that_has_left_memory_wakes_its_thread_too(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, thread: Json
) -> None:
    shown = await toss(chiara, dmitri, thread["id"])
    await leave_memory(bot)
    await archived(bot, discord, thread)
    await another_board(chiara, shown)
    assert not is_asleep(discord, thread)


async def test_a_start_leaves_a_thread_asleep_and_remembers_that_it_was_woken(
    settings: Settings, discord: LocalDiscord, meet: Meet, recording: Recording
) -> None:
    """Discord doesn't announce archived threads, so the bot doesn't know this one when it starts."""
    ada, chiara, dmitri = await meet(cast.ADA), await meet(cast.CHIARA), await meet(cast.DMITRI)
    thread = await ada.threads.start("games", "a slow game")
    async with running(settings) as bot:
        await until(lambda: bot.client.get_channel(int(thread["id"])) is not None)
        shown = await toss(chiara, dmitri, thread["id"])
        await archived(bot, discord, thread)
        shown = await another_board(chiara, shown)
        await archived(bot, discord, thread)
        await all_current(bot)
    before = len(recording.exchanges)
    async with running(settings) as bot:
        assert bot.client.get_channel(int(thread["id"])) is None
        await until(bot.resuming.has_begun.is_set)
        await until(lambda: any(one.path.endswith(shown["id"]) for one in recording.exchanges[before:]))
        assert not [one for one in recording.exchanges[before:] if one.method in ("PATCH", "POST")]
        await ada.threads.open(thread)
        await archived(bot, discord, thread)
        square = await make_move(bot, thread["id"], chiara, dmitri)
        await another_board(chiara, shown, f"plays {square}")


async def test_a_thread_that_archives_itself_for_want_of_messages_is_woken(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, thread: Json
) -> None:
    shown = await toss(chiara, dmitri, thread["id"])
    discord.threads.idle = 0.5
    await dmitri.say(thread["id"], "Is anybody there?")
    shown = await another_board(chiara, shown)
    await until(lambda: is_asleep(discord, thread))
    await all_current(bot)
    assert [one["id"] for one in boards(chiara, thread)] == [shown["id"]]
