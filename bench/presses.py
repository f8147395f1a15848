"""What a press costs, compared with a bare discord.py bot: the time until it's answered, and processor time.

    python -m bench presses card_presses cpu

`presses`: two people play Doublolo with Parlour. After every move, one of them presses the bare bot's
buttons. Each of Parlour's answers is compared with the bare answer of the same kind: an acknowledgement with
one that changes nothing, a board with a reply that carries a ready-made PNG as large as the board's current
picture. The table also has a constant edit of a message, without a new picture. Parlour acknowledges a move
once it is on the disk. The bare bot saves nothing, so the output also shows the time of a bare commit on that
disk.

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
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench import told
from bench.people import RESIZED_EVERY, Bystander, Couple, Trio, parlour_and_bare, size_of_picture, tell
from bot.play import ADA, BRUNO, CHIARA

# Presses at a board

PRESSES = 400
WARM_UP = 20

ACKNOWLEDGED, SHOWN = "Parlour: move acknowledged", "Parlour: board seen"
BEGUN, BEGUN_SHOWN = "Parlour: partial choice acknowledged", "Parlour: next question seen"
BARE, EDITED, REPLIED = "bare bot: acknowledgement", "bare bot: constant edit", "bare bot: reply with PNG"
COMMITTED = "bare SQLite: commit of a line"
TO_BEGUN, TO_QUESTION = "press to partial choice acknowledged", "press to the next question seen"
TO_ACKNOWLEDGED, TO_BOARD = "press to move acknowledged", "press to new board seen"


async def _presses(rounds: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with parlour_and_bare(Path(folder), ADA, BRUNO) as online:
            ada, bruno = online.people
            with closing(_disk(Path(folder))) as disk:
                return await _presses_in_turns(Couple(ada, bruno), Bystander(ada), disk, rounds)


def _disk(folder: Path) -> sqlite3.Connection:
    """A separate database, as durable as the bot's."""
    disk = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    disk.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE lines (text)")
    return disk


def _commit(disk: sqlite3.Connection) -> float:
    began = time.perf_counter()
    disk.execute("INSERT INTO lines VALUES ('E12')")
    return (time.perf_counter() - began) * 1000


