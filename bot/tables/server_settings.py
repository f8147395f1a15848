"""What the people who manage a server have chosen: channels, games, pace and reminders."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.tables.lenient import read_leniently
from bot.tables.reminder_settings import MINUTES
from bot.tables.table_options import TableOptions
from storage import Archive

PAUSES = {"fast": 0.4, "normal": 1.2, "slow": 3.0}
"""Seconds between two moves of computers."""

REMEMBERED = 10_000
"""How many servers' settings are kept in memory."""


class ServerSettings(BaseModel):
    """What a server has chosen. An empty value leaves it to the bot's host, or means no limit."""

    model_config = ConfigDict(frozen=True)

    channels: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    move_time: str = ""
    pace: Literal["", "fast", "normal", "slow"] = ""
    remind: Literal["", "at once", "5 minutes", "30 minutes", "never"] = ""

    @classmethod
    def read(cls, stored: str) -> Self:
        """What `write` wrote, by this version or another one."""
        return read_leniently(cls, json.loads(stored))

    def write(self) -> str:
        """The settings as storage has them."""
        return self.model_dump_json(exclude_defaults=True)

    def having(self, name: str, value: object) -> Self:
        """A copy with another value. Raises ValidationError if it doesn't fit."""
        return type(self).model_validate({**self.model_dump(), name: value})

    def allows_game(self, game: str) -> bool:
        """Whether people can start this game here."""
        return not self.games or game in self.games

    def allows_channel(self, *channel_ids: int) -> bool:
        """Whether people can start games in a channel; for a thread, give its channel too."""
        return not self.channels or any(one in self.channels for one in channel_ids)

    def pause(self, default: float) -> float:
        """Seconds between two moves of computers."""
        return PAUSES[self.pace] if self.pace else default

    def remind_after(self, default: float | None, minute: float) -> float | None:
        """After how many seconds people who haven't chosen are told; None for never."""
        if not self.remind:
            return default
        return None if self.remind == "never" else MINUTES[self.remind] * minute

    def at_first(self, options: TableOptions, offered: Collection[str]) -> TableOptions:
        """The options of a new table here, of which its host can change those `offered`."""
        if not self.move_time or "move_time" not in offered:
            return options
        try:
            return options.with_value("move_time", self.move_time)
        except ValidationError:  # an older version offered this value
            return options


class ServerBook:
    """A cache of all servers' settings. Every change goes through here."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._known: OrderedDict[int, ServerSettings] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server, or the defaults for direct messages if None."""
        if guild_id is None:
            return ServerSettings()
        if guild_id not in self._known:
            async with self._lock:
                self._keep(guild_id, await self._archive.server_settings(guild_id))
        return self._known[guild_id]

    async def change(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Pass a server's settings through `change`, save them and return them.

        Raises what `change` raises.
        """
        async with self._lock:
            stored = await self._archive.change_server_settings(
                guild_id, lambda had: change(ServerSettings.read(had)).write()
            )
            self._keep(guild_id, stored)
        return self._known[guild_id]

    def forget(self, is_meant: Callable[[int], bool]) -> None:
        """Read the settings of these servers again when needed: other processes may change them."""
        for guild_id in [one for one in self._known if is_meant(one)]:
            del self._known[guild_id]

    def _keep(self, guild_id: int, stored: str) -> None:
        self._known[guild_id] = ServerSettings.read(stored)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
