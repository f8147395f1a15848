"""What goes wrong in an evening, besides what goes wrong in a week: disks, networks, clocks, and deaths."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import exp, log

from local_discord.failures import Failure
from local_discord.interactions import Interaction
from local_discord.ratelimit import NO_LIMITS, Limit, Limits
from tests.refusals.stories import CHANNEL, DIRECT, STORIES, Story
from tests.refusals.table import REFUSALS
from tests.simulation import events
from tests.simulation import machine as machines
from tests.simulation.events import Fate
from tests.simulation.hours import HOUR
from tests.simulation.machine import AFTER, BEFORE, Machine, machine
from tests.simulation.seen import DIRECTLY

_ARMED_SECONDS = 1200.0
"""How long the bot may take until it comes to the step at which it dies."""
_SPELL_SECONDS = 1.0, 1200.0
_STEPS = 1, 3000


@dataclass(eq=False)
class EveningFate(Fate):
    """Lets events happen in an evening: what lasts hours in a week lasts seconds or minutes."""

    haste: float = 1.0
    refused: set[str] = field(default_factory=set)
    """The ids of the messages that Discord has refused to change for good, and of the channels where it has
    refused to post: what stands there is shown only once somebody moves again."""

    async def lasts(self, least: float, most: float) -> None:
        """See `Fate`."""
        await super().lasts(least * self.haste, most * self.haste)

    def fails(self, hours: float, **how: object) -> None:
        """See `Fate`."""
        super().fails(hours * self.haste, **how)

    def note_refused(self, path: str) -> None:
        """Discord has refused this for good."""
        parts = path.split("/")
        self.refused.update([one for one in parts if one.isdecimal() or one == DIRECTLY][-1:])
        interactions = self.discord.interactions._by_token  # noqa: SLF001 - what a token is for isn't told
        for one in (interactions[part] for part in parts if part in interactions):
            self.refused.add(one.channel.id)

    async def a_while(self) -> None:
        """Wait for seconds or minutes, or until the evening is over."""
        least, most = map(log, _SPELL_SECONDS)
        hours = exp(self.rng.uniform(least, most)) / HOUR
        await super().lasts(hours, hours)

    async def dies(self, arm: Callable[[Machine], None], how: str) -> None:
        """The bot dies once it comes to what this arms, and starts again."""
        async with self.restarting:
            if self.over.is_set() or self.house.bot is None:
                return
            dead, host = asyncio.Event(), machine()

            def die(process: int) -> None:
                self.say(f"{'the bot' if self.house.count == 1 else f'process {process}'} dies {how}")
                self.house.kill(process if self.house.count > 1 else 0)
                dead.set()

            host.on_death = die
            arm(host)
            try:
                async with asyncio.timeout(_ARMED_SECONDS):
                    await dead.wait()
            except TimeoutError:
                host.dies_after(0)
                host.disk.dies = ""
                return
            await super().lasts(0.001, 0.05)
            self.say("the bot starts again")
            await self.house.start()

    async def end_all(self) -> None:
        """See `Fate`: the machine is sound again, too."""
        host = machine()
        host.disk.seconds, host.disk.refuses, host.disk.dies = 0.0, "", ""
        host.dies_after(0)
        host.network.lost, host.network.bandwidth = 0.0, float("inf")
        host.network.least, host.network.most = 0.005, 0.06
        self.discord.faults.set({"delay": 0.0, "jitter": 0.0, "upload": 0.0})
        self.discord.faults.refuse_identify(0)
        self.discord.faults.silence_gateway(0)
        self.discord.limiter.limits = NO_LIMITS
        vars(self.discord.interactions).pop("deliver", None)
        host.network.without_database.clear()
        for number in [*host.network.silent]:
            host.network.end_silence(number)
        await super().end_all()


# The disk


async def slow_disk(fate: EveningFate) -> None:
    """The database takes long."""
    disk = machine().disk
    seconds = fate.rng.choice((0.01, 0.1, 0.5, 2.0, 6.0))
    fate.say(f"the disk takes {seconds:g} s for everything")
    disk.seconds = seconds
    await fate.a_while()
    disk.seconds = 0.0
    fate.say("the disk is quick again")


async def bad_disk(fate: EveningFate) -> None:
    """Commits fail, all or some of them."""
    disk, why = machine().disk, fate.rng.choice([*machines.REFUSALS])
    disk.share = fate.rng.choice((1.0, 0.5, 0.1))
    fate.say(f"the disk {why}: {disk.share:.0%} of all commits fail")
    disk.refuses = why
    await fate.a_while()
    disk.refuses = ""
    fate.say("the disk is sound again")


# Deaths


async def die_anywhere(fate: EveningFate) -> None:
    """The bot is killed at any await."""
    steps = round(exp(fate.rng.uniform(*map(log, _STEPS))))
    await fate.dies(lambda host: host.dies_after(steps), f"at its {steps}th step")


async def die_in_commit(fate: EveningFate) -> None:
    """The bot is killed in a commit: before it's on the disk, or after that and before anybody was told."""
    when = fate.rng.choice((BEFORE, AFTER))

    def arm(host: Machine) -> None:
        host.disk.dies = when

    await fate.dies(arm, f"in a commit, {when} it's on the disk")


