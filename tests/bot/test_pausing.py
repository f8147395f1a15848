"""A paused table: nobody moves, not even a computer, until its host or a moderator resumes it."""

import asyncio
import time

import pytest

from bot import play as cast
from bot.config import Settings
from bot.people.settings import PersonSettings
from bot.tables.seats import computer
from local_discord.codec import Json
from local_discord.person import Person, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import hands
from tests.bot.cities import type_move
from tests.bot.clocks import keep_timed, position, timed
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, forge, legal, lines, people, session_in, told, until, words_of
from tests.bot.time_limits import A, shown_to

PAUSED = "This game is paused. The host or a moderator can go on with /resume."


async def test_a_paused_game_takes_no_moves_and_goes_on_after_a_restart(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord
) -> None:
    chiara, dmitri = two
    async with timed(settings, move_time="1 hour") as bot:
        session = session_in(bot)
        old = await shown_to(chiara, "to place")
        assert "Only the host" in await told(dmitri, await dmitri.command("pause", channel="games"))
        assert "isn't paused" in await told(chiara, await chiara.command("resume", channel="games"))
        await chiara.command("pause", channel="games")
        shown = await shown_to(dmitri, "The game is paused.")
        assert "runs out" not in text_of(shown)
        assert not {"Hint", "Undo"} & set(labels_of(shown))
        left = session.clock.at(A).ends - time.monotonic()
        move = legal(bot)[0]
        assert await told(chiara, await type_move(chiara, move)) == PAUSED
        pick = f"pick:{session.id}:-:{session.table.prompt_version(None)}:{move}"
        assert await told(chiara, await forge(discord, chiara, old, pick)) == PAUSED
        assert await told(dmitri, await dmitri.command("undo", channel="games")) == PAUSED
        assert not await chiara.autocomplete("move", "move", channel="games", move="")
    async with running(settings) as bot:
        shown = await shown_to(dmitri, "The game is paused.")
        assert "Only the host" in await told(dmitri, await dmitri.press(shown, label="Resume"))
        await chiara.press(shown, label="Resume")
        await shown_to(dmitri, "Time for this move runs out")
        assert session_in(bot).clock.at(A).ends - time.monotonic() == pytest.approx(left, abs=10)
        await type_move(chiara, move)
        await until(lambda: lines(bot)[-1].endswith(move))


async def test_a_host_who_has_to_go_can_pause_where_they_would_resign_or_leave(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord
) -> None:
    chiara, dmitri = two
    async with timed(settings, move_time="1 hour") as bot:
        shown = await shown_to(chiara, "to place")
        asked = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
        assert labels_of(asked) == ["Resign", "Leave …"], "only the host and moderators can pause"
        assert "pause" not in text_of(asked)
        pause = f"paused:{session_in(bot).id}"
        assert "Only the host" in await told(dmitri, await forge(discord, dmitri, asked, pause))
        asked = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        assert labels_of(asked) == ["Resign", "Leave …", "Pause the game"]
        asked = await chiara.reply_to(await chiara.press(asked, label="Leave …"))
        await chiara.press(asked, label="Pause the game")
        await chiara.wait_gone(asked)
        shown = await shown_to(dmitri, "The game is paused.")
        assert f"<@{chiara.id}>, the host, has paused it. They or a moderator can" in text_of(shown)
        listed = text_of(await dmitri.reply_to(await dmitri.command("tables", channel="games")))
        assert ": the game is paused. [Go to the board]" in listed
        assert "already paused" in await told(chiara, await forge(discord, chiara, shown, pause))
        asked = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        assert "Pause the game" not in labels_of(asked)
        await chiara.press(shown, label="Resume")
        shown = await shown_to(dmitri, "Time for this move runs out")
        assert "has paused" not in text_of(shown)


async def test_everybody_sees_which_moderator_has_paused_a_game_even_after_a_restart(
    two: tuple[Person, Person], settings: Settings, meet: Meet
) -> None:
    _, dmitri = two
    ada = await meet(cast.ADA)
    await keep_timed(settings)
    async with running(settings):
        await shown_to(dmitri, "to place")
        asked = await ada.reply_to(await ada.command("stop", channel="games"))
        await ada.press(asked, label="Pause the game")
        await shown_to(dmitri, f"<@{ada.id}> has paused it. The host, <@{cast.CHIARA}>, or a moderator can")
    async with running(settings):
        shown = await shown_to(dmitri, f"<@{ada.id}> has paused it.")
        asked = await ada.reply_to(await ada.command("stop", channel="games"))
        assert labels_of(asked) == ["Stop the game"]
        await ada.press(shown, label="Resume")
        await shown_to(dmitri, "to place")


