"""Two servers and two applications in one world: each hears and sees only its own things."""

from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError

from local_discord.errors import APIError
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    RoleFixture,
    WorldFixture,
)
from local_discord.person import Person, Refused
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.raw_bot import Json, RawBot
from tests.openapi import described

ANN, BEN, CAT = "100000000000000001", "100000000000000002", "100000000000000003"
NORTH, SOUTH = "200000000000000001", "300000000000000001"
NORTH_HALL, SOUTH_HALL = "200000000000000002", "300000000000000002"
SOUTH_ROLE = "300000000000000003"

WORLD = WorldFixture(
    people=(
        PersonFixture(id=ANN, username="ann", name="Ann"),
        PersonFixture(id=BEN, username="ben"),
        PersonFixture(id=CAT, username="cat"),
    ),
    guilds=(
        GuildFixture(
            id=NORTH,
            name="North",
            owner=ANN,
            channels=(ChannelFixture(id=NORTH_HALL, name="hall"),),
            members=(ANN, BEN),
        ),
        GuildFixture(
            id=SOUTH,
            name="South",
            owner=CAT,
            channels=(ChannelFixture(id=SOUTH_HALL, name="hall"),),
            roles=(RoleFixture(id=SOUTH_ROLE, name="Keeper", permissions=("PIN_MESSAGES",), members=(ANN,)),),
            members=(ANN, CAT),
        ),
    ),
    applications=(
        ApplicationFixture(name="Everywhere"),
        ApplicationFixture(name="Southern", guilds=(SOUTH,)),
    ),
)
GREET: Json = {"name": "greet", "description": "Say hello"}
INTENTS = 1 << 0 | 1 << 1 | 1 << 9 | 1 << 12 | 1 << 15


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    with described() as recording:
        async with LocalDiscord(WORLD, limits=NO_LIMITS, record=recording, sharding=NO_WAITING) as local:
            yield local


