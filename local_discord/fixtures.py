"""What exists when a local Discord starts: servers, people, channels and applications, as values.

You can write them in Python or in a JSON file. Ids are like Discord's, with 17 to 20 digits. You always have
to give them, so that a restart gets the same world again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    model_validator,
)

from local_discord.permissions import named
from local_discord.users import Avatar

Snowflake = Annotated[str, StringConstraints(pattern=r"^\d{17,20}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Colour = Annotated[int, Field(ge=0, le=0xFFFFFF)]


def _picture(path: Path, info: ValidationInfo) -> Path:
    """The path of a picture that can be an avatar; it can be relative to the JSON file."""
    whole: Path = (info.context or Path()) / path
    try:
        Avatar.read(whole)
    except OSError as failed:
        raise ValueError(f"{whole} can't be read: {failed.strerror}.") from None
    return whole


Picture = Annotated[Path, AfterValidator(_picture)]
"""A PNG, JPEG, GIF or WebP file."""


def _known(names: tuple[str, ...]) -> tuple[str, ...]:
    named(names)
    return names


Permissions = Annotated[tuple[str, ...], AfterValidator(_known)]
"""Names of permissions, such as `SEND_MESSAGES`."""


class _Fixture(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PersonFixture(_Fixture):
    """Somebody you can be on the page. `name` is what others see, `username` the name of the account.

    Without an `avatar` the page shows their initials.
    """

    id: Snowflake
    username: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    name: Name | None = None
    colour: Colour = 0x5865F2
    avatar: Picture | None = None


class RoleFixture(_Fixture):
    """A role in a server: who has it, and the permissions it gives, by Discord's names."""

    id: Snowflake
    name: Name
    permissions: Permissions = ()
    members: tuple[Snowflake, ...] = ()
    colour: Colour = 0


class WelcomeFixture(_Fixture):
    """What the page says at the start of a channel: `text` in Discord's markdown, and a slash command to try.

    One press puts `command` into the message box: its name, then a space and what to type for its options. A
    button with a `label` uses it at once. A `picture` stands above the text.
    """

    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    command: Annotated[str, StringConstraints(max_length=100)] = ""
    label: Annotated[str, StringConstraints(max_length=80)] = ""
    picture: Picture | None = None


class ChannelFixture(_Fixture):
    """A channel of a server. `kind` is Discord's name for what it is.

    `denied_to_bots` are permissions that no bot has in it, `denied` those that no member has by being one.
    """

    id: Snowflake
    name: Name
    kind: Literal["text", "voice", "announcement", "stage", "forum", "media"] = "text"
    topic: str | None = None
    welcome: WelcomeFixture | None = None
    denied_to_bots: Permissions = ()
    denied: Permissions = ()


class GuildFixture(_Fixture):
    """A server. `members` are the ids of the people in it; None means everybody.

    `avatars` are those that people (by id) have only in this server.
    """

    id: Snowflake
    name: Name
    owner: Snowflake
    channels: tuple[ChannelFixture, ...]
    roles: tuple[RoleFixture, ...] = ()
    members: tuple[Snowflake, ...] | None = None
    avatars: dict[Snowflake, Picture] = {}

    def has(self, person_id: str) -> bool:
        return self.members is None or person_id in self.members

    def named_people(self) -> Iterator[str]:
        """The ids of all the people it mentions."""
        yield self.owner
        yield from self.members or ()
        for role in self.roles:
            yield from role.members


class InstallFixture(_Fixture):
    """What the button *Add App* asks for; `permissions` is Discord's number, as text."""

    scopes: tuple[str, ...] = ("bot", "applications.commands")
    permissions: Annotated[str, StringConstraints(pattern=r"^\d+$")] = "0"


