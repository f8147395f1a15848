"""One press or command, the one answer Discord allows it, and messages that only one person sees.

Only the token of the interaction that made such a message, or changed it last, can edit or delete it, and the
token lives for 15 minutes. See docs/decisions/0011-the-newest-ephemeral.md.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import discord
from discord import ui

from bot import failures
from bot.failures import NOT_SENT, code_of, reason_of
from bot.logs import Stage, current, reached
from bot.press.gate import unseen
from bot.refusal import Elsewhere, Refusal
from bot.screens.guide import rule_named
from bot.screens.hand import hint_purpose
from bot.screens.parts import Screen, notice, with_plain_quotes
from games.core import BadNotation, IllegalMove
from games.registry import UnknownGame

log = logging.getLogger(__name__)


NOTICE = "notice"
"""A sentence, mostly a refusal: expires once the person does anything else, anywhere."""

QUESTION = "question"
"""“Do you mean it?” or “Whom do you mean?”: expires once it is answered or the table is gone."""

OPTIONS = "options"
"""A host's menus for a lobby: expire once the game has begun or the lobby is closed."""

TOKEN_SECONDS = 900.0

LAST_SECONDS = 30.0
"""A message stops being kept up to date, and says so, this long before its token ends."""

PRIVATE_RESULT = "private result"
"""What only one player learned from a move, as in FourSide: expires at the next move at the table."""

TIP = "tip"
"""A line of help for a newcomer: the next one takes its place, and it goes with the table."""

ANSWERED = 100
"""How many answered questions are remembered; a second click comes at once."""

ANYWHERE = 0
"""The channel of a message that belongs to no channel."""


@dataclass(frozen=True, slots=True)
class Editable:
    """A message, by the token of the interaction `cause`, which made it or changed it last.

    Nothing else can edit a message that only one person sees; Discord counts no such edit towards the bot's
    limit. Make one with `response` or `followup`.
    """

    message_id: int
    cause: int
    _edit: Callable[..., Awaitable[object]]
    _delete: Callable[[], Awaitable[None]]
    at: float = field(default_factory=time.monotonic)
    channel_id: int = 0

    @property
    def seconds_left(self) -> float:
        """How long it can be kept up to date."""
        return self.at + TOKEN_SECONDS - LAST_SECONDS - time.monotonic()

    @classmethod
    def response(
        cls, interaction: discord.Interaction, message_id: int, at: float | None = None
    ) -> "Editable":
        """The message that this interaction has made or changed as its first answer; it came now, or `at`."""
        edit, delete = interaction.edit_original_response, interaction.delete_original_response
        began = time.monotonic() if at is None else at
        return cls(message_id, interaction.id, edit, delete, began, interaction.channel_id or 0)

    @classmethod
    def followup(cls, interaction: discord.Interaction, sent: discord.WebhookMessage) -> "Editable":
        """The message that this interaction has made after its first answer."""
        return cls(sent.id, interaction.id, sent.edit, sent.delete, channel_id=interaction.channel_id or 0)

    async def edit(self, screen: Screen) -> None:
        """Show this. Raises what a request can raise, as when the token or the message is gone."""
        await self._edit(**screen.to_edit())

    async def show(self, screen: Screen) -> bool:
        """Show this. Returns whether that worked."""
        try:
            await self.edit(screen)
        except NOT_SENT:
            return False
        return True

    async def delete(self) -> None:
        """Delete it. One that can't be deleted, or that its reader dismissed, is left alone."""
        try:
            await self._delete()
        except NOT_SENT as failed:
            log.info("an ephemeral message could not be deleted and stays (%s)", code_of(failed))


