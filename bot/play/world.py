"""The world of `make play`: a server, its channels and its people. The tests use it too.

Don't change the ids: saved games contain them.
"""

from pathlib import Path

from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    WelcomeFixture,
    WorldFixture,
)
from local_discord.sample import (
    ADA,
    BRUNO,
    CHIARA,
    DMITRI,
    EMI,
    FARID,
    GRIM,
    PEOPLE,
    WRITING,
    moderators,
)

__all__ = [
    "ADA",
    "BRUNO",
    "CARD_ROOM",
    "CHANNELS",
    "CHIARA",
    "DMITRI",
    "EMI",
    "FARID",
    "GAMES",
    "GENERAL",
    "GRIM",
    "GUILD_ID",
    "GUILD_NAME",
    "MODERATOR_ROLE_ID",
    "NO_BOTS_HERE",
    "PEOPLE",
    "PLAYGROUND",
    "QUIET_CORNER",
    "WORLD",
]

GUILD_ID = "700000000000000001"
GUILD_NAME = "The Parlour"
MODERATOR_ROLE_ID = "720000000000000001"

WELCOME = WelcomeFixture(
    text="## Welcome to The Parlour\n"
    "Five lost tabletop games are waiting here. Type **/play**, choose one, and press *Play the computer*. "
    "New to them all? **/learn** teaches you one in five minutes. "
    "To play as two people, become someone else too and press *Join*.",
    command="play",
)

CHANNELS = (
    ChannelFixture(id="730000000000000001", name="general", topic="Anything at all", welcome=WELCOME),
    ChannelFixture(id="730000000000000002", name="games", topic="Boards and dice", welcome=WELCOME),
    ChannelFixture(
        id="730000000000000003", name="card-room", topic="Three at a table, please", welcome=WELCOME
    ),
    ChannelFixture(
        id="730000000000000004", name="quiet-corner", topic="One slow game a week", welcome=WELCOME
    ),
    ChannelFixture(
        id="730000000000000005",
        name="no-bots-here",
        topic="Bots can read here but can't write",
        denied_to_bots=WRITING,
    ),
)
GENERAL, GAMES, CARD_ROOM, QUIET_CORNER, NO_BOTS_HERE = (channel.id for channel in CHANNELS)

WORLD = WorldFixture(
    guilds=(
        GuildFixture(
            id=GUILD_ID,
            name=GUILD_NAME,
            owner=ADA,
            channels=CHANNELS,
            roles=(moderators(MODERATOR_ROLE_ID),),
        ),
    ),
    people=PEOPLE,
    applications=(ApplicationFixture(name="Parlour", avatar=Path(__file__).with_name("parlour.png")),),
)
"""One server with the bot in it, and seven people: the last one's name is hard to show, so tests have it."""

PLAYGROUND = WORLD.model_copy(update={"people": tuple(one for one in PEOPLE if one.id != GRIM)})
"""What `make play` opens: the same without that name."""
