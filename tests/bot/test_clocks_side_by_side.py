# ruff: noqa
# mypy: ignore-errors
"""Clocks held against those of before, over random histories of weeks, in memory and at rest."""

import math
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from bot.people import quiet_hours
from bot.people.settings import PersonSettings
from bot.tables import clock as new_clock
from bot.tables import unloaded_clocks as new_unloaded
from bot.tables.seats import Player, SeatHistory, person, playing_for
from games.core import CHANCE, Seat
from games.record import Line
from storage import RunningTime, StoredTime
from tests.bot import old_clock, old_quiet_hours, old_stopped_time, old_unloaded_clocks

EPOCH = 1_790_000_000.0
ANNA, BO, CLEO, DORA = 7, 8, 9, 10
SEATS = 3


def at_once(work: Coroutine[Any, Any, Any]) -> Any:
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError


class World:
    """What both sides share: a table with its lines, people and their settings, the time."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = self.last = 1000.0
        self.settings = dict.fromkeys((ANNA, BO, CLEO, DORA), "{}")
        self.lines: tuple[Line, ...] = ()
        self.times: tuple[float, ...] = ()
        self.versions = [1] * SEATS
        self.owes: set[Seat] = {Seat(0)}
        computer = Player("x", None, "hard", "")
        third = person(CLEO, "c", "3") if chance.random() < 0.5 else computer
        self.stays = SeatHistory((person(ANNA, "a", "1"), person(BO, "b", "2"), third))
        self.paused = False
        self.limit = chance.choice([10, 67, 1447, 4321])
        self.bank = chance.choice([0, 0, 30, 600])
        self.options = SimpleNamespace(
            move_minutes=self.limit, bank_minutes=self.bank, time_up=chance.choice(["next", "computer"])
        )
        self.is_lost = chance.random() < 0.5
        """Whether Discord gets lost while tables are at rest; before, that wasn't exact with quiet hours."""
        self.write(Seat(1), "x")  # without lines, a seat that owed nothing used up its extra time before
        self.moved()

    def write(self, seat: Seat, text: str, note: str = "") -> None:
        self.lines += (Line(seat, text, note),)
        self.times += (self.now,)

    def moved(self) -> None:
        self.table = SimpleNamespace(
            game=SimpleNamespace(begins_move=None, minutes=None),
            seats=tuple(map(Seat, range(SEATS))),
            holders=tuple(range(SEATS)),
            over=False,
            lines=self.lines,
            turn=SimpleNamespace(owes=frozenset(self.owes)),
            prompt=lambda _: 1,
            prompt_version=tuple(self.versions).__getitem__,
        )

    def session(self, side: "Side") -> Any:
        world = self

        class Journal:
            id = 1
            stored = SimpleNamespace(id=1, guild_id=2)
            options = world.options
            table = property(lambda _: world.table)
            is_paused = property(lambda _: world.paused)
            times = property(lambda _: world.times)
            stays = property(lambda _: world.stays)
            players = property(lambda _: world.stays.players)

            def is_played_by_person(self, seat: Seat) -> bool:
                return seat != CHANCE and self.players[seat].user_id is not None

            async def used_times(self) -> tuple[StoredTime, ...]:
                return tuple(side.saved)

            async def keep_times(self, times: Any) -> None:
                side.saved = list(times)

            def mark_outdated(self) -> None:
                pass

        return Journal()


