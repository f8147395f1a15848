"""The real bot logged in to a local Discord, and people who use it."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy
from discord import http
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.webhook import async_
from sqlalchemy import URL, Engine

from bench import loopback
from bench.postgres import empty_database
from bot.app import client
from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.chat.drawing import Drawn
from bot.chat.pictures import Pictures
from bot.config import Settings
from bot.host import play as cast
from games.game import AnyGame
from games.kit.cache import SizedCache
from games.kit.faces import Face, Told
from local_discord.interactions import Deadlines
from local_discord.person import AT_MOST, Person
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.pytest_plugin import Meet as Meet
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from storage import Archive, StorageFailed, sqlite
from tests.bot.hands import EXCHANGE, SEATED, Three, keep_deal
from tests.bot.leaving import cards as cards
from tests.bot.leaving import stones as stones
from tests.bot.waiting import waiting as waiting
from tests.databases import laid_out
from tests.network import proxy as proxy
from tests.network import url as url
from tests.openapi import Recording
from tests.pings import calls_more_than_it_names
from tests.simulation.doors import LoopOfATest

PATIENT = Deadlines(answer=AT_MOST)
"""Of a Discord that waits for busy machines: how soon the bot answers is measured, not tested."""


@pytest.fixture(autouse=True)
def _point_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py keeps Discord's address in its classes; each test leaves them as they were."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture(autouse=True)
def _every_server_is_announced_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The local Discord announces its servers together, so the bot needn't wait long for another one."""
    monkeypatch.setattr(client, "GUILDS_SECONDS", 0.05)


@pytest.fixture(autouse=True)
def _statements_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLAlchemy keeps what it compiled for one engine, and these tests open hundreds."""

    def create_engine(address: URL, **how: Any) -> Engine:
        engine = sqlalchemy.create_engine(address, **how)
        engine.dialect, engine._compiled_cache = _COMPILED.dialect, _COMPILED._compiled_cache  # noqa: SLF001
        return engine

    monkeypatch.setattr(sqlite, "create_engine", create_engine)


_COMPILED = sqlalchemy.create_engine("sqlite://")
with _COMPILED.connect():  # it learns what this SQLite can do
    pass

_DRAWN: SizedCache[Drawn] = SizedCache(64_000_000, len)


@pytest.fixture(autouse=True)
def _equal_pictures_are_drawn_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot keeps its pictures, and these tests start hundreds: half of what they draw was drawn before.

    Equal views have equal pictures by law. Where a test is about what they give away, each is drawn again.
    """
    draw_now = Pictures._drawn_now  # noqa: SLF001 - below what counts, keeps and shares them in a bot

    def drawn_once(
        self: Pictures,
        game: AnyGame,
        view: Any,
        answers: tuple[str, ...],
        faces: tuple[Face, ...],
        told: Told,
    ) -> Drawn:
        key = (game.draw, view, answers, faces, told)
        if (picture := _DRAWN.get(key)) is not None:
            return picture
        picture = draw_now(self, game, view, answers, faces, told)
        if self.shows_players(game):  # a bot has to find out by itself which game's pictures don't
            _DRAWN.put(key, picture)
        return picture

    if "secrets" not in request.path.name:
        monkeypatch.setattr(Pictures, "_drawn_now", drawn_once)


WITHOUT_STORAGE = "whatever finds storage away"
"""Stands for every logger that tells of a failure of storage: which of them do is up to what they're at."""


@pytest.fixture
def faults_logged() -> set[str]:
    """Loggers that a test expects to report an error: add their names, or `WITHOUT_STORAGE`."""
    return set()


@pytest.fixture(autouse=True)
def _nothing_fails_silently(caplog: pytest.LogCaptureFixture, faults_logged: set[str]) -> Iterator[None]:
    """discord.py and asyncio only log what goes wrong in their tasks: a test fails because of it here."""
    yield
    records = [one for phase in ("setup", "call") for one in caplog.get_records(phase)]
    wrong = [one for one in records if one.levelno >= logging.ERROR and one.name not in faults_logged]
    if WITHOUT_STORAGE in faults_logged:
        wrong = [one for one in wrong if not any(isinstance(arg, StorageFailed) for arg in one.args or ())]
    assert not wrong, [f"{one.name}: {one.getMessage()} {one.exc_text or ''}" for one in wrong]


@pytest.fixture
def recording() -> Recording:
    """The requests between the bot and the local Discord."""
    return Recording()


