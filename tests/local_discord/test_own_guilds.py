"""The list of servers a bot is in, as the bot requests it."""

from local_discord import sample
from local_discord.person import Person
from tests.local_discord.raw_bot import RawBot

OWN = "/users/@me/guilds"


async def test_the_own_servers_come_with_counts_when_asked_for(ada: Person, bot: RawBot) -> None:
    _, plain = await bot.call("GET", OWN)
    assert [one["id"] for one in plain] == [sample.GUILD_ID]
    assert "approximate_member_count" not in plain[0]
    _, counted = await bot.call("GET", f"{OWN}?with_counts=true")
    assert counted[0]["approximate_member_count"] == len(ada.sees.guild["members"])
    assert counted[0]["approximate_presence_count"] == 2, "one bot and one person are there"


async def test_the_own_servers_come_in_pages(bot: RawBot) -> None:
    for query in (f"after={sample.GUILD_ID}", f"before={sample.GUILD_ID}"):
        assert (await bot.call("GET", f"{OWN}?{query}"))[1] == []
    assert len((await bot.call("GET", f"{OWN}?after=1&limit=200"))[1]) == 1
    assert (await bot.call("GET", f"{OWN}?limit=201"))[1]["code"] == 50035
