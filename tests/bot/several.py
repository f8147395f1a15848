"""Several processes of the bot on one PostgreSQL database, and people who play at all of them."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import asyncpg
from sqlalchemy import make_url

from bench.loopback import started
from bot.app.parlour import Parlour
from bot.cluster.sharing import HeldShards
from bot.config import Settings
from bot.host import play as cast
from bot.host.running import opened, point_at
from local_discord.codec import Json
from local_discord.fixtures import WorldFixture
from local_discord.person import Person, Refused, every_component, is_ephemeral, labels_of, text_of
from local_discord.sample import many_servers
from local_discord.server import LocalDiscord
from tests.bot.process import START_SECONDS, Process, environment, start
from tests.bot.tables import play_computer

SHARDS = 3
"""Server `n` belongs to shard `n % SHARDS`."""

WORLD: WorldFixture = many_servers(6).model_copy(update={"applications": cast.WORLD.applications})
"""Servers with a room each, `room-0` to `room-5`; Ada is in all of them."""

QUICK = {
    "bot.cluster.sharing.ROUND_SECONDS": 0.2,
    "bot.cluster.sharing.LISTENING_SECONDS": 0.3,
    "bot.cluster.client.IDENTIFY_SECONDS": 0.0,
}
DIES_SOON = {
    "storage.shards.LEASE_SECONDS": 4.0,
    "bot.cluster.sharing.LEASE_SECONDS": 4.0,
    "bot.cluster.sharing.RENEW_SECONDS": 0.4,
}
"""Shorter than for people, and long enough for a process of a busy machine that stands still for a while."""


@asynccontextmanager
async def on(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A separate connection to this database."""
    address = make_url(url)
    host = address.query["host"]
    connection = await asyncpg.connect(host=host, user=address.username, database=address.database)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def locked(url: str, table: str) -> AsyncIterator[None]:
    """Block all other writers of this table until the end of the block."""
    async with on(url) as connection, connection.transaction():
        await connection.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        yield


def shards_held(bot: Parlour) -> int:
    """How many shards this process has."""
    assert isinstance(bot.share, HeldShards)
    return len(bot.share.held)


class Several:
    """Processes that can be started, stopped and killed one by one."""

    def __init__(self, local: LocalDiscord, url: str, folder: Path, constants: dict[str, float]) -> None:
        self.url = url
        self.running: list[Process] = []
        self.ended: list[Process] = []
        self._local = local
        self._folder = folder
        self._constants = constants

    @classmethod
    @asynccontextmanager
    async def on(
        cls, local: LocalDiscord, url: str, folder: Path, constants: dict[str, float] = QUICK
    ) -> AsyncIterator[Self]:
        """No processes yet; any that still run at the end of the block are killed."""
        several = cls(local, url, folder, constants)
        try:
            yield several
        finally:
            for one in tuple(several.running):
                await several.end(one, signal.SIGKILL)
            for one in several.ended:
                print(one.said)  # noqa: T201 - pytest shows it where a test fails

    async def start(self, count: int = 1, url: str = "", **more: str) -> list[Process]:
        """Start this many more, at once, with `more` in their environment.

        If another URL of the same database is given, they use it.
        """
        settings = environment(
            self._local,
            self._folder / "none.sqlite3",
            PARLOUR_STORAGE__URL=url or self.url,
            PARLOUR_DISCORD__SHARDS=str(SHARDS),
            **more,
        )
        started = [
            await start(settings, folder=self._folder, constants=self._constants) for _ in range(count)
        ]
        self.running += started
        return started

    async def end(self, process: Process, sign: signal.Signals = signal.SIGTERM) -> int:
        """Stop or kill one; its exit status."""
        status = await process.end(sign)
        self.running.remove(process)
        self.ended.append(process)
        return status

    async def holders(self) -> list[str]:
        """The process that has each shard, by shard; empty for one that is free or changing hands."""
        rows = await self.query("SELECT * FROM shards ORDER BY shard")
        return ["" if row["next_id"] or not row["process_id"] else str(row["process_id"]) for row in rows]

    async def query(self, query: str) -> Sequence[asyncpg.Record]:
        """The rows that the database returns."""
        async with on(self.url) as connection:
            return list(await connection.fetch(query))

    @property
    def connections(self) -> int:
        """How many connections to the gateway there are."""
        return sum(
            one.send is not None for one in self._local.gateway.sessions_of(self._local.applications[0])
        )

    async def share_as(self, *counts: int) -> None:
        """Wait until the shards are divided like this, the largest share first, and all are connected."""
        application = self._local.applications[0]
        async with asyncio.timeout(START_SECONDS):
            while True:
                holders = await self.holders()
                shares = sorted((holders.count(one) for one in set(holders)), reverse=True)
                online = self._local.gateway.shards_of(application)
                if "" not in holders and shares == list(counts) and len(online) == SHARDS:
                    return
                await asyncio.sleep(0.05)


def cut_off(local: LocalDiscord, shard: int) -> None:
    """Drop this shard's connection, and let it neither resume nor connect again until `let_back`."""
    local.faults.refuse_identify(600, shard)
    local.faults.drop_gateway(shard=shard)
    for one in local.gateway.sessions_of(local.applications[0]):
        if one.shard.id == shard:
            del local.gateway.sessions[one.id]


def let_back(local: LocalDiscord) -> None:
    """Let the shard connect again."""
    local.faults.refuse_identify(0)


