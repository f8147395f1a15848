"""What the ids in an interaction stand for. Discord sends it along in `resolved`."""

from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.users import User
from local_discord.world import World


class Resolved:
    """Collects `resolved`. `place` is the interaction's channel; only what its server has can be chosen."""

    def __init__(self, world: World, place: Channel, person: User) -> None:
        self._world = world
        self._guild = world.guild_of(place)
        self._place = place
        self._person = person
        self.raw: Json = {}

    def add(self, identity: str, *, users: bool = False, roles: bool = False, channels: bool = False) -> bool:
        """Adds whatever has this id if it's one of the wanted kinds. Returns whether it was added."""
        return (
            (users and self._add_user(identity))
            or (roles and self._add_role(identity))
            or (channels and self._add_channel(identity))
        )

    def _add_user(self, identity: str) -> bool:
        user = self._world.users.get(identity)
        if user is None:
            return False
        self._put("users", identity, user.raw)
        member = self._guild.members.get(identity) if self._guild else None
        if self._guild and member:
            permissions = str(self._world.permissions(identity, self._place))
            self._put("members", identity, member.partial() | {"permissions": permissions})
        return True

    def _add_role(self, identity: str) -> bool:
        role = self._guild.roles.get(identity) if self._guild else None
        if role is None:
            return False
        self._put("roles", identity, role.raw())
        return True

    def _add_channel(self, identity: str) -> bool:
        channel = self._world.channels.get(identity)
        if channel is None or channel.is_direct or channel.guild_id != self._place.guild_id:
            return False
        permissions = str(self._world.permissions(self._person.id, channel))
        self._put("channels", identity, channel.raw() | {"permissions": permissions})
        return True

    def _put(self, kind: str, identity: str, raw: Json) -> None:
        self.raw.setdefault(kind, {})[identity] = raw
