"""Boards whose pictures show only the players."""

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from games.core import Seat
from games.engine import registry
from games.game import Drawings
from games.kit.brush.header import Cell
from games.kit.brush.scene import Scene, palette_of
from games.kit.brush.sheet import Sheet
from games.kit.faces import Drawing, Face, Told
from local_discord.codec import Json
from local_discord.person import Person, pictures_of
from local_discord.server import LocalDiscord
from tests.bot.tables import visible

GREEN = (40, 90, 60)


class WithoutWords(Scene):
    """A picture that tells nothing."""

    def telling(self, told: Told) -> "WithoutWords":
        return self


def header_alone(seats: int) -> Drawing:
    """A picture in which only the players can differ."""
    palette = palette_of(GREEN, seats, ())
    return WithoutWords(
        Sheet.of(palette, (1180, 60), GREEN), palette, GREEN, [Cell(Seat(one)) for one in range(seats)]
    )


@pytest.fixture(autouse=True)
def draws_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games whose pictures consist only of the header."""
    games = dict(registry.all_games())
    for name, seats in (("doublolo", 2), ("calabresella", 3)):
        drawn: Drawings[Any] = Drawings(draw=lambda view, answers=(), seats=seats: header_alone(seats))
        games[name] = replace(games[name], pictures=partial(replace, drawn))
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