class ProfileFixture(_Fixture):
    """What the developer portal has of an application, with Discord's limits. What's None isn't there.

    `icon` is the hash of a picture; nobody can load it here.
    """

    description: Annotated[str, StringConstraints(max_length=400)] = ""
    tags: Annotated[tuple[Annotated[str, StringConstraints(max_length=20)], ...], Field(max_length=5)] = ()
    icon: str | None = None
    bot_public: bool = True
    terms_of_service_url: str | None = None
    privacy_policy_url: str | None = None
    custom_install_url: str | None = None
    install_params: InstallFixture | None = None


class GroupFixture(_Fixture):
    """A group message of two or more people, in which no bot can be. Without a name it has theirs."""

    id: Snowflake
    owner: Snowflake
    members: Annotated[tuple[Snowflake, ...], Field(min_length=2, max_length=10)]
    name: Name | None = None


class ApplicationFixture(_Fixture):
    """A bot that may log in. Without a token it gets a new one.

    `guilds` are the ids of the servers it was added to; None means all of them. `permissions` are what its
    role gives it there besides what everybody has. `people` are the ids of those who have added it to
    their own account, and can use its commands everywhere; None if nobody can. `commands_only` are the ids of
    servers where it was added without its bot: only its commands are there.
    """

    name: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    token: str = ""
    guilds: tuple[Snowflake, ...] | None = None
    avatar: Picture | None = None
    permissions: Permissions = ()
    profile: ProfileFixture = ProfileFixture()
    people: tuple[Snowflake, ...] | None = ()
    commands_only: tuple[Snowflake, ...] = ()


class WorldFixture(_Fixture):
    """The whole world. The page opens with the first person and the first server."""

    guilds: Annotated[tuple[GuildFixture, ...], Field(min_length=1)]
    people: Annotated[tuple[PersonFixture, ...], Field(min_length=1)]
    applications: tuple[ApplicationFixture, ...] = (ApplicationFixture(name="Test Bot"),)
    groups: tuple[GroupFixture, ...] = ()

    @classmethod
    def read(cls, file: Path) -> Self:
        """The world in a JSON file. Raises OSError, or pydantic's ValidationError with what is wrong."""
        return cls.model_validate_json(file.read_text(encoding="utf-8"), context=file.parent)

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        _require_different(self._ids())
        people = {one.id for one in self.people}
        for guild in self.guilds:
            for person_id in guild.named_people():
                if person_id not in people:
                    raise ValueError(f"{guild.name} names a person {person_id} who isn't one of the people.")
            for person_id in guild.avatars:
                if person_id not in people or not guild.has(person_id):
                    raise ValueError(f"{guild.name} has an avatar of {person_id}, who isn't a member.")
            if not guild.has(guild.owner):
                raise ValueError(f"The owner of {guild.name} isn't one of its members.")
        self._check_installs(people)
        return self

    def _check_installs(self, people: set[str]) -> None:
        guilds = {one.id for one in self.guilds}
        for application in self.applications:
            unknown = {*(application.guilds or ()), *application.commands_only} - guilds
            if unknown:
                raise ValueError(f"{application.name} names a server that doesn't exist: {min(unknown)}.")
            if strangers := set(application.people or ()) - people:
                raise ValueError(f"{application.name} names a person who doesn't exist: {min(strangers)}.")
        for group in self.groups:
            if strangers := {group.owner, *group.members} - people:
                raise ValueError(f"A group message names a person who doesn't exist: {min(strangers)}.")
            if group.owner not in group.members:
                raise ValueError("The owner of a group message isn't one of its members.")

    def _ids(self) -> Iterator[str]:
        yield from (one.id for one in self.people)
        for guild in self.guilds:
            yield guild.id
            yield from (channel.id for channel in guild.channels)
            yield from (role.id for role in guild.roles)
        yield from (group.id for group in self.groups)


def _require_different(ids: Iterable[str]) -> None:
    twice = [one for one, count in Counter(ids).items() if count > 1]
    if twice:
        raise ValueError(f"The id {twice[0]} is given twice.")
