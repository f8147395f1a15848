"""What the bot says about the game of the day by itself: a card in servers that want it, and reminders.

One task looks once a minute whether there is something to say or to change: see `DailyNews.look`. All it
knows is in storage, so a restart neither misses anything nor says it twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from bot.chat import failures
from bot.chat.ephemerals import as_taken
from bot.chat.failures import NOT_SENT, code_of, is_refused_for_good, reason_of
from bot.chat.parts import Screen
from bot.chat.sending import Closed, MessageRef, once
from bot.chat.tasks import Retries
from bot.daily import days
from bot.daily.post import PostedDay, posted_card, posted_screen
from bot.daily.screens import reminder_screen
from bot.daily.tries import Pars, Ranking, streak_on
from bot.people.settings import settings_of
from bot.table.messages.message import MessageContext
from storage import DailyChannel, DailyPost, StorageFailed

log = logging.getLogger(__name__)

T = TypeVar("T")

ROUND_SECONDS = 60.0
"""How often it looks, and so how often a message is edited at most."""

AT_ONCE = 5
"""How many servers are served at a time: many want it at the same hour."""

LATEST_SECONDS = 2 * 3600
"""A reminder that the bot couldn't send for longer than this isn't sent any more: tomorrow is another day."""

LONGEST_SECONDS, MOST_TRIES = 3600.0, 48
"""The longest pause between tries to post, edit or remind, and how often we try: for two days."""

REFUSED_DAYS = 3
"""After so many days on which nothing could be posted in a channel, it's turned off there."""

PAR_SECONDS = 30.0
"""How long a post waits for par. Without it, the picture has a question mark until somebody plays."""

MEETING_SECONDS = 3.0
"""How long faces may take that aren't known yet."""

POST, EDIT, REMIND = "post", "edit", "remind"

_WHY_OFF = {
    failures.UNKNOWN_CHANNEL: days.GONE,
    failures.MISSING_ACCESS: days.FORBIDDEN,
    failures.MISSING_PERMISSIONS: days.FORBIDDEN,
}


