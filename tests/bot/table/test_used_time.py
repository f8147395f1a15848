"""How much of their time players have used after all that can happen, in memory, at rest and in storage."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.chat.discord_time import DISCORD_TIME
from bot.chat.players import Player, person
from bot.config import Settings
from bot.host import play as cast
from bot.people.quiet_hours import quiet_hours
from bot.people.settings import change_settings
from bot.table import requests
from bot.table.clock.used_time import OVER, Used
from bot.table.computers import Computers
from bot.table.open_tables import OpenTables
from bot.table.session import Pace, Session, close_all
from bot.table.unloading import Outages
from games.core import Seat
from games.engine.record import Line
from storage import Archive
from tests.bot.clocks import KEEPING_TIME, keep_timed
from tests.bot.tables import legal_at
from tests.bot.time_limits import A, B

NOON = datetime(2026, 1, 10, 12, tzinfo=ZoneInfo("Europe/Rome")).timestamp()
CHIARA = int(cast.CHIARA)


class World:
    """A table at which Chiara is to move at noon, with an hour for a move and half an hour of extra time."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.gone: list[Session] = []
        """What the killed bots had in memory."""
        self.now = NOON - DISCORD_TIME.at(0)
        self.start()

    def monotonic(self) -> float:
        """The time by the monotonic clock."""
        return self.now

    def start(self) -> None:
        """Start the bot."""
        self.tables = OpenTables(self.archive, Computers(1, 1), lambda _: None, Pace(60, 60))
        self.outages = Outages(self.tables, lambda _: None)

    async def session(self) -> Session:
        session = await self.tables.session(1)
        session.autoplay.go_on = lambda: None  # type: ignore[method-assign]
        session.timer.go_on()
        return session

    async def rest(self) -> None:
        """Take the table out of memory."""
        session = await self.session()
        await session.timer.close()
        await self.tables.clocks.note(session)
        self.tables.in_memory.take_out(session)
        self.tables.clocks.rests(session)

    async def leaves(self) -> None:
        """A computer plays for Chiara."""
        session = await self.session()
        await self.seat(session.stays.left_by(CHIARA, session.table, is_open=True))

    async def back(self) -> None:
        await self.seat({A: person(CHIARA, "c", "9")})

    async def newcomer(self) -> None:
        """Somebody else has Chiara's seat."""
        await self.seat({A: person(int(cast.FARID), "f", "9")})

    async def seat(self, now: dict[Seat, Player]) -> None:
        session = await self.session()
        await session.change_hands(now)
        session.timer.go_on()

    async def quiet(self, hours: str = "") -> None:
        """Chiara chooses these quiet hours, or none."""
        begin, _, end = hours.partition("-")
        chosen, at = quiet_hours("Europe/Rome", begin, end) if hours else None, DISCORD_TIME.at(self.now)
        await change_settings(self.archive, CHIARA, lambda had: had.with_quiet_hours(chosen, at))
        await self.outages.quiet_hours_changed(CHIARA)

    async def moves(self, note: str = "") -> None:
        """The player to move makes a move."""
        session = await self.session()
        (seat,) = session.table.turn.owes
        await session.play(Line(seat, legal_at(session.table)[0], note), None)

    async def misses(self) -> None:
        """A computer makes the move for the player to move."""
        await self.moves(f"{OVER}chosen by greedy")

    async def excused(self) -> None:
        """The others wait for the player who missed moves."""
        session = await self.session()
        await session.timer.excuse([A, B])
        session.timer.go_on()

    async def pause(self) -> None:
        await requests.pause(await self.session(), CHIARA)

    async def resume(self) -> None:
        await requests.resume(await self.session(), manages=False)

    async def lost(self, minutes: str = "0") -> None:
        """Discord can't be reached, for as many minutes already."""
        self.outages.disconnected(since=self.now - 60 * float(minutes))

    async def found(self) -> None:
        self.outages.connected()

    async def unsaved(self, minutes: str = "0") -> None:
        """Nothing can be saved, for as many minutes already."""
        self.outages.cannot_save(self.now - 60 * float(minutes))

    async def saved(self) -> None:
        self.outages.can_save()

    async def kept(self) -> None:
        """What was used at rest is saved."""
        await self.tables.clocks.keep(0)

    async def restart(self) -> None:
        session = await self.session()
        await session.timer.close()
        await self.killed()

    async def killed(self) -> None:
        """The bot starts again without having saved anything."""
        self.gone.append(await self.session())
        self.start()
        await self.session()

    async def happens(self, what: str, *how: str) -> None:
        """Let this happen; a number is so many minutes that pass."""
        if what.isdigit():
            self.now += 60 * int(what)
        else:
            await getattr(self, what)(*how)

    async def used(self) -> list[float]:
        """In minutes: what Chiara has used, also of her extra time, and what Dmitri has used for a move."""
        its = (await self.session()).clock.used
        first, second = (its.seats.get(one, Used()) for one in (A, B))
        seconds = first.by(self.now, its.own), first.bank, second.by(self.now, its.own)
        return [round(one / 60, 2) for one in seconds]


SIX_MISSES = ", ".join(["misses"] * 6)

