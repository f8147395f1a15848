"""Inviting people with /play: they are called once, and one press seats them."""

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.tables.lobby import Lobby
from local_discord.channels import Overwrite
from local_discord.codec import Json
from local_discord.permissions import Permission
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot.cities import set_option
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, join, resign, told

BOT = "710000000000000000"


def called(message: Json) -> set[str]:
    """The ids of the people whom this message notified."""
    return {one["id"] for one in message["mentions"]}


async def invite(host: Person, **guests: str) -> Json:
    """The lobby of Foozle to which these people were invited."""
    return await host.reply_to(await host.command("play", channel="games", game="foozle", **guests))


async def test_invited_people_are_called_to_the_lobby_and_sit_down_with_one_press(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await invite(chiara, **{"with": dmitri.id, "and": emi.id})
    assert f"Invited: <@{dmitri.id}> and <@{emi.id}>" in text_of(lobby)
    assert called(lobby) == {dmitri.id, emi.id}
    seen = await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    await dmitri.press(seen, label="Join")
    shown = await board(emi, lobby, f"Invited: <@{emi.id}>")
    assert f"**B** · <@{dmitri.id}>" in text_of(shown)
    await emi.press(shown, label="Join")
    assert "Invited" not in text_of(await board(chiara, lobby, f"**C** · <@{emi.id}>"))


async def test_nobody_is_called_again_when_the_lobby_is_posted_again(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await invite(chiara, **{"with": dmitri.id})
    await chiara.command("board", channel="games")
    again = await chiara.wait_for(lambda m: "Invited:" in text_of(m) and m["id"] != lobby["id"])
    assert not called(again)


async def test_invitations_survive_a_restart_and_let_people_in_where_others_cant_join(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(settings):
        lobby = await invite(chiara, **{"with": dmitri.id})
        menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
        menus = await turned_to(chiara, menus, "Invited people only")
        await set_option(chiara, menus, "invited_only", "true")
        await board(emi, lobby, "Invited people only: **yes**")
    async with running(settings) as bot:
        assert "invited can join" in await told(emi, await emi.press(emi.sees.current(lobby), label="Join"))
        await join(dmitri, lobby)
        at = bot.tables.channels.find(int(cast.GAMES))
        assert isinstance(at, Lobby)
        assert [one.user_id for one in at.players] == [int(chiara.id), int(dmitri.id)]


async def turned_to(host: Person, menus: Json, option: str) -> Json:
    """The page of the options that shows this one."""
    while option not in text_of(menus):
        number, before = menus["id"], text_of(menus)
        await host.press(menus, label="More options")
        menus = await host.wait_for(
            lambda m, number=number, before=before: m["id"] == number and text_of(m) != before  # type: ignore[misc]  # bound as they are now
        )
    return menus


async def test_others_may_join_as_well(bot: Parlour, chiara: Person, dmitri: Person, emi: Person) -> None:
    lobby = await invite(chiara, **{"with": dmitri.id})
    assert f"Invited: <@{dmitri.id}>" in text_of(await join(emi, lobby))


async def test_a_rematch_invites_the_others(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="doublolo"))
    await chiara.press(await join(dmitri, lobby), label="Start")
    final = await resign(dmitri, await board(chiara, lobby, "Heads or tails?"))
    again = await chiara.reply_to(await chiara.press(final, label="Rematch"))
    assert f"Invited: <@{dmitri.id}>" in text_of(again)
    assert not called(again), "a message of its own calls them"


async def test_people_who_cant_sit_down_arent_invited_and_no_lobby_is_opened(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, emi: Person
) -> None:
    async def refused(**options: str) -> str:
        return await told(chiara, await chiara.command("play", channel="games", **options))

    robot = discord.applications[0].id
    doublolo = {"game": "doublolo"}
    assert "You already have a seat" in await refused(**doublolo, **{"with": chiara.id})
    assert f"<@{robot}> is a bot" in await refused(**doublolo, **{"with": robot})
    many = await refused(**doublolo, **{"with": dmitri.id, "also": emi.id})
    assert many == "Doublolo is for 2 players, so you can invite at most 1 person."
    assert "Which game?" in await refused(**{"with": dmitri.id})
    games = discord.world.channels[cast.GAMES]
    games.overwrites.append(Overwrite(emi.id, 1, deny=Permission.VIEW_CHANNEL))
    assert f"<@{emi.id}> can't see this channel" in await refused(**doublolo, **{"with": emi.id})
    del discord.world.guilds[cast.GUILD_ID].members[emi.id]
    assert f"<@{emi.id}> isn't in this server" in await refused(**doublolo, **{"with": emi.id})
    assert bot.tables.channels.find(int(cast.GAMES)) is None
