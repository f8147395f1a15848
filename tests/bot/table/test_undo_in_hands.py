"""Undo in a card game: a card that was seen goes back only if everybody agrees."""

from bot.app.parlour import Parlour
from local_discord.codec import Json
from local_discord.person import every_component, labels_of, text_of
from tests.bot.hands import (
    Three,
    at_rest,
    board_of,
    direct,
    say_moves,
    session_of,
)
from tests.bot.tables import until


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
    assert "Ask to undo" not in labels_of(await direct(emi, "Chiara 7♠"))
    await chiara.press(hand, label="Ask to undo")
    await until(lambda: session_of(leading).table.lines[-1].text == "/ask undo")
    await at_rest(leading, session_of(leading), *seats)
    asked = await direct(dmitri, "wants to undo their last move. Does everyone agree?")
    said = (
        f"Does everyone agree?\n<@{chiara.id}> plays 7♠. Everyone has seen what it showed.\n"
        "-# If it's undone, this game doesn't count"
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
    await board_of(emi, "Chiara undoes their last move")
    assert session_of(leading).table.state == table.state
    lines = [f"{'abc'[line.who]} {line.text}" for line in session_of(leading).table.lines[-4:]]
    number = len(table.lines) + 1
    assert lines == ["a /ask undo", "b /agree", "c /agree", f"a /undo {number}"]
