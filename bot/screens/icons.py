"""Small pictures on buttons and in menus: the games' emblems, kept as the application's own emojis.

Words come first: until an emoji is there, and wherever Discord takes none, a button has its words alone.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import discord

from bot.screens.failures import NOT_SENT, code_of
from games.game import AnyGame

log = logging.getLogger(__name__)

Faces: TypeAlias = Callable[[str], discord.PartialEmoji | None]
"""The emoji of an emblem, by its name; None where there is none."""
Paint: TypeAlias = Callable[[AnyGame, str], Awaitable[bytes]]
"""Draws an emblem of a game."""


def wordy(_icon: str) -> None:
    """Faces of a game that has words alone."""
    return


class Emblems:
    """The emojis of all games, found or uploaded once after the bot has logged in."""

    def __init__(self) -> None:
        self._emojis: dict[tuple[str, str], discord.PartialEmoji] = {}

    def of(self, game: AnyGame) -> Faces:
        """What stands before the choices of this game."""
        return lambda icon: self._emojis.get((game.about.name, icon))

    async def settle(self, client: discord.Client, paint: Paint, games: Iterable[AnyGame]) -> None:
        """Find every emblem among the application's emojis, and upload those that are not there.

        An emoji is named after what is drawn, so that a new drawing is a new emoji and old messages keep
        theirs. Where Discord refuses one, that is logged, and the others wait for the bot's next start.
        """
        try:
            there = {one.name: one for one in await client.fetch_application_emojis()}
            for game in games:
                if game.icon is not None:
                    await self._settle(client, paint, game, there)
        except NOT_SENT as failed:
            log.warning("buttons go without pictures: Discord did not take them (%s)", code_of(failed))

    async def _settle(
        self, client: discord.Client, paint: Paint, game: AnyGame, there: dict[str, discord.Emoji]
    ) -> None:
        for icon in game.icons:
            png = await paint(game, icon)
            name = f"{icon}_{hashlib.sha256(png).hexdigest()[:8]}"
            found = there.get(name) or await client.create_application_emoji(name=name, image=png)
            there[name] = found
            self._emojis[game.about.name, icon] = discord.PartialEmoji(name=name, id=found.id)
