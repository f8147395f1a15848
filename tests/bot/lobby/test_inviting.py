"""Inviting people with /play: they are called once, and one press seats them."""

import asyncio
from typing import Literal

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.people import notifying
from bot.people.settings import ReminderSettings, change_settings
from bot.table.lobby import Lobby
from bot.table.reminders.reminders import RETRY_SECONDS
from local_discord.channels import Overwrite
from local_discord.codec import Json
from local_discord.permissions import Permission
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import set_option
from tests.bot.clocks import keep_quiet_hours
from tests.bot.conftest import Meet, running
from tests.bot.hands import all_direct, direct
from tests.bot.tables import board, join, options_of, press_more, resign, told

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


async def close(host: Person, lobby: Json) -> None:
    question = await host.reply_to(await press_more(host, lobby, "Close"))
    await host.press(question, label="Close lobby")
    await host.wait_for(lambda m: m["id"] == lobby["id"] and "More" not in labels_of(m))


async def test_one_person_invites_another_with_one_notification_in_ten_minutes_even_over_a_restart(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(settings):
        for number in range(3):
            lobby = await invite(chiara, **{"with": dmitri.id})
            assert f"Invited: <@{dmitri.id}>" in text_of(lobby)
            assert called(lobby) == (set() if number else {dmitri.id})
            await close(chiara, lobby)
    async with running(settings):
        lobby = await invite(chiara, **{"with": dmitri.id, "and": emi.id})
        assert called(lobby) == {emi.id}, "for her it's the first"
        await close(chiara, lobby)
        lobby = await invite(emi, **{"with": dmitri.id})
        assert called(lobby) == {dmitri.id}, "somebody else invites them"
        await close(emi, lobby)
        await asyncio.sleep(notifying.AGAIN_SECONDS)
        assert called(await invite(chiara, **{"with": dmitri.id})) == {dmitri.id}


@pytest.mark.parametrize(
    ("where", "quiet", "expected"),
    [("nowhere", "", ""), ("channel", "now", ""), ("direct", "", "direct"), ("both", "", "both")],
)
async def test_an_invitation_reaches_people_as_they_like_to_be_told(
    settings: Settings,
    meet: Meet,
    where: Literal["nowhere", "channel", "direct", "both"],
    quiet: str,
    expected: str,
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        likes = ReminderSettings(where=where)
        await change_settings(archive, int(chiara.id), lambda had: had.having(reminders=likes))
    if quiet:
        await keep_quiet_hours(settings, chiara.id, ends_in=3600)
    async with running(settings) as bot:
        lobby = await invite(dmitri, **{"with": chiara.id})
        assert f"Invited: <@{chiara.id}>" in text_of(lobby), "the lobby names them anyway"
        assert called(lobby) == ({chiara.id} if expected == "both" else set())
        if expected:
            sent = await direct(chiara, "to the lobby")
            assert text_of(sent).startswith(f"<@{dmitri.id}> invites you to play **Foozle** in ")
        await dmitri.do("history", channel_id=lobby["channel_id"])
        assert len(all_direct(chiara)) == bool(expected)
        assert bot.tables.channels.find(int(cast.GAMES))


async def test_an_invitation_comes_in_the_channel_if_direct_messages_turn_out_to_be_closed(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        likes = ReminderSettings(where="direct")
        await change_settings(archive, int(chiara.id), lambda had: had.having(reminders=likes))
    discord.faults.set({"closed_dms": [chiara.id]})
    async with running(settings):
        assert not called(await invite(dmitri, **{"with": chiara.id}))
        sent = await chiara.wait_for(lambda m: "Press Join above" in text_of(m))
        assert text_of(sent) == f"<@{chiara.id}>, <@{dmitri.id}> invites you to play. Press Join above."
        assert called(sent) == {chiara.id}


async def test_an_invitation_that_discord_refuses_for_now_comes_a_little_later(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with Archive.open(settings.storage.url) as archive:
        likes = ReminderSettings(where="direct")
        for one in (chiara, emi):
            await change_settings(archive, int(one.id), lambda had: had.having(reminders=likes))
    discord.faults.fail_next([{"status": 503, "html": True, "path": "/users/@me/channels$", "times": 2}])
    async with running(settings):
        await invite(dmitri, **{"with": chiara.id, "and": emi.id})
        await asyncio.sleep(RETRY_SECONDS)
        for one in (chiara, emi):
            assert "invites you to play **Foozle**" in text_of(await direct(one, "to the lobby"))
            assert len(all_direct(one)) == 1


async def test_invitations_survive_a_restart_and_let_people_in_where_others_cant_join(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(settings):
        lobby = await invite(chiara, **{"with": dmitri.id})
        menus = await options_of(chiara, lobby)
        await set_option(chiara, menus, "invited_only", "true")
        await board(emi, lobby, "Invited people only: **yes**")
    async with running(settings) as bot:
        assert "invited can join" in await told(emi, await emi.press(emi.sees.current(lobby), label="Join"))
        await join(dmitri, lobby)
        at = bot.tables.channels.find(int(cast.GAMES))
        assert isinstance(at, Lobby)
        assert [one.user_id for one in at.players] == [int(chiara.id), int(dmitri.id)]


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


async def leave_out(person: Person, *others: Person) -> str:
    """Choose in /settings whose invitations don't notify this person; what the settings then say."""
    shown = await person.reply_to(await person.command("settings", channel="games"))
    await person.outcome(
        await person.select(shown, *(one.id for one in others), custom_id="setting:left_out")
    )
    return text_of(person.sees.current(shown))


async def test_who_is_left_out_notifies_nobody_and_sees_no_difference(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    assert "don't notify you. I don't tell them." in await leave_out(dmitri, chiara, dmitri)
    lobby = await invite(chiara, **{"with": dmitri.id, "and": emi.id})
    assert f"Invited: <@{dmitri.id}> and <@{emi.id}>" in text_of(lobby)
    assert called(lobby) == {emi.id}
    duel = await chiara.command("duel", channel="general", game="fourside", opponent=dmitri.id)
    posted = await chiara.reply_to(duel)
    assert f"<@{dmitri.id}>" in text_of(posted)
    assert called(posted) == set()
    await join(dmitri, lobby)  # they can sit down if they like
    await bot.archive.privacy.forget(int(chiara.id), 1)
    assert chiara.id not in (await bot.archive.people.person(int(dmitri.id))).settings
    assert "don't notify you" not in await leave_out(dmitri)
