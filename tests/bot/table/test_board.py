"""The board's message: edited in place, posted again when buried, found again, and always the newest."""

import asyncio
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat.drawing import Drawn
from bot.chat.pictures import Pictures
from bot.config import PlaySettings, Settings
from bot.host import play as cast
from bot.table.screens.story import told_to
from games.game import AnyGame
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.resting import all_current
from tests.bot.tables import (
    board,
    legal,
    lines,
    mover,
    open_lobby,
    people,
    play,
    session_in,
    sit_down,
    to_move,
    told,
    toss,
    type_moves,
    until,
    visible,
    words_of,
)
from tests.openapi import Recording

BURY_AFTER = PlaySettings().bury_after


def boards(person: Person, channel: str = "games") -> list[Json]:
    """The boards this person sees in the channel: one, if all is well."""
    return [one for one in person.sees.in_channel(channel) if pictures_of(one)]


async def test_the_lobby_becomes_the_board_which_is_edited_in_place(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    await chiara.press(await tables.join(dmitri, lobby), label="Start")
    shown = await board(dmitri, lobby, "Heads or tails?")
    await chiara.press(shown, label="Heads")
    await board(dmitri, lobby, "to place")
    square = await type_moves(bot, chiara, dmitri, count=2)
    await board(dmitri, lobby, f"plays {square}")
    assert [one["id"] for one in boards(dmitri)] == [lobby["id"]]


async def test_the_picture_is_a_png_with_the_position_as_alt_text_and_changes_with_each_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    (before,) = pictures_of(shown)
    assert (await chiara.fetch(before["url"])).startswith(b"\x89PNG")
    square = await type_moves(bot, chiara, dmitri)
    (after,) = pictures_of(await board(chiara, shown, f"plays {square}"))
    assert after["url"] != before["url"]
    description = after["description"]
    assert "turn to place" in description
    assert f"plays {square}" in description
    assert "{a}" not in description
    assert "<@" not in description, "mentions are not read out in alt text"
    assert {"Chiara", "Dmitri"} <= set(description.replace(",", "").split())
    assert len(description) <= 1024


async def test_a_board_that_is_buried_is_posted_again_and_the_old_one_deleted(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    for number in range(BURY_AFTER):
        await dmitri.say("games", f"chatter {number}")
    square = await type_moves(bot, chiara, dmitri)
    newer = await chiara.wait_for(lambda m: m["id"] != shown["id"] and f"plays {square}" in words_of(m))
    await chiara.wait_gone(shown)
    assert visible(chiara)[-1]["id"] == newer["id"]
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, newer, f"plays {square}")


async def test_a_board_near_the_bottom_stays_where_it_is(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    for number in range(BURY_AFTER - 1):
        await dmitri.say("games", f"chatter {number}")
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")
    assert len(boards(chiara)) == 1


async def test_a_click_on_a_buried_board_is_answered_by_a_new_board_at_the_bottom(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    for number in range(BURY_AFTER):
        await dmitri.say("games", f"chatter {number}")
    await chiara.press(shown, label="Heads")
    await chiara.wait_gone(shown)
    (newer,) = boards(chiara)
    assert "to place" in text_of(newer)


async def test_board_posts_the_board_at_the_bottom_for_anybody(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await emi.say("games", "where is it?")
    await emi.command("board", channel="games")
    await chiara.wait_gone(shown)
    (newer,) = boards(chiara)
    assert not is_ephemeral(newer)
    player = mover(bot, chiara, dmitri)
    square = legal(bot)[0]
    await tables.choose(player, newer, square)
    await board(emi, newer, f"plays {square}")


async def test_a_board_that_was_on_its_way_when_somebody_moved_shows_the_move_too(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await toss(chiara, dmitri)
    posted = discord.faults.hold_next("POST", "/messages$")
    await emi.command("board", channel="games")
    await posted.arrived.wait()
    square = legal(bot)[0]
    await tables.choose(mover(bot, chiara, dmitri), shown, square)
    await board(emi, shown, f"plays {square}")
    posted.released.set()
    newer = await emi.wait_for(lambda m: m["id"] != shown["id"] and f"plays {square}" in words_of(m))
    await emi.wait_gone(shown)
    assert boards(emi) == [emi.sees.current(newer)]


async def test_board_shows_a_lobby_too_and_says_when_there_is_nothing(chiara: Person, dmitri: Person) -> None:
    nothing = await told(chiara, await chiara.command("board", channel="games"))
    assert "No game is running here" in nothing
    lobby = await open_lobby(chiara)
    await dmitri.command("board", channel="games")
    await chiara.wait_gone(lobby)
    newer = await chiara.wait_for(lambda m: "Join" in labels_of(m))
    await tables.join(dmitri, newer)


async def test_a_board_that_somebody_deletes_is_posted_again(
    bot: Parlour, chiara: Person, dmitri: Person, bruno: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await bruno.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    newer = await chiara.wait_for(lambda m: m["id"] != shown["id"] and "to place" in text_of(m))
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, newer, f"plays {square}")
    assert len(boards(chiara)) == 1


async def test_a_lobby_that_somebody_deletes_is_posted_again(
    chiara: Person, dmitri: Person, bruno: Person
) -> None:
    lobby = await open_lobby(chiara)
    await bruno.do("delete", channel_id=lobby["channel_id"], message_id=lobby["id"])
    newer = await chiara.wait_for(lambda m: m["id"] != lobby["id"] and "Join" in labels_of(m))
    await tables.join(dmitri, newer)


async def test_a_board_deleted_while_the_bot_was_away_is_posted_again(settings: Settings, meet: Meet) -> None:
    """Discord doesn't tell the bot, so it looks, also for boards of tables at rest."""
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    bruno = await meet(cast.BRUNO)
    async with running(settings) as bot:
        shown = await bruno.wait_for(lambda m: "to place" in text_of(m))
        await all_current(bot)
    await bruno.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    async with running(settings):
        await bruno.wait_for(lambda m: m["id"] != shown["id"] and "to place" in text_of(m))


async def test_a_deleted_channel_ends_its_game_and_leaves_the_others_alone(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    await sit_down(chiara, dmitri, "card-room")
    shown = await toss(chiara, dmitri)
    session = session_in(bot, cast.CARD_ROOM)
    await ada.do("delete_channel", channel_id=cast.CARD_ROOM)
    await until(lambda: session.table.stopped)
    await until(lambda: bot.tables.channels.find(int(cast.CARD_ROOM)) is None)
    assert [one.channel_id for one in await bot.archive.sessions.open_tables()] == [int(cast.GAMES)]
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")


async def test_a_deleted_channel_closes_its_lobby(bot: Parlour, ada: Person, chiara: Person) -> None:
    await open_lobby(chiara)
    await ada.do("delete_channel", channel_id=cast.GAMES)
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
    assert await bot.archive.sessions.open_tables() == ()


async def test_a_deleted_thread_ends_its_game(bot: Parlour, ada: Person, chiara: Person) -> None:
    channel_id = chiara.sees.channel("games")["id"]
    thread = (await chiara.do("create_thread", channel_id=channel_id, name="a side table"))["channel"]
    await tables.sit_down_alone(chiara, channel=thread["id"])
    await ada.do("delete_channel", channel_id=thread["id"])
    await until(lambda: bot.tables.channels.find(int(thread["id"])) is None)
    assert await bot.archive.sessions.open_tables() == ()


async def test_a_channel_deleted_while_the_bot_was_away_ends_its_game_after_days(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an outage Discord may say for a while that it doesn't know a channel."""
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    ada = await meet(cast.ADA)
    async with running(settings):
        await ada.wait_for(lambda m: "to place" in text_of(m))
    await ada.do("delete_channel", channel_id=cast.GAMES)
    async with running(settings) as bot:
        await until(
            lambda: (found := bot.tables.channels.find(int(cast.GAMES))) and found.stored.missing_since
        )
        assert session_in(bot).is_open
    monkeypatch.setattr("bot.table.messages.board.GONE_SECONDS", 0)
    async with running(settings) as bot:
        await until(lambda: bot.tables.channels.id_in(int(cast.GAMES)) is None)
        assert await bot.archive.sessions.open_tables() == ()


async def test_after_fast_moves_only_the_newest_board_is_shown_without_what_it_missed(
    bot: Parlour, recording: Recording, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await toss(chiara, dmitri)
    session, before = session_in(bot), len(recording.exchanges)
    real, begun, may_be_drawn = bot.pictures.draw, list[Any](), asyncio.Event()

    async def draw(*args: Any) -> Drawn | None:
        begun.append(args)
        await may_be_drawn.wait()
        return await real(*args)

    monkeypatch.setattr(bot.pictures, "draw", draw)
    for click in range(12):
        await play(bot, session, int(mover(bot, chiara, dmitri).id), legal(bot)[0], click)
        await until(lambda: begun)
    may_be_drawn.set()
    shown = await board(chiara, shown, f"plays {lines(bot)[-1].split()[1]}")
    rows = [one for one in text_of(shown).splitlines() if one.startswith("> ")]
    assert rows == [], "the newest line is in the picture, and older ones would read as stale"
    edits = [one for one in recording.exchanges[before:] if one.method == "PATCH"]
    assert len(begun) <= 3, "boards that are overtaken are not drawn"
    assert len(edits) <= 2, "boards that are overtaken are not sent"


async def test_a_board_that_is_deleted_while_it_is_drawn_is_posted_again(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await toss(chiara, dmitri)
    real, begun, may_be_drawn = bot.pictures.draw, list[Any](), asyncio.Event()

    async def draw(*args: Any) -> Drawn | None:
        begun.append(args)
        await may_be_drawn.wait()
        return await real(*args)

    monkeypatch.setattr(bot.pictures, "draw", draw)
    move = legal(bot)[0]
    await play(bot, session_in(bot), int(mover(bot, chiara, dmitri).id), move, 1)
    await until(lambda: begun)
    await ada.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    messages = await bot.messages.of(session_in(bot))
    await until(lambda: messages.board.message_id is None)
    may_be_drawn.set()
    newer = await chiara.wait_for(lambda m: m["id"] != shown["id"] and f"plays {move}" in words_of(m))
    assert newer["channel_id"] == shown["channel_id"]


async def test_a_picture_that_was_overtaken_by_a_move_does_not_stand_beside_the_words_of_that_move(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await toss(chiara, dmitri)
    began, overtaken, draw = asyncio.Event(), asyncio.Event(), Pictures.draw

    async def draw_slowly(self: Pictures, game: AnyGame, view: Any, *more: Any) -> Any:
        began.set()
        await overtaken.wait()
        return await draw(self, game, view, *more)

    monkeypatch.setattr(Pictures, "draw", draw_slowly)
    await type_moves(bot, chiara, dmitri)
    await began.wait()
    square = await type_moves(bot, chiara, dmitri)
    overtaken.set()
    (picture,) = pictures_of(await board(dmitri, shown, f"plays {square}"))
    session = session_in(bot)
    drawing = session.game.draw(session.table.view(None)).telling(told_to(session, None))
    assert await dmitri.fetch(picture["url"]) == drawing.png(bot.faces.of(session))
