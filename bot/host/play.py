"""`make play`: a local Discord in the browser with the real bot logged in, its server and its people.

Don't change the ids: saved games contain them.

The bot runs in its own process, as it would with Discord, and restarts when it dies. Kill it at any time
and watch the games continue.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from bot.host.tools import tell
from games.engine import registry
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GroupFixture,
    GuildFixture,
    WelcomeFixture,
    WorldFixture,
)
from local_discord.sample import PEOPLE as EVERYBODY
from local_discord.sample import WRITING, moderators
from local_discord.server import LocalDiscord

PEOPLE = EVERYBODY
ADA, BRUNO, CHIARA, DMITRI, EMI, FARID, GRIM = (one.id for one in PEOPLE)

GUILD_ID = "700000000000000001"
GUILD_NAME = "The Parlour"
MODERATOR_ROLE_ID = "720000000000000001"

_FIRST = registry.find("fourside")
"""The game that one press starts: it asks on its board, and nothing is hidden."""

WELCOME = WelcomeFixture(
    text="## Welcome to The Parlour\n"
    "**/play** shows all five games, and **/learn** teaches you one in five minutes. "
    "To try both sides yourself, press another name on this page, and then *Join*.",
    command=f"play game:{_FIRST.about.name} against:The computer{' form:Quick game' if _FIRST.quick else ''}",
    label=f"Play {_FIRST.about.title}",
    picture=Path(str(files(f"games.{_FIRST.about.name}").joinpath("art", "title.png"))),
)


def _channel(
    number: int, name: str, topic: str, welcome: WelcomeFixture | None = WELCOME, denied: Sequence[str] = ()
) -> ChannelFixture:
    id_ = f"73000000000000000{number}"
    return ChannelFixture(id=id_, name=name, topic=topic, welcome=welcome, denied_to_bots=tuple(denied))


CHANNELS = (
    _channel(1, "general", "Anything at all"),
    _channel(2, "games", "Boards and dice"),
    _channel(3, "card-room", "Three at a table, please"),
    _channel(4, "quiet-corner", "One slow game a week"),
    _channel(5, "no-bots-here", "Bots can read here but can't write", welcome=None, denied=WRITING),
)
GENERAL, GAMES, CARD_ROOM, QUIET_CORNER, NO_BOTS_HERE = (channel.id for channel in CHANNELS)

_SERVER = GuildFixture(
    id=GUILD_ID, name=GUILD_NAME, owner=ADA, channels=CHANNELS, roles=(moderators(MODERATOR_ROLE_ID),)
)

WORLD = WorldFixture(
    guilds=(_SERVER,),
    people=PEOPLE,
    applications=(ApplicationFixture(name="Parlour", avatar=Path(__file__).parents[1] / "parlour.png"),),
)
"""One server with the bot in it, and seven people: the last one's name is hard to show, so tests have it."""

GROUP = "740000000000000001"
STRANGE_GUILD_ID, LOUNGE, LIBRARY = "700000000000000002", "730000000000000021", "730000000000000022"

_STRANGE = GuildFixture(
    id=STRANGE_GUILD_ID,
    name="The Neighbours",
    owner=CHIARA,
    channels=(
        ChannelFixture(id=LOUNGE, name="lounge", topic="The bot isn't in this server"),
        ChannelFixture(
            id=LIBRARY, name="library", topic="A bot can answer only you", denied=("USE_EXTERNAL_APPS",)
        ),
    ),
)

PLAYGROUND = WorldFixture(
    guilds=(_SERVER, _STRANGE),
    people=tuple(one for one in PEOPLE if one.id != GRIM),
    applications=(WORLD.applications[0].model_copy(update={"guilds": (GUILD_ID,), "people": (ADA, BRUNO)}),),
    groups=(GroupFixture(id=GROUP, name="Sunday games", owner=ADA, members=(ADA, BRUNO, CHIARA)),),
)
"""What `make play` opens: the same without that name, with a group message and a server without the bot.

Ada and Bruno have added the bot to their own accounts, so they can use it there.
"""


FOLDER = Path("play")
RESTART_SECONDS = 1.0
_STOP = (signal.SIGINT, signal.SIGTERM)


async def play(port: int, folder: Path = FOLDER) -> None:
    """Serve the local Discord and keep a bot running until SIGINT or SIGTERM. Games are saved in `folder`.

    Raises OSError if the port is taken.
    """
    stop = asyncio.Event()
    for sign in _STOP:
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with LocalDiscord(PLAYGROUND, port=port) as discord:
        environment = {
            **os.environ,
            "PARLOUR_DISCORD__TOKEN": discord.applications[0].token,
            "PARLOUR_DISCORD__API_URL": discord.api_url,
            "PARLOUR_DISCORD__GATEWAY_URL": discord.gateway_url,
            "PARLOUR_DISCORD__CDN_URL": discord.cdn_url,
            "PARLOUR_STORAGE__URL": f"sqlite:///{folder / 'parlour.sqlite3'}",
            "PARLOUR_LOG_LEVEL": os.environ.get("PARLOUR_LOG_LEVEL", "WARNING"),
        }
        tell(f"\n  Parlour is open: {discord.url}\n\n  Ctrl-C stops it. Games are saved in {folder}/.\n")
        await _keep_running(environment, stop)


async def _keep_running(environment: dict[str, str], stop: asyncio.Event) -> None:
    stopped = asyncio.create_task(stop.wait())
    while not stop.is_set():
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", env=environment, start_new_session=True
        )
        tell(f"  The bot is running as process {bot.pid}.")
        ended = asyncio.create_task(bot.wait())
        await asyncio.wait({stopped, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            tell(f"  The bot stopped ({bot.returncode}). Restarting it.")
            await asyncio.wait({stopped}, timeout=RESTART_SECONDS)
            continue
        with suppress(ProcessLookupError):
            bot.send_signal(signal.SIGTERM)
        await ended
