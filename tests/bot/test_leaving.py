"""Leaving a game and coming back to it."""

import asyncio

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from games.core import Seat
from local_discord.person import Person, labels_of, text_of
from storage import Archive
from tests.bot.cities import keep_city
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, all_direct, at_rest, direct, session_of
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    against_computer,
    board,
    keep,
    legal,
    lines,
    session_in,
    sit_down_alone,
    to_move,
    told,
    type_moves,
    until,
)
from tests.bot.time_limits import WALK

A, B, C = map(Seat, range(3))


# Leaving and coming back


async def test_a_computer_plays_for_a_player_who_left_until_they_come_back_after_a_restart(
    stones: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        before = len(lines(bot))
        await leave(chiara)
        shown = await shown_board(dmitri, f"A computer plays for <@{chiara.id}>, who can come back.")
        assert "Come back" in labels_of(shown)
        assert "Take the seat" not in labels_of(shown)
        await until(lambda: len(lines(bot)) > before and session_in(bot).waits_for() == (B,))
    async with running(stones) as bot:
        shown = await shown_board(chiara, f"A computer plays for <@{chiara.id}>")
        refused = await told(dmitri, await dmitri.press(shown, label="Come back"))
        assert refused == "Only a player who left this game can come back to it."
        await chiara.press(shown, label="Come back")
        await until(lambda: session_in(bot).players[A].user_id == int(chiara.id))
        before = len(lines(bot))
        await dmitri.command("move", channel="games", move=legal(bot)[0])
        await shown_board(dmitri, f"<@{chiara.id}>: Red to place")
        assert len(lines(bot)) == before + 1, "no computer moves for her now"
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await until(lambda: len(lines(bot)) == before + 2)
        assert "A computer plays" not in text_of(await shown_board(chiara, f"<@{dmitri.id}>: White to place"))


async def test_the_question_before_resigning_offers_to_leave_instead(stones: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(stones) as bot:
        shown = await shown_board(chiara, "to place")
        question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        assert "a computer plays for you, and you can come back" in text_of(question)
        asked = await chiara.reply_to(await chiara.press(question, label="Leave …"))
        assert labels_of(asked) == ["Keep my seat", "Free my seat", "Pause the game"]
        await chiara.press(asked, label="Keep my seat")
        await chiara.wait_gone(asked)
        assert session_in(bot).players[A].reader_id == int(chiara.id)
        assert session_in(bot).table.resigned == ()


async def test_a_player_who_left_cannot_move_and_reads_how_to_come_back(stones: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(stones):
        await leave(chiara)
        await shown_board(chiara, "A computer plays for")
        refused = await told(chiara, await chiara.command("move", channel="games", move="A1"))
        assert "Press Come back under the board to play on." in refused
        assert "a computer is playing for you" in await told(
            chiara, await chiara.command("tables", channel="games")
        )
        question = await chiara.reply_to(await chiara.command("leave", channel="games"))
        assert labels_of(question) == ["Come back", "Free my seat"]


async def test_a_game_that_everyone_has_left_waits_and_its_computers_stop(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(cast.CHIARA), to_move(0))
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        question = await chiara.reply_to(await chiara.command("leave", channel="games"))
        assert "Nobody else plays here, so the game waits until you come back" in text_of(question)
        await chiara.press(question, label="Keep my seat")
        shown = await shown_board(
            chiara, f"Everyone has left. The game waits until <@{chiara.id}> comes back."
        )
        before = lines(bot)
        await asyncio.sleep(0.3)
        assert lines(bot) == before
        await chiara.press(shown, label="Come back")
        await shown_board(chiara, f"<@{chiara.id}>: Red to place")
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await until(lambda: len(lines(bot)) >= len(before) + 2)


async def test_a_player_who_returns_while_the_computer_thinks_makes_the_move(
    stones: Settings, meet: Meet
) -> None:
    stones.play.pace = 1
    chiara = await meet(cast.CHIARA)
    async with running(stones) as bot:
        before = lines(bot)
        await leave(chiara)
        shown = await shown_board(chiara, "A computer plays for")
        await chiara.press(shown, label="Come back")
        await until(lambda: session_in(bot).players[A].is_person)
        await asyncio.sleep(1.5)
        assert lines(bot) == before


async def test_no_time_runs_while_a_player_is_away(settings: Settings, meet: Meet) -> None:
    settings.play.minute = 2
    async with Archive.open(settings.storage.url) as archive:
        options = {"time_limit": "1"}
        await keep_city(archive, *WALK, options=options, seats=against_computer(cast.CHIARA, "walker"))
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        await leave(chiara)
        shown = await shown_board(chiara, "Everyone has left")
        before = lines(bot)
        await asyncio.sleep(2.2)
        await chiara.press(shown, label="Come back")
        await until(lambda: session_in(bot).players[A].is_person)
        assert not session_in(bot).clock.is_over(A)
        assert lines(bot) == before


async def test_a_lobby_can_be_left_by_the_command_too(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="doublolo"))
    await dmitri.press(await dmitri.wait_for(lambda m: m["id"] == lobby["id"]), label="Join")
    await board(chiara, lobby, f"<@{dmitri.id}>")
    await dmitri.command("leave", channel="games")
    await board(chiara, lobby, "*free*")


async def test_a_player_who_leaves_while_asked_about_an_undo_refuses_it(stones: Settings, meet: Meet) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        await type_moves(bot, chiara, dmitri)
        await dmitri.command("undo", channel="games")
        await until(lambda: session_in(bot).table.ask)
        await leave(chiara)
        await until(lambda: "a /refuse" in lines(bot))
        await shown_board(dmitri, f"<@{dmitri.id}>: White to place")


# Hands


async def test_a_player_who_returns_gets_their_hand_back_where_it_was(cards: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(cards) as bot:
        hand = await direct(chiara, "lead")
        await leave(chiara, channel=ROOM)
        away = await board(chiara, hand, "You left this game, and a computer is playing for you.")
        assert "Come back" in labels_of(away)
        assert not away["attachments"]
    async with running(cards) as bot:
        await chiara.press(away, label="Come back")
        await chiara.wait_for(lambda m: m["id"] == hand["id"] and m["attachments"])
        assert session_of(bot).players[A].user_id == int(chiara.id)
        await at_rest(bot, session_of(bot), chiara)
        assert len(all_direct(chiara)) == 1


async def test_an_open_hand_of_a_player_who_left_is_put_away(cards: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(cards):
        shown = await shown_board(chiara, "", ROOM)
        hand = await chiara.reply_to(await chiara.press(shown, label="My hand"))
        assert hand["attachments"]
        await leave(chiara, channel=ROOM)
        away = await board(chiara, hand, "You left this game")
        assert not away["attachments"]
        refused = await told(chiara, await chiara.command("hand", channel=ROOM))
        assert "You have no cards in any game right now" in refused


async def test_alone_against_computers_you_read_that_the_game_waits_instead(
    bot: Parlour, chiara: Person
) -> None:
    shown = await sit_down_alone(chiara)
    asked = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    assert text_of(asked).endswith("leave instead: the game waits until you come back.")
    assert labels_of(asked) == ["Resign", "Leave …"]
