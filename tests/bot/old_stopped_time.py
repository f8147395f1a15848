# ruff: noqa
# mypy: ignore-errors
"""When the clocks of all tables rest: while Discord can't be reached, and in a player's quiet hours."""

from collections.abc import Iterable

from bot.discord_time import DISCORD_TIME
from bot.people.quiet_hours import QuietHours
from bot.people.settings import PersonSettings, settings_of
from bot.tables.ownership import ALONE, Ownership
from storage import Archive


class StoppedTime:
    """What stops the clocks, other than the table itself. Instants are by the monotonic clock."""

    def __init__(self, archive: Archive, share: Ownership = ALONE) -> None:
        self.cut_off: set[int] = set()
        """The shards whose moves can't reach us. Count every clock there before you change it."""
        self._archive = archive
        self._share = share
        self._quiet: dict[int, QuietHours | None] = {}

    @property
    def known(self) -> tuple[int, ...]:
        """The people whose quiet hours have been read."""
        return tuple(self._quiet)

    def shard_of(self, guild_id: int | None) -> int:
        """The connection that brings the moves in this server, or in direct messages if None."""
        return self._share.shard_of(guild_id)

    def is_connected(self, guild_id: int | None) -> bool:
        """Whether moves in this server can reach us."""
        return self.shard_of(guild_id) not in self.cut_off

    async def learn(self, user_ids: Iterable[int]) -> None:
        """Read the quiet hours of people we don't know yet. Raises StorageFailed."""
        for user_id in user_ids:
            if user_id not in self._quiet:
                await self.reread(user_id)

    def know(self, user_id: int, settings: str) -> None:
        """Take this person's quiet hours from their settings, unless they're known already."""
        if user_id not in self._quiet:
            self._quiet[user_id] = PersonSettings.read(settings).quiet_for_clock

    async def reread(self, user_id: int) -> None:
        """Read a person's quiet hours from their settings. Raises StorageFailed."""
        self._quiet[user_id] = (await settings_of(self._archive, user_id)).quiet_for_clock

    def quiet_until(self, user_id: int | None, now: float) -> float | None:
        """When this person's current quiet hours end; None if it isn't quiet for them."""
        quiet = self._hours(user_id)
        until = None if quiet is None else quiet.until(DISCORD_TIME.at(now))
        return None if until is None else _instant(until)

    def next_change(self, user_id: int | None, now: float) -> float | None:
        """When this person's quiet hours begin or end next; None if they have none."""
        quiet = self._hours(user_id)
        return None if quiet is None else _instant(quiet.next_change(DISCORD_TIME.at(now)))

    def waking(self, user_id: int | None, start: float, end: float) -> float:
        """How many seconds between two instants are outside this person's quiet hours."""
        quiet = self._hours(user_id)
        if quiet is None or end <= start:
            return max(end - start, 0)
        return quiet.waking(DISCORD_TIME.at(start), DISCORD_TIME.at(end))

    def awake(self, user_id: int | None, start: float, seconds: float) -> float:
        """The instant at which this many seconds outside this person's quiet hours have passed."""
        quiet = self._hours(user_id)
        if quiet is None or seconds <= 0:
            return start + seconds
        return _instant(quiet.awake(DISCORD_TIME.at(start), seconds))

    def _hours(self, user_id: int | None) -> QuietHours | None:
        return None if user_id is None else self._quiet.get(user_id)


def _instant(epoch: float) -> float:
    return epoch - DISCORD_TIME.at(0)