class Side:
    """The old or the new code, with its own storage."""

    def __init__(self, world: World, clock: Any, stopped: Any, unloaded: Any) -> None:
        self.world, self.clock_code, self.unloaded_code, self.stopped_code = world, clock, unloaded, stopped
        self.is_old = clock is old_clock
        self.saved: list[StoredTime] = []
        clocks = SimpleNamespace(set_all_times=self._set_all, times_at_rest=self._at_rest)
        self.archive: Any = SimpleNamespace(people=SimpleNamespace(person=self._person), clocks=clocks)
        self.start()

    def start(self) -> None:
        self.rests = self.stopped_code.StoppedTime(self.archive)
        self.at_rest = self.unloaded_code.UnloadedClocks(self.archive, self.rests)
        self.load()

    def load(self) -> None:
        self.session = self.world.session(self)
        self.clock = self.session.clock = self.clock_code.Clock(self.session, self.rests, 60)
        self.timer = self.clock_code.ClockTimer(self.session, self.rests, self.clock, lambda: None)
        self.session.go_on = self.count
        at_once(self.timer.load())

    @property
    def used(self) -> Any:
        return self.clock.sheet if self.is_old else self.clock.used

    def count(self) -> None:
        if self.is_old:
            self.timer.count()
        else:
            assert self.clock.used.seats is not None

    def leave_memory(self) -> None:
        self.count()
        at_once(self.used.keep())
        at_once(self.at_rest.note(self.session))
        self.at_rest.rests(self.session)

    def come_back(self) -> None:
        self.load()
        self.at_rest.loaded(self.session)

    def lost(self, since: float) -> None:
        if self.is_old:
            self.timer.give_back_since(since)
            self.rests.cut_off.add(0)
            self.at_rest.disconnected(0, since)
        else:
            self.rests.lost(0, since)

    def found(self) -> None:
        self.count()
        if self.is_old:
            self.rests.cut_off.discard(0)
            self.at_rest.connected(0)
        else:
            self.rests.found(0)

    def begin_again(self, seats: Any) -> None:
        if self.is_old:
            self.timer.change_hands(seats)

    async def _person(self, user_id: int) -> Any:
        return SimpleNamespace(settings=self.world.settings[user_id])

    async def _set_all(self, times: Any) -> None:
        for its in times.values():
            self.saved = list(its)

    async def _at_rest(self, *_: Any) -> list[RunningTime]:
        return [
            RunningTime(1, user_id, self.world.settings.get(user_id or 0, "{}"), one)
            for one in self.saved
            for user_id in [self.session.players[one.seat].user_id]
        ]

    def seen(self) -> dict[str, Any]:
        """All that follows from the used time, to a tenth of a second."""
        clock, found = self.clock, dict[str, Any]()
        waits = self.world.paused or (clock.misses if self.is_old else clock.used).is_everyone_away
        for seat in clock.running:
            found[f"{seat}"] = [clock.is_over(seat), clock.is_warned(seat), clock.is_given_up(seat)]
            if not waits:
                moments = self.moments(seat)
                # When something in the past happened was never exact.
                found[f"{seat} ends"] = [max(one, self.world.now) for one in moments]
        found["late"] = clock.late()
        found["shown"] = [
            (one.seat, one.is_over, one.uses_bank, one.rests_until, not one.is_over and one.ends,
             not one.is_over and not one.uses_bank and one.bank_from) for one in clock.hands
        ]  # fmt: skip
        found["rings"] = clock.rings_at
        found["next"] = clock.until_next() if self.is_old else self._until_next()
        misses = clock.misses.of if self.is_old else clock.used.misses
        found["excused"] = [misses(Seat(seat)) for seat in range(SEATS)]
        return found

    def moments(self, seat: Seat) -> list[float]:
        if self.is_old:
            return [self.clock.warns_at(seat), self.clock.ends(seat), self.clock.gives_up(seat)]
        return list(self.clock.at(seat)[1:])

    def _until_next(self) -> dict[Seat, float]:
        used = self.clock.used
        return {
            seat: max(rings - used.seats[seat].by(self.world.now, used.own), 0)
            for seat, rings in self.clock.rings().items()
        }


