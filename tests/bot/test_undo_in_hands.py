"""Undo in a card game: a bid at will, a card that was seen only if everybody agrees."""

from bot.app import Parlour
from bot.config import Settings
from local_discord.codec import Json
from local_discord.person import control_of, every_component, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    SEATED,
    Three,
    at_rest,
    board_of,
    direct,
    directs,
    keep_deal,
    say_moves,
    session_of,
)
from tests.bot.tables import forge, told, until


async def test_a_bid_goes_back_at_once_from_the_hand_of_its_player(bidding: Parlour, seats: Three) -> None:
    chiara, dmitri, _ = seats
    before = session_of(bidding).table.state
    await say_moves(bidding, seats, ["a pass"])
    hand = await chiara.wait_for(lambda m: "Undo" in labels_of(m) and m["channel_id"] in directs(chiara))
    assert "Undo" not in labels_of(await direct(dmitri, "passes"))
    await chiara.press(hand, label="Undo")
    await board_of(dmitri, f"<@{chiara.id}> undoes their last move")
    assert session_of(bidding).table.state == before
    assert session_of(bidding).table.lines[-1].text == "/undo 3"


def custom_ids(message: Json) -> list[str]:
    return [str(one.get("custom_id")) for one in every_component(message["components"])]


async def test_a_card_goes_back_if_everybody_agrees_in_their_hand_or_on_the_board(
    leading: Parlour, seats: Three
) -> None:
    chiara, dmitri, emi = seats
    table = session_of(leading).table
    await say_moves(leading, seats, ["a 7♠"])
    await at_rest(leading, session_of(leading), *seats)
    hand = await chiara.wait_for(lambda m: "Ask to undo" in labels_of(m))
    assert "Undo" not in labels_of(hand)
    assert "Ask to undo" not in labels_of(await direct(emi, "plays 7♠"))
    await chiara.press(hand, label="Ask to undo")
    await until(lambda: session_of(leading).table.lines[-1].text == "/ask undo")
    await at_rest(leading, session_of(leading), *seats)
    asked = await direct(dmitri, "wants to undo their last move. Does everyone agree?")
    said = (
        "Does everyone agree?\nEveryone has seen what it showed.\n-# If it's undone, this game doesn't count"
    )
    assert said in text_of(asked)
    assert labels_of(asked)[:2] == ["Agree", "Play on"]
    assert said in text_of(await board_of(emi, "wants to undo"))
    assert "Agree" not in labels_of(await direct(chiara, "wants to undo"))
    await dmitri.press(asked, label="Agree")
    await until(lambda: session_of(leading).table.lines[-1].text == "/agree")
    await dmitri.wait_for(lambda m: m["id"] == asked["id"] and "Agree" not in labels_of(m))
    await at_rest(leading, session_of(leading), *seats)
    assert session_of(leading).table.state != table.state, "one of the two has yet to agree"
    board = await board_of(emi, "wants to undo")
    agree = f"agree:{session_of(leading).id}:{session_of(leading).table.prompt_version(None)}"
    board = await emi.wait_for(lambda m: m["id"] == board["id"] and agree in custom_ids(m))
    await emi.press(board, agree)
    await board_of(emi, f"<@{chiara.id}> undoes their last move")
    assert session_of(leading).table.state == table.state
    lines = [f"{'abc'[line.who]} {line.text}" for line in session_of(leading).table.lines[-4:]]
    number = len(table.lines) + 1
    assert lines == ["a /ask undo", "b /agree", "c /agree", f"a /undo {number}"]


async def test_an_undo_button_in_a_hand_counts_only_there_and_only_for_its_player(
    discord: LocalDiscord, bidding: Parlour, seats: Three
) -> None:
    chiara, dmitri, _ = seats
    await say_moves(bidding, seats, ["a pass"])
    hand = await chiara.wait_for(lambda m: "Undo" in labels_of(m) and m["channel_id"] in directs(chiara))
    own = control_of(hand, label="Undo")["custom_id"]
    count = len(session_of(bidding).table.lines)
    board = await board_of(dmitri, "passes")
    assert "isn't your hand" in await told(dmitri, await forge(discord, dmitri, board, own))
    assert "expired" in await told(chiara, await forge(discord, chiara, board, own))
    assert len(session_of(bidding).table.lines) == count


async def test_an_undo_button_in_a_hand_works_after_a_restart_and_undoes_only_the_move_it_names(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        number = await keep_deal(archive)
    seats = await meet(SEATED[0]), await meet(SEATED[1]), await meet(SEATED[2])
    chiara = seats[0]
    async with running(settings) as bot:
        await direct(chiara, "bid")
        await say_moves(bot, seats, ["a pass"])
        hand = await chiara.wait_for(lambda m: "Undo" in labels_of(m) and m["channel_id"] in directs(chiara))
    own = control_of(hand, label="Undo")["custom_id"]
    async with running(settings) as bot:
        assert control_of(chiara.sees.current(hand), label="Undo")["custom_id"] == own
        assert await chiara.outcome(await chiara.press(hand, label="Undo")) == "answered"
        await until(lambda: session_of(bot).table.lines[-1].text == "/undo 3")
        await say_moves(bot, seats, ["a pass"])
        await at_rest(bot, session_of(bot), *seats)
    async with running(settings) as bot:
        await bot.tables.session(number)
        for stale in (own, f"undo:{number}:a:0", f"undo:{number}:a:3", f"undo:{number}"):
            assert "expired" in await told(chiara, await forge(discord, chiara, hand, stale)), stale
        assert session_of(bot).table.lines[-1].text == "pass"
        await chiara.press(chiara.sees.current(hand), label="Undo")
        await until(lambda: session_of(bot).table.lines[-1].text == "/undo 5")


async def test_an_undo_button_of_an_older_version_undoes_its_move_while_it_is_the_last(
    discord: LocalDiscord, bidding: Parlour, seats: Three
) -> None:
    chiara, *_ = seats
    await say_moves(bidding, seats, ["a pass"])
    hand = await chiara.wait_for(lambda m: "Undo" in labels_of(m) and m["channel_id"] in directs(chiara))
    number = session_of(bidding).id
    assert "expired" in await told(chiara, await forge(discord, chiara, hand, f"undo:{number}:a:9"))
    assert await chiara.outcome(await forge(discord, chiara, hand, f"undo:{number}:a:3")) == "answered"
    await until(lambda: session_of(bidding).table.lines[-1].text == "/undo 3")
