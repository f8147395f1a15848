"""A game that has ended or rests leaves memory at once, without the garbage collector."""

import gc
import io
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from local_discord.person import Person
from tests.bot.clocks import keep_timed
from tests.bot.conftest import running
from tests.bot.resting import unload
from tests.bot.several import sit_down
from tests.bot.tables import resign, session_in, toss, type_moves, until
from tests.bot.time_limits import shown_to


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def parts(bot: Parlour) -> "dict[str, ref[object]]":
    """Weak references to the game's objects."""
    session = session_in(bot)
    messages = bot.messages.in_channel(session.stored.channel_id)
    assert messages is not None
    return {
        "session": ref(session),
        "clock": ref(session.clock),
        "timer": ref(session.timer),
        "messages": ref(messages),
        "board": ref(messages.board),
    }


def alive(found: "dict[str, ref[object]]") -> list[str]:
    """What is still in memory."""
    return [name for name, one in found.items() if one() is not None]


async def test_an_ended_game_is_freed_at_once(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    found = parts(bot)
    await resign(chiara, shown)
    await until(lambda: not bot.tables.in_memory.sessions())
    await until(lambda: not alive(found))


@pytest.mark.parametrize("game", ["calabresella", "fooblitzky"])
async def test_so_is_one_against_computers_whose_hand_was_open(
    bot: Parlour, chiara: Person, game: str
) -> None:
    await sit_down(chiara, "games", game)
    found = parts(bot)
    await chiara.reply_to(await chiara.command("hand", channel="games"))
    question = await chiara.reply_to(await chiara.command("stop", channel="games"))
    await chiara.press(question, label="Stop the game")
    await until(lambda: not bot.tables.in_memory.sessions())
    await until(lambda: not alive(found))


async def test_so_is_one_that_leaves_memory_for_a_while(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    found = parts(bot)
    await unload(bot)
    await until(lambda: not alive(found))


async def test_so_is_one_that_a_start_resumed(two: tuple[Person, Person], settings: Settings) -> None:
    chiara, _ = two
    await keep_timed(settings, move_time="1 hour")
    async with running(settings) as bot:
        shown = await shown_to(chiara, "Which square?")
        found = parts(bot)
        await resign(chiara, shown)
        await until(lambda: not bot.tables.in_memory.sessions())
        await until(lambda: not alive(found))


async def test_so_is_each_picture_that_was_sent(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=6)
    newest = len(bot.tables.in_memory.sessions())
    await until(lambda: len(pictures()) <= newest)


def pictures() -> list[io.BytesIO]:
    """The files with pictures that are in memory."""
    files = (one for one in gc.get_objects() if isinstance(one, io.BytesIO) and not one.closed)
    return [one for one in files if one.getvalue().startswith(b"\x89PNG")]