async def _presses_in_turns(
    couple: Couple, bystander: Bystander, disk: sqlite3.Connection, rounds: int
) -> dict[str, list[float]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    await couple.sit_down()
    for number in range(-WARM_UP, rounds):
        moved, begun = await couple.move()
        if number % RESIZED_EVERY == 0 or not bystander.message:
            await bystander.ask_for(await size_of_picture(couple.host, couple.board))
        bare, edited = await bystander.acknowledge(), await bystander.edit()
        replied = await bystander.reply()
        if number >= 0:
            times[ACKNOWLEDGED].append(moved.acknowledged)
            times[SHOWN].append(moved.seen[0])
            times[BEGUN] += [one.acknowledged for one in begun]
            times[BEGUN_SHOWN] += [one.seen[0] for one in begun]
            times[BARE].append(bare)
            times[EDITED].append(edited)
            times[REPLIED].append(replied)
            times[COMMITTED].append(_commit(disk))
    return times


def measure_presses(rounds: int = PRESSES) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians, and the commit's median in ms."""
    middle = tell(asyncio.run(_presses(rounds)))
    return {
        TO_ACKNOWLEDGED: middle[ACKNOWLEDGED] / middle[BARE],
        TO_BOARD: middle[SHOWN] / middle[REPLIED],
        TO_BEGUN: middle[BEGUN] / middle[BARE],
        TO_QUESTION: middle[BEGUN_SHOWN] / middle[REPLIED],
        COMMITTED: middle[COMMITTED],
    }


# Cards

CARDS = 300

CARD_ACKNOWLEDGED, CARD_HAND, CARD_BOARD = (
    "Parlour: card acknowledged",
    "Parlour: own hand seen",
    "Parlour: board seen",
)
REPLIED_HAND, REPLIED_BOARD = "bare bot: reply with PNG of a hand", "bare bot: reply with PNG of a board"
CARD_TO_ACKNOWLEDGED, TO_HAND, CARD_TO_BOARD = (
    "card to acknowledged",
    "card to your own new hand",
    "card to new board",
)


async def _cards(rounds: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with parlour_and_bare(Path(folder), ADA, BRUNO, CHIARA) as online:
            return await _cards_in_turns(Trio(*online.people), rounds)


async def _cards_in_turns(trio: Trio, rounds: int) -> dict[str, list[float]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    for_hand, for_board = (Bystander(trio.people[0]) for _ in range(2))
    await trio.sit_down()
    for number in range(-WARM_UP, rounds):
        player, played = await trio.play_card()
        if number % RESIZED_EVERY == 0 or not for_hand.message:
            await for_hand.ask_for(await size_of_picture(player, trio.hands[player]))
            await for_board.ask_for(await size_of_picture(player, trio.board))
        bare = await for_hand.acknowledge(), await for_hand.reply(), await for_board.reply()
        if number >= 0:
            names = CARD_ACKNOWLEDGED, CARD_HAND, CARD_BOARD, BARE, REPLIED_HAND, REPLIED_BOARD
            for name, wait in zip(names, (played.acknowledged, *played.seen, *bare), strict=True):
                times[name].append(wait)
    return times


def measure_card_presses(rounds: int = CARDS) -> dict[str, float]:
    """Measure, print a table, and return the three ratios of the medians."""
    middle = tell(asyncio.run(_cards(rounds)))
    ratios = {
        CARD_TO_ACKNOWLEDGED: middle[CARD_ACKNOWLEDGED] / middle[BARE],
        TO_HAND: middle[CARD_HAND] / middle[REPLIED_HAND],
        CARD_TO_BOARD: middle[CARD_BOARD] / middle[REPLIED_BOARD],
    }
    return told(ratios)


# Processor time

GAMES = ("doublolo", "fourside")
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

    def end(self, presses: int) -> None:
        """Stop counting: this many presses have been answered since `begin`."""
        self.milliseconds += 1000 * (cpu_seconds(self.process.pid) - self._since)
        self.presses += presses

    @property
    def each(self) -> float:
        """Milliseconds per press."""
        return self.milliseconds / self.presses


def cpu_seconds(pid: int) -> float:
    """The processor time that all threads of this process have used. Linux only."""
    # The id of another process's CPU clock, computed as clock_getcpuclockid(3) does.
    return time.clock_gettime((~pid << 3) | 2)


async def _cpu(game: str, rounds: int) -> tuple[Spent, Spent, Spent]:
    """What moves, answers that lead to the next question, and the bare bot's replies cost."""
    with tempfile.TemporaryDirectory() as folder:
        async with parlour_and_bare(Path(folder), ADA, BRUNO) as online:
            ada, bruno = online.people
            couple, bystander = Couple(ada, bruno, game), Bystander(ada)
            moves, answers, replies = Spent(online.parlour), Spent(online.parlour), Spent(online.bare)
            await couple.sit_down()
            for number in range(-WARM_UP, rounds):
                if number == 0:
                    moves, answers, replies = (Spent(one.process) for one in (moves, answers, replies))
                await _one_move(couple, moves, answers)
                if number % RESIZED_EVERY == 0 or not bystander.message:
                    await bystander.ask_for(await size_of_picture(ada, couple.board))
                replies.begin()
                await bystander.reply()
                await asyncio.sleep(_SETTLED)
                replies.end(1)
            return moves, answers, replies


async def _one_move(couple: Couple, moves: Spent, answers: Spent) -> None:
    has_moved = False
    while not has_moved:
        moves.begin()
        answers.begin()
        _, has_moved = await couple.press()
        await asyncio.sleep(_SETTLED)
        (moves if has_moved else answers).end(1)


def measure_cpu(rounds: int = MOVES) -> dict[str, float]:
    """Measure, print a table, and return the ratios: of all presses, and of moves and answers alone."""
    figures = {}
    for game in GAMES:
        moves, answers, replies = asyncio.run(_cpu(game, rounds))
        presses = (moves.milliseconds + answers.milliseconds) / (moves.presses + answers.presses)
        sys.stdout.write(
            f"{game}: a press {presses:.2f} ms ({moves.presses} moves {moves.each:.2f} ms, "
            f"{answers.presses} answers {answers.each:.2f} ms), a bare reply {replies.each:.2f} ms\n"
        )
        figures[ratio_of(game)] = presses / replies.each
        figures[f"{game}: a move"] = moves.each / replies.each
        figures[f"{game}: an answer"] = answers.each / replies.each
    return told(figures)


def ratio_of(game: str) -> str:
    """The name of this game's ratio for all presses."""
    return f"{game}: a press"
