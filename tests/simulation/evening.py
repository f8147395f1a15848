"""One evening from its beginning to the check of the laws, with its story."""

import asyncio
import gc
import hashlib
import logging
import sqlite3
import tempfile
import time
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from bench.loopback import settings_for
from bot.config import Settings
from bot.table.leaving import absent
from bot.table.reminders import waits
from bot.table.session import Session
from local_discord import codec
from local_discord.interactions import Deadlines
from local_discord.person import Refused
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.databases import laid_out
from tests.simulation.company import Company, Device, Evening
from tests.simulation.contests import Contestant, days_of, wants_news
from tests.simulation.database import shared_database
from tests.simulation.doors import simulated
from tests.simulation.faults import EVENTS, OF_SEVERAL, EveningFate
from tests.simulation.hours import HOUR, Hours
from tests.simulation.house import Errors, House
from tests.simulation.laws import Laws
from tests.simulation.loop import Standstill
from tests.simulation.machine import Machine, machine, on_machine
from tests.simulation.people import Done
from tests.simulation.places import CALLED, CROWD, MODERATOR_ID, world_of
from tests.simulation.plan import SEVERAL, Happening, Plan, planned
from tests.simulation.same_deals import Disk
from tests.simulation.watch import Requests
from tests.simulation.week import MEMORY, open_places
from tests.simulation.witness import Views, Witness

_REMINDED_SECONDS = 900.0
_STARTED_AGAIN_SECONDS = 20.0
_ALL_REMINDED_SECONDS = 4 * 900.0
_TWO_DEVICES = 0.3


def evening(seed: int) -> Plan:
    """What happens in the evening of this seed."""
    happens = OF_SEVERAL if seed >= SEVERAL else EVENTS
    return planned(seed, [*happens], [often for _, often in happens.values()])


@dataclass(eq=False)
class Lived:
    """What became of a plan."""

    plan: Plan
    hours: float = 0.0
    """How many simulated hours it took."""
    presses: int = 0
    acknowledged: int = 0
    tries: int = 0
    duels: int = 0
    shown: int = 0
    starts: int = 0
    digest: str = ""
    """The same if Discord was sent the same at the same times."""
    happened: Counter[str] = field(default_factory=Counter)
    story: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def counted(self) -> dict[str, float]:
        """What there was, in numbers."""
        return {
            "evenings": 1,
            "simulated hours": self.hours,
            "presses": self.presses,
            "typed moves acknowledged": self.acknowledged,
            "tries at a given deal": self.tries,
            "duels with a result": self.duels,
            "messages looked at": self.shown,
            "events": self.happened.total(),
            "starts of the bot": self.starts,
        }


def lived(plan: Plan) -> Lived:
    """Live through this plan. The same plan gives the same evening, in a process of its own."""
    found, loop, errors = Lived(plan), Machine(plan.seed), Errors()
    errors.disk_fails = lambda: bool(loop.disk.failed) or plan.processes > 1
    logging.getLogger().addHandler(errors)
    logging.getLogger().setLevel(logging.INFO)
    asyncio.set_event_loop(loop)
    try:
        with ExitStack() as stack:
            several = plan.processes > 1
            url, disk = stack.enter_context(shared_database(loop.wire) if several else _own_database())
            stack.enter_context(simulated(loop, plan.seed))
            stack.enter_context(on_machine(loop))
            stack.enter_context(days_of(plan))
            codec._last = 0  # noqa: SLF001 - ids go on from the evening before
            try:
                loop.run_until_complete(_live(found, errors, url, disk))
            except Standstill as standstill:
                found.broken.append(f"stands still: {standstill}")
            found.hours = loop.time() / HOUR
    finally:
        asyncio.set_event_loop(None)
        logging.getLogger().removeHandler(errors)
    return found


