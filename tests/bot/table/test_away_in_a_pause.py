"""Resigning from a paused game and leaving it: what players read then, and how they come back."""

from bot.chat.players import computer
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.person import labels_of, text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import EXCHANGE, ROOM, direct, keep_deal
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import against_computer, board, keep, people, session_in, to_move, until

A = Seat(0)
RESTS = "The game is paused, so nothing happens while you're away."
PAUSED = "The game is paused."


async def test_the_questions_in_a_paused_game_say_that_no_computer_plays_before_it_goes_on(
    stones: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(stones):
        await chiara.command("pause", channel="games")
        shown = await shown_board(chiara, PAUSED)
        asked = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        assert text_of(asked).endswith(
            f"It counts as a loss. {RESTS} If you won't be here when it goes on, leave: "
            "a computer then plays for you until you come back."
        )
        assert labels_of(asked) == ["Resign", "Leave the game …"]
        asked = await chiara.reply_to(await chiara.press(asked, label="Leave the game …"))
        assert f"Leave this game of Doublolo? {RESTS}" in text_of(asked)
        assert "Once the game goes on, a computer plays for you until you come back." in text_of(asked)
        assert labels_of(asked) == ["Keep my seat", "Free my seat"]


async def test_alone_against_computers_a_paused_game_waits_even_after_it_goes_on(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, against_computer(cast.CHIARA), to_move(0))
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        await chiara.command("pause", channel="games")
        shown = await shown_board(chiara, PAUSED)
        asked = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        waits = "If you leave, it waits until you come back, even if somebody presses *Resume*."
        assert text_of(asked).endswith(f"It counts as a loss. {RESTS} {waits}")
        await leave(chiara)
        await shown_board(chiara, f"<@{chiara.id}> can come back.")
        asked = await chiara.reply_to(await chiara.command("leave", channel="games"))
        assert "it waits until somebody comes back. You can come back" in text_of(asked)


async def test_a_player_who_left_a_paused_game_comes_back_on_its_board(stones: Settings, meet: Meet) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        await chiara.command("pause", channel="games")
        await leave(chiara)
        shown = await shown_board(dmitri, f"A computer plays for <@{chiara.id}>, who can come back.")
        assert PAUSED in text_of(shown)
        asked = await chiara.reply_to(await chiara.command("leave", channel="games"))
        assert "it's paused. Once it goes on, a computer plays for you. You can come back" in text_of(asked)
        listed = text_of(await chiara.reply_to(await chiara.command("tables", channel="games")))
        assert "you left, and the game is paused. You can come back on the board." in listed
        await chiara.press(shown, label="Come back")
        await until(lambda: session_in(bot).players[A].user_id == int(chiara.id))
        assert session_in(bot).is_paused
        await shown_board(dmitri, PAUSED)


async def test_the_hand_of_a_player_who_left_says_whether_a_computer_is_playing(
    cards: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(cards):
        hand = await direct(chiara, "You lead")
        await leave(chiara, channel=ROOM)
        await board(chiara, hand, "You left this game, and a computer is playing for you.")
        await chiara.command("pause", channel=ROOM)
        await board(chiara, hand, "it's paused. Once it goes on, a computer plays for you.")


async def test_the_hand_of_a_player_who_left_a_game_with_computers_says_that_it_waits(
    settings: Settings, meet: Meet
) -> None:
    seats = (*people(cast.CHIARA), computer("rules"), computer("rules"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=seats)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        hand = await direct(chiara, "You lead")
        await leave(chiara, channel=ROOM)
        await board(chiara, hand, "You left this game, and it waits until somebody comes back.")
