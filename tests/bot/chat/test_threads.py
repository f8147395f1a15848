"""Tables in threads: threads archive themselves, and many people can't press anything in an archived one."""

from bot.app.parlour import Parlour
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of
from tests.bot.resting import all_current


async def game_in(host: Person, thread: Json) -> Json:
    """The board of a game against a computer in this thread."""
    await host.command("play", channel=thread["id"], game="doublolo", against="computer")
    return await newer(host, thread, None)


async def newer(person: Person, thread: Json, before: Json | None) -> Json:
    """The board in this thread, once it's a newer message than that one."""
    least = 0 if before is None else int(before["id"])

    def is_newer(message: Json) -> bool:
        is_here = message["channel_id"] == thread["id"] and not is_ephemeral(message)
        return is_here and int(message["id"]) > least and "Resign" in labels_of(message)

    return await person.wait_for(is_newer)


def is_archived(person: Person, thread: Json) -> bool:
    return bool(person.sees.channels[thread["id"]]["thread_metadata"]["archived"])


async def test_a_thread_that_is_archived_during_a_game_is_woken_by_its_board_once_after_each_move(
    bot: Parlour, ada: Person
) -> None:
    thread = await ada.threads.start("games", "slow game")
    shown = await game_in(ada, thread)
    await ada.threads.archive(thread)
    woken = await newer(ada, thread, shown)
    await ada.wait_until(lambda: not is_archived(ada, thread) or None)
    await ada.wait_gone(shown)
    await all_current(bot)
    await ada.threads.archive(thread)
    await all_current(bot)
    assert is_archived(ada, thread)
    await ada.threads.open(thread)
    await ada.press(woken, label="Heads")
    await ada.wait_for(lambda m: m["id"] == woken["id"] and "Heads" not in labels_of(m))
    await all_current(bot)
    await ada.threads.archive(thread)
    await newer(ada, thread, woken)
    await ada.wait_until(lambda: not is_archived(ada, thread) or None)
