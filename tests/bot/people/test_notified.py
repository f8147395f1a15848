"""One person notifies another once in ten minutes, whatever they do, and nobody outside a game they share."""

import pytest

from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.order import decisions as order
from bot.people.notifying import notifiable
from bot.people.settings import ReminderSettings, change_settings
from bot.table.journal import milliseconds
from local_discord.codec import Json
from local_discord.fixtures import WorldFixture
from local_discord.person import Person, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.chat.test_commands_only import gone, leave_only_commands
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.duels.test_duels import TWO_SERVERS, challenge, seen
from tests.bot.hands import all_direct
from tests.bot.order.test_order import manage
from tests.bot.tables import (
    board,
    join,
    open_lobby,
    people,
    press_more,
    resign,
    session_in,
    to_move,
    told,
    toss,
    until,
)
from tests.openapi import Recording


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.PLAYGROUND, limits=Limits(), deadlines=PATIENT, record=recording)


def apart() -> WorldFixture:
    """Two servers with the bot; Bruno is only in the other one."""
    home, *others = TWO_SERVERS.guilds
    members = tuple(one.id for one in TWO_SERVERS.people if one.id != cast.BRUNO)
    role = home.roles[0].model_copy(update={"members": ()})
    home = home.model_copy(update={"members": members, "roles": (role,)})
    return TWO_SERVERS.model_copy(update={"guilds": (home, *others)})


def notified(person: Person, channel: str = cast.GAMES) -> int:
    """How many messages in this channel have notified this person, and how many direct messages they got."""
    called = [one for one in person.sees.in_channel(channel) if is_called(person, one)]
    return len(called) + len(all_direct(person))


def is_called(person: Person, message: Json) -> bool:
    return any(one["id"] == person.id for one in message["mentions"])