@pytest.mark.parametrize("seed", range(100))
def test_time_is_used_shown_and_saved_as_before(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(random.Random(seed))
    faked = SimpleNamespace(monotonic=lambda: world.now)
    discord = SimpleNamespace(at=lambda instant: instant + EPOCH, now=lambda: world.now + EPOCH)
    for module in (new_clock, new_unloaded, old_clock, old_unloaded_clocks):
        monkeypatch.setattr(module, "time", faked)
    for one in (new_clock, old_clock, old_stopped_time, old_unloaded_clocks):
        monkeypatch.setattr(one, "DISCORD_TIME", discord)
    for name in ("awake", "waking"):
        old = getattr(old_quiet_hours.QuietHours, name)
        monkeypatch.setattr(quiet_hours.QuietHours, name, old, raising=False)
    new = Side(world, new_clock, new_clock, new_unloaded)
    before = Side(world, old_clock, old_stopped_time, old_unloaded_clocks)
    told = []
    before.count()
    new.count()
    for _ in range(150):
        told.append((world.now, happens(world, (before, new))))
        same(before, new, told)


def same(old: Side, new: Side, told: Any) -> None:
    old.count()
    new.count()
    now, before = new.seen(), old.seen()
    assert now.keys() == before.keys(), told[-6:]
    for name, value in now.items():
        tolerated = 1.01 if name == "shown" else 0.21
        assert flat(value) == pytest.approx(flat(before[name]), abs=tolerated), (name, told[-6:])
    assert len(new.saved) == len(old.saved)
    for one, other in zip(new.saved, old.saved, strict=True):
        assert (one.seat, one.excused) == (other.seat, other.excused)
        assert one.move == other.move, told[-6:]
        assert (one.left is None, one.counted_at) == (other.left is None, other.counted_at)
        for here, there in ((one.used, other.used), (one.bank_used, other.bank_used), (one.left, other.left)):
            assert abs((here or 0) - (there or 0)) <= 100, (one, other, told[-6:])


def flat(value: Any) -> list[float]:
    if isinstance(value, dict):
        value = [*value.items()]
    if isinstance(value, list | tuple):
        return [each for one in value for each in flat(one)]
    return [-1.0 if value is None else float(value)]


def happens(world: World, sides: tuple[Side, Side]) -> str:
    chance, world.last = world.chance, world.now
    world.now += chance.choice([0.0, 5, 61, 599, 4000, 20_000, 40_000, 90_000]) * chance.random()
    what = chance.choice(
        ["count", "move", "move", "move", "talk", "pause", "lost", "silent", "quiet", "leaves", "excuse",
         "restart", "kill", "rest", "rest", "rest, kept", "rest, lost", "rest, restart"]
    )  # fmt: skip
    both = lambda do: [do(one) for one in sides]  # noqa: E731
    match what:
        case "count":
            both(Side.count)
        case "move":
            if chance.random() < 0.5:
                both(Side.count)
            seat = min(world.owes, default=Seat(0))
            note = chance.choice(["", "", "time over: chosen by greedy"])
            world.write(seat, "x", note)
            if chance.random() < 0.3:
                world.write(CHANCE, "y")
            if chance.random() < 0.7:
                follower = Seat((seat + 1) % SEATS)
                world.owes = {follower, *([Seat((seat + 2) % SEATS)] if chance.random() < 0.3 else [])}
            for one in world.owes:
                world.versions[one] = len(world.lines)
            world.moved()
            both(Side.count)
        case "talk":
            world.write(Seat(chance.randrange(SEATS)), chance.choice(["/ask", "/no", "/undo", "/undo 3"]))
            for one in world.owes:
                world.versions[one] = len(world.lines)
            world.moved()
            both(Side.count)
        case "pause":
            both(Side.count)
            world.paused = not world.paused
        case "lost" | "silent":
            both(Side.count)
            since = world.now - (chance.random() * 90 if what == "silent" else 0)
            since = max(since, world.last)  # before, a silence that began before another stop wasn't exact
            both(lambda one: one.lost(since))
            world.now += chance.random() * 4000
            both(Side.found)
        case "quiet" if not world.is_lost:
            both(Side.count)
            who, begin = chance.choice([ANNA, BO, CLEO]), chance.randrange(24)
            end = (begin + chance.randrange(1, 17)) % 24
            hours = None
            if chance.random() < 0.8:
                hours = quiet_hours.quiet_hours("Europe/Rome", str(begin), str(end))
            world.settings[who] = PersonSettings.rewrite(
                world.settings[who], lambda had: had.with_quiet_hours(hours, world.now + EPOCH)
            )
            both(lambda one: at_once(one.rests.reread(who)))
        case "leaves":
            seat = Seat(0)
            now = world.stays.players[seat]
            both(Side.count)
            if now.is_person:
                becomes = playing_for(now, "hard", "Hard", is_open=True)
            else:
                becomes = person(*chance.choice([(ANNA, "a"), (ANNA, "a"), (DORA, "d")]), "9")
                if becomes.user_id not in [one.user_id for one in world.stays.of((seat,))]:
                    both(lambda one: one.begin_again([seat]))
            both(lambda one: at_once(one.rests.learn([becomes.user_id] if becomes.user_id else [])))
            world.stays = world.stays.with_players({seat: becomes}, len(world.lines))
            both(Side.count)
        case "excuse":
            both(lambda one: at_once(one.timer.excuse([Seat(1)])))
        case "restart" | "kill":
            both(Side.count)
            both(lambda one: at_once(one.used.keep()))
            world.now += chance.random() * 9000
            world.times = (-math.inf,) * len(world.times)
            both(Side.start)
            both(Side.count)
        case _ if not world.paused:
            both(Side.leave_memory)
            for _ in range(3):
                world.now += chance.random() * 3000
                if what == "rest, kept":
                    both(lambda one: at_once(one.at_rest.keep(0)))
                    saved_alike(*sides)
                if what == "rest, lost" and world.is_lost:
                    world.now += 90
                    since = world.now - chance.random() * 60
                    both(lambda one: one.lost(since))
                    world.now += chance.random() * 3000
                    both(lambda one: at_once(one.at_rest.keep(0)))
                    saved_alike(*sides)
                    both(Side.found)
                if what == "rest, restart":
                    both(lambda one: at_once(one.at_rest.keep(0)))
                    rings = []
                    for one in sides:
                        one.rests = one.stopped_code.StoppedTime(one.archive)
                        one.at_rest = one.unloaded_code.UnloadedClocks(one.archive, one.rests)
                        if any(each.left is not None for each in one.saved):
                            at_once(one.at_rest.take_up({1}, (), 0, 1))
                        rings.append([each.rings_at for each in one.at_rest._running.values()])
                    assert rings[0] == pytest.approx(rings[1], abs=0.2)
            both(Side.come_back)
    return what


def saved_alike(old: Side, new: Side) -> None:
    for one, other in zip(new.saved, old.saved, strict=True):
        assert abs(one.used - other.used) <= 100
        assert abs((one.left or 0) - (other.left or 0)) <= 100