class DailyNews:
    """Posts each day's game where servers want it, keeps those messages up to date, and reminds people."""

    def __init__(self, context: MessageContext, pars: Pars) -> None:
        self._context = context
        self._pars = pars
        self._news = context.archive.daily_news
        self._looking = asyncio.Lock()
        self._noted = 0, 0
        self._retries = Retries[tuple[str, int]](days.now, ROUND_SECONDS, LONGEST_SECONDS, MOST_TRIES)
        """By what is done, and the server's or the person's id."""

    async def run(self) -> None:
        """Look at every full minute while the bot runs."""
        while True:
            await asyncio.sleep(ROUND_SECONDS - days.now() % ROUND_SECONDS)
            try:
                await self.look()
            except StorageFailed as failed:
                log.error("the game of the day is announced later, since storage failed: %s", failed)

    async def look(self) -> None:
        """Post and edit what is due now; what fails is tried again next time. Raises StorageFailed."""
        async with self._looking:
            day, has = days.today(), self._context.tables.share.has
            hour = int(days.now() - days.hour_of(day, 0)) // 3600
            await self._note(day, hour)
            is_due = self._retries.is_due
            posts = await self._news.outdated(day, days.last_closed())
            outdated = [one for one in posts if has(one.guild_id) and is_due((EDIT, one.guild_id))]
            await _each(outdated, self._bring_up_to_date)
            channels = await self._news.due(day, hour)
            if due := [one for one in channels if has(one.guild_id) and is_due((POST, one.guild_id))]:
                par = self._pars.work_out(days.deal_of(day))
                await asyncio.wait({par}, timeout=PAR_SECONDS)
                await _each(due, lambda one: self._post(one, day))
            if has(None):
                due_at = await self._news.reminders_due(round(days.now() * 1000))
                ready = [one for one in due_at if is_due((REMIND, one))]
                await _each(ready, lambda one: self._remind(one, due_at[one] / 1000))

    def look_again(self, guild_id: int) -> None:
        """Something has changed in this server: what couldn't be shown there may be possible now."""
        self._retries.try_now((POST, guild_id), (EDIT, guild_id))

    async def settings_changed(self, user_id: int) -> float | None:
        """This person has chosen when to be reminded. Returns when they will be, in seconds since the epoch.

        Raises StorageFailed.
        """
        settings = await settings_of(self._context.archive, user_id)
        due_at = settings.next_daily(days.now())
        await self._news.set_reminder(user_id, None if due_at is None else round(due_at * 1000))
        return due_at

    async def _remind(self, user_id: int, due_at: float) -> None:
        """Remind this person if they still want that, haven't begun today's game and don't want quiet."""
        context, now, day = self._context, days.now(), days.today()
        settings = await settings_of(context.archive, user_id)
        quiet = None if settings.quiet_hours is None else settings.quiet_hours.until(now)
        if settings.daily_hour is not None and quiet is not None:
            await self._news.set_reminder(user_id, round(quiet * 1000))
            return
        is_wanted = settings.daily_hour is not None and now - due_at < LATEST_SECONDS
        if is_wanted and await context.archive.dailies.of(days.deal_of(day), user_id) is None:
            streak = await streak_on(context.archive, user_id, day)

            async def make() -> Screen:
                return reminder_screen(day, streak)

            try:
                with context.budget.ticket(is_awaited=False):
                    await context.write_directly(user_id, make, once("daily", user_id, day), [user_id])
            except NOT_SENT as failed:
                log.info("somebody can't be reminded of the game of the day (%s)", reason_of(failed))
                if not is_refused_for_good(failed) and self._retries.failed((REMIND, user_id)):
                    return
            except Closed as closed:
                if not closed.is_lasting and self._retries.failed((REMIND, user_id)):
                    return
        self._retries.worked((REMIND, user_id))
        await self.settings_changed(user_id)

    async def _note(self, day: int, hour: int) -> None:
        """Save that people can play in this hour, unless the process that has direct messages is cut off."""
        tables = self._context.tables
        is_up = tables.share.has(None) and tables.share.shard_of(None) not in tables.stopped.cut_off
        if is_up and self._noted != (day, hour):
            await self._context.archive.dailies.note_hour(day, hour)
            self._noted = day, hour

    async def _post(self, where: DailyChannel, day: int) -> None:
        guild_id, channel_id = where.guild_id, where.channel_id
        assert channel_id is not None
        shown = await self._posted(guild_id, day)
        channel = self._context.client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            with self._context.budget.ticket(is_awaited=False):
                screen = await self._screen(shown)
                nonce = once("daily", channel_id, day)
                message_id = await self._context.deliveries.send_once(channel, screen, nonce)
        except NOT_SENT as failed:
            log.info("the game of the day can't be posted in server %d (%s)", guild_id, reason_of(failed))
            has_hope = self._retries.failed((POST, guild_id)) and not is_refused_for_good(failed)
            if code_of(failed) in _WHY_OFF:
                await self._turn_off_at_last(where, day, _WHY_OFF[code_of(failed)])
            elif not has_hope:
                await self._news.change_channel(guild_id, lambda had: replace(had, posted_day=day))
            return
        # It's outdated already without par, or if an earlier try has arrived: the next round shows more.
        is_old = self._retries.worked((POST, guild_id)) or shown.par is None
        players = -1 if is_old else len(shown.here.tries) + len(shown.before.tries)
        await self._news.posted(DailyPost(guild_id, day, channel_id, message_id, players))

    async def _bring_up_to_date(self, post: DailyPost) -> None:
        """Show on this message what is now. One that was deleted isn't posted again."""
        message = self._context.at(MessageRef(post.channel_id, post.message_id))
        try:
            with self._context.budget.ticket(is_awaited=False):
                screen = await self._screen(await self._posted(post.guild_id, post.day))
                await as_taken(screen, lambda one: message.edit(**one.to_edit()))
        except NOT_SENT as failed:
            log.info("a game of the day in server %d can't be edited (%s)", post.guild_id, reason_of(failed))
            if code_of(failed) == failures.UNKNOWN_MESSAGE:
                await self._news.forget_post(post)
                return
            if not is_refused_for_good(failed) and self._retries.failed((EDIT, post.guild_id)):
                return
        self._retries.worked((EDIT, post.guild_id))
        if days.is_closed(post.day):
            await self._news.forget_post(post)
        else:
            await self._news.brought_up_to_date(post)

    async def _posted(self, guild_id: int, day: int) -> PostedDay:
        context, dailies = self._context, self._context.archive.dailies
        here, before = [Ranking(await dailies.scored(days.deal_of(one), guild_id)) for one in (day, day - 1)]
        ids = {one.user_id for one in (*here.tries, *before.tries)}
        await context.faces.meet(ids, guild_id, MEETING_SECONDS)
        guild = context.client.get_guild(guild_id)
        return PostedDay(
            day=day,
            at=days.now(),
            server=guild.name if guild and guild.name else "this server",
            par=await dailies.par(days.deal_of(day)),
            here=here,
            before=before,
            faces={one: context.faces.met(one, guild_id) for one in ids},
        )

    async def _screen(self, shown: PostedDay) -> Screen:
        return posted_screen(shown, await self._context.pictures.card(posted_card(shown)))

    async def _turn_off_at_last(self, where: DailyChannel, day: int, why: str) -> None:
        """Turn it off, and say why in the server's settings, if nothing could be posted there for days."""
        if day - max(where.posted_day, where.first_day - 1) <= REFUSED_DAYS:
            return

        def turn_off(had: DailyChannel) -> DailyChannel:
            return replace(had, why_off=why) if had.channel_id == where.channel_id else had

        await self._news.change_channel(where.guild_id, turn_off)
        log.warning(
            "the game of the day isn't posted in server %d any more: the channel is %s", where.guild_id, why
        )


async def _each(them: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
    """Do this for each of them, a few at a time."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(it: T) -> None:
        async with slots:
            try:
                await work(it)
            except StorageFailed:
                raise
            except Exception:
                # What is wrong with one of them must not stop the others.
                log.exception("the game of the day can't be announced")

    await asyncio.gather(*map(one, them))
