"""Servers: their roles and members."""

from dataclasses import dataclass, field

from local_discord.channels import Channel
from local_discord.codec import OBJECTS, Json
from local_discord.permissions import EVERYONE, EVERYTHING, TIMED_OUT, Permission
from local_discord.users import Member


@dataclass(eq=False, slots=True)
class Role:
    id: str
    name: str
    permissions: int
    position: int = 0
    colour: int = 0
    bot_id: str | None = None
    hoist: bool = False
    mentionable: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """Larger for a higher role; of two with one position, the older one is higher."""
        return self.position, -int(self.id)

    def raw(self) -> Json:
        role: Json = OBJECTS["role"] | {
            "id": self.id,
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.colour,
            "colors": {"primary_color": self.colour, "secondary_color": None, "tertiary_color": None},
            "hoist": self.hoist,
            "managed": self.bot_id is not None,
            "mentionable": self.mentionable,
        }
        if self.bot_id:
            role["tags"] = {"bot_id": self.bot_id}
        return role


@dataclass(eq=False)
class Guild:
    """One server. The role with the server's own id is @everyone.

    `roles_on_joining` are the roles that a person has whenever they join, by the person's id.
    """

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    roles_on_joining: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.roles[self.id] = Role(self.id, "@everyone", EVERYONE)

    def permissions_of(self, member: Member) -> int:
        """What the member may do in the whole server: everything as its owner, else what their roles give."""
        bits = self.roles[self.id].permissions
        for role_id in member.roles:
            bits |= self.roles[role_id].permissions
        if member.user.id == self.owner_id or bits & Permission.ADMINISTRATOR:
            return EVERYTHING
        return bits & TIMED_OUT if member.is_timed_out else bits

    def permissions_in(self, channel: Channel, member: Member) -> int:
        """The member's permissions in a channel of the server; for a thread, give the channel it is in."""
        bits = self.permissions_of(member)
        if bits & Permission.ADMINISTRATOR:
            return bits
        allow = deny = own_allow = own_deny = 0
        for overwrite in channel.overwrites:
            if overwrite.id == self.id:
                bits = (bits & ~overwrite.deny) | overwrite.allow
            elif overwrite.id in member.roles:
                allow |= overwrite.allow
                deny |= overwrite.deny
            elif overwrite.id == member.user.id:
                own_allow, own_deny = overwrite.allow, overwrite.deny
        bits = (((bits & ~deny) | allow) & ~own_deny) | own_allow
        return bits & TIMED_OUT if member.is_timed_out else bits

    def rank_of(self, member: Member) -> tuple[int, int]:
        """The rank of the member's highest role. Nobody can change who is as high, and nobody the owner."""
        if member.user.id == self.owner_id:
            return len(self.roles) + max(one.position for one in self.roles.values()), 0
        return max(self.roles[role_id].rank for role_id in (self.id, *member.roles))

    def raw(self) -> Json:
        """The server as the HTTP API gives it: without channels and members."""
        return OBJECTS["guild"] | self._own()

    def for_page(self) -> Json:
        return self._own() | {"members": [member.full() for member in self.members.values()]}

    def _own(self) -> Json:
        roles = [role.raw() for role in self.roles.values()]
        return {"id": self.id, "name": self.name, "owner_id": self.owner_id, "roles": roles}
