"""Whatever Discord tells that may let the bot write again has it try at once what couldn't be shown there."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

import pytest

from bot.app.parlour import Parlour
from bot.chat import redrawn
from bot.config import Settings
from bot.host import play as cast
from local_discord.channels import Overwrite
from local_discord.permissions import Permission
from local_discord.person import Person
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.chat.test_tried_again import no_message
from tests.bot.conftest import running
from tests.bot.tables import board, legal, mover, people, session_in, sit_down, to_move, toss, until, words_of

Change: TypeAlias = Callable[[LocalDiscord], None]
Hiding: TypeAlias = Callable[[LocalDiscord], AbstractContextManager[None]]

MEMBER = 1
"""What an overwrite is for, besides roles."""


@pytest.fixture(autouse=True)
def _nothing_is_tried_again_for_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redrawn, "AGAIN_SECONDS", 3600.0)


async def move(bot: Parlour, *people: Person) -> str:
    """The player to move makes a move, without a press; what it was."""
    square = legal(bot)[0]
    await tables.play(bot, session_in(bot), int(mover(bot, *people).id), square, 1)
    return square


async def gives_up(bot: Parlour) -> None:
    """The board couldn't be shown, and the next try is far away."""
    shown = (await bot.messages.of(session_in(bot))).board
    await until(lambda: not shown.is_showing and not shown.is_current)


def a_role(discord: LocalDiscord) -> None:
    guild = discord.world.guilds[cast.GUILD_ID]
    discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": guild.roles[guild.id].raw()})


def the_bot_itself(discord: LocalDiscord) -> None:
    """It has another role, or its time-out is over."""
    guild = discord.world.guilds[cast.GUILD_ID]
    discord.members.changed(guild, guild.members[discord.applications[0].id])


def the_channel(discord: LocalDiscord) -> None:
    discord.channels.update(discord.world.channels[cast.GAMES])


@pytest.mark.parametrize("changed", [a_role, the_bot_itself, the_channel])
@pytest.mark.parametrize("code", [50013, 50001, 10004])
async def test_a_change_of_rights_shows_at_once_what_could_not_be_shown(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, changed: Change, code: int
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next(no_message({"status": 403, "code": code}, 999))
    square = await move(bot, chiara, dmitri)
    await gives_up(bot)
    discord.faults.fail_next([])
    changed(discord)
    await board(dmitri, shown, f"plays {square}")


@pytest.mark.parametrize("code", [503, 10003])
async def test_the_end_of_an_outage_shows_at_once_what_could_not_be_shown(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, code: int
) -> None:
    shown = await toss(chiara, dmitri)
    discord.servers.set_outages({cast.GUILD_ID: code})
    square = await move(bot, chiara, dmitri)
    await gives_up(bot)
    assert session_in(bot).is_open
    discord.servers.set_outages({})
    await board(dmitri, shown, f"plays {square}")


async def test_another_invitation_shows_at_once_what_could_not_be_shown(
    settings: Settings, discord: LocalDiscord, two: tuple[Person, Person]
) -> None:
    """Nobody has pressed anything yet, else the bot could still answer that press."""
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    chiara, dmitri = two
    async with running(settings) as bot:
        shown = await chiara.wait_for(lambda m: "to place" in words_of(m))
        application, guild = discord.applications[0], discord.world.guilds[cast.GUILD_ID]
        discord.servers.remove(application, guild)
        square = await move(bot, chiara, dmitri)
        await gives_up(bot)
        discord.servers.invite(application, guild)
        await board(dmitri, shown, f"plays {square}")


async def test_a_board_deleted_while_the_bot_was_not_in_the_server_is_posted_again(
    bot: Parlour, discord: LocalDiscord, bruno: Person, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    application, guild = discord.applications[0], discord.world.guilds[cast.GUILD_ID]
    discord.servers.remove(application, guild)
    await bruno.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    discord.servers.invite(application, guild)
    await chiara.wait_for(lambda m: m["id"] > shown["id"] and "to place" in words_of(m))


@contextmanager
def hidden_by_overwrite(discord: LocalDiscord) -> Iterator[None]:
    """An admin lets the bot not see the channel."""
    channel = discord.world.channels[cast.GAMES]
    before, bot_id = channel.overwrites, discord.applications[0].id
    channel.overwrites = [*before, Overwrite(bot_id, MEMBER, deny=int(Permission.VIEW_CHANNEL))]
    discord.channels.update(channel)
    yield
    channel.overwrites = before
    discord.channels.update(channel)


@contextmanager
def hidden_by_role(discord: LocalDiscord) -> Iterator[None]:
    """An admin lets nobody else see any channel."""
    guild = discord.world.guilds[cast.GUILD_ID]
    for one in guild.roles.values():
        one.permissions &= ~int(Permission.VIEW_CHANNEL)
        discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": one.raw()})
    yield
    everybody = guild.roles[guild.id]
    everybody.permissions |= int(Permission.VIEW_CHANNEL)
    discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": everybody.raw()})


@pytest.mark.parametrize("hidden", [hidden_by_overwrite, hidden_by_role])
async def test_a_board_deleted_while_the_bot_could_not_see_its_channel_is_posted_again(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, dmitri: Person, hidden: Hiding
) -> None:
    shown = await toss(chiara, dmitri)
    with hidden(discord):
        await ada.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    await chiara.wait_for(lambda m: m["id"] > shown["id"] and "to place" in words_of(m))


async def test_unlocking_a_thread_shows_at_once_what_could_not_be_shown(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, dmitri: Person
) -> None:
    thread = await ada.threads.start("games", "a side table")
    place = thread["id"]
    await until(lambda: bot.client.get_channel(int(place)) is not None)
    shown = await sit_down(chiara, dmitri, place)
    await ada.threads.lock(thread)
    await tables.play(bot, session_in(bot, place), int(chiara.id), "call heads", 1)
    found = (await bot.messages.of(session_in(bot, place))).board
    await until(lambda: not found.is_showing and not found.is_current)
    await ada.threads.unlock(thread)
    await board(dmitri, shown, "to place")


async def test_unlocking_an_archived_thread_posts_the_board_again(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, dmitri: Person
) -> None:
    """Until then, neither an edit nor another message is possible."""
    thread = await ada.threads.start("games", "a side table")
    place = thread["id"]
    await until(lambda: bot.client.get_channel(int(place)) is not None)
    shown = await toss(chiara, dmitri, place)
    await ada.threads.lock(thread)
    await ada.threads.archive(thread)
    found = (await bot.messages.of(session_in(bot, place))).board
    await until(lambda: not found.is_showing and not found.is_current)
    await ada.threads.unlock(thread)
    await chiara.wait_for(
        lambda m: m["channel_id"] == place and m["id"] > shown["id"] and "to place" in words_of(m)
    )
    assert not discord.world.channels[place].is_archived
