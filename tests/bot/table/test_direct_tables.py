"""Playing alone, in direct messages with the bot: a table with everything in one message."""

import re
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.session import Session
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet, running
from tests.bot.tables import forge, legal_at, play_computer, session_in, told, until, words_of


async def open_direct(person: Person, game: str) -> tuple[str, Json]:
    """The channel of the person's direct messages, and the lobby they opened there."""
    channel = (await person.open_dm())["id"]
    return channel, await person.reply_to(await person.command("play", channel=channel, game=game))


async def begin(bot: Parlour, person: Person, game: str) -> tuple[str, Json, Session]:
    """The channel, the board and the game, once it is the person's turn."""
    channel, lobby = await open_direct(person, game)
    await play_computer(person, lobby)
    await until(lambda: isinstance(bot.tables.channels.find(int(channel)), Session))
    session = session_in(bot, channel)
    await until(lambda: session.waits_for() == (0,))
    return channel, await asked(person, lobby), session


async def asked(person: Person, shown: Json) -> Json:
    """The message once it asks something."""
    return await person.wait_for(lambda m: m["id"] == shown["id"] and picks(m))


def picks(message: Json) -> list[Json]:
    """The controls of the question."""
    found = every_component(message["components"])
    return [one for one in found if str(one.get("custom_id", "")).startswith("pick:")]


def private(person: Person, channel: str) -> list[Json]:
    """All messages in the direct messages but ephemeral ones."""
    return [one for one in person.sees.in_channel(channel) if not is_ephemeral(one)]


async def test_a_game_is_played_there_by_button_and_command(bot: Parlour, chiara: Person) -> None:
    channel, shown, session = await begin(bot, chiara, "doublolo")
    await chiara.press(shown, label="Heads")
    await until(lambda: session.waits_for() == (0,) and len(session.table.lines) > 2)
    move = legal_at(session.table)[0]
    await chiara.command("move", channel=channel, move=move)
    # The computer may have answered before the board was shown again.
    told_of = re.compile(rf"plays {move}\b|The move before the last was {move}\b")
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and told_of.search(words_of(m)))
    await until(lambda: session.waits_for() == (0,))
    await chiara.command("undo", channel=channel)
    await until(lambda: session.table.lines[-1].text.startswith("/undo "))
    await chiara.command("board", channel=channel)
    moved = await chiara.wait_for(lambda m: m["id"] != shown["id"] and picks(m))
    await chiara.wait_gone(shown)
    assert "Nothing is hidden" in await told(chiara, await chiara.command("hand", channel=channel))
    question = await chiara.reply_to(await chiara.command("resign", channel=channel))
    await chiara.press(question, label="Resign")
    final = await chiara.wait_for(lambda m: m["id"] == moved["id"] and "Rematch" in labels_of(m))
    await chiara.press(final, label="Rematch")
    await chiara.wait_for(lambda m: m["id"] != moved["id"] and picks(m))
    question = await chiara.reply_to(await chiara.command("stop", channel=channel))
    await chiara.press(question, label="Stop the game")
    await until(lambda: bot.tables.channels.find(int(channel)) is None)


@pytest.mark.parametrize("game", ["calabresella", "fooblitzky"])
async def test_a_game_with_a_hand_is_one_message_that_shows_it(
    bot: Parlour, chiara: Person, game: str
) -> None:
    channel, shown, session = await begin(bot, chiara, game)
    for _ in range(3):
        (control, *_), lines = picks(shown), len(session.table.lines)
        values: Any = [one["value"] for one in control.get("options", ())][: control.get("min_values", 1)]
        if values:
            await chiara.select(shown, *values, custom_id=control["custom_id"])
        else:
            await chiara.press(shown, control["custom_id"])
        shown = await chiara.wait_for(
            lambda m, old=control["custom_id"]: (
                m["id"] == shown["id"]  # type: ignore[misc]  # bound as it is now  # noqa: B023
                and picks(m)
                and all(one["custom_id"] != old for one in picks(m))
            )
        )
        assert len(session.table.lines) >= lines
    assert [one["id"] for one in private(chiara, channel)] == [shown["id"]], "one message is enough"
    assert len(pictures_of(shown)) == 1
    assert "Go to table" not in labels_of(shown)
    assert {"Rules", "Resign"} <= set(labels_of(shown))
    assert "My hand" not in labels_of(shown)
    assert ":a:" in picks(shown)[0]["custom_id"]


async def test_the_hand_command_posts_that_message_again(bot: Parlour, chiara: Person) -> None:
    channel, shown, _ = await begin(bot, chiara, "calabresella")
    await chiara.command("hand", channel=channel)
    again = await chiara.wait_for(lambda m: m["id"] != shown["id"] and picks(m))
    await chiara.wait_gone(shown)
    assert [one["custom_id"] for one in picks(again)] == [one["custom_id"] for one in picks(shown)]


async def test_it_goes_on_after_a_restart_and_ends_in_the_same_message(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        channel, shown, _ = await begin(bot, chiara, "calabresella")
    async with running(settings) as bot:
        await bot.tables.load_channel(int(channel))
        session = session_in(bot, channel)
        lines = len(session.table.lines)
        await chiara.press(chiara.sees.current(shown), picks(chiara.sees.current(shown))[0]["custom_id"])
        await until(lambda: len(session.table.lines) > lines)
        question = await chiara.reply_to(await chiara.press(chiara.sees.current(shown), label="Resign"))
        await chiara.press(question, label="Resign")
        final = await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Rematch" in labels_of(m))
        assert not picks(final)
        assert [one["id"] for one in private(chiara, channel)] == [shown["id"]]


async def test_how_a_hand_is_shown_changes_in_that_message(bot: Parlour, chiara: Person) -> None:
    _, shown, _ = await begin(bot, chiara, "foozle")
    like = next(
        one
        for one in every_component(shown["components"])
        if str(one.get("custom_id", "")).startswith("prefer:")
    )
    before = picks(shown)
    await chiara.press(shown, like["custom_id"])
    changed = await chiara.wait_for(lambda m: m["id"] == shown["id"] and like["label"] not in labels_of(m))
    assert [one["custom_id"] for one in picks(changed)] == [one["custom_id"] for one in before]


async def test_nobody_can_be_invited_there_or_join(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    channel = (await chiara.open_dm())["id"]
    options = {"game": "doublolo", "with": dmitri.id}
    refused = await told(chiara, await chiara.command("play", channel=channel, **options))
    assert refused == "Here you play against computers. To play with people, use /play in a server."
    await open_direct(chiara, "doublolo")
    general = await dmitri.say("general", "hello")
    at = bot.tables.channels.find(int(channel))
    assert at is not None
    forged = await forge(discord, dmitri, general, f"join:{at.id}")
    assert "has expired" in await told(dmitri, forged)
