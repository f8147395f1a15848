"""A paused table: nobody moves, not even a computer, until its host or a moderator resumes it."""

import asyncio

from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import PersonSettings
from games.core import Caption
from games.kit.faces import Told
from local_discord.codec import Json
from local_discord.person import Person, pictures_of
from storage import Archive
from tests.bot import hands
from tests.bot.clocks import keep_timed
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, lines, session_in, until, words_of
from tests.bot.time_limits import A, shown_to


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
        game, faces = session.game, bot.faces.of(session)
        for message, viewer in ((shown, A), (channel, None)):
            preferred = {} if viewer is None else PersonSettings().preferences(game)
            drawing = game.draw(session.table.view(viewer, preferred))
            notice = Told(Caption("The game is paused."), asks=False)
            paused = drawing.telling(notice).png(faces)
            assert paused != drawing.png(faces)
            picture = await picture_that_is(paused, chiara, message)
            assert picture["description"].startswith("The game is paused. ")
        await chiara.press(shown, label="Resume")
        shown = await board(chiara, hand, "You lead")
        assert "paused" not in words_of(shown)


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
