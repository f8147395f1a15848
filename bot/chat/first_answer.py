"""One press or command, and the one first answer that Discord allows it: where it can be, the new board.

See docs/decisions/0032-the-board-is-the-answer.md.
"""

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.chat.ephemerals import Editable, as_taken
from bot.chat.failures import ALREADY_ANSWERED, NOT_SENT, TOO_LATE, code_of, reason_of, refuses_picture
from bot.chat.gate import is_visiting
from bot.chat.parts import Screen, notice
from bot.refusal import Refusal
from bot.telemetry.logs import Stage, current

log = logging.getLogger(__name__)


INTERACTION_SECONDS = 3.0
"""How long Discord waits for the first answer."""

PATIENCE = 1.8
"""Seconds after which an answer is deferred."""

PICTURE_PATIENCE = 1.0
"""The same if a picture is to be the answer. Its upload, if that has begun, goes on beside the deferral."""

QUICK_SECONDS = 0.7
"""While 95 % of the uploads of late take no longer, a press is answered with its picture."""

_LATEST, _LATE_SECONDS = 20, 60.0
"""How many uploads a route remembers, and for how many seconds."""

TRIES = 2
"""How often an answer is put off, if need be: unless that works, the person reads that nothing has."""

_THINKING = discord.InteractionResponseType.deferred_channel_message
_ACKNOWLEDGED = discord.InteractionResponseType.deferred_message_update
_CHANGES = (discord.InteractionResponseType.message_update, _ACKNOWLEDGED)
"""Answers that make the pressed message the interaction's own, to edit and to delete."""


IS_CONTESTED: ContextVar[bool] = ContextVar("IS_CONTESTED", default=False)
"""Whether another process may answer the current interaction, too."""


async def acknowledge(interaction: discord.Interaction) -> None:
    """Acknowledge a press; for a command, let Discord show that the bot is thinking."""
    if interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True)
    else:
        await interaction.response.defer()