@contextmanager
def _own_database() -> Iterator[tuple[str, Disk]]:
    """A new database in a file until the end of the block, and a connection with it."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        file = laid_out(Path(folder) / "parlour.sqlite3")
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as disk:
            yield str(file), disk


async def _live(found: Lived, errors: Errors, url: str, disk: Disk) -> None:
    plan, requests, home = found.plan, Requests(), found.plan.contest()
    wanted = [*plan.places(), *([] if home is None else [home])]
    who = dict.fromkeys(one for place in wanted for one in place.players)
    names = {one: name for one, name in (CALLED | CROWD).items() if one in who or one in CALLED}
    views, digest = Views(), hashlib.sha256()

    def record(method: str, path: str, *more: Any) -> None:
        digest.update(repr((time.monotonic(), method, path, more[2])).encode())
        requests(method, path, *more)

    async with (
        LocalDiscord(
            world_of(wanted, names),
            limits=NO_LIMITS,
            deadlines=Deadlines(archive=24 * HOUR),
            record=record,
            sharding=NO_WAITING,
        ) as discord,
        _devices(plan, discord, [*who]) as devices,
    ):
        house, hours = House(_settings(plan, discord, url), plan.processes), Hours()

        def tell(line: str) -> None:
            found.story.append(line)

        def told(line: str) -> None:
            tell(f"{hours.said()}  {line}")

        # An end whose answer gets lost is shown, too, and a request without an answer isn't recorded.
        witness = Witness(discord, house, disk, views, requests.ends)
        with views.instead(), witness.watching():
            if home is not None:
                await wants_news(house.settings, home, plan.chance("news"))
            await house.start()
            try:
                people = {one: each[0] for one, each in devices.items()}
                await open_places(discord, wanted, people)
                for each in devices.values():
                    for one in each:
                        one.told = told
                fate = EveningFate(discord, house, wanted, people[MODERATOR_ID], hours, Random(), tell)
                fate.haste = plan.chance("haste").choice((0.01, 0.03, 0.1, 0.3))
                await _play(found, fate, devices, requests, errors)
            finally:
                await _stop(found, house, witness)
        found.broken += witness.broken
        found.digest = digest.hexdigest()
        found.shown, found.starts, found.happened = witness.shown, house.starts, fate.happened


@asynccontextmanager
async def _devices(plan: Plan, discord: LocalDiscord, who: list[str]) -> Any:
    """Everybody's devices, connected until the block ends, by their ids."""
    async with AsyncExitStack() as stack:

        async def connected(one: str) -> Device:
            return await stack.enter_async_context(Device.connect(discord.url, one))

        found = {}
        for one in (MODERATOR_ID, *who):
            count = 2 if plan.chance(f"devices of {one}").random() < _TWO_DEVICES else 1
            found[one] = [await connected(one) for _ in range(count)]
        yield found


def _settings(plan: Plan, discord: LocalDiscord, url: str) -> Settings:
    rng, settings = plan.chance("settings"), settings_for(discord, url)
    if plan.processes > 1:
        settings.discord.shards = 3
    settings.play.pace = rng.choice((0.0, 0.0, 1.0, 3.0))
    settings.play.remind_after = _REMINDED_SECONDS
    settings.play.icons = rng.random() < 0.03
    return settings


async def _play(
    found: Lived,
    fate: EveningFate,
    devices: dict[str, list[Device]],
    requests: Requests,
    errors: Errors,
) -> None:
    plan, done, begun = found.plan, Done(), list[asyncio.Task[None]]()
    left = [*plan.happenings]

    def pressed(count: int) -> None:
        while left and left[0].after < count:
            begun.append(asyncio.create_task(_happens(fate, left.pop(0))))

    so_far = Evening(pressed)
    common = done, so_far, fate.discord
    companies = [
        Company(
            place,
            [devices[one] for one in place.players],
            fate.hours,
            plan.chance(f"people {number}"),
            *common,
        )
        for number, place in zip(plan.tables, fate.places, strict=False)
    ]
    if plan.has_contest:
        home, challenges = fate.places[-1], plan.chance("challenges").choice((0.1, 0.9))
        for who in home.players:
            direct = (await devices[who][0].open_dm())["id"]
            rng = plan.chance(f"contest of {who}")
            companies.append(Contestant(home, challenges, devices[who], direct, fate.hours, rng, *common))
    laws = Laws(fate.discord, fate.house, done, requests, errors, fate.gone)
    beside = [asyncio.create_task(one) for one in (laws.read_now_and_then(), _host(fate))]
    rests = plan.chance("rests").choice((1, 2, 3)) if plan.processes == 1 else 1
    for number in range(1, rests + 1):
        so_far.until = plan.presses * number // rests
        await asyncio.gather(*(one.play() for one in companies))
        fate.say("everybody rests, and every fault ends")
        fate.over.set()
        await asyncio.gather(*begun)
        await fate.end_all()
        found.broken += [*await _at_rest(fate, companies, laws), *_done_twice(so_far, laws)]
        if not found.broken:
            found.broken += await _stands_still(laws)
        if found.broken:
            break
        fate.over.clear()
    for one in beside:
        one.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    found.presses, found.acknowledged = so_far.count, len(done.acknowledged)
    found.tries, found.duels = laws.same_deals.through, laws.same_deals.told


async def _host(fate: EveningFate) -> None:
    """Whatever starts the bot again that has ended by itself, until cancelled."""
    while True:
        await asyncio.sleep(_STARTED_AGAIN_SECONDS)
        if len(fate.house.bots) < fate.house.count and not fate.restarting.locked():
            async with fate.restarting:
                fate.say("the host starts the bot, which has ended")
                await fate.house.start()


