"""Tables where nothing happens by itself leave memory and aren't loaded at a start, but people find them."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.resting import AT_ONCE, all_current, unload
from tests.bot.tables import (
    against_computer,
    board,
    choose,
    keep,
    legal_at,
    mover,
    open_lobby,
    session_in,
    to_move,
    told,
    toss,
    type_moves,
    until,
)
from tests.openapi import Recording


@pytest.fixture
async def shown(bot: Parlour, chiara: Person, dmitri: Person) -> Json:
    """A board of two people that waits for the first stone; its table has left memory."""
    message = await toss(chiara, dmitri)
    await unload(bot)
    return message


async def next_move(bot: Parlour, *people: Person) -> tuple[Person, str]:
    """Who has to move at the table in #games, and what they can play."""
    session = await bot.tables.session(1)
    return mover(bot, *people), legal_at(session.table)[0]


def edits(recording: Recording, message: Json) -> int:
    """How often this message was edited."""
    return sum(
        one.method == "PATCH" and one.path.endswith(f"/messages/{message['id']}")
        for one in recording.exchanges
    )


async def test_a_press_finds_a_table_that_has_left_memory(
    bot: Parlour, chiara: Person, dmitri: Person, shown: Json
) -> None:
    player, square = await next_move(bot, chiara, dmitri)
    await bot.unloader.unload(AT_ONCE)
    assert len(bot.tables.in_memory) == 0
    await choose(player, shown, square)
    await board(chiara, shown, f"plays {square}")
    assert len(bot.tables.in_memory) == 1


async def test_a_typed_move_finds_a_table_that_has_left_memory(
    bot: Parlour, chiara: Person, dmitri: Person, shown: Json
) -> None:
    offered = {
        one: await one.autocomplete("move", "move", channel="games", move="") for one in (chiara, dmitri)
    }
    player = next(one for one in offered if offered[one])
    square = offered[player][-1]["value"]
    await player.command("move", channel="games", move=square)
    await board(chiara, shown, f"plays {square}")


async def test_the_list_of_own_tables_has_those_that_have_left_memory(
    bot: Parlour, chiara: Person, shown: Json
) -> None:
    assert "Doublolo" in await told(chiara, await chiara.command("tables", channel="general"))


async def test_a_deleted_board_of_a_table_that_has_left_memory_is_posted_again(
    bot: Parlour, chiara: Person, ada: Person, shown: Json
) -> None:
    await ada.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    await chiara.wait_for(lambda m: m["id"] != shown["id"] and "to place" in text_of(m))


async def test_messages_bury_a_board_whose_table_has_left_memory(
    bot: Parlour, chiara: Person, shown: Json
) -> None:
    for number in range(3):
        await chiara.say("games", f"message {number}")
    await until(lambda: bot.messages.below[1] == 3)
    session = await bot.tables.session(1)
    assert (await bot.messages.of(session)).board.below == 3


async def test_a_deleted_channel_ends_a_table_that_has_left_memory(
    bot: Parlour, ada: Person, shown: Json
) -> None:
    await ada.do("delete_channel", channel_id=shown["channel_id"])
    await until(lambda: bot.tables.channels.id_in(int(cast.GAMES)) is None)
    stored = await bot.archive.sessions.find(1)
    assert stored is not None
    assert stored.phase == "stopped"


async def test_a_table_that_somebody_has_just_used_stays_in_memory(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    await all_current(bot)
    assert await bot.unloader.unload(60) == 0
    assert len(bot.tables.in_memory) == 1


async def test_a_table_stays_in_memory_until_its_board_shows_the_last_move(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await all_current(bot)
    edit = discord.faults.hold_next("PATCH", "/messages/")
    square = await type_moves(bot, chiara, dmitri)
    await edit.arrived.wait()
    assert await bot.unloader.unload(AT_ONCE) == 0
    edit.released.set()
    await board(chiara, shown, f"plays {square}")
    await unload(bot)


async def test_a_start_leaves_tables_at_rest_alone(
    settings: Settings, meet: Meet, recording: Recording
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        shown = await toss(chiara, dmitri)
        await all_current(bot)
    before = edits(recording, shown)
    async with running(settings) as bot:
        assert len(bot.tables.in_memory) == 0
        player, square = await next_move(bot, chiara, dmitri)
        assert edits(recording, shown) == before
        await choose(player, shown, square)
        await board(chiara, shown, f"plays {square}")


async def test_a_start_resumes_a_table_that_was_not_at_rest(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = await keep(archive, against_computer(cast.CHIARA), to_move(1))
        await archive.clocks.rest({1: len(table.lines) - 1})
    await meet(cast.CHIARA)
    async with running(settings) as bot:
        await until(lambda: len(session_in(bot).table.lines) > len(table.lines))


async def test_a_lobby_that_somebody_only_looked_at_is_left_alone_by_the_next_start_too(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        await open_lobby(chiara)
    async with running(settings) as bot:
        await chiara.reply_to(await chiara.command("tables", channel="games"))
        assert len(bot.tables.in_memory) == 1
    async with Archive.open(settings.storage.url) as archive:
        (lobby,) = await archive.sessions.open_tables()
        assert lobby.rests
