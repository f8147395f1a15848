"""What Discord sends that nobody here reads: discord.py is kept from making objects of it.

Each press carries the whole message that was pressed, each edit is answered with the whole message, and then
the gateway tells of that edit once more. All we ever read of these is which message it is.
"""

import re
from collections.abc import Callable
from typing import Any

import discord
import discord.client
import discord.shard
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_READ = ("id", "type", "channel_id", "flags")
"""The parts of a message of ours that are read. The others may be secret, and long."""

_EDITED = re.compile(r'\{"t":"MESSAGE_UPDATE","s":(\d+),"op":0,')
"""How Discord begins to tell of an edit; whatever begins in another way is read to its end."""


def read_parts(payload: Any) -> Any:
    """What Discord has sent, with only those parts of a message of ours that are read.

    That is an interaction with the message that was pressed, or the answer to a request.
    """
    match payload:
        case {"message": {"components": _} as message}:
            return {**payload, "message": _short(message)}
        case {"resource": {"message": message} as resource}:
            return {**payload, "resource": {**resource, "message": _short(message)}}
        case {"components": _, "channel_id": _}:
            return _short(payload)
    return payload


def _short(message: dict[str, Any]) -> dict[str, Any]:
    return {"content": "", **{part: message[part] for part in _READ if part in message}}


class _Gateway(DiscordWebSocket):
    async def received_message(self, msg: Any, /) -> None:
        """Discord has sent this: of an edit, only its number counts."""
        text = self._decompressor.decompress(msg) if type(msg) is bytes else msg
        if text is None:  # it goes on in the next frame
            return
        if (edited := _EDITED.match(text)) is None:
            await super().received_message(text)
            return
        self.sequence = int(edited[1])
        if self._keep_alive:
            self._keep_alive.tick()


class _Adapter(AsyncWebhookAdapter):
    def __init__(self, refused: Callable[[discord.HTTPException], None]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._refused = refused

    async def request(self, *what: Any, **more: Any) -> Any:
        """Discord's answer to a request that is made with an interaction's token."""
        try:
            return read_parts(await super().request(*what, **more))
        except discord.HTTPException as failed:
            self._refused(failed)
            raise


def read_little(
    http: HTTPClient, state: ConnectionState[Any], refused: Callable[[discord.HTTPException], None]
) -> None:
    """Let this client, and everything that starts in the current task, read only what is needed.

    `refused` hears of each request that Discord refuses.
    """
    # discord.py lets nobody choose its classes and functions.
    discord.client.DiscordWebSocket = discord.shard.DiscordWebSocket = _Gateway  # type: ignore[misc]
    async_context.set(_Adapter(refused))
    ask, parse = http.request, state.parsers["INTERACTION_CREATE"]

    async def request(*what: Any, **more: Any) -> Any:
        try:
            return read_parts(await ask(*what, **more))
        except discord.HTTPException as failed:
            refused(failed)
            raise

    http.request = request  # type: ignore[method-assign]
    state.parsers["INTERACTION_CREATE"] = lambda data: parse(read_parts(data))
