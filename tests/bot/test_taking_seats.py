"""Taking a seat whose player gave it up or left the server: not if you have another hand in that game."""

from bot.config import Settings
from bot.play import world as cast
from games.core import Seat
from local_discord.person import labels_of
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, all_direct, at_rest, direct, session_of
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    board,
    forge,
    session_in,
    told,
    until,
)

A, B, C = map(Seat, range(3))


async def test_a_newcomer_takes_a_free_seat_and_gets_its_hand(cards: Settings, meet: Meet) -> None:
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
        gone = await board(chiara, hand, f"<@{farid.id}> has taken over your seat.")
        assert not gone["attachments"]
        assert labels_of(gone) == ["Go to table"]
    async with running(cards) as bot:
        await bot.tables.load_channel(int(cast.CARD_ROOM))
        await at_rest(bot, session_of(bot), chiara, farid)
        assert session_of(bot).players[A].user_id == int(farid.id)
        assert [one["id"] for one in all_direct(farid)] == [taken["id"]]
        assert not chiara.sees.messages[hand["channel_id"]][hand["id"]]["attachments"]
        assert "watching" in await told(chiara, await chiara.command("help", channel=ROOM))
        refused = await told(farid, await farid.command("leave", channel="games"))
        assert "No game is running here" in refused
        await leave(farid, "Free my seat", ROOM)
        shown = await shown_board(chiara, f"A computer plays for <@{farid.id}>", ROOM)
        await chiara.press(shown, label="Take the seat")
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))
        await until(lambda: chiara.sees.messages[hand["channel_id"]][hand["id"]]["attachments"])


async def test_a_seat_is_not_given_to_a_player_of_another_seat(
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


async def test_anyone_may_take_the_seat_of_a_player_who_left_the_server(stones: Settings, meet: Meet) -> None:
    stones.play.remind_after = 0.1
    chiara, emi = await meet(cast.CHIARA), await meet(cast.EMI)
    await chiara.do("leave")
    async with running(stones) as bot:
        shown = await shown_board(emi, "can take over")
        await emi.press(shown, label="Take the seat")
        await until(lambda: session_in(bot).players[A].user_id == int(emi.id))
