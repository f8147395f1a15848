"""A bot that is killed in the middle of a request leaves no error behind."""

import asyncio
import logging
from urllib.parse import urlsplit

import pytest

from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import RawBot


async def test_a_request_that_breaks_off_is_not_a_fault(
    discord: LocalDiscord, bot: RawBot, caplog: pytest.LogCaptureFixture
) -> None:
    where = urlsplit(discord.api_url)
    _, writer = await asyncio.open_connection(where.hostname, where.port)
    head = (
        f"PUT {where.path}/applications/{bot.application.id}/commands HTTP/1.1",
        f"Host: {where.netloc}",
        f"Authorization: Bot {bot.application.token}",
        "Content-Type: application/json",
        "Content-Length: 1000",
    )
    writer.write(("\r\n".join(head) + "\r\n\r\n[{").encode())
    await writer.drain()
    await asyncio.sleep(0.05)  # the server has begun to read
    writer.transport.abort()
    status, commands = await bot.call("GET", f"/applications/{bot.application.id}/commands")
    await asyncio.sleep(0.05)
    assert (status, len(commands)) == (200, 2)
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("path", ["/gateway/?v=10&encoding=json", "/page/socket"])
async def test_a_socket_that_is_gone_before_it_is_open_is_not_a_fault(
    discord: LocalDiscord, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    where = urlsplit(discord.api_url)
    head = (
        f"GET {path} HTTP/1.1",
        f"Host: {where.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
    writer.write_eof()
    await reader.read()
    writer.close()
    await writer.wait_closed()
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
