"""Kill the bot again and again in the middle of games, and check that nothing is lost.

    python -m tests.kills [--kills 200] [--seed 0]

The real bot in its own process, on a local Discord. Two people play all five games at once, one in each
channel, with computers on the free seats, by typing moves as fast as the bot takes them. `kill -9` comes at
any instant: while a move is written, answered or shown, while a computer thinks, or during the start. After
each start every table must answer again within `PLAYABLE_SECONDS`. After each kill we read the database:

- what was written before is unchanged, and no line is missing;
- every acknowledged move is there, and none is there twice.

At the end each record is replayed by the rules. The exit status is 0 if all checks passed.
"""

import argparse
import asyncio
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from bench import at
from bench.loopback import Loopback, loopback
from bot.host.play import ADA, BRUNO
from bot.table.open_tables import Incompatible, fold
from bot.table.seats import from_stored
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, Refused, is_ephemeral, labels_of, text_of
from storage import Archive

PLAYABLE_SECONDS = 5.0
"""How soon after the bot has logged in every table must answer its players."""

PATIENCE = 120.0
_SOON = 0.25
"""The share of kills that don't wait until all tables are there again."""

_ANSWER_SECONDS = 4.0

_REPLY_SECONDS = 0.5
"""How long a refusal may take to be seen after its interaction counts as answered."""


@dataclass
class Findings:
    """What was seen."""

    kills: int = 0
    moves: int = 0
    games: int = 0
    acknowledged: set[int] = field(default_factory=set)
    of_game: Counter[str] = field(default_factory=Counter)
    """How many of those moves were typed in each game."""

    slowest: list[float] = field(default_factory=list)
    """After each start, how long the last table took to answer; in seconds."""

    wrong: list[str] = field(default_factory=list)


class Tables:
    """Two people at one table of each game, who type moves whenever it is their turn."""

    def __init__(self, people: list[Person], findings: Findings, rng: Random) -> None:
        self.people = people
        self.findings = findings
        self.seen: dict[str, float] = {}
        """When each game's table first answered since the start, by the monotonic clock."""
        self.is_up = asyncio.Event()
        self._rng = rng

    async def play(self, game: str) -> None:
        """Play this game in its own channel, again and again, until cancelled."""
        channel = f"hall-{game}"
        await self.people[0].do("create_channel", name=channel)
        for person in self.people:
            await person.wait_until(partial(_sees, person, channel))
        while True:
            await self.is_up.wait()
            with suppress(Refused, TimeoutError, ConnectionError, LookupError):
                if not any([await self._move(person, game, channel) for person in self.people]):
                    await self._begin_if_over(game, channel)
            await asyncio.sleep(0.02)

    async def _move(self, person: Person, game: str, channel: str) -> bool:
        """Type a move, if it is their turn."""
        offered = await person.autocomplete("move", "move", channel=channel, move="")
        moves = [one["value"] for one in offered if one["value"] and len(one["value"]) < 100]
        if not moves:
            return False
        self.seen.setdefault(game, time.monotonic())
        sent = await person.command("move", channel=channel, move=self._rng.choice(moves))
        if await person.outcome(sent, _ANSWER_SECONDS) == "answered":
            await asyncio.sleep(_REPLY_SECONDS)
            if not _replied(person, sent):
                self.findings.acknowledged.add(int(sent))
                self.findings.of_game[game] += 1
        return True

    async def _begin_if_over(self, game: str, channel: str) -> None:
        """Take one step towards the next game if none is under way; what the channel shows says which."""
        ada, bruno = self.people
        shown = _shown(ada, channel)
        can = [] if shown is None else labels_of(shown)
        who, label = ada, next((one for one in ("Start", "Fill with computers") if one in can), "")
        if shown is not None and "Join" in can and f"<@{bruno.id}>" not in text_of(shown):
            who, label = bruno, "Join"
        if shown is None or "Rematch" in can:
            sent = await ada.command("play", channel=channel, game=game)
        elif label:
            sent = await who.press(shown, label=label)
        else:
            self.seen.setdefault(game, time.monotonic())  # a computer is to move
            return
        if await who.outcome(sent, _ANSWER_SECONDS) == "answered":
            self.seen.setdefault(game, time.monotonic())
            await asyncio.sleep(_REPLY_SECONDS)


def _shown(person: Person, channel: str) -> Json | None:
    """The newest lobby or board that everybody in this channel sees."""
    of_all = [one for one in person.sees.in_channel(channel) if not is_ephemeral(one)]
    return next((one for one in reversed(of_all) if {"More", "Rules"} & {*labels_of(one)}), None)


def _sees(person: Person, channel: str) -> bool:
    return any(one.get("name") == channel for one in person.sees.channels.values())


def _replied(person: Person, interaction_id: str) -> bool:
    """Whether a message answered it: if so, it may have been refused."""

    def is_reply(message: Json) -> bool:
        return bool((message.get("interaction_metadata") or {}).get("id") == interaction_id)

    return person.sees.newest(is_reply) is not None


