"""What a lobby and a game under way have in common, and which of them this process plays.

That is all of them, unless `bot.cluster` says otherwise; see decision 29.
"""

import asyncio
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import NamedTuple

from bot.chat.players import Player
from bot.refusal import Elsewhere, Refusal
from bot.table.welcome import must_be_welcome
from games.core import Seat
from games.game import AnyGame
from storage import Archive, StoredSession


class Part(NamedTuple):
    """Some of the bot's servers: those of one shard of several. By default all."""

    shard: int = 0
    of: int = 1


EVERYTHING = Part()


class Ownership:
    """What one process has of the bot's work: everything, since it is alone."""

    def has(self, guild_id: int | None) -> bool:
        """Whether this process plays the tables of this server, or those in direct messages if None."""
        return True

    def must_have(self, guild_id: int | None) -> None:
        """Raises Refusal if another process has the tables of this server."""
        if not self.has(guild_id):
            raise Elsewhere

    def shard_of(self, guild_id: int | None) -> int:
        """The connection to Discord that brings this server's events, or direct messages if None."""
        return 0

    async def elsewhere(self, archive: Archive, user_id: int) -> list[StoredSession]:
        """This person's open tables that other processes play. Raises StorageFailed."""
        return []

    def turns(self) -> AbstractAsyncContextManager[None]:
        """To be entered for work that only one process does at a time."""
        return nullcontext()


ALONE = Ownership()


class HostedTable(ABC):
    """A table in a channel, with its number, its players and its host: a lobby or a session."""

    def __init__(
        self,
        stored: StoredSession,
        game: AnyGame,
        players: tuple[Player, ...],
        archive: Archive,
        share: Ownership,
    ) -> None:
        """A table outside `share` isn't changed."""
        self.id = stored.id
        """Its number in storage and in custom ids, which stays the same when the game starts."""
        self.stored = stored
        """What storage has of it."""
        self.game = game
        """The game that is played or will be."""
        self.players = players
        """Who sits where, by seat; in a lobby in the order of sitting down."""
        self.answers_only = stored.answers_only
        """Whether the bot isn't in the channel, and can only answer people there."""
        self.is_direct = stored.guild_id is None and not stored.answers_only
        """Whether it is in direct messages with the bot, where nobody else can join."""
        self.is_try = stored.is_try
        """Whether it's somebody's one try at a deal that others get, too: a game of the day, or a duel."""
        self.lock = asyncio.Lock()
        """Held while anything is judged and saved here."""
        self.share = share
        self._archive = archive

    @property
    def host_id(self) -> int:
        """Who hosts it: the person who opened the lobby, or to whom it was handed over."""
        return self.stored.host_id

    async def set_host(self, user_id: int) -> None:
        """Save that this person hosts it from now on. Hold the lock."""
        self.share.must_have(self.stored.guild_id)
        await self._archive.sessions.set_host(self.id, user_id)
        self.stored = replace(self.stored, host_id=user_id)

    async def note_missing(self, since: int | None) -> None:
        """Save since when Discord hasn't known its channel, in milliseconds since the epoch; None if it does.

        0 says that it is certainly gone.
        """
        if self.stored.missing_since != since:
            await self._archive.sessions.set_missing(self.id, since)
            self.stored = replace(self.stored, missing_since=since)

    @property
    @abstractmethod
    def removed(self) -> tuple[int, ...]:
        """The people whom those who manage the server removed from the table."""

    def must_not_be_removed(self, user_id: int) -> None:
        """Raises Refusal for somebody who was removed from the table."""
        if user_id in self.removed:
            raise Refusal("You were removed from this table. You can join another one.")

    async def must_admit(self, user_id: int) -> None:
        """Raises Refusal for somebody who can't sit down: all who take a seat pass here.

        They were removed from the table, or are kept from the server's tables.
        """
        self.must_not_be_removed(user_id)
        await must_be_welcome(self._archive, self.stored.guild_id, user_id)

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether it is a lobby that waits for its start, or a game that isn't over."""

    @property
    def is_over(self) -> bool:
        """Whether a game was played here and has ended."""
        return False

    @property
    def line_count(self) -> int:
        """How many lines its record has."""
        return 0

    @property
    def is_as_it_rested(self) -> bool:
        """Whether it was at rest when it was loaded, and no line has been written since."""
        return self.stored.rests_at == self.line_count

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of people whose answer or move a game waits for."""
        return ()

    async def settle(self) -> None:  # noqa: B027 - a lobby has none
        """Make the moves of chance that are due."""

    async def close(self) -> None:  # noqa: B027 - nothing goes on in a lobby
        """Stop what goes on here by itself; what is saved stays."""

    @property
    def named(self) -> tuple[Player, ...]:
        """The player each seat is named after."""
        return self.players
