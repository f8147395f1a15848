"""A world to begin with: one server, seven people, five channels. It is used where no other is given."""

from local_discord.fixtures import ChannelFixture, GuildFixture, PersonFixture, RoleFixture, WorldFixture

PEOPLE = (
    PersonFixture(id="710000000000000001", username="ada", name="Ada", colour=0xB5533C),
    PersonFixture(id="710000000000000002", username="bruno", name="Bruno", colour=0x2F6F8F),
    PersonFixture(id="710000000000000003", username="chiara", name="Chiara", colour=0x7A8B3A),
    PersonFixture(id="710000000000000004", username="dmitri", name="Dmitri", colour=0x6B4C8A),
    PersonFixture(id="710000000000000005", username="emi", name="Emi", colour=0xC08A2B),
    PersonFixture(id="710000000000000006", username="farid", name="Farid", colour=0x3C7A5E),
    # Everything in a name that breaks careless text: markdown, emoji, a right-to-left run, a mention.
    PersonFixture(
        id="710000000000000007",
        username="grim_reaper.exe",
        name="**Gr1m**_`||💀👩‍👩‍👧 \u202eמתי\u202c @everyone",
        colour=0x55606B,
    ),
)
ADA, BRUNO, CHIARA, DMITRI, EMI, FARID, GRIM = (person.id for person in PEOPLE)

MODERATOR = (
    "MANAGE_MESSAGES",
    "PIN_MESSAGES",
    "MANAGE_CHANNELS",
    "MANAGE_THREADS",
    "MENTION_EVERYONE",
)
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
        topic="Bots may read here, not write",
        denied_to_bots=WRITING,
    ),
)
GENERAL, GAMES, MUSIC, QUIET_CORNER, NO_BOTS_HERE = (channel.id for channel in CHANNELS)

SAMPLE = WorldFixture(
    guilds=(
        GuildFixture(
            id=GUILD_ID,
            name="Test Server",
            owner=ADA,
            channels=CHANNELS,
            roles=(
                RoleFixture(
                    id=MODERATOR_ROLE_ID,
                    name="Moderator",
                    permissions=MODERATOR,
                    members=(BRUNO,),
                    colour=0x2ECC71,
                ),
            ),
        ),
    ),
    people=PEOPLE,
)
