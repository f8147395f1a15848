"""A question that only one person sees, where the bot can't change the board: everybody sees the answer."""

import pytest

from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.ephemerals import left
from tests.bot.tables import sit_down, words_of


@pytest.fixture
async def question(discord: LocalDiscord, chiara: Person, dmitri: Person) -> Json:
    """Dmitri is asked whether he means to resign, and the bot can't see the channel anymore."""
    shown = await sit_down(chiara, dmitri)
    asked = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
    discord.faults.forbid({cast.GAMES: ["VIEW_CHANNEL"]})
    return asked


async def test_the_end_of_a_game_is_the_answer_where_the_board_cannot_be_changed(
    chiara: Person, dmitri: Person, question: Json
) -> None:
    await dmitri.press(question, label="Resign")
    for person in (chiara, dmitri):
        await person.wait_for(lambda m: "resigned" in words_of(m))
    await left(dmitri)


async def test_a_player_who_resigns_where_no_board_can_be_shown_is_told_that_it_is_done(
    discord: LocalDiscord, dmitri: Person, question: Json
) -> None:
    refused = {"status": 403, "code": 50013, "path": "/callback$", "times": 2}
    discord.faults.fail_next([refused])
    await dmitri.press(question, label="Resign")
    await left(dmitri, "Done, but nobody can see it.")