async def test_challenges_that_are_taken_back_again_and_again_notify_once(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    called = []
    for _ in range(3):
        posted = await challenge(chiara, dmitri)
        called.append(is_called(dmitri, posted))
        await chiara.press(posted, label="Take back")
        await seen(dmitri, posted, "has taken this challenge back")
    assert called == [True, False, False]
    assert is_called(dmitri, await challenge(emi, dmitri)), "somebody else challenges them"


async def test_two_processes_whose_clocks_differ_notify_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = DISCORD_TIME.now()
    moments = iter((now + 0.5, now))  # their clocks are never quite the same
    monkeypatch.setattr(DISCORD_TIME, "now", lambda: next(moments))
    async with Archive.open(database) as one, Archive.open(database) as other:
        found = [await notifiable(archive, 5, [7, 5]) for archive in (one, other)]
    assert found == [[7], []]


async def test_what_somebody_does_in_different_ways_notifies_once_even_if_they_have_their_data_deleted(
    settings: Settings, meet: Meet
) -> None:
    ada, chiara, dmitri = await meet(cast.ADA), await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await toss(chiara, dmitri)
        for what in ("pause", "resume") * 2:
            why = {"why": "Tea"} if what == "pause" else {}
            said = await ada.reply_to(await ada.command(f"server {what}", channel="games", **why))
            assert f"<@{dmitri.id}>" in text_of(said), "the message names them anyway"
        assert (notified(chiara), notified(dmitri)) == (1, 1)
        await bot.archive.privacy.forget(int(ada.id), milliseconds())
    async with running(settings):
        await ada.reply_to(await ada.command("server end", channel="games", why="Tea"))
        assert "I haven't told" in await manage(ada, "keep-away", person=dmitri.id, time=1, why="Tea")
        await challenge(ada, chiara)
        assert (notified(chiara), notified(dmitri)) == (1, 1)


async def test_nobody_is_written_to_because_they_are_named_in_a_group_message(
    bot: Parlour, ada: Person, dmitri: Person
) -> None:
    likes = ReminderSettings(where="direct")
    await change_settings(bot.archive, int(dmitri.id), lambda had: had.having(reminders=likes))
    lobby = await ada.reply_to(
        await ada.command("play", channel=cast.GROUP, game="doublolo", **{"with": dmitri.id})
    )
    assert is_called(dmitri, lobby), "which notifies them if they read it"
    assert all_direct(dmitri) == []


class TestSomebodyWhoIsNotInTheServer:
    """Bruno shares a server with the bot, but isn't in Ada's."""

    @pytest.fixture
    def local_discord_options(self, recording: Recording) -> LocalDiscordOptions:
        return LocalDiscordOptions(apart(), limits=Limits(), deadlines=PATIENT, record=recording)

    async def test_is_written_to_only_if_they_have_a_table_there(
        self, bot: Parlour, ada: Person, bruno: Person
    ) -> None:
        assert "I haven't told" in await manage(ada, "keep-away", person=bruno.id, time=1, why="Mine")
        assert all_direct(bruno) == []
        await tables.keep(bot.archive, people(cast.BRUNO, cast.DMITRI), to_move(0))
        assert "I've told" in await manage(ada, "let-back", person=bruno.id)
        (only,) = all_direct(bruno)
        assert "You can play at the tables of" in text_of(only)


async def test_people_who_manage_a_server_write_to_few_people_a_day(
    bot: Parlour, ada: Person, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order, "TOLD_MOST", 2)
    said = [
        await manage(ada, "keep-away", person=one, time=1, why="Raid")
        for one in (cast.BRUNO, cast.EMI, cast.CHIARA)
    ]
    assert ["I've told" in one for one in said] == [True, True, False]
    assert all_direct(chiara) == []


async def test_no_words_of_somebody_reach_people_outside_a_game_they_share(
    bot: Parlour, ada: Person, chiara: Person
) -> None:
    for link in ("https://free.example", "www.free.example", "discord.gg/free"):
        assert "without a link" in await manage(ada, "keep-away", person=chiara.id, time=1, why=f"See {link}")
    await manage(ada, "keep-away", person=chiara.id, time=1, why="Free things for all")
    (only,) = all_direct(chiara)
    assert "Free things" not in text_of(only)
    assert cast.GUILD_NAME not in text_of(only)
    refused = await told(chiara, await chiara.command("play", channel="games", game="doublolo"))
    assert "“Free things for all”" in refused, "they read it if they try"


async def test_order_is_kept_only_in_a_server_that_has_the_bot(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    leave_only_commands(discord)
    await gone(bot)
    for what, more in (("keep-away", {"person": chiara.id, "time": 1, "why": "Mine"}), ("log", {})):
        assert "I'm not in this server" in await manage(ada, what, **more)
    assert all_direct(chiara) == []


async def test_what_a_host_does_at_a_table_sends_nothing(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    asked = await chiara.reply_to(await press_more(chiara, lobby, "Change host"))
    await chiara.select(asked, dmitri.id)
    await board(emi, lobby, f"Ready: <@{dmitri.id}> can start")
    await dmitri.press(lobby, label="Start")
    await dmitri.press(await board(dmitri, lobby, "Heads or tails?"), label="Heads")
    for _ in range(2):
        await dmitri.command("pause", channel="games")
        await until(lambda: session_in(bot).is_paused)
        await dmitri.command("resume", channel="games")
        await until(lambda: not session_in(bot).is_paused)
    shown = await board(emi, lobby, "to place")
    assert [one["id"] for one in emi.sees.in_channel(cast.GAMES)] == [shown["id"]]
    assert shown["mentions"] == []


async def test_what_somebody_posts_for_all_notifies_nobody(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await resign(dmitri, await toss(chiara, dmitri))
    before = len(dmitri.sees.in_channel(cast.GAMES))
    await chiara.reply_to(await chiara.command("replay", channel="games", public=True))
    await told(chiara, await chiara.command("share", channel="games"))
    ranks = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
    await chiara.press(ranks, label="Post")
    await dmitri.wait_until(lambda: len(dmitri.sees.in_channel(cast.GAMES)) == before + 3)
    posted = dmitri.sees.in_channel(cast.GAMES)[before:]
    assert [one["mentions"] for one in posted] == [[], [], []]
