"""A monitoring program: it reads `/metrics` and `/healthz`."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.app.parlour import Parlour
from bot.config import ServeSettings, Settings
from bot.host.serve import serving
from tests.databases import in_a_file as in_a_file


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Watcher:
    """A monitoring program."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._url = f"http://127.0.0.1:{port}"

    async def text(self) -> str:
        return (await self.get("/metrics"))[1]

    async def health(self) -> tuple[int, str]:
        return await self.get("/healthz")

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as client, client.get(self._url + path) as answer:
            return answer.status, (await answer.text()).strip()

    async def is_well(self) -> None:
        """Wait until people can play."""
        for _ in range(400):
            with suppress(aiohttp.ClientConnectorError):  # it may still be starting
                if (await self.health())[0] == 200:
                    return
            await asyncio.sleep(0.05)
        pytest.fail("the bot isn't well")

    async def counts_up_to(self, value: float, name: str, /, **labels: str) -> None:
        """Wait until a sum of samples has this value; see `value`."""
        for _ in range(400):
            if await self.value(name, **labels) == value:
                return
            await asyncio.sleep(0.02)
        pytest.fail(f"{name} never was {value}")

    async def value(self, name: str, /, **labels: str) -> float:
        """The sum of all samples of this name with these labels."""
        families = text_string_to_metric_families(await self.text())
        samples = (one for family in families for one in family.samples if one.name == name)
        return sum(one.value for one in samples if labels.items() <= one.labels.items())


@pytest.fixture
async def watcher(bot: Parlour, settings: Settings) -> AsyncIterator[Watcher]:
    port = free_port()
    async with serving(ServeSettings(port=port), bot, settings.storage.url):
        yield Watcher(port)
