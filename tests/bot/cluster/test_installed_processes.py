"""Where a person has brought the bot along, with two processes: one has direct messages."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import TypeAlias

import pytest

from bench import loopback
from bench.postgres import empty_database
from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot.chat.test_installed import begun
from tests.bot.conftest import PATIENT
from tests.bot.pressing import picks, press_on
from tests.bot.several import QUICK, connected
from tests.bot.tables import until

pytestmark = pytest.mark.real

Two: TypeAlias = tuple[Parlour, Parlour]


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.PLAYGROUND, limits=Limits(), deadlines=PATIENT)


@pytest.fixture
async def two(
    discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Parlour, Parlour]]:
    """The process that has direct messages, and the one that has the servers."""
    for name, seconds in (QUICK | {"bot.app.parlour.SHOWING_SECONDS": 0.1}).items():
        monkeypatch.setattr(name, seconds)
    async with AsyncExitStack() as stack:
        settings = loopback.settings_for(discord, await stack.enter_async_context(empty_database()))
        settings.discord.shards, settings.discord.handover = 2, 0.1
        processes = [await stack.enter_async_context(connected(settings)) for _ in range(2)]
        await until(lambda: [one.budget.share for one in processes] == [1 / 2, 1 / 2])
        direct = next(one for one in processes if one.share.has(None))
        yield direct, next(one for one in processes if one is not direct)


async def asked(person: Person, interaction_id: str) -> Json:
    """What only they see, once it asks them something."""
    shown = await person.reply_to(interaction_id)
    assert is_ephemeral(shown)
    return await person.wait_for(lambda m: m["id"] == shown["id"] and picks(m))


async def test_whichever_process_a_press_reaches_it_counts_where_its_table_is(two: Two, meet: Meet) -> None:
    ada, chiara, (direct, servers) = await meet(cast.ADA), await meet(cast.CHIARA), two
    # Only she sees this game: it's in her direct messages, though she plays it in a server.
    shown = await asked(ada, await ada.command("play", channel=cast.LIBRARY, game="doublolo"))
    (session,) = direct.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada, presses=2)
    await until(lambda: session.waits_for() == (0,))
    again = await asked(ada, await ada.command("board", channel=cast.LIBRARY))
    await press_on(session, again, ada, presses=1)
    # A server and a group without the bot have tables of their own.
    for bot, place in zip(two, (cast.GROUP, cast.LOUNGE), strict=True):
        shown = await begun(ada, chiara, place)
        session = bot.tables.channels.session_in(int(place))
        await press_on(session, shown, ada, chiara, presses=3)
        again = await chiara.reply_to(await ada.command("board", channel=place))
        await press_on(session, again, ada, chiara, presses=2)
    question = await ada.reply_to(await ada.command("stop", channel=cast.LOUNGE))
    await ada.press(question, label="Stop the game")
    await until(lambda: session.table.over)
    # Now her own game is meant by commands there.
    card = await ada.reply_to(await ada.command("daily", channel=cast.LOUNGE))
    shown = await asked(ada, await ada.press(card, label="Play"))
    *_, session = direct.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada, presses=1)
    again = await asked(ada, await ada.command("board", channel=cast.LOUNGE))
    await press_on(session, again, ada, presses=1)
    assert not servers.tables.in_memory.sessions_of(int(ada.id))
