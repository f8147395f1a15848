"""What a host can choose before the game, and what those who manage a server have chosen for all games.

It isn't part of the game: no record contains it, and no rule depends on it.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from cachetools import LRUCache
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from bot.people.settings import REMINDER_MINUTES, Settings
from games.game import AnyGame
from storage import Archive

HINTS = 3
"""How many hints each player has, unless the host chooses otherwise."""

MINUTES = {
    "2 minutes": 2,
    "5 minutes": 5,
    "15 minutes": 15,
    "30 minutes": 30,
    "1 hour": 60,
    "8 hours": 8 * 60,
    "1 day": 24 * 60,
    "3 days": 3 * 24 * 60,
    "7 days": 7 * 24 * 60,
}
"""The lengths of time a host can choose, in minutes. Other values, such as “off”, mean no limit."""

PACES = {"quick": 0.3, "usual": 1.0, "calm": 2.5}
"""How the pause before a computer's move is multiplied, by the pace of the table."""

COMPUTER_MOVES: Final = "a computer makes that move"
NEXT_PLAYER_MAY: Final = "the next player may make it"


class Newcomer(BaseModel):
    """Somebody who would like to take a free seat, about whom the other players are asked.

    `stays` is how often seats had changed hands then: once they change again, the question is void.
    """

    model_config = ConfigDict(frozen=True)

    user_id: int
    name: str
    seat: int
    stays: int
    accepted: tuple[int, ...] = ()
    is_refused: bool = False


class TableOptions(BaseModel):
    """The options of a table. Storage has them as JSON, without those at their defaults."""

    model_config = ConfigDict(frozen=True)

    hints: Literal["off", "3", "any number"] = Field(
        default="3",
        title="Hints",
        description="How many hints each player can ask for. With any number, the game isn't rated.",
    )
    only_move: bool = Field(
        default=True,
        title="Make forced moves automatically",
        description="If a player has only one possible move, I make it for them.",
    )
    pace: Literal["quick", "usual", "calm"] = Field(
        default="usual",
        title="Pace",
        description="How soon computers move, and how long you see each of their moves.",
    )
    move_time: Literal[
        "off", "2 minutes", "5 minutes", "15 minutes", "1 hour", "8 hours", "1 day", "3 days", "7 days"
    ] = Field(
        default="off",
        title="Time for a move",
        description="How long each player has for a move. It doesn't run during their own quiet hours.",
    )
    bank: Literal["none", "5 minutes", "30 minutes", "1 hour", "1 day", "3 days"] = Field(
        default="none",
        title="Extra time",
        description="How much more time each player has in the whole game, for moves that take longer.",
    )
    time_up: Literal["a computer makes that move", "the next player may make it"] = Field(
        default=COMPUTER_MOVES,
        title="When time runs out",
        description="Nobody loses on time. If the next player doesn't make the move either, a computer does.",
    )
    rated: bool = Field(
        default=True,
        title="Rated game",
        description="Whether the game changes ratings. It counts as a game either way.",
    )
    invited_only: bool = Field(
        default=False,
        title="Invited people only",
        description="Only people invited with /play can join.",
    )
    invited: tuple[int, ...] = ()
    """The user ids of the people who were invited. No menu shows it: it's set when the lobby is opened."""
    newcomer: Newcomer | None = None
    """Who was last to ask for a free seat in a game with hands. No menu shows it or the next one."""
    freed: tuple[int, ...] = ()
    """The user ids of the people whose seats others freed."""
    origin: str = ""
    """The move from which this game was played on, such as “move 34 of game 12”; empty for any other game."""
    copied: int = 0
    """How many of its first lines come from there."""
    removed: tuple[int, ...] = ()
    """The user ids of the people whom those who manage the server removed from the table."""
    deal_of: int = 0
    """The number of the finished game whose deal this is; 0 for any other game."""

    @classmethod
    def read(cls, stored: str) -> Self:
        """What `write` wrote, by this version or an older one."""
        return cls.model_validate_json(stored)

    def write(self) -> str:
        """The options as storage has them."""
        return self.model_dump_json(exclude_defaults=True)

    def with_value(self, name: str, value: str) -> Self:
        """A copy with another value. Raises ValidationError if it doesn't fit."""
        return type(self).model_validate({**self.model_dump(), name: value})

    @property
    def hints_each(self) -> int | None:
        """How many hints each player has; None for as many as they like."""
        return {"off": 0, "3": HINTS, "any number": None}[self.hints]

    @property
    def is_rated(self) -> bool:
        """Whether the game can change ratings: not one in which a computer may choose every move."""
        return self.rated and self.hints_each is not None

    @property
    def move_minutes(self) -> int:
        """How many minutes a player has for a move; 0 for as many as they like."""
        return MINUTES.get(self.move_time, 0)

    @property
    def bank_minutes(self) -> int:
        """How many minutes of extra time a player has for the whole game."""
        return MINUTES.get(self.bank, 0)

    def in_place_of(self, minutes: int) -> Self:
        """These for a new table, if the old one's limit was this many minutes in the game's own options."""
        if self.move_minutes or not minutes:
            return self
        time = next(name for name, length in MINUTES.items() if length >= minutes)
        return self.with_value("move_time", time).with_value("time_up", NEXT_PLAYER_MAY)

    def admits(self, user_id: int) -> bool:
        """Whether this person can join."""
        return not self.invited_only or user_id in self.invited


