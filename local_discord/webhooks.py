"""Webhooks of channels: names under which somebody with the token can write there without logging in."""

import secrets
from dataclasses import dataclass, field

from local_discord.applications import Application
from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.users import User

INCOMING = 1


@dataclass(eq=False, slots=True)
class Webhook:
    """One webhook, made by the application. `user` is the name and the avatar its messages have."""

    application: Application
    channel: Channel
    user: User
    token: str = field(default_factory=lambda: secrets.token_urlsafe(51))

    @property
    def id(self) -> str:
        return self.user.id

    def raw(self, api_url: str, viewer: Application | None) -> Json:
        """As this application sees it, or with the token alone. The token of somebody else's stays secret."""
        raw: Json = {
            "id": self.id,
            "type": INCOMING,
            "name": self.user.username,
            "avatar": self.user.raw["avatar"],
            "guild_id": self.channel.guild_id,
            "channel_id": self.channel.id,
            "application_id": self.application.id,
        }
        if viewer is not None:
            raw["user"] = self.application.user.raw
        if viewer in (None, self.application):
            raw |= {"token": self.token, "url": f"{api_url}/webhooks/{self.id}/{self.token}"}
        return raw


def face(webhook_id: str, name: str, like: User | None = None) -> User:
    """The author of a webhook's message, with the avatar of `like`."""
    avatar = like.avatar if like else None
    return User(webhook_id, name, None, 0x5865F2, bot=True, discriminator="0000", avatar=avatar)