class Uploads:
    """How long this process's uploads of pictures took of late, by the route they were sent on."""

    def __init__(self, goes_on: asyncio.Event) -> None:
        """None arrives before the event `goes_on` is set."""
        self._goes_on = goes_on
        self._took: defaultdict[str, deque[tuple[float, float]]] = defaultdict(lambda: deque(maxlen=_LATEST))

    @contextmanager
    def timed(self, route: str) -> Iterator[None]:
        """Inside, a picture is uploaded; one that fails counts too."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._took[route].append((began, time.monotonic() - began))

    @property
    def are_quick(self) -> bool:
        """Whether a picture is likely to arrive soon enough to be the answer to a press."""
        return self._goes_on.is_set() and all(map(self._is_quick, self._took.values()))

    def _is_quick(self, took: deque[tuple[float, float]]) -> bool:
        oldest = time.monotonic() - _LATE_SECONDS
        seconds = sorted(lasted for began, lasted in took if began > oldest)
        return not seconds or seconds[(19 * len(seconds) - 1) // 20] <= QUICK_SECONDS


class Press:
    """One press or command, and the one first answer that Discord allows it.

    If nobody gives that in time, it becomes a deferral, or for a press a plain acknowledgement. `done` is set
    once the press has had its answer.
    """

    def __init__(self, interaction: discord.Interaction, uploads: Uploads) -> None:
        self.interaction = interaction
        self.at = time.monotonic()
        self.done = asyncio.Event()
        self.is_replaced = False
        """Whether an answer has replaced the message that says the bot is thinking."""
        self.is_handed_on = False
        """Whether a message will be shown again as the answer."""
        self._uploads = uploads
        self._trace = current()
        self._is_taken = False
        self._refused: Exception | None = None
        self._unconfirmed: discord.InteractionResponseType | None = None
        self._impatient: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    @property
    def answer_type(self) -> discord.InteractionResponseType | None:
        """The kind of answer that Discord has; None if it has none, as far as we know."""
        return self.interaction.response.type or self._unconfirmed

    @property
    def changes_message(self) -> bool:
        """Whether its answer is a change of the pressed message, not another message."""
        return self.answer_type in _CHANGES

    @property
    def message(self) -> Editable | None:
        """The pressed message. The token of this press is its newest."""
        message = self.interaction.message
        if message is None:
            return None
        delete, channel_id = self.interaction.delete_original_response, self.interaction.channel_id or 0
        return Editable(message.id, self.interaction.id, self.show, delete, self.at, channel_id)

    @property
    def changeable(self) -> Editable | None:
        """The pressed message, unless the press has been answered with something else."""
        is_free = self.answer_type is None or self.changes_message
        return self.message if is_free else None

    @property
    def ephemeral(self) -> Editable | None:
        """The pressed message, if only one person sees it."""
        message = self.interaction.message
        return self.message if message is not None and message.flags.ephemeral else None

    def start_waiting(self) -> None:
        """Start the time for the first answer, unless it was given: a contested press has had it already."""
        self._is_taken = self.interaction.response.is_done()
        if self._is_taken:
            self.answered()
        else:
            self._wait(PATIENCE)

    def stop_waiting(self) -> None:
        """Defer it no longer."""
        if self._impatient is not None:
            self._impatient.cancel()
        if self._late is not None:
            self._late.cancel()

    def expects_picture(self) -> None:
        """A picture will be the answer, unless that takes too long or uploads have been slow of late."""
        if not (self._is_taken or self.done.is_set()):
            self._wait(PICTURE_PATIENCE if self._uploads.are_quick else 0.0)

    def hand_on(self) -> None:
        """A message will be shown again as the answer, so that nobody else gives one."""
        self.is_handed_on = True
        self.expects_picture()

    async def take(self) -> bool:
        """Whether the caller may give the first answer now; first waits for one that is on its way."""
        if self.is_handed_on:
            await self.done.wait()
        if self._late is not None:
            await asyncio.wait({self._late})
            return self.answer_type is None  # Discord may have refused the deferral
        if self._is_taken:
            return False
        self._is_taken = True
        self.stop_waiting()
        return True

    async def retake(self) -> None:
        """The attempt may have failed: an answer that Discord refused doesn't count."""
        await self.take()
        self._is_taken = self.answer_type is not None

    async def show(self, screen: Screen) -> None:
        """Show this on the pressed message: as the first answer, if there was none yet and uploads are quick.

        The acknowledgement goes out beside an upload that takes too long. If the upload isn't the answer, for
        that reason or because it failed, what it shows follows; if Discord refused the picture, in words.
        Raises what a request can raise.
        """
        if not self._is_taken and self._uploads.are_quick:
            self._is_taken = True
            try:
                async with asyncio.timeout(self.at + INTERACTION_SECONDS - time.monotonic()):
                    with self._uploads.timed("callback"):
                        await self.interaction.response.edit_message(**screen.to_edit())
            except (*NOT_SENT, discord.InteractionResponded) as failed:
                self._refused = failed
                log.info("a picture could not be the answer (%s)", reason_of(failed))
                screen = screen.without_pictures() if refuses_picture(failed) else screen
            else:
                self.answered()
                return
        await self.acknowledge()
        if not self.changes_message and self._refused is not None:
            raise self._refused  # what the press's token edits now, if anything, may be another answer to it
        with self._uploads.timed("webhook"):
            await as_taken(screen, self._edit)

    async def _edit(self, screen: Screen) -> None:
        await self.interaction.edit_original_response(**screen.to_edit())

    async def acknowledge(self) -> None:
        """Acknowledge it, if it hasn't been answered. Waits for an acknowledgement that is on its way."""
        if self._late is None and not (self.done.is_set() or self.answer_type is not None):
            self._put_off()
        if self._late is not None:
            await asyncio.wait({self._late})

    async def defer(self) -> None:
        """Acknowledge it at once, unless Discord has that already. Raises what a request can raise."""
        try:
            await acknowledge(self.interaction)
        except discord.HTTPException as failed:
            if failed.code != ALREADY_ANSWERED or IS_CONTESTED.get():
                raise
            self.was_acknowledged()  # by an earlier try of discord.py's, or of ours

    def was_acknowledged(self) -> None:
        """Discord has taken an acknowledgement, though its confirmation was lost."""
        is_command = self.interaction.type is discord.InteractionType.application_command
        self._unconfirmed = _THINKING if is_command else _ACKNOWLEDGED

    def answered(self) -> None:
        """It has had its answer, or there won't be one."""
        if self._impatient is not None:
            self._impatient.cancel()
        if not self.done.is_set():
            self.done.set()
            self._trace.reached(Stage.ANSWERED)

    async def unsay(self) -> None:
        """Stop showing that the bot is thinking, unless something has replaced that."""
        if self.answer_type is _THINKING and not self.is_replaced:
            self.is_replaced = True
            await self.interaction.delete_original_response()

    def _wait(self, seconds: float) -> None:
        """Put the answer off once it is this long since the press arrived."""
        if self._impatient is not None:
            self._impatient.cancel()
        left = self.at + seconds - time.monotonic()
        if left > 0:
            self._impatient = asyncio.get_running_loop().call_later(left, self._put_off)
        elif self._late is None:
            self._put_off()

    def _put_off(self) -> None:
        # The task starts only now that it's late: almost every press is answered before.
        self._is_taken = True
        self._late = asyncio.create_task(self._acknowledge_late())

    async def _acknowledge_late(self) -> None:
        # With locks of its own: discord.py would let it wait for an upload that is under way.
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
        try:
            for _ in range(TRIES):
                try:
                    await self.defer()
                    break
                except (*NOT_SENT, discord.InteractionResponded) as failed:
                    self._refused = failed
                    log.info("an answer could not be deferred (%s)", reason_of(failed))
                    if code_of(failed) in TOO_LATE:
                        break
                except RuntimeError:
                    if not self.interaction._session.closed:  # noqa: SLF001 - nothing public says it
                        raise
                    log.info("an answer could not be deferred: the bot has ended")
                    break
        finally:
            self.answered()


async def is_ours(interaction: discord.Interaction) -> bool:
    """Whether this process answers an interaction. To find out, it acknowledges a contested one.

    If it isn't ours, leave it alone. The same goes if the acknowledgement arrived but its confirmation was
    lost: the person sees that nothing has changed, and presses again. Suggestions can't be acknowledged, and
    any process may answer them.

    A press is acknowledged too where the bot can only answer: so that it, and not another answer to it, can
    change the pressed message from now on.
    """
    is_press = interaction.type is discord.InteractionType.component
    must_acknowledge = IS_CONTESTED.get() or (is_press and is_visiting(interaction))
    if not must_acknowledge or interaction.type is discord.InteractionType.autocomplete:
        return True
    try:
        await acknowledge(interaction)
    except NOT_SENT as failed:
        log.info("an interaction is left to another process (%s)", code_of(failed))
        return False
    return True


async def tell_if_unclaimed(interaction: discord.Interaction, why: Refusal) -> Editable | None:
    """Tell the person why nothing was done, unless another process has claimed this. Returns the message."""
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
            return None
        sent = await interaction.response.send_message(view=notice(str(why)), ephemeral=True)
    except NOT_SENT as failed:
        if code_of(failed) != ALREADY_ANSWERED:
            log.info("an interaction that nobody took could not be answered (%s)", code_of(failed))
        return None
    return None if sent.message_id is None else Editable.response(interaction, sent.message_id)
