"""One press or command, and the one answer Discord allows it, in time and as a sentence."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import discord
from discord import ui

from bot.screens import failures, words
from bot.screens.ephemerals import QUESTION, TOLD, WORD, Ephemeral, Ephemerals, take_away
from bot.screens.failures import NOT_SENT, code_of
from bot.screens.panel import Screen
from bot.screens.parts import notice as notice_layout
from bot.tables.refusal import OutOfReach, Refusal
from games.core import BadNotation, IllegalMove
from games.registry import UnknownGame
from storage import StorageFailed

if TYPE_CHECKING:
    from bot.client import Parlour

log = logging.getLogger(__name__)

_QUIET = discord.AllowedMentions.none()

_CHANGES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Answers by which the message that was pressed becomes the interaction's own, to edit and to delete."""

PATIENCE = 1.8
"""Seconds after which an answer is put off; Discord gives up on a press after 3."""


class Edit(Protocol):
    """Changes a message that was shown to somebody alone, while the interaction's token lives."""

    def __call__(self, *, view: ui.LayoutView, attachments: list[discord.File]) -> Awaitable[object]:
        """Show this in its place. Raises HTTPException once the token or the message is gone."""
        ...


class Answer:
    """`async with Answer(interaction) as answer`: whatever happens inside, the person gets an answer.

    A refusal is told to him alone as its sentence; a fault is logged and told as such. Where the work takes
    long, the answer is put off by itself and given later.
    """

    def __init__(self, interaction: discord.Interaction["Parlour"]) -> None:
        self.interaction = interaction
        self.arrived = time.monotonic()
        self._taken = False
        self._is_thinking = False
        self._late: asyncio.Task[None] | None = None
        self._kept = ""
        self._void: list[Ephemeral] = []

    async def __aenter__(self) -> Self:
        self._late = asyncio.create_task(self._put_off())
        task = asyncio.current_task()
        assert task is not None
        under_way = self.interaction.client.answering
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        assert self._late is not None
        if isinstance(error, asyncio.CancelledError):
            self._late.cancel()
            return False
        try:
            await (self.acknowledge() if error is None else self._confess(error))
        except NOT_SENT as failed:
            log.info("an answer could not be given (%s)", code_of(failed))
        await self._tidy()
        return True

    async def notice(self, text: str, purpose: str = WORD) -> None:
        """Tell the person alone."""
        await self.send(Screen(notice_layout(text)), purpose)

    async def moved(self, told: str) -> None:
        """A move was made: say what it told the person alone; what an earlier one here told is void."""
        self._void += self._ephemerals.void_in(self.interaction.channel_id or 0, (TOLD,))
        await (self.notice(told, TOLD) if told else self.acknowledge())

    async def question(self, text: str, row: ui.ActionRow[ui.LayoutView]) -> None:
        """Ask the person alone whether he means it."""
        await self.send(Screen(notice_layout(text, row)), QUESTION)

    async def send(self, screen: Screen, purpose: str) -> Edit:
        """Answer with a message that the person alone sees, and say how to change it.

        The newest of a purpose takes the place of the one before. After a press that was put off, the
        original response is the message that was pressed, which others may see; what is shown to one person
        alone is then a message of its own.
        """
        if await self._first():
            message_id = await self._respond(screen, private=True)
            if message_id is not None:
                self._is_now(purpose, self._by_this_press(message_id))
            return self.interaction.edit_original_response
        self._is_thinking = False
        sent = await self.interaction.followup.send(
            view=screen.layout, files=list(screen.files), ephemeral=True, allowed_mentions=_QUIET, wait=True
        )
        self._is_now(purpose, Ephemeral(sent.id, self.interaction.id, sent.delete))
        return sent.edit

    async def post(self, screen: Screen) -> int | None:
        """Answer with a message for the channel; its id, or None where it is too late for such an answer."""
        if await self._first():
            return await self._respond(screen, private=False)
        await self._unsay()
        return None

    async def replace(self, screen: Screen, purpose: str = "") -> None:
        """Change the message on which the press was; `purpose` is its own, where one person alone sees it."""
        if purpose:
            self.keeps(purpose)
        if await self._first():
            await self.interaction.response.edit_message(view=screen.layout, attachments=list(screen.files))
        else:
            await self.interaction.edit_original_response(view=screen.layout, attachments=list(screen.files))

    def keeps(self, purpose: str) -> None:
        """The message that was pressed, if the person alone sees it, goes on to serve this purpose."""
        self._kept = purpose

    async def close(self) -> None:
        """A question that was put to the person alone is answered: it goes, and the board tells the rest."""
        if (message := self._pressed_ephemeral) is not None:
            self._ephemerals.answered.append(message.id)
        await self.acknowledge()
        if message is not None:
            known = self._ephemerals.question_on(message.id)
            # The token of this press is younger than the one that is remembered, and there after a restart.
            self._void += [self._by_this_press(message.id)] if self._changes_it else known

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form."""
        if not await self._first():
            await self.interaction.followup.send("That took too long: press once more.", ephemeral=True)
            return
        await self.interaction.response.send_modal(form)

    async def acknowledge(self) -> None:
        """Acknowledge without a word: what happened is seen on the board."""
        if await self._first():
            await self._defer()
        await self._unsay()

    @property
    def _ephemerals(self) -> Ephemerals:
        return self.interaction.client.ephemerals

    @property
    def _pressed_ephemeral(self) -> discord.Message | None:
        """The message that was pressed, where the person alone sees it."""
        message = self.interaction.message
        return message if message is not None and message.flags.ephemeral else None

    @property
    def _changes_it(self) -> bool:
        """Whether the answer is a change of the message that was pressed, not a message of its own."""
        return self.interaction.response.type in _CHANGES

    def _by_this_press(self, message_id: int) -> Ephemeral:
        """The message that this interaction has made or changed as its first answer."""
        return Ephemeral(message_id, self.interaction.id, self.interaction.delete_original_response)

    def _is_now(self, purpose: str, ephemeral: Ephemeral) -> None:
        """This is the newest of its purpose, and the one before is void."""
        interaction = self.interaction
        self._void += self._ephemerals.put(
            interaction.user.id, interaction.channel_id or 0, purpose, ephemeral
        )

    async def _tidy(self) -> None:
        """After the answer, which it must not delay: take away what has become void by it."""
        message = self._pressed_ephemeral
        if self._kept and message is not None and self._changes_it:
            self._is_now(self._kept, self._by_this_press(message.id))
        self._void += self._ephemerals.word_before(self.interaction.user.id, self.interaction.id)
        await take_away(self._void)

    @property
    def _is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    async def _defer(self) -> None:
        """A press is acknowledged by this; a command is shown to be thought about."""
        if self._is_command:
            await self.interaction.response.defer(ephemeral=True)
            self._is_thinking = True
        else:
            await self.interaction.response.defer()

    async def _unsay(self) -> None:
        """Take away that a command is thought about."""
        if self._is_thinking:
            self._is_thinking = False
            await self.interaction.delete_original_response()

    async def _first(self) -> bool:
        """Whether nothing was answered yet. A putting off that is on its way is waited for, not overtaken."""
        assert self._late is not None
        if self._taken:
            await asyncio.wait({self._late})
            return False
        self._taken = True
        self._late.cancel()
        return True

    async def _put_off(self) -> None:
        await asyncio.sleep(PATIENCE)
        self._taken = True
        try:
            await self._defer()
        except NOT_SENT as failed:
            log.info("an answer could not be put off (%s)", code_of(failed))

    async def _respond(self, screen: Screen, *, private: bool) -> int | None:
        try:
            sent = await self.interaction.response.send_message(
                view=screen.layout, files=list(screen.files), ephemeral=private, allowed_mentions=_QUIET
            )
        except discord.HTTPException as failed:
            if failed.code != failures.ALREADY_ANSWERED:
                raise
            # Discord took the answer and only its word for it was lost: discord.py has asked a second time.
            return (await self.interaction.original_response()).id
        return sent.message_id

    async def _confess(self, error: BaseException) -> None:
        """Turn an error into a sentence. Errors that are no fault of the person are logged."""
        match error:
            case Refusal() | IllegalMove() | BadNotation() | UnknownGame():
                text = words.refused(str(error))
                if (message := self._pressed_ephemeral) is not None:
                    if message.id in self._ephemerals.answered:
                        await self.acknowledge()
                        return
                    self._void += self._ephemerals.question_on(message.id)
            case StorageFailed(was_read=True):
                log.error("could not be read: %s", error)
                text = str(OutOfReach())
            case StorageFailed():
                log.error("could not be written down: %s", error)
                text = f"That could not be written down, so it is not done: {error} Try again in a moment."
            case discord.HTTPException(code=failures.UNKNOWN_INTERACTION | failures.ALREADY_ANSWERED):
                log.info("a press was answered too late (%s)", error.code)
                return
            case discord.HTTPException(code=failures.UNKNOWN_MESSAGE):
                text = "That message is gone. /board shows the table as it stands."
            case discord.HTTPException(code=failures.MISSING_ACCESS | failures.MISSING_PERMISSIONS):
                text = (
                    "Discord does not let me do that in this channel: "
                    "I need View Channel, Send Messages and Attach Files here."
                )
            case _:
                log.exception("a press failed", exc_info=error)
                text = "Something went wrong here. The game is safe: /board shows it as it stands."
        # An answer that Discord refused was none.
        await self._first()
        self._taken = self.interaction.response.is_done()
        await self.notice(text)