@pytest.fixture(autouse=True)
def _nobody_is_called_through_us(recording: Recording) -> Iterator[None]:
    """No message of the bot can notify everyone, a role, or people not meant."""
    yield
    assert [one.path for one in recording.exchanges if calls_more_than_it_names(one)] == []


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.WORLD, limits=Limits(), deadlines=PATIENT, record=recording)


@pytest.fixture
async def local_discord(
    local_discord_options: LocalDiscordOptions, recording: Recording
) -> AsyncIterator[LocalDiscord]:
    """A Discord of the test's own. Whatever its settings are, what the bot sends is recorded."""
    chosen = local_discord_options
    async with replace(chosen, record=chosen.record or recording).discord() as discord:
        yield discord


@pytest.fixture
def discord(local_discord: LocalDiscord) -> LocalDiscord:
    return local_discord


@pytest.fixture(autouse=True)
def _no_answer_is_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even on a busy machine: this Discord waits, and how soon the bot answers is measured, not tested."""
    monkeypatch.setattr(first_answer, "PATIENCE", AT_MOST)
    monkeypatch.setattr(first_answer, "PICTURE_PATIENCE", AT_MOST)
    monkeypatch.setattr(first_answer, "QUICK_SECONDS", AT_MOST)


@pytest.fixture
def tries_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py tries a request five times; without its pauses, which take 25 seconds."""
    without_pauses = SimpleNamespace(**vars(asyncio) | {"sleep": lambda _: asyncio.sleep(0)})
    for module in (async_, http):
        monkeypatch.setattr(module, "asyncio", without_pauses)


def settings_for(discord: LocalDiscord, database: Path) -> Settings:
    """The settings of a bot on this local Discord, whose database already has its schema."""
    return loopback.settings_for(discord, laid_out(database))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[str]:
    """A database with its schema: a file, or a URL with DATABASE=postgres."""
    if os.environ.get("DATABASE") == "postgres":
        async with empty_database() as url:
            yield url
    else:
        yield f"sqlite:///{laid_out(tmp_path / 'parlour.sqlite3')}"


@pytest.fixture
def settings(discord: LocalDiscord, database: str) -> Settings:
    return loopback.settings_for(discord, database)


@pytest.fixture
async def bot(settings: Settings) -> AsyncIterator[Parlour]:
    async with running(settings) as parlour:
        yield parlour


running = loopback.running
"""The bot, logged in and its tables picked up, until the end of the block."""


@pytest.fixture
async def ada(bot: Parlour, meet: Meet) -> Person:
    """She owns the server."""
    return await meet(cast.ADA)


@pytest.fixture
async def bruno(bot: Parlour, meet: Meet) -> Person:
    """A moderator."""
    return await meet(cast.BRUNO)


@pytest.fixture
async def chiara(bot: Parlour, meet: Meet) -> Person:
    """She has no special rights, and mostly hosts."""
    return await meet(cast.CHIARA)


@pytest.fixture
async def dmitri(bot: Parlour, meet: Meet) -> Person:
    """An ordinary member who mostly plays along."""
    return await meet(cast.DMITRI)


@pytest.fixture
async def emi(bot: Parlour, meet: Meet) -> Person:
    """She has no special rights, and mostly watches."""
    return await meet(cast.EMI)


@pytest.fixture
async def grim(bot: Parlour, meet: Meet) -> Person:
    """A member whose name contains everything that breaks careless text."""
    return await meet(cast.GRIM)


@pytest.fixture
async def two(meet: Meet) -> tuple[Person, Person]:
    """Chiara and Dmitri, with or without a bot."""
    return await meet(cast.CHIARA), await meet(cast.DMITRI)


@pytest.fixture
async def seats(meet: Meet, settings: Settings) -> Three:
    """Chiara, Dmitri and Emi, who sit on a, b and c."""
    return await meet(SEATED[0]), await meet(SEATED[1]), await meet(SEATED[2])


@pytest.fixture
async def bidding(seats: Three, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a deal in which a is to bid."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    async with running(settings) as bot:
        yield bot


@pytest.fixture
async def leading(seats: Three, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a deal in which a is to lead to the first trick."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        yield bot


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Tests of the bot run in simulated time, but those marked as real."""
    if item.get_closest_marker("real"):
        return {"real": asyncio.new_event_loop}
    return {"simulated": LoopOfATest}
