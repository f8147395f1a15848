"""The time limit: what boards and hands show about it, and what goes on meanwhile."""

import asyncio
import time
from typing import Literal

import pytest

from bot.config import Settings
from bot.table.clock.clock import ShownTime
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot.cities import BEGUN_BY_TWO, rest, type_move
from tests.bot.conftest import running
from tests.bot.hands import all_direct
from tests.bot.tables import forge, lines, play, session_in, told, until
from tests.bot.time_limits import (
    MINUTE,
    UNTIL,
    WALK,
    A,
    B,
    counting,
    ends,
    here_all_along,
    keep,
    note,
    shown_to,
)


async def test_board_and_hand_count_down(two: tuple[Person, Person], settings: Settings) -> None:
    chiara, _ = two
    await keep(settings, *WALK, ago=30)
    async with here_all_along(settings) as bot:
        shown = await counting(chiara, "Rolled 20", 30)
        hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and UNTIL.search(text_of(m)))
        await rest(bot, *two)
        assert ends(chiara.sees.current(hand)) == ends(shown)


async def test_without_a_limit_there_is_no_countdown(two: tuple[Person, Person], settings: Settings) -> None:
    await keep(settings, *WALK, ago=1000, options={"time_limit": "none"})
    async with here_all_along(settings) as bot:
        shown = await shown_to(two[0], "Rolled 20")
        assert not UNTIL.search(text_of(shown))
        assert session_in(bot).clock.running == ()
        assert len(lines(bot)) == len(WALK)


async def test_a_move_has_its_time_from_the_roll_to_its_end(
    two: tuple[Person, Person], settings: Settings
) -> None:
    """Staying at a kerb again and again gains no time; another player's roll starts a new limit."""
    chiara, dmitri = two
    begun = (*BEGUN_BY_TWO[:-1], "* crosswalks 1 2 3 4 5 6 7 8 9 10")
    await keep(settings, *begun, "* roll 20", "a walk B20", "a stay", ago=40)
    async with here_all_along(settings):
        shown = await counting(chiara, "Rolled 20", 20)
        before = ends(shown)
        await type_move(chiara, "walk B20")
        assert ends(await shown_to(chiara, "Cross anyway?")) == before
        await type_move(chiara, "stay")
        await type_move(chiara, "enter UL drug")
        await type_move(chiara, "buy toothpaste")
        shown = await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert abs(ends(shown) - (time.time() + MINUTE)) <= 10


async def test_another_players_secret_choice_changes_nobodys_time(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep(settings, ago=10)
    async with here_all_along(settings) as bot:
        session = session_in(bot)
        before = session.clock.hands[0].ends
        for number, choice in enumerate(("pig", "saw")):
            await play(bot, session, int(chiara.id), f"choose {choice}", 1000 + number)
            assert lines(bot)[-1] == f"a choose {choice}"
        assert session.clock.hands == (ShownTime(B, before, False),)
        await type_move(dmitri, "choose fish")
        await until(lambda: session.clock.running == (A,))
        (after,) = session.clock.hands
        assert after.ends > before


async def test_the_next_players_forbidden_moves_get_the_same_refusal_whatever_the_absent_player_holds(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord
) -> None:
    _, dmitri = two
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings) as bot:
        shown = await shown_to(dmitri, "can make the move")
        said = {
            await told(dmitri, await type_move(dmitri, move))
            for move in ("put pig", "put saw", "take", "sell pig", "enter LR drug")
        }
        assert said == {"You can only pick from the buttons under the board."}
        prompt_version = session_in(bot).table.prompt_version(A)
        for made_up in (f"pick:1:a:{prompt_version}:", "hand:1:a", "notes:1:a"):
            assert "isn't your hand" in await told(dmitri, await forge(discord, dmitri, shown, made_up))
        assert len(lines(bot)) == len(WALK)


async def test_the_reminder_goes_to_the_player_who_can_finish_the_move(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.remind_after = 0.2
    settings.play.minute = 3
    await keep(settings, *WALK, ago=0)
    async with here_all_along(settings):
        call = await chiara.wait_for(lambda m: f"<@{chiara.id}>, it's your turn" in text_of(m))
        await chiara.wait_gone(call)
        call = await dmitri.wait_for(lambda m: "you can make the move" in text_of(m))
        assert [one["id"] for one in call["mentions"]] == [dmitri.id]


class CountingLock(asyncio.Lock):
    """A lock that counts how often it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def acquire(self) -> Literal[True]:
        self.asked += 1
        return await super().acquire()


async def test_a_default_that_was_on_its_way_when_its_player_moved_is_not_played(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings) as bot:
        session = session_in(bot)
        lock = session.lock = CountingLock()
        async with lock:
            moving = asyncio.create_task(play(bot, session, int(chiara.id), "enter UL phone", 1))
            await until(lambda: lock.asked == 2)
            session.clock.limit = 1
            session.go_on()
            await until(lambda: lock.asked == 3)
        await moving
        await until(lambda: len(lines(bot)) > len(WALK) + 1)
        assert [note(bot, len(WALK) + at) for at in (0, 1)] == ["", "time over: played by default"]
        assert lines(bot)[len(WALK)] == "a enter UL phone"


async def test_help_tells_the_next_player_that_it_is_their_turn(
    two: tuple[Person, Person], settings: Settings
) -> None:
    _, dmitri = two
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings):
        await shown_to(dmitri, "can make the move")
        assert "It's your turn" in await told(dmitri, await dmitri.command("help", channel="games"))


@pytest.mark.parametrize("turns", range(6))
async def test_a_clock_stops_at_once_however_shortly_after_a_move(
    two: tuple[Person, Person], settings: Settings, turns: int
) -> None:
    """Let the loop run this many turns: the clock may just be looking at what the move has changed."""
    await keep(settings, *WALK, ago=0)
    async with running(settings) as bot:
        timer = session_in(bot).timer
        timer.go_on()
        await asyncio.sleep(0.05)
        timer.go_on()
        for _ in range(turns):
            await asyncio.sleep(0)
        closing = asyncio.create_task(timer.close())
        done, _ = await asyncio.wait({closing}, timeout=5)
        assert done, "it waits until somebody's time is up"
