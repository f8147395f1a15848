"""Duels with several processes: a server's presses arrive at one, and another plays in direct messages."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bench.postgres import empty_database
from bot.table.open_tables import unfolded
from bot.table.seats import from_stored
from games.core import Seat
from games.engine import registry
from games.engine.record import Record
from games.engine.table import AnyTable, Table
from local_discord.codec import Json
from local_discord.person import Person, labels_of, pictures_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import PATIENT
from tests.bot.several import QUICK, WORLD, Several
from tests.bot.tables import told, words_of

pytestmark = pytest.mark.real

ROOM = "room-2"
ADA, OTHER = (WORLD.guilds[2].members or ())[:2]


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    """Two processes: direct messages arrive at the first, and the second has the tables of room-2."""
    # A busy machine may need longer to answer what was forwarded.
    constants = QUICK | {"bot.cluster.arrivals.CLAIM_SECONDS": 10.0, "bot.duels.news.ROUND_SECONDS": 0.5}
    async with empty_database() as url, Several.on(discord, url, tmp_path, constants) as several:
        await several.start()
        await several.share_as(3)
        await several.start()
        await several.share_as(2, 1)
        yield several


async def play(url: str, person: Person, channel: str) -> None:
    """The whole of this person's only open game, each move by command in this channel."""
    async with Archive.open(url) as archive:
        (number,) = await archive.sessions.open_ids_of(int(person.id))
        known = -1
        while (stored := await archive.sessions.find(number)) is not None and stored.phase == "playing":
            players = from_stored(await archive.sessions.seats(number))
            lines = await archive.record.lines(number)
            if len(lines) != known:
                known, table = len(lines), replayed(unfolded(stored, players, lines))
                seat = next(Seat(at) for at, one in enumerate(players) if one.is_person)
                if seat in table.turn.owes:
                    move = table.game.choose(table.view(seat), table.game.about.levels[0], Random(7))
                    await person.command("move", channel=channel, move=table.game.write(move))
            await asyncio.sleep(0.02)


def replayed(record: Record) -> AnyTable:
    """The game as it's saved."""
    table: AnyTable = Table.new(registry.find(record.header.game), record.header).unasked()
    for line in record.lines:
        table = table.play(line)
    return table


async def seen(person: Person, posted: Json, saying: str) -> Json:
    return await person.wait_for(lambda m: m["id"] == posted["id"] and saying in words_of(m))


async def begin(person: Person, shown: Json, label: str = "Play") -> Json:
    """Press this button in the server; the board in their direct messages."""
    assert "in our direct messages" in await told(person, await person.press(shown, label=label))
    direct = (await person.open_dm())["id"]
    return await person.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))


async def test_a_duel_accepted_at_one_process_is_played_at_another_and_everybody_gets_its_result(
    several: Several, meet: Meet
) -> None:
    ada, other = await meet(ADA), await meet(OTHER)
    await ada.command("duel", channel=ROOM, game="fourside", opponent=other.id)
    posted = await ada.wait_for(lambda m: "challenges" in words_of(m))  # not always as a reply
    await other.press(await seen(other, posted, "challenges"), label="Accept")
    accepted_in = await ada.wait_for(lambda m: "has accepted your duel" in words_of(m))
    await begin(ada, await seen(ada, posted, "hasn't begun"))
    assert labels_of(accepted_in) == ["Play"]
    await begin(other, await seen(other, posted, f"<@{ada.id}> is still playing"))
    sides = await several.query("SELECT user_id, guild_id FROM duel_sides ORDER BY user_id")
    room = ada.sees.channel(ROOM)
    assert {(one["user_id"], one["guild_id"]) for one in sides} == {
        (int(person.id), int(room["guild_id"])) for person in (ada, other)
    }
    await play(several.url, ada, (await ada.open_dm())["id"])
    through = await seen(other, posted, f"<@{ada.id}> is through")
    assert "scored" not in words_of(through)
    await play(several.url, other, (await other.open_dm())["id"])
    result = await seen(ada, posted, "scored")
    (picture,) = pictures_of(result)
    assert "(Server 2)" in picture["description"]
    for person in (ada, other):
        direct = (await person.open_dm())["id"]
        own = await person.wait_for(partial(_is_result_in, direct))
        assert pictures_of(own)
    told_at = await several.query("SELECT state, told_at FROM duels")
    assert [one["state"] for one in told_at] == ["over"]


def _is_result_in(channel_id: str, message: Json) -> bool:
    return message["channel_id"] == channel_id and "scored" in words_of(message)


@pytest.mark.thorough
async def test_a_game_of_one_process_is_dealt_again_at_another_and_compared(
    several: Several, meet: Meet
) -> None:
    ada = await meet(ADA)
    await ada.command("play", channel=ROOM, game="fourside", form="quick", against="computer")
    await ada.wait_for(lambda m: "Resign" in labels_of(m))
    await play(several.url, ada, ROOM)
    final = await ada.wait_for(lambda m: "Play this deal" in labels_of(m))
    again = await begin(ada, final, "Play this deal")
    assert "the same deal as in game" in words_of(again)
    before, now = await several.query("SELECT seed FROM sessions")
    assert bytes(before["seed"]) == bytes(now["seed"])
    direct = again["channel_id"]
    await play(several.url, ada, direct)
    last = await ada.wait_for(lambda m: m["channel_id"] == direct and "Compare" in labels_of(m))
    compared = await ada.reply_to(await ada.press(last, label="Compare"))
    (picture,) = pictures_of(compared)
    assert "(then)" in picture["description"]
