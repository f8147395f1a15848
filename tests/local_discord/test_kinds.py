"""Channels other than text channels: voice, announcement, stage, forum and media."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import ValidationError

from local_discord import sample
from local_discord.fixtures import ChannelFixture
from local_discord.person import Person, Refused
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.asking import greeted
from tests.local_discord.raw_bot import Json, RawBot
from tests.openapi import described

KINDS = {"voice": 2, "announcement": 5, "stage": 13, "forum": 15, "media": 16}
IDS = {name: f"7600000000000001{number:02}" for name, number in KINDS.items()}
CLOSED = "760000000000000199"
CHANNELS = (
    *sample.CHANNELS,
    *(ChannelFixture(id=IDS[name], name=name, kind=name) for name in KINDS),
    ChannelFixture(id=CLOSED, name="closed", kind="voice", denied_to_bots=("CONNECT",)),
)
GUILD = sample.SAMPLE.guilds[0].model_copy(update={"channels": CHANNELS})
WORLD = sample.SAMPLE.model_copy(update={"guilds": (GUILD,)})
WITH_MESSAGES = ("voice", "announcement", "stage")
FORUMS = ("forum", "media")


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    with described() as recording:

        def record(*exchange: Any) -> None:
            if "media" not in repr(exchange):  # the description doesn't have that kind yet
                recording(*exchange)

        async with LocalDiscord(WORLD, limits=NO_LIMITS, record=record, sharding=NO_WAITING) as local:
            yield local


async def test_each_kind_comes_with_its_number(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify()
        channels = {one["name"]: one for one in (await bot.event("GUILD_CREATE"))["channels"]}
        assert {name: channels[name]["type"] for name in KINDS} == KINDS
        assert channels["voice"]["bitrate"]
        assert channels["forum"]["available_tags"] == []
        assert (await bot.call("GET", f"/guilds/{sample.GUILD_ID}/channels"))[0] == 200


@pytest.mark.parametrize("kind", WITH_MESSAGES)
async def test_messages_and_commands_are_as_in_a_text_channel(kind: str, bot: RawBot, ada: Person) -> None:
    await ada.say(kind, "hello")
    assert (await bot.event("MESSAGE_CREATE"))["content"] == "hello"
    assert (await bot.post(IDS[kind], {"content": "hello"}))[0] == 200
    interaction_id, told = await greeted(ada, bot, kind)
    assert told["channel"]["type"] == KINDS[kind]
    await bot.answer(told, {"type": 4, "data": {"content": "hello Ada"}})
    assert (await ada.reply_to(interaction_id))["content"] == "hello Ada"


async def test_a_voice_channel_that_a_bot_cannot_connect_to_is_seen_and_not_read(
    bot: RawBot, ada: Person
) -> None:
    await ada.say("closed", "hello")
    assert "MESSAGE_CREATE" not in await bot.heard()
    for request in (
        bot.post(CLOSED, {"content": "hello"}),
        bot.call("GET", f"/channels/{CLOSED}/messages"),
    ):
        status, reply = await request
        assert (status, reply["code"]) == (403, 50001)


async def test_a_thread_in_an_announcement_channel_has_its_own_kind_and_voice_channels_have_none(
    bot: RawBot, ada: Person
) -> None:
    thread = await ada.threads.start("announcement", "corner")
    assert thread["type"] == 10
    assert (await bot.event("THREAD_CREATE"))["id"] == thread["id"]
    with pytest.raises(Refused, match="can't be started in this kind of channel"):
        await ada.threads.start("voice", "corner")
    body = {"name": "corner", "type": 11}
    status, reply = await bot.call("POST", f"/channels/{IDS['stage']}/threads", body)
    assert (status, reply["code"]) == (400, 50024)
    status, reply = await bot.call("POST", f"/channels/{IDS['announcement']}/threads", body | {"type": 12})
    assert (status, reply["code"]) == (400, 50024)


@pytest.mark.parametrize("kind", FORUMS)
async def test_nobody_writes_in_a_forum_itself(kind: str, bot: RawBot, ada: Person) -> None:
    status, reply = await bot.post(IDS[kind], {"content": "hello"})
    assert (status, reply["code"]) == (400, 40058)
    with pytest.raises(Refused, match="Start a thread there"):
        await ada.say(kind, "hello")
    with pytest.raises(Refused, match="posts, not in the forum"):
        await ada.command("greet", channel=kind)


@pytest.mark.parametrize("kind", FORUMS)
async def test_a_forums_posts_are_threads_with_a_first_message(kind: str, bot: RawBot, ada: Person) -> None:
    post = await ada.threads.start(kind, "Looking for players", content="Who has time?")
    assert (await bot.event("THREAD_CREATE"))["parent_id"] == IDS[kind]
    first = await bot.event("MESSAGE_CREATE")
    assert (first["id"], first["content"]) == (post["id"], "Who has time?")
    assert (await bot.post(post["id"], {"content": "I have"}))[0] == 200
    _, told = await greeted(ada, bot, post["id"])
    assert (told["channel"]["type"], told["channel"]["parent_id"]) == (11, IDS[kind])
    assert (await bot.call("GET", f"/channels/{IDS[kind]}"))[1]["last_message_id"] == post["id"]


async def test_a_bot_posts_in_a_forum(bot: RawBot, ada: Person) -> None:
    body: Json = {"name": "Table", "message": {"content": "Sit down"}}
    status, made = await bot.call("POST", f"/channels/{IDS['forum']}/threads", body)
    assert (status, made["type"], made["message"]["id"]) == (201, 11, made["id"])
    await ada.wait_for(lambda one: one["content"] == "Sit down")
    _, other = await bot.call("POST", f"/channels/{IDS['forum']}/threads", {"name": "Table"})
    assert other["code"] == 50035


async def test_a_bot_makes_channels_of_each_kind(discord: LocalDiscord) -> None:
    guild = discord.world.guilds[sample.GUILD_ID]
    async with RawBot.connect(discord) as bot:
        guild.members[bot.application.id].roles.append(sample.MODERATOR_ROLE_ID)
        for name, kind in KINDS.items():
            body = {"name": name, "type": kind}
            status, made = await bot.call("POST", f"/guilds/{guild.id}/channels", body)
            assert (status, made["type"]) == (201, kind)


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationError, match="kind"):
        ChannelFixture.model_validate({"id": CLOSED, "name": "odd", "kind": "odd"})
