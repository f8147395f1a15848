"""How a match of Calabresella ends: what it shows, rematches, resigning and stopping."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.person import labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    EXCHANGE,
    GAME,
    ROOM,
    SEATED,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    session_of,
)
from tests.bot.matches import people_of, record_of
from tests.bot.tables import board, computers, forge, join, people, told, words_of


async def test_the_end_shows_what_was_hidden(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        seats, farid = [await meet(one) for one in SEATED], await meet(cast.FARID)
        session = session_of(bot)
        await at_rest(bot, session, *seats, farid)
        before = pictures_of(await board_of(farid, "to move"))[0]
        first = await farid.fetch(before["url"])
        assert "A♥" not in before["description"]
        question = await seats[0].reply_to(await seats[0].command("stop", channel=ROOM))
        await seats[0].press(question, label="Stop the game")
        final = await board_of(farid, "The game was stopped.")
        shown = pictures_of(final)[0]
        for card in ("A♥", "A♠", "3♥", "6♥"):
            assert card in shown["description"], "hands and rejects lie open"
        assert await farid.fetch(shown["url"]) != first
        assert "Seed" in await record_of(farid, final)
        for person in seats:
            assert "A♠" in pictures_of(await direct(person, "The game was stopped."))[0]["description"]


async def test_the_record_is_kept_back_while_cards_are_hidden(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        shown = await board_of(chiara, "to move")
        assert "Record" not in labels_of(shown)
        assert "when the game is over" in await told(chiara, await forge(discord, chiara, shown, "record:1"))
        assert session_of(bot).seed is None


async def test_a_rematch_of_three_people_has_the_options_again_and_seats_them_as_they_join(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, options={"replay": "true", "game_point": "77"})
    async with running(settings) as bot:
        seats = [await meet(one) for one in SEATED]
        for loser in seats[1:]:
            question = await loser.reply_to(await loser.command("resign", channel=ROOM))
            await loser.press(question, label="Resign")
        final = await board_of(seats[0], "wins: ")
        lobby = await seats[1].reply_to(await seats[1].press(final, label="Rematch"))
        assert "Game point: **77**" in text_of(lobby)
        assert "Replay unless somebody is against it" not in text_of(lobby), "it is retired"
        await seats[0].wait_for(lambda m: f"<@{seats[0].id}>" in text_of(m) and "a rematch?" in text_of(m))
        await join(seats[2], lobby)
        await seats[1].press(await join(seats[0], lobby), label="Start")
        shown = await board_of(seats[0], "do you pass")
        session = session_of(bot)
        bidder = session.seats.called(session.waits_for()[0])
        assert f"### {bidder}, do you pass" in text_of(shown), "named once"
        assert [one.id for one in people_of(session, seats)] == [seats[1].id, seats[2].id, seats[0].id]
        for person in seats:
            await person.wait_until(lambda own=person: len(all_direct(own)) == 2 or None)  # type: ignore[misc]  # bound as it is now


@asynccontextmanager
async def alone(settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, with a deal that Chiara plays against two computers that think for a long time."""
    seated = (*people(cast.CHIARA), *computers("rules", "composed"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=seated)
    settings.play.pace = 60
    async with running(settings) as bot:
        yield bot


async def test_a_rematch_with_computers_begins_at_once_with_the_seats_turned(
    settings: Settings, meet: Meet
) -> None:
    async with alone(settings) as bot:
        chiara = await meet(cast.CHIARA)
        question = await chiara.reply_to(await chiara.command("stop", channel=ROOM))
        await chiara.press(question, label="Stop the game")
        final = await board_of(chiara, "The game was stopped.")
        await chiara.press(final, label="Rematch")
        await direct(chiara, "in the first round")
        await chiara.wait_until(lambda: len(all_direct(chiara)) == 2 or None)
        levels = [one.level for one in session_of(bot).players]
        assert levels == ["measured", "composed", None]
        shown = await chiara.wait_for(lambda m: m["id"] != final["id"] and "My hand" in labels_of(m))
        assert shown["channel_id"] == cast.CARD_ROOM


async def test_the_last_person_who_resigns_ends_the_match_and_computers_do_not_play_on_alone(
    settings: Settings, meet: Meet
) -> None:
    async with alone(settings) as bot:
        chiara = await meet(cast.CHIARA)
        shown = await board_of(chiara, "to move")
        question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        await chiara.press(question, label="Resign")
        over = f"<@{chiara.id}> resigned, so the game is over."
        final = await board_of(chiara, over)
        assert "Rematch" in labels_of(final)
        for shown in (final, await direct(chiara, over)):
            resigned = re.findall(r"([\w<@>]+),?(?: \d+ points,)? resign", words_of(shown))
            assert {*resigned} <= {f"<@{chiara.id}>", "Chiara"}, "of the computers it goes without saying"
        assert [one.place for one in await bot.archive.record.results(GAME) if one.user_id] == [3]
        assert "a /resign\nb /resign  # nobody is left to play against" in await record_of(chiara, final)


async def test_resigning_hands_go_to_computers_and_the_last_who_stays_has_won(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        seats = [await meet(one) for one in SEATED]
        for loser in seats[:2]:
            question = await loser.reply_to(await loser.command("resign", channel=ROOM))
            await loser.press(question, label="Resign")
            await board_of(seats[2], "resigns.")
        await board_of(seats[2], f"<@{seats[2].id}> wins: ")
        assert [one.place for one in await bot.archive.record.results(GAME)][:3] == [3, 2, 1]


async def test_a_spectator_of_computers_is_offered_no_hand_and_the_host_can_stop_them(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=computers("rules", "rules", "rules"))
    settings.play.pace = 60
    async with running(settings):
        chiara, farid = await meet(cast.CHIARA), await meet(cast.FARID)
        shown = await board_of(farid, "is thinking")
        assert labels_of(shown) == ["Rules", "Stop"]
        assert "Only the host" in await told(farid, await farid.press(shown, label="Stop"))
        question = await chiara.reply_to(await chiara.press(shown, label="Stop"))
        await chiara.press(question, label="Stop the game")
        await board(farid, shown, "The game was stopped.")
