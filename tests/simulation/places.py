"""The servers and people of the week, and the places where they play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import cycle, islice
from types import MappingProxyType

from games.engine import registry
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    RoleFixture,
    WorldFixture,
)
from local_discord.sample import MODERATOR

NAMES = (
    "Ada",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Emi",
    "Farid",
    "Gül",
    "snake_case_name",
    "דנה",
    "Alex",
    "Alex",
    "Lena",
)
MODERATOR_ID = "900000000000000999"
"""Someone who keeps order everywhere, and never plays."""

BUSY, SMALL, COMMANDS = "910000000000000001", "910000000004194305", "910000000008388609"
"""A busy server, a small one, and one that has only the bot's commands: each in another shard."""

_CHANNEL = 920000000000000000


class Kind(StrEnum):
    """What kind of place it is."""

    CHANNEL = "channel"
    PUBLIC = "thread"
    PRIVATE = "private thread"
    DIRECT = "direct messages"
    VISIT = "channel without the bot"


@dataclass(eq=False)
class Place:
    """Where one table is: who plays there, what, and the channel it has now."""

    name: str
    kind: Kind
    guild_id: str | None
    players: tuple[str, ...]
    games: tuple[str, ...]
    channel_id: str = ""
    parent_id: str = ""
    former: list[str] = field(default_factory=list)
    """The channels that it had before, which were deleted."""

    @property
    def is_thread(self) -> bool:
        """Whether it can be archived and locked."""
        return self.kind in (Kind.PUBLIC, Kind.PRIVATE)


PEOPLE = tuple(str(900000000000000001 + number) for number in range(len(NAMES)))
CALLED = dict(zip(PEOPLE, NAMES, strict=True))
CROWD = {str(900000000000000101 + number): f"Guest {number}" for number in range(28)}
"""More people, for an evening when everybody comes."""


def places(count: int) -> list[Place]:
    """So many places, of all kinds, with people who play there."""
    kinds = [
        *[(Kind.CHANNEL, BUSY)] * round(count * 0.33),
        *[(Kind.PUBLIC, BUSY)] * max(1, round(count * 0.13)),
        *[(Kind.PRIVATE, BUSY)] * max(1, round(count * 0.07)),
        *[(Kind.CHANNEL, SMALL)] * max(1, round(count * 0.2)),
        *[(Kind.VISIT, COMMANDS)] * max(1, round(count * 0.07)),
    ]
    kinds = kinds[: count - 1]
    found, games = [], sorted(registry.all_games())
    for number, (kind, guild_id) in enumerate(kinds):
        size = 1 + number % 3
        people = tuple(islice(cycle(PEOPLE), number % len(PEOPLE), number % len(PEOPLE) + size))
        found.append(place_of(number, kind, guild_id, people, games))
    found += [
        place_of(number, Kind.DIRECT, None, (PEOPLE[number % len(PEOPLE)],), games)
        for number in range(len(kinds), count)
    ]
    return found


def place_of(
    number: int, kind: Kind, guild_id: str | None, people: tuple[str, ...], games: Sequence[str]
) -> Place:
    """A place with this number, where these people begin with one game after the other."""
    first = number % len(games)
    place = Place(f"p{number}", kind, guild_id, people, (*games[first:], *games[:first]))
    if place.is_thread:
        place.parent_id = str(_CHANNEL + 900)
    elif kind is not Kind.DIRECT:
        place.channel_id = str(_CHANNEL + number)
    return place


def world_of(wanted: list[Place], names: Mapping[str, str] = MappingProxyType(CALLED)) -> WorldFixture:
    """The world in which these places are; threads and direct messages are still to be opened.

    The people in it are those with these names, by their ids.
    """
    channels: dict[str, list[ChannelFixture]] = {BUSY: [], SMALL: [], COMMANDS: []}
    channels[BUSY].append(ChannelFixture(id=str(_CHANNEL + 900), name="threads"))
    for one in wanted:
        if one.channel_id and one.guild_id:
            channels[one.guild_id].append(ChannelFixture(id=one.channel_id, name=one.name))
    for number, guild_id in enumerate((BUSY, SMALL, COMMANDS)):
        channels[guild_id].append(ChannelFixture(id=str(_CHANNEL + 950 + number), name="chat"))
    members = (MODERATOR_ID, *names)
    guilds = tuple(
        GuildFixture(
            id=guild_id,
            name=name,
            owner=MODERATOR_ID,
            channels=tuple(channels[guild_id]),
            roles=(
                RoleFixture(
                    id=str(int(guild_id) + 10**15),
                    name="Moderator",
                    permissions=MODERATOR,
                    members=(MODERATOR_ID,),
                ),
            ),
            members=members,
        )
        for guild_id, name in ((BUSY, "The busy one"), (SMALL, "A small one"), (COMMANDS, "Commands alone"))
    )
    people = [
        PersonFixture(id=one, username=f"user{number}", name=name)
        for number, (one, name) in enumerate(names.items())
    ]
    people.append(PersonFixture(id=MODERATOR_ID, username="mod", name="Mod"))
    bot = ApplicationFixture(name="Parlour", guilds=(BUSY, SMALL), commands_only=(COMMANDS,))
    return WorldFixture(guilds=guilds, people=tuple(people), applications=(bot,))
