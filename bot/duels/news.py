"""What a duel's people and channel are told without asking: that it's accepted, lapses soon, is over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial

from bot.chat import failures
from bot.chat.discord_time import DISCORD_TIME
from bot.chat.ephemerals import as_taken
from bot.chat.failures import NOT_SENT, code_of, reason_of
from bot.chat.names import plain_name
from bot.chat.parts import Screen
from bot.chat.players import is_former
from bot.chat.sending import Closed, MessageRef, once, take_away
from bot.chat.tasks import Backoff, Retries
from bot.duels import standing as duels
from bot.duels.card import DuelResult
from bot.duels.result import Seen, duel_result, result_screen
from bot.duels.screens import accepted_screen, challenge_card, duel_screen, lapsing_screen
from bot.duels.standing import Standing
from bot.people.settings import settings_of
from bot.table.journal import milliseconds
from bot.table.messages.message import MessageContext
from games.kit.faces import Face
from storage import FORMER, Duel, StorageFailed
from storage.duels import OPEN, DuelReminder

log = logging.getLogger(__name__)

ROUND_SECONDS = 60.0
"""How often we look for duels that have ended or lapsed. One that ends here is told at once."""

CHANNEL = 0
"""Stands for a duel's channel among those who are told."""

LONGEST_SECONDS, MOST_TRIES = 3600.0, 48
"""The longest pause between tries to tell somebody something, and how often we try: for two days."""

TRIES = 2
"""How often something is posted for which somebody waits; Discord's answer to the first try may be lost."""

AGAIN_SECONDS, AWAY_TRIES = 2.0, 6
"""The first pause before another try to delete what nobody knows to be there, and how often: for a minute."""

MEETING_SECONDS = 1.0
"""How long a result waits for somebody's face, or for the name of a server."""


