"""The players' names and avatars in the bot's pictures, fetched over HTTP from a CDN, good or bad."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import pytest
from aiohttp import web

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.screens import faces
from bot.tables.player import computer, person
from games import registry
from games.core import Seat
from games.faces import Drawing, Face
from games.kit.brush.header import Cell
from games.kit.brush.scene import Scene, palette_of
from games.kit.brush.sheet import Sheet
from local_discord.avatars import Avatar
from local_discord.codec import Json
from local_discord.person import Person, every_component, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import Three
from tests.bot.tables import (
    against_computer,
    choices,
    keep,
    people,
    session_in,
    sit_down,
    sit_down_alone,
    to_move,
    toss,
    type_moves,
    until,
    visible,
)
from tests.deep import sized
from tests.games.pictures import photograph

GREEN = (40, 90, 60)
LOGGER = "bot.screens.faces"


def header_alone(seats: int) -> Drawing:
    """A picture in which nothing but the players can differ."""
    palette = palette_of(GREEN, seats, ())
    return Scene(
        Sheet.of(palette, (1180, 60), GREEN), palette, GREEN, [Cell(Seat(one)) for one in range(seats)]
    )


@pytest.fixture(autouse=True)
def _draws_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games whose pictures are the header alone."""
    games = dict(registry.all_games())
    for name, seats in (("doublolo", 2), ("calabresella", 3)):
        game: Any = games[name]
        games[name] = replace(game, draw=lambda view, answers, seats=seats: header_alone(seats))
    monkeypatch.setattr(registry, "all_games", lambda: MappingProxyType(games))


def face(discord: LocalDiscord, person: str) -> Face:
    """This person's name, and the file of their avatar now."""
    user = discord.world.people[person]
    return Face(user.name, user.avatar.file if user.avatar else b"")


async def shows(viewer: Person, *players: Face, channel: str = "games") -> Json:
    """The newest message of the channel, once its picture shows these players and nothing else."""
    expected = header_alone(len(players)).png(players)
    seen: Json = {}
    while True:
        await viewer.wait_until(lambda seen=seen: newest(viewer, channel) != seen)  # type: ignore[misc]  # bound
        seen = newest(viewer, channel)
        for picture in pictures_of(seen):
            if await viewer.fetch(picture["url"]) == expected:
                return seen


def newest(viewer: Person, channel: str) -> Json:
    there = visible(viewer, channel)
    return dict(there[-1]) if there else {}


@dataclass
class BadCdn:
    """A CDN that answers as it is told to, and counts what it is asked."""

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
    """In place of the local Discord's own."""
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


async def test_a_board_shows_the_avatars_of_those_who_sit_at_it(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    await sit_down(ada, bruno)
    await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))


async def test_a_player_without_an_avatar_has_a_name_and_a_badge(
    discord: LocalDiscord, ada: Person, grim: Person
) -> None:
    await sit_down(ada, grim)
    assert face(discord, cast.GRIM).avatar == b""
    await shows(ada, face(discord, cast.ADA), face(discord, cast.GRIM))


async def test_a_computer_has_the_robot_and_its_level_for_a_name(discord: LocalDiscord, ada: Person) -> None:
    await sit_down_alone(ada, "greedy")
    await shows(ada, face(discord, cast.ADA), Face("Beginner", is_computer=True))


async def test_a_changed_avatar_is_seen_at_the_next_move_and_fetched_once(
    discord: LocalDiscord, bot: Parlour, ada: Person, bruno: Person
) -> None:
    await toss(ada, bruno)
    await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))
    discord.world.people[cast.ADA].wear(Avatar(photograph(3)))
    discord.world.people[cast.BRUNO].wear(None)
    await type_moves(bot, ada, bruno, count=2)
    await shows(ada, Face("Ada", photograph(3)), Face("Bruno"))


async def test_the_avatar_that_somebody_has_in_this_server_goes_before_their_own(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    discord.world.guilds[cast.GUILD_ID].members[cast.ADA].avatar = Avatar(photograph(4))
    await sit_down(ada, bruno)
    await shows(ada, Face("Ada", photograph(4)), face(discord, cast.BRUNO))


async def test_after_a_restart_the_faces_come_back_before_anybody_presses(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    ada = await meet(cast.ADA)
    discord.world.guilds[cast.GUILD_ID].members[cast.BRUNO].avatar = Avatar(photograph(5, "GIF"))
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.ADA, cast.BRUNO), to_move(0))
    async with running(settings):
        await shows(ada, face(discord, cast.ADA), Face("Bruno", photograph(5, "GIF")))


