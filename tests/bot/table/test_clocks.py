"""A time for moves in any game: it runs out, pauses, survives a restart, and never costs anyone the game."""

import asyncio
import time
from collections.abc import Callable

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.table.clock.timer import SOONEST_KEPT
from bot.table.clock.used_time import line_where_move_began
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot import hands
from tests.bot.clocks import keep_quiet_hours, keep_timed, pass_seconds, timed
from tests.bot.conftest import Meet, running
from tests.bot.tables import people, session_in, type_moves, until, words_of
from tests.bot.time_limits import UNTIL, WALK, A, B, shown_to

MINUTE = 60


def left(shown: Json) -> list[float]:
    """The seconds that each countdown on a board still runs."""
    return [int(one) - time.time() for one in UNTIL.findall(text_of(shown))]


async def test_when_time_runs_out_a_computer_makes_that_move_and_no_other(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.minute = 0.25
    async with timed(settings, move_time="2 minutes") as bot:
        session = session_in(bot)
        before = len(session.table.lines)
        await until(lambda: len(session.table.lines) > before)
        line = session.table.lines[before]
        assert (line.who, line.note) == (A, "time over: chosen by seer")
        shown = await shown_to(dmitri, f"<@{chiara.id}>'s move (time over: chosen by seer).")
        assert "can make the move" not in text_of(shown)
        assert not session.table.over
        assert not session.table.resigned


async def test_a_computer_plays_a_card_for_the_absent_without_showing_their_hand(
    settings: Settings, meet: Meet
) -> None:
    settings.play.minute = 0.25
    seats = people(*hands.SEATED)
    written = (hands.DEALER, hands.DEAL, *hands.EXCHANGE)
    room = cast.CARD_ROOM
    await keep_timed(settings, written, game=hands.GAME, seats=seats, channel=room, move_time="2 minutes")
    three = [await meet(one) for one in hands.SEATED]
    async with running(settings) as bot:
        session = hands.session_of(bot)
        await until(lambda: len(session.table.lines) > len(written))
        assert session.table.lines[len(written)].note.startswith("time over: chosen by ")
        assert session.table.lines[len(written)].text.split()[-1] in hands.HANDS[0] + hands.WIDOW
        await hands.at_rest(bot, session, *three)
        for other in three[1:]:
            assert not [one for one in hands.all_direct(other) if "Your hand: 7♠" in text_of(one)]


async def test_in_fooblitzky_the_host_chooses_who_makes_a_late_move(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    house = "the next player may make it"
    await keep_timed(settings, WALK, game="fooblitzky", move_time="2 minutes", time_up=house)
    await keep_timed(settings, WALK, game="fooblitzky", move_time="2 minutes", channel=cast.CARD_ROOM)
    async with running(settings) as bot:
        by_house, by_computer = session_in(bot), session_in(bot, cast.CARD_ROOM)
        for session in (by_house, by_computer):
            pass_seconds(session, 2 * MINUTE)
            session.go_on()
            bot.messages.show(session)
        shown = await shown_to(dmitri, f"<@{chiara.id}>'s time is up, so <@{dmitri.id}> can make the move")
        assert left(shown) == pytest.approx([2 * MINUTE], abs=10)
        assert by_computer.clock.next_player(A) is None
        await until(lambda: by_computer.table.turn.owes == {B})
        made = [line for line in by_computer.table.lines[len(WALK) :] if line.who == A]
        assert {line.note for line in made} == {"time over: chosen by sleuth"}, "the whole move is made"
        assert len(by_house.table.lines) == len(WALK)


async def test_a_move_s_time_begins_at_the_same_line_whatever_the_hands_are(settings: Settings) -> None:
    """The countdown says nothing about cards: it's the same for two deals."""
    first, second, third = hands.HANDS
    other = f"* deal {first} / {third} / {second} / {hands.WIDOW}"
    lines: list[list[int]] = []
    for channel, deal in ((cast.CARD_ROOM, hands.DEAL), (cast.GAMES, other)):
        written = (hands.DEALER, deal, "a pass", "b pass")
        await keep_timed(
            settings,
            written,
            game=hands.GAME,
            seats=people(*hands.SEATED),
            channel=channel,
            move_time="1 day",
        )
    async with running(settings) as bot:
        for channel in (cast.CARD_ROOM, cast.GAMES):
            session = session_in(bot, channel)
            assert session.clock.running == (Seat(2),)
            lines.append([line_where_move_began(session.table, seat) for seat in session.table.seats])
    assert lines[0] == lines[1]


async def test_extra_time_begins_when_the_time_of_a_move_ends_and_is_gone_for_the_game(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep_timed(settings, move_time="2 minutes", bank="5 minutes")
    async with running(settings) as bot:
        session = session_in(bot)
        shown = await shown_to(dmitri, f"and <@{chiara.id}>'s extra time <t:")
        assert left(shown) == pytest.approx([2 * MINUTE, 7 * MINUTE], abs=10)
        pass_seconds(session, 3 * MINUTE)
        session.go_on()
        bot.messages.show(session)
        shown = await shown_to(dmitri, f"<@{chiara.id}> is using their extra time, which runs out")
        assert left(shown) == pytest.approx([4 * MINUTE], abs=10)
        await type_moves(bot, *two)
        await type_moves(bot, *two)
    async with running(settings) as bot:
        session = session_in(bot)
        assert session.clock.at(A).ends - time.monotonic() == pytest.approx(6 * MINUTE, abs=10)


async def test_in_quiet_hours_a_clock_rests_and_everyone_sees_until_when(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.minute = 0.2
    await keep_quiet_hours(settings, cast.CHIARA, ends_in=3600)
    async with timed(settings, move_time="2 minutes") as bot:
        shown = await shown_to(dmitri, f"quiet hours for <@{chiara.id}>: their clock is stopped until <t:")
        assert left(shown) == pytest.approx([3630], abs=45)
        await asyncio.sleep(0.6)
        session = session_in(bot)
        before = len(session.table.lines)
        assert not session.clock.is_over(A)
        await type_moves(bot, *two)
        await until(lambda: len(session.table.lines) > before + 1)
        assert session.table.lines[before].note == ""
        assert session.table.lines[before + 1].note.startswith("time over: "), "b's clock is stopped too"


async def test_quiet_hours_that_somebody_changes_hold_at_their_tables_at_once(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, move_time="1 hour") as bot:
        session = session_in(bot)
        await shown_to(dmitri, "Time for this move runs out")
        await keep_quiet_hours(settings, cast.CHIARA, ends_in=3600)
        bot.archive.people.forget(int(chiara.id))
        await bot.outages.quiet_hours_changed(int(chiara.id))
        await shown_to(dmitri, "their clock is stopped until")
        assert session.clock.at(A).ends - time.monotonic() == pytest.approx(2 * 3600, abs=90)


async def test_what_a_player_has_used_is_kept_while_they_think(
    two: tuple[Person, Person], settings: Settings
) -> None:
    """A killed process gives back the time used since then, and no more."""
    began = time.monotonic()
    async with timed(settings, move_time="2 minutes") as bot:
        used = session_in(bot).clock.used
        await until(lambda: A in used.kept and used.kept[A].used >= 1000 * SOONEST_KEPT)
        (kept,) = await bot.archive.clocks.times(1)
        assert (kept.seat, kept.move) == (A, line_where_move_began(session_in(bot).table, A))
        assert kept.used <= 1000 * (time.monotonic() - began), "more was kept than was used"


async def test_time_does_not_run_while_discord_cannot_be_reached(
    two: tuple[Person, Person], settings: Settings
) -> None:
    settings.play.minute = 0.3
    async with timed(settings, move_time="2 minutes") as bot:
        session = session_in(bot)
        before = len(session.table.lines)
        bot.outages.disconnected()
        await asyncio.sleep(0.9)
        assert len(session.table.lines) == before
        bot.outages.connected()
        assert session.clock.at(A).ends > time.monotonic()
        await until(lambda: len(session.table.lines) > before)


async def test_a_lost_connection_is_noticed_until_it_is_back(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings, move_time="2 minutes") as bot:
        await shown_to(two[1], "Time for this move runs out")
        seen: list[bool] = []
        for name in ("disconnected", "connected"):
            real = getattr(bot.outages, name)

            def spied(real: Callable[..., None] = real, **since: float) -> None:
                real(**since)
                seen.append(bot.outages.runs)

            monkeypatch.setattr(bot.outages, name, spied)
        discord.gateway.drop(4000)
        await until(lambda: True in seen)
        assert seen[0] is False


async def test_asking_to_undo_gives_nobody_their_time_again(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings, move_time="2 minutes") as bot:
        await type_moves(bot, *two, count=2)
        session = session_in(bot)
        pass_seconds(session, MINUTE)
        session.go_on()
        before = session.clock.hands
        await chiara.command("undo", channel="games")
        shown = await dmitri.wait_for(lambda m: "wants to undo" in text_of(m))
        await dmitri.press(shown, label="Play on")
        await dmitri.wait_for(lambda m: "would rather play on" in words_of(m))
        assert session.clock.running == (A,)
        assert session.clock.hands == before


async def test_a_player_is_told_shortly_before_their_time_ends(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    settings.play.remind_after = 3600
    async with timed(settings, move_time="1 hour") as bot:
        session = session_in(bot)
        assert not session.clock.is_warned(A)
        assert session.clock.at(A).ends - session.clock.at(A).warns == pytest.approx(12 * MINUTE)
        pass_seconds(session, 50 * MINUTE)
        session.go_on()
        bot.messages.show(session)
        call = await chiara.wait_for(lambda m: "your time for this move runs out <t:" in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [chiara.id]
        await type_moves(bot, *two)
        await chiara.wait_gone(call)


@pytest.mark.parametrize("turns", range(4))
async def test_a_clock_stops_even_if_there_is_a_move_at_the_same_moment(
    two: tuple[Person, Person], settings: Settings, turns: int
) -> None:
    async with timed(settings) as bot:
        timer = session_in(bot).timer
        await shown_to(two[1], "Time for this move runs out")
        for _ in range(5):
            timer.go_on()
            for _ in range(turns):
                await asyncio.sleep(0)
            timer.go_on()
            async with asyncio.timeout(5):
                await timer.close()
