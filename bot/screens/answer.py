"""One press or command, and the one answer Discord allows it, in time and as a sentence."""

import asyncio
import logging
from types import TracebackType
from typing import Self

import discord
from discord import ui

from bot.screens.panel import Screen
from bot.screens.parts import notice
from bot.sessions.refusal import Refusal
from games.core import BadNotation, IllegalMove
from games.shelf import UnknownGame
from storage import StorageFailed

log = logging.getLogger(__name__)

PATIENCE = 1.8
"""Seconds after which an answer is put off; Discord gives up on a press after 3."""

SENTENCES = (Refusal, IllegalMove, BadNotation, UnknownGame)
_GONE = (10008, 10062, 40060)  # unknown message, unknown interaction, already answered


class Answer:
    """`async with Answer(interaction) as answer`: whatever happens inside, the person gets an answer.

    A refusal is told to him alone as its sentence; a fault is logged and told as such. Where the work takes
    long, the answer is put off by itself and given later.
    """

    def __init__(self, interaction: discord.Interaction, *, private: bool = True) -> None:
        self.interaction = interaction
        self._private = private
        self._taken = False
        self._late: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._late = asyncio.create_task(self._put_off())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        assert self._late is not None
        self._late.cancel()
        if error is None:
            if not self._taken:
                await self.took()
            return False
        if isinstance(error, asyncio.CancelledError):
            return False
        return await self._confess(error)

    async def say(self, text: str, *rows: ui.ActionRow[ui.LayoutView]) -> None:
        """Tell the person alone."""
        await self.show(Screen(notice(text, *rows)))

    async def show(self, screen: Screen, *, private: bool = True) -> int | None:
        """Answer with a message of its own; its id where Discord tells it."""
        response = self.interaction.response
        if self._first():
            sent = await response.send_message(
                view=screen.layout,
                files=list(screen.files),
                ephemeral=private,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            return sent.message_id
        message = await self.interaction.followup.send(
            view=screen.layout,
            files=list(screen.files),
            ephemeral=private,
            allowed_mentions=discord.AllowedMentions.none(),
            wait=True,
        )
        return message.id

    async def replace(self, screen: Screen) -> None:
        """Change the message on which the press was."""
        if self._first():
            await self.interaction.response.edit_message(view=screen.layout, attachments=list(screen.files))
        else:
            await self.interaction.edit_original_response(view=screen.layout, attachments=list(screen.files))

    async def close(self, text: str) -> None:
        """End a question that was put to the person alone: its message becomes a sentence without buttons."""
        await self.replace(Screen(notice(text)))

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form."""
        if not self._first():
            await self.interaction.followup.send("That took too long: press once more.", ephemeral=True)
            return
        await self.interaction.response.send_modal(form)

    async def took(self) -> None:
        """Acknowledge without a word: what happened is seen on the board."""
        if not self._first():
            return
        if self._is_press:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True)
            await self.interaction.delete_original_response()

    @property
    def _is_press(self) -> bool:
        return self.interaction.type is discord.InteractionType.component

    def _first(self) -> bool:
        first, self._taken = not self._taken, True
        return first

    async def _put_off(self) -> None:
        await asyncio.sleep(PATIENCE)
        if self._first():
            if self._is_press:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=self._private)

    async def _confess(self, error: BaseException) -> bool:
        """Turn an error into a sentence. Errors that are no fault of the person are logged."""
        if isinstance(error, SENTENCES):
            text = str(error)
        elif isinstance(error, StorageFailed):
            log.error("could not be written down: %s", error)
            text = f"That could not be written down, so it is not done: {error} Please try again in a moment."
        elif isinstance(error, discord.HTTPException) and error.code in _GONE:
            log.info("a press was answered too late or its message is gone (%s)", error.code)
            return True
        else:
            log.exception("a press failed", exc_info=error)
            text = "Something went wrong here. The game is safe: /board shows it as it stands."
        try:
            await self.say(text)
        except discord.HTTPException as failed:
            log.info("the answer could not be given: %s", failed.code)
        return True
