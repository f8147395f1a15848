"""People who use /leave, and the games they leave."""

import pytest

from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, text_of
from storage import Archive
from tests.bot.hands import EXCHANGE, keep_deal
from tests.bot.tables import (
    keep,
    people,
    to_move,
)


async def leave(person: Person, how: str = "Keep my seat", channel: str = "games") -> None:
    """Use /leave, and press one of its buttons."""
    question = await person.reply_to(await person.command("leave", channel=channel))
    await person.press(question, label=how)


async def take_seat(newcomer: Person, *others: Person, channel: str = "games") -> None:
    """Press *Take the seat*, and have all others accept the newcomer."""
    shown = await shown_board(newcomer, "can take over", channel)
    await newcomer.press(shown, label="Take the seat")
    for one in others:
        asked = await shown_board(one, f"Let <@{newcomer.id}> take", channel)
        await one.outcome(await one.press(asked, label="Accept"))


async def shown_board(person: Person, saying: str, channel: str = "games") -> Json:
    """The board in the channel once it says this."""
    room = person.sees.channel(channel)["id"]
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
