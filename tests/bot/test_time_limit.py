"""The time limit: counted while the bot is here and shown; then the next player finishes the move."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Literal

import pytest

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.tables.player import Player, computer
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import cities
from tests.bot.cities import BEGUN_BY_TWO, CHOICES, keep_city, rest, type_move
from tests.bot.conftest import Meet, running
from tests.bot.hands import all_direct
from tests.bot.tables import forge, lines, made_again, people, play, session_in, told, until

MINUTE = 60
LIMIT = {"time_limit": "1"}
WALK = (*BEGUN_BY_TWO, "* roll 20")
"""a, who is Chiara, has 20 moves to walk; b is Dmitri."""

AT_LOCKER = (*BEGUN_BY_TWO, "* roll 14", "a enter UL locker")
A, B = Seat(0), Seat(1)

UNTIL = re.compile(r"<t:(\d+):R>")


async def keep(
    settings: Settings,
    *written: str,
    ago: float,
    seats: Sequence[Player] = (),
    options: dict[str, str] | None = None,
) -> None:
    """A table with a limit of a minute whose last line was written `ago` seconds ago."""
    async with Archive.open(settings.storage.url) as archive:
        lobby_or_session = seats or people(cast.CHIARA, cast.DMITRI)
        await keep_city(
            archive, *written, options={**LIMIT, **(options or {})}, seats=lobby_or_session, ago=ago
        )


@pytest.fixture
async def two(meet: Meet) -> tuple[Person, Person]:
    """Chiara and Dmitri."""
    return await meet(cast.CHIARA), await meet(cast.DMITRI)


@asynccontextmanager
async def here_all_along(settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, as if it had been here when the table's last line was written."""
    async with running(settings) as bot:
        cities.here_all_along(bot)
        yield bot


async def counting(person: Person, saying: str, seconds: float) -> Json:
    """The board in #games, once it says this and that this many seconds are left."""
    channel = person.channel("games")["id"]

    def fits(message: Json) -> bool:
        left = [int(found) - time.time() for found in UNTIL.findall(text_of(message))]
        of_table = message["channel_id"] == channel and "Resign" in labels_of(message)
        return of_table and saying in text_of(message) and any(abs(one - seconds) <= 10 for one in left)

    return await person.wait_for(fits, 10)


async def shown_to(person: Person, saying: str) -> Json:
    """The board in #games, once it says this."""
    channel = person.channel("games")["id"]
    return await person.wait_for(
        lambda m: m["channel_id"] == channel and "Resign" in labels_of(m) and saying in text_of(m), 10
    )


def ends(shown: Json) -> int:
    """When the time shown on a board runs out, in seconds since the epoch."""
    (found,) = UNTIL.findall(text_of(shown))
    return int(found)


def note(bot: Parlour, place: int = -1) -> str:
    return session_in(bot).table.lines[place].note


# What is shown


async def test_board_and_hand_count_down(two: tuple[Person, Person], settings: Settings) -> None:
    chiara, _ = two
    await keep(settings, *WALK, ago=30)
    async with here_all_along(settings) as bot:
        shown = await counting(chiara, "Rolled 20", 30)
        hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and UNTIL.search(text_of(m)))
        await rest(bot, *two)
        assert ends(chiara.current(hand)) == ends(shown)


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
    await keep(settings, ago=30)
    async with here_all_along(settings) as bot:
        session = session_in(bot)
        (_, before, _), *_ = session.clock.hands
        for choice in ("pig", "saw"):
            await play(bot, session, int(chiara.id), f"choose {choice}", 1000 + len(choice))
        assert session.clock.hands == ((B, before, False),)
        await type_move(dmitri, "choose fish")
        await until(lambda: session.clock.running == (A,))
        ((_, ends, _),) = session.clock.hands
        assert ends > before


# After the bot was away


