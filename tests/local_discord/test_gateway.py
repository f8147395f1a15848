"""The gateway: logging in, receiving events, and what ends the connection."""

import asyncio
import json

import pytest

from local_discord import sample
from local_discord.person import Person
from local_discord.server import LocalDiscord
from local_discord.users import User
from tests.local_discord.raw_bot import INTENTS, RawBot

GUILDS, MEMBERS, MESSAGES, DIRECT, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15


async def test_hello_comes_first_and_heartbeats_are_acknowledged(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        hello = await bot.opcode(10)
        assert hello["d"]["heartbeat_interval"] > 1000
        await bot.send(1, None)
        await bot.opcode(11)


async def test_ready_tells_who_you_are_and_the_server_follows(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify()
        ready = await bot.event("READY")
        guild = await bot.event("GUILD_CREATE")
    assert ready["user"]["id"] == ready["application"]["id"] == bot.application.id
    assert ready["resume_gateway_url"] == discord.gateway_url
    assert ready["guilds"] == [{"id": sample.GUILD_ID, "unavailable": True}]
    assert {one["name"] for one in guild["channels"]} >= {"general", "games", "music", "no-bots-here"}
    assert len(guild["members"]) == guild["member_count"] == len(sample.PEOPLE) + 2


async def test_without_the_members_intent_a_bot_knows_only_itself(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify(GUILDS)
        guild = await bot.event("GUILD_CREATE")
        assert [one["user"]["id"] for one in guild["members"]] == [bot.application.id]
        await bot.send(8, {"guild_id": sample.GUILD_ID, "query": "", "limit": 0, "nonce": "n"})
        chunk = await bot.event("GUILD_MEMBERS_CHUNK")
        assert (len(chunk["members"]), chunk["nonce"]) == (len(sample.PEOPLE) + 2, "n")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"query": "", "limit": 2}, [sample.ADA, sample.BRUNO]),
        ({"query": "A", "limit": 5}, [sample.ADA]),
        ({"query": "nobody", "limit": 0}, []),
        ({"user_ids": [sample.EMI, "1"]}, [sample.EMI]),
        ({"user_ids": sample.EMI, "limit": 1}, [sample.EMI]),
    ],
)
async def test_members_are_asked_for_by_the_beginning_of_their_name_or_by_id(
    bot: RawBot, asked: dict[str, object], found: list[str]
) -> None:
    await bot.send(8, {"guild_id": sample.GUILD_ID} | asked)
    chunk = await bot.event("GUILD_MEMBERS_CHUNK")
    assert [one["user"]["id"] for one in chunk["members"]] == found
    assert chunk["not_found"] == [one for one in ("1",) if isinstance(asked.get("user_ids"), list)]


async def test_a_beginning_of_names_finds_a_hundred_members_at_most_and_everybody_comes_in_thousands(
    bot: RawBot,
) -> None:
    guild = bot.discord.world.guilds[sample.GUILD_ID]
    for number in range(2500):
        bot.discord.world.join(guild, User(str(10**17 + number), f"newcomer{number}", None, 0))
    await bot.send(8, {"guild_id": sample.GUILD_ID, "query": "newcomer", "limit": 0})
    assert len((await bot.event("GUILD_MEMBERS_CHUNK"))["members"]) == 100
    await bot.send(8, {"guild_id": sample.GUILD_ID, "query": "", "limit": 0})
    chunks = [await bot.event("GUILD_MEMBERS_CHUNK") for _ in range(3)]
    assert [(one["chunk_index"], one["chunk_count"], len(one["members"])) for one in chunks] == [
        (0, 3, 1000),
        (1, 3, 1000),
        (2, 3, 500 + len(sample.PEOPLE) + 2),
    ]