async def test_somebody_who_has_left_the_server_keeps_their_own_face(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    ada = await meet(cast.ADA)
    discord.dispatcher.leave(discord.world.guilds[cast.GUILD_ID], discord.world.people[cast.BRUNO])
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.ADA, cast.BRUNO), to_move(0))
    async with running(settings) as bot:
        await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))
        assert bot.faces.arriving(session_in(bot)) == [], "it isn't asked for again at each move"


async def test_hands_show_the_faces_of_the_table(
    discord: LocalDiscord, seats: Three, bidding: Parlour
) -> None:
    chiara = seats[0]
    (direct,) = await asyncio.wait_for(_directs(chiara), 10)
    await shows(chiara, *(face(discord, one) for one in (cast.CHIARA, cast.DMITRI, cast.EMI)), channel=direct)


async def _directs(person: Person) -> list[str]:
    await person.wait_until(lambda: any(one["type"] == 1 for one in person.channels.values()))
    return [one["id"] for one in person.channels.values() if one["type"] == 1]


async def test_words_tell_who_has_which_letter_only_where_the_picture_does_not(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    discord.world.people[cast.BRUNO].raw["global_name"] = "\u674e\u5c0f\u9f99"
    shown = await sit_down(ada, bruno)
    assert f"-# **B** <@{cast.BRUNO}>\n" in text_of(shown)


async def test_words_do_not_repeat_names_that_the_picture_shows(ada: Person, bruno: Person) -> None:
    assert "-# **" not in text_of(await sit_down(ada, bruno))


async def test_alt_text_says_the_names_that_the_picture_shows(ada: Person, bruno: Person) -> None:
    (picture,) = pictures_of(await toss(ada, bruno))
    assert "Ada" in picture["description"]
    assert "Bruno" in picture["description"]


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
        await until(lambda: not bot.faces.is_asking)
        await shows(ada, Face("Ada"), Face("Bruno"))
        assert len(cdn.asked) == len(set(cdn.asked)) == 2
        said = [one.getMessage() for one in caplog.records if one.name == LOGGER]
        assert len(said) == (2 if status != 200 or len(body) > faces.LARGEST else 0)
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
    cdn: BadCdn, settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces, "FETCH_SECONDS", 0.05)
    monkeypatch.setattr(faces, "AGAIN_SECONDS", 0.05)
    cdn.is_stuck = True
    ada = await meet(cast.ADA)
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(cast.ADA), to_move(0))
    async with running(settings) as bot:
        await until(lambda: cdn.asked and not bot.faces.is_asking)
        cdn.is_stuck, cdn.body = False, photograph(2)
        monkeypatch.setattr(faces, "FETCH_SECONDS", 5.0)
        await asyncio.sleep(faces.AGAIN_SECONDS)
        bot.displays.show(session_in(bot))
        await shows(ada, Face("Ada", photograph(2)), Face("Beginner", is_computer=True))


async def test_an_avatar_that_arrives_takes_no_answer_back(
    cdn: BadCdn, settings: Settings, meet: Meet
) -> None:
    cdn.is_stuck = True
    ada = await meet(cast.ADA)
    async with Archive.open(settings.storage.url) as archive:
        await keep(
            archive, against_computer(cast.ADA), lambda table: to_move(0)(table) and choices(table) > 25
        )
    computer = Face("Beginner", is_computer=True)
    async with running(settings):
        shown = await shows(ada, Face("Ada"), computer)
        first = questions(shown)
        await ada.press(shown, first[0])
        shown = await ada.wait_for(lambda m: m["id"] == shown["id"] and questions(m) != first)
        cdn.body = photograph(1)
        cdn.released.set()
        redrawn = await shows(ada, Face("Ada", photograph(1)), computer)
        assert questions(redrawn) == questions(shown)


def questions(message: Json) -> list[str]:
    """The custom ids of what is asked."""
    ids = (one.get("custom_id", "") for one in every_component(message["components"]))
    return [one for one in ids if one.startswith("pick:")]


def test_several_computers_have_their_letters_in_pictures(bot: Parlour) -> None:
    game = registry.find("calabresella")
    three = (person(1, "Ada", ""), computer("easy"), computer("hard"))
    assert [one.name for one in bot.faces.seated(game, three, 0)] == ["Ada", "Easy B", "Hard C"]
    assert [one.name for one in bot.faces.seated(game, three[:2], 0)] == ["Ada", "Easy"]
