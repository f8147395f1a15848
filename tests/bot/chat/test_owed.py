"""What somebody is owed and Discord refuses for now comes once it takes it: hands, reminders, results."""

import asyncio
from typing import Any, Literal

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.daily.news import DailyNews
from bot.duels.news import ROUND_SECONDS, DuelMessages
from bot.host import play as cast
from bot.people.settings import ReminderSettings
from bot.table.reminders import reminders
from local_discord.codec import Json
from local_discord.messages import NONCE_SECONDS
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.blank import blank as blank
from tests.bot.conftest import Meet, running
from tests.bot.daily.test_daily_reminders import ask_for
from tests.bot.daily.test_daily_reminders import reminders as daily_reminders
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import play_on
from tests.bot.duels.test_duels import accepted, begin, challenge, seen
from tests.bot.hands import EXCHANGE, ROOM, Three, all_direct, direct, keep_deal, my_hand, say_moves
from tests.bot.resting import all_current
from tests.bot.tables import session_in, toss, until, words_of
from tests.bot.waiting import CHIARA, called, is_told, likes, make_move, mentions
from tests.bot.waiting import direct as calls_to
from tests.deep import sized
from tests.openapi import Recording

pytestmark = pytest.mark.usefixtures("tries_at_once")

FEW: list[dict[str, Any]] = [{"status": 503, "html": True}]
PASSING = sized(FEW, [*FEW, {"status": 429, "html": True}, {"reset": True}])
REFUSED_HERE = [*PASSING, {"status": 403, "code": 50013}]
OPENING = "/users/@me/channels$"
DIRECT = r"/channels/(?!73)\d+/messages(/\d+)?$"
"""Messages in direct messages: the ids of the server's channels begin with 73."""


def failing(how: dict[str, Any], path: str, times: int = 8) -> list[Json]:
    return [{"path": path, "times": times, **how}]


def is_over(discord: LocalDiscord) -> bool:
    return not discord.faults.failures


# Hands


@pytest.mark.parametrize("path", [OPENING, DIRECT])
@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_hand_that_is_refused_for_now_comes_to_everybody(
    settings: Settings, discord: LocalDiscord, seats: Three, how: dict[str, Any], path: str
) -> None:
    discord.faults.fail_next(failing(how, path))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        for person in seats:
            await direct(person, "to move" if person is not seats[0] else "")
        assert is_over(discord)
        assert [len(all_direct(one)) for one in seats] == [1, 1, 1]
        for person in seats:
            assert not (await bot.archive.people.person(int(person.id))).dms_closed


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_hand_that_cannot_be_edited_for_now_shows_the_new_move_all_the_same(
    leading: Parlour, discord: LocalDiscord, seats: Three, how: dict[str, Any]
) -> None:
    hand = await direct(seats[1])
    await all_current(leading)
    discord.faults.fail_next(failing(how, DIRECT, 4))
    await say_moves(leading, seats, ["a K♣"])
    await seats[1].wait_for(lambda m: m["id"] == hand["id"] and "K♣" in words_of(m))
    await all_current(leading)
    assert is_over(discord)
    assert [len(all_direct(one)) for one in seats] == [1, 1, 1]