class Ephemerals:
    """The newest ephemeral message of every person, channel and purpose, for as long as it can be deleted."""

    def __init__(self) -> None:
        self._newest: dict[tuple[int, int, str], Editable] = {}
        self.answered: deque[int] = deque(maxlen=ANSWERED)
        """The messages of the last questions that were answered: another press on one is a second click."""

    def put(self, user_id: int, channel_id: int, purpose: str, ephemeral: Editable) -> list[Editable]:
        """Remember the newest. Returns the ones it replaces, to be deleted."""
        self._forget_old()
        key = (user_id, ANYWHERE if purpose == NOTICE else channel_id, purpose)
        before = self._newest.pop(key, None)
        self._newest[key] = ephemeral
        return [before] if before and before.message_id != ephemeral.message_id else []

    def notice_before(self, user_id: int, interaction_id: int) -> list[Editable]:
        """Forget the last notice to this person and return it, if it is older than this interaction."""
        last = self._newest.get((user_id, ANYWHERE, NOTICE))
        if last is None or last.cause >= interaction_id:
            return []
        return [self._newest.pop((user_id, ANYWHERE, NOTICE))]

    def question_on(self, message_id: int) -> list[Editable]:
        """Forget the question that this message asked, and return it if there is one."""
        here = (key for key, one in self._newest.items() if one.message_id == message_id)
        return self._pop(key for key in here if key[2] == QUESTION)

    def only(self, user_id: int, channel_id: int, purpose: str) -> list[Editable]:
        """Forget the message of this purpose that a person has in a channel. Returns it if there is one."""
        return self._pop(key for key in self._newest if key == (user_id, channel_id, purpose))

    def void_in(
        self, channel_id: int, purposes: Collection[str] = (QUESTION, OPTIONS, PRIVATE_RESULT, TIP)
    ) -> list[Editable]:
        """Forget all messages in a channel with one of these purposes, and return them."""
        return self._pop(key for key in self._newest if key[1] == channel_id and key[2] in purposes)

    def void_hints(self, session_id: int, still: Collection[str]) -> list[Editable]:
        """Forget the hints given at a table, except for these purposes, and return them."""
        given = [key for key in self._newest if key[2].startswith(hint_purpose(session_id))]
        return self._pop(key for key in given if key[2] not in still)

    def _pop(self, keys: Iterable[tuple[int, int, str]]) -> list[Editable]:
        return [self._newest.pop(key) for key in list(keys)]

    def _forget_old(self) -> None:
        oldest = time.monotonic() - TOKEN_SECONDS
        self._pop(key for key, one in self._newest.items() if one.at < oldest)


async def delete_all(void: Iterable[Editable]) -> None:
    """Delete what has expired, one after the other."""
    for one in void:
        await one.delete()


PATIENCE = 1.8
"""Seconds after which an answer is deferred; Discord gives up on a press after 3."""


_ACKNOWLEDGED_SECONDS = 3.0

_CHANGES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Answers that make the pressed message the interaction's own, to edit and to delete."""


async def acknowledge(interaction: discord.Interaction) -> None:
    """Acknowledge a press; for a command, let Discord show that the bot is thinking."""
    if interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True)
    else:
        await interaction.response.defer()


