"""Several messages deleted at once: by a bot, and by a person who may manage messages."""

import pytest

from local_discord import sample
from local_discord.applications import Application
from local_discord.codec import EPOCH_MS
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.asking import greeted
from tests.local_discord.raw_bot import RawBot

BULK = f"/channels/{sample.GAMES}/messages/bulk-delete"
DAY_MS = 86_400_000


@pytest.fixture
def applications() -> list[Application | str]:
    return [Application("Test Bot", permissions=["MANAGE_MESSAGES"]), "Other"]


async def posted(bot: RawBot, count: int = 3) -> list[str]:
    """The ids of this many messages of the bot, whose events it has taken."""
    ids = [(await bot.post(sample.GAMES, {"content": str(number)}))[1]["id"] for number in range(count)]
    for _ in ids:
        await bot.event("MESSAGE_CREATE")
    return ids


async def test_bots_hear_of_a_bulk_deletion_in_one_event(bot: RawBot, ada: Person) -> None:
    first, second, third = await posted(bot)
    assert (await bot.call("POST", BULK, {"messages": [first, second]}))[0] == 204
    place = {"channel_id": sample.GAMES, "guild_id": sample.GUILD_ID}
    assert await bot.event("MESSAGE_DELETE_BULK") == {"ids": [first, second]} | place
    assert "MESSAGE_DELETE" not in await bot.heard()
    await ada.wait_until(lambda: [one["id"] for one in ada.sees.in_channel("games")] == [third])


async def test_messages_that_are_not_there_change_nothing(bot: RawBot) -> None:
    (there,) = await posted(bot, 1)
    gone = [str(int(there) + 1), str(int(there) + 2)]
    assert (await bot.call("POST", BULK, {"messages": gone}))[0] == 204
    assert "MESSAGE_DELETE_BULK" not in await bot.heard()
    await bot.call("POST", BULK, {"messages": [there, *gone]})
    assert (await bot.event("MESSAGE_DELETE_BULK"))["ids"] == [there]


async def test_a_bulk_deletion_is_of_two_to_a_hundred_different_messages_of_the_last_two_weeks(
    bot: RawBot,
) -> None:
    one, other, third = await posted(bot)
    old = str(((int(one) >> 22) - 14 * DAY_MS - 60_000) << 22)
    many = [str(int(one) + number) for number in range(101)]
    assert int(old) >> 22 < (int(one) >> 22) + EPOCH_MS
    for wanted, code in (
        ([one], 50035),
        (many, 50035),
        ([one, one], 50035),
        ([one, "x"], 50035),
        ([one, other, old], 50034),
    ):
        status, reply = await bot.call("POST", BULK, {"messages": wanted})
        assert (status, reply["code"]) == (400, code)
    status, there = await bot.call("GET", f"/channels/{sample.GAMES}/messages")
    assert {message["id"] for message in there} == {one, other, third}


async def test_only_a_bot_that_may_manage_messages_deletes_several(
    discord: LocalDiscord, bot: RawBot
) -> None:
    one, other, _ = await posted(bot)
    async with RawBot.connect(discord, application=1) as stranger:
        status, reply = await stranger.call("POST", BULK, {"messages": [one, other]})
        assert (status, reply["code"]) == (403, 50013)
    direct = (await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA}))[1]["id"]
    path = f"/channels/{direct}/messages/bulk-delete"
    status, reply = await bot.call("POST", path, {"messages": [one, other]})
    assert (status, reply["code"]) == (400, 50003)


async def test_a_moderators_purge_is_one_event_for_bots(
    discord: LocalDiscord, bot: RawBot, emi: Person
) -> None:
    first, second, third = await posted(bot)
    async with Person.connect(discord.url, sample.BRUNO) as bruno:
        await bruno.purge(*bruno.sees.in_channel("games")[:2])
        await bruno.wait_until(lambda: [one["id"] for one in bruno.sees.in_channel("games")] == [third])
        assert (await bot.event("MESSAGE_DELETE_BULK"))["ids"] == [first, second]
        assert "MESSAGE_DELETE" not in await bot.heard()
        with pytest.raises(Refused, match="up to 100 messages"):
            await bruno.do("purge", channel_id=sample.GAMES, message_ids=[])
        with pytest.raises(Refused, match="permission to manage messages"):
            await emi.purge(*emi.sees.in_channel("games"))


async def test_a_purge_leaves_what_only_one_person_can_see(bot: RawBot, ada: Person) -> None:
    interaction_id, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 4, "data": {"content": "psst", "flags": 64}})
    private = await ada.reply_to(interaction_id)
    await ada.purge(private)
    assert ada.sees.current(private)["content"] == "psst"
    assert "MESSAGE_DELETE_BULK" not in await bot.heard()
