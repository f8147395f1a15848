"""A hand of one's own: one direct message a game, "My hand" under the board, and `/hand` anywhere."""

from collections.abc import AsyncIterator
from typing import TypeAlias

import pytest

from bot.client import Parlour
from bot.config import Settings
from bot.local import cast
from bot.local.person import Person, every_component, is_ephemeral, labels_of, pictures_of, text_of
from bot.local.server import LocalDiscord
from bot.local.wire import Json
from bot.screens import answer as answers
from games.core import Seat
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    EXCHANGE,
    HANDS,
    ROOM,
    SEATED,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    my_hand,
    say_moves,
    session_of,
)
from tests.bot.tables import forge, told, until

Three: TypeAlias = tuple[Person, Person, Person]


@pytest.fixture
async def seats(meet: Meet, settings: Settings) -> Three:
    """Chiara, Dmitri and Emi, who sit on a, b and c."""
    return await meet(SEATED[0]), await meet(SEATED[1]), await meet(SEATED[2])


@pytest.fixture
async def bidding(seats: Three, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a deal in which a is to bid."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    async with running(settings) as bot:
        yield bot


@pytest.fixture
async def leading(seats: Three, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a deal in which a is to lead to the first trick."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        yield bot


def links(message: Json) -> list[str]:
    return [one["url"] for one in every_component(message["components"]) if one.get("url")]


def offered(message: Json) -> list[str]:
    """The values that can be chosen in a message's menu, or its buttons that are cards."""
    menus = (one for one in every_component(message["components"]) if one["type"] == 3)
    chosen = [option["value"] for one in menus for option in one["options"]]
    return chosen or [label for label in labels_of(message) if label[-1] in "♠♥♦♣"]


async def play_card(person: Person, shown: Json, card: str) -> str:
    """One press, or one choice in the menu."""
    if card in labels_of(shown):
        return await person.press(shown, label=card)
    return await person.select(shown, card)


async def test_everybody_gets_one_direct_message_that_is_edited_in_place(
    bidding: Parlour, seats: Three
) -> None:
    first = [await direct(one) for one in seats]
    await say_moves(bidding, seats, EXCHANGE)
    await at_rest(bidding, session_of(bidding), *seats)
    for person, message in zip(seats, first, strict=True):
        (now,) = all_direct(person)
        assert now["id"] == message["id"]
        assert "takes 3♠ 2♠ Q♣" in text_of(now)


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
        assert "You hold" in text
        board = await board_of(person, "")
        assert links(hand) == [f"https://discord.com/channels/{cast.GUILD_ID}/{cast.CARD_ROOM}/{board['id']}"]
    assert "bids: pass, or play alone" in text_of(await direct(seats[0]))
    assert {"Pass", "Solo"} <= set(labels_of(await direct(seats[0])))
    assert labels_of(await direct(seats[1])) == ["To the table"]


async def test_the_link_follows_a_board_that_is_posted_anew(bidding: Parlour, seats: Three) -> None:
    await at_rest(bidding, session_of(bidding), *seats)
    old = await board_of(seats[1], "")
    await seats[0].command("board", channel=ROOM)
    await seats[1].wait_gone(old)
    anew = await board_of(seats[1], "")
    await seats[1].wait_until(lambda: links(all_direct(seats[1])[0])[0].endswith(f"/{anew['id']}"))


async def test_a_card_is_played_from_the_direct_message_by_one_press(leading: Parlour, seats: Three) -> None:
    hand = await direct(seats[0], "You lead")
    await play_card(seats[0], hand, "K♣")
    await board_of(seats[1], f"<@{seats[0].id}> plays K♣")
    hand = await direct(seats[1], "K♣ was led")
    assert set(offered(hand)) == {"J♣", "7♣"}, "he must follow suit"
    await seats[1].press(hand, label="J♣")
    await direct(seats[2], "plays J♣")
    assert all(len(all_direct(one)) == 1 for one in seats)


async def test_rejects_are_chosen_in_one_menu(bidding: Parlour, seats: Three) -> None:
    await seats[0].press(await direct(seats[0]), label="Solo")
    hand = await direct(seats[0], "Which cards do you reject?")
    await seats[0].select(hand, "4♠", "6♥")
    await direct(seats[0], "You reject 4♠ 6♥")
    await board_of(seats[1], "rejects 2 cards")


async def test_my_hand_is_seen_by_its_player_alone_and_kept_up_to_date(
    leading: Parlour, seats: Three
) -> None:
    opened = [await my_hand(one) for one in seats]
    assert all(map(is_ephemeral, opened))
    assert opened[0]["channel_id"] == cast.CARD_ROOM
    await play_card(seats[0], opened[0], "K♣")
    for person, message in zip(seats, opened, strict=True):
        await person.wait_for(lambda m, own=message: m["id"] == own["id"] and "plays K♣" in text_of(m))  # type: ignore[misc]  # bound as it is now
    again = await my_hand(seats[1])
    await seats[1].press(again, label="7♣")
    await direct(seats[1], "plays 7♣")
    await at_rest(leading, session_of(leading), *seats)
    newest = seats[1].current(again)
    assert "7♣" not in offered(newest)
    assert "plays 7♣" in text_of(newest)
    assert [one["id"] for one in all_direct(seats[1])], "the direct message stays"


async def test_my_hand_that_is_late_is_kept_up_to_date_and_never_takes_the_place_of_the_board(
    leading: Parlour, seats: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await board_of(seats[1], "to move")
    with monkeypatch.context() as patched:
        patched.setattr(answers, "PATIENCE", 0.0)
        opened = await my_hand(seats[1])
    assert is_ephemeral(opened)
    await say_moves(leading, seats, ["a K♣"])
    await at_rest(leading, session_of(leading), *seats)
    board = seats[2].current(shown)
    assert "My hand" in labels_of(board)
    assert "K♠" not in str(board["components"]), "a hand of b on the public board"
    assert "plays K♣" in text_of(seats[1].current(opened))


async def test_an_onlooker_has_no_hand(leading: Parlour, seats: Three, meet: Meet) -> None:
    farid = await meet(cast.FARID)
    shown = await board_of(farid, "to move")
    assert "do not play" in await told(farid, await farid.press(shown, label="My hand"))
    assert "no hand" in await told(farid, await farid.command("hand", channel=ROOM))
    assert not all_direct(farid)


async def test_hand_shows_it_anywhere_and_freshens_the_direct_message(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    first = await direct(seats[1])
    in_channel = await seats[1].reply_to(await seats[1].command("hand", channel="general"))
    assert is_ephemeral(in_channel)
    assert "A♠" in pictures_of(in_channel)[0]["description"]
    await until(lambda: seats[1].current(first)["edited_timestamp"] != first["edited_timestamp"])
    place = first["channel_id"]
    in_direct = await seats[1].reply_to(await seats[1].command("hand", channel=place))
    assert is_ephemeral(in_direct)
    await say_moves(leading, seats, ["a K♣"])
    await seats[1].wait_for(lambda m: m["id"] == in_direct["id"] and "plays K♣" in text_of(m))


async def test_hand_asks_which_table_is_meant_where_there_are_several(
    seats: Three, settings: Settings
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
        await keep_deal(archive, *EXCHANGE, channel=cast.GAMES)
    async with running(settings):
        await until(lambda: len(all_direct(seats[0])) == 2, 10)
        asked = await told(seats[0], await seats[0].command("hand", channel="general"))
        assert f"<#{cast.CARD_ROOM}>" in asked
        assert f"<#{cast.GAMES}>" in asked
        here = await seats[0].reply_to(await seats[0].command("hand", channel="games"))
        assert "You lead" in text_of(here)


async def test_a_direct_message_that_is_gone_comes_anew(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    old = await direct(seats[1])
    channel = discord.hub.world.channels[old["channel_id"]]
    discord.hub.delete(channel.messages[old["id"]])
    await seats[1].wait_gone(old)
    await say_moves(leading, seats, ["a K♣"])
    anew = await direct(seats[1], "plays K♣")
    assert anew["id"] != old["id"]
    await seats[1].press(anew, label="7♣")
    await direct(seats[1], "plays 7♣")
    assert len(all_direct(seats[1])) == 1


async def test_a_direct_message_deleted_under_a_press_costs_no_other_screen_its_news(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    await at_rest(leading, session_of(leading), *seats)
    opened = await my_hand(seats[0])
    old = await direct(seats[0], "You lead")
    discord.hub.faults.fail_next([{"status": 404, "method": "PATCH", "path": "/webhooks/.*/@original"}])
    await play_card(seats[0], old, "K♣")
    await direct(seats[0], "plays K♣")
    await seats[0].wait_for(lambda m: m["id"] == opened["id"] and "plays K♣" in text_of(m))


async def test_closed_direct_messages_are_told_once_and_the_game_goes_on_by_my_hand(
    seats: Three, settings: Settings, discord: LocalDiscord
) -> None:
    discord.hub.faults.set({"closed_dms": [seats[1].id]})
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        notes = [await board_of(seats[0], f"<@{seats[1].id}>, I may not write to you")]
        await say_moves(bot, seats, ["a K♣"])
        await seats[1].press(await my_hand(seats[1]), label="7♣")
        await direct(seats[2], "plays 7♣")
        await seats[1].reply_to(await seats[1].command("hand", channel=ROOM))
        await at_rest(bot, session_of(bot), *seats)
        notes = [one for one in seats[0].in_channel(ROOM) if "I may not write to you" in text_of(one)]
        assert len(notes) == 1
        assert [one["id"] for one in notes[0]["mentions"]] == [seats[1].id]
        assert not all_direct(seats[1])
        assert (await bot.archive.person(int(seats[1].id))).dms_closed


async def test_closed_direct_messages_are_remembered_in_the_next_game_until_he_asks_for_his_hand(
    seats: Three, settings: Settings, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await archive.set_dms_closed(int(seats[1].id), True)
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        await direct(seats[2])
        await say_moves(bot, seats, ["a K♣"])
        await at_rest(bot, session_of(bot), *seats)
        assert not all_direct(seats[1])
        assert not [one for one in seats[0].in_channel(ROOM) if "I may not write" in text_of(one)]
        await seats[1].reply_to(await seats[1].command("hand", channel=ROOM))
        await direct(seats[1], "K♣ was led")
        await at_rest(bot, session_of(bot), *seats)
        assert not (await bot.archive.person(int(seats[1].id))).dms_closed


async def test_a_player_may_have_a_computer_pick_for_him(leading: Parlour, seats: Three) -> None:
    hand = await direct(seats[0], "You lead")
    await seats[0].press(hand, label="Pick for me")
    session = session_of(leading)
    await until(lambda: len(session.table.lines) > 2 + len(EXCHANGE), 20)
    await direct(seats[1], "was led")
    line = session.table.lines[2 + len(EXCHANGE)]
    assert line.who == 0
    assert line.note.startswith("picked by")
    assert "Pick for me" not in labels_of(await direct(seats[0], f"plays {line.text}"))


async def test_a_stale_press_on_a_hand_shows_the_hand_as_it_stands(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    hand = await direct(seats[0], "You lead")
    old = seats[0].control(hand)["custom_id"] if "K♣" not in labels_of(hand) else "pick:1:a:7:K♣"
    lend = seats[0].control(hand, label="Pick for me")["custom_id"]
    opened = await my_hand(seats[0])
    await say_moves(leading, seats, ["a K♣"])
    await at_rest(leading, session_of(leading), *seats)
    for custom_id, values in ((old, ["2♣"]), (lend, [])):
        for shown in (hand, opened):
            pressed = await forge(discord, seats[0], shown, custom_id, *values)
            assert await seats[0].outcome(pressed) == "answered"
            await at_rest(leading, session_of(leading), *seats)
            assert seats[0].newest(lambda m: "button is old" in text_of(m)) is None, "a word, not the hand"
            now = seats[0].current(shown)
            assert "You lead" not in text_of(now)
            assert "plays K♣" in text_of(now)
    assert session_of(leading).table.lines[-1].text == "K♣", "nothing was played by it"


@pytest.mark.parametrize("seat", ["a", "c", "z", "A", "-1", "", "aa", "d"])
async def test_no_made_up_id_shows_or_plays_another_hand(
    leading: Parlour, seats: Three, discord: LocalDiscord, seat: str
) -> None:
    hand, opened = await direct(seats[1]), await my_hand(seats[1])
    table = session_of(leading).table
    for shown in (hand, opened, await board_of(seats[1], "to move")):
        for number in range(len(table.lines) + 1):
            for verb in (f"pick:1:{seat}:{number}:", f"pick:1:{seat}:{number}:K♣", f"lend:1:{seat}:{number}"):
                pressed = await forge(discord, seats[1], shown, verb)
                sentence = await told(seats[1], pressed)
                assert "not your hand" in sentence or "old" in sentence
                if number == 0:
                    assert not any(card in sentence for card in HANDS[0].split())
    assert session_of(leading).table is table


async def test_a_hands_id_on_the_public_board_shows_nothing(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    shown = await board_of(seats[0], "to move")
    before = seats[1].current(shown)["components"]
    decision = session_of(leading).table.decision(Seat(0))
    for number in (decision, decision - 1):
        for custom_id in (f"pick:1:a:{number}:", f"lend:1:a:{number}"):
            assert "old" in await told(seats[0], await forge(discord, seats[0], shown, custom_id))
    for custom_id in ("pick:1:-:7:", "pick:1:-:0:", f"pick:1:-:{decision}:"):
        await seats[0].outcome(await forge(discord, seats[0], shown, custom_id))
    await at_rest(leading, session_of(leading), *seats)
    now = seats[1].current(shown)
    assert "A♥" not in str(now["components"])
    assert labels_of(now) == labels_of({**now, "components": before})


async def test_who_has_resigned_plays_no_more_from_his_hand(
    settings: Settings, seats: Three, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    settings.play.pace = 60
    async with running(settings) as bot:
        hand = await direct(seats[1])
        question = await seats[1].reply_to(
            await seats[1].press(await board_of(seats[1], "to move"), label="Resign")
        )
        await seats[1].press(question, label="Resign")
        await board_of(seats[0], f"<@{seats[1].id}> resigns")
        await at_rest(bot, session_of(bot), *seats)
        await play_card(seats[0], await direct(seats[0], "You lead"), "K♣")
        hand = await direct(seats[1], "plays K♣")
        assert f"A computer plays on for <@{seats[1].id}> …" in text_of(hand)
        await board_of(seats[0], f"A computer plays on for <@{seats[1].id}> …")
        assert labels_of(hand) == ["To the table"], "a computer is to play there"
        session = session_of(bot)
        number = session.table.decision(Seat(1))
        for made_up in (f"pick:1:b:{number}:7♣", f"pick:1:b:{number}:", f"lend:1:b:{number}"):
            assert "have resigned" in await told(seats[1], await forge(discord, seats[1], hand, made_up))
        assert session.table.lines[-1].text == "K♣"