class Press:
    """One press or command, and the one first answer that Discord allows it.

    If nobody gives that in time, it becomes a deferral. `done` is set once the press has had its answer.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self.at = time.monotonic()
        self.done = asyncio.Event()
        self._is_taken = False
        self.is_replaced = False
        """Whether an answer has replaced the message that says the bot is thinking."""
        self._impatient: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    async def changeable(self) -> Editable | None:
        """The pressed message, if the answer can still be a change of it: the press was only acknowledged.

        Waits until it has been answered, but no longer than Discord would.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self.done.wait(), _ACKNOWLEDGED_SECONDS)
        deferred = discord.InteractionResponseType.deferred_message_update
        is_acknowledged = self.done.is_set() and self.interaction.response.type is deferred
        return self.message if is_acknowledged else None

    @property
    def changes_message(self) -> bool:
        """Whether its answer is a change of the pressed message, not another message."""
        return self.interaction.response.type in _CHANGES

    @property
    def message(self) -> Editable | None:
        """The pressed message. The token of this press is its newest."""
        message = self.interaction.message
        return None if message is None else Editable.response(self.interaction, message.id, self.at)

    @property
    def ephemeral(self) -> Editable | None:
        """The pressed message, if only one person sees it."""
        message = self.interaction.message
        return self.message if message is not None and message.flags.ephemeral else None

    def start_waiting(self) -> None:
        """Start the time for the first answer, unless it was given: a contested press has had it already."""
        self._is_taken = self.interaction.response.is_done()
        if not self._is_taken:
            self._impatient = asyncio.get_running_loop().call_later(PATIENCE, self._put_off)

    def stop_waiting(self) -> None:
        """Defer it no longer."""
        if self._impatient is not None:
            self._impatient.cancel()
        if self._late is not None:
            self._late.cancel()

    async def take(self) -> bool:
        """Whether the caller may give the first answer now; first waits for a deferral that is on its way."""
        if self._is_taken:
            if self._late is None:
                return False
            await asyncio.wait({self._late})
            return not self.interaction.response.is_done()  # Discord may have refused the deferral
        self._is_taken = True
        self.stop_waiting()
        return True

    async def retake(self) -> None:
        """The attempt may have failed: an answer that Discord refused doesn't count."""
        await self.take()
        self._is_taken = self.interaction.response.is_done()

    async def unsay(self) -> None:
        """Stop showing that the bot is thinking, unless something has replaced that."""
        thinking = discord.InteractionResponseType.deferred_channel_message
        if self.interaction.response.type is thinking and not self.is_replaced:
            self.is_replaced = True
            await self.interaction.delete_original_response()

    def _put_off(self) -> None:
        # The task starts only now that it's late: almost every press is answered before.
        self._is_taken = True
        self._late = asyncio.create_task(self._acknowledge_late())

    async def _acknowledge_late(self) -> None:
        try:
            await acknowledge(self.interaction)
        except NOT_SENT as failed:
            log.info("an answer could not be deferred (%s)", reason_of(failed))


IS_CONTESTED: ContextVar[bool] = ContextVar("IS_CONTESTED", default=False)
"""Whether another process may answer the current interaction, too."""


