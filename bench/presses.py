"""What a press costs, compared with a bare discord.py bot: the time until it's answered, and processor time.

    python -m bench presses card_presses cpu

`presses`: two people play Doublolo with Parlour. After every move, one of them presses the bare bot's
buttons. Each of Parlour's answers is compared with the bare answer of the same kind: an acknowledgement with
one that changes nothing, a board with a reply that carries a ready-made PNG as large as the board's current
picture. The table also has a constant edit of a message, without a new picture. When a move is on the disk,
Parlour's own trace says, from the arrival of the press on. The bare bot saves nothing, so the output also
shows the time of a bare commit on that disk.

`card_presses`: three people play Calabresella, each from a hand in direct messages. The bare bot replies once
with a PNG as large as the current picture of a hand, and once with one as large as the board's. A card
reaches its player's own hand and the board by two edits, each with a picture drawn for it. The other two
hands are edited too: we wait for them before the bare bot's turn, and their time doesn't count.

`cpu`: two people play Doublolo and then FourSide, whose boards are the largest pictures. After every press of
theirs, one of them presses the bare bot's button that replies with a PNG. A press is anything a player
clicks: a move with its new board, or an answer that only leads to the next question. Only the processor time
of all threads of either process counts, so other programs on the machine hardly matter.
"""

import asyncio
import sqlite3
import statistics
import time
from asyncio.subprocess import Process
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench import cpu_seconds, spread, table, told
from bench.people import Bystander, Couple, Trio, parlour_and_bare
from bot.host.play import ADA, BRUNO, CHIARA

WARM_UP = 20

Times = Mapping[str, Sequence[float]]

_BARE, _EDITED, _REPLIED = "bare bot: acknowledgement", "bare bot: constant edit", "bare bot: reply with PNG"


def _ratios(times: Times, pairs: Mapping[str, tuple[str, str]]) -> dict[str, float]:
    """Print what was timed; of each pair, print and return the ratio of the medians."""
    table("milliseconds", {name: spread(waits, "ms", 0.5, 0.95) for name, waits in times.items()})
    middle = {name: statistics.median(waits) for name, waits in times.items()}
    return told({name: middle[ours] / middle[bare] for name, (ours, bare) in pairs.items()})


# Presses at a board

PRESSES = 400

_DURABLE, _BOARD = "Parlour: move durable", "Parlour: board seen"
_ANSWERED = "Parlour: move acknowledged"
_BEGUN, _QUESTION = "Parlour: partial choice acknowledged", "Parlour: next question seen"
_PRESS_RATIOS = {
    "press to durable move, of the bare acknowledgement": (_DURABLE, _BARE),
    "click to new board, of the bare reply with PNG": (_BOARD, _REPLIED),
    "click to next question, of the bare reply with PNG": (_QUESTION, _REPLIED),
}


async def _presses(rounds: int) -> Times:
    times: defaultdict[str, list[float]] = defaultdict(list)
    async with parlour_and_bare(ADA, BRUNO) as online:
        ada, bruno = online.people
        couple, bystander = Couple(ada, bruno), Bystander(ada)
        await couple.sit_down()
        with closing(_disk(online.folder)) as disk:
            for number in range(-WARM_UP, rounds):
                moved, begun = await couple.move()
                durable = (await online.trace.read()).durable
                await bystander.looks_at(couple.host, couple.board)
                bare, edited = await bystander.acknowledge(), await bystander.edit()
                replied = await bystander.reply()
                if number >= 0:
                    times[_DURABLE].append(durable)
                    times[_ANSWERED].append(moved.acknowledged)
                    times[_BOARD].append(moved.seen[0])
                    times[_BEGUN] += [one.acknowledged for one in begun]
                    times[_QUESTION] += [one.seen[0] for one in begun]
                    times[_BARE].append(bare)
                    times[_EDITED].append(edited)
                    times[_REPLIED].append(replied)
                    times["bare SQLite: commit of a line"].append(_commit(disk))
    return times


def _disk(folder: Path) -> sqlite3.Connection:
    """A separate database, as durable as the bot's."""
    disk = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    disk.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE lines (text)")
    return disk


def _commit(disk: sqlite3.Connection) -> float:
    began = time.perf_counter()
    disk.execute("INSERT INTO lines VALUES ('E12')")
    return (time.perf_counter() - began) * 1000