# Discord's answers


async def refuse(fate: EveningFate) -> None:
    """Discord refuses one kind of request in one way, once, a few times or for a while."""
    story, refusal = fate.rng.choice(STORIES), fate.rng.choice(REFUSALS)
    if not refusal.can_hit(story):
        return
    times = fate.rng.choice((1, 1, 3, None))
    fate.say(
        f"Discord refuses “{story.name}” with {refusal.name}, {f'{times} times' if times else 'for a while'}"
    )
    how = {"method": story.method, "path": _path(story, fate), **refusal.how}
    hours = fate.rng.uniform(10, 600) / HOUR
    failure = _Noted(**how, **({"times": times} if times else {"seconds": hours * HOUR}))
    failure.hit = fate.note_refused if refusal.is_final or not story.is_awaited else lambda _: None
    fate.discord.faults.failures.append(failure)
    await Fate.lasts(fate, hours, hours)


class _Noted(Failure):
    """Calls `hit` with the path of each request that fails."""

    hit: Callable[[str], None]

    def hits(self, method: str, path: str) -> bool:
        """See `Failure`."""
        found = super().hits(method, path)
        if found:
            self.hit(path)
        return found


def _path(story: type[Story], fate: EveningFate) -> str:
    """Its path in this world, where other ids are those of direct messages."""
    direct = "|".join(one.id for one in fate.discord.world.channels.values() if one.is_direct) or "0"
    path = story.path.replace(DIRECT, f"/channels/(?:{direct})/messages")
    return path.replace(CHANNEL, rf"/channels/(?!(?:{direct})/)\d+/messages")


async def late_answers(fate: EveningFate) -> None:
    """Everything takes long to Discord and back."""
    delay, jitter = fate.rng.choice(((0.3, 0.3), (1.0, 1.0), (1.4, 3.0), (0.1, 5.0)))
    fate.say(f"requests and answers take up to {delay + jitter:g} s")
    fate.discord.faults.set({"delay": delay, "jitter": jitter})
    await fate.a_while()
    fate.discord.faults.set({"delay": 0.0, "jitter": 0.0})
    fate.say("Discord is near again")


async def lost_answers(fate: EveningFate) -> None:
    """Discord does what it's asked, and its answers get lost."""
    share = fate.rng.choice((0.1, 0.5, 1.0))
    fate.say(f"{share:.0%} of Discord's answers get lost")
    how = fate.rng.choice(({"reset": True}, {"status": 503}, {"status": 500}))
    seed = fate.rng.randrange(1000)
    seconds = exp(fate.rng.uniform(*map(log, _SPELL_SECONDS)))
    Fate.fails(fate, seconds / HOUR, after=True, chance=share, seed=seed, path=r"messages|callback", **how)
    await Fate.lasts(fate, seconds / HOUR, seconds / HOUR)


async def doubled(fate: EveningFate) -> None:
    """For a while the gateway brings each press twice."""
    interactions, real = fate.discord.interactions, fate.discord.interactions.deliver

    def deliver(interaction: Interaction) -> None:
        real(interaction)
        asyncio.get_running_loop().call_later(fate.rng.uniform(0, 3), real, interaction)

    fate.say("the gateway brings everything twice")
    interactions.deliver = deliver  # type: ignore[method-assign]
    await fate.a_while()
    vars(interactions).pop("deliver", None)


async def strict(fate: EveningFate) -> None:
    """Discord's limits are tight."""
    count = fate.rng.choice((1, 3, 5))
    fate.say(f"Discord allows {count} requests in 5 s on each route")
    fate.discord.limiter.limits = Limits(Limit(count, 5.0), overall=Limit(50, 1.0))
    await fate.a_while()
    fate.discord.limiter.limits = NO_LIMITS


async def refuse_session(fate: EveningFate) -> None:
    """The gateway is dead for a while: it closes, and takes no new session."""
    fate.say("the gateway is dead")
    seconds = fate.rng.uniform(5, 400)
    fate.discord.faults.refuse_identify(seconds)
    fate.discord.faults.drop_gateway(fate.rng.choice((4000, 4009)))
    await Fate.lasts(fate, seconds / HOUR, seconds / HOUR)


