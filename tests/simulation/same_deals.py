"""Laws of the game of the day and of duels: what may be known when, and what is shown and told at rest."""

import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.app.parlour import Parlour
from bot.daily import days
from bot.daily.news import DailyNews
from bot.daily.screens import number
from bot.duels import standing as duels
from bot.duels.news import DuelMessages
from bot.table.occasion import occasion_of
from bot.table.open_tables import unfolded
from bot.table.seats import SeatHistory
from games.engine import registry
from games.engine.table import Table
from local_discord.channels import Attachment, Message
from local_discord.codec import Json
from local_discord.person import every_component, text_of
from local_discord.server import LocalDiscord
from storage import DailyChannel, DailyDeal, DailyPost, Duel, DuelSide, StoredSession, Try
from tests.simulation.house import House
from tests.simulation.seen import custom_ids, differs, direct_of, is_refused, table_of, words_in

_REPLAYED = frozenset(["moment", "eyes", "jump", "why", "post_replay", "play_on"])
"""What can be pressed on a replay."""
_DUEL = re.compile(r"(?:accept_|decline_|take_back_|play_|fair_)?duel:(\d+)$")
_SHARE = re.compile(r"share_daily:(\d+):?(\w*)$")
_TOLD = re.compile(r"\bscored\b|\bwins\b|\bgave up\b|^Level:", re.MULTILINE)
"""How a message says how somebody did in a duel."""
_SEED = re.compile(r"\b[0-9a-f]{64}\b")
_SCORED = re.compile(r"You scored \*\*(−?\d+)\*\*")


class Disk(Protocol):
    """A connection with the database, to look at what is saved."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Any:
        """Something with the rows that this query finds."""


@dataclass(eq=False)
class Secrets:
    """What nobody may see yet: a day's deal, and how somebody does in a duel before both are through."""

    local: LocalDiscord
    disk: Disk

    def broken_by(self, message: Message, reader: str | None) -> Iterator[str]:
        """What is wrong with this message, which this person sees alone; None is everybody."""
        raw = message.raw
        table, ids = table_of(raw), list(custom_ids(raw))
        if table is not None and (owner := self._owner_while_sealed(table)) not in (None, reader):
            yield f"seen by somebody else: table {table} of {owner}, who plays a deal that others may get"
        for words in map(words_in, ids):
            is_replay = words[0] in _REPLAYED and words[1].isdecimal()
            if is_replay and self._owner_while_sealed(int(words[1])) is not None:
                yield f"seen too early: a replay of table {words[1]}, whose deal others may get"
        if table is None:
            for one in {int(found[1]) for found in map(_DUEL.match, ids) if found}:
                yield from self._of_duel(one, raw)
        if reader is not None:
            yield from self._of_day(ids, text_of(raw), int(reader))
        said = [text_of(raw), *map(self._content, message.attachments)]
        for seed in {each for one in said for each in _SEED.findall(one)}:
            if self._is_sealed(bytes.fromhex(seed)):
                yield f"seen too early: the seed of a deal that others may get, {seed}"

    def _of_duel(self, one: int, raw: Json) -> Iterator[str]:
        saved = self._rows("SELECT state, accepted_at FROM duels WHERE id = ?", one)
        state, accepted_at = saved[0] if saved else ("asked", None)
        text = "\n".join([text_of(raw), *_descriptions(raw)])
        if state in ("asked", "playing") and _TOLD.search(text):
            yield f"seen too early: how somebody did in duel {one}: {text!r}"
        if accepted_at is None and any(
            words[:2] == ["play_duel", str(one)] for words in map(words_in, custom_ids(raw))
        ):
            yield f"shown before it was saved: that duel {one} was accepted: {saved} {text!r}"

    def _of_day(self, ids: list[str], text: str, reader: int) -> Iterator[str]:
        found = next(filter(None, map(_SHARE.match, ids)), None)
        told = _SCORED.search(text)
        if found is None or told is None:
            return
        day = int(found[1])
        query = "SELECT score FROM tries WHERE day = ? AND game = ? AND user_id = ?"
        saved = self._rows(query, day, found[2] or days.deal_of(day).game, reader)
        if [told[1]] != [number(score) for (score,) in saved if score is not None]:
            yield f"shown before it was saved: a score of {told[1]} on day {day}; {saved} are on the disk"

    def _owner_while_sealed(self, table: int) -> str | None:
        """Whose try this is, as long as nobody else may see it; None for every other table."""
        query = (
            "SELECT host_id, day, (SELECT state FROM duels WHERE id = duel) FROM sessions WHERE id = ?"
            " AND (day IS NOT NULL OR duel IS NOT NULL)"
        )
        for owner, day, state in self._rows(query, table):
            if state == "playing" if day is None else not _is_closed(day):
                return str(owner)
        return None

    def _is_sealed(self, seed: bytes) -> bool:
        if self._rows("SELECT 1 FROM duels WHERE seed = ? AND state IN ('asked', 'playing')", seed):
            return True
        ((secret,),) = self._rows("SELECT secret FROM daily_secret")
        still = [day for day in range(days.today() - 1, days.today() + 2) if not _is_closed(day)]
        deals = [DailyDeal(day, game) for day in still for game in registry.all_games()]
        return any(days.seed_of(secret, one) == seed for one in deals)

    def _content(self, attachment: Attachment) -> str:
        content, _ = self.local.attachments.fetch(attachment.path) or (b"", "")
        return "" if content.startswith(b"\x89PNG") else content.decode(errors="replace")

    def _rows(self, query: str, *values: object) -> list[Any]:
        return list(self.disk.execute(query, values).fetchall())


