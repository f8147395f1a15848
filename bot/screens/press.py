"""A press whose answer may be the new picture; a picture that takes long comes after an acknowledgement."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import discord

from bot.screens.ephemerals import Ephemeral
from bot.screens.failures import NOT_SENT, code_of
from bot.screens.panel import Screen

log = logging.getLogger(__name__)

_ACKNOWLEDGED_SECONDS = 3.0

_QUIET = discord.AllowedMentions.none()

_CHANGES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Answers that make the pressed message the interaction's own, to edit and to delete."""


class Press:
    """A press on a message, and its one answer: the new picture, if that is drawn in time."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self.is_taken = False
        """Whether somebody answers it or has answered it."""
        self.done = asyncio.Event()
        """Set once it has had its answer."""
        self.settled = asyncio.Event()
        """Set once it has had its answer, or won't have the new picture as its answer."""

        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    def within(self, seconds: float, defer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have `defer` answer it unless somebody takes it in time."""
        if not self.is_taken:
            self._stop_waiting()
            self._timer = asyncio.get_running_loop().call_later(seconds, self._is_late, defer)

    def take(self) -> bool:
        """Whether the caller is the one to answer it; within `answering`."""
        self._stop_waiting()
        is_first, self.is_taken = not self.is_taken, True
        return is_first

    def give_up(self) -> None:
        """Nobody waits for its answer any longer."""
        self._stop_waiting()
        if self._deferring is not None:
            self._deferring.cancel()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """It is answered inside."""
        try:
            yield
        finally:
            self.done.set()
            self.settled.set()

    async def answered(self) -> None:
        """Wait until it has its answer, but no longer than Discord would."""
        if not self.done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.done.wait(), _ACKNOWLEDGED_SECONDS)

    async def show(self, screen: Screen) -> bool:
        """Show this on the pressed message, as the answer if it has none yet; whether it can be shown so.

        Raises HTTPException once the token or the message is gone.
        """
        if self.take():
            with self.answering():
                return await self._answer(screen)
        await self.answered()
        if not self.changes_message:
            return False
        await self.edit(screen)
        return True

    def _is_late(self, defer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self.take():
            self._deferring = asyncio.create_task(defer())

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _answer(self, screen: Screen) -> bool:
        try:
            await self.interaction.response.edit_message(
                view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET
            )
        except NOT_SENT as failed:
            log.info("a press could not be answered with what it changed (%s)", code_of(failed))
            return False
        return True

    @property
    def changes_message(self) -> bool:
        """Whether its answer is a change of the pressed message, not another message."""
        return self.interaction.response.type in _CHANGES

    @property
    def ephemeral(self) -> Ephemeral | None:
        """The pressed message, if only its reader sees it. The token of this press is its newest."""
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            return None
        return Ephemeral.response(self.interaction, message.id)

    def is_on(self, message_id: int) -> bool:
        """Whether this message was pressed."""
        return self.interaction.message is not None and self.interaction.message.id == message_id

    async def edit(self, screen: Screen) -> None:
        """Show this on the pressed message. Raises HTTPException once its token or the message is gone."""
        await self.interaction.edit_original_response(
            view=screen.layout,
            attachments=list(screen.files),
            allowed_mentions=_QUIET,
        )