CASES = {
    "time runs": ("10", [10, 0, 0]),
    "for the player to move": ("10, moves, 7", [0, 0, 7]),
    "over the limit": ("70", [70, 0, 0]),
    "extra time is gone after the move": ("70, moves, 5", [0, 10, 5]),
    "all of it at most": ("700, moves", [0, 30, 0]),
    "and stays gone": ("70, moves, 1, moves, 75, moves", [0, 25, 0]),
    "not in a pause": ("10, pause, 30, resume, 5", [15, 0, 0]),
    "not over a restart in a pause": ("10, pause, 30, restart, 20, resume, 5", [15, 0, 0]),
    "not while Discord is lost": ("10, lost, 30, found, 5", [15, 0, 0]),
    "nor before that was noticed": ("10, lost 4, 30, found, 5", [11, 0, 0]),
    "but only for this move": ("10, moves, 1, lost 4, 30, found, 5", [0, 0, 5]),
    "nor before a pause": ("10, pause, 1, lost 4, 30, found, resume, 5", [12, 0, 0]),
    "nor in a silence at rest": ("10, rest, 5, lost 4, 30, kept, 1, found, 5", [16, 0, 0]),
    "nor twice": ("10, lost, 30, found, 1, lost 20, 30, found, 5", [15, 0, 0]),
    "not while nothing can be saved": ("10, unsaved, 30, saved, 5", [15, 0, 0]),
    "nor before that was noticed, either": ("10, unsaved 4, 30, saved, 5", [11, 0, 0]),
    "nor at rest, either": ("10, rest, 5, unsaved 4, 30, kept, 1, saved, 5", [16, 0, 0]),
    "nor twice while Discord is lost as well": (
        "10, lost, 10, unsaved, 10, found, 10, saved, 5, lost, 10, unsaved, 5, saved, 5, found, 1",
        [16, 0, 0],
    ),
    "nor twice if one was noticed late": (
        "10, lost, 20, found, 1, unsaved 25, 5, saved, 5",
        [11, 0, 0],
    ),
    "a restart takes no time": ("10, restart, 5", [15, 0, 0]),
    "a crash gives back what wasn't saved": ("10, restart, 5, killed, 3", [13, 0, 0]),
    "a crash gives back what wasn't saved at rest": ("10, rest, 5, kept, 4, killed, 3", [18, 0, 0]),
    "at rest": ("10, rest, 20", [30, 0, 0]),
    "at rest and saved": ("10, rest, 20, kept, 5", [35, 0, 0]),
    "at rest again and again": ("10, rest, 20, 5, rest, 5, moves, 3", [0, 0, 3]),
    "until quiet hours begin": ("quiet 13-14, 90", [60, 0, 0]),
    "after quiet hours": ("quiet 13-14, 130", [70, 0, 0]),
    "not in quiet hours at rest": ("quiet 13-14, rest, 90, kept, 40", [70, 0, 0]),
    "quiet hours that begin now": ("30, quiet 12-13, 40", [40, 0, 0]),
    "quiet hours that are gone held until then": ("quiet 12-14, 60, quiet, 10", [10, 0, 0]),
    "quiet hours and an outage": ("quiet 13-14, 50, lost, 30, found, 60", [70, 0, 0]),
    "Dmitri's clock isn't Chiara's": ("quiet 12-14, moves, 20", [0, 0, 20]),
    "not while its player is away": ("10, leaves, 30, back, 5", [15, 0, 0]),
    "not while its player is away over a restart": ("10, leaves, 30, restart, 5, back, 5", [15, 0, 0]),
    "a computer makes the move": ("70, leaves, moves, 5, moves, back, 5", [5, 10, 0]),
    "a newcomer has their whole time": ("10, leaves, 30, newcomer, 5", [5, 0, 0]),
    "but no extra time again": ("70, leaves, 30, newcomer, 5", [5, 10, 0]),
    "quiet hours are those of who had the seat": ("quiet 12-14, 30, leaves, newcomer, 5", [5, 0, 0]),
    "while somebody moves at all": ("misses, misses, misses, misses, 10", [10, 0, 0]),
    "not while everybody is away": (f"{SIX_MISSES}, 10", [0, 0, 0]),
    "until they're waited for": (f"{SIX_MISSES}, 10, excused, 5", [5, 0, 0]),
    "or one moves": (f"{SIX_MISSES}, 10, moves, 5", [0, 0, 5]),
}
"""What happens one after the other, with minutes that pass between, and what `used` says then."""


@pytest.mark.parametrize(("history", "used"), CASES.values(), ids=CASES)
async def test_time_is_used_only_while_its_player_can_move(
    history: str, used: list[float], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_timed(settings, move_time="1 hour", bank="30 minutes")
    async with Archive.open(settings.storage.url) as archive:
        world = World(archive)
        for module in KEEPING_TIME:
            monkeypatch.setattr(f"bot.table.{module}.time", world)
        await world.session()
        for one in history.split(", "):
            await world.happens(*one.split())
        assert await world.used() == used
        await world.rest()
        assert await world.used() == used, "when it was at rest"
        await world.restart()
        assert await world.used() == used, "after a restart"
        await close_all([*world.gone, await world.session()])
