"""Leaving a game and coming back to it, and taking the seat of somebody who gave it up."""

import asyncio

import pytest

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.tables.player import Player
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import keep_city
from tests.bot.conftest import Meet, running
from tests.bot.hands import EXCHANGE, ROOM, SEATED, all_direct, at_rest, direct, keep_deal, session_of
from tests.bot.tables import (
    against_computer,
    board,
    forge,
    keep,
    legal,
    lines,
    people,
    session_in,
    to_move,
    told,
    type_moves,
    until,
)
from tests.bot.time_limits import WALK

A, B, C = map(Seat, range(3))


async def leave(person: Person, how: str = "Keep my seat", channel: str = "games") -> None:
    """Use /leave, and press one of its buttons."""
    question = await person.reply_to(await person.command("leave", channel=channel))
    await person.press(question, label=how)


async def shown_board(person: Person, saying: str, channel: str = "games") -> Json:
    """The board in the channel once it says this."""
    room = person.channel(channel)["id"]
    return await person.wait_for(
        lambda m: m["channel_id"] == room and not is_ephemeral(m) and saying in text_of(m)
    )


@pytest.fixture
async def stones(settings: Settings) -> Settings:
    """Chiara is to place a stone in a game of Doublolo with Dmitri."""
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    return settings


@pytest.fixture
async def cards(settings: Settings) -> Settings:
    """Chiara is to lead in a deal of Calabresella with Dmitri and Emi."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    return settings


def seated(bot: Parlour) -> tuple[Player, ...]:
    """Who has a seat at the table in #games."""
    found = bot.tables.in_channel(int(cast.GAMES))
    assert found is not None
    return found.players


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
        assert labels_of(asked) == ["Keep my seat", "Free my seat"]
        await chiara.press(asked, label="Keep my seat")
        await chiara.wait_gone(asked)
        assert session_in(bot).players[A].reader_id == int(chiara.id)
        assert session_in(bot).table.resigned == ()


async def test_somebody_who_left_cannot_move_and_reads_how_to_come_back(stones: Settings, meet: Meet) -> None:
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


async def test_the_time_of_a_player_who_returns_begins_again(settings: Settings, meet: Meet) -> None:
    settings.play.minute = 0.5
    async with Archive.open(settings.storage.url) as archive:
        options = {"time_limit": "1"}
        await keep_city(archive, *WALK, options=options, seats=against_computer(cast.CHIARA, "walker"))
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        await leave(chiara)
        shown = await shown_board(chiara, "Everyone has left")
        before = lines(bot)
        await asyncio.sleep(0.6)
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


async def test_somebody_who_is_asked_about_an_undo_and_leaves_refuses_it(
    stones: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        await type_moves(bot, chiara, dmitri)
        await dmitri.command("undo", channel="games")
        await until(lambda: session_in(bot).table.ask)
        await leave(chiara)
        await shown_board(dmitri, f"<@{dmitri.id}>: White to place")
        assert "a /refuse" in lines(bot)


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
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))
        await at_rest(bot, session_of(bot), chiara)
        assert chiara.messages[hand["channel_id"]][hand["id"]]["attachments"]
        assert len(all_direct(chiara)) == 1


async def test_an_open_hand_of_somebody_who_left_is_put_away(cards: Settings, meet: Meet) -> None:
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


async def test_somebody_who_had_no_other_seat_takes_a_free_one_and_gets_its_hand(
    cards: Settings, meet: Meet
) -> None:
    chiara, emi, farid = await meet(cast.CHIARA), await meet(cast.EMI), await meet(cast.FARID)
    async with running(cards) as bot:
        hand = await direct(chiara, "lead")
        await leave(chiara, "Free my seat", ROOM)
        shown = await shown_board(farid, "can take over", ROOM)
        assert "Come back" not in labels_of(shown)
        refused = await told(emi, await emi.press(shown, label="Take the seat"))
        assert refused == "You've had another seat in this game, so you can't take this one too."
        await farid.press(shown, label="Take the seat")
        await until(lambda: session_of(bot).players[A].user_id == int(farid.id))
        taken = await direct(farid, "Calabresella")
        assert taken["attachments"]
        gone = await board(chiara, hand, f"<@{farid.id}> plays on in your seat.")
        assert not gone["attachments"]
        assert labels_of(gone) == ["Go to table"]
    async with running(cards) as bot:
        await bot.tables.bring_in(int(cast.CARD_ROOM))
        await at_rest(bot, session_of(bot), chiara, farid)
        assert session_of(bot).players[A].user_id == int(farid.id)
        assert [one["id"] for one in all_direct(farid)] == [taken["id"]]
        assert not chiara.messages[hand["channel_id"]][hand["id"]]["attachments"]
        assert "watching" in await told(chiara, await chiara.command("help", channel=ROOM))
        refused = await told(farid, await farid.command("leave", channel="games"))
        assert "No game is running here" in refused
        await leave(farid, "Free my seat", ROOM)
        shown = await shown_board(chiara, f"A computer plays for <@{farid.id}>", ROOM)
        await chiara.press(shown, label="Take the seat")
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))
        await until(lambda: chiara.messages[hand["channel_id"]][hand["id"]]["attachments"])


