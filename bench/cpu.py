"""The processor time that a press costs the bot, compared with a bare discord.py bot.

    python -m bench.cpu

Two people play Doublolo and then FourSide, whose boards are the largest pictures. After every press of
theirs, one of them presses the bare bot's button that replies with a ready-made PNG as large as the board's
current picture. A press is anything a player clicks: a move with its new board, or an answer that only leads
to the next question. Only the processor time of all threads of either process counts, so other programs on
the machine hardly matter.
"""

import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import Process
from dataclasses import dataclass
from pathlib import Path

from bench.bystander import RESIZED_EVERY, Bystander, parlour_and_bare, size_of_picture
from bench.couple import Couple
from bot.play import ADA, BRUNO

GAMES = ("doublolo", "fourside")
ROUNDS = 150
WARM_UP = 20
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


async def _measure(game: str, rounds: int) -> tuple[Spent, Spent, Spent]:
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


def main(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print a table, and return the ratios: of all presses, and of moves and answers alone."""
    figures = {}
    for game in GAMES:
        moves, answers, replies = asyncio.run(_measure(game, rounds))
        presses = (moves.milliseconds + answers.milliseconds) / (moves.presses + answers.presses)
        sys.stdout.write(
            f"{game}: a press {presses:.2f} ms ({moves.presses} moves {moves.each:.2f} ms, "
            f"{answers.presses} answers {answers.each:.2f} ms), a bare reply {replies.each:.2f} ms\n"
        )
        figures[ratio_of(game)] = presses / replies.each
        figures[f"{game}: a move"] = moves.each / replies.each
        figures[f"{game}: an answer"] = answers.each / replies.each
    for name, figure in figures.items():
        sys.stdout.write(f"{name:40}{figure:9.2f}\n")
    return figures


def ratio_of(game: str) -> str:
    """The name of this game's ratio for all presses."""
    return f"{game}: a press"


if __name__ == "__main__":
    main()
