"""A hand has one place: the direct message, or where its player opened it. Only one of them asks."""

import asyncio

from bot.app.parlour import Parlour
from bot.chat.ephemerals import LAST_SECONDS, TOKEN_SECONDS
from bot.config import Settings
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of, text_of
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
    play_card,
    say_moves,
    session_of,
)
from tests.bot.tables import words_of

UP_TO_DATE_SECONDS = TOKEN_SECONDS - LAST_SECONDS
"""How long a hand can be kept up to date once it's opened."""


def asks(message: Json) -> bool:
    """Whether something can be chosen on this message."""
    found = every_component(message["components"])
    return any(
        str(one.get("custom_id", "")).partition(":")[0] in ("pick", "autopick", "play_hint") for one in found
    )


def asking(person: Person) -> list[str]:
    """The messages on which only this person is asked."""
    every = [one for channel in person.sees.messages.values() for one in channel.values()]
    direct = {one["id"] for one in all_direct(person)}
    return [one["id"] for one in every if asks(one) and (is_ephemeral(one) or one["id"] in direct)]


async def test_a_hand_that_is_open_in_the_channel_leaves_a_line_in_the_direct_message(
    leading: Parlour, seats: Three
) -> None:
    before = await direct(seats[0], "You lead")
    opened = await my_hand(seats[0])
    there = await direct(seats[0], "Your hand is open in")
    assert there["id"] == before["id"]
    assert f"Your hand is open in <#{opened['channel_id']}>." in text_of(there)
    assert not pictures_of(there)
    assert not labels_of(there)
    assert asking(seats[0]) == [opened["id"]]
    edited = there["edited_timestamp"]
    await play_card(seats[0], opened, "K♣")
    await seats[0].wait_for(lambda m: m["id"] == opened["id"] and "plays K♣" in words_of(m))
    await at_rest(leading, session_of(leading), *seats)
    assert seats[0].sees.current(there)["edited_timestamp"] == edited, "there is nothing new in it"
    assert not asking(seats[0])


async def test_when_it_is_dismissed_the_direct_message_asks_again(leading: Parlour, seats: Three) -> None:
    opened = await my_hand(seats[1])
    await direct(seats[1], "Your hand is open in")
    await seats[1].do("dismiss", message_id=opened["id"])
    await say_moves(leading, seats, ["a K♣"])
    hand = await direct(seats[1], "K♣ was led")
    assert asking(seats[1]) == [hand["id"]]


async def test_when_it_can_no_longer_be_kept_up_to_date_it_says_so_and_the_direct_message_asks(
    leading: Parlour, seats: Three
) -> None:
    await at_rest(leading, session_of(leading), *seats)
    opened = await my_hand(seats[0])
    await asyncio.sleep(UP_TO_DATE_SECONDS)
    away = await seats[0].wait_for(lambda m: m["id"] == opened["id"] and "put it away" in text_of(m))
    assert labels_of(away) == ["My hand"]
    hand = await direct(seats[0], "You lead")
    await seats[0].wait_until(lambda: asking(seats[0]) == [hand["id"]])
    await seats[0].press(away, label="My hand")
    again = await seats[0].wait_for(lambda m: m["id"] == opened["id"] and "You lead" in text_of(m))
    await direct(seats[0], "Your hand is open in")
    await seats[0].wait_until(lambda: asking(seats[0]) == [again["id"]])
    await asyncio.sleep(LAST_SECONDS)
    assert asking(seats[0]) == [again["id"]], "the first token's end is nothing to it now"


async def test_opening_it_elsewhere_closes_it_here(leading: Parlour, seats: Three) -> None:
    first = await my_hand(seats[0])
    second = await seats[0].reply_to(await seats[0].command("hand", channel="general"))
    await seats[0].wait_gone(first)
    await direct(seats[0], f"Your hand is open in <#{second['channel_id']}>")
    assert asking(seats[0]) == [second["id"]]


async def test_after_a_restart_the_direct_message_asks_until_the_open_one_is_used_again(
    seats: Three, settings: Settings
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        opened = await my_hand(seats[0])
        await direct(seats[0], "Your hand is open in")
    async with running(settings) as bot:
        await direct(seats[0], "You lead")
        await play_card(seats[0], opened, "K♣")
        await direct(seats[0], "Your hand is open in")
        await at_rest(bot, session_of(bot), *seats)
        assert "plays K♣" in words_of(seats[0].sees.current(opened))


async def test_nothing_private_asks_after_the_end(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    opened = await my_hand(seats[0])
    board = await board_of(seats[0], "to move")
    for person in seats[1:]:
        question = await person.reply_to(await person.press(person.sees.current(board), label="Resign"))
        await person.press(question, label="Resign")
    await board_of(seats[0], "wins")
    await seats[0].wait_until(lambda: not any(map(asking, seats)))
    assert "wins" in text_of(seats[0].sees.current(opened))
    await direct(seats[0], "wins")
    assert [one["id"] for one in seats[0].sees.in_channel(ROOM) if is_ephemeral(one)] == [opened["id"]]
