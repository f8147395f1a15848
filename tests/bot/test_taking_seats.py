"""Taking a seat whose player gave it up or left the server: not if you have another hand in that game."""

from bot import play as cast
from bot.config import Settings
from bot.tables.seats import computer
from games.core import Seat
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import keep_timed, missed
from tests.bot.conftest import Meet, running
from tests.bot.hands import EXCHANGE, ROOM, all_direct, at_rest, direct, keep_deal, session_of
from tests.bot.leaving import leave, shown_board, take_seat
from tests.bot.tables import (
    board,
    forge,
    people,
    session_in,
    told,
    until,
)

A, B, C = map(Seat, range(3))


async def test_a_newcomer_takes_a_free_seat_and_gets_its_hand(cards: Settings, meet: Meet) -> None:
    chiara, emi, farid = await meet(cast.CHIARA), await meet(cast.EMI), await meet(cast.FARID)
    dmitri = await meet(cast.DMITRI)
    async with running(cards) as bot:
        hand = await direct(chiara, "lead")
        await leave(chiara, "Free my seat", ROOM)
        shown = await shown_board(farid, "can take over", ROOM)
        assert "Come back" not in labels_of(shown)
        refused = await told(emi, await emi.press(shown, label="Take the seat"))
        assert refused == "You've had another seat in this game, so you can't take this one too."
        await take_seat(farid, dmitri, emi, channel=ROOM)
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
        await shown_board(chiara, f"A computer plays for <@{farid.id}>", ROOM)
        await take_seat(chiara, dmitri, emi, channel=ROOM)
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))
        await until(lambda: chiara.sees.messages[hand["channel_id"]][hand["id"]]["attachments"])


async def test_a_seat_is_not_given_to_a_player_of_another_seat(
    cards: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri, farid = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.FARID)
    emi = await meet(cast.EMI)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        await take_seat(farid, dmitri, emi, channel=ROOM)
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


ASKED = "You play as soon as all of them have accepted you."


async def test_a_dealt_hand_is_given_to_a_newcomer_only_once_every_other_player_has_accepted_them(
    cards: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    cards.play.pace = 60
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    farid = await meet(cast.FARID)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        await leave(emi, channel=ROOM)
        shown = await shown_board(farid, f"A computer plays for <@{emi.id}>, who can come back.", ROOM)
        assert "can take over if every other player accepts them" in text_of(shown)
        assert ASKED in await told(farid, await farid.press(shown, label="Take seat A"))
        shown = await shown_board(dmitri, f"Let <@{farid.id}> take <@{chiara.id}>'s seat?", ROOM)
        assert "Take seat A" not in labels_of(shown)
        assert f"They'll see <@{chiara.id}>'s hand." in text_of(shown)
        assert f"<@{dmitri.id}> and <@{emi.id}> have to accept." in text_of(shown)
        for one in (farid, chiara):
            assert "Only the other players" in await told(one, await one.press(shown, label="Accept"))
        forged = await told(dmitri, await forge(discord, dmitri, shown, f"admit:1:{cast.EMI}:yes"))
        assert "nothing left to answer" in forged
        await dmitri.press(shown, label="Accept")
        await shown_board(emi, f"<@{emi.id}> has to accept.", ROOM)
    async with running(cards) as bot:
        shown = await shown_board(emi, f"<@{emi.id}> has to accept.", ROOM)
        await at_rest(bot, session_of(bot), farid)
        assert session_of(bot).players[A].user_id is None
        assert not all_direct(farid)
        await emi.press(shown, label="Accept")
        await until(lambda: session_of(bot).players[A].user_id == int(farid.id))
        assert (await direct(farid, "Calabresella"))["attachments"]
        await dmitri.wait_for(lambda m: m["id"] == shown["id"] and "Accept" not in labels_of(m))


async def test_one_refusal_keeps_a_newcomer_from_a_dealt_hand_and_somebody_else_can_ask(
    cards: Settings, meet: Meet
) -> None:
    cards.play.pace = 60
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    farid, ada = await meet(cast.FARID), await meet(cast.ADA)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        shown = await shown_board(farid, "can take over", ROOM)
        await farid.press(shown, label="Take the seat")
        shown = await shown_board(dmitri, f"Let <@{farid.id}> take", ROOM)
        await dmitri.press(shown, label="Refuse")
        shown = await farid.wait_for(lambda m: m["id"] == shown["id"] and "Take the seat" in labels_of(m))
        refused = await told(farid, await farid.press(shown, label="Take the seat"))
        assert refused == "The other players would rather have a computer play on."
        await take_seat(ada, dmitri, emi, channel=ROOM)
        await until(lambda: session_of(bot).players[A].user_id == int(ada.id))


async def test_a_player_who_gave_up_a_dealt_hand_comes_back_to_it_without_being_accepted(
    cards: Settings, meet: Meet
) -> None:
    cards.play.pace = 60
    chiara, farid = await meet(cast.CHIARA), await meet(cast.FARID)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        await farid.press(await shown_board(farid, "can take over", ROOM), label="Take the seat")
        await chiara.command("leave", channel=ROOM)
        question = await chiara.wait_for(lambda m: "Come back" in labels_of(m) and is_ephemeral(m))
        await chiara.press(question, label="Come back")
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))
        await shown_board(chiara, "to move", ROOM)
        await at_rest(bot, session_of(bot), farid)
        assert not all_direct(farid)


async def test_against_computers_alone_a_dealt_hand_stays_its_players(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    settings.play.pace = 60
    chiara, farid = await meet(cast.CHIARA), await meet(cast.FARID)
    async with Archive.open(settings.storage.url) as archive:
        seats = (*people(cast.CHIARA), computer("expert"), computer("expert"))
        await keep_deal(archive, *EXCHANGE, seats=seats)
    async with running(settings) as bot:
        question = await chiara.reply_to(await chiara.command("leave", channel=ROOM))
        assert "Free my seat" not in labels_of(question)
        await forge(discord, chiara, question, "free:1")
        shown = await shown_board(farid, f"<@{chiara.id}> comes back", ROOM)
        assert "Take the seat" not in labels_of(shown)
        refused = await told(farid, await forge(discord, farid, shown, "take:1:a"))
        assert refused == f"Nobody else here can accept you, so this hand stays <@{chiara.id}>'s."
        await chiara.press(shown, label="Come back")
        await until(lambda: session_of(bot).players[A].user_id == int(chiara.id))


async def test_one_other_player_alone_gives_an_absent_players_hand_to_nobody(
    two: tuple[Person, Person], settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    """They could take it themselves with a second account, and see it."""
    settings.play.pace = 60
    chiara, dmitri = two
    farid = await meet(cast.FARID)
    await keep_timed(settings, missed(99, plies=40, game="foozle"), game="foozle", move_time="1 day")
    async with running(settings) as bot:
        shown = await shown_board(dmitri, "has missed 3 moves in a row")
        await dmitri.press(shown, label="Free the seat")
        shown = await shown_board(dmitri, f"A computer plays for <@{chiara.id}>, who can come back.")
        assert "Take the seat" not in labels_of(shown)
        refused = await told(farid, await forge(discord, farid, shown, "take:1:a"))
        assert refused == f"Nobody else here can accept you, so this hand stays <@{chiara.id}>'s."
        assert session_in(bot).players[A].user_id is None