def measure_presses(rounds: int = PRESSES) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians."""
    return _ratios(asyncio.run(_presses(rounds)), _PRESS_RATIOS)


# Cards

CARDS = 300

_CARD, _HAND = "Parlour: card acknowledged", "Parlour: own hand seen"
_REPLIED_HAND, _REPLIED_BOARD = "bare bot: reply with PNG of a hand", "bare bot: reply with PNG of a board"
_CARD_RATIOS = {
    "card to acknowledged, of the bare acknowledgement": (_CARD, _BARE),
    "card to your own new hand, of the bare reply with PNG": (_HAND, _REPLIED_HAND),
    "card to new board, of the bare reply with PNG": (_BOARD, _REPLIED_BOARD),
}


async def _cards(rounds: int) -> Times:
    times: defaultdict[str, list[float]] = defaultdict(list)
    async with parlour_and_bare(ADA, BRUNO, CHIARA) as online:
        trio = Trio(*online.people)
        for_hand, for_board = (Bystander(online.people[0]) for _ in range(2))
        await trio.sit_down()
        for number in range(-WARM_UP, rounds):
            player, played = await trio.play_card()
            await for_hand.looks_at(player, trio.hands[player])
            await for_board.looks_at(player, trio.board)
            bare = await for_hand.acknowledge(), await for_hand.reply(), await for_board.reply()
            if number >= 0:
                names = _CARD, _HAND, _BOARD, _BARE, _REPLIED_HAND, _REPLIED_BOARD
                for name, wait in zip(names, (played.acknowledged, *played.seen, *bare), strict=True):
                    times[name].append(wait)
    return times


def measure_card_presses(rounds: int = CARDS) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians."""
    return _ratios(asyncio.run(_cards(rounds)), _CARD_RATIOS)


# Processor time

GAMES = {"doublolo": "Doublolo", "fourside": "FourSide"}
MOVES = 150
_SETTLED = 0.02
"""Seconds in which the bot finishes what comes after the last thing a person sees."""


@dataclass
class Spent:
    """Milliseconds of processor time, and the number of presses they went into."""

    process: Process
    milliseconds: float = 0.0
    presses: int = 0
    _since: float = 0.0

    def begin(self) -> None:
        """Start counting."""
        self._since = cpu_seconds(self.process.pid)

    async def end(self) -> None:
        """Stop counting: a press has been answered since `begin`."""
        await asyncio.sleep(_SETTLED)
        self.milliseconds += 1000 * (cpu_seconds(self.process.pid) - self._since)
        self.presses += 1

    @property
    def each(self) -> float:
        """Milliseconds per press."""
        return self.milliseconds / self.presses


async def _cpu(game: str, rounds: int) -> dict[str, Spent]:
    """What moves, answers that lead to the next question, and the bare bot's replies cost."""
    async with parlour_and_bare(ADA, BRUNO) as online:
        ada, bruno = online.people
        couple, bystander = Couple(ada, bruno, game), Bystander(ada)
        counted = online.parlour, online.parlour, online.bare
        moves, answers, replies = map(Spent, counted)
        await couple.sit_down()
        for number in range(-WARM_UP, rounds):
            if number == 0:
                moves, answers, replies = map(Spent, counted)
            has_moved = False
            while not has_moved:
                moves.begin()
                answers.begin()
                _, has_moved = await couple.press()
                await (moves if has_moved else answers).end()
            await bystander.looks_at(couple.host, couple.board)
            replies.begin()
            await bystander.reply()
            await replies.end()
        return {"a move": moves, "an answer": answers, "a bare reply": replies}


def measure_cpu(rounds: int = MOVES) -> dict[str, float]:
    """Measure, print a table, and return the ratios of all presses to the bare bot's replies."""
    ratios = {}
    for game, title in GAMES.items():
        spent = asyncio.run(_cpu(game, rounds))
        ours = spent["a move"], spent["an answer"]
        press = sum(one.milliseconds for one in ours) / sum(one.presses for one in ours)
        each = {name: {"presses": one.presses, "ms each": one.each} for name, one in spent.items()}
        table(f"{title}: a press {press:.2f} ms", each)
        ratios[f"CPU a press in {title}, of a bare reply"] = press / spent["a bare reply"].each
    return told(ratios)
