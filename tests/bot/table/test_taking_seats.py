"""Taking a seat whose player gave it up or left the server: not if you have another hand in that game."""

from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.person import Person, labels_of
from local_discord.server import LocalDiscord
from tests.bot.clocks import keep_timed, missed
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, session_of
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    forge,
    session_in,
    told,
)

A, B, C = map(Seat, range(3))


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


ASKED = "You play as soon as all of them have accepted you."


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
