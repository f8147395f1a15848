"""Tables of any game with a time for moves, and what people see of that time."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.chat.players import Player
from bot.config import Settings
from bot.host import play as cast
from bot.people import quiet_hours
from bot.people.settings import change_settings
from bot.table.clock.used_time import OVER, Used
from bot.table.options import TableOptions
from bot.table.session import Session
from games.engine import fair, registry
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from storage import Archive
from tests.bot.conftest import running
from tests.bot.tables import GAME, SEED, keep_lines, people, played, to_move

KEEPING_TIME = (
    "clock.clock",
    "clock.own_time",
    "clock.used_time",
    "clock.timer",
    "journal",
    "unloaded_clocks",
    "unloading",
)
"""The modules of `bot.table` that look at the monotonic clock."""

TWO = people(cast.CHIARA, cast.DMITRI)


async def keep_timed(
    settings: Settings,
    lines: Iterable[Line | str] | None = None,
    *,
    game: str = GAME,
    seats: Sequence[Player] = TWO,
    channel: str = cast.GAMES,
    **options: str,
) -> int:
    """A table with these options of its own, if nothing else is said Doublolo with a to move; its number."""
    written = position(seats).lines if lines is None else lines
    async with Archive.open(settings.storage.url) as archive:
        number = await keep_lines(archive, game, seats, written, channel=channel)
        await archive.sessions.set_table_options(number, TableOptions.model_validate(options).write())
    return number


@asynccontextmanager
async def timed(
    settings: Settings, lines: Iterable[Line | str] | None = None, *, move_time: str = "1 day"
) -> AsyncIterator[Parlour]:
    """The bot with such a table, until the end of the block."""
    await keep_timed(settings, lines, move_time=move_time)
    async with running(settings) as bot:
        yield bot


def position(seats: Sequence[Player] = TWO, seat: int = 0, plies: int = 9, game: str = GAME) -> AnyTable:
    """A table, by default of Doublolo, at which this seat is to move, after some moves."""
    rules = registry.find(game)
    clicks = tuple(one.interaction_id for one in seats if one.interaction_id)
    header = Header(game, rules.about.edition, len(seats), commit=fair.commit(SEED), interaction_ids=clicks)

    def fits(table: AnyTable) -> bool:
        return bool(to_move(seat)(table)) and len(table.plies) > plies

    return played(Table.new(rules, header), fits, seed=0)


def missed(count: int, seat: int = 0, plies: int = 9, game: str = GAME) -> list[Line]:
    """The lines of such a table at which this seat has missed its last moves."""
    lines = list(position(seat=seat, plies=plies, game=game).lines)
    own = [at for at, line in enumerate(lines) if line.who == seat][-count:]
    for at in own:
        lines[at] = replace(lines[at], note=f"{OVER}chosen by greedy")
    return lines


async def keep_quiet_hours(settings: Settings, user_id: str, *, ends_in: float) -> None:
    """Quiet hours of this person that began a while ago and end in this many seconds, or a little later."""
    now = DISCORD_TIME.now()
    begin, end = (_clock(at) for at in (now - 2 * 3600, now + ends_in + 60))
    hours = quiet_hours.quiet_hours("UTC", begin, end)
    async with Archive.open(settings.storage.url) as archive:
        await change_settings(archive, int(user_id), lambda had: had.with_quiet_hours(hours, now))


def _clock(instant: float) -> str:
    minutes = int(instant // 60) % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def pass_seconds(session: Session, seconds: float) -> None:
    """Let the clocks that run at this table have run for so many seconds more."""
    used = session.clock.used
    used.go_on_from({seat: _longer(one, seconds) for seat, one in used.seats.items()})


def _longer(used: Used, seconds: float) -> Used:
    if not used.is_running:
        return used
    *past, last = used.runs
    return replace(used, runs=(*past, last._replace(start=last.start - seconds)))