async def silent_gateway(fate: EveningFate) -> None:
    """The gateway says nothing, and closes nothing."""
    seconds = fate.rng.uniform(1, 300)
    fate.say(f"the gateway says nothing for {seconds:.0f} s")
    fate.discord.faults.silence_gateway(seconds)
    await Fate.lasts(fate, seconds / HOUR, seconds / HOUR)


# The network


async def cut(fate: EveningFate) -> None:
    """One or all of the bot's connections break."""
    network = machine().network
    numbers = network.of_process(_number(fate))
    if numbers and fate.rng.random() < 0.7:
        numbers = [fate.rng.choice(numbers)]
    fate.say(f"{len(numbers)} of the bot's connections break")
    for number in numbers:
        network.cut(number)


async def fall_silent(fate: EveningFate) -> None:
    """Over one of the bot's connections nothing arrives any more."""
    network = machine().network
    if numbers := network.of_process(_number(fate)):
        fate.say("one of the bot's connections falls silent")
        network.fall_silent(fate.rng.choice(numbers))


async def bad_network(fate: EveningFate) -> None:
    """Packets get lost, connections are slow, and there's little bandwidth."""
    network = machine().network
    network.lost = fate.rng.choice((0.0, 0.1, 0.3))
    network.most = fate.rng.choice((0.06, 0.5, 2.0))
    network.bandwidth = fate.rng.choice((float("inf"), 50_000.0, 5_000.0))
    fate.say(f"the network loses {network.lost:.0%}, takes {network.most:g} s and {network.bandwidth:g} B/s")
    await fate.a_while()
    network.lost, network.most, network.bandwidth = 0.0, 0.06, float("inf")


def _number(fate: EveningFate) -> int:
    process = fate.process()
    return fate.house.starts if process is None else process.number


# The clock


async def jump(fate: EveningFate) -> None:
    """The clock of the bot's machine jumps."""
    seconds = fate.rng.choice((-1, 1)) * exp(fate.rng.uniform(log(2), log(86_400 * 2)))
    fate.say(f"the bot's clock jumps by {seconds:+.0f} s")
    machine().ahead += seconds


# Several processes


async def lose_database(fate: EveningFate) -> None:
    """One process, or all, can't reach the database: their connections break or fall silent."""
    network, running = machine().network, [one.number for one in fate.house.running]
    processes = running if fate.rng.random() < 0.3 else [fate.rng.choice(running or [0])]
    how = fate.rng.choice(("break", "fall silent"))
    fate.say(f"the connections of processes {processes} with the database {how}")
    network.without_database.update(processes)
    for number in [one for each in processes for one in network.of_process(each) if one in network.short]:
        if how == "break":
            network.cut(number)
        else:
            network.fall_silent(number)
    await fate.a_while()
    network.without_database.difference_update(processes)
    fate.say(f"processes {processes} can reach the database again")


async def stand_still(fate: EveningFate) -> None:
    """A process stands still for a while, as on a machine that has nothing left for it."""
    process = fate.process()
    if process is None:
        return
    fate.say(f"process {process.number} stands still")
    machine().freeze(process.number)
    await fate.a_while()
    fate.say(f"process {process.number} goes on")
    machine().thaw(process.number)


async def kill_all(fate: EveningFate) -> None:
    """All processes are killed at once, and started again at once."""
    async with fate.restarting:
        if fate.over.is_set():
            return
        fate.say("all processes are killed")
        fate.house.kill()
        await fate.lasts(0.001, 0.05)
        fate.say("all processes start at once")
        await fate.house.start()


EVENTS: dict[str, tuple[Callable[[EveningFate], Awaitable[None]], float]] = {
    **{event.__name__: (event, often / 4) for event, often in events.A_WEEK},
    **{
        event.__name__: (event, often)
        for event, often in (
            (slow_disk, 4.0),
            (bad_disk, 3.0),
            (die_anywhere, 8.0),
            (die_in_commit, 4.0),
            (refuse, 14.0),
            (late_answers, 3.0),
            (lost_answers, 4.0),
            (doubled, 2.0),
            (strict, 2.0),
            (refuse_session, 2.0),
            (silent_gateway, 2.0),
            (cut, 3.0),
            (fall_silent, 2.0),
            (bad_network, 3.0),
            (jump, 3.0),
        )
    },
}
"""What happens in an evening by its name, and how often compared with the others."""

OF_SEVERAL: dict[str, tuple[Callable[[EveningFate], Awaitable[None]], float]] = EVENTS | {
    event.__name__: (event, often)
    for event, often in (
        (lose_database, 14.0),
        (stand_still, 10.0),
        (kill_all, 2.0),
        (events.kill, 10.0),
        (events.restart, 10.0),
    )
}
"""The same with several processes of the bot."""
