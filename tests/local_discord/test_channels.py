"""Messages of a channel: listed, sent twice, edited late; and archived or locked threads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from local_discord.ratelimit import Limit, Limits
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import Json, RawBot

MESSAGES = f"/channels/{sample.GAMES}/messages"


async def thread_of(bot: RawBot, **marks: bool) -> str:
    """A thread with a message of the bot in it, then marked."""
    _, thread = await bot.call("POST", f"/channels/{sample.GAMES}/threads", {"name": "Table", "type": 11})
    await bot.post(thread["id"], {"content": "first"})
    bot.discord.threads.mark(bot.discord.world.channels[thread["id"]], **marks)
    return str(thread["id"])


async def listed(bot: RawBot, query: str) -> list[str]:
    return [one["content"] for one in (await bot.call("GET", f"{MESSAGES}?{query}"))[1]]


async def test_messages_are_listed_before_after_and_around_one_newest_first(bot: RawBot) -> None:
    sent = [(await bot.post(sample.GAMES, {"content": str(number)}))[1]["id"] for number in range(9)]
    assert await listed(bot, "limit=3") == ["8", "7", "6"]
    assert await listed(bot, f"limit=3&before={sent[4]}") == ["3", "2", "1"]
    assert await listed(bot, f"limit=3&after={sent[4]}") == ["7", "6", "5"]
    assert await listed(bot, f"limit=3&around={sent[4]}") == ["5", "4", "3"]


async def test_an_edit_of_something_else_leaves_the_mentions_alone(bot: RawBot) -> None:
    body = {"content": f"<@{sample.ADA}>", "allowed_mentions": {"parse": []}}
    _, message = await bot.post(sample.GAMES, body)
    _, edited = await bot.call("PATCH", f"{MESSAGES}/{message['id']}", {"embeds": [{"title": "x"}]})
    assert edited["mentions"] == []
    _, edited = await bot.call("PATCH", f"{MESSAGES}/{message['id']}", {"content": f"<@{sample.ADA}>!"})
    assert [one["id"] for one in edited["mentions"]] == [sample.ADA]


async def test_in_a_thread_that_is_asleep_nothing_is_edited_until_somebody_writes(
    ada: Person, bot: RawBot
) -> None:
    thread = await thread_of(bot, archived=True)
    _, (first, *_) = await bot.call("GET", f"/channels/{thread}/messages")
    path = f"/channels/{thread}/messages/{first['id']}"
    status, reply = await bot.call("PATCH", path, {"content": "x"})
    assert (status, reply["code"]) == (400, 50083)
    status, reply = await bot.call("PATCH", f"/channels/{thread}", {"name": "New"})
    assert (status, reply["code"]) == (400, 50083)
    await ada.say(thread, "wake up")
    assert (await bot.call("PATCH", path, {"content": "x"}))[0] == 200
    assert (await bot.call("PATCH", f"/channels/{thread}", {"name": "New"}))[0] == 200


async def test_in_a_locked_thread_those_who_manage_threads_write_and_nobody_else(
    ada: Person, emi: Person, bot: RawBot
) -> None:
    thread = await thread_of(bot, locked=True)
    status, reply = await bot.post(thread, {"content": "x"})
    assert (status, reply["code"]) == (400, 160005)
    with pytest.raises(Refused, match="permission to manage threads"):
        await emi.say(thread, "may I?")
    await ada.say(thread, "I may")


class TestOldMessages:
    @asynccontextmanager
    async def limited(self, **limits: object) -> AsyncIterator[RawBot]:
        async with (
            LocalDiscord(limits=Limits(**limits)) as discord,  # type: ignore[arg-type]  # its own fields
            RawBot.connect(discord) as bot,
        ):
            yield bot

    async def edits(self, bot: RawBot, count: int) -> list[Json]:
        """The answers to this many edits of one message."""
        _, message = await bot.post(sample.GAMES, {"content": "x"})
        path = f"{MESSAGES}/{message['id']}"
        return [(await bot.call("PATCH", path, {"content": str(number)}))[1] for number in range(count)]

    def test_few_edits_are_taken_of_a_message_that_is_an_hour_old(self) -> None:
        assert Limits().old_seconds == 3600
        assert Limits().old_edits is not None

    async def test_more_edits_are_refused_with_the_seconds_to_wait(self) -> None:
        async with self.limited(old_edits=Limit(2, 60), old_seconds=-1) as bot:
            *taken, refused = await self.edits(bot, 3)
            assert [one["content"] for one in taken] == ["0", "1"]
            assert refused["code"] == 30046
            assert 0 < refused["retry_after"] <= 60
            status, _, headers = await bot.call_whole(
                "PATCH", f"{MESSAGES}/{taken[0]['id']}", {"content": "x"}
            )
            assert (status, bool(headers["Via"])) == (429, True)
            assert (await bot.post(sample.GENERAL, {"content": "elsewhere"}))[0] == 200

    async def test_a_fresh_message_takes_as_many_as_its_route_does(self) -> None:
        async with self.limited(old_edits=Limit(2, 60)) as bot:
            assert [one["content"] for one in await self.edits(bot, 5)] == list("01234")
