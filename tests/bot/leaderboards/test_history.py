"""Histories: the last games of a channel and of people, each with its result and the way to its replay."""

from bot.config import Settings
from bot.host import play as cast
from local_discord.channels import Overwrite
from local_discord.permissions import Permission
from local_discord.person import every_component, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import finish, turned
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID, EMI_ID, OTHER_GUILD
from tests.bot.tables import forge, told


async def test_the_last_games_of_a_channel_come_first_each_with_its_replay(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        numbers = [await finish(archive, [CHIARA_ID, DMITRI_ID]) for _ in range(9)]
        await finish(archive, [EMI_ID, DMITRI_ID], channel=int(cast.CARD_ROOM), game="fourside")
        last = await finish(archive, [DMITRI_ID, CHIARA_ID, None], places=[1, 1, 3], game="foozle")
    async with running(settings):
        emi = await meet(cast.EMI)
        shown = await emi.reply_to(await emi.command("history", channel="games"))
        text = text_of(shown)
        assert text.startswith("## The last games in this channel")
        assert f"1st <@{cast.DMITRI}> · 1st <@{cast.CHIARA}> · 3rd Easy" in text
        assert "FourSide" not in text
        assert replays(shown) == [f"replay:{one}" for one in (last, *reversed(numbers[2:]))]
        older = await turned(emi, shown, "Older")
        assert replays(older) == [f"replay:{one}" for one in reversed(numbers[:2])]
        assert "Older" not in labels_of(older)
        own = await turned(emi, older, "My games")
        assert text_of(own).startswith("## Your last games\n**FourSide**")
        for made_up in ("history:", "history:nobody", "history:here:99"):
            await emi.outcome(await forge(discord, emi, own, made_up))


async def test_somebodys_games_are_those_of_this_server_that_the_reader_could_watch(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    for reader in (cast.FARID, cast.DMITRI):
        room = discord.world.channels[cast.CARD_ROOM]
        room.overwrites.append(Overwrite(reader, 1, deny=Permission.VIEW_CHANNEL))
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID], channel=int(cast.CARD_ROOM))
        await finish(archive, [EMI_ID, CHIARA_ID], guild=OTHER_GUILD, channel=1)
    async with running(settings):
        emi, seen = await meet(cast.EMI), dict[str, int]()
        for one in (emi, await meet(cast.FARID), await meet(cast.DMITRI)):
            asked = await one.command("history", channel="games", person=cast.CHIARA)
            seen[one.id] = (await told(one, asked)).count(f"1st <@{cast.CHIARA}> · 2nd")
        assert seen == {cast.EMI: 1, cast.FARID: 0, cast.DMITRI: 1}, (
            "who played, and who can read the channel"
        )
        here = await told(emi, await emi.command("history", channel="games"))
        assert "No game has been finished in this channel yet" in here


def replays(shown: dict[str, object]) -> list[str]:
    ids = [str(one.get("custom_id", "")) for one in every_component(shown["components"])]  # type: ignore[arg-type]
    return [one for one in ids if one.startswith("replay:")]
