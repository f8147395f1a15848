"""Servers that aren't available for a while, and what a bot hears of it."""

import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.asking import greeted, offered
from tests.local_discord.raw_bot import Json, RawBot

MESSAGES = f"/channels/{sample.GAMES}/messages"
ROW: Json = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture(params=[503, 10003])
async def outage(request: pytest.FixtureRequest, bot: RawBot, ada: Person) -> int:
    """The server's outage, and the code with which requests are refused; the bot has heard of it."""
    await bot.heard()
    bot.frames.clear()
    await ada.do("faults", outages={sample.GUILD_ID: request.param})
    assert await bot.event("GUILD_DELETE") == {"id": sample.GUILD_ID, "unavailable": True}
    return int(request.param)


async def test_requests_for_its_channels_are_refused_until_the_server_is_back(
    bot: RawBot, ada: Person, outage: int
) -> None:
    expected = (404, 10003) if outage == 10003 else (503, 0)
    status, reply = await bot.post(sample.GAMES, {"content": "anybody there?"})
    assert (status, reply["code"]) == expected
    status, reply = await bot.call("GET", f"/channels/{sample.GAMES}")
    assert (status, reply["code"]) == expected
    status, reply = await bot.call("GET", f"/guilds/{sample.GUILD_ID}/members/{sample.ADA}")
    assert status == 503
    answer = await ada.do("faults", outages={})
    assert answer["faults"]["outages"] == {}
    assert (await bot.event("GUILD_CREATE"))["id"] == sample.GUILD_ID
    assert (await bot.post(sample.GAMES, {"content": "back"}))[0] == 200
    assert (await bot.event("MESSAGE_CREATE"))["content"] == "back"


async def test_an_outage_that_goes_on_is_told_once(bot: RawBot, ada: Person, outage: int) -> None:
    await ada.do("faults", outages={sample.GUILD_ID: outage})
    assert await bot.heard() == []


async def test_people_can_do_nothing_there_and_answers_are_refused(bot: RawBot, ada: Person) -> None:
    message = await offered(ada, bot, ROW)
    _, told = await greeted(ada, bot)
    await ada.do("faults", outages={sample.GUILD_ID: 503})
    assert (await bot.answer(told, {"type": 4, "data": {"content": "too late"}}))[0] == 503
    with pytest.raises(Refused, match="isn't available"):
        await ada.say("games", "hello?")
    with pytest.raises(Refused, match="isn't available"):
        await ada.command("greet", channel="games")
    with pytest.raises(Refused, match="isn't available"):
        await ada.press(message, "go")


async def test_a_bot_that_logs_in_meanwhile_gets_the_server_at_its_end(
    discord: LocalDiscord, ada: Person
) -> None:
    discord.servers.set_outages({sample.GUILD_ID: 503})
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify()
        assert (await bot.event("READY"))["guilds"] == [{"id": sample.GUILD_ID, "unavailable": True}]
        assert "GUILD_CREATE" not in await bot.heard()
        discord.servers.set_outages({})
        assert (await bot.event("GUILD_CREATE"))["unavailable"] is False


async def test_an_outage_of_no_server_or_with_another_code_is_refused(ada: Person) -> None:
    for wrong in ({"1": 503}, {sample.GUILD_ID: 500}):
        with pytest.raises(Refused):
            await ada.do("faults", outages=wrong)
    assert (await ada.do("faults"))["faults"]["outages"] == {}