async def test_a_seat_is_not_given_to_somebody_who_played_another_one_before(
    cards: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri, farid = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.FARID)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        await farid.press(await shown_board(farid, "can take over", ROOM), label="Take the seat")
        await shown_board(farid, f"<@{farid.id}>", ROOM)
        await leave(farid, "Free my seat", ROOM)
        await shown_board(farid, f"A computer plays for <@{farid.id}>", ROOM)
        await leave(dmitri, "Free my seat", ROOM)
        shown = await shown_board(farid, f"A computer plays for <@{dmitri.id}>", ROOM)
        for person in (farid, chiara):
            refused = await told(person, await forge(discord, person, shown, "take:1:b"))
            assert refused == "You've had another seat in this game, so you can't take this one too."
        assert session_of(bot).players[B].user_id is None


async def test_made_up_ids_free_no_seat_and_bring_nobody_back(
    cards: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri, farid = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.FARID)
    async with running(cards) as bot:
        await leave(chiara, channel=ROOM)
        shown = await shown_board(farid, "who can come back", ROOM)
        question = await dmitri.reply_to(await dmitri.command("resign", channel=ROOM))
        await dmitri.press(question, label="Resign")
        shown = await shown_board(farid, f"<@{dmitri.id}> resigns", ROOM)
        players = session_of(bot).players
        for custom_id in (
            *("back:1", "keep:1", "free:1", "away:1", "back:x", "back", "take:1", "take:1:-"),
            *("take:1:a", "take:1:b", "take:1:c", "take:1:d", "take:1:z", "take:2:a", "take:1:a:a"),
        ):
            assert await told(farid, await forge(discord, farid, shown, custom_id)), custom_id
        for custom_id in ("back:1", "keep:1", "free:1", "take:1:b", "take:1:a"):
            assert await told(dmitri, await forge(discord, dmitri, shown, custom_id)), custom_id
        assert session_of(bot).players == players


# Leaving the server


async def test_anyone_may_take_the_seat_of_somebody_who_left_the_server(stones: Settings, meet: Meet) -> None:
    stones.play.remind_after = 0.1
    chiara, emi = await meet(cast.CHIARA), await meet(cast.EMI)
    await chiara.do("leave")
    async with running(stones) as bot:
        shown = await shown_board(emi, "can take over")
        await emi.press(shown, label="Take the seat")
        await until(lambda: session_in(bot).players[A].user_id == int(emi.id))


# How it ends


async def test_a_winner_who_is_away_has_won_and_the_board_says_who_played_what(
    stones: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(stones) as bot:
        made = sum(line.startswith("a ") for line in lines(bot))
        moves = f"made {made} move{'s' * (made != 1)}"
        await leave(chiara)
        await until(lambda: session_in(bot).waits_for() == (B,))
        question = await dmitri.reply_to(await dmitri.command("resign", channel="games"))
        await dmitri.press(question, label="Resign")
        final = text_of(await shown_board(emi, f"<@{chiara.id}> wins: <@{dmitri.id}> resigned."))
        assert f"Seat A: <@{chiara.id}> {moves} and a computer made 1 move." in final
        assert f"It counts for <@{chiara.id}>." in final
        standings = await told(emi, await emi.command("leaderboard", channel="games"))
        row = next(one for one in standings.splitlines() if chiara.id in one).replace("\xa0", " ")
        assert row.endswith("3 games to go · 1 win · 1 game (1 with computers)")
        shown = await shown_board(dmitri, f"<@{chiara.id}> wins")
        await dmitri.press(shown, label="Rematch")
        await chiara.wait_for(lambda m: f"<@{chiara.id}>, want a rematch?" in text_of(m))
        assert {one.user_id for one in seated(bot)} == {int(dmitri.id)}, "her seat is free for her"


async def test_a_player_who_resigns_while_another_is_away_leaves_the_game_to_them(
    cards: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(cards):
        await leave(chiara, channel=ROOM)
        await shown_board(emi, "who can come back", ROOM)
        for loser in (dmitri, emi):
            question = await loser.reply_to(await loser.command("resign", channel=ROOM))
            await loser.press(question, label="Resign")
        await shown_board(emi, f"<@{chiara.id}> wins", ROOM)
        async with Archive.open(cards.storage.url) as archive:
            results = await archive.results()
        assert (results[0].user_id, results[0].place) == (int(SEATED[0]), 1)
