"""Reminding players who keep the table waiting, and replacing players who left."""

import asyncio
import time

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.table.session import Session
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import legal, lines, open_lobby, play, session_in, told, until

CALL = "it's your turn"


def calls(person: Person) -> list[Json]:
    """The reminders this person sees."""
    return [one for one in person.sees.in_channel("games") if CALL in text_of(one)]


async def test_a_player_who_keeps_the_table_waiting_gets_one_reminder_with_a_ping(
    waiting: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        call = await dmitri.wait_for(lambda m: CALL in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [chiara.id]
        board_id = (await bot.messages.of(session_in(bot))).board.message_id
        assert f"/{cast.GUILD_ID}/{cast.GAMES}/{board_id}" in text_of(call)
        await asyncio.sleep(0.5)
        assert len(calls(dmitri)) == 1


async def test_a_player_who_moves_in_time_gets_no_reminder_and_the_next_player_has_their_own_time(
    waiting: Settings, meet: Meet
) -> None:
    waiting.play.remind_after = 3
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        await asyncio.sleep(1)
        moved_at = time.monotonic()
        await chiara.command("move", channel="games", move=legal(bot)[0])
        call = await dmitri.wait_for(lambda m: CALL in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [dmitri.id]
        assert time.monotonic() - moved_at >= 3


async def test_a_move_deletes_the_reminder_and_the_next_player_gets_one(
    waiting: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        call = await dmitri.wait_for(lambda m: CALL in text_of(m))
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await dmitri.wait_gone(call)
        call = await dmitri.wait_for(lambda m: CALL in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [dmitri.id]


async def test_a_move_while_the_call_is_being_sent_takes_it_away(
    waiting: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        await dmitri.wait_for(lambda m: "to place" in text_of(m))
        discord.faults.delay = 0.3
        await asyncio.sleep(0.4)
        session = session_in(bot)
        await play(bot, session, int(chiara.id), legal(bot)[0], 1)
        await dmitri.wait_until(
            lambda: any(f"<@{dmitri.id}>, {CALL}" in text_of(one) for one in calls(dmitri))
        )
        assert [text_of(one).split(",")[0] for one in calls(dmitri)] == [f"<@{dmitri.id}>"]


async def test_fast_moves_leave_no_reminder_behind(waiting: Settings, meet: Meet) -> None:
    dmitri = await meet(cast.DMITRI)
    async with running(waiting) as bot:
        await dmitri.wait_for(lambda m: CALL in text_of(m))
        session = session_in(bot)
        for click in range(6):
            (seat,) = session.table.turn.owes
            await play(bot, session, session.players[seat].user_id or 0, legal(bot)[0], click)
        await dmitri.wait_until(lambda: not calls(dmitri))


async def test_a_restart_sends_no_second_reminder(waiting: Settings, meet: Meet) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        call = await dmitri.wait_for(lambda m: CALL in text_of(m))
        reminder = (await bot.messages.of(session_in(bot))).reminder
        await until(lambda: reminder.told == {int(chiara.id)})
    async with running(waiting) as bot:
        await asyncio.sleep(0.5)
        assert [one["id"] for one in calls(dmitri)] == [call["id"]]
        await bot.tables.load_channel(int(cast.GAMES))
        await chiara.command("move", channel="games", move=legal(bot)[0])
        await dmitri.wait_gone(call)


async def test_the_reminder_goes_to_the_player_asked_to_agree_and_not_to_the_one_who_asked(
    waiting: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting) as bot:
        await chiara.command("undo", channel="games")
        await until(lambda: session_in(bot).table.ask)
        call = await chiara.wait_for(lambda m: f"<@{dmitri.id}>, {CALL}" in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [dmitri.id]


async def test_a_computer_plays_on_for_a_person_who_left_the_server_and_the_channel_is_told(
    waiting: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    await chiara.do("leave")
    async with running(waiting) as bot:
        before = len(lines(bot))
        await dmitri.wait_for(lambda m: f"<@{chiara.id}> left the server" in text_of(m))
        await until(lambda: len(lines(bot)) > before)
        strongest = session_in(bot).game.about.levels[-1]
        assert session_in(bot).players[0].level == strongest
        stored = await bot.archive.sessions.seats(1)
        assert (stored[0].user_id, stored[0].level) == (None, strongest)
        assert not any(f"<@{chiara.id}>, {CALL}" in text_of(one) for one in calls(dmitri))
        await dmitri.wait_for(lambda m: f"<@{dmitri.id}>: White to place" in text_of(m))


@pytest.mark.parametrize("code", [10007, 10013])
async def test_somebody_whom_discord_does_not_know_once_keeps_their_seat_and_is_called_later(
    waiting: Settings, discord: LocalDiscord, meet: Meet, code: int
) -> None:
    chiara = await meet(cast.CHIARA)
    discord.faults.fail_next([unknown(chiara, code, 2)])  # the first time it's asked for their avatar
    async with running(waiting) as bot:
        await chiara.wait_for(lambda m: f"<@{chiara.id}>, {CALL}" in text_of(m))
        assert not discord.faults.failures
        assert session_in(bot).players[0].user_id == int(chiara.id)


async def test_somebody_whom_discord_does_not_know_once_is_in_the_game_that_the_host_starts(
    settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        lobby = await tables.join(dmitri, await open_lobby(chiara))
        discord.faults.fail_next([unknown(dmitri, 10007)])
        await chiara.press(lobby, label="Start")
        await until(lambda: isinstance(bot.tables.channels.find(int(cast.GAMES)), Session))
        assert not discord.faults.failures
        assert [one.user_id for one in session_in(bot).players] == [int(chiara.id), int(dmitri.id)]


def unknown(person: Person, code: int, times: int = 1) -> Json:
    """Discord says so often that it doesn't know this member."""
    return {"status": 404, "code": code, "method": "GET", "path": f"/members/{person.id}$", "times": times}


async def test_a_player_who_left_the_server_loses_their_seat_when_the_host_starts(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        lobby = await tables.join(dmitri, await open_lobby(chiara))
        await dmitri.do("leave")
        sentence = await told(chiara, await chiara.press(lobby, label="Start"))
        assert "Waiting for 1 more player." in sentence
        await tables.board(chiara, lobby, "**B** · *free*")


async def test_only_the_hosts_start_looks_who_has_left(settings: Settings, meet: Meet) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(settings) as bot:
        lobby = await tables.join(dmitri, await open_lobby(chiara))
        await dmitri.do("leave")
        assert "Only the host" in await told(emi, await emi.press(lobby, label="Start"))
        lobby_or_session = bot.tables.channels.find(int(cast.GAMES))
        assert lobby_or_session is not None
        assert len(lobby_or_session.players) == 2


async def test_a_player_who_is_pressing_buttons_is_not_called_until_they_stop(
    waiting: Settings, meet: Meet
) -> None:
    waiting.play.remind_after = 2
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(waiting):
        pressed_at = 0.0
        for _ in range(4):
            pressed_at = time.monotonic()
            await chiara.reply_to(await chiara.command("help", channel="games"))
            assert not calls(dmitri)
            await asyncio.sleep(0.8)
        await dmitri.wait_for(lambda m: CALL in text_of(m))
        assert time.monotonic() - pressed_at >= 2
