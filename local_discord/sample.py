"""Worlds to start from: one server with seven people, which is the default, and many servers."""

from pathlib import Path

from local_discord.fixtures import ChannelFixture, GuildFixture, PersonFixture, RoleFixture, WorldFixture

PORTRAITS = Path(__file__).parent / "portraits"
"""An avatar for everybody but the last person: a PNG, and the SVG that it was made from."""


def _person(number: int, name: str, colour: int) -> PersonFixture:
    username = name.lower()
    return PersonFixture(
        id=f"71000000000000000{number}",
        username=username,
        name=name,
        colour=colour,
        avatar=PORTRAITS / f"{username}.png",
    )


PEOPLE = (
    _person(1, "Ada", 0xB5533C),
    _person(2, "Bruno", 0x2F6F8F),
    _person(3, "Chiara", 0x7A8B3A),
    _person(4, "Dmitri", 0x6B4C8A),
    _person(5, "Emi", 0xC08A2B),
    _person(6, "Farid", 0x3C7A5E),
    # A name that breaks careless code: it has markdown, emoji, right-to-left letters and a mention.
    PersonFixture(
        id="710000000000000007",
        username="grim_reaper.exe",
        name="**Gr1m**_`||💀👩‍👩‍👧 \u202eמתי\u202c @everyone",
        colour=0x55606B,
    ),
)
ADA, BRUNO, CHIARA, DMITRI, EMI, FARID, GRIM = (person.id for person in PEOPLE)

MODERATOR = ("MANAGE_MESSAGES", "PIN_MESSAGES", "MANAGE_CHANNELS", "MANAGE_THREADS", "MENTION_EVERYONE")
WRITING = ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES")

GUILD_ID = "740000000000000001"
MODERATOR_ROLE_ID = "750000000000000001"
CHANNELS = (
    ChannelFixture(id="760000000000000001", name="general", topic="Anything at all"),
    ChannelFixture(id="760000000000000002", name="games"),
    ChannelFixture(id="760000000000000003", name="music"),
    ChannelFixture(id="760000000000000004", name="quiet-corner"),
    ChannelFixture(
        id="760000000000000005",
        name="no-bots-here",
        topic="Bots can read here but can't write",
        denied_to_bots=WRITING,
    ),
)
GENERAL, GAMES, MUSIC, QUIET_CORNER, NO_BOTS_HERE = (channel.id for channel in CHANNELS)


def moderators(role_id: str) -> RoleFixture:
    """The role of those who keep order: it is Bruno's."""
    return RoleFixture(id=role_id, name="Moderator", permissions=MODERATOR, members=(BRUNO,), colour=0x2ECC71)


SAMPLE = WorldFixture(
    guilds=(
        GuildFixture(
            id=GUILD_ID,
            name="Test Server",
            owner=ADA,
            channels=CHANNELS,
            roles=(moderators(MODERATOR_ROLE_ID),),
        ),
    ),
    people=PEOPLE,
)

# 2019-07-27 in Discord's milliseconds: a multiple of 2, 3, … 16.
_FIRST_SERVER_MS = 144_144_000_000


def many_servers(count: int = 6) -> WorldFixture:
    """A world of `count` servers. With up to 16 `shards`, server `n` belongs to shard `n % shards`.

    Each has one channel, `room-n`, and three members: Ada, its owner, and two others that vary.
    """
    return WorldFixture(guilds=tuple(_server(number) for number in range(count)), people=PEOPLE)


def _server(number: int) -> GuildFixture:
    guild_id = (_FIRST_SERVER_MS + number) << 22
    others = [PEOPLE[1 + (2 * number + turn) % 6].id for turn in range(2)]
    return GuildFixture(
        id=str(guild_id),
        name=f"Server {number}",
        owner=ADA,
        channels=(ChannelFixture(id=str(guild_id + 1), name=f"room-{number}"),),
        members=(ADA, *others),
    )
