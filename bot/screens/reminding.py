"""When people are reminded that a table waits for them, by their settings; the same for all tables.

Moments are seconds since the epoch by Discord's clock.
"""

import json
from dataclasses import dataclass

from bot.discord_time import DISCORD_TIME
from bot.screens.context import DisplayContext
from bot.screens.digests import Digests
from bot.screens.presence import HERE_SECONDS
from bot.tables import quiet_hours
from bot.tables.reminder_settings import ReminderSettings
from bot.tables.schedule import Schedule
from bot.tables.server_settings import ServerBook
from bot.tables.session import Session
from bot.tables.waits import asked_at
from games.core import Seat

GRACE_SECONDS = 2.0
"""How long even people who want reminders at once have to move first."""

HERE_MINUTES = 2
"""How long people who want reminders at once count as here after they press something."""


INVITED_AGAIN_SECONDS = 600.0
"""How long after an invitation another one by the same host notifies nobody; the lobby shows it anyway."""

_INVITED = "invited"
"""In a person's settings: when which host's invitation last notified them, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When and how to remind a person of one wait."""

    settings: ReminderSettings
    tell_at: float | None
    """When they are told; None for never."""
    check_at: float | None
    """When to check whether they have left the server; None for when they are told."""
    here_seconds: float
    """How long they count as here after they press something."""
    since: float
    """When the wait began, as far as their daily list is concerned."""
    quiet_until: float | None
    """When their current quiet hours end."""


class Reminding:
    """Decides whom to remind when: by the person's settings, then the server's, then the host's."""

    def __init__(
        self,
        context: DisplayContext,
        servers: ServerBook,
        schedule: Schedule,
        digests: Digests,
        minute: float,
    ) -> None:
        """`minute` is how many seconds count as a minute."""
        self.schedule = schedule
        self.digests = digests
        self.lasting_seconds = minute
        """How long a wait lasts before it is saved."""
        self._context = context
        self._servers = servers
        self._minute = minute

    def first_look(self, user_id: int, since: float) -> float:
        """Nobody is reminded before this moment: they have just been asked, or are here."""
        host = self._context.remind_after
        grace = min(GRACE_SECONDS, host) if host else GRACE_SECONDS
        here = min(self._here_seconds(0), host) if host else self._here_seconds(0)
        return max(since + grace, self._last_seen(user_id) + here)

    def here_until(self, user_id: int, plan: Plan) -> float:
        """Until when this person counts as here."""
        return self._last_seen(user_id) + plan.here_seconds

    async def likes(self, user_id: int) -> tuple[ReminderSettings, bool]:
        """This person's settings, and whether they have quiet hours now. Raises StorageFailed."""
        text = (await self._context.archive.person(user_id)).settings
        quiet = quiet_hours.read(text)
        is_quiet = quiet is not None and quiet.until(DISCORD_TIME.now()) is not None
        return ReminderSettings.read(text), is_quiet

    async def may_invite(self, host_id: int, user_id: int) -> bool:
        """Whether this host's invitation notifies this person now; if so, that is saved.

        Raises StorageFailed.
        """
        now, is_due = DISCORD_TIME.now(), False

        def change(settings: str) -> str:
            nonlocal is_due
            changed = json.loads(settings)
            invited = {
                one: at
                for one, at in changed.get(_INVITED, {}).items()
                if now - INVITED_AGAIN_SECONDS < at <= now
            }
            is_due = str(host_id) not in invited
            changed[_INVITED] = {str(host_id): now} | invited
            return json.dumps(changed)

        await self._context.archive.change_settings(user_id, change)
        return is_due

    async def plan(self, session: Session, user_id: int, since: float) -> Plan:
        """The plan by this person's settings, for a wait that began then. Raises StorageFailed."""
        text = (await self._context.archive.person(user_id)).settings
        settings, now = ReminderSettings.read(text), DISCORD_TIME.now()
        server = await self._servers.of(session.stored.guild_id)
        default = server.remind_after(self._context.remind_after or None, self._minute)
        seconds = settings.after(default, self._minute)
        tell_at = None if seconds is None else since + seconds
        if settings.is_daily:
            since, tell_at = await self._daily(session, user_id, since, settings)
        quiet = quiet_hours.read(text)
        if quiet is not None and tell_at is not None:
            tell_at = quiet.until(max(tell_at, now)) or tell_at
        return Plan(
            settings,
            tell_at,
            None if default is None else since + default,
            self._here_seconds(seconds or 0),
            since,
            None if quiet is None else quiet.until(now),
        )

    async def _daily(
        self, session: Session, user_id: int, since: float, settings: ReminderSettings
    ) -> tuple[float, float]:
        """When the wait really began, even if the bot was away, and when the list is due."""
        archive = self._context.archive
        seats = [seat for seat in session.waits_for() if session.players[Seat(seat)].user_id == user_id]
        asked = await asked_at(archive, session, seats) or since
        since = min(since, asked)
        last = await archive.last_digest(user_id)
        if last is not None and last / 1000 >= since:
            return since, since
        return since, settings.next_digest(since, None if last is None else last / 1000)

    def _here_seconds(self, seconds: float) -> float:
        return min(HERE_SECONDS, seconds or HERE_MINUTES * self._minute)

    def _last_seen(self, user_id: int) -> float:
        return DISCORD_TIME.now() - self._context.presence.seconds_ago(user_id)
