"""One person can't fill a server with lobbies, and lobbies that stay empty close by themselves."""

import asyncio

import pytest

from bench.tables import in_lobby
from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table import lobby as lobby_limits
from bot.table.journal import milliseconds
from bot.table.resume import IDLE_SECONDS
from bot.table.seats import to_stored
from games.engine import registry
from local_discord.codec import new_snowflake
from local_discord.fixtures import ChannelFixture
from local_discord.person import Person, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from storage import Archive
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.positions import SEED
from tests.bot.tables import (
    GAME,
    board,
    options_of,
    people,
    press_more,
    resign,
    sit_down_alone,
    told,
    toss,
    until,
)
from tests.openapi import Recording

ROOMS = tuple(ChannelFixture(id=f"730000000000001{n:03}", name=f"room-{n}") for n in range(100))
WORLD = cast.WORLD.model_copy(
    update={"guilds": (cast.WORLD.guilds[0].model_copy(update={"channels": (*cast.CHANNELS, *ROOMS)}),)}
)
DAY = 24 * 3600 * 1000


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, limits=Limits(), deadlines=PATIENT, record=recording)


async def test_of_a_hundred_lobbies_opened_at_once_three_are_and_the_refusals_name_them(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    tries = [await chiara.command("play", channel=one.name, game=GAME) for one in ROOMS]
    for one in tries:
        assert await chiara.outcome(one) == "answered"
    opened = await bot.archive.sessions.lobbies_of(int(chiara.id))
    assert len(opened) == lobby_limits.MOST_HERE
    places = ", ".join(f"<#{one.channel_id}>" for one in opened)
    said = f"You already have 3 open lobbies in this server: {places}. Start or close one of them first."
    await chiara.wait_for(lambda m: text_of(m) == said)
    assert "Doublolo" in text_of(
        await dmitri.reply_to(await dmitri.command("play", channel="games", game=GAME))
    )


async def test_a_started_or_closed_lobby_makes_room_and_games_under_way_are_not_counted(
    bot: Parlour, chiara: Person
) -> None:
    for room in ROOMS[:4]:
        await sit_down_alone(chiara, channel=room.name)
    lobby, *_ = [
        await chiara.reply_to(await chiara.command("play", channel=room.name, game=GAME))
        for room in ROOMS[4:7]
    ]
    refused = await chiara.command("play", channel="games", game=GAME)
    assert "3 open lobbies" in await told(chiara, refused)
    question = await chiara.reply_to(await press_more(chiara, lobby, "Close"))
    await chiara.press(question, label="Close lobby")
    await board(chiara, lobby, "was closed")
    assert "Join" in labels_of(
        await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    )


async def test_a_rematch_with_people_counts_as_a_lobby_and_one_against_computers_does_not(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    alone = await sit_down_alone(chiara, channel=ROOMS[0].name)
    ended = await resign(chiara, alone)
    final = await resign(dmitri, await toss(chiara, dmitri))
    for room in ROOMS[1:4]:
        await chiara.reply_to(await chiara.command("play", channel=room.name, game=GAME))
    assert "3 open lobbies" in await told(chiara, await chiara.press(final, label="Rematch"))
    await chiara.press(ended, label="Rematch")
    await until(lambda: bot.tables.channels.find(int(ROOMS[0].id)) is not None)


async def test_somebody_with_ten_lobbies_everywhere_opens_no_other(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_limits, "MOST", 2)
    direct = await chiara.open_dm()
    for channel in (direct["id"], ROOMS[0].name):
        await chiara.reply_to(await chiara.command("play", channel=channel, game=GAME))
    said = await told(chiara, await chiara.command("play", channel="games", game=GAME))
    assert said == (
        f"You already have 2 open lobbies: your direct messages, <#{ROOMS[0].id}>. "
        "Start or close one of them first."
    )


async def keep_lobby(archive: Archive, channel: str, ago: int, joined: str) -> int:
    """A lobby that was opened this many milliseconds ago, and whose host pressed Join with this click."""
    stored = await archive.sessions.open(
        in_lobby(
            int(cast.GUILD_ID),
            int(channel),
            GAME,
            registry.find(GAME).about.edition,
            "{}",
            SEED,
            int(cast.CHIARA),
            milliseconds() - ago,
        )
    )
    (host,) = to_stored(people(cast.CHIARA))
    await archive.sessions.set_seats(stored.id, [type(host)(0, host.user_id, None, host.name, joined)])
    return stored.id


async def test_a_lobby_that_nobody_has_joined_for_a_day_closes_and_says_so(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        old = await keep_lobby(archive, cast.GAMES, DAY + 60_000, "1001")
        await keep_lobby(archive, cast.GENERAL, DAY - 3_600_000, "1002")
        await keep_lobby(archive, cast.CARD_ROOM, 9 * DAY, new_snowflake())
    async with running(settings) as bot:
        shown = await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and "Join" in labels_of(m))
        await asyncio.sleep(IDLE_SECONDS)
        assert await bot.stale_lobbies.close_all() == 1
        said = text_of(await board(chiara, shown, "so it has closed"))
        assert said.startswith("Nobody has joined this **Doublolo** lobby for a day")
        stored = await bot.archive.sessions.find(old)
        assert stored is not None
        assert stored.phase == "stopped"
        assert await bot.stale_lobbies.close_all() == 0
        assert "Join" in labels_of(
            await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
        )


async def test_an_old_lobby_in_use_stays(settings: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        await keep_lobby(archive, cast.GAMES, 2 * DAY, "1001")
    async with running(settings) as bot:
        shown = await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and "Join" in labels_of(m))
        await options_of(chiara, shown)
        assert await bot.stale_lobbies.close_all() == 0