@asynccontextmanager
async def connected(settings: Settings) -> AsyncIterator[Parlour]:
    """A bot that shares its shards, in this process."""
    point_at(settings.discord)
    async with opened(settings) as client, started(client, settings):
        yield client.app


async def sit_down(host: Person, channel: str, game: str = "doublolo") -> Json:
    """The board of a game against computers in this channel, once it asks a question or has hands."""
    room = host.sees.channel(channel)["id"]
    await host.command("play", channel=channel, game=game)
    # While a shard changes hands, the lobby may come as a message of its own, not as a reply.
    lobby = await host.wait_for(lambda m: m["channel_id"] == room and "More" in labels_of(m))
    await play_computer(host, lobby)
    # Then the press may come before it's known where the lobby stands, and the board is posted below it.
    return await host.wait_for(
        lambda m: m["channel_id"] == room and (picks(m) or {"My hand", "My bag"} & {*labels_of(m)})
    )


async def asked(person: Person, shown: Json) -> Json:
    """This message once it asks a question."""
    return await person.wait_for(lambda m: m["id"] == shown["id"] and picks(m))


def picks(message: Json) -> list[Json]:
    """The question's enabled controls."""
    found = every_component(message["components"])
    return [
        one for one in found if str(one.get("custom_id", "")).startswith("pick:") and not one.get("disabled")
    ]


async def answer(person: Person, shown: Json, choice: int = 0) -> Json:
    """Answer what the board asks, with one of the choices; the board once it asks something else."""
    there = await asked(person, shown)
    control = picks(there)[choice % len(picks(there))]
    if control["type"] == 2:
        pressed = await person.press(there, custom_id=control["custom_id"])
    else:
        value = control["options"][choice % len(control["options"])]["value"]
        pressed = await person.select(there, value, custom_id=control["custom_id"])
    assert await person.outcome(pressed) == "answered"
    return await asked_next(person, there)


async def asked_next(person: Person, shown: Json) -> Json:
    """This message once it asks something else than here."""
    before = ids_of(shown)
    return await person.wait_for(lambda m: m["id"] == shown["id"] and picks(m) and ids_of(m) != before)


def ids_of(message: Json) -> list[str]:
    """The buttons that can be pressed."""
    return [str(one["custom_id"]) for one in picks(message)]


async def hand_in_dm(ada: Person) -> Json:
    """Ada's hand at a table in room-2, opened in her direct messages, which asks her something."""
    await sit_down(ada, "room-2", "calabresella")
    dm = (await ada.open_dm())["id"]
    return await asked(ada, await ada.reply_to(await ada.command("hand", channel=dm)))


async def press(ada: Person, hand: Json) -> str:
    """Press the first choice of the hand."""
    there = await asked(ada, hand)
    return await ada.press(there, custom_id=ids_of(there)[0])


class Player:
    """A player who answers one board as fast as it asks, and notes what happened to each press."""

    def __init__(self, person: Person, shown: Json, seed: int) -> None:
        self.presses = 0
        self.failed = 0
        """How many presses nobody has answered."""
        self.moving = 0
        """How often they were told that the table is moving."""
        self.longest = 0.0
        """The longest time in seconds that it took until the board asked something else."""
        self.pressed: list[tuple[str, str]] = []
        """The id of each press, and of the control that was pressed."""
        self._person = person
        self._shown = shown
        self._chance = random.Random(seed)

    @property
    def board(self) -> Json:
        """The newest board in the channel; a buried one is posted again."""
        there = self._person.sees.in_channel(self._shown["channel_id"])
        return next(one for one in reversed(there) if not is_ephemeral(one))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return "Rematch" in labels_of(self.board)

    async def play(self, done: asyncio.Event) -> None:
        """Press buttons until `done` is set or the game is over."""
        while not done.is_set():
            there, began = self.board, time.monotonic()
            while True:
                assert time.monotonic() - began < 30, "nothing happens at this table any more"
                if picks(self.board):
                    await self._press(self.board)
                if await self._is_other(there):
                    break
            self.longest = max(self.longest, time.monotonic() - began)
            if self.is_over:
                return
            await asyncio.sleep(self._chance.uniform(0.02, 0.2))

    async def _press(self, there: Json) -> None:
        """Press a button on this board, and wait for the answer."""
        control = self._chance.choice(picks(there))
        try:
            if control["type"] == 2:
                pressed = await self._person.press(there, custom_id=control["custom_id"])
            else:
                value = self._chance.choice(control["options"])["value"]
                pressed = await self._person.select(there, value, custom_id=control["custom_id"])
        except Refused:
            return  # the board has just changed
        self.presses += 1
        self.pressed.append((pressed, str(control["custom_id"])))
        self.failed += await self._person.outcome(pressed) != "answered"
        told = self._person.sees.newest(lambda m: (m.get("interaction_metadata") or {}).get("id") == pressed)
        self.moving += told is not None and "still getting this table ready" in text_of(told)

    async def _is_other(self, before: Json) -> bool:
        """Whether the board soon asks something else, or the game is over."""

        def is_other() -> bool | None:
            there = self.board
            return self.is_over or (bool(picks(there)) and ids_of(there) != ids_of(before)) or None

        try:
            return await self._person.wait_until(is_other, timeout=1.0)
        except TimeoutError:
            return False
