"""Tips for people who play a game for the first time: in what they alone see, until they turn them off."""

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.screens.tips import TIPS, tips_of
from games import registry
from local_discord.person import labels_of, text_of
from storage import Archive
from tests.bot.conftest import running
from tests.bot.hands import CALLS, Three, board_of, direct, keep_deal, my_hand, say_moves, session_of
from tests.bot.tables import until


def test_every_game_has_a_tip_for_each_of_the_first_questions() -> None:
    for game in registry.all_games().values():
        assert len(set(tips_of(game.about))) == TIPS


async def test_a_newcomer_reads_a_tip_under_each_of_their_first_questions(
    bidding: Parlour, seats: Three
) -> None:
    first, *_ = tips_of(registry.find("calabresella").about)
    hand = await direct(seats[0], f"Tip: {first}")
    assert "Turn off tips" in labels_of(hand)
    assert "Tip:" not in text_of(await direct(seats[1], "deals")), "nothing is asked"
    assert "Tip:" not in text_of(await board_of(seats[0], "do you pass"))
    await say_moves(bidding, seats, ["a pass", "b pass", "c pass"])
    await direct(seats[0], "Tip: Go solo if you have several threes and twos. They win tricks.")


async def test_tips_are_turned_off_for_good(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    async with running(settings) as bot:
        hand = await direct(seats[0], "Tip:")
        await seats[0].press(hand, label="Turn off tips")
        quiet = await seats[0].wait_for(lambda m: m["id"] == hand["id"] and "Tip:" not in text_of(m))
        assert "Turn off tips" not in labels_of(quiet)
        assert "do you pass" in text_of(quiet), "the question stays"
    async with running(settings) as bot:
        opened = await my_hand(seats[0])
        assert "Tip:" not in text_of(opened)
        await say_moves(bot, seats, ["a pass"])
        await direct(seats[1], "Tip:")


async def test_after_five_moves_of_their_own_nobody_needs_them(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *CALLS, "a give 4♠", "a reject 6♥ 5♦ 4♦")
    async with running(settings):
        hand = await direct(seats[0], "the widow")
        assert "Tip:" not in text_of(hand)


async def test_people_who_have_played_the_game_before_get_none(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        earlier = await keep_deal(archive, channel=cast.GENERAL)
        await archive.end(earlier, "stopped", (), 1)
        await keep_deal(archive)
        assert await archive.has_played_before(int(cast.CHIARA), 2)
        assert not await archive.has_played_before(int(cast.CHIARA), 1)
        assert not await archive.has_played_before(int(cast.FARID), 2)
    async with running(settings) as bot:
        hand = await direct(seats[0], "do you pass")
        await until(lambda: session_of(bot).waits_for() == (0,))
        assert "Tip:" not in text_of(hand)
