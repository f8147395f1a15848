"""If an answer or an edit arrives after something newer was shown, the newest is shown again, once."""

import asyncio
from collections.abc import Awaitable

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table import requests
from local_discord.codec import Json
from local_discord.faults import Hold
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet, running
from tests.bot.hands import Three, direct, session_of
from tests.bot.tables import join, press_more, session_in, toss, type_moves, until, words_of


async def test_a_hand_shows_the_end_after_a_late_answer_to_its_player(
    bidding: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    hand = await direct(seats[0], "Tip:")
    late = discord.faults.hold_next("POST", "/callback")
    await seats[0].press(hand, label="Turn off tips")
    await late.arrived.wait()
    await stop(bidding)
    await seats[0].wait_for(lambda m: m["id"] == hand["id"] and "stopped" in text_of(m))
    await until(lambda: not bidding.tables.in_memory.sessions() and not is_ending(bidding))
    late.released.set()
    await seats[0].wait_for(lambda m: m["id"] == hand["id"] and "stopped" not in text_of(m))
    await seats[0].wait_for(lambda m: m["id"] == hand["id"] and "stopped" in text_of(m))


async def test_a_lobby_is_shown_again_after_a_late_answer_to_a_join(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, discord: LocalDiscord
) -> None:
    lobby = await open_cards(chiara)
    pressed = await join_late(dmitri, lobby, discord, join(emi, lobby))
    assert await dmitri.outcome(pressed) == "answered"
    everyone = [f"· <@{one.id}>" for one in (chiara, dmitri, emi)]
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and all(one in text_of(m) for one in everyone))


async def test_the_board_is_shown_again_after_a_late_answer_to_a_join(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, discord: LocalDiscord
) -> None:
    lobby = await join(emi, await open_cards(chiara))

    async def start() -> None:
        await chiara.press(lobby, label="Start")
        await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Resign" in labels_of(m))

    await dmitri.wait_for(lambda m: m["id"] == lobby["id"] and f"<@{emi.id}>" in text_of(m))
    pressed = await join_late(dmitri, lobby, discord, start())
    assert await dmitri.outcome(pressed) == "answered"
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Resign" in labels_of(m))


async def test_a_lobby_stays_closed_after_a_late_answer_to_a_join(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    lobby = await open_cards(chiara)

    async def close() -> None:
        question = await chiara.reply_to(await press_more(chiara, lobby, "Close"))
        await chiara.press(question, label="Close lobby")
        await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "was closed" in text_of(m))

    await join_late(dmitri, lobby, discord, close())
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Join" in labels_of(m))
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "was closed" in text_of(m))


async def test_what_a_late_answer_covered_is_shown_again_before_the_bot_stops(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        lobby = await open_cards(chiara)

        async def close() -> None:
            question = await chiara.reply_to(await press_more(chiara, lobby, "Close"))
            await chiara.press(question, label="Close lobby")
            await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "was closed" in text_of(m))
            held.append(discord.faults.hold_next("PATCH", "/messages"))

        held: list[Hold] = []
        await join_late(dmitri, lobby, discord, close())
        await held[0].arrived.wait()
        asyncio.get_running_loop().call_later(0.5, held[0].released.set)
    assert "was closed" in text_of(chiara.sees.current(lobby))


async def stop(bot: Parlour) -> None:
    """Stop the game with cards."""
    await requests.stop(session_of(bot), None)
    bot.messages.show(session_of(bot))


def is_ending(bot: Parlour) -> bool:
    """Whether anyone still has to be shown the end of a game."""
    return any("TableMessages.ended" in repr(one.get_coro()) for one in bot.background.tasks)


async def open_cards(host: Person) -> Json:
    """A lobby of Foozle, with room for several."""
    return await host.reply_to(await host.command("play", channel="games", game="foozle"))


async def join_late(guest: Person, lobby: Json, discord: LocalDiscord, first: Awaitable[object]) -> str:
    """Press Join, and answer only after something else has been shown; the id of the press."""
    late = discord.faults.hold_next("POST", "/callback")
    pressed = await guest.press(lobby, label="Join")
    await late.arrived.wait()
    await first
    late.released.set()
    return pressed


async def test_a_board_posted_while_the_old_one_is_being_edited_stays_the_only_one(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    late = discord.faults.hold_next("PATCH", "/messages/")
    await type_moves(bot, chiara, dmitri)
    await late.arrived.wait()
    await chiara.command("board", channel="games")
    await chiara.wait_gone(shown)
    late.released.set()
    await (await bot.messages.of(session_in(bot))).sent()
    square = await type_moves(bot, chiara, dmitri)
    await chiara.wait_for(lambda m: f"plays {square}" in words_of(m))
    assert len([one for one in chiara.sees.in_channel("games") if not is_ephemeral(one)]) == 1
