"""`/watch`: the games under way that somebody can read along with."""

import re

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.channels import Overwrite
from local_discord.permissions import Permission
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.tables import against_computer, keep, people, to_move, told


async def test_only_games_in_channels_that_one_can_read_are_listed_with_the_way_to_the_board(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), cast.GAMES)
        await keep(archive, against_computer(cast.CHIARA), to_move(0), cast.QUIET_CORNER)
        await keep(archive, people(cast.DMITRI, cast.EMI), to_move(0), cast.CARD_ROOM)
    denied = Permission.VIEW_CHANNEL
    discord.world.channels[cast.CARD_ROOM].overwrites.append(Overwrite(cast.FARID, 1, deny=denied))
    async with running(settings):
        farid, emi = await meet(cast.FARID), await meet(cast.EMI)
        seen = await told(farid, await farid.command("watch", channel="general"))
        found = re.findall(r"\*\*Doublolo\*\* in <#(\d+)>: (.*), started <t:\d+:R>", seen)
        assert sorted(found) == [
            (cast.GAMES, f"<@{cast.CHIARA}> and <@{cast.DMITRI}>"),
            (cast.QUIET_CORNER, f"<@{cast.CHIARA}> and Beginner"),
        ]
        assert f"[Watch](https://discord.com/channels/{cast.GUILD_ID}/{cast.GAMES}" in seen
        assert cast.CARD_ROOM in await told(emi, await emi.command("watch", channel="general"))


async def test_where_nobody_plays_there_is_a_sentence(bot: Parlour, meet: Meet) -> None:
    farid = await meet(cast.FARID)
    assert "There's no game right now" in await told(farid, await farid.command("watch", channel="general"))
