"""Tips for people who play a game for the first time: only they see them, until they turn them off."""

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from bot.messages.own_view import TIPS, tips_of
from bot.people.settings import settings_of
from games import registry
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.pytest_plugin import Meet
from storage import Archive
from tests.bot.conftest import running
from tests.bot.hands import CALLS, Three, direct, keep_deal, session_of
from tests.bot.tables import all_alone, legal, start_fourside, until


def test_every_game_has_a_tip_for_each_of_the_first_questions() -> None:
    for game in registry.all_games().values():
        assert len(set(tips_of(game.about))) == TIPS


async def test_after_five_moves_of_their_own_nobody_needs_them(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *CALLS, "a give 4♠", "a reject 6♥ 5♦ 4♦")
    async with running(settings):
        hand = await direct(seats[0], "the widow")
        assert "Tip:" not in text_of(hand)


async def test_people_who_have_played_the_game_before_get_none(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        earlier = await keep_deal(archive, channel=cast.GENERAL)
        await archive.sessions.end(earlier, "stopped", (), 1)
        await keep_deal(archive)
        assert await archive.sessions.has_played_before(int(cast.CHIARA), 2)
        assert not await archive.sessions.has_played_before(int(cast.CHIARA), 1)
        assert not await archive.sessions.has_played_before(int(cast.FARID), 2)
    async with running(settings) as bot:
        hand = await direct(seats[0], "do you pass")
        await until(lambda: session_of(bot).waits_for() == (0,))
        assert "Tip:" not in text_of(hand)


def tips_to(person: Person) -> list[Json]:
    return [one for one in all_alone(person) if "Tip:" in text_of(one)]


async def press_square(person: Person, shown: Json) -> None:
    """Begin to answer the question on the board."""
    square = labels_of(person.sees.current(shown))[0]
    await person.outcome(await person.press(person.sees.current(shown), label=square))
    await person.wait_for(lambda m: m["id"] == shown["id"] and "Which tile" in text_of(m))


async def test_on_a_board_without_hands_a_newcomer_gets_each_tip_alone_and_plays_on(
    bot: Parlour, meet: Meet, emi: Person
) -> None:
    host, guest = await meet(cast.CHIARA), await meet(cast.DMITRI)
    shown, asker, rival = await start_fourside(bot, host, guest)
    await press_square(asker, shown)
    first, *_ = tips_of(registry.find("fourside").about)
    (tip,) = await asker.wait_until(lambda: tips_to(asker))
    assert first in text_of(tip)
    assert "Turn off tips" in labels_of(tip)
    assert not tips_to(emi)
    assert "Tip:" not in text_of(asker.sees.current(shown)), "not on the board"
    for player in (asker, rival, asker):
        before = text_of(asker.sees.current(shown))
        await player.command("move", channel="games", move=legal(bot)[0])
        await asker.wait_for(
            lambda m, before=before: m["id"] == shown["id"] and text_of(m) != before  # type: ignore[misc]  # bound as it is now
        )
        if player is rival:
            await press_square(asker, shown)
            await asker.wait_until(lambda: tips_to(asker) and first not in text_of(tips_to(asker)[0]))
    assert len(tips_to(asker)) == 1, "The next tip takes the place of the one before."


async def test_one_press_on_a_boards_tip_turns_them_off_for_good(bot: Parlour, meet: Meet) -> None:
    host, guest = await meet(cast.CHIARA), await meet(cast.DMITRI)
    shown, asker, rival = await start_fourside(bot, host, guest)
    await press_square(asker, shown)
    (tip,) = await asker.wait_until(lambda: tips_to(asker))
    await asker.press(tip, label="Turn off tips")
    await asker.wait_until(lambda: not tips_to(asker) or None)
    assert (await settings_of(bot.archive, int(asker.id))).no_tips
    assert not (await settings_of(bot.archive, int(rival.id))).no_tips


async def test_who_plays_the_computer_reads_the_first_tip_before_they_press_anything(
    bot: Parlour, meet: Meet
) -> None:
    host = await meet(cast.CHIARA)
    lobby = await host.reply_to(await host.command("play", channel="games", game="doublolo"))
    await host.press(lobby, label="Play the computer")
    (tip,) = await host.wait_until(lambda: tips_to(host))
    assert tips_of(registry.find("doublolo").about)[0] in text_of(tip)
