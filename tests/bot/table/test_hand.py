"""Your own hand: one direct message per game, "My hand" under the board, and `/hand` anywhere."""

from functools import partial

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.chat.failures import ALREADY_ANSWERED, NOT_FOR_MESSAGES
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.hands import (
    EXCHANGE,
    HANDS,
    ROOM,
    Three,
    all_direct,
    at_rest,
    board_of,
    direct,
    my_hand,
    play_card,
    say_moves,
    session_of,
)
from tests.bot.resting import all_current
from tests.bot.tables import made_again, until, words_of


def links(message: Json) -> list[str]:
    return [one["url"] for one in every_component(message["components"]) if one.get("url")]


async def test_a_hand_has_picture_alt_text_log_question_and_names_server_and_channel_with_a_link(
    bidding: Parlour, seats: Three
) -> None:
    await at_rest(bidding, session_of(bidding), *seats)
    for number, person in enumerate(seats):
        hand = await direct(person)
        (picture,) = pictures_of(hand)
        assert (await person.fetch(picture["url"])).startswith(b"\x89PNG")
        for card in HANDS[number].split():
            assert card in picture["description"]
        assert len(picture["description"]) <= 1024
        text = text_of(hand)
        assert f"Calabresella in {cast.GUILD_NAME} · <#{cast.CARD_ROOM}>" in text
        assert "do you pass" in text
        board = await board_of(person, "")
        assert links(hand) == [f"https://discord.com/channels/{cast.GUILD_ID}/{cast.CARD_ROOM}/{board['id']}"]
    assert "do you pass, or go solo" in text_of(await direct(seats[0]))
    assert {"Pass", "Solo"} <= set(labels_of(await direct(seats[0])))
    assert labels_of(await direct(seats[1])) == ["Go to table"]


async def test_the_link_follows_a_board_that_is_posted_again(bidding: Parlour, seats: Three) -> None:
    await at_rest(bidding, session_of(bidding), *seats)
    old = await board_of(seats[1], "")
    await seats[0].command("board", channel=ROOM)
    await seats[1].wait_gone(old)
    newer = await board_of(seats[1], "")
    await seats[1].wait_until(lambda: links(all_direct(seats[1])[0])[0].endswith(f"/{newer['id']}"))


async def all_lead_to(url: str, seats: Three) -> None:
    """Wait until every hand has this link."""
    for person in seats:
        await direct(person)
        await person.wait_until(partial(_leads_to, url, person))


def _leads_to(url: str, person: Person) -> bool:
    return [links(one) for one in all_direct(person)] == [[url]]


async def test_the_link_leads_to_the_channel_while_discord_does_not_take_a_board_there(
    bidding: Parlour, discord: LocalDiscord, bruno: Person, seats: Three
) -> None:
    await all_current(bidding)
    old = await board_of(seats[1], "")
    channel = f"https://discord.com/channels/{cast.GUILD_ID}/{cast.CARD_ROOM}"
    is_refused = {"method": "POST", "path": f"/channels/{cast.CARD_ROOM}/messages$", "times": 99}
    discord.faults.fail_next([{"status": 400, "code": NOT_FOR_MESSAGES} | is_refused])
    await bruno.do("delete", channel_id=old["channel_id"], message_id=old["id"])
    await all_lead_to(channel, seats)
    discord.faults.fail_next([])
    await seats[0].command("board", channel=ROOM)
    newer = await board_of(seats[1], "")
    await all_lead_to(f"{channel}/{newer['id']}", seats)


async def test_my_hand_that_is_late_is_kept_up_to_date_and_never_takes_the_place_of_the_board(
    leading: Parlour, seats: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await board_of(seats[1], "to move")
    with monkeypatch.context() as patched:
        patched.setattr(first_answer, "PATIENCE", 0.0)
        opened = await my_hand(seats[1])
    assert is_ephemeral(opened)
    await say_moves(leading, seats, ["a K♣"])
    await at_rest(leading, session_of(leading), *seats)
    board = seats[2].sees.current(shown)
    assert "My hand" in labels_of(board)
    assert "K♠" not in str(board["components"]), "a hand of b on the public board"
    assert "K♣ was led" in words_of(seats[1].sees.current(opened))


async def test_my_hand_never_stands_on_the_board_if_only_the_acknowledgements_confirmation_is_lost(
    leading: Parlour, seats: Three, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {"status": 400, "code": ALREADY_ANSWERED, "after": True, "method": "POST", "path": "/callback"}
    discord.faults.fail_next([lost])
    board = await board_of(seats[1], "to move")
    with monkeypatch.context() as patched:
        patched.setattr(first_answer, "PATIENCE", 0.0)
        pressed = await seats[1].press(board, label="My hand")
        await seats[1].wait_for(lambda m: is_ephemeral(m) and "Your hand:" in words_of(m))
        assert await seats[1].outcome(pressed) == "answered"
    await play_card(seats[0], await direct(seats[0], "You lead"), "K♣")
    await at_rest(leading, session_of(leading), *seats)
    assert "Your hand:" not in words_of(await board_of(seats[2], "to move"))


async def test_hand_shows_it_anywhere_and_freshens_the_direct_message(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    first = await direct(seats[1])
    in_channel = await seats[1].reply_to(await seats[1].command("hand", channel="general"))
    assert is_ephemeral(in_channel)
    assert "A♠" in pictures_of(in_channel)[0]["description"]
    await until(lambda: seats[1].sees.current(first)["edited_timestamp"] != first["edited_timestamp"])
    place = first["channel_id"]
    in_direct = await seats[1].reply_to(await seats[1].command("hand", channel=place))
    assert is_ephemeral(in_direct)
    await say_moves(leading, seats, ["a K♣"])
    await seats[1].wait_for(lambda m: m["id"] == in_direct["id"] and "K♣ was led" in words_of(m))


async def test_a_direct_message_that_is_gone_is_sent_again(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    old = await direct(seats[1])
    channel = discord.world.channels[old["channel_id"]]
    discord.messages.delete(channel.messages[old["id"]])
    await seats[1].wait_gone(old)
    await say_moves(leading, seats, ["a K♣"])
    newer = await direct(seats[1], "K♣ was led")
    assert newer["id"] != old["id"]
    await seats[1].press(newer, label="7♣")
    await direct(seats[1], "Dmitri 7♣")
    assert len(all_direct(seats[1])) == 1


async def test_a_direct_message_deleted_under_a_click_costs_no_other_screen_its_news(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    await at_rest(leading, session_of(leading), *seats)
    old = await direct(seats[0], "You lead")
    discord.faults.fail_next([{"status": 404, "method": "PATCH", "path": "/webhooks/.*/@original"}])
    await play_card(seats[0], old, "K♣")
    await direct(seats[0], "Chiara K♣")
    await board_of(seats[0], "plays K♣")


async def test_a_player_can_let_a_computer_pick_for_them(leading: Parlour, seats: Three) -> None:
    hand = await direct(seats[0], "You lead")
    await seats[0].press(hand, label="Pick for me")
    session = session_of(leading)
    await until(lambda: len(session.table.lines) > 2 + len(EXCHANGE))
    await direct(seats[1], "was led")
    number = 2 + len(EXCHANGE)
    line = session.table.lines[number]
    assert line.who == 0
    level = line.note.removeprefix("picked by ")
    assert line.text == made_again(session.table, number, level), "not by the seed"
    assert "Pick for me" not in labels_of(await direct(seats[0], f"Chiara {line.text}"))
