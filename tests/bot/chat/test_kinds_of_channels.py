"""Tables in other kinds of channels: posts of a forum, announcements, the chat of a voice channel."""

import pytest

from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.fixtures import ChannelFixture
from local_discord.person import Person
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from tests.bot.conftest import PATIENT
from tests.bot.tables import board, sit_down, until, visible
from tests.openapi import Recording

KINDS = ("announcement", "voice", "stage", "forum", "media")


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    guild = cast.WORLD.guilds[0]
    more = tuple(
        ChannelFixture(id=f"73000000000000009{number}", name=kind, kind=kind)
        for number, kind in enumerate(KINDS)
    )
    world = cast.WORLD.model_copy(
        update={"guilds": (guild.model_copy(update={"channels": (*guild.channels, *more)}),)}
    )
    return LocalDiscordOptions(world, limits=Limits(), deadlines=PATIENT, record=recording)


@pytest.mark.parametrize("kind", ["announcement", "voice", "stage"])
async def test_a_game_is_played_where_people_write(
    bot: Parlour, chiara: Person, dmitri: Person, kind: str
) -> None:
    shown = await sit_down(chiara, dmitri, kind)
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert len(visible(dmitri, kind)) == 1


@pytest.mark.parametrize("kind", ["forum", "media"])
async def test_a_game_is_played_in_a_post_as_in_any_thread(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, kind: str
) -> None:
    post = await ada.threads.start(kind, "A game, anybody?", content="Come and play.")
    await until(lambda: bot.client.get_channel(int(post["id"])) is not None)
    shown = await sit_down(chiara, dmitri, post["id"])
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
