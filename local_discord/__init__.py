"""Discord's HTTP API and gateway on loopback, in memory, for trying a bot without Discord.

Nothing here knows which bot logs in. README.md in this folder describes the protocol.
"""

from local_discord.applications import Application as Application
from local_discord.fixtures import ApplicationFixture as ApplicationFixture
from local_discord.fixtures import ChannelFixture as ChannelFixture
from local_discord.fixtures import GuildFixture as GuildFixture
from local_discord.fixtures import PersonFixture as PersonFixture
from local_discord.fixtures import RoleFixture as RoleFixture
from local_discord.fixtures import WorldFixture as WorldFixture
from local_discord.interactions import Deadlines as Deadlines
from local_discord.person import Person as Person
from local_discord.person import Refused as Refused
from local_discord.ratelimit import NO_LIMITS as NO_LIMITS
from local_discord.ratelimit import Limit as Limit
from local_discord.ratelimit import Limits as Limits
from local_discord.sample import SAMPLE as SAMPLE
from local_discord.server import LocalDiscord as LocalDiscord
from local_discord.shards import NO_WAITING as NO_WAITING
from local_discord.shards import Sharding as Sharding
