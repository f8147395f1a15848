"""Icons on buttons and in menus: the games' own drawings, stored as the application's emojis.

Words come first: until an emoji is uploaded, or if Discord refuses it, a button has only its label.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import discord

from bot.screens.failures import NOT_SENT, code_of
from games.game import AnyGame

log = logging.getLogger(__name__)

Emojis: TypeAlias = Callable[[str], discord.PartialEmoji | None]
"""An icon's emoji by its name; None if there is none."""
Paint: TypeAlias = Callable[[AnyGame, str], Awaitable[bytes]]
"""Draws one of a game's icons."""


def wordy(_icon: str) -> None:
    """No emojis: every choice has only its label."""
    return


class Icons:
    """The emojis of all games, found or uploaded once after login."""

    def __init__(self) -> None:
        self._emojis: dict[tuple[str, str], discord.PartialEmoji] = {}

    def of(self, game: AnyGame) -> Emojis:
        """The emojis for this game's choices."""
        return lambda icon: self._emojis.get((game.about.name, icon))

    async def settle(self, client: discord.Client, paint: Paint, games: Iterable[AnyGame]) -> None:
        """Find every icon among the application's emojis, and upload the missing ones.

        An emoji's name contains a hash of its drawing, so a new drawing becomes a new emoji and old messages
        keep theirs. If Discord refuses one, that is logged, and the rest are tried at the next start.
        """
        try:
            there = {one.name: one for one in await client.fetch_application_emojis()}
            for game in games:
                if game.icon is not None:
                    await self._settle(client, paint, game, there)
        except NOT_SENT as failed:
            log.warning(
                "buttons have no icons: Discord refused an upload (%s); trying again at the next start",
                code_of(failed),
            )

    async def _settle(
        self, client: discord.Client, paint: Paint, game: AnyGame, there: dict[str, discord.Emoji]
    ) -> None:
        for icon in game.icons:
            png = await paint(game, icon)
            name = f"{icon}_{hashlib.sha256(png).hexdigest()[:8]}"
            found = there.get(name) or await client.create_application_emoji(name=name, image=png)
            there[name] = found
            self._emojis[game.about.name, icon] = discord.PartialEmoji(name=name, id=found.id)
