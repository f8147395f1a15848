"""Applications that people have added to their own account: commands, group messages, and what is refused."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from local_discord import sample
from local_discord.fixtures import ApplicationFixture, ChannelFixture, GroupFixture, GuildFixture
from local_discord.interactions import Deadlines
from local_discord.person import Person, Refused, is_ephemeral
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import Json, RawBot
from tests.openapi import Description, Recording

GROUP, STRANGE, HALL, LOCKED = (f"78000000000000000{one}" for one in range(4))
EVERYWHERE: Json = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
WORLD = sample.SAMPLE.model_copy(
    update={
        "guilds": (
            *sample.SAMPLE.guilds,
            GuildFixture(
                id=STRANGE,
                name="No bots",
                owner=sample.BRUNO,
                channels=(
                    ChannelFixture(id=HALL, name="hall"),
                    ChannelFixture(id=LOCKED, name="locked", denied=("USE_EXTERNAL_APPS",)),
                ),
            ),
        ),
        "applications": (
            ApplicationFixture(name="Test Bot", guilds=(sample.GUILD_ID,), people=(sample.ADA,)),
        ),
        "groups": (GroupFixture(id=GROUP, owner=sample.ADA, members=(sample.ADA, sample.EMI)),),
    }
)


@pytest.fixture
def deadlines() -> Deadlines:
    return Deadlines()


@pytest.fixture
async def discord(deadlines: Deadlines) -> AsyncIterator[LocalDiscord]:
    recording = Recording()
    async with LocalDiscord(WORLD, limits=NO_LIMITS, record=recording, deadlines=deadlines) as local:
        yield local
    if description := Description.load():
        assert description.all_objections(recording) == []


@pytest.fixture
async def bot(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    """Its commands are `here`, for servers that have it alone, and `anywhere`."""
    async with RawBot.connect(discord) as raw:
        commands = [
            {"name": "here", "description": "x"},
            {"name": "anywhere", "description": "x"} | EVERYWHERE,
        ]
        status, _ = await raw.call("PUT", f"/applications/{raw.application.id}/commands", commands)
        assert status == 200
        yield raw


async def used(bot: RawBot, person: Person, channel: str) -> Json:
    """What the bot is told of the command."""
    await person.command("anywhere", channel=channel)
    return await bot.event("INTERACTION_CREATE")


async def answer(bot: RawBot, interaction: Json, **data: object) -> tuple[int, Any]:
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    return await bot.call("POST", path, {"type": 4, "data": {"content": "Hello"} | data})


async def test_only_who_added_it_uses_it_in_a_group_message(
    discord: LocalDiscord, bot: RawBot, ada: Person, emi: Person
) -> None:
    told = await used(bot, ada, GROUP)
    assert told["context"] == 2
    assert told["authorizing_integration_owners"] == {"1": sample.ADA}
    assert told["channel"]["type"] == 3
    assert told["app_permissions"] == str(1 << 14 | 1 << 15 | 1 << 17)
    await answer(bot, told)
    with pytest.raises(Refused, match="no command /anywhere"):
        await emi.command("anywhere", channel=GROUP)
    with pytest.raises(Refused, match="no command /here"):
        await ada.command("here", channel=GROUP)


async def test_a_server_that_has_it_and_one_that_has_not(bot: RawBot, ada: Person, emi: Person) -> None:
    there = await used(bot, ada, "general")
    assert there["authorizing_integration_owners"] == {"0": sample.GUILD_ID, "1": sample.ADA}
    assert (there["context"], (await used(bot, emi, "general"))["authorizing_integration_owners"]) == (
        0,
        {"0": sample.GUILD_ID},
    )
    strange = await used(bot, ada, HALL)
    assert (strange["guild_id"], strange["authorizing_integration_owners"]) == (STRANGE, {"1": sample.ADA})
    with pytest.raises(Refused):
        await emi.command("anywhere", channel=HALL)


async def test_it_writes_there_by_its_answers_alone(bot: RawBot, ada: Person, emi: Person) -> None:
    told = await used(bot, ada, GROUP)
    _, made = await answer(bot, told)
    seen = await emi.wait_for(lambda m: m["content"] == "Hello")
    assert seen["channel_id"] == GROUP
    message_id = made["resource"]["message"]["id"]
    for method, path in (("POST", ""), ("PATCH", f"/{message_id}"), ("DELETE", f"/{message_id}")):
        status, refused = await bot.call(method, f"/channels/{GROUP}/messages{path}", {"content": "x"})
        assert (status, refused["code"]) == (403, 50001)
    webhook = f"/webhooks/{bot.application.id}/{told['token']}"
    await bot.call("PATCH", f"{webhook}/messages/@original", {"content": "Changed"})
    await emi.wait_for(lambda m: m["id"] == message_id and m["content"] == "Changed")
    statuses = [(await bot.call("POST", webhook, {"content": str(one)}))[0] for one in range(6)]
    assert statuses == [200] * 5 + [400]


async def test_a_press_by_somebody_else_belongs_to_who_added_it(
    bot: RawBot, ada: Person, emi: Person
) -> None:
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": "x"}
    await answer(bot, await used(bot, ada, GROUP), components=[{"type": 1, "components": [button]}])
    await emi.press(await emi.wait_for(lambda m: m["content"] == "Hello"), label="Press")
    pressed = await bot.event("INTERACTION_CREATE")
    assert pressed["type"] == 3
    assert pressed["authorizing_integration_owners"] == {"1": sample.ADA}
    assert pressed["user"]["id"] == sample.EMI


async def test_without_external_apps_only_the_person_sees_the_answer(
    bot: RawBot, ada: Person, emi: Person
) -> None:
    _, made = await answer(bot, await used(bot, ada, LOCKED))
    assert is_ephemeral(made["resource"]["message"])
    _, made = await answer(bot, await used(bot, ada, HALL))
    assert not is_ephemeral(made["resource"]["message"])
    assert emi.sees.in_channel(LOCKED) == []


class TestSoon:
    """A token that ends at once."""

    @pytest.fixture
    def deadlines(self) -> Deadlines:
        return replace(Deadlines(), token=0.0)

    async def test_after_its_token_nothing_can_be_changed(self, bot: RawBot, ada: Person) -> None:
        told = await used(bot, ada, GROUP)
        await answer(bot, told)
        path = f"/webhooks/{bot.application.id}/{told['token']}/messages/@original"
        status, refused = await bot.call("PATCH", path, {"content": "x"})
        assert (status, refused["code"]) == (401, 50027)


@pytest.mark.parametrize("wrong", [{"contexts": [3]}, {"contexts": []}, {"integration_types": [1, 1]}])
async def test_wrong_places_are_refused(bot: RawBot, wrong: Json) -> None:
    path = f"/applications/{bot.application.id}/commands"
    status, refused = await bot.call("PUT", path, [{"name": "x", "description": "x"} | wrong])
    assert (status, refused["code"]) == (400, 50035)