class Ledger:
    """What the database held after the last kill."""

    def __init__(self, file: Path, findings: Findings) -> None:
        self._file = file
        self._findings = findings
        self._before: dict[int, list[tuple[int, str]]] = {}

    def check(self) -> None:
        """Compare the database with what it held before and what was acknowledged."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as database:
            rows = database.execute(
                'SELECT session_id, "index", who, text, interaction_id FROM lines ORDER BY 1, 2'
            )
            now: dict[int, list[tuple[int, str]]] = {}
            ids: list[int] = []
            for session_id, index, who, text, interaction_id in rows:
                lines = now.setdefault(session_id, [])
                if index != len(lines):
                    self._findings.wrong.append(f"session {session_id} lacks line {len(lines)}")
                lines.append((who, text))
                ids += [interaction_id] if interaction_id else []
        for session_id, lines in self._before.items():
            if now.get(session_id, [])[: len(lines)] != lines:
                self._findings.wrong.append(f"session {session_id} has changed what was written")
        if lost := self._findings.acknowledged.difference(ids):
            self._findings.wrong.append(f"acknowledged and lost: {sorted(lost)}")
        if len(ids) != len(set(ids)):
            self._findings.wrong.append("a press was written twice")
        self._findings.moves, self._findings.games = len(ids), len(now)
        self._before = now

    async def replay_all(self) -> int:
        """Replay every record by the rules; returns how many there are."""
        async with Archive.open(str(self._file)) as archive:
            for number in self._before:
                stored = await archive.sessions.find(number)
                assert stored is not None
                players = from_stored(await archive.sessions.seats(number))
                try:
                    fold(stored, players, await archive.record.lines(number))
                except Incompatible as wrong:
                    self._findings.wrong.append(f"session {number} ({stored.game}): {wrong.why}")
        return len(self._before)


async def _kill_often(local: Loopback, tables: Tables, ledger: Ledger, kills: int, rng: Random) -> None:
    ada, findings = tables.people[0], tables.findings
    for _ in range(kills + 1):
        async with local.parlour(play__pace=0.05) as bot:
            await local.is_online(ada, command="move")
            up = time.monotonic()
            tables.seen.clear()
            tables.is_up.set()
            if findings.kills == 0 or rng.random() >= _SOON:
                await _all_answer(tables, up)
            await asyncio.sleep(rng.expovariate(1.5))
            if findings.kills < kills:
                bot.kill()
                await bot.wait()
                tables.is_up.clear()
                findings.kills += 1
                ledger.check()
                if findings.kills % 10 == 0 or findings.wrong:
                    print(
                        f"{findings.kills} kills, {findings.moves} moves typed, wrong: {findings.wrong}",
                        flush=True,
                    )
    ledger.check()


async def _all_answer(tables: Tables, up: float) -> None:
    """Wait until every table has answered since the bot came up; notes how long the last one took."""
    async with asyncio.timeout(PATIENCE):
        while len(tables.seen) < len(registry.all_games()):  # noqa: ASYNC110 - five tables, and no event
            await asyncio.sleep(0.01)
    if tables.findings.kills:
        tables.findings.slowest.append(max(tables.seen.values()) - up)


async def _measure(kills: int, seed: int) -> Findings:
    findings, rng = Findings(), Random(seed)
    async with loopback() as local, local.people(ADA, BRUNO) as people:
        tables = Tables(people, findings, rng)
        ledger = Ledger(local.folder / "Parlour.sqlite3", findings)
        playing = [asyncio.create_task(tables.play(game)) for game in registry.all_games()]
        try:
            await _kill_often(local, tables, ledger, kills, rng)
        finally:
            for task in playing:
                task.cancel()
        print(f"{await ledger.replay_all()} records replayed")
        idle = [game for game in registry.all_games() if not findings.of_game[game]]
        findings.wrong += [f"nobody has moved in {game}" for game in idle]
    return findings


def main(argv: list[str] | None = None) -> int:
    """Kill the bot this many times, print the findings, and say whether all checks passed."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description="Kill the bot in its games.")
    parser.add_argument("--kills", type=int, default=200, help="how often (200)")
    parser.add_argument("--seed", type=int, default=0, help="of the moves and the instants (0)")
    chosen = parser.parse_args(argv)
    found = asyncio.run(_measure(chosen.kills, chosen.seed))
    slowest = found.slowest
    print(
        f"{found.kills} kills, {found.moves} moves typed in {found.games} games, "
        f"{len(found.acknowledged)} acknowledged: "
        + ", ".join(f"{count} in {game}" for game, count in sorted(found.of_game.items()))
    )
    if slowest:
        median, longest = at(slowest, 0.5), max(slowest)
        print(f"All tables answered {median:.1f} s after the login (median), {longest:.1f} s at most.")
        if longest > PLAYABLE_SECONDS:
            found.wrong.append(f"a start took longer than {PLAYABLE_SECONDS} s")
    for fault in found.wrong:
        print(f"WRONG: {fault}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
