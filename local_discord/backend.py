"""Discord without its web server: the world, and everything that changes it or hears of a change."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from local_discord.applications import Application
from local_discord.faults import Faults
from local_discord.files import AttachmentStore
from local_discord.fixtures import ApplicationFixture, WorldFixture
from local_discord.gateway import Gateway
from local_discord.interactions import Deadlines, Interactions
from local_discord.lists import AppDirectory, ChannelList, MemberList
from local_discord.messages import Messages, Pins, Reactions
from local_discord.pages import Pages
from local_discord.ratelimit import Limits, RateLimiter
from local_discord.sample import SAMPLE
from local_discord.servers import ServerList
from local_discord.shards import SessionStarts, Sharding
from local_discord.threads import Threads
from local_discord.users import Avatar
from local_discord.world import World

HOST = "127.0.0.1"
API = "/api/v10"

# method, path, query, request body, status, response body
Record = Callable[[str, str, dict[str, str], object, int, object], None]


def _application(given: ApplicationFixture | Application | str) -> Application:
    if isinstance(given, Application):
        return given
    if isinstance(given, str):
        return Application(given)
    avatar = None if given.avatar is None else Avatar.read(given.avatar)
    profile = given.profile.model_dump(mode="json", exclude_none=True)
    return Application(
        given.name,
        given.token,
        given.guilds,
        avatar,
        given.permissions,
        profile,
        given.people,
        set(given.commands_only),
    )


class Backend:
    """What the routes of the HTTP API, the sockets and the pages' actions work on.

    Its parts change the `world` and announce each change to the bots (`gateway`) and the open `pages`.

    It starts with what `world` has. `applications` may log in instead of the world's own, each with
    its token; a string names a new one that is in every server. With `port` 0 it uses a free port.
    `record` is called for every request that isn't answered with 5xx. `disallowed_intents` are refused with
    4014. `sharding` says how bots have to divide their servers, and how long they have to wait before they
    identify again and until their servers come.
    """

    def __init__(
        self,
        world: WorldFixture = SAMPLE,
        *,
        port: int = 0,
        applications: Sequence[Application | str] | None = None,
        limits: Limits | None = None,
        deadlines: Deadlines | None = None,
        record: Record | None = None,
        disallowed_intents: int = 0,
        sharding: Sharding | None = None,
    ) -> None:
        given = world.applications if applications is None else applications
        self.applications = [_application(one) for one in given]
        self.world = World(world, self.applications)
        self.gateway = Gateway(self.world)
        self.pages = Pages(self.world)
        announcing = self.world, self.gateway, self.pages
        self.attachments = AttachmentStore()
        self.channels = ChannelList(*announcing, self.attachments)
        self.members = MemberList(*announcing)
        self.directory = AppDirectory(*announcing)
        self.servers = ServerList(*announcing, self.members, self.directory)
        deadlines = deadlines or Deadlines()
        self.threads = Threads(*announcing, self.channels, deadlines.archive)
        self.messages = Messages(*announcing, self.attachments, self.channels, self.threads)
        self.reactions = Reactions(*announcing)
        self.pins = Pins(self.gateway, self.messages)
        self.interactions = Interactions(*announcing, self.messages, deadlines)
        self.faults = Faults(self.world, self.gateway)
        self.limiter = RateLimiter(limits or Limits())
        self.session_starts = SessionStarts(sharding or Sharding())
        self.disallowed_intents = disallowed_intents
        self.record = record
        self.port = port
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The address of the page, and of everything else."""
        return f"http://{HOST}:{self.port}"

    @property
    def api_url(self) -> str:
        return self.url + API

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def cdn_url(self) -> str:
        """Where avatars and emojis are."""
        return self.url

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs the work in its own task until it's done or everything stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def serving(self, work: Coroutine[Any, Any, None]) -> None:
        """Serves a socket in its own task, which ends when everything stops."""
        with contextlib.suppress(asyncio.CancelledError):
            await self.spawn(work)

    def stop(self) -> None:
        """Ends the sockets, the interactions that wait for an answer and the threads' time."""
        self.interactions.stop()
        self.threads.stop()
        for task in tuple(self._tasks):
            task.cancel()