@dataclass(eq=False)
class SameDeals:
    """What must hold at rest."""

    local: LocalDiscord
    house: House
    through: int = 0
    """How many tries were over at the last look."""
    told: int = 0
    """How many duels had a result."""
    refused: set[str] = field(default_factory=set)
    """See `EveningFate`."""
    _starts: int = 1

    @property
    def bot(self) -> Parlour:
        """The bot, which runs."""
        assert self.house.bot is not None
        return self.house.bot

    async def owed(self) -> str:
        """What is still to be told or shown by itself; empty if nothing is.

        What is due in a channel that was deleted is tried again for a day or two, in case Discord errs. In
        an archived thread nothing can be changed until somebody opens it.
        """
        archive, day, there = self.bot.archive, days.today(), self.local.world.channels
        hour = int(days.now() - days.hour_of(day, 0)) // 3600
        messages = [bot[DuelMessages] for bot in self.house.bots]
        changed = [await archive.duels.find(one) for each in messages for one in each._changed]  # noqa: SLF001
        news, now = archive.daily_news, round(days.now() * 1000)

        in_channels: dict[str, Iterable[Duel | DailyChannel | DailyPost]] = {
            "results of duels": [one for one in await archive.duels.to_tell() if self._can_change(one)],
            "challenges": [one for one in changed if one is not None and self._can_change(one)],
            "posts": await news.due(day, hour),
            "changes of posts": [
                one for one in await news.outdated(day, days.last_closed()) if self._can_change(one)
            ],
        }
        owed: dict[str, object] = {
            what: [one for one in those if str(one.channel_id) in there]
            for what, those in in_channels.items()
        }
        owed |= {"reminders": await news.reminders_due(now)}
        return ", ".join(f"it owes {what}: {which}" for what, which in owed.items() if which)

    async def stale(self) -> list[str]:
        """The challenges that somebody has to press, since the bot had shown what became of them to nobody.

        It may have none if it wasn't started since the last look.
        """
        before, self._starts, found = self._starts, self.house.starts, list[str]()
        if before == self._starts:
            return found
        async for duel in self.house.all_of(self.bot.archive.duels.find):
            screen = await self.bot[DuelMessages].screen(await duels.standing(self.bot.archive, duel.id))
            there = self._shown_in(duel) if self._can_change(duel) else []
            found += [one.id for one in there if differs(one.raw, screen)]
        return found

    async def broken(self) -> AsyncIterator[str]:
        """What is wrong with every try, duel and post."""
        archive = self.bot.archive
        begun, self.through, self.told = Counter[object](), 0, 0
        async for stored in self.house.all_of(archive.sessions.find):
            if stored.is_try:
                deal = stored.duel or DailyDeal(stored.day or 0, stored.game)
                begun[deal, stored.host_id] += 1
                self.through += stored.ended_at is not None
                async for one in self._of_try(stored, deal):
                    yield one
        for what, times in begun.items():
            if times > 1:
                yield f"begun {times} times: {what}"
        async for duel in self.house.all_of(archive.duels.find):
            async for one in self._of_duel(duel):
                yield one
            self.told += duel.told_at is not None
        async for one in self._of_posts():
            yield one

    async def _of_try(self, stored: StoredSession, deal: int | DailyDeal) -> AsyncIterator[str]:
        """It has one row of its own, with the score that its record says."""
        archive, rows = self.bot.archive, list[Try | DuelSide]()
        if isinstance(deal, int):
            rows += [one for one in await archive.duels.sides(deal) if one.user_id == stored.host_id]
        elif (own := await archive.dailies.of(deal, stored.host_id)) is not None:
            rows.append(own)
        if [one.session_id for one in rows] != [stored.id]:
            yield f"table {stored.id} isn't the one try of its player: {rows}"
            return
        seats, past = await archive.sessions.seats(stored.id), await archive.sessions.stays(stored.id)
        stays = SeatHistory.read(seats, past)
        record = unfolded(stored, stays.players, await archive.record.lines(stored.id))
        table = Table.new(registry.find(stored.game), record.header).unasked()
        for line in record.lines:
            table = table.play(line)
        score = None if stored.ended_at is None else occasion_of(stored).score(stays, table, stored.ended_at)
        if rows[0].score != score:
            yield f"table {stored.id} scored {score}, and {rows[0].score} was saved"

    async def _of_duel(self, duel: Duel) -> AsyncIterator[str]:
        shows, where = await duels.standing(self.bot.archive, duel.id), f"duel {duel.id}"
        if duel.state == "playing" and all(map(shows.is_through, duel.people)):
            yield f"{where} is still played though both are through"
        bot = self.house.playing(duel.guild_id)
        screen, there = await bot[DuelMessages].screen(shows), self._shown_in(duel)
        for one in there:
            if not self._is_refused(one) and self._can_change(duel) and (how := differs(one.raw, screen)):
                yield f"the challenge of {where} is old: {how}"
        if len(there) > 1:
            yield f"{where} is shown {len(there)} times in its channel"
        for user_id in duel.people if shows.is_told else ():
            channel_id = direct_of(self.local, user_id)
            direct = [one for one in self._messages(channel_id, duel) if _is_result(one)]
            is_closed = (await self.bot.archive.people.person(user_id)).dms_closed
            is_closed = is_closed or is_refused(self.local, self.refused, channel_id)
            if len(direct) != 1 and not (is_closed and not direct):
                yield f"{user_id} was told {len(direct)} times how {where} came out"
            for one in direct:
                if how := differs(one.raw, screen):
                    yield f"what {user_id} was told of {where} is old: {how}"

    async def _of_posts(self) -> AsyncIterator[str]:
        for post in await self.bot.archive.daily_news.outdated(0, 10**6):  # all of them
            where = f"the post of day {post.day} in {post.channel_id}"
            channel = self.local.world.channels.get(str(post.channel_id))
            if channel is None or (there := channel.messages.get(str(post.message_id))) is None:
                continue
            news = self.house.playing(post.guild_id)[DailyNews]
            screen = await news._screen(await news._posted(post.guild_id, post.day))  # noqa: SLF001
            if not self._is_refused(there) and (how := differs(there.raw, screen)):
                yield f"{where} is old: {how}"
            heading = f"### Game of the day {post.day}:"
            public = [one for one in channel.messages.values() if one.seen_by is None]
            if (count := sum(heading in text_of(one.raw) for one in public)) > 1:
                yield f"{where} stands there {count} times"

    def _can_change(self, shown: Duel | DailyPost) -> bool:
        """Whether Discord lets the bot change its message: not in an archived thread."""
        channel = self.local.world.channels.get(str(shown.channel_id))
        return channel is None or not channel.is_archived

    def _shown_in(self, duel: Duel) -> list[Message]:
        return self._messages(str(duel.channel_id), duel)

    def _messages(self, channel_id: str, duel: Duel) -> list[Message]:
        """What everybody in this channel sees of a duel, besides its tables."""
        channel = self.local.world.channels.get(channel_id)
        there = [] if channel is None else channel.messages.values()
        own = [one for one in there if one.seen_by is None and table_of(one.raw) is None]
        ids = {one.id: [found[1] for found in map(_DUEL.match, custom_ids(one.raw)) if found] for one in own}
        return [one for one in own if one.id == str(duel.message_id) or str(duel.id) in ids[one.id]]

    def _is_refused(self, message: Message) -> bool:
        return is_refused(self.local, self.refused, message.id, message.channel.id)


def _is_closed(day: int) -> bool:
    """Whether this day is over everywhere, by Discord's clock."""
    return time.time() >= days.closes_at(day)


def _is_result(message: Message) -> bool:
    return "### Duel" in text_of(message.raw)


def _descriptions(raw: Json) -> Iterator[str]:
    for one in every_component(raw["components"]):
        yield from (str(each.get("description") or "") for each in one.get("items", ()))
