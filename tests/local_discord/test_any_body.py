"""Any JSON is accepted or refused; nothing else ever happens."""

import asyncio
import copy
import json
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp
from aiohttp.base_protocol import BaseProtocol
from hypothesis import given
from hypothesis import strategies as st
from multidict import CIMultiDict, CIMultiDictProxy

from local_discord.codec import encode
from local_discord.commands import read_command
from local_discord.components import Emojis
from local_discord.errors import APIError
from local_discord.files import AttachmentStore, Upload, read_multipart
from local_discord.forms import Form, FormErrors
from local_discord.interactions import read_choices
from local_discord.message_payloads import MessagePayloadReader
from local_discord.modals import ModalReader
from tests.local_discord.asking import FORM
from tests.local_discord.bodies import LARGEST, REFUSED
from tests.local_discord.raw_bot import Json
from tests.local_discord.test_commands import REFUSED as COMMANDS
from tests.local_discord.test_modals import MODALS_REFUSED

T = TypeVar("T")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PARTS = (
    b"--x\r\n",
    b"--x--\r\n",
    b"\r\n",
    b'Content-Disposition: form-data; name="payload_json"\r\n\r\n{}',
    b'Content-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\nhello',
)
PICTURE = Upload(0, "board.png", "image/png", b"x")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        found += places(one, (*path, key))
    return found


@st.composite
def spoiled(draw: st.DrawFn, bodies: list[Json]) -> Any:
    """One of the bodies with some values replaced by others."""
    body: Any = {"body": copy.deepcopy(draw(st.sampled_from(bodies)))}
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(body)[1:]))
        holder = body
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = draw(VALUES)
    return body["body"]


MESSAGES = [*LARGEST.values(), *(body for body, _, _ in REFUSED.values())]
MESSAGES.append(
    {
        "attachments": [{"id": 0, "filename": "board.png", "description": "x"}],
        "embeds": [{"title": "x", "footer": {"text": "x"}, "fields": [{"name": "x", "value": "x"}]}],
        "allowed_mentions": {"parse": ["users"], "roles": ["1"], "replied_user": True},
        "message_reference": {"message_id": "1"},
        "nonce": 1,
    }
)


def attempt(read: Callable[[], T]) -> T | APIError:
    try:
        return read()
    except APIError as refusal:
        json.loads(encode(refusal.body))
        return refusal


@given(spoiled(MESSAGES))
def test_any_message_is_read_or_refused(body: Any) -> None:
    store = AttachmentStore()
    payload = attempt(MessagePayloadReader(body, [PICTURE], store, "1", Emojis()).read)
    if isinstance(payload, APIError):
        assert 400 <= payload.status < 500
        assert store.size == 0
    else:
        json.loads(encode([payload.components, payload.embeds, payload.content, payload.allowed_mentions]))


@given(spoiled([FORM, *(FORM | fields for fields, _ in MODALS_REFUSED.values())]))
def test_any_modal_is_read_or_refused(body: Any) -> None:
    modal = attempt(lambda: ModalReader(Emojis()).read(body))
    if isinstance(modal, APIError):
        assert modal.status == 400
    else:
        assert 1 <= len(modal["components"]) <= 5


@given(spoiled(list(COMMANDS.values())))
def test_any_command_is_read_or_refused(body: Any) -> None:
    errors = FormErrors()
    command = read_command(Form(body, errors))
    json.loads(encode(errors.errors))
    if not errors.errors:
        assert command["name"]


@given(spoiled([{"choices": [{"name": "x", "value": "x"}, {"name": "y", "value": 1}]}]))
def test_any_choices_are_read_or_refused(body: Any) -> None:
    choices = attempt(lambda: read_choices(body))
    if isinstance(choices, APIError):
        assert choices.status == 400
    else:
        assert len(choices) <= 25


async def read_bytes(body: bytes, boundary: str) -> object:
    loop = asyncio.get_running_loop()
    stream = aiohttp.StreamReader(BaseProtocol(loop), 2**16, loop=loop)
    stream.feed_data(body)
    stream.feed_eof()
    headers = CIMultiDict({"Content-Type": f"multipart/form-data; boundary={boundary}"})
    try:
        return await read_multipart(aiohttp.MultipartReader(CIMultiDictProxy(headers), stream))
    except ValueError as wrong:
        return wrong


@given(st.lists(st.sampled_from(PARTS) | st.binary(max_size=20), max_size=8).map(b"".join))
def test_any_bytes_are_read_or_refused_as_a_multipart_body(body: bytes) -> None:
    asyncio.run(read_bytes(body, "x"))
