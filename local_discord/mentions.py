"""Who a message mentions, and whom it may notify."""

import re
from dataclasses import dataclass, field

from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.permissions import Permission
from local_discord.world import World

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")
_EVERYTHING: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}


@dataclass(frozen=True, slots=True)
class Mentions:
    users: list[str] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    everyone: bool = False


def find_mentions(
    world: World,
    channel: Channel,
    author_id: str,
    text: str,
    allowed: Json | None,
    replied_to: str | None = None,
) -> Mentions:
    """The mentions that `allowed_mentions` lets through; `replied_to` is the author replied to."""
    allowed = _EVERYTHING if allowed is None else allowed
    parse = allowed.get("parse") or ()
    if "@" not in text and replied_to is None:
        return Mentions()
    users = _let_through(_USER.findall(text), "users" in parse, allowed.get("users"))
    roles = _let_through(_ROLE.findall(text), "roles" in parse, allowed.get("roles"))
    if replied_to and allowed.get("replied_user", False) and replied_to not in users:
        users.append(replied_to)
    guild = world.guild_of(channel)
    everyone = "everyone" in parse and bool(_EVERYONE.search(text))
    may = everyone and world.permissions(author_id, channel) & Permission.MENTION_EVERYONE
    return Mentions(
        [one for one in users if one in world.users],
        [one for one in roles if guild and one in guild.roles],
        bool(may),
    )


def _let_through(found: list[str], all_of_them: bool, listed: list[object] | None) -> list[str]:
    unique = list(dict.fromkeys(found))
    if all_of_them:
        return unique
    wanted = {str(one) for one in listed or ()}
    return [one for one in unique if one in wanted]


def notifies(world: World, channel: Channel, raw: Json, user_id: str) -> bool:
    """Whether the message in this channel notifies the user."""
    if raw["mention_everyone"] or any(user["id"] == user_id for user in raw["mentions"]):
        return True
    member = world.member_in(channel, user_id)
    return bool(member and set(raw["mention_roles"]) & set(member.roles))
