"""Players the bot can't write to are told once where their hand is, and the bot remembers it."""

from bot.config import Settings
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import running
from tests.bot.hands import (
    EXCHANGE,
    ROOM,
    Three,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    my_hand,
    say_moves,
    session_of,
)


async def test_closed_direct_messages_are_told_once_and_the_game_goes_on_by_my_hand(
    seats: Three, settings: Settings, discord: LocalDiscord
) -> None:
    discord.faults.set({"closed_dms": [seats[1].id]})
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        notes = [await board_of(seats[0], f"<@{seats[1].id}>, I can't send you direct messages")]
        await say_moves(bot, seats, ["a K♣"])
        await seats[1].press(await my_hand(seats[1]), label="7♣")
        await direct(seats[2], "plays 7♣")
        await seats[1].reply_to(await seats[1].command("hand", channel=ROOM))
        await at_rest(bot, session_of(bot), *seats)
        notes = [one for one in seats[0].sees.in_channel(ROOM) if "I can't send you" in text_of(one)]
        assert len(notes) == 1
        assert [one["id"] for one in notes[0]["mentions"]] == [seats[1].id]
        assert not all_direct(seats[1])
        assert (await bot.archive.people.person(int(seats[1].id))).dms_closed


async def test_closed_direct_messages_are_remembered_until_the_player_asks_for_their_hand(
    seats: Three, settings: Settings, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await archive.people.set_dms_closed(int(seats[1].id), True)
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        await direct(seats[2])
        await say_moves(bot, seats, ["a K♣"])
        await at_rest(bot, session_of(bot), *seats)
        assert not all_direct(seats[1])
        assert not [one for one in seats[0].sees.in_channel(ROOM) if "I may not write" in text_of(one)]
        await seats[1].reply_to(await seats[1].command("hand", channel=ROOM))
        await direct(seats[1], "Your hand is open in")
        await at_rest(bot, session_of(bot), *seats)
        assert not (await bot.archive.people.person(int(seats[1].id))).dms_closed
