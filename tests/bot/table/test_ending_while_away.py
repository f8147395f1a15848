"""How a game ends for players who were away, and what the board, the result and the leaderboard say."""

from bot.app.parlour import Parlour
from bot.chat.players import Player
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.person import text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard, row_of
from tests.bot.hands import ROOM, SEATED
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    lines,
    session_in,
    until,
    words_of,
)

A, B, C = map(Seat, range(3))


def seated(bot: Parlour) -> tuple[Player, ...]:
    """Who has a seat at the table in #games."""
    found = bot.tables.channels.find(int(cast.GAMES))
    assert found is not None
    return found.players


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
        ended = await shown_board(emi, f"<@{chiara.id}> wins: <@{dmitri.id}> resigned.")
        assert "Chiara wins Doublolo. Dmitri resigned." in words_of(ended)
        assert "Not rated: a seat changed hands." in words_of(ended)
        final = text_of(ended)
        assert f"Seat A: <@{chiara.id}> {moves} and a computer made 1 move." in final
        assert f"It counts for <@{chiara.id}>." in final
        assert "won 1 of 1" in row_of(await leaderboard(emi), chiara.id)
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
            results = await archive.record.results()
        assert (results[0].user_id, results[0].place) == (int(SEATED[0]), 1)
