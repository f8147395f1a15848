"""Avatars as they come from Discord's CDN: broken, late or never."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import web

from bot.chat import pictures
from bot.config import Settings
from bot.host import play as cast
from games.kit.faces import Face
from local_discord.codec import Json
from local_discord.person import every_component
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.faced import draws_players as draws_players
from tests.bot.faced import shows
from tests.bot.tables import against_computer, choices, keep, session_in, to_move, toss, type_moves, until
from tests.deep import sized
from tests.games.pictures import photograph

LOGGER = "bot.chat.pictures"


@dataclass
class BadCdn:
    """A CDN that answers as told, and counts its requests."""

    url: str = ""
    status: int = 200
    body: bytes = b""
    is_stuck: bool = False
    asked: list[str] = field(default_factory=list)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        if self.is_stuck:
            await self.released.wait()
        return web.Response(status=self.status, body=self.body, content_type="image/png")


@pytest.fixture
async def cdn(settings: Settings) -> AsyncIterator[BadCdn]:
    """Use it instead of the local Discord's CDN."""
    bad = BadCdn()
    application = web.Application()
    application.router.add_get("/{path:.+}", bad.answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    bad.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    settings.discord.cdn_url = bad.url
    yield bad
    bad.released.set()
    await runner.cleanup()


BAD = {
    "404": (404, b""),
    "garbage": (200, b"this is not an image"),
    "5 MB": (200, photograph(0).ljust(5_000_000, b"x")),
}
MORE = {"500": (500, b"an error"), "truncated": (200, photograph(0)[:200]), "empty": (200, b"")}


@pytest.mark.parametrize("answer", sized(BAD, BAD | MORE).values(), ids=sized(BAD, BAD | MORE))
async def test_a_file_that_cannot_be_had_leaves_the_badge_and_is_not_asked_for_again(
    answer: tuple[int, bytes], cdn: BadCdn, settings: Settings, meet: Meet, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    cdn.status, cdn.body = status, body = answer
    ada, bruno = await meet(cast.ADA), await meet(cast.BRUNO)
    async with running(settings) as bot:
        await toss(ada, bruno)
        await type_moves(bot, ada, bruno, count=3)
        await until(lambda: not bot.faces.arriving(session_in(bot)))
        await shows(ada, Face("Ada"), Face("Bruno"))
        assert len(cdn.asked) == len(set(cdn.asked)) == 2
        said = [one.getMessage() for one in caplog.records if one.name == LOGGER]
        assert len(said) == (2 if status != 200 or len(body) > pictures.LARGEST else 0)
        assert not any(cast.ADA in one or "avatars/" in one for one in said)


async def test_a_cdn_that_never_answers_delays_no_press_and_no_board(
    cdn: BadCdn, settings: Settings, meet: Meet
) -> None:
    cdn.is_stuck = True
    ada, bruno = await meet(cast.ADA), await meet(cast.BRUNO)
    async with running(settings) as bot:
        await toss(ada, bruno)
        await type_moves(bot, ada, bruno, count=2)
        await shows(ada, Face("Ada"), Face("Bruno"))
        assert len(bot.faces.arriving(session_in(bot))) == 2, "both are still waited for"
        cdn.body = photograph(1)
        cdn.released.set()
        await shows(ada, Face("Ada", photograph(1)), Face("Bruno", photograph(1)))


async def test_a_slow_cdn_is_given_up_and_tried_again_later(
    cdn: BadCdn,
    settings: Settings,
    meet: Meet,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    cdn.is_stuck = True
    ada = await meet(cast.ADA)
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(cast.ADA), to_move(0))
    async with running(settings) as bot:
        await until(lambda: "an avatar could not be fetched" in caplog.text)
        cdn.is_stuck, cdn.body = False, photograph(2)
        await asyncio.sleep(pictures.AGAIN_SECONDS)
        bot.messages.show(session_in(bot))
        await shows(ada, Face("Ada", photograph(2)), Face("Greedy", computer="Greedy"))


def questions(message: Json) -> list[str]:
    """The custom ids of what is asked."""
    ids = (one.get("custom_id", "") for one in every_component(message["components"]))
    return [one for one in ids if one.startswith("pick:")]


async def test_an_avatar_that_arrives_takes_no_answer_back(
    cdn: BadCdn, settings: Settings, meet: Meet
) -> None:
    cdn.is_stuck = True
    ada = await meet(cast.ADA)
    async with Archive.open(settings.storage.url) as archive:
        await keep(
            archive, against_computer(cast.ADA), lambda table: to_move(0)(table) and choices(table) > 25
        )
    computer = Face("Greedy", computer="Greedy")
    async with running(settings):
        shown = await shows(ada, Face("Ada"), computer)
        first = questions(shown)
        await ada.press(shown, next(one for one in first if one.endswith(":whole")))
        shown = await ada.wait_for(lambda m: m["id"] == shown["id"] and questions(m) != first)
        cdn.body = photograph(1)
        cdn.released.set()
        redrawn = await shows(ada, Face("Ada", photograph(1)), computer)
        assert questions(redrawn) == questions(shown)
