"""The time limit only runs while the bot does: its absence neither costs nor gains anyone time."""

from bot.config import Settings
from local_discord.person import Person, text_of
from tests.bot.cities import CHOICES, rest, type_move
from tests.bot.conftest import running
from tests.bot.hands import all_direct
from tests.bot.tables import lines, told
from tests.bot.time_limits import MINUTE, WALK, counting, ends, here_all_along, keep, note, shown_to


async def test_the_bots_absence_costs_nobody_time(two: tuple[Person, Person], settings: Settings) -> None:
    """However long it was away, the mover has the time they had, as shown, and no move is made."""
    chiara, dmitri = two
    await keep(settings, *WALK, ago=10 * MINUTE)
    for _ in range(2):
        async with running(settings) as bot:
            shown = await counting(chiara, "Rolled 20", MINUTE)
            await rest(bot, *two)
            (hand,) = [one for one in all_direct(chiara) if "Rolled 20" in text_of(one)]
            assert ends(hand) == ends(chiara.sees.current(shown))
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


async def test_time_that_was_used_before_a_restart_is_used_after_it(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep(settings, *WALK, ago=40)
    async with here_all_along(settings):
        await counting(chiara, "Rolled 20", MINUTE - 40)
    async with running(settings) as bot:
        await counting(chiara, "Rolled 20", MINUTE - 40)
        await type_move(chiara, "enter UL phone")
        await counting(chiara, "Which kind of store do you call?", MINUTE - 40)
        assert note(bot) == ""


async def test_time_that_was_up_before_a_restart_is_up_after_it(
    two: tuple[Person, Person], settings: Settings
) -> None:
    _, dmitri = two
    settings.play.remind_after = 0.2
    await keep(settings, *WALK, ago=MINUTE + 10)
    async with here_all_along(settings):
        old = await dmitri.wait_for(lambda m: "you can make the move" in text_of(m))
        assert [one["id"] for one in old["mentions"]] == [dmitri.id]
    async with running(settings):
        await shown_to(dmitri, "can make the move")
        calls = [one for one in dmitri.sees.in_channel("games") if "you can make the move" in text_of(one)]
        assert [one["id"] for one in calls] == [old["id"]], "they know already"