async def test_binary_frames_are_read_as_well(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        bot.binary = True
        await bot.identify()
        await bot.event("READY")


async def test_the_stream_is_compressed_when_asked_for(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.close()
        await bot.open("?v=10&encoding=json&compress=zlib-stream")
        await bot.identify()
        await bot.event("GUILD_CREATE")
        await bot.post(sample.GAMES, {"content": "compressed"})
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "compressed"


async def test_a_wrong_token_is_told_with_4004(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.send(2, {"token": "wrong", "intents": 0, "properties": {}})
        assert await bot.closed() == 4004


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", 4002),
        ("[]", 4002),
        ('{"op":1,"d":"' + "x" * 4096 + '"}', 4002),
        ('{"op":3,"d":{}}', 4003),
        ('{"op":2,"d":null}', 4002),
        ('{"op":2,"d":["token"]}', 4002),
        ('{"op":2,"d":{"token":"TOKEN","intents":1,"shard":7}}', 4002),
        ('{"op":6,"d":"TOKEN"}', 4002),
        ('{"op":6,"d":{"token":"TOKEN","session_id":"SESSION","seq":"x"}}', 4002),
    ],
)
async def test_what_breaks_the_protocol_ends_the_connection(
    discord: LocalDiscord, caplog: pytest.LogCaptureFixture, text: str, code: int
) -> None:
    session = discord.gateway.open(discord.applications[0], 0)
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.send_text(text.replace("TOKEN", bot.application.token).replace("SESSION", session.id))
        assert await bot.closed() == code
    assert caplog.text == "", "the server itself stumbled"


async def test_members_that_are_asked_for_wrongly_end_the_connection(discord: LocalDiscord) -> None:
    guild: dict[str, object] = {"guild_id": sample.GUILD_ID}
    for wrong in ("all of them", guild | {"limit": "x"}, guild | {"limit": -1}, guild | {"user_ids": {}}):
        async with RawBot.connect(discord) as bot:
            await bot.send(8, wrong)
            assert await bot.closed() == 4002


async def test_identifying_twice_an_unknown_opcode_and_wrong_intents_end_it(discord: LocalDiscord) -> None:
    for opcode, details, code in ((2, None, 4005), (99, {}, 4001)):
        async with RawBot.connect(discord) as bot:
            if opcode == 2:
                await bot.identify()
            else:
                await bot.send(opcode, details)
            assert await bot.closed() == code
    for intents, shard, code in ((1 << 30, None, 4013), (0, [2, 2], 4010)):
        async with RawBot.connect(discord, identify=False) as bot:
            await bot.identify(intents, shard=shard)
            assert await bot.closed() == code


async def test_intents_may_be_disallowed() -> None:
    async with (
        LocalDiscord(disallowed_intents=CONTENT) as discord,
        RawBot.connect(discord, identify=False) as bot,
    ):
        await bot.identify(INTENTS)
        assert await bot.closed() == 4014


async def test_a_hundred_and_twenty_sends_a_minute_and_no_more(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        for _ in range(120):
            await bot.send(1, None)
        assert await bot.closed() == 4008


async def test_bots_hear_what_their_intents_say(ada: Person, discord: LocalDiscord) -> None:
    async with (
        RawBot.connect(discord, intents=GUILDS) as deaf,
        RawBot.connect(discord, intents=GUILDS | MESSAGES, application=1) as blind,
        RawBot.connect(discord, intents=INTENTS) as whole,
    ):
        await ada.say("general", "a secret")
        assert (await whole.event("MESSAGE_CREATE"))["content"] == "a secret"
        assert (await blind.event("MESSAGE_CREATE"))["content"] == ""
        await ada.say("general", f"<@{blind.application.id}> hello")
        assert (await blind.event("MESSAGE_CREATE"))["content"].endswith("hello")
        direct = await ada.open_dm(whole.application.id)
        await ada.say(direct["id"], "between us")
        await whole.event("MESSAGE_CREATE")
        assert (await whole.event("MESSAGE_CREATE"))["content"] == "between us"
        assert "MESSAGE_CREATE" not in deaf.names()
        assert "MESSAGE_CREATE" not in blind.names()


async def test_bots_hear_of_people_channels_and_threads(ada: Person, emi: Person, bot: RawBot) -> None:
    await emi.do("leave")
    assert (await bot.event("GUILD_MEMBER_REMOVE"))["user"]["id"] == sample.EMI
    await emi.do("join")
    assert (await bot.event("GUILD_MEMBER_ADD"))["user"]["id"] == sample.EMI
    made = (await ada.do("create_channel", name="attic"))["channel"]
    assert (await bot.event("CHANNEL_CREATE"))["id"] == made["id"]
    thread = (await ada.do("create_thread", channel_id=made["id"], name="corner"))["channel"]
    assert (await bot.event("THREAD_CREATE"))["parent_id"] == made["id"]
    said = await ada.say(thread["id"], "hello")
    assert (await bot.event("MESSAGE_CREATE"))["channel_id"] == thread["id"]
    await ada.do("delete", channel_id=thread["id"], message_id=said["id"])
    assert (await bot.event("MESSAGE_DELETE"))["id"] == said["id"]
    await ada.do("delete_channel", channel_id=made["id"])
    assert (await bot.event("THREAD_DELETE"))["id"] == thread["id"]
    assert (await bot.event("CHANNEL_DELETE"))["id"] == made["id"]


async def test_people_see_whether_a_bot_is_there(ada: Person, discord: LocalDiscord) -> None:
    identity = discord.applications[0].id
    assert not ada.sees.applications[identity]["online"]
    async with RawBot.connect(discord):
        await ada.wait_until(lambda: ada.sees.applications[identity]["online"])
    await ada.wait_until(lambda: not ada.sees.applications[identity]["online"])


UPGRADE = (
    b"GET /gateway HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def framed(said: object) -> bytes:
    """A WebSocket's text frame of less than 126 bytes (RFC 6455), with a mask that changes nothing."""
    text = json.dumps(said).encode()
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


async def test_a_bot_that_does_not_read_holds_nobody_up(ada: Person, discord: LocalDiscord) -> None:
    silent = discord.applications[1]
    # Nothing consumes what this stream reads, so it soon stops reading.
    _, writer = await asyncio.open_connection("127.0.0.1", discord.port, limit=1)
    writer.write(UPGRADE % discord.port + framed({"op": 2, "d": {"token": silent.token, "intents": INTENTS}}))
    async with asyncio.timeout(5):
        while not discord.gateway.online(silent):  # noqa: ASYNC110 - the gateway has no event for it
            await asyncio.sleep(0.01)
        for _ in range(200):
            await ada.say("general", "x" * 2000)
    writer.transport.abort()
