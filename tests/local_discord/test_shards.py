"""A bot that divides its servers among several connections: each receives only its own servers' events."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from local_discord.person import Person, Refused
from local_discord.sample import ADA, PEOPLE, many_servers
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING, Shard
from tests.local_discord.conftest import COMMANDS
from tests.local_discord.raw_bot import Json, RawBot
from tests.local_discord.six_servers import SERVERS, SHARDS, WORLD, guild, room, shard, started, untold

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
QUESTION: Json = {"content": "?", "components": [{"type": 1, "components": [BUTTON]}]}


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    """Six servers."""
    async with started(NO_WAITING) as local:
        yield local


@pytest.fixture
async def ada(discord: LocalDiscord) -> AsyncIterator[Person]:
    """She is in all of them."""
    async with Person.connect(discord.url, ADA) as person:
        yield person


@pytest.fixture
async def shards(discord: LocalDiscord) -> AsyncIterator[list[RawBot]]:
    """Three shards, two servers each, as three processes of one bot."""
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(shard(discord, number)) for number in range(SHARDS)]
        await bots[1].call("PUT", f"/applications/{bots[1].application.id}/commands", COMMANDS)
        yield bots


class TestWhoIsToldWhat:
    async def test_a_shard_is_announced_its_own_servers_and_told_which_it_is(
        self, discord: LocalDiscord
    ) -> None:
        for number in range(SHARDS):
            async with RawBot.connect(discord, identify=False) as bot:
                await bot.identify(shard=[number, SHARDS])
                ready = await bot.event("READY")
                own = [guild(one) for one in range(SERVERS) if one % SHARDS == number]
                assert [one["id"] for one in ready["guilds"]] == own
                assert [(await bot.event("GUILD_CREATE"))["id"] for _ in own] == own
                assert ready["shard"] == [number, SHARDS]
                assert await untold([bot])

    async def test_a_connection_without_a_shard_has_every_server(self, discord: LocalDiscord) -> None:
        async with RawBot.connect(discord, identify=False) as bot:
            await bot.identify()
            ready = await bot.event("READY")
            assert [one["id"] for one in ready["guilds"]] == [one.id for one in WORLD.guilds]
            assert "shard" not in ready

    async def test_messages_people_and_channels_of_a_server_reach_its_shard_alone(
        self, ada: Person, shards: list[RawBot]
    ) -> None:
        for number in (4, 2):
            own = shards.pop(number % SHARDS)
            said = await ada.say(f"room-{number}", "hello")
            assert (await own.event("MESSAGE_CREATE"))["id"] == said["id"]
            await ada.marks.react(said, "👍")
            assert (await own.event("MESSAGE_REACTION_ADD"))["guild_id"] == guild(number)
            await ada.do("delete", channel_id=room(number), message_id=said["id"])
            assert (await own.event("MESSAGE_DELETE"))["guild_id"] == guild(number)
            await ada.do("create_channel", guild_id=guild(number), name="attic")
            assert (await own.event("CHANNEL_CREATE"))["guild_id"] == guild(number)
            await ada.do("create_thread", channel_id=room(number), name="corner")
            assert (await own.event("THREAD_CREATE"))["guild_id"] == guild(number)
            await ada.do("leave", guild_id=guild(number))
            assert (await own.event("GUILD_MEMBER_REMOVE"))["guild_id"] == guild(number)
            assert await untold(shards)
            shards.insert(number % SHARDS, own)

    async def test_a_command_and_a_press_reach_the_shard_of_their_server_alone(
        self, ada: Person, shards: list[RawBot]
    ) -> None:
        own, *others = shards[2], shards[0], shards[1]
        await ada.command("greet", channel="room-5")
        assert (await own.event("INTERACTION_CREATE"))["guild_id"] == guild(5)
        _, question = await others[0].post(room(5), QUESTION)
        await own.event("MESSAGE_CREATE")
        await ada.wait_for(lambda one: one["id"] == question["id"])
        await ada.press(question, "go")
        assert (await own.event("INTERACTION_CREATE"))["message"]["id"] == question["id"]
        assert await untold(others)

    async def test_direct_messages_and_what_is_pressed_in_them_reach_shard_0_alone(
        self, ada: Person, shards: list[RawBot]
    ) -> None:
        first, *others = shards
        direct = await ada.open_dm()
        await ada.say(direct["id"], "between us")
        assert (await first.event("MESSAGE_CREATE"))["content"] == "between us"
        _, question = await others[1].post(direct["id"], QUESTION)
        assert (await first.event("MESSAGE_CREATE"))["id"] == question["id"]
        await ada.wait_for(lambda one: one["id"] == question["id"])
        await ada.press(question, "go")
        assert (await first.event("INTERACTION_CREATE"))["channel_id"] == direct["id"]
        await ada.command("greet", channel=direct["id"])
        assert (await first.event("INTERACTION_CREATE"))["data"]["name"] == "greet"
        assert await untold(others)

    async def test_connections_with_the_same_shard_other_counts_or_none_are_all_told(
        self, ada: Person, discord: LocalDiscord, shards: list[RawBot]
    ) -> None:
        async with (
            shard(discord, 1) as twin,
            shard(discord, 0, 2) as half,
            shard(discord, None) as whole,
            shard(discord, 1, 2) as other,
        ):
            await ada.command("greet", channel="room-4")
            told = [shards[1], twin, half, whole]
            ids = {(await one.event("INTERACTION_CREATE"))["id"] for one in told}
            assert len(ids) == 1
            assert await untold([shards[0], shards[2], other])

    async def test_members_of_a_server_on_another_shard_are_not_sent(self, shards: list[RawBot]) -> None:
        asking = shards[0]
        for number in (1, 3):
            await asking.send(8, {"guild_id": guild(number), "query": "", "limit": 0})
            await asking.send(4, {"guild_id": guild(number), "channel_id": None})
        chunk = await asking.event("GUILD_MEMBERS_CHUNK")
        assert (chunk["guild_id"], len(chunk["members"])) == (guild(3), 4)
        assert await untold(shards)


class TestSeveralProcesses:
    async def test_any_process_answers_an_interaction_and_follows_it_up(
        self, ada: Person, shards: list[RawBot]
    ) -> None:
        interaction_id = await ada.command("greet", channel="room-4")
        told = await shards[1].event("INTERACTION_CREATE")
        assert (await shards[0].answer(told, {"type": 5}))[0] == 200
        assert (await shards[2].original("PATCH", told, {"content": "from the third"}))[0] == 200
        assert (await ada.reply_to(interaction_id))["content"] == "from the third"
        assert (await shards[0].follow_up(told, {"content": "from the first"}))[0] == 200
        assert (await shards[1].event("MESSAGE_CREATE"))["guild_id"] == guild(4)

    async def test_any_process_sees_and_writes_to_every_server(self, shards: list[RawBot]) -> None:
        for bot in shards:
            assert [one["id"] for one in (await bot.call("GET", "/users/@me/guilds"))[1]] == [
                one.id for one in WORLD.guilds
            ]
            assert (await bot.post(room(5), {"content": "hello"}))[0] == 200

    async def test_processes_share_commands_and_emojis(self, shards: list[RawBot]) -> None:
        application = f"/applications/{shards[0].application.id}"
        image = "data:image/png;base64,iVBORw0KGgo="
        _, made = await shards[0].call("POST", f"{application}/emojis", {"name": "spade", "image": image})
        for bot in shards:
            assert (await bot.call("GET", f"{application}/emojis"))[1]["items"][0]["id"] == made["id"]
            names = [one["name"] for one in (await bot.call("GET", f"{application}/commands"))[1]]
            assert names == ["greet", "move"]

    async def test_a_bot_is_there_until_its_last_process_is_gone(
        self, ada: Person, discord: LocalDiscord
    ) -> None:
        identity = discord.applications[0].id
        async with shard(discord, 0) as first, shard(discord, 1) as second:
            await ada.wait_until(lambda: ada.sees.applications[identity]["online"])
            assert discord.gateway.shards_of(discord.applications[0]) == [0, 1]
            await first.close()
            assert discord.gateway.online(discord.applications[0])
            assert discord.gateway.shards_of(discord.applications[0]) == [1]
            await second.close()
            await ada.wait_until(lambda: not ada.sees.applications[identity]["online"])


class TestResuming:
    async def test_each_shard_resumes_its_own_session_and_hears_what_it_missed(
        self, ada: Person, discord: LocalDiscord
    ) -> None:
        async with shard(discord, 0) as first, shard(discord, 1) as second:
            sessions = {one.shard.id: one.id for one in discord.gateway.sessions.values()}
            seen = second.sequence
            await second.abort()
            for number in (0, 1, 3, 4):
                await ada.say(f"room-{number}", f"in {number}")
            assert [(await first.event("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["in 0", "in 3"]
            await second.open()
            await second.resume(sessions[1], seen)
            assert [(await second.event("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["in 1", "in 4"]
            await second.event("RESUMED")
            await ada.say("room-1", "and after")
            assert (await second.event("MESSAGE_CREATE"))["content"] == "and after"
            assert await untold([first, second])


class TestFaults:
    async def test_one_shard_may_be_dropped(self, ada: Person, shards: list[RawBot]) -> None:
        await ada.do("faults", drop_gateway={"code": 4000, "shard": 1})
        assert await shards[1].closed() == 4000
        assert shards[0].close_code is shards[2].close_code is None
        assert shards[0].discord.faults.drop_gateway(shard=2) == 1
        assert await shards[2].closed() == 4000

    async def test_a_fault_of_the_gateway_that_cannot_be_is_refused_with_a_sentence(
        self, ada: Person
    ) -> None:
        for wrong in ({"drop_gateway": {"shards": 1}}, {"refuse_identify": {"seconds": "x"}}):
            with pytest.raises(Refused, match="The gateway can't do that"):
                await ada.do("faults", **wrong)


class TestManyServers:
    @pytest.mark.parametrize("count", range(1, 17))
    def test_servers_fall_on_the_shards_in_turn(self, count: int) -> None:
        for number, one in enumerate(many_servers(33).guilds):
            assert Shard(number % count, count).has(one.id)

    def test_each_has_its_own_room_and_a_few_people(self) -> None:
        for number, one in enumerate(WORLD.guilds):
            assert [channel.name for channel in one.channels] == [f"room-{number}"]
            assert one.members is not None
            assert len(set(one.members)) == 3
            assert set(one.members) <= {person.id for person in PEOPLE}
