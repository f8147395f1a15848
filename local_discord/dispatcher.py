"""The world, and everything that changes it or hears of a change."""

from collections.abc import Sequence

from local_discord.app_directory import AppDirectory
from local_discord.applications import Application
from local_discord.channel_list import ChannelList
from local_discord.deadlines import Deadlines
from local_discord.faults import Faults
from local_discord.fixtures import WorldFixture
from local_discord.gateway import Gateway
from local_discord.member_list import MemberList
from local_discord.pages import Pages
from local_discord.pins import Pins
from local_discord.posting import Messages
from local_discord.reactions import Reactions
from local_discord.uploads import AttachmentStore
from local_discord.world import World


class Dispatcher:
    """Its parts change the world and announce each change to the bots (`gateway`) and the open `pages`."""

    def __init__(
        self, fixture: WorldFixture, applications: Sequence[Application], deadlines: Deadlines
    ) -> None:
        self.world = world = World(fixture, applications)
        self.gateway = gateway = Gateway(world)
        self.pages = pages = Pages(world)
        self.attachments = AttachmentStore()
        self.channels = ChannelList(world, gateway, pages, self.attachments)
        self.messages = Messages(world, gateway, pages, self.attachments, self.channels)
        self.reactions = Reactions(world, gateway, pages)
        self.pins = Pins(gateway, self.messages)
        self.members = MemberList(world, gateway, pages)
        self.directory = AppDirectory(world, gateway, pages)
        self.faults = Faults(world, gateway)
        self.deadlines = deadlines