def offered_for(game: AnyGame, *, is_direct: bool = False) -> tuple[str, ...]:
    """The names of the options that the host of a table of this game can change.

    In direct messages nobody else can join, and nobody waits. A time limit needs a computer to take over.
    """
    is_limited = bool(game.about.levels) and not is_direct
    offered = {
        "hints": gives_hints(game),
        "only_move": makes_forced_moves(game),
        "pace": bool(game.about.levels),
        "move_time": is_limited,
        "bank": is_limited,
        "time_up": is_limited and game.minutes is not None,
        "rated": True,
        "invited_only": not is_direct,
    }
    return tuple(name for name, is_offered in offered.items() if is_offered)


def makes_forced_moves(game: AnyGame) -> bool:
    """Whether everybody can see that a player has no choice: in a game with hands, only it can say so."""
    return not game.about.hands or game.forced is not None


def gives_hints(game: AnyGame) -> bool:
    """Whether the bot can give hints in this game. One whose moves include hints gives its own."""
    return game.judge is not None and bool(game.judge.adviser)


@dataclass(frozen=True, slots=True)
class Option:
    """Something the host can choose: one of the game's options, or of the table's."""

    name: str
    field: FieldInfo
    value: Any
    is_tables: bool

    @property
    def is_changed(self) -> bool:
        """Whether it isn't at its default."""
        return bool(self.value != self.field.default)


def choices(
    game: AnyGame, chosen: BaseModel, table_options: TableOptions, *, is_direct: bool
) -> tuple[Option, ...]:
    """Everything the host can choose: the game's options in its order, then the table's."""
    fields, tables = game.options.model_fields, TableOptions.model_fields
    own = (Option(name, fields[name], value, False) for name, value in option_values(chosen).items())
    shared = (
        Option(name, tables[name], getattr(table_options, name), True)
        for name in offered_for(game, is_direct=is_direct)
    )
    return (*own, *shared)


def option_values(options: BaseModel) -> dict[str, Any]:
    """The options' values by name, in the order in which the game declares them.

    Leaves out those the game marks as `retired`: only tables that began with them have them.
    """
    return {name: getattr(options, name) for name in offered(type(options))}


def offered(options: type[BaseModel]) -> tuple[str, ...]:
    """The names of the options that a new table can have."""
    return tuple(name for name, field in options.model_fields.items() if not _is_retired(field))


def _is_retired(field: FieldInfo) -> bool:
    extra = field.json_schema_extra
    return isinstance(extra, dict) and extra.get("retired") is True


def written(value: object) -> str:
    """An option's value as menus and records write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


PAUSES = {"fast": 0.4, "normal": 1.2, "slow": 3.0}
"""Seconds between two moves of computers."""

REMEMBERED = 10_000
"""How many servers' settings are kept in memory."""


class ServerSettings(Settings):
    """What a server has chosen. An empty value leaves it to the bot's host, or means no limit."""

    channels: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    move_time: str = ""
    pace: Literal["", "fast", "normal", "slow"] = ""
    remind: Literal["", "at once", "5 minutes", "30 minutes", "never"] = ""
    rated: Literal["", "friendly"] = ""

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
        return None if self.remind == "never" else REMINDER_MINUTES[self.remind] * minute

    def at_first(self, options: TableOptions, offered: Collection[str]) -> TableOptions:
        """The options of a new table here, of which its host can change those `offered`."""
        if self.rated == "friendly" and "rated" in offered:
            options = options.with_value("rated", "false")
        if not self.move_time or "move_time" not in offered:
            return options
        try:
            return options.with_value("move_time", self.move_time)
        except ValidationError:  # an older version offered this value
            return options


class ServerBook:
    """A cache of all servers' settings. Every change goes through here."""

    def __init__(self, archive: Archive, has: Callable[[int], bool]) -> None:
        """`has` says of which servers this process plays the tables."""
        self._archive = archive
        self._has = has
        self._known = LRUCache[int, ServerSettings](REMEMBERED)
        self._lock = asyncio.Lock()

    async def of(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server, or the defaults for direct messages if None."""
        if guild_id is None:
            return ServerSettings()
        if not self._has(guild_id):  # another process may change them
            return ServerSettings.read(await self._archive.people.server_settings(guild_id))
        if guild_id not in self._known:
            async with self._lock:
                self._keep(guild_id, await self._archive.people.server_settings(guild_id))
        return self._known[guild_id]

    async def change(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Pass a server's settings through `change`, save them and return them.

        Raises what `change` raises.
        """
        async with self._lock:
            stored = await self._archive.people.change_server_settings(
                guild_id, lambda had: ServerSettings.rewrite(had, change)
            )
            self._keep(guild_id, stored)
        return self._known[guild_id]

    def forget(self, is_meant: Callable[[int], bool]) -> None:
        """Read what's known of these servers again when needed: other processes may change it."""
        for guild_id in [one for one in self._known if is_meant(one)]:
            del self._known[guild_id]

    def _keep(self, guild_id: int, stored: str) -> None:
        self._known[guild_id] = ServerSettings.read(stored)
