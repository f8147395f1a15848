"""One press or command, and the one answer Discord allows it, in time and as a sentence."""

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import discord
from discord import ui

from bot.screens import failures, words
from bot.screens.ephemerals import NOTICE, PRIVATE_RESULT, QUESTION, Ephemeral, Ephemerals, delete_all
from bot.screens.failures import NOT_SENT
from bot.screens.first_answer import FirstAnswer
from bot.screens.parts import calling
from bot.screens.parts import notice as notice_layout
from bot.screens.press import Press
from bot.screens.rules import rule_named
from bot.screens.screen import Screen
from bot.tables.refusal import Elsewhere, Refusal
from bot.trace import Stage, current, reached
from games.core import BadNotation, IllegalMove
from games.registry import UnknownGame

log = logging.getLogger(__name__)

_QUIET = discord.AllowedMentions.none()


class Answering(set["asyncio.Task[Any]"]):
    """The tasks that answer somebody."""

    has_moved = False
    """Whether another process has taken over all tables; people who still wait for an answer are told so."""


class Answer:
    """`async with Answer(...) as answer`: whatever happens inside, the person gets an answer.

    Only they see a refusal's sentence. Other errors are logged, and the person is told that it didn't work.
    If the work takes long, the answer is deferred automatically and given later. While it is under way, its
    task is in `answering`.
    """

    def __init__(
        self, interaction: discord.Interaction, ephemerals: Ephemerals, answering: Answering
    ) -> None:
        self.interaction = interaction
        self.press = Press(interaction)
        self.arrived = time.monotonic()
        self._ephemerals = ephemerals
        self._answering = answering
        self._first = FirstAnswer(interaction)
        self.game = ""
        """The game whose rules a refusal names; set where a move is judged."""
        self._kept = ""
        self._void: list[Ephemeral] = []

    async def __aenter__(self) -> Self:
        self._first.start_waiting()
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        is_cancelled = isinstance(error, asyncio.CancelledError)
        if error is not None and self._answering.has_moved:
            await self._say_it_moves()
            return not is_cancelled
        if is_cancelled:
            self._first.stop_waiting()
            return False
        outcome = failures.outcome_of(error)
        try:
            await (self.acknowledge() if error is None else self._confess(error))
        except NOT_SENT as failed:
            if not failures.is_discords(error):  # else it is in the log
                failures.log_unanswered(failed, log)
            outcome = "unanswered"
        finally:
            self._mark_answered()
            current().ends(outcome)
        await self._tidy()
        return True

    async def notice(self, text: str, purpose: str = NOTICE) -> None:
        """Tell the person alone."""
        await self.send(Screen(notice_layout(text)), purpose)

    async def moved(self, learned: str) -> None:
        """A move was made: tell the person what only they `learned`, in place of what an earlier move showed.

        Empty if that is nothing: the board shows the rest.
        """
        self._void += self._ephemerals.void_in(self.interaction.channel_id or 0, (PRIVATE_RESULT,))
        await (self.notice(learned, PRIVATE_RESULT) if learned else self.acknowledge())
        self._mark_answered()

    async def question(self, text: str, row: ui.ActionRow[ui.LayoutView]) -> None:
        """Ask the person alone whether they mean it."""
        await self.send(Screen(notice_layout(text, row)), QUESTION)

    async def send(self, screen: Screen, purpose: str) -> Ephemeral | None:
        """Answer with a message that only the person sees; None if Discord doesn't say which it is.

        The newest of a purpose replaces the one before. After a press that was deferred, the original
        response is the pressed message, which others may see; so the answer is a followup.
        """
        if await self._first.take():
            message_id = await self._respond(screen, private=True)
            sent = None if message_id is None else Ephemeral.response(self.interaction, message_id)
        else:
            self._first.mark_replaced()
            message = await self.interaction.followup.send(
                view=screen.layout,
                files=list(screen.files),
                ephemeral=True,
                allowed_mentions=_QUIET,
                wait=True,
            )
            sent = Ephemeral.followup(self.interaction, message)
        if sent is not None:
            self._remember(purpose, sent)
        return sent

    async def post(self, screen: Screen, called: Collection[int] = ()) -> int | None:
        """Answer with a message for the channel. Returns its id, or None if it's too late to answer that way.

        The people `called` are notified if it mentions them.
        """
        if await self._first.take():
            return await self._respond(screen, private=False, called=called)
        await self._first.unsay()
        return None

    async def replace(self, screen: Screen, purpose: str = "") -> None:
        """Change the pressed message; `purpose` is its own, if only one person sees it."""
        if purpose:
            self.keeps(purpose)
        if await self._first.take():
            await self.interaction.response.edit_message(view=screen.layout, attachments=list(screen.files))
        else:
            await self.press.edit(screen)

    async def turn_to(self, screen: Screen, purpose: str) -> None:
        """Show this in place of the pressed message if only the person sees that, else as a new one."""
        if self.press.ephemeral is not None:
            await self.replace(screen, purpose)
        else:
            await self.send(screen, purpose)

    def keeps(self, purpose: str) -> None:
        """The pressed message, if only the person sees it, goes on to serve this purpose."""
        self._kept = purpose

    async def close(self) -> None:
        """A question that only this person saw is answered: delete it, and the board shows the rest."""
        pressed = self.press.ephemeral
        if pressed is not None:
            self._ephemerals.answered.append(pressed.message_id)
        await self.acknowledge()
        if pressed is not None:
            known = self._ephemerals.question_on(pressed.message_id)
            # The token of this press is newer than the remembered one, and is there after a restart.
            self._void += [pressed] if self.press.changes_message else known

    def expire(self, purpose: str) -> None:
        """Delete the person's message of this purpose here, if there is one."""
        interaction = self.interaction
        self._void += self._ephemerals.only(interaction.user.id, interaction.channel_id or 0, purpose)

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form."""
        if not await self._first.take():
            await self.interaction.followup.send("That took too long. Press it again.", ephemeral=True)
            return
        await self.interaction.response.send_modal(form)

    async def acknowledge(self) -> None:
        """Acknowledge without a message: the board shows what happened."""
        if await self._first.take():
            await self._first.defer()
        await self._first.unsay()
        self._mark_answered()

    def _mark_answered(self) -> None:
        self.press.done.set()
        reached(Stage.ANSWERED)

    def _remember(self, purpose: str, ephemeral: Ephemeral) -> None:
        """This is the newest of its purpose, and the one before expires."""
        interaction = self.interaction
        self._void += self._ephemerals.put(
            interaction.user.id, interaction.channel_id or 0, purpose, ephemeral
        )

    async def _tidy(self) -> None:
        """Delete the messages that the answer made expire, after it so as not to delay it."""
        pressed = self.press.ephemeral
        if self._kept and pressed is not None and self.press.changes_message:
            self._remember(self._kept, pressed)
        self._void += self._ephemerals.notice_before(self.interaction.user.id, self.interaction.id)
        await delete_all(self._void)

    async def _say_it_moves(self) -> None:
        """Say that another process has the table now, unless that has answered this press already.

        The message isn't kept, and nothing else is changed: what is here may be old.
        """
        screen = notice_layout(str(Elsewhere()))
        current().ends("refused")
        with suppress(*NOT_SENT):
            if await self._first.take():
                await self.interaction.response.send_message(view=screen, ephemeral=True)
            else:
                await self.interaction.followup.send(view=screen, ephemeral=True)

    async def _respond(self, screen: Screen, *, private: bool, called: Collection[int] = ()) -> int | None:
        try:
            sent = await self.interaction.response.send_message(
                view=screen.layout,
                files=list(screen.files),
                ephemeral=private,
                allowed_mentions=calling(called),
            )
        except discord.HTTPException as failed:
            if failed.code != failures.ALREADY_ANSWERED:
                raise
            # Discord took the answer but its confirmation was lost: discord.py has tried a second time.
            return (await self.interaction.original_response()).id
        return sent.message_id

    async def _confess(self, error: BaseException) -> None:
        """Turn an error into a sentence. Errors that aren't the person's doing are logged."""
        match error:
            case Refusal() | IllegalMove() | BadNotation() | UnknownGame():
                if (pressed := self.press.ephemeral) is not None:
                    if pressed.message_id in self._ephemerals.answered:
                        await self.acknowledge()
                        return
                    self._void += self._ephemerals.question_on(pressed.message_id)
                text = words.refused(str(error))
            case discord.HTTPException(code=failures.UNKNOWN_INTERACTION | failures.ALREADY_ANSWERED):
                log.info("a press was answered too late (%s)", error.code)
                return
            case _:
                text = failures.sentence_for(error, log)
        await self._first.retake()
        await self.send(Screen(notice_layout(text, *rule_named(self.game, text))), NOTICE)
