"""Reactions: which emoji are allowed, who added them, and who hears of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from local_discord.channels import Message
from local_discord.codec import Json
from local_discord.controls import is_emoji
from local_discord.errors import too_many_reactions, unknown_emoji
from local_discord.gateway import Gateway, Intent
from local_discord.pages import Pages
from local_discord.users import User
from local_discord.world import World

KINDS_MOST = 20
NORMAL = 0
_CUSTOM = re.compile(r"\w{2,32}:(\d{1,20})", re.ASCII)


@dataclass(eq=False, slots=True)
class Reaction:
    """One emoji on one message. `users` are the ids of those who added it, in that order."""

    emoji: Json
    users: dict[str, None] = field(default_factory=dict)

    def raw(self, viewer_id: str) -> Json:
        """The reaction object as this viewer sees it."""
        count = len(self.users)
        return {
            "emoji": self.emoji,
            "count": count,
            "count_details": {"burst": 0, "normal": count},
            "burst_colors": [],
            "me_burst": False,
            "me": viewer_id in self.users,
        }


class Reactions:
    """Adds and removes reactions and announces it. The caller checks who may do this."""

    def __init__(self, world: World, gateway: Gateway, pages: Pages) -> None:
        self._world = world
        self._gateway = gateway
        self._pages = pages

    def find(self, message: Message, text: str, custom: Iterable[Json] = ()) -> Reaction:
        """The reaction for `👍` or `name:id`: the one already on the message, or a new one.

        `custom` are the emojis allowed besides Unicode's. Refuses others with 10014.
        """
        named = _CUSTOM.fullmatch(text)
        key = named[1] if named else text
        if key in message.reactions:
            return message.reactions[key]
        if named is None and is_emoji(text):
            return Reaction({"id": None, "name": text})
        for one in custom:
            if one["id"] == key:
                animated = {"animated": True} if one.get("animated") else {}
                return Reaction({"id": one["id"], "name": one["name"]} | animated)
        raise unknown_emoji()

    def add(self, message: Message, reaction: Reaction, user: User) -> None:
        """Adds the user to the reaction, unless they added it before. Refuses a 21st emoji with 30010."""
        if user.id in reaction.users:
            return
        key = _key(reaction)
        if key not in message.reactions and len(message.reactions) >= KINDS_MOST:
            raise too_many_reactions()
        message.reactions[key] = reaction
        reaction.users[user.id] = None
        raw = self._event(message, reaction, user)
        member = self._world.member_in(message.channel, user.id)
        if member:
            raw["member"] = member.full()
        raw["message_author_id"] = message.author.id
        self._announce("MESSAGE_REACTION_ADD", message, raw)

    def remove(self, message: Message, reaction: Reaction, user: User) -> None:
        """Removes the user's reaction; does nothing if there is none."""
        if user.id not in reaction.users:
            return
        del reaction.users[user.id]
        if not reaction.users:
            del message.reactions[_key(reaction)]
        self._announce("MESSAGE_REACTION_REMOVE", message, self._event(message, reaction, user))

    def clear(self, message: Message, reaction: Reaction | None = None) -> None:
        """Removes every reaction from the message, or only those with one emoji."""
        raw = _place(message)
        if reaction is None:
            message.reactions.clear()
            self._announce("MESSAGE_REACTION_REMOVE_ALL", message, raw)
        elif message.reactions.pop(_key(reaction), None):
            raw["emoji"] = reaction.emoji
            self._announce("MESSAGE_REACTION_REMOVE_EMOJI", message, raw)

    def _event(self, message: Message, reaction: Reaction, user: User) -> Json:
        given: Json = {"user_id": user.id, "emoji": reaction.emoji, "burst": False, "type": NORMAL}
        return _place(message) | given

    def _announce(self, name: str, message: Message, raw: Json) -> None:
        direct = message.channel.is_direct
        intent = Intent.DIRECT_MESSAGE_REACTIONS if direct else Intent.GUILD_MESSAGE_REACTIONS
        self._gateway.to_channel(name, message.channel, raw, intent)
        self._pages.update_message(message)


def _key(reaction: Reaction) -> str:
    return str(reaction.emoji["id"] or reaction.emoji["name"])


def _place(message: Message) -> Json:
    channel = message.channel
    place: Json = {"channel_id": channel.id, "message_id": message.id}
    return place | ({"guild_id": channel.guild_id} if channel.guild_id else {})