async def test_no_time_runs_while_a_game_is_paused(two: tuple[Person, Person], settings: Settings) -> None:
    chiara, dmitri = two
    settings.play.minute = 0.3
    number = await keep_timed(settings, move_time="2 minutes")
    async with Archive.open(settings.storage.url) as archive:
        await archive.clocks.set_paused(number, 1)
    async with running(settings) as bot:
        await shown_to(dmitri, "The game is paused.")
        before = len(lines(bot))
        await asyncio.sleep(0.9)
        assert len(lines(bot)) == before
        await chiara.command("resume", channel="games")
        await until(lambda: len(lines(bot)) > before)
        assert session_in(bot).table.lines[before].note.startswith("time over: ")


async def test_computers_wait_until_a_paused_game_goes_on(settings: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    seats = (*people(cast.CHIARA), computer("greedy"))
    number = await keep_timed(settings, position(seats, seat=1).lines, seats=seats)
    async with Archive.open(settings.storage.url) as archive:
        await archive.clocks.set_paused(number, 1)
    async with running(settings) as bot:
        shown = await shown_to(chiara, "The game is paused.")
        before = len(lines(bot))
        await asyncio.sleep(0.3)
        assert len(lines(bot)) == before
        await chiara.press(shown, label="Resume")
        await until(lambda: len(lines(bot)) > before)


async def test_a_hand_asks_nothing_while_the_game_is_paused(settings: Settings, meet: Meet) -> None:
    chiara, dmitri, _ = [await meet(one) for one in hands.SEATED]
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive, *hands.EXCHANGE)
    async with running(settings) as bot:
        hand = await hands.direct(chiara, "You lead")
        await chiara.command("pause", channel=hands.ROOM)
        shown = await chiara.wait_for(lambda m: m["id"] == hand["id"] and "The game is paused." in text_of(m))
        assert not hands.offered(shown)
        assert "You've paused it. Press *Resume* to play on." in text_of(shown)
        waiting = await hands.direct(dmitri, "The game is paused.")
        assert f"<@{chiara.id}>, the host, has paused it." in text_of(waiting)
        assert "They or a moderator can press *Resume* under the board." in text_of(waiting)
        assert "Resume" not in labels_of(waiting)
        await chiara.press(shown, label="Resume")
        await chiara.wait_for(lambda m: m["id"] == hand["id"] and hands.offered(m))
        assert not hands.session_of(bot).is_paused


async def picture_that_is(expected: bytes, viewer: Person, message: Json) -> Json:
    """The message's picture once it's this one: faces arrive later."""
    while True:
        now = viewer.sees.current(message)
        (picture,) = pictures_of(now)
        if await viewer.fetch(picture["url"]) == expected:
            return picture
        await viewer.wait_until(lambda now=now: viewer.sees.current(message) != now)  # type: ignore[misc]  # bound as it is now


async def test_the_pictures_of_a_paused_game_say_so_and_ask_nobody_for_a_move(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive, *hands.EXCHANGE)
    async with running(settings) as bot:
        hand = await hands.direct(chiara, "You lead")
        await chiara.command("pause", channel=hands.ROOM)
        shown = await board(chiara, hand, "The game is paused. ")
        channel = await hands.board_of(chiara, "The game is paused. ")
        session = hands.session_of(bot)
        await asyncio.gather(*bot.faces.arriving(session))
        game, faces = session.table.game, bot.faces.of(session)
        assert game.draw is not None
        for message, viewer in ((shown, A), (channel, None)):
            preferred = {} if viewer is None else PersonSettings().preferences(game)
            drawing = game.draw(session.table.view(viewer, preferred))
            paused = drawing.saying("The game is paused.").png(faces)
            assert paused != drawing.png(faces)
            picture = await picture_that_is(paused, chiara, message)
            assert picture["description"].startswith("The game is paused. ")
        await chiara.press(shown, label="Resume")
        shown = await board(chiara, hand, "You lead")
        assert "paused" not in words_of(shown)


async def test_a_paused_game_can_still_be_stopped(two: tuple[Person, Person], settings: Settings) -> None:
    chiara, _ = two
    number = await keep_timed(settings)
    async with Archive.open(settings.storage.url) as archive:
        await archive.clocks.set_paused(number, 1)
    async with running(settings):
        await shown_to(chiara, "The game is paused.")
        question = await chiara.reply_to(await chiara.command("stop", channel="games"))
        await chiara.press(question, label="Stop the game")
        final = await chiara.wait_for(lambda m: "The game was stopped." in text_of(m))
        assert "Rematch" in labels_of(final)
