"""The local equivalent of Discord's CDN: files of messages, emojis and avatars. Unknown ones get 404."""

import base64
from typing import TYPE_CHECKING

from aiohttp import web

from local_discord import avatars
from local_discord.avatars import Avatar

if TYPE_CHECKING:
    from local_discord.server import LocalDiscord

SIZES = frozenset(str(1 << power) for power in range(4, 13))
"""What `size` can be: 16 to 4096. A picture is always served in its original size and format."""
FORMATS = "png|jpg|jpeg|webp|gif"


class Cdn:
    """Answers requests for files."""

    def __init__(self, discord: "LocalDiscord") -> None:
        self._discord = discord

    def add_to(self, application: web.Application) -> None:
        add = application.router.add_get
        named = f"{{hash}}.{{extension:{FORMATS}}}"
        add("/attachments/{path:.+}", self._attachment)
        add("/emojis/{emoji_id}.{extension}", self._emoji)
        add("/embed/avatars/{number:[0-5]}.png", self._default_avatar)
        add(f"/avatars/{{user_id}}/{named}", self._avatar)
        add(f"/guilds/{{guild_id}}/users/{{user_id}}/avatars/{named}", self._member_avatar)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        found = self._discord.dispatcher.attachments.fetch(request.path)
        if found is None:
            raise web.HTTPNotFound
        content, content_type = found
        headers = {"Content-Type": content_type, "Cache-Control": "max-age=86400, immutable"}
        return web.Response(body=content, headers=headers)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        image = self._discord.emoji_images.get(request.match_info["emoji_id"], "")
        head, _, content = image.partition(",")
        if not content:
            raise web.HTTPNotFound
        kind = head.removeprefix("data:").split(";")[0]
        return web.Response(body=base64.b64decode(content), content_type=kind)

    async def _default_avatar(self, request: web.Request) -> web.StreamResponse:
        content = avatars.default(int(request.match_info["number"]))
        return web.Response(body=content, content_type="image/png")

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        world, wanted = self._discord.world, request.match_info["user_id"]
        webhook = world.webhooks.get(wanted)
        user = webhook.user if webhook else world.users.get(wanted)
        return _picture(request, user.avatar if user else None)

    async def _member_avatar(self, request: web.Request) -> web.StreamResponse:
        guild = self._discord.world.guilds.get(request.match_info["guild_id"])
        member = guild.members.get(request.match_info["user_id"]) if guild else None
        return _picture(request, member.avatar if member else None)


def _picture(request: web.Request, avatar: Avatar | None) -> web.StreamResponse:
    """The file, if it's the current avatar. 415 for a GIF of a still picture, 400 for an invalid size."""
    if avatar is None or avatar.hash != request.match_info["hash"]:
        raise web.HTTPNotFound
    if request.match_info["extension"] == "gif" and not avatar.hash.startswith("a_"):
        raise web.HTTPUnsupportedMediaType
    if request.query.get("size", "128") not in SIZES:
        raise web.HTTPBadRequest
    headers = {"Content-Type": avatar.content_type, "Cache-Control": "max-age=86400, immutable"}
    return web.Response(body=avatar.file, headers=headers)
