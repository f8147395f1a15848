"""How long a press takes over a distance, compared with a bare bot's one reply with a PNG of the same size.

    python -m bench distance

Two people play Doublolo over a network that delays everything between bots and Discord: an event, a request,
its answer. After every move, one of them presses the bare bot's button. Its event and its reply take at least
two delays, whatever the machine. At the end both bots send as slowly as 1 Mbit/s allows: then a press should
be acknowledged long before its board has arrived.
"""

import asyncio
import statistics
from collections import defaultdict

from bench import spread, table, told
from bench.people import Bystander, Couple, parlour_and_bare
from bot.host.play import ADA, BRUNO

ROUNDS, WARM_UP = 40, 5
DELAYS = (0, 50, 100, 200)
"""Milliseconds each way; up to a tenth more by chance."""
SLOW_DELAY, SLOW_UPLOAD = 50, 125_000
"""Milliseconds each way, and bytes a second from the bots: 1 Mbit/s."""

_SLOW = f"{SLOW_DELAY} ms each way, 1 Mbit/s"
_ACKNOWLEDGED, _BOARD, _REPLIED = "acknowledged", "new board", "bare reply"
_REQUESTS = {"answers": "interactions", "edits by token": "webhooks", "other edits": "channels"}


def _target(place: str) -> str:
    return f"press to new board at {place}, of the bare reply"


async def _distances(rounds: int) -> tuple[dict[str, dict[str, list[float]]], dict[str, dict[str, float]]]:
    """How long everything took, and the requests a press took, by network."""
    networks = {f"{ms} ms each way": (ms / 1000, 0) for ms in DELAYS}
    networks[_SLOW] = SLOW_DELAY / 1000, SLOW_UPLOAD
    times: dict[str, dict[str, list[float]]] = {}
    requests: dict[str, dict[str, float]] = {}
    async with parlour_and_bare(ADA, BRUNO) as online:
        ada, bruno = online.people
        couple, bystander = Couple(ada, bruno), Bystander(ada)
        await couple.sit_down()
        for name, (delay, upload) in networks.items():
            await ada.do("faults", delay=delay, jitter=delay / 10, upload=upload)
            found = times[name] = defaultdict(list)
            presses = 0
            for number in range(-WARM_UP, rounds):
                if number == 0:
                    await online.trace.read()
                moved, begun = await couple.move()
                await bystander.looks_at(couple.host, couple.board)
                replied = await bystander.reply()
                if number >= 0:
                    found[_ACKNOWLEDGED].append(moved.acknowledged)
                    found[_BOARD].append(moved.seen[0])
                    found[_REPLIED].append(replied)
                    presses += 1 + len(begun)
            sent = await online.trace.read()
            requests[name] = {kind: sent.requests(about) / presses for kind, about in _REQUESTS.items()}
    return times, requests


def measure_distance(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print tables, and return the ratios of the medians."""
    times, requests = asyncio.run(_distances(rounds))
    for name, found in times.items():
        table(name, {what: spread(waits, "ms", 0.5, 0.95) for what, waits in found.items()})
    table("requests a press", requests)
    middle = {
        name: {what: statistics.median(one) for what, one in found.items()} for name, found in times.items()
    }
    ratios = {_target(name): one[_BOARD] / one[_REPLIED] for name, one in middle.items()}
    return told(ratios | {f"press to acknowledged at {_SLOW}, ms": middle[_SLOW][_ACKNOWLEDGED]})
