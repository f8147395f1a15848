"""Threads in which nobody could see a move: it doesn't count, no table opens, and the person is told why."""

import pytest

from bot.app.parlour import Parlour
from bot.chat import redrawn
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from local_discord.server import LocalDiscord
from tests.bot.tables import board, legal_at, lines, play, session_in, sit_down, told, until, words_of

LOCKED = "This thread is locked, so nobody could see what happens in it. Ask a moderator to unlock it."
NOT_IN_THREAD = (
    "I'm not in this private thread, so I can't show a board in it. Add me to this thread first: mention me "
    "in it."
)
ELSEWHERE = "You can also try another channel."


@pytest.fixture
async def thread(bot: Parlour, ada: Person) -> Json:
    """A thread of Ada's in #games, who can lock it; the bot knows it."""
    return await known(bot, await ada.threads.start("games", "a side table"))


async def known(bot: Parlour, thread: Json) -> Json:
    await until(lambda: bot.client.get_channel(int(thread["id"])) is not None)
    return thread


async def lock(bot: Parlour, moderator: Person, thread: Json) -> None:
    """The moderator locks the thread, and the bot hears of it."""
    heard = bot.client.wait_for("thread_update", timeout=10)
    await moderator.threads.lock(thread)
    await heard


async def unlock(bot: Parlour, moderator: Person, thread: Json) -> None:
    heard = bot.client.wait_for("thread_update", timeout=10)
    await moderator.threads.unlock(thread)
    await heard


async def answered(bot: Parlour) -> None:
    """Whatever people did before has had its answer, or never will."""
    await until(lambda: not bot.answering)


