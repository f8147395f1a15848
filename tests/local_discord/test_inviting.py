"""Bots that are invited to a server and removed from it, and servers that have only a bot's commands."""

from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError

from local_discord import sample
from local_discord.fixtures import ApplicationFixture
from local_discord.permissions import EVERYONE, Permission
from local_discord.person import Person, Refused
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.asking import greeted
from tests.local_discord.raw_bot import RawBot
from tests.openapi import described

FIRST = ApplicationFixture(name="Test Bot")
OTHER = ApplicationFixture(name="Other", guilds=())
GUEST = ApplicationFixture(name="Guest", commands_only=(sample.GUILD_ID,))
WORLD = sample.SAMPLE.model_copy(update={"applications": (FIRST, OTHER, GUEST)})
GUILD = f"/guilds/{sample.GUILD_ID}"


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    with described() as recording:
        async with LocalDiscord(WORLD, limits=NO_LIMITS, record=recording, sharding=NO_WAITING) as local:
            yield local


@pytest.fixture
async def other(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    """A bot that is in no server, logged in."""
    async with RawBot.connect(discord, application=1, identify=False) as bot:
        await bot.identify()
        assert (await bot.event("READY"))["guilds"] == []
        yield bot


@pytest.fixture
async def guest(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    """A bot that has only its commands in the server, logged in."""
    async with RawBot.connect(discord, application=2, identify=False) as bot:
        await bot.identify()
        assert (await bot.event("READY"))["guilds"] == []
        path = f"/applications/{bot.application.id}/commands"
        await bot.call("PUT", path, [{"name": "greet", "description": "Say hello"}])
        yield bot


async def test_an_invited_bot_gets_the_server_and_others_hear_of_a_member(
    other: RawBot, ada: Person, discord: LocalDiscord
) -> None:
    async with RawBot.connect(discord) as first:
        await ada.do("install", application_id=other.application.id, **{"as": "bot"})
        created = await other.event("GUILD_CREATE")
        assert [one["name"] for one in created["roles"]] == ["@everyone", "Moderator", "Test Bot", "Other"]
        assert "unavailable" not in created, "libraries know by this that it's another server"
        assert (await first.event("GUILD_MEMBER_ADD"))["user"]["id"] == other.application.id
        assert "GUILD_MEMBER_ADD" not in await other.heard()
        assert (await other.post(sample.GAMES, {"content": "hello"}))[0] == 200
        assert (await other.post(sample.NO_BOTS_HERE, {"content": "hello"}))[1]["code"] == 50013
        await ada.wait_for(lambda one: one["content"] == "hello")


async def test_a_removed_bot_is_told_and_has_no_access_anymore(
    discord: LocalDiscord, other: RawBot, ada: Person
) -> None:
    guild = discord.world.guilds[sample.GUILD_ID]
    discord.servers.invite(other.application, guild)
    await other.event("GUILD_CREATE")
    await ada.do("install", application_id=other.application.id, **{"as": "nothing"})
    assert await other.event("GUILD_DELETE") == {"id": sample.GUILD_ID}
    assert (await other.post(sample.GAMES, {"content": "hello"}))[1]["code"] == 50001
    await ada.say("games", "are they gone?")
    assert await other.heard() == []
    assert other.application.id not in {one["user"]["id"] for one in ada.sees.guild["members"]}
    with pytest.raises(Refused, match="can be added as one of"):
        await ada.do("install", application_id=other.application.id, **{"as": "friend"})


async def test_a_server_the_bot_is_not_in_is_unknown_and_its_members_are_inaccessible(other: RawBot) -> None:
    assert (await other.call("GET", GUILD))[1]["code"] == 10004
    assert (await other.call("GET", f"{GUILD}/members/{sample.ADA}"))[1]["code"] == 50001


class TestOnlyCommands:
    async def test_interactions_arrive_from_a_server_that_never_came(
        self, guest: RawBot, ada: Person
    ) -> None:
        interaction_id, told = await greeted(ada, guest)
        assert told["authorizing_integration_owners"] == {"0": sample.GUILD_ID}
        assert told["guild_id"] == sample.GUILD_ID
        assert int(told["app_permissions"]) == EVERYONE
        await guest.answer(told, {"type": 4, "data": {"content": "hello"}})
        assert (await ada.reply_to(interaction_id))["content"] == "hello"
        assert await guest.heard() == [], "it hears neither of the server nor of its own message"

    async def test_files_and_links_are_always_among_its_permissions(
        self, discord: LocalDiscord, guest: RawBot, ada: Person
    ) -> None:
        everyone = discord.world.guilds[sample.GUILD_ID].roles[sample.GUILD_ID]
        everyone.permissions &= ~(Permission.EMBED_LINKS | Permission.ATTACH_FILES)
        _, told = await greeted(ada, guest)
        assert int(told["app_permissions"]) == EVERYONE

    async def test_its_bot_has_no_access(self, guest: RawBot) -> None:
        assert (await guest.post(sample.GAMES, {"content": "hello"}))[1]["code"] == 50001
        assert (await guest.call("GET", GUILD))[1]["code"] == 10004
        assert (await guest.call("GET", "/users/@me/guilds"))[1] == []
        commands = f"/applications/{guest.application.id}{GUILD}/commands"
        assert (await guest.call("GET", commands))[0] == 200

    async def test_it_can_be_invited_later_and_lose_its_bot_again(
        self, discord: LocalDiscord, guest: RawBot
    ) -> None:
        guild = discord.world.guilds[sample.GUILD_ID]
        discord.servers.invite(guest.application, guild)
        await guest.event("GUILD_CREATE")
        assert (await guest.post(sample.GAMES, {"content": "hello"}))[0] == 200
        discord.servers.add_commands(guest.application, guild)
        assert await guest.event("GUILD_DELETE") == {"id": sample.GUILD_ID}
        assert (await guest.post(sample.GAMES, {"content": "hello"}))[1]["code"] == 50001

    def test_a_server_that_does_not_exist_is_refused(self) -> None:
        wrong = ApplicationFixture(name="Guest", commands_only=("790000000000000001",))
        with pytest.raises(ValidationError, match="names a server that doesn't exist"):
            sample.SAMPLE.model_validate(sample.SAMPLE.model_dump() | {"applications": (wrong,)})