@pytest.mark.parametrize("how", REFUSED_HERE, ids=str)
async def test_that_direct_messages_are_closed_is_told_in_the_channel_as_soon_as_it_takes_that(
    settings: Settings, discord: LocalDiscord, seats: Three, how: dict[str, Any]
) -> None:
    discord.faults.set({"refused_dms": {cast.CHIARA: 50007}})
    discord.faults.fail_next(failing(how, f"/channels/{cast.CARD_ROOM}/messages$"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        said = f"<@{cast.CHIARA}>, I can't send you direct messages"
        told = await seats[0].wait_for(lambda m: said in text_of(m))
        assert [one["id"] for one in told["mentions"]] == [cast.CHIARA]
        await all_current(bot)
        assert len([one for one in seats[1].sees.in_channel(ROOM) if said in text_of(one)]) == 1
        assert is_over(discord)


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_hand_that_discord_lets_nobody_edit_since_the_bot_was_blocked_moves_into_the_channel(
    leading: Parlour, discord: LocalDiscord, seats: Three, recording: Recording, code: int
) -> None:
    """Whether Discord refuses edits then isn't documented."""
    for person in seats:
        await direct(person)
    await all_current(leading)
    discord.faults.set({"refused_dm_edits": {cast.DMITRI: code}, "refused_dm_posts": {cast.DMITRI: code}})
    await say_moves(leading, seats, ["a K♣"])
    if code == 50007:  # with the other one they aren't in the server
        await seats[1].wait_for(lambda m: f"<@{cast.DMITRI}>, I can't send you direct messages" in text_of(m))
    await until_closed(leading, seats[1])
    await all_current(leading)
    tried = len([one for one in recording.exchanges if one.status >= 400])
    await say_moves(leading, seats, ["b 7♣"])
    await all_current(leading)
    assert len([one for one in recording.exchanges if one.status >= 400]) == tried
    assert is_ephemeral(await my_hand(seats[1], ""))


async def test_a_hand_that_discord_does_not_take_even_in_words_moves_into_the_channel_which_says_so_once(
    leading: Parlour, discord: LocalDiscord, seats: Three
) -> None:
    hands = [await direct(person) for person in seats]
    await all_current(leading)
    own = f"/channels/{hands[2]['channel_id']}/messages"
    discord.faults.fail_next([{"status": 400, "code": 50035, "path": own, "times": 999}])
    for move in ("a K♣", "b 7♣"):
        await say_moves(leading, seats, [move])
        await all_current(leading)
    said = f"<@{seats[2].id}>, Discord doesn't take your hand as a direct message"
    told = await seats[2].wait_for(lambda m: said in text_of(m))
    assert [one["id"] for one in told["mentions"]] == [seats[2].id]
    assert sum(said in text_of(one) for one in seats[1].sees.in_channel(ROOM)) == 1
    assert is_ephemeral(await my_hand(seats[2]))


async def until_closed(bot: Parlour, person: Person) -> None:
    """Wait until the bot knows that it can't write to this person."""
    while not (await bot.archive.people.person(int(person.id))).dms_closed:  # noqa: ASYNC110 - the disk has no event
        await asyncio.sleep(0.01)


# Reminders

THREE_TRIES_SECONDS = (1 + 2 + 4) * reminders.RETRY_SECONDS
"""The pauses after three tries that fail."""


async def has_board(waiting: Settings, chiara: Person) -> None:
    """The board is posted by a bot that reminds nobody yet."""
    soon, waiting.play.remind_after = waiting.play.remind_after, 0
    async with running(waiting) as bot:
        await chiara.wait_for(lambda m: "to place" in text_of(m))
        await all_current(bot)
    waiting.play.remind_after = soon


@pytest.mark.parametrize("how", REFUSED_HERE, ids=str)
async def test_a_reminder_that_is_refused_for_now_is_given_once(
    waiting: Settings, discord: LocalDiscord, two: tuple[Person, Person], how: dict[str, Any]
) -> None:
    chiara, _ = two
    await has_board(waiting, chiara)
    discord.faults.fail_next(failing(how, f"/channels/{cast.GAMES}/messages$", 3))
    async with running(waiting) as bot:
        await bot.messages.of(await bot.tables.session(1))
        bot.messages.show(await bot.tables.session(1))
        await asyncio.sleep(THREE_TRIES_SECONDS)
        call = await called(bot, chiara)
        assert is_over(discord)
        await make_move(bot)
        await chiara.wait_gone(call)


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_direct_reminder_that_is_refused_for_now_is_given_once(
    waiting: Settings, discord: LocalDiscord, two: tuple[Person, Person], how: dict[str, Any]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="direct"))
    discord.faults.fail_next(failing(how, DIRECT, 3))
    async with running(waiting) as bot:
        await asyncio.sleep(THREE_TRIES_SECONDS)
        await is_told(bot, CHIARA)
        assert is_over(discord)
        assert (len(calls_to(chiara)), len(mentions(chiara))) == (1, 0)


@pytest.mark.parametrize("code", [50013, 50001, 10003])
async def test_a_reminder_that_cannot_be_deleted_goes_once_the_bot_may_write_there_again(
    waiting: Settings, discord: LocalDiscord, two: tuple[Person, Person], code: int
) -> None:
    chiara, dmitri = two
    refused = {"status": 403, "code": code, "method": "DELETE", "path": f"/channels/{cast.GAMES}/messages/"}
    async with running(waiting) as bot:
        call = await called(bot, chiara)
        discord.faults.fail_next([{**refused, "times": 999}])
        await make_move(bot)
        await dmitri.wait_for(lambda m: f"<@{cast.DMITRI}>, it's your turn" in text_of(m))
        assert call["id"] in {one["id"] for one in mentions(chiara)}
        discord.faults.fail_next([{**refused, "times": 2}])
    async with running(waiting):
        await chiara.wait_gone(call)


async def test_the_last_reminder_of_a_game_goes_though_discord_does_not_delete_it_at_once(
    waiting: Settings, discord: LocalDiscord, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        call = await called(bot, chiara)
        discord.faults.fail_next(
            [{"status": 503, "method": "DELETE", "path": f"/messages/{call['id']}$", "times": 3}]
        )
        await chiara.command("stop", channel="games")
        await chiara.press(
            await chiara.wait_for(lambda m: "Stop the game" in labels_of(m)), label="Stop the game"
        )
        await chiara.wait_gone(call)


@pytest.mark.parametrize(
    ("where", "path"), [("channel", f"/channels/{cast.GAMES}/messages$"), ("direct", DIRECT)]
)
async def test_a_reminder_whose_answer_was_lost_goes_when_the_player_moves_before_it_is_sent_again(
    waiting: Settings,
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
    two: tuple[Person, Person],
    where: Literal["channel", "direct"],
    path: str,
) -> None:
    chiara, _ = two
    monkeypatch.setattr(reminders, "RETRY_SECONDS", 3600.0)
    await likes(waiting, ReminderSettings(where=where))
    await has_board(waiting, chiara)
    discord.faults.fail_next([{"status": 503, "method": "POST", "path": path, "after": True}])
    async with running(waiting) as bot:
        await (await bot.messages.of(await bot.tables.session(1))).sent()
        bot.messages.show(await bot.tables.session(1))
        call = await chiara.wait_for(lambda m: m in [*calls_to(chiara), *mentions(chiara)])
        await until(lambda: is_over(discord))
        await make_move(bot)
        await chiara.wait_gone(call)
        await all_current(bot)
        assert not [*calls_to(chiara), *(one for one in mentions(chiara) if f"<@{CHIARA}>" in text_of(one))]


async def test_a_reminder_that_is_deleted_before_the_bot_knows_of_it_is_sent_once_more(
    waiting: Settings, bruno_alone: Person, two: tuple[Person, Person], recording: Recording
) -> None:
    """Discord sends no message whose nonce is that of one deleted just now, and answers 10008."""
    chiara, _ = two
    async with running(waiting) as bot:
        call = await called(bot, chiara)
        await bot.archive.reminders.drop_wait(1, CHIARA)  # as if the bot had been killed after sending it
        await bot.archive.messages.drop(1, f"turn:{CHIARA}")
    await bruno_alone.do("delete", channel_id=call["channel_id"], message_id=call["id"])
    before = len(recording.exchanges)
    async with running(waiting) as bot:
        (await bot.messages.of(await bot.tables.session(1))).reminder.changed()
        await is_told(bot, CHIARA)
        sent = [one for one in recording.exchanges[before:] if one.path.endswith(f"{cast.GAMES}/messages")]
        assert [one.status for one in sent] == [404, 200]
        assert mentions(chiara)


@pytest.fixture
async def bruno_alone(meet: Meet, settings: Settings) -> Person:
    """A moderator, with or without a bot."""
    return await meet(cast.BRUNO)


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_reminder_of_the_day_that_is_refused_for_now_comes_a_few_minutes_later(
    bot: Parlour, discord: LocalDiscord, chiara: Person, clock: Clock, how: dict[str, Any]
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await ask_for(chiara, 18)
    clock.go(day, 18)
    discord.faults.fail_next(failing(how, OPENING, 2))
    for _ in range(4):
        await bot[DailyNews].look()
        clock.ahead += 180
    assert is_over(discord)
    assert len(await daily_reminders(chiara)) == 1


# Duels


@pytest.mark.parametrize("how", PASSING, ids=str)
async def test_a_result_that_is_refused_for_now_is_told_to_each_person_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, how: dict[str, Any]
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await accepted(dmitri, posted)
    await play_on(bot, chiara, await begin(bot, chiara, await seen(chiara, shown, "result shows once")))
    last = await begin(bot, dmitri, shown)
    discord.faults.fail_next(
        [
            {"path": DIRECT, "method": "POST", "times": 3, **how},
            {"path": rf"/channels/{cast.GAMES}/messages/\d+$", "method": "PATCH", "times": 3, **how},
        ]
    )
    await play_on(bot, dmitri, last)
    await asyncio.sleep(10 * ROUND_SECONDS)  # three tries fail, and each pause is twice the one before
    await seen(chiara, posted, "Level")
    for person in (chiara, dmitri):
        await person.wait_for(lambda m, p=person: is_result(p, m))  # type: ignore[misc]  # as it is now
    await until(lambda: is_over(discord))
    while await bot.archive.duels.to_tell():
        await asyncio.sleep(ROUND_SECONDS)
        await bot[DuelMessages].tell_all()
    assert [len([m for m in all_direct(one) if is_result(one, m)]) for one in (chiara, dmitri)] == [1, 1]


async def test_a_result_that_its_channel_does_not_take_for_long_is_told_to_each_person_once(
    settings: Settings, discord: LocalDiscord, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    async with running(settings) as bot:
        posted = await challenge(chiara, dmitri)
        shown = await accepted(dmitri, posted)
        await play_on(bot, chiara, await begin(bot, chiara, await seen(chiara, shown, "result shows once")))
        closed = {"path": f"/channels/{cast.GAMES}/messages", "method": "PATCH"}
        discord.faults.fail_next([{"status": 403, "code": 50013, "times": 999, **closed}])
        await play_on(bot, dmitri, await begin(bot, dmitri, shown))
        for person in two:
            await person.wait_for(lambda m, p=person: is_result(p, m))  # type: ignore[misc]  # as it is now
        await asyncio.sleep(ROUND_SECONDS)
    await asyncio.sleep(2 * NONCE_SECONDS)
    async with running(settings):
        await asyncio.sleep(ROUND_SECONDS)
        discord.faults.fail_next([])
        await seen(chiara, posted, "Level")
    assert [len([m for m in all_direct(one) if is_result(one, m)]) for one in two] == [1, 1]


def is_result(person: Person, message: Json) -> bool:
    return message in all_direct(person) and "Level" in words_of(message) and "Duel" in words_of(message)


# The last board


async def test_a_last_board_that_is_refused_for_good_frees_the_channel(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    session = session_in(bot)
    discord.faults.fail_next(
        [{"status": 400, "code": 50035, "path": r"/messages(/\d+|/@original)?$", "times": 999}]
    )
    await chiara.command("stop", channel="games")
    asked = await chiara.wait_for(lambda m: "Stop the game" in labels_of(m))
    await chiara.press(asked, label="Stop the game")
    await until(lambda: session.table.over)
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
    discord.faults.fail_next([])
    while await bot.archive.sessions.owing_ends(0):
        pass
    assert is_ephemeral(asked)