async def test_a_move_in_a_locked_thread_does_not_count_until_it_is_unlocked(
    bot: Parlour,
    ada: Person,
    chiara: Person,
    dmitri: Person,
    thread: Json,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Discord takes no answer there, so nobody can be told, and nothing is an error."""
    place = thread["id"]
    shown = await sit_down(chiara, dmitri, place)
    await lock(bot, ada, thread)
    before = lines(bot, place)
    caplog.clear()
    failed = [await chiara.press(shown, label="Heads")]
    for name in ("undo", "resign", "leave", "board", "pause"):
        failed.append(await chiara.command(name, channel=place))
    failed.append(await chiara.command("move", channel=place, move="heads"))
    for one in failed:
        await until(lambda one=one: chiara.sees.interactions[one] in ("waiting", "failed"))  # type: ignore[misc]  # as it is now
    await answered(bot)
    assert lines(bot, place) == before
    assert not [one for one in caplog.records if one.name.startswith("bot.") and one.levelname != "INFO"]
    await unlock(bot, ada, thread)
    await chiara.press(chiara.sees.current(shown), label="Heads")
    await board(chiara, shown, "to place")


async def test_whoever_is_answered_in_a_locked_thread_is_told_to_have_it_unlocked(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, dmitri: Person, thread: Json
) -> None:
    """Discord may take answers that only one person sees."""
    place = thread["id"]
    shown = await sit_down(chiara, dmitri, place)
    await lock(bot, ada, thread)
    discord.world.channels[place].thread_metadata["locked"] = False
    before = lines(bot, place)
    assert await told(chiara, await chiara.press(shown, label="Heads")) == LOCKED
    assert await told(chiara, await chiara.command("move", channel=place, move="heads")) == LOCKED
    assert await told(chiara, await chiara.command("board", channel=place)) == f"{LOCKED} {ELSEWHERE}"
    assert lines(bot, place) == before


async def test_no_table_opens_in_a_locked_thread(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, thread: Json
) -> None:
    place = thread["id"]
    await lock(bot, ada, thread)
    await chiara.command("play", channel=place, game="doublolo")
    await answered(bot)
    assert bot.tables.channels.find(int(place)) is None
    discord.world.channels[place].thread_metadata["locked"] = False
    said = await told(chiara, await chiara.command("play", channel=place, game="doublolo"))
    assert said == f"{LOCKED} {ELSEWHERE}"
    assert bot.tables.channels.find(int(place)) is None


async def test_a_moderator_can_stop_the_game_of_a_thread_that_they_have_locked(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, dmitri: Person, thread: Json
) -> None:
    place = thread["id"]
    await sit_down(chiara, dmitri, place)
    await lock(bot, ada, thread)
    discord.world.channels[place].thread_metadata["locked"] = False  # for their answers
    session = session_in(bot, place)
    question = await ada.reply_to(await ada.command("stop", channel=place))
    await ada.press(question, label="Stop the game")
    await until(lambda: session.table.over)


async def test_a_game_in_an_archived_thread_goes_on_with_a_typed_move(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, thread: Json
) -> None:
    place = thread["id"]
    await sit_down(chiara, dmitri, place)
    await ada.threads.archive(thread)
    await chiara.command("move", channel=place, move="heads")
    await until(lambda: "a call heads" in lines(bot, place))
    await dmitri.wait_for(lambda m: m["channel_id"] == place and "to place" in words_of(m))


async def test_no_table_opens_in_a_private_thread_before_the_bot_is_added(
    bot: Parlour, discord: LocalDiscord, ada: Person
) -> None:
    thread = await ada.threads.start("games", "a secret table", private=True)
    place = thread["id"]
    said = await told(ada, await ada.command("play", channel=place, game="doublolo"))
    assert said == f"{NOT_IN_THREAD} {ELSEWHERE}"
    assert bot.tables.channels.find(int(place)) is None
    await ada.threads.add(thread, discord.applications[0].id)
    await known(bot, thread)
    lobby = await ada.reply_to(await ada.command("play", channel=place, game="doublolo"))
    assert not is_ephemeral(lobby)


async def test_the_bot_asks_whether_it_is_in_a_private_thread_of_which_it_was_not_told(
    bot: Parlour, discord: LocalDiscord, ada: Person
) -> None:
    thread = await ada.threads.start("games", "a secret table", private=True)
    await ada.threads.add(thread, discord.applications[0].id)
    found = await known(bot, thread)
    bot.client.get_channel(int(found["id"])).me = None  # type: ignore[union-attr]  # as after it was opened again
    lobby = await ada.reply_to(await ada.command("play", channel=thread["id"], game="doublolo"))
    assert not is_ephemeral(lobby)


async def test_no_table_opens_in_a_private_thread_after_the_bot_was_removed(
    bot: Parlour, discord: LocalDiscord, ada: Person
) -> None:
    thread = await ada.threads.start("games", "a secret table", private=True)
    await ada.threads.add(thread, discord.applications[0].id)
    await known(bot, thread)
    removed = bot.client.wait_for("thread_remove", timeout=10)
    await ada.threads.remove(thread, discord.applications[0].id)
    await removed
    said = await told(ada, await ada.command("play", channel=thread["id"], game="doublolo"))
    assert said == f"{NOT_IN_THREAD} {ELSEWHERE}"


async def secret_table(bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person) -> tuple[Json, Json]:
    """A private thread in which both have sat down with the bot, and their board."""
    thread = await ada.threads.start("games", "a secret table", private=True)
    for one in (chiara.id, discord.applications[0].id):
        await ada.threads.add(thread, one)
    await known(bot, thread)
    return thread, await sit_down(ada, chiara, thread["id"])


async def test_a_game_goes_on_by_answers_in_a_private_thread_that_the_bot_was_removed_from(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person
) -> None:
    thread, shown = await secret_table(bot, discord, ada, chiara)
    await ada.threads.remove(thread, discord.applications[0].id)
    await ada.press(shown, label="Heads")
    await board(chiara, shown, "to place")


async def test_in_a_private_thread_without_the_bot_the_answer_is_the_board_which_is_kept_up_once_it_is_added(
    bot: Parlour, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch, ada: Person, chiara: Person
) -> None:
    monkeypatch.setattr(redrawn, "AGAIN_SECONDS", 3600.0)
    thread, shown = await secret_table(bot, discord, ada, chiara)
    place, bot_id = thread["id"], discord.applications[0].id
    await ada.press(shown, label="Heads")
    await board(chiara, shown, "to place")
    await ada.threads.remove(thread, bot_id)
    session = session_in(bot, place)
    (seat,) = session.table.turn.owes
    player = next(one for one in (ada, chiara) if int(one.id) == session.players[seat].user_id)
    move = legal_at(session.table)[0]
    answer = await player.reply_to(await player.command("move", channel=place, move=move))
    shown = await board(chiara, answer, f"plays {move}")
    (seat,), move = session.table.turn.owes, legal_at(session.table)[0]
    await play(bot, session, session.players[seat].user_id or 0, move, 1)
    messages = await bot.messages.of(session)
    await until(lambda: not messages.board.is_showing and not messages.board.is_current)
    await ada.threads.add(thread, bot_id)
    await board(chiara, shown, f"plays {move}")
