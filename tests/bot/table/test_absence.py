"""A player who misses three moves in a row: the bot asks the others, and nobody loses the game over it."""

import asyncio

from bot.app.parlour import Parlour
from bot.chat.players import computer
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import ReminderSettings, change_settings
from games.engine.record import Line
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import keep_timed, missed, timed
from tests.bot.conftest import Meet, running
from tests.bot.tables import forge, lines, people, session_in, told, type_moves, until
from tests.bot.time_limits import WALK, A, shown_to

ANSWERS = {"Wait", "Let a computer play", "Free the seat"}
MISSED = "has missed 3 moves in a row"
DECIDE = "Decide what happens to their seat: [go to the board]"


async def no_longer_asked(viewer: Person, shown: Json) -> Json:
    """The board once it asks nobody what happens to a seat."""
    return await viewer.wait_for(lambda m: m["id"] == shown["id"] and MISSED not in text_of(m))


async def test_two_missed_moves_raise_no_question(two: tuple[Person, Person], settings: Settings) -> None:
    async with timed(settings, missed(2)):
        shown = await shown_to(two[1], "to place")
        assert MISSED not in text_of(shown)
        assert not ANSWERS & set(labels_of(shown))


async def test_the_others_can_wait_for_a_player_who_missed_three_moves(
    two: tuple[Person, Person], settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = two
    farid = await meet(cast.FARID)
    async with timed(settings, missed(3)) as bot:
        shown = await shown_to(dmitri, f"<@{chiara.id}> {MISSED}")
        assert set(labels_of(shown)) >= ANSWERS
        assert "not playing" in await told(farid, await farid.press(shown, label="Free the seat"))
        await dmitri.press(shown, label="Wait")
        await no_longer_asked(dmitri, shown)
        assert session_in(bot).players[A].is_person
    async with running(settings):
        assert MISSED not in text_of(await shown_to(dmitri, "to place"))


async def test_their_wait_still_counts_after_a_pause_and_a_restart(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, missed(3)) as bot:
        shown = await shown_to(dmitri, MISSED)
        await dmitri.press(shown, label="Wait")
        await no_longer_asked(dmitri, shown)
        await chiara.command("pause", channel="games")
        shown = await shown_to(chiara, "The game is paused.")
        await chiara.press(shown, label="Resume")
        assert MISSED not in text_of(await shown_to(dmitri, "to place"))
        await chiara.command("pause", channel="games")
        await shown_to(chiara, "The game is paused.")
        assert session_in(bot).is_paused
    async with running(settings) as bot:
        await chiara.press(await shown_to(chiara, "The game is paused."), label="Resume")
        assert MISSED not in text_of(await shown_to(dmitri, "to place"))
        assert session_in(bot).clock.used.misses(A) == 0


async def test_the_question_to_the_others_is_asked_again_after_a_pause(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, missed(3)):
        await shown_to(dmitri, MISSED)
        await chiara.command("pause", channel="games")
        shown = await shown_to(dmitri, "The game is paused.")
        assert not ANSWERS & set(labels_of(shown)), "nobody misses a move during a pause"
        await chiara.press(shown, label="Resume")
        assert set(labels_of(await shown_to(dmitri, MISSED))) >= ANSWERS


async def test_the_others_are_told_once_that_there_is_something_to_decide(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.remind_after, settings.play.minute = 0.2, 1.0
    async with timed(settings, missed(3)) as bot:
        call = await dmitri.wait_for(lambda m: DECIDE in text_of(m))
        assert text_of(call).startswith(f"<@{dmitri.id}>, <@{chiara.id}> keeps missing moves. {DECIDE}")
        assert [one["id"] for one in call["mentions"]] == [dmitri.id]
        await dmitri.press(await shown_to(dmitri, MISSED), label="Wait")
        await dmitri.wait_gone(call)
        assert not session_in(bot).table.over


async def test_the_others_are_told_by_direct_message_if_they_like_that(
    two: tuple[Person, Person], settings: Settings
) -> None:
    _, dmitri = two
    settings.play.remind_after, settings.play.minute = 0.2, 1.0
    await keep_timed(settings, missed(3), move_time="1 day")
    async with Archive.open(settings.storage.url) as archive:
        likes = ReminderSettings(where="direct")
        await change_settings(archive, int(dmitri.id), lambda had: had.having(reminders=likes))
    async with running(settings):
        call = await dmitri.wait_for(lambda m: DECIDE in text_of(m))
        assert text_of(call).startswith("In **Doublolo** in ")
        assert not call["mentions"]


async def test_the_others_can_let_a_computer_play_for_them(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord
) -> None:
    _, dmitri = two
    settings.play.pace = 60
    async with timed(settings, missed(3)) as bot:
        shown = await shown_to(dmitri, MISSED)
        for made_up in ("absent:1:1:wait", "absent:1:x:wait", f"absent:1:{cast.DMITRI}:computer"):
            assert await told(dmitri, await forge(discord, dmitri, shown, made_up))
        forged = f"absent:1:{cast.CHIARA}:resign"
        assert "expired" in await told(dmitri, await forge(discord, dmitri, shown, forged))
        await dmitri.press(shown, label="Let a computer play")
        shown = await no_longer_asked(dmitri, shown)
        session = session_in(bot)
        assert not session.players[A].is_person
        assert not session.table.resigned
        assert not session.table.over


async def test_a_player_who_comes_back_is_asked_about_no_longer(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, missed(3)) as bot:
        shown = await shown_to(dmitri, MISSED)
        await type_moves(bot, *two)
        await no_longer_asked(dmitri, shown)
        assert session_in(bot).players[A].user_id == int(chiara.id)


async def test_a_player_who_says_they_are_here_keeps_their_seat(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, missed(3)) as bot:
        shown = await shown_to(chiara, MISSED)
        await chiara.press(shown, label="Let a computer play")
        await no_longer_asked(dmitri, shown)
        assert session_in(bot).players[A].user_id == int(chiara.id)


async def test_a_game_in_which_everyone_is_away_waits_for_somebody_to_move(
    settings: Settings, meet: Meet
) -> None:
    """A game against computers too: they don't play it out, and with one person there is nobody to ask."""
    chiara = await meet(cast.CHIARA)
    settings.play.minute = 0.3
    seats = (*people(cast.CHIARA), computer("greedy"))
    await keep_timed(settings, missed(3), seats=seats, move_time="2 minutes")
    async with running(settings) as bot:
        shown = await shown_to(chiara, "so this game waits until one of you does")
        assert MISSED not in text_of(shown)
        before = len(lines(bot))
        await asyncio.sleep(0.9)
        assert len(lines(bot)) == before
        await type_moves(bot, chiara)
        await until(lambda: any(line.note.startswith("time over") for line in new_lines(bot, before)))


def new_lines(bot: Parlour, since: int) -> list[Line]:
    """The lines after this many."""
    return list(session_in(bot).table.lines[since:])


async def test_a_move_of_several_parts_is_missed_once(two: tuple[Person, Person], settings: Settings) -> None:
    """In Fooblitzky a turn can be several lines."""
    late = "  # time over: finished by {b}"
    parts = (f"a enter UL phone{late}", f"a call UL drug{late}")
    await keep_timed(settings, [*WALK, *parts], game="fooblitzky", move_time="1 day")
    async with running(settings) as bot:
        assert session_in(bot).clock.used.misses(A) == 1
