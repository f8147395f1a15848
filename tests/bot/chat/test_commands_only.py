"""A server that has the bot's commands but not the bot: its tables are played by answers alone."""

import asyncio

import pytest

from bot.app.parlour import Parlour
from bot.chat import ephemerals
from bot.host import play as cast
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.pressing import press_on
from tests.bot.tables import join, session_in, sit_down, told, until, words_of
from tests.openapi import Recording


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.PLAYGROUND, limits=Limits(), deadlines=PATIENT, record=recording)


def leave_only_commands(discord: LocalDiscord) -> None:
    """The bot is removed from the server, and only its commands stay there."""
    discord.servers.add_commands(discord.applications[0], discord.world.guilds[cast.GUILD_ID])


async def gone(bot: Parlour) -> None:
    """The bot knows that it isn't in the server."""
    await until(lambda: bot.client.get_guild(int(cast.GUILD_ID)) is None)


def refused(recording: Recording) -> list[str]:
    """What the bot tried in the server's channels."""
    return [one.path for one in recording.exchanges if f"/channels/{cast.GAMES}" in one.path]


async def test_a_game_is_played_to_its_end_by_answers(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, recording: Recording
) -> None:
    leave_only_commands(discord)
    await gone(bot)
    lobby = await chiara.reply_to(
        await chiara.command("play", channel="games", game="doublolo", form="quick")
    )
    assert "I'm only a guest here" in text_of(lobby)
    await chiara.press(await join(dmitri, lobby), label="Start")
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Heads or tails?" in words_of(m))
    session = session_in(bot)
    assert session.answers_only
    await press_on(session, shown, chiara, dmitri)
    assert session.table.over
    assert refused(recording) == []
    await until(lambda: not bot.answering)  # or a shutdown would wait for presses that were answered long ago


async def test_what_takes_the_bot_itself_is_refused_with_a_sentence(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    leave_only_commands(discord)
    await gone(bot)
    said = await told(
        chiara, await chiara.command("duel", channel="games", opponent=cast.DMITRI, game="fourside")
    )
    assert "Use /duel in a server that has me" in said


async def test_the_game_of_the_day_is_played_where_only_the_person_sees_it(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    leave_only_commands(discord)
    await gone(bot)
    card = await chiara.reply_to(await chiara.command("daily", channel="games"))
    assert is_ephemeral(await chiara.reply_to(await chiara.press(card, label="Play")))


async def test_a_server_that_is_unavailable_for_a_while_still_has_the_bot(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await sit_down(chiara, dmitri)
    discord.servers.set_outages({cast.GUILD_ID: 503})
    await until(lambda: bot.client.get_guild(int(cast.GUILD_ID)).unavailable)  # type: ignore[union-attr]  # it's known
    discord.servers.set_outages({})
    lobby = await chiara.reply_to(await chiara.command("play", channel="general", game="foozle"))
    assert "guest" not in text_of(lobby)


async def test_after_a_long_pause_everybody_sees_who_has_resigned_and_what_is_typed(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    leave_only_commands(discord)
    await gone(bot)
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="doublolo"))
    await chiara.press(await join(dmitri, lobby), label="Start")
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Heads or tails?" in words_of(m))
    await asyncio.sleep(ephemerals.TOKEN_SECONDS)
    typed = await dmitri.reply_to(await chiara.command("move", channel="games", move="heads"))
    assert "Which square?" in text_of(typed)
    question = await dmitri.reply_to(await dmitri.command("resign", channel="games"))
    await dmitri.press(question, label="Resign")
    await chiara.wait_for(lambda m: "Rematch" in labels_of(m) and not is_ephemeral(m))