@pytest.fixture
async def everywhere(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    async with RawBot.connect(discord, intents=INTENTS) as bot:
        yield bot


@pytest.fixture
async def southern(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    async with RawBot.connect(discord, application=1, intents=INTENTS) as bot:
        yield bot


@pytest.fixture
async def ann(discord: LocalDiscord) -> AsyncIterator[Person]:
    """She is in both servers."""
    async with Person.connect(discord.url, ANN) as person:
        yield person


async def test_a_bot_is_told_of_the_servers_it_is_in(discord: LocalDiscord) -> None:
    for application, own in ((0, [NORTH, SOUTH]), (1, [SOUTH])):
        async with RawBot.connect(discord, application=application, identify=False) as bot:
            await bot.identify(INTENTS)
            assert [one["id"] for one in (await bot.event("READY"))["guilds"]] == own
            created = [await bot.event("GUILD_CREATE") for _ in own]
            assert [one["id"] for one in created] == own
            halls = [[channel["id"] for channel in one["channels"]] for one in created]
            assert halls == [[{NORTH: NORTH_HALL, SOUTH: SOUTH_HALL}[one]] for one in own]
            _, listed = await bot.call("GET", "/users/@me/guilds")
            assert [one["id"] for one in listed] == own
            _, itself = await bot.call("GET", "/applications/@me")
            assert itself["approximate_guild_count"] == len(own)


async def test_lists_of_own_servers_are_cut_at_either_end(everywhere: RawBot) -> None:
    for query, ids in (
        ("limit=1", [NORTH]),
        (f"after={NORTH}", [SOUTH]),
        (f"before={SOUTH}", [NORTH]),
        ("limit=1&before=999999999999999999", [SOUTH]),
    ):
        _, listed = await everywhere.call("GET", f"/users/@me/guilds?{query}")
        assert [one["id"] for one in listed] == ids


async def test_counts_are_those_of_each_server(ann: Person, everywhere: RawBot) -> None:
    _, listed = await everywhere.call("GET", "/users/@me/guilds?with_counts=true")
    assert [one["approximate_member_count"] for one in listed] == [3, 4]
    assert [one["approximate_presence_count"] for one in listed] == [2, 2]


async def test_a_bot_neither_hears_nor_enters_a_server_it_is_not_in(
    ann: Person, everywhere: RawBot, southern: RawBot
) -> None:
    await ann.do("say", channel_id=NORTH_HALL, content="in the north")
    await ann.do("say", channel_id=SOUTH_HALL, content="in the south")
    assert (await southern.event("MESSAGE_CREATE"))["guild_id"] == SOUTH
    assert [(await everywhere.event("MESSAGE_CREATE"))["guild_id"] for _ in range(2)] == [NORTH, SOUTH]
    for path in (f"/guilds/{NORTH}/roles", f"/channels/{NORTH_HALL}"):
        assert (await southern.call("GET", path))[1]["code"] == 50001
    for unknown in (NORTH, "1"):
        assert (await southern.call("GET", f"/guilds/{unknown}"))[1]["code"] == 10004


async def test_an_interaction_goes_to_the_application_of_its_command(
    ann: Person, everywhere: RawBot, southern: RawBot
) -> None:
    for bot in (everywhere, southern):
        await bot.call("PUT", f"/applications/{bot.application.id}/commands", [GREET])
    for bot in (southern, everywhere):
        wanted = bot.application.id
        await ann.do("command", channel_id=SOUTH_HALL, name="greet", application_id=wanted)
        came = await bot.event("INTERACTION_CREATE")
        assert (came["application_id"], came["guild_id"]) == (wanted, SOUTH)
    await ann.do("command", channel_id=NORTH_HALL, name="greet")
    assert (await everywhere.event("INTERACTION_CREATE"))["guild_id"] == NORTH
    with pytest.raises(Refused, match="no command /greet"):
        await ann.do("command", channel_id=NORTH_HALL, name="greet", application_id=southern.application.id)
    assert "INTERACTION_CREATE" not in southern.names()


async def test_a_click_goes_to_the_bot_of_the_message(
    ann: Person, everywhere: RawBot, southern: RawBot
) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    for bot in (everywhere, southern):
        _, message = await bot.post(SOUTH_HALL, {"components": [{"type": 1, "components": [button]}]})
        await ann.wait_for(lambda m, wanted=message["id"]: m["id"] == wanted)  # type: ignore[misc]  # bound now
        await ann.press(message, "go")
        assert (await bot.event("INTERACTION_CREATE"))["message"]["id"] == message["id"]


async def test_a_server_has_its_own_commands(ann: Person, everywhere: RawBot) -> None:
    own = f"/applications/{everywhere.application.id}/guilds"
    _, listed = await everywhere.call("PUT", f"{own}/{NORTH}/commands", [GREET])
    assert listed[0]["guild_id"] == NORTH
    assert (await everywhere.call("GET", f"{own}/{SOUTH}/commands"))[1] == []
    await ann.do("command", channel_id=NORTH_HALL, name="greet")
    with pytest.raises(Refused, match="no command /greet"):
        await ann.do("command", channel_id=SOUTH_HALL, name="greet")


async def test_direct_messages_are_kept_apart_by_application(
    ann: Person, everywhere: RawBot, southern: RawBot
) -> None:
    direct: Json = {}
    for bot in (everywhere, southern):
        await bot.call("PUT", f"/applications/{bot.application.id}/commands", [GREET])
        direct = await ann.open_dm(bot.application.id)
        assert [one["id"] for one in direct["recipients"]] == [bot.application.id]
        await ann.do("command", channel_id=direct["id"], name="greet")
        assert (await bot.event("INTERACTION_CREATE"))["channel_id"] == direct["id"]
    assert (await southern.call("GET", f"/channels/{direct['id']}"))[0] == 200
    assert (await everywhere.call("GET", f"/channels/{direct['id']}"))[1]["code"] == 50001


async def test_a_bot_only_writes_to_people_it_shares_a_server_with(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, application=1) as southern, Person.connect(discord.url, BEN) as ben:
        _, direct = await southern.call("POST", "/users/@me/channels", {"recipient_id": BEN})
        assert (await southern.post(direct["id"], {"content": "x"}))[1]["code"] == 50278
        with pytest.raises(Refused, match="in one of your servers"):
            await ben.open_dm("1")


async def test_leaving_one_server_leaves_the_other(ann: Person, everywhere: RawBot, southern: RawBot) -> None:
    await ann.do("leave", guild_id=NORTH)
    assert (await everywhere.event("GUILD_MEMBER_REMOVE"))["guild_id"] == NORTH
    with pytest.raises(Refused):
        await ann.do("say", channel_id=NORTH_HALL, content="x")
    await ann.do("say", channel_id=SOUTH_HALL, content="x")
    assert "GUILD_MEMBER_REMOVE" not in southern.names()
    await ann.do("join", guild_id=NORTH)
    assert (await everywhere.event("GUILD_MEMBER_ADD"))["guild_id"] == NORTH
    await ann.wait_until(lambda: any(one["user"]["id"] == ANN for one in ann.sees.guilds[NORTH]["members"]))
    with pytest.raises(Refused, match="doesn't exist"):
        await ann.do("join", guild_id="1")


async def test_roles_count_in_their_own_server_only(ann: Person, discord: LocalDiscord) -> None:
    async with Person.connect(discord.url, BEN) as ben:
        said = dict((await ben.do("say", channel_id=NORTH_HALL, content=f"<@&{SOUTH_ROLE}>"))["message"])
        assert said["mention_roles"] == []
        with pytest.raises(Refused, match="pin messages"):
            await ben.marks.pin(said)
    async with Person.connect(discord.url, CAT) as cat:
        said = dict((await cat.do("say", channel_id=SOUTH_HALL, content=f"<@&{SOUTH_ROLE}>"))["message"])
        assert said["mention_roles"] == [SOUTH_ROLE]
        assert set(cat.sees.channels) == {SOUTH_HALL}
    await ann.marks.pin(said)


async def test_members_are_asked_for_by_server(southern: RawBot) -> None:
    for guild_id in (NORTH, SOUTH):
        await southern.send(8, {"guild_id": guild_id, "query": "", "limit": 0, "nonce": guild_id})
    chunk = await southern.event("GUILD_MEMBERS_CHUNK")
    assert (chunk["guild_id"], chunk["nonce"], len(chunk["members"])) == (SOUTH, SOUTH, 4)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"people": ()}, "at least 1 item"),
        ({"people": WORLD.people[:2]}, "one of the people"),
        ({"people": (*WORLD.people, WORLD.people[0])}, "given twice"),
        ({"applications": (ApplicationFixture(name="x", guilds=(ANN,)),)}, "server that doesn't exist"),
        ({"guilds": (WORLD.guilds[0].model_copy(update={"members": (BEN,)}),)}, "one of its members"),
    ],
)
def test_a_world_that_does_not_hold_together_is_refused(change: dict[str, object], sentence: str) -> None:
    fields = {name: getattr(WORLD, name) for name in WorldFixture.model_fields}
    with pytest.raises(ValidationError, match=sentence):
        WorldFixture(**(fields | change))


def test_a_permission_nobody_knows_is_refused() -> None:
    with pytest.raises(ValidationError, match="no permission called 'FLY'"):
        RoleFixture(id=SOUTH_ROLE, name="x", permissions=("FLY",))


def test_a_world_is_the_same_after_it_was_written_to_a_file() -> None:
    assert WorldFixture.model_validate_json(WORLD.model_dump_json()) == WORLD


def test_a_person_is_not_reached_without_a_server_in_common(discord: LocalDiscord) -> None:
    world = discord.world
    for person_id, reached in ((CAT, True), (BEN, False)):
        channel = world.direct(world.people[person_id], discord.applications[1].user)
        if reached:
            world.must_reach(channel)
        else:
            with pytest.raises(APIError):
                world.must_reach(channel)
