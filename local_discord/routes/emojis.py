"""The application's own emojis."""

import re

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.errors import APIError, unknown_emoji
from local_discord.forms import Form, FormErrors
from local_discord.snowflake import new_snowflake

EMOJIS_MOST = 2000
BYTES_MOST = 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)


async def emojis(call: Call) -> Reply:
    call.require_own_application()
    return Reply({"items": list(call.application.emojis.values())})


async def emoji(call: Call) -> Reply:
    call.require_own_application()
    return Reply(call.application.emojis[_id(call)])


async def create_emoji(call: Call) -> Reply:
    call.require_own_application()
    own = call.application.emojis
    name, image = _read(call)
    if len(own) >= EMOJIS_MOST:
        raise APIError(400, 30008, f"Maximum number of emojis reached ({EMOJIS_MOST})")
    identity = new_snowflake()
    own[identity] = {
        "id": identity,
        "name": name,
        "roles": [],
        "user": call.application.user.raw,
        "require_colons": True,
        "managed": False,
        "animated": image.startswith("data:image/gif"),
        "available": True,
    }
    call.discord.emoji_images[identity] = image
    return Reply(own[identity], 201)


def _read(call: Call) -> tuple[str, str]:
    """The emoji's name and its picture, a data URI."""
    errors = FormErrors()
    form = Form(call.body, errors)
    name = form.text("name", 32, least=2, required=True) or ""
    image = form.text("image", BYTES_MOST * 2, required=True) or ""
    if name and not _NAME.fullmatch(name):
        form.wrong("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if image and not image.startswith("data:image/"):
        form.wrong("image", "IMAGE_INVALID", "Invalid image data")
    if len(image.partition(",")[2]) * 3 // 4 > BYTES_MOST:
        form.wrong("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if any(one["name"] == name for one in call.application.emojis.values()):
        form.wrong("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
    errors.raise_if_any()
    return name, image


async def rename_emoji(call: Call) -> Reply:
    call.require_own_application()
    identity = _id(call)
    errors = FormErrors()
    name = Form(call.body, errors).text("name", 32, least=2, required=True)
    errors.raise_if_any()
    call.application.emojis[identity]["name"] = name
    return Reply(call.application.emojis[identity])


async def delete_emoji(call: Call) -> Reply:
    call.require_own_application()
    identity = _id(call)
    del call.application.emojis[identity]
    call.discord.emoji_images.pop(identity, None)
    return NOTHING


def _id(call: Call) -> str:
    if call["emoji_id"] not in call.application.emojis:
        raise unknown_emoji()
    return call["emoji_id"]


_ALL = "/applications/{application_id}/emojis"
_ONE = _ALL + "/{emoji_id}"
ROUTES = (
    Route("GET", _ALL, emojis),
    Route("POST", _ALL, create_emoji),
    Route("GET", _ONE, emoji),
    Route("PATCH", _ONE, rename_emoji),
    Route("DELETE", _ONE, delete_emoji),
)