async def test_the_bots_absence_costs_nobody_time(two: tuple[Person, Person], settings: Settings) -> None:
    """However long it was, the mover gets the whole time again, as shown, and no move is made."""
    chiara, dmitri = two
    await keep(settings, *WALK, ago=10 * MINUTE)
    for _ in range(2):
        async with running(settings) as bot:
            shown = await counting(chiara, "Rolled 20", MINUTE)
            await rest(bot, *two)
            (hand,) = [one for one in all_direct(chiara) if "Rolled 20" in text_of(one)]
            assert ends(hand) == ends(chiara.current(shown))
            assert "It's not your turn" in await told(dmitri, await type_move(dmitri, "enter UL phone"))
            assert len(lines(bot)) == len(WALK)
    async with running(settings) as bot:
        await type_move(chiara, "enter UL phone")
        await counting(chiara, "Which kind of store do you call?", MINUTE)
        assert note(bot) == ""


async def test_an_absence_before_a_secret_choice_makes_no_choice(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep(settings, CHOICES[0], ago=10 * MINUTE)
    async with running(settings) as bot:
        await counting(chiara, "to move", MINUTE)
        await rest(bot, *two)
        assert len(lines(bot)) == 1


async def test_time_goes_on_once_the_bot_is_back(two: tuple[Person, Person], settings: Settings) -> None:
    _, dmitri = two
    settings.play.minute = 3
    await keep(settings, *WALK, ago=MINUTE)
    async with running(settings) as bot:
        await shown_to(dmitri, "can make the move")
        await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert note(bot, len(WALK)) == "time over: played by default"


async def test_a_reminder_to_finish_a_move_goes_when_the_moves_time_starts_again(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.remind_after = 0.2
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings):
        old = await dmitri.wait_for(lambda m: "you can make the move" in text_of(m))
        assert [one["id"] for one in old["mentions"]] == [dmitri.id]
    async with running(settings):
        await dmitri.wait_gone(old, 10)
        call = await chiara.wait_for(lambda m: f"<@{chiara.id}>, it's your turn" in text_of(m), 10)
        assert [one["id"] for one in call["mentions"]] == [chiara.id]


# When it is over


async def test_the_next_player_finishes_the_move_from_the_board(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings) as bot:
        over = f"<@{chiara.id}>'s time is up, so <@{dmitri.id}> can make the move. Rolled 20"
        shown = await shown_to(dmitri, over)
        assert f"<@{chiara.id}>'s move is made automatically" in text_of(shown)
        assert abs(ends(shown) - (time.time() + MINUTE - 10)) <= 10
        offered = await dmitri.autocomplete("move", "move", channel="games", move="enter UL ph")
        assert [one["value"] for one in offered] == ["enter UL phone"]
        await type_move(dmitri, "enter UL phone")
        shown = await shown_to(dmitri, "Which kind of store do you call?")
        await dmitri.press(shown, label="drug")
        shown = await shown_to(dmitri, "Which drug store do you call?")
        await dmitri.press(shown, label="Howl Hill")
        shown = await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert f"<@{chiara.id}>'s move (time over: finished by <@{dmitri.id}>)." in text_of(shown)
        assert lines(bot)[len(WALK) : len(WALK) + 2] == ["a enter UL phone", "a call UL drug"]
        assert note(bot, len(WALK)) == note(bot, len(WALK) + 1) == "time over: finished by {b}"


async def test_the_late_player_can_still_move_until_someone_else_does(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings) as bot:
        await shown_to(dmitri, "can make the move")
        await type_move(chiara, "enter UL phone")
        await shown_to(dmitri, "Which kind of store do you call?")
        assert note(bot, len(WALK)) == ""


async def test_only_the_next_player_can_finish_a_move_and_only_when_time_is_up(
    meet: Meet, settings: Settings
) -> None:
    dmitri, emi, farid = [await meet(one) for one in (cast.DMITRI, cast.EMI, cast.FARID)]
    three = ("a choose pig", "b choose hot-dog", "c choose fish", "* missing yo-yo", "* stock UL UR LL LR")
    begun = (*three, "* lockers UL LR UL", "* crosswalks none", "* roll 20")
    seats = people(cast.CHIARA, cast.DMITRI, cast.EMI)
    await keep(settings, *begun, ago=MINUTE + 10, seats=seats)
    async with here_all_along(settings) as bot:
        await shown_to(emi, f"so <@{dmitri.id}> can make the move")
        assert "It's not your turn" in await told(emi, await type_move(emi, "enter UL phone"))
        assert "not playing" in await told(farid, await type_move(farid, "enter UL phone"))
        await type_move(dmitri, "enter UL phone")
        await shown_to(dmitri, "Which kind of store do you call?")
        await type_move(dmitri, "call UL drug")
        await shown_to(emi, f"<@{dmitri.id}>: Rolled")
        assert "It's not your turn" in await told(emi, await type_move(emi, "walk B7"))
        assert session_in(bot).table.turn.owes == {B}


async def test_a_move_that_nobody_finishes_in_the_same_time_again_is_made_by_default(
    two: tuple[Person, Person], settings: Settings
) -> None:
    _, dmitri = two
    await keep(settings, *WALK, ago=2 * MINUTE + 5)
    async with here_all_along(settings) as bot:
        shown = await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert lines(bot)[len(WALK)].startswith("a walk ")
        assert note(bot, len(WALK)) == "time over: played by default"
        assert abs(ends(shown) - (time.time() + MINUTE)) <= 10


async def test_a_secret_question_is_answered_for_the_absent_and_shown_to_nobody(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep(settings, *AT_LOCKER, ago=MINUTE + 5, options={"lockers_tell": "true"})
    async with here_all_along(settings) as bot:
        await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert lines(bot)[len(AT_LOCKER)] == "a take"
        assert note(bot, len(AT_LOCKER)) == "time over: played by default"
        hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and "Rolled" in text_of(m))
        assert "pig" in str(hand["components"])
        await rest(bot, *two)
        theirs = [one for one in all_direct(dmitri) if "pig" in text_of(one)]
        assert not theirs, "b is told what lay in the locker of a"


async def test_a_secret_choice_is_made_by_a_computer_when_the_time_is_over(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep(settings, CHOICES[0], ago=MINUTE + 5)
    async with here_all_along(settings) as bot:
        await shown_to(dmitri, f"<@{chiara.id}>: Rolled")
        assert re.fullmatch(r"b choose [a-z-]+", lines(bot)[1])
        assert note(bot, 1) == "time over: chosen by sleuth"
        assert lines(bot)[1] == f"b {made_again(session_in(bot).table, 1, 'sleuth')}", "not by the seed"
        assert any("You pick the" in one for one in session_in(bot).table.heard(Seat(1)))
        assert not [one for one in all_direct(chiara) if f"{lines(bot)[1].split()[-1]}" in text_of(one)]


async def test_a_computer_finishes_nothing_so_the_default_is_played_at_once(
    meet: Meet, settings: Settings
) -> None:
    chiara = await meet(cast.CHIARA)
    seats = (*people(cast.CHIARA), computer("walker"))
    await keep(settings, *WALK, ago=MINUTE + 5, seats=seats)
    async with here_all_along(settings) as bot:
        await until(lambda: len(lines(bot)) > len(WALK))
        assert note(bot, len(WALK)) == "time over: played by default"
        await shown_to(chiara, "Time for this move runs out <t:")


async def test_your_own_other_seat_is_not_the_next_player(meet: Meet, settings: Settings) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    begun = (*CHOICES, "* stock UL UR LL LR", "* lockers UL LR UL LR", "* crosswalks none", "* roll 20")
    seats = people(cast.CHIARA, cast.DMITRI) * 2
    await keep(settings, *begun, ago=MINUTE + 10, seats=seats, options={"two_tokens": "true"})
    async with here_all_along(settings) as bot:
        await shown_to(chiara, f"<@{chiara.id}> (A)'s time is up, so <@{dmitri.id}> (B) can make the move")
        assert session_in(bot).clock.next_player(A) == B
        assert session_in(bot).clock.next_player(Seat(3)) == A


async def test_the_clock_rings_by_itself_and_goes_on_with_the_next_player(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.minute = 3
    await keep(settings, *WALK, ago=0)
    async with here_all_along(settings) as bot:
        await shown_to(dmitri, f"<@{chiara.id}>'s time is up, so <@{dmitri.id}> can make the move")
        assert len(lines(bot)) == len(WALK)
        shown = await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert f"<@{chiara.id}>'s move (time over: played by default)." in text_of(shown)
        assert lines(bot)[len(WALK)].startswith("a walk ")


# With everything else


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
        await chiara.wait_gone(call, 10)
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
        lock = session.journal.lock = CountingLock()
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
