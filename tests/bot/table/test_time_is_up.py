"""When the time for a move is up, the next player may finish it; later the bot makes a default move."""

import re
import time

from bot.chat.players import computer
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.person import Person, text_of
from tests.bot.cities import CHOICES, rest, type_move
from tests.bot.conftest import Meet
from tests.bot.hands import all_direct
from tests.bot.tables import lines, made_again, people, session_in, told, until
from tests.bot.time_limits import AT_LOCKER, MINUTE, WALK, A, B, ends, here_all_along, keep, note, shown_to


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
        assert offered[0]["value"] == "enter UL phone"
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
    seats = (*people(cast.CHIARA), computer("tourist"))
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
