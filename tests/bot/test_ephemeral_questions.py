"""A question that only one person sees says that it is done where no board can show it."""

from bot import play as cast
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.ephemerals import left
from tests.bot.tables import sit_down


async def test_a_player_who_resigns_where_no_board_can_be_shown_is_told_that_it_is_done(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    question = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
    discord.faults.forbid({cast.GAMES: ["VIEW_CHANNEL"]})
    await dmitri.press(question, label="Resign")
    await left(dmitri, "Done, but nobody can see it.")