async def is_ours(interaction: discord.Interaction) -> bool:
    """Whether this process answers an interaction. To find out, it acknowledges a contested one.

    If it isn't ours, leave it alone. The same goes if the acknowledgement arrived but its confirmation was
    lost: the person sees that nothing has changed, and presses again. Suggestions can't be acknowledged, and
    any process may answer them.
    """
    if not IS_CONTESTED.get() or interaction.type is discord.InteractionType.autocomplete:
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
        if code_of(failed) != failures.ALREADY_ANSWERED:
            log.info("an interaction that nobody took could not be answered (%s)", code_of(failed))
        return None
    return None if sent.message_id is None else Editable.response(interaction, sent.message_id)


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
        self._ephemerals = ephemerals
        self._answering = answering
        self.game = ""
        """The game whose rules a refusal names; set where a move is judged."""
        self._kept = ""
        self._void: list[Editable] = []

    async def __aenter__(self) -> Self:
        self.press.start_waiting()
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
            self.press.stop_waiting()
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

    @property
    def chosen(self) -> tuple[str, ...]:
        """What was chosen in a menu or typed into a form; empty after a press on a button."""
        return chosen_in(self.interaction)

    def choice(self) -> str:
        """The one thing chosen. Raises Refusal if nothing was."""
        if not self.chosen:
            raise Refusal("Choose one from the menu.")
        return self.chosen[0]

    async def shown(self) -> None:
        """The board shows what was done, and a question that only this person saw goes.

        If the board can't be shown here, they are told why.
        """
        if told := unseen(self.interaction):
            await self.notice(told)
        await self.close_question()

    async def notice(self, text: str, purpose: str = NOTICE) -> None:
        """Tell the person alone."""
        await self.send(Screen(notice(text)), purpose)

    async def moved(self, learned: str) -> None:
        """A move was made: tell the person what only they `learned`, in place of what an earlier move showed.

        Empty if that is nothing: the board shows the rest.
        """
        self._void += self._ephemerals.void_in(self.interaction.channel_id or 0, (PRIVATE_RESULT,))
        await (self.notice(learned, PRIVATE_RESULT) if learned else self.acknowledge())

    async def question(self, text: str, row: ui.ActionRow[ui.LayoutView]) -> None:
        """Ask the person alone whether they mean it."""
        await self.send(Screen(notice(text, row)), QUESTION)

    async def send(self, screen: Screen, purpose: str) -> Editable | None:
        """Answer with a message that only the person sees; None if Discord doesn't say which it is.

        The newest of a purpose replaces the one before. After a press that was deferred, the original
        response is the pressed message, which others may see; so the answer is a followup.
        """
        sent = await self._send_privately(screen)
        if sent is not None:
            self._remember(purpose, sent)
        return sent

    async def post(self, screen: Screen, called: Collection[int] = ()) -> int | None:
        """Answer with a message for the channel. Returns its id, or None if it's too late to answer that way.

        The people `called` are notified if it mentions them.
        """
        if await self.press.take():
            return await self._respond(screen, called=called)
        await self.press.unsay()
        return None

    async def replace(self, screen: Screen, purpose: str = "") -> None:
        """Change the pressed message; `purpose` is its own, if only one person sees it."""
        if purpose:
            self.keeps(purpose)
        if await self.press.take():
            await self.interaction.response.edit_message(**screen.to_edit())
        else:
            await self.interaction.edit_original_response(**screen.to_edit())

    async def turn_to(self, screen: Screen, purpose: str) -> None:
        """Show this in place of the pressed message if only the person sees that, else as a new one."""
        if self.press.ephemeral is not None:
            await self.replace(screen, purpose)
        else:
            await self.send(screen, purpose)

    def keeps(self, purpose: str) -> None:
        """The pressed message, if only the person sees it, goes on to serve this purpose."""
        self._kept = purpose

    async def close_question(self) -> None:
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
        if not await self.press.take():
            await self.interaction.followup.send("That took too long. Press it again.", ephemeral=True)
            return
        await self.interaction.response.send_modal(form)

    async def acknowledge(self) -> None:
        """Acknowledge without a message: the board shows what happened."""
        if await self.press.take():
            await acknowledge(self.interaction)
        await self.press.unsay()
        self._mark_answered()

    def _mark_answered(self) -> None:
        if not self.press.done.is_set():
            self.press.done.set()
            reached(Stage.ANSWERED)

    def _remember(self, purpose: str, ephemeral: Editable) -> None:
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
        current().ends("refused")
        with suppress(*NOT_SENT):
            await self._send_privately(Screen(notice(str(Elsewhere()))))

    async def _send_privately(self, screen: Screen) -> Editable | None:
        if await self.press.take():
            message_id = await self._respond(screen, private=True)
            return None if message_id is None else Editable.response(self.interaction, message_id)
        self.press.is_replaced = True
        sent = await self.interaction.followup.send(**screen.to_send(), ephemeral=True, wait=True)
        return Editable.followup(self.interaction, sent)

    async def _respond(
        self, screen: Screen, *, private: bool = False, called: Collection[int] = ()
    ) -> int | None:
        try:
            sent = await self.interaction.response.send_message(**screen.to_send(called), ephemeral=private)
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
                text = with_plain_quotes(str(error))
            case discord.HTTPException(code=failures.UNKNOWN_INTERACTION | failures.ALREADY_ANSWERED):
                log.info("a press was answered too late (%s)", error.code)
                return
            case _:
                text = failures.sentence_for(error, log)
        await self.press.retake()
        await self.send(Screen(notice(text, *rule_named(self.game, text))), NOTICE)


def chosen_in(interaction: discord.Interaction) -> tuple[str, ...]:
    """What the press carries besides its custom id. It may be made up."""
    return tuple(_values(interaction.data))


def _values(part: object) -> Iterator[str]:
    """A menu has its values itself; a form has them in its labels."""
    match part:
        case {"values": [*values]}:
            yield from map(str, values)
        case {"value": str(value)}:
            yield value
        case {"component": inner}:
            yield from _values(inner)
        case {"components": [*parts]}:
            for one in parts:
                yield from _values(one)