class DuelMessages:
    """The messages about duels. The process that has direct messages tells how they end."""

    def __init__(self, context: MessageContext) -> None:
        self._context = context
        self._news = asyncio.Event()
        self._changed: set[int] = set()
        self._told: set[tuple[int, int]] = set()
        """Who has been told how which duel came out, where others haven't, even if that can't be saved."""
        self._retries = Retries[tuple[int, int]](DISCORD_TIME.now, ROUND_SECONDS, LONGEST_SECONDS, MOST_TRIES)
        self._showing = asyncio.Lock()

    def changed(self, duel_id: int) -> None:
        """Something has become of this duel that its challenge doesn't show yet."""
        self._changed.add(duel_id)
        self._news.set()

    async def run(self) -> None:
        """Show what becomes of duels, and tell everybody how they end, while the bot runs."""
        while True:
            self._news.clear()
            try:
                if self._context.tables.share.has(None):
                    await self.tell_all()
                await self._show_changed()
            except StorageFailed as failed:
                log.error("nobody can be told how their duels went, since storage failed: %s", failed)
            try:
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def tell_all(self) -> None:
        """Tell how every duel came out that has ended, and remind who isn't through with theirs.

        Raises StorageFailed.
        """
        archive = self._context.archive
        self._changed.update(await duels.lapse(archive))
        for duel in await archive.duels.to_tell():
            self._changed.discard(duel.id)
            try:
                is_told = await self._tell(duel)
            except Exception:  # one that can't be told must not hold up the others
                log.exception("duel %s: its result could not be told, so a later start tries again", duel.id)
                continue
            if is_told:
                await archive.duels.told(duel.id, milliseconds())
                self._told -= {(duel.id, one) for one in (CHANNEL, *duel.people)}
        for one in await duels.to_remind(archive):
            await self._remind(one)

    async def _show_changed(self) -> None:
        """Show what has changed; what can't be shown now comes in a later round. Raises StorageFailed."""
        for number in tuple(self._changed):
            self._changed.discard(number)  # now, since more may change meanwhile
            is_shown = False
            try:
                is_shown = await self._once(number, CHANNEL, partial(self.show, number))
            finally:
                if not is_shown:
                    self._changed.add(number)

    async def _remind(self, one: DuelReminder) -> None:
        """Remind this person once, unless they want no reminders or it's quiet: a later round asks again."""
        archive = self._context.archive
        shown, settings = await duels.standing(archive, one.duel_id), await settings_of(archive, one.user_id)
        is_quiet = settings.quiet_hours is not None and settings.quiet_hours.until(DISCORD_TIME.now())
        if settings.reminders.where == "nowhere" or is_quiet or not shown.waits_for(one.user_id):
            return
        with self._context.budget.ticket(is_awaited=False):
            is_done = await self._write(shown.duel, one.user_id, lapsing_screen(shown, one.user_id), "lapses")
        if is_done:
            await archive.duels.reminded(one)

    async def show(self, number: int) -> bool:
        """Show the challenge as it is now, in its own message; whether there was nothing to try again."""
        async with self._showing:  # or an older state could be shown after a newer one
            return await self._show(await duels.standing(self._context.archive, number))

    async def _show(self, shown: Standing) -> bool:
        duel, screen = shown.duel, await self.screen(shown)
        if duel.message_id is None:
            return True
        message = self._context.at(MessageRef(duel.channel_id, duel.message_id))
        try:
            await as_taken(screen, lambda one: message.edit(**one.to_edit()))
        except NOT_SENT as failed:
            log.info("duel %s: its challenge could not be changed (%s)", duel.id, code_of(failed))
            if not failures.is_refused_for_good(failed):
                return False
            if code_of(failed) == failures.UNKNOWN_MESSAGE and shown.is_told:
                # The challenge was deleted; the channel may still be there.
                await self.post(duel, screen, "result")
        return True

    def accepted(self, shown: Standing) -> None:
        """Tell the challenger, in their direct messages if they allow that; the challenge says so anyway."""
        duel, backoff = shown.duel, Backoff(ROUND_SECONDS, LONGEST_SECONDS)
        tell = partial(self._write, duel, duel.challenger_id, accepted_screen(shown), "accepted")
        self._context.background.persist(tell, backoff, MOST_TRIES)

    async def _tell(self, duel: Duel) -> bool:
        """Whether everybody who can be told was told; the others are told in a later round."""
        archive, everybody = self._context.archive, {CHANNEL, *duel.people}
        shown, saved = await duels.standing(archive, duel.id), await archive.duels.told_so_far(duel.id)
        self._told |= {(duel.id, who) for who in saved}
        for who in (CHANNEL, *duel.people):
            if (duel.id, who) in self._told:
                continue
            show = partial(self.show, duel.id)
            write = partial(self._write, duel, who, await self.screen(shown), "result")
            if await self._once(duel.id, who, show if who == CHANNEL else write):
                self._told.add((duel.id, who))
        told = {who for who in everybody if (duel.id, who) in self._told}
        if told not in (saved, everybody):  # the others may have to wait for long
            await archive.duels.note_told(duel.id, told)
        return told == everybody

    async def _once(self, number: int, who: int, tell: Callable[[], Awaitable[bool]]) -> bool:
        """Whether this was told now, or never can be; if it's too early for another try, it isn't."""
        key = number, who
        if not self._retries.is_due(key):
            return False
        if await tell():
            self._retries.worked(key)
            return True
        return not self._retries.failed(key)

    async def screen(self, shown: Standing) -> Screen:
        """How a duel came out; before that, the challenge with what it waits for."""
        if not shown.is_told:
            return await self._challenge(shown)
        if all(shown.score(one) is None for one in shown.duel.people):
            return result_screen(shown, None, None)
        found = await self._result(shown)
        try:
            return result_screen(shown, found, await self._context.pictures.card(found))
        except Exception:
            log.exception("duel %s: its result could not be drawn", shown.duel.id)
            return result_screen(shown, found, None)

    async def _challenge(self, shown: Standing) -> Screen:
        if shown.duel.state not in OPEN:
            return duel_screen(shown)
        people, guild_id = shown.duel.people, shown.duel.guild_id
        met = await asyncio.gather(*(self.face(one, guild_id) for one in people))
        faces = self._context.faces.told_apart(dict(zip(people, met, strict=True)))
        before = await duels.so_far(self._context.archive, shown.duel)
        card = challenge_card(shown, [faces[one] or Face() for one in people], before)
        try:
            return duel_screen(shown, card, await self._context.pictures.card(card))
        except Exception:
            log.exception("duel %s: its challenge could not be drawn", shown.duel.id)
            return duel_screen(shown, card)

    async def _result(self, shown: Standing) -> DuelResult:
        archive, people = self._context.archive, shown.duel.people
        trails = [await duels.trail_of(archive, shown, one) for one in people]
        found = {one: await self._seen(shown, one) for one in people}
        faces = self._context.faces.told_apart({one: seen.face for one, seen in found.items()})
        seen = [one._replace(face=faces[user_id] or one.face) for user_id, one in found.items()]
        return duel_result(shown, trails, seen)

    async def _seen(self, shown: Standing, user_id: int) -> Seen:
        """The face of this person and the name of the server in which they played; empty for none."""
        side = shown.sides.get(user_id)
        guild_id = shown.duel.guild_id if side is None else side.guild_id
        return Seen(await self.face(user_id, guild_id), await self._server(guild_id))

    async def _server(self, guild_id: int | None) -> str:
        """The name of this server, which another process may have; empty for none, and if it's unknown."""
        client = self._context.client
        guild = client.get_guild(guild_id or 0)
        if guild_id is None or guild is not None or self._context.tables.share.has(guild_id):
            return guild.name if guild else ""
        try:
            async with asyncio.timeout(MEETING_SECONDS):
                return (await client.fetch_guild(guild_id, with_counts=False)).name
        except NOT_SENT as failed:
            log.info("the name of server %d is unknown (%s)", guild_id, code_of(failed))
            return ""

    async def face(self, user_id: int, guild_id: int | None) -> Face:
        """This person's face, with what they're called in this server, or else when they last sat down."""
        if is_former(user_id):
            return Face(name=FORMER)
        faces = self._context.faces
        await faces.meet([user_id], guild_id or 0, MEETING_SECONDS)
        face = faces.met(user_id, guild_id or 0) or faces.met(user_id, 0) or Face()
        names = {} if face.name else await self._context.archive.standings.names_of([user_id])
        return replace(face, name=face.name or plain_name(names.get(user_id, "")))

    async def post(self, duel: Duel, screen: Screen, what: str, called: Collection[int] = ()) -> int | None:
        """Post this in the duel's channel; its id, or None if that can't be. Those `called` are notified."""
        channel = self._context.client.get_partial_messageable(duel.channel_id, guild_id=duel.guild_id)
        nonce = once("duel", duel.id, what)
        for _ in range(TRIES):
            try:
                return await self._context.deliveries.send_once(channel, screen, nonce, called)
            except NOT_SENT as failed:
                log.info("duel %s: its %s could not be posted (%s)", duel.id, what, reason_of(failed))
                if failures.is_refused_for_good(failed):
                    break
        return None

    async def posted(self, duel_id: int, message_id: int) -> None:
        """Save which message the challenge is; if that fails, it's tried again until it works."""
        try:
            await self._context.archive.duels.posted(duel_id, message_id)
        except StorageFailed as failed:
            log.info("duel %s: where its challenge stands could not be saved: %s", duel_id, failed)
            note = partial(self._is_noted, duel_id, message_id)
            self._context.background.persist(note, Backoff(AGAIN_SECONDS, LONGEST_SECONDS), MOST_TRIES)

    async def _is_noted(self, duel_id: int, message_id: int) -> bool:
        try:
            await self._context.archive.duels.posted(duel_id, message_id)
        except StorageFailed:
            return False
        self.changed(duel_id)  # something may have become of it meanwhile
        return True

    def take_away(self, duel: Duel, screen: Screen, what: str) -> None:
        """Delete what couldn't be posted in the duel's channel, in case only the answer was lost."""
        look = partial(self._is_away, duel, screen, what)
        self._context.background.persist(look, Backoff(AGAIN_SECONDS, LONGEST_SECONDS), AWAY_TRIES)

    async def _is_away(self, duel: Duel, screen: Screen, what: str) -> bool:
        """Whether it isn't there, as far as Discord says."""
        channel = self._context.client.get_partial_messageable(duel.channel_id, guild_id=duel.guild_id)
        try:
            await take_away(channel, screen, once("duel", duel.id, what))
        except NOT_SENT as failed:
            log.info("duel %s: its %s may still be there (%s)", duel.id, what, reason_of(failed))
            return not failures.may_have_arrived(failed)
        return True

    async def _write(self, duel: Duel, user_id: int, screen: Screen, what: str) -> bool:
        """Send this person a message. Whether it arrived, or never can."""
        if is_former(user_id):
            return True

        async def make() -> Screen:
            return screen

        try:
            nonce = once("duel", duel.id, user_id, what)
            await self._context.write_directly(user_id, make, nonce, duel.people)
        except Closed as closed:
            return closed.is_lasting
        except NOT_SENT as failed:
            log.info("duel %s: somebody could not be told (%s)", duel.id, code_of(failed))
            return failures.is_refused_for_good(failed)
        return True
