"""Everything that a press or a command is answered with; whatever happens, the person gets an answer."""

import asyncio
import logging
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import discord
from discord import ui

from bot.chat import failures, links
from bot.chat.ephemerals import (
    NOTICE,
    PRIVATE_RESULT,
    QUESTION,
    Editable,
    Ephemerals,
    as_taken,
    delete_all,
)
from bot.chat.failures import NOT_SENT, new_nonce
from bot.chat.first_answer import Press, Uploads
from bot.chat.gate import is_visiting
from bot.chat.parts import Row, Screen, button, notice, with_plain_quotes
from bot.refusal import Elsewhere, Refusal
from bot.telemetry.logs import current
from games.core import BadNotation, IllegalMove
from games.engine.registry import UnknownGame

log = logging.getLogger(__name__)


class Answering(set["asyncio.Task[Any]"]):
    """The tasks that answer somebody."""

    has_moved = False
    """Whether another process has taken over all tables; people who still wait for an answer are told so."""


class _OnlyAcknowledged(Exception):
    """Discord has taken an acknowledgement for the answer, so the answer has to be a message of its own."""


class Answer:
    """`async with Answer(...) as answer`: whatever happens inside, the person gets an answer.

    Only they see a refusal's sentence. Other errors are logged, and the person is told that it didn't work.
    If the work takes long, the answer is deferred automatically and given later. While it is under way, its
    task is in `answering`.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        ephemerals: Ephemerals,
        answering: Answering,
        uploads: Uploads,
    ) -> None:
        self.interaction = interaction
        self.press = Press(interaction, uploads)
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
            self.press.answered()
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

    async def notice(self, text: str, purpose: str = NOTICE) -> None:
        """Tell the person alone."""
        await self.send(Screen(notice(text)), purpose)

    async def moved(self, learned: Screen | None) -> None:
        """A move was made: show the person what only they `learned`, in place of what an earlier move showed.

        None if that is nothing: the board shows the rest.
        """
        self._void += self._ephemerals.void_in(self.interaction.channel_id or 0, (PRIVATE_RESULT,))
        await (self.acknowledge() if learned is None else self.send(learned, PRIVATE_RESULT))

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

    async def post(self, screen: Screen, called: Collection[int] = ()) -> Editable | None:
        """Answer with a message for the channel, or None if it's too late to answer that way.

        Where the bot can only answer, it's never too late. The people `called` are notified if it mentions
        them.
        """
        with suppress(_OnlyAcknowledged):
            if await self.press.take():
                message_id = await self._respond(screen, called=called)
                return None if message_id is None else Editable.response(self.interaction, message_id)
        await self.press.unsay()
        if not is_visiting(self.interaction):
            return None
        return await self._follow_up(screen, called=called)

    async def publish(self, screen: Screen, called: Collection[int] = ()) -> None:
        """Answer with a message for the channel, however long it took to make; `called` as in `post`."""
        if await self.post(screen, called) is None:
            channel = self.interaction.client.get_partial_messageable(self.interaction.channel_id or 0)
            nonce = new_nonce()
            await as_taken(screen, lambda one: channel.send(**one.to_send(called), nonce=nonce))

    async def replace(self, screen: Screen, purpose: str = "") -> None:
        """Change the pressed message; `purpose` is its own, if only one person sees it."""
        if purpose:
            self.keeps(purpose)
        self.press.expects_picture()
        await self.press.show(screen)

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
        pressed = None if self.press.is_handed_on else self.press.ephemeral
        if pressed is not None:
            self._ephemerals.answered.append(pressed.message_id)
        await self.acknowledge()
        if pressed is not None:
            known = self._ephemerals.question_on(pressed.message_id)
            # The token of this press is newer than the remembered one, and is there after a restart.
            self._void += [pressed] if self.press.changes_message else known

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form."""
        if not await self.press.take():
            await self.interaction.followup.send("That took too long. Press it again.", ephemeral=True)
            return
        await self.interaction.response.send_modal(form)

    async def acknowledge(self) -> None:
        """Acknowledge without a message; if a message that is shown again is the answer, wait for that."""
        if self.press.is_handed_on:
            await self.press.done.wait()
        elif await self.press.take():
            await self.press.defer()
        await self.press.unsay()
        self.press.answered()

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
        with suppress(_OnlyAcknowledged):
            if await self.press.take():
                message_id = await self._respond(screen, private=True)
                return None if message_id is None else Editable.response(self.interaction, message_id)
        self.press.is_replaced = True
        return await self._follow_up(screen, private=True)

    async def _follow_up(
        self, screen: Screen, *, private: bool = False, called: Collection[int] = ()
    ) -> Editable:
        send = self.interaction.followup.send
        sent = await as_taken(screen, lambda one: send(**one.to_send(called), ephemeral=private, wait=True))
        return Editable.followup(self.interaction, sent)

    async def _respond(
        self, screen: Screen, *, private: bool = False, called: Collection[int] = ()
    ) -> int | None:
        send = self.interaction.response.send_message
        try:
            sent = await as_taken(screen, lambda one: send(**one.to_send(called), ephemeral=private))
        except discord.HTTPException as failed:
            if failed.code != failures.ALREADY_ANSWERED:
                raise
            # Discord took an answer whose confirmation was lost: this one, which discord.py has tried twice,
            # or the acknowledgement before it. Then the original is the pressed message, which others see.
            original, pressed = await self.interaction.original_response(), self.interaction.message
            if original.flags.loading or (pressed is not None and original.id == pressed.id):
                self.press.was_acknowledged()
                raise _OnlyAcknowledged from None
            return original.id
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
            case discord.HTTPException(code=code) if code in failures.TOO_LATE:
                log.info("a press was answered too late (%s)", code)
                return
            case _:
                text = failures.sentence_for(error, log)
        await self.press.retake()
        await self.send(Screen(notice(text, *_rule_named(self.game, text))), NOTICE)


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


_NAMED = re.compile(r"\(rules? (\d{1,3})")


def _rule_named(game: str, sentence: str) -> list[Row]:
    """The button to the rule that a refusal names, such as “(rule 12)”; none if it names none."""
    found = _NAMED.search(sentence)
    if not game or found is None:
        return []
    return [ui.ActionRow(button(f"Rule {found[1]}", links.Rule(game, int(found[1]))))]
