"""What a bot's own trace says of presses: its `/metrics` adds up their seconds and its requests."""

import re
import socket
from dataclasses import dataclass, field
from typing import Self

import aiohttp

_SAMPLE = re.compile(r"^(\w+(?:\{.*\})?) (\S+)$", re.MULTILINE)
_DURABLE = 'parlour_press_seconds_{}{{stage="durable"}}'


@dataclass(frozen=True, slots=True)
class Traced:
    """By how much each of the bot's samples grew."""

    grown: dict[str, float]

    @property
    def durable(self) -> float:
        """Milliseconds from the arrival of a press until its move was durable, on average."""
        return 1000 * self.grown[_DURABLE.format("sum")] / self.grown[_DURABLE.format("count")]

    def requests(self, resource: str) -> float:
        """How many requests to Discord were about this, such as interactions."""
        counted = f'parlour_discord_requests_total{{resource="{resource}"'
        return sum(value for name, value in self.grown.items() if name.startswith(counted))


@dataclass(slots=True)
class Trace:
    """The trace of a bot that serves its metrics at `port`."""

    port: int
    _before: dict[str, float] = field(default_factory=dict)

    @classmethod
    def at_free_port(cls) -> Self:
        """For a bot that is still to be started, at a port that nobody uses now."""
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return cls(one.getsockname()[1])

    async def read(self) -> Traced:
        """What has been traced since the last call, or since the bot's start."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as http, http.get(url) as answer:
            now = {name: float(value) for name, value in _SAMPLE.findall(await answer.text())}
        before, self._before = self._before, now
        return Traced({name: value - before.get(name, 0) for name, value in now.items()})
