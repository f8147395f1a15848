"""Playing from a hand by typing: cards by their numbers, a full stop for the computer, and autocomplete."""

from bot.app.parlour import Parlour
from local_discord.person import Person, is_ephemeral, text_of
from tests.bot.hands import ROOM, Three, session_of
from tests.bot.tables import sit_down, until


async def type_move(bot: Parlour, person: Person, move: str) -> str:
    """The line that is written when this is typed."""
    table = session_of(bot).table
    await person.command("move", channel=ROOM, move=move)
    await until(lambda: len(session_of(bot).table.lines) > len(table.lines))
    return session_of(bot).table.lines[len(table.lines)].text


async def refused(person: Person, move: str) -> str:
    answer = await person.reply_to(await person.command("move", channel=ROOM, move=move))
    assert is_ephemeral(answer)
    return text_of(answer)


async def test_a_card_is_played_by_its_number_in_the_hand(leading: Parlour, seats: Three) -> None:
    hand = session_of(leading).table.view(session_of(leading).table.seats[0]).hand
    assert await type_move(leading, seats[0], "A") == hand[9]
    assert session_of(leading).table.lines[-1].note == ""


async def test_cards_are_rejected_and_taken_by_their_numbers(bidding: Parlour, seats: Three) -> None:
    assert await type_move(bidding, seats[0], "solo") == "solo"
    hand = session_of(bidding).table.view(session_of(bidding).table.seats[0]).hand
    assert await type_move(bidding, seats[0], "b 1") == f"reject {hand[0]} {hand[10]}"
    widow = session_of(bidding).table.view(None).widow
    assert await type_move(bidding, seats[0], "2 3") == f"take {widow[1]} {widow[2]}"


async def test_a_point_lets_the_computer_pick_a_card(leading: Parlour, seats: Three) -> None:
    session = session_of(leading)
    seat = session.table.seats[0]
    legal = [session.game.write(move) for move in session.game.legal(session.table.view(seat))]
    assert await type_move(leading, seats[0], " . ") in legal
    assert "picked by composed" in session.table.lines[-1].note
    assert "not your turn" in await refused(seats[0], ".")


async def test_a_number_means_only_a_card_of_ones_own(leading: Parlour, seats: Three) -> None:
    assert "not your turn" in await refused(seats[1], "1")
    assert "isn't a card in this deck" in await refused(seats[0], "D")
    await type_move(leading, seats[0], "C")
    await type_move(leading, seats[1], ".")
    await type_move(leading, seats[2], ".")
    winner = min(session_of(leading).table.turn.owes)
    assert "numbered 1 to B" in await refused(seats[winner], "C")


async def test_what_is_offered_names_the_card_behind_a_number(leading: Parlour, seats: Three) -> None:
    session = session_of(leading)
    hand = session.table.view(session.table.seats[0]).hand
    offered = await seats[0].autocomplete("move", "move", channel=ROOM, move="3")
    assert offered[0] == {"name": f"3: {hand[2]}", "value": hand[2]}
    everything = await seats[0].autocomplete("move", "move", channel=ROOM, move="")
    assert [one["value"] for one in everything] == [*hand, "."]
    point = await seats[0].autocomplete("move", "move", channel=ROOM, move=".")
    assert point == [{"name": ". (a computer picks for you)", "value": "."}]
    for other in seats[1:]:
        for typed in ("", "3", "."):
            assert await other.autocomplete("move", "move", channel=ROOM, move=typed) == []


async def test_in_a_game_without_pick_for_me_a_point_is_not_a_move(chiara: Person, dmitri: Person) -> None:
    await sit_down(chiara, dmitri)
    answer = await chiara.reply_to(await chiara.command("move", channel="games", move="."))
    assert is_ephemeral(answer)


async def test_a_text_that_is_no_bid_is_answered_with_what_can_be_typed(
    bidding: Parlour, seats: Three
) -> None:
    assert "type “pass” or “solo”" in await refused(seats[0], "hello")
    assert "not your turn" in await refused(seats[1], "pass")