async def _happens(fate: EveningFate, happening: Happening) -> None:
    rng = Random(happening.seed)
    await asyncio.sleep(rng.choice((0.0, rng.uniform(0, 0.3), rng.uniform(0, 5))))
    if fate.over.is_set():
        return
    event, _ = OF_SEVERAL[happening.what]
    fate.happened[happening.what] += 1
    own = replace(fate, rng=rng)
    with suppress(Refused):
        await event(own)


async def _at_rest(fate: EveningFate, companies: list[Company], laws: Laws) -> list[str]:
    """What is wrong once the bot is at rest; then somebody moves at each table, and nothing is, either.

    What Discord has refused for good needn't be shown before that.
    """
    await laws.forgive(fate.refused)
    await laws.rest_with(companies)
    if broken := await laws.check():
        return broken
    fate.refused.clear()
    broken = [one async for one in _moved_by_nobody(companies, laws)]
    await laws.rest()
    return [*broken, *await laws.check()]


async def _moved_by_nobody(companies: list[Company], laws: Laws) -> AsyncIterator[str]:
    """Somebody moves at each table; yields those where one of its people is asked and can't.

    Somebody from another place may sit there, too, who has pressed an old button.
    """
    for one in companies:
        own = {int(person.id) for person in one.people}
        if await one.move_once():
            continue
        for bot in laws.house.bots:
            session = bot.tables.channels.find(int(one.place.channel_id))
            if isinstance(session, Session) and not session.is_paused and own & {*waits.asked_of(session)}:
                yield f"nobody can move at table {session.id} ({session.game.about.name} in {one.place.kind})"


async def _stands_still(laws: Laws) -> list[str]:
    """What is wrong after nobody has pressed anything for long: who owes a move was told, or time ran out."""
    before = {one.id: one for one in await _open(laws)}
    lines = {number: one.line_count for number, one in before.items()}
    await asyncio.sleep(_ALL_REMINDED_SECONDS)
    broken = list[str]()
    for session in await _open(laws):
        where = f"table {session.id} ({session.game.about.name})"
        if (
            session.is_paused
            or session.is_try  # where nobody waits
            or session.answers_only
            or str(session.stored.channel_id) not in laws.local.world.channels
        ):
            continue
        if session.clock.limit and session.line_count == lines.get(session.id) and absent(session) is None:
            broken.append(f"stands still: {where}, where a move may take {session.options.move_time}")
        told = {one.user_id: one for one in await laws.bot.archive.reminders.waits(session.id)}
        for user_id, asked in waits.asked_of(session).items():
            wait = told.get(user_id)
            if wait is None or wait.question != asked.question or wait.told_at is None:
                broken.append(f"not told: {user_id} owes a move at {where}, and was told {wait}")
    return broken


async def _open(laws: Laws) -> list[Session]:
    """The games that go on."""
    open_tables = await laws.bot.archive.sessions.open_tables()
    found = [await laws.house.playing(one.guild_id).tables.lobby_or_session(one.id) for one in open_tables]
    return [one for one in found if isinstance(one, Session) and not one.table.over]


def _done_twice(evening: Evening, laws: Laws) -> Iterator[str]:
    for first, second in evening.twice:
        if {int(first), int(second)} <= laws._written.keys():  # noqa: SLF001
            yield f"done twice: both clicks of a double click, {first} and {second}, have made a move"


async def _stop(found: Lived, house: House, witness: Witness) -> None:
    """Stop the bot: nothing of it is left, and before that no table that it has unloaded."""
    processes, apps = [one.number for one in house.running], list[Any]()
    for bot in house.bots:
        loaded = set(bot.tables.in_memory)
        found.broken += [f"left over: messages of {one}" for one in bot.messages._kept.keys() - loaded]  # noqa: SLF001
        gc.collect()
        loaded.update(await bot.archive.sessions.owing_ends(since=0))  # whose last boards are still tried
        left = [one for one in witness.sessions if one._archive is bot.archive and one.id not in loaded]  # noqa: SLF001
        found.broken += [f"left over: table {one.id}, which was unloaded" for one in left]
        apps.append(weakref.ref(bot))
        del left, bot
    await house.stop()
    await asyncio.sleep(1)
    gc.collect()
    found.broken += ["left over: the whole bot, though it has stopped" for one in apps if one() is not None]
    for process in processes:
        found.broken += [f"left over: connection {one}" for one in machine().network.of_process(process)]
        found.broken += [f"left over: {one}" for one in machine().tasks_of(process)]
