"""Applications: the bots that may log in, their tokens, commands and emojis."""

import base64
import binascii
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field

from local_discord.codec import OBJECTS, Json, new_snowflake
from local_discord.users import Avatar, User


def mint_token(application_id: str | int | None = None) -> str:
    """A token of Discord's shape, `base64(id).x.y`; for a new application when no id is given."""
    identity = str(application_id or new_snowflake())
    head = base64.urlsafe_b64encode(identity.encode()).decode().rstrip("=")
    return f"{head}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(28)}"


def id_in_token(token: str) -> str:
    """The application's id that the token carries. Raises ValueError with a sentence."""
    head = token.split(".")[0]
    try:
        identity = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        identity = ""
    if not identity.isdigit() or token.count(".") != 2:
        raise ValueError("A token has three parts joined by full stops, the first of them an id in base64.")
    return identity


@dataclass(eq=False)
class Application:
    """One application and its bot user, who share an id. A token is made when none is given.

    `guilds` are the ids of the servers it was added to; None means all of them. `permissions` are what its
    role gives it there besides what everybody has, by Discord's names. `profile` is what else Discord has of
    it. `people` are the ids of those who have added it to their own account; None if nobody can.
    `commands_only` are the ids of the servers that have its commands, but not its bot.
    """

    name: str
    token: str = ""
    guilds: Collection[str] | None = None
    avatar: Avatar | None = None
    permissions: Collection[str] = ()
    profile: Json = field(default_factory=dict)
    people: Collection[str] | None = ()
    commands_only: set[str] = field(default_factory=set)
    has_new_token: bool = field(init=False)
    id: str = field(init=False)
    user: User = field(init=False)
    commands: dict[str, Json] = field(init=False, default_factory=dict)
    guild_commands: dict[str, dict[str, Json]] = field(init=False, default_factory=dict)
    created: dict[str, list[float]] = field(init=False, default_factory=dict)
    """When commands were created, by the monotonic clock, for each server; the global ones under no id."""
    emojis: dict[str, Json] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.has_new_token = not self.token
        self.token = self.token or mint_token()
        self.id = id_in_token(self.token)
        username = self.name.lower().replace(" ", "-")[:32]
        self.user = User(
            self.id, username, None, 0x5865F2, bot=True, discriminator="0001", avatar=self.avatar
        )

    @property
    def added_by(self) -> Collection[str]:
        """The ids of the people who have added it to their own account."""
        return self.people or ()

    def is_installed_in(self, guild_id: str) -> bool:
        """Whether its bot is in the server when everything starts."""
        return guild_id not in self.commands_only and (self.guilds is None or guild_id in self.guilds)

    def commands_in(self, guild_id: str | None) -> list[Json]:
        """The commands for this server; None means direct messages, which have the global ones."""
        return [*self.commands.values(), *self.guild_commands.get(guild_id or "", {}).values()]

    def every_command(self) -> list[Json]:
        own = [one for commands in self.guild_commands.values() for one in commands.values()]
        return [*self.commands.values(), *own]

    def basic(self) -> Json:
        """The application as a message or the gateway carries it."""
        own = {"id": self.id, "name": self.name, "verify_key": f"{int(self.id):064x}"}
        return OBJECTS["application"] | own

    def full(self, owner: User, guild_count: int) -> Json:
        """The application as it sees itself."""
        counts = {
            "approximate_guild_count": guild_count,
            "approximate_user_install_count": len(self.added_by),
        }
        kinds: Json = {"0": {}} if self.people is None else {"0": {}, "1": {}}
        own = {"bot": self.user.raw, "owner": owner.raw, "integration_types_config": kinds} | counts
        return OBJECTS["own application"] | self.basic() | self.profile | own
