"""A database server that restarts in the middle of games, under three processes and the people who play."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bench.postgres import Server, Stop, own_server
from bot.host import play as cast
from bot.table.open_tables import fold
from bot.table.seats import from_stored
from local_discord.codec import Json
from local_discord.interactions import Deadlines
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import PATIENT
from tests.bot.several import QUICK, WORLD, Player, Several, hand_in_dm, sit_down
from tests.bot.tables import is_tip
from tests.databases import open_sessions
from tests.deep import sized

pytestmark = pytest.mark.real

AWAY_SECONDS = 1.0
"""How long the server is gone: shorter than a lease, so that all processes live on."""

AT_MOST = sized(60.0, 15.0)
"""Seconds until every table takes presses again; only a deep run insists on how soon, since other tests may
keep this machine busy."""

HANDS = "room-2"
"""Where the table is whose hand is played in direct messages."""

CAN_ACT_ON = (
    "I couldn't save that, so nothing has changed",
    "I can't reach my saved games right now",
    "I'm still getting this table ready",
    "This button has expired",
    "Someone moved first",
)
"""What people may be told in the meantime: each says what to do."""


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=sized(PATIENT, Deadlines(answer=3)))


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with own_server() as server:
        yield server


class Listener(Person):
    """A person who remembers which presses were answered by a sentence, which the next one replaces."""

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(http, socket)
        self.told: dict[str, str] = {}

    def _take(self, event: Json) -> Json | None:
        there = super()._take(event)
        if there and is_ephemeral(there) and text_of(there) and not is_tip(there):
            self.told[(there.get("interaction_metadata") or {}).get("id", "")] = text_of(there)
        return there


class AtHand(Player):
    """Somebody who plays from a hand, which stays the same message."""

    @property
    def board(self) -> Json:
        """The hand as it is now."""
        return self._person.sees.current(self._shown)

    @property
    def is_over(self) -> bool:
        """The channel's board tells."""
        return any("Rematch" in labels_of(one) for one in self._person.sees.in_channel(HANDS))


@pytest.fixture
async def people(discord: LocalDiscord) -> AsyncIterator[tuple[Listener, Listener]]:
    """Ada, who is in all servers, and Bruno, who plays in direct messages."""
    async with (
        Listener.connect(discord.url, cast.ADA) as ada,
        Listener.connect(discord.url, cast.BRUNO) as bruno,
    ):
        yield ada, bruno


async def seated(ada: Listener, bruno: Listener) -> list[Player]:
    """They play in channels of all shards and in direct messages, one of them at a table of another shard."""
    dm = str((await bruno.open_dm())["id"])
    hand, *boards, direct = await asyncio.gather(
        hand_in_dm(ada), sit_down(ada, "room-0"), sit_down(ada, "room-1"), sit_down(bruno, dm)
    )
    return [
        AtHand(ada, hand, 0),
        *(Player(ada, board, seed) for seed, board in enumerate(boards, start=1)),
        Player(bruno, direct, 3),
    ]


def passed(player: Player) -> list[set[int]]:
    """The presses on each question that was answered: the player has pressed on a later one since."""
    of_question: dict[tuple[str, int], set[int]] = {}
    for pressed, custom_id in player.pressed:
        _, session, _, version, _ = custom_id.split(":")
        of_question.setdefault((session, int(version)), set()).add(int(pressed))
    newest = dict(of_question.keys())  # they come in order
    return [found for (session, version), found in of_question.items() if version < newest[session]]


async def moved(players: dict[Player, asyncio.Task[None]]) -> None:
    """Wait until each of them whose game isn't over has answered another question."""
    before = {player: len(passed(player)) for player in players}

    def waiting() -> list[str]:
        here = [one for one, playing in players.items() if not playing.done()]
        return [text_of(one.board) for one in here if len(passed(one)) == before[one]]

    until = time.monotonic() + AT_MOST
    while waiting():
        assert time.monotonic() < until, f"nothing happens here any more: {waiting()}"
        await asyncio.sleep(0.05)


async def restarts(server: Server, how: Stop) -> None:
    """The server is gone for a while."""
    await server.stop(how)
    await asyncio.sleep(AWAY_SECONDS)
    await server.start()


async def kept(several: Several) -> dict[int, tuple[object, ...]]:
    """Every line that a press has made, by the press. All records are whole."""
    rows = await several.query("SELECT session_id, index, text, interaction_id FROM lines ORDER BY 1, 2")
    pressed = [one["interaction_id"] for one in rows if one["interaction_id"]]
    assert len(pressed) == len(set(pressed)), "a press is one move"
    async with Archive.open(several.url) as archive:
        for stored in await open_sessions(archive):
            players = from_stored(await archive.sessions.seats(stored.id))
            fold(stored, players, await archive.record.lines(stored.id))  # every line is there, and legal
    return {one["interaction_id"]: tuple(one) for one in rows if one["interaction_id"]}


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["fast", pytest.param("immediate", marks=pytest.mark.deep)])
async def test_three_processes_lose_nothing_when_their_server_restarts_in_the_middle_of_games(
    how: Stop, server: Server, discord: LocalDiscord, people: tuple[Listener, Listener], tmp_path: Path
) -> None:
    async with Several.on(discord, await server.database(), tmp_path, QUICK) as several:
        await several.start(3)
        await several.share_as(1, 1, 1)
        holders, players, done = await several.holders(), await seated(*people), asyncio.Event()
        async with asyncio.TaskGroup() as group:
            playing = {player: group.create_task(player.play(done)) for player in players}
            for _ in range(sized(1, 8)):
                await moved(playing)
                before = await kept(several)
                await restarts(server, how)
                await moved(playing)
                assert before.items() <= (await kept(several)).items()
            done.set()
        written = await kept(several)
        told = {
            int(press): said
            for player, person in zip(players, (*3 * people[:1], people[1]), strict=True)
            for press, _ in player.pressed
            if (said := person.told.get(press))
        }
        for player in players:
            for presses in passed(player):
                assert len(presses & set(written)) == 1, "what was acknowledged is written, once"
            assert not player.failed
            assert player.longest < AT_MOST
        assert all(any(known in said for known in CAN_ACT_ON) for said in told.values()), set(told.values())
        assert not set(written) & set(told)
        assert await several.holders() == holders
        assert await asyncio.gather(*map(several.end, several.running)) == [0, 0, 0]
        assert not any("Traceback" in one.said for one in several.ended)
        print(len(written), [(one.presses, round(one.longest, 1)) for one in players])  # noqa: T201
        print(*set(told.values()), sep="\n")  # noqa: T201
