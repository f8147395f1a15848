"""One person on two seats: two people, or a person and a computer, play the four tokens of Fooblitzky."""

from collections.abc import AsyncIterator

import pytest

from bot.app.parlour import Parlour
from bot.chat.players import computer
from bot.config import Settings
from bot.host import play as cast
from bot.table.session import Session
from games.core import Seat
from local_discord.person import Person, control_of, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import BEGUN, CHOICES, keep_city, open_city, rest, set_option, sit_down, type_move
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard, row_of
from tests.bot.hands import all_direct
from tests.bot.tables import board, forge, lines, options_of, people, session_in, told, until, words_of

OPTIONS = {"two_tokens": "true"}
A, B, C, D = map(Seat, range(4))


@pytest.fixture
async def two(meet: Meet, settings: Settings) -> tuple[Person, Person]:
    """Chiara with the seats a and c, and Dmitri with b and d."""
    return await meet(cast.CHIARA), await meet(cast.DMITRI)


@pytest.fixture
async def begun(two: tuple[Person, Person], settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a city in which all have chosen and a is to walk."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *BEGUN, "* roll 20", options=OPTIONS)
    async with running(settings) as bot:
        yield bot


async def hand_of(person: Person, letter: str, saying: str = "") -> str:
    """What the person's direct message for this seat says, once it says this."""
    shown = await person.wait_for(
        lambda m: m in all_direct(person) and f"Your seat {letter}" in text_of(m) and saying in text_of(m), 10
    )
    return text_of(shown)


async def test_two_sit_down_to_four_seats_and_a_third_does_not(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await open_city(chiara, **OPTIONS)
    lobby = await board(chiara, lobby, f"**A and C** · <@{chiara.id}> · host")
    assert "**B and D** · *free*" in text_of(lobby)
    assert "Waiting for 1 more player." in text_of(lobby)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"] and "A and C" in text_of(m))
    join = control_of(seen, label="Join")["custom_id"]
    await dmitri.press(await dmitri.wait_for(lambda m: m["id"] == lobby["id"]), label="Join")
    full = await board(emi, lobby, f"**B and D** · <@{dmitri.id}>")
    assert {"Join", "Start"} & set(labels_of(full)) == {"Start"}
    assert "This table is full" in await told(emi, await forge(discord, emi, full, join))


async def test_an_option_that_doesnt_fit_the_players_is_refused_in_the_options_menu(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await open_city(chiara)
    for guest in (dmitri, emi):
        await guest.press(await guest.wait_for(lambda m: m["id"] == lobby["id"]), label="Join")
        await board(chiara, lobby, guest.id)
    menus = await options_of(chiara, chiara.sees.current(lobby))
    menus = await set_option(chiara, menus, "two_tokens", "true")
    said = "That choice of “Two tokens each” is for 2 players, and 3 are here. Someone has to leave first."
    assert said in text_of(menus)
    assert "**Two tokens each**" in text_of(menus)
    menus = await set_option(chiara, menus, "teams", "true")
    assert "Not changed" not in text_of(menus)
    waiting = await board(chiara, lobby, "Waiting for 1 more player.")
    assert "Start" not in labels_of(waiting)
    assert "Join" in labels_of(waiting)


async def test_the_game_begins_with_four_seats_of_two_people(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri, **OPTIONS)
    session = session_in(bot)
    ids = [int(chiara.id), int(dmitri.id)] * 2
    assert [one.user_id for one in await bot.archive.sessions.seats(session.id)] == ids
    assert session.table.header.seats == 4
    assert len(session.table.header.interaction_ids) == 2, "every click counts once"
    assert f"<@{chiara.id}> and <@{dmitri.id}> to move" in text_of(shown)
    for person, letters in ((chiara, "AC"), (dmitri, "BD")):
        for letter in letters:
            assert "Secretly pick" in await hand_of(person, letter)
        assert len(all_direct(person)) == 2


async def test_my_hand_and_move_mean_the_seat_that_owes(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await sit_down(chiara, dmitri, **OPTIONS)
    hand = await chiara.reply_to(await chiara.press(shown, label="My bag"))
    assert is_ephemeral(hand)
    assert "Your seat A" in text_of(hand)
    await type_move(chiara, "choose pig")
    await board(chiara, shown, f"<@{dmitri.id}> and <@{chiara.id}> (C) to move")
    hand = await chiara.reply_to(await chiara.press(shown, label="My bag"))
    assert "Your seat C" in text_of(hand)
    hand = await chiara.reply_to(await chiara.command("hand", channel="general"))
    assert "Your seat C" in text_of(hand)
    await type_move(chiara, "choose fish")
    await until(lambda: lines(bot) == ["a choose pig", "c choose fish"])
    await chiara.wait_for(lambda m: m["id"] == hand["id"] and "You pick the fish" in words_of(m))
    first = await chiara.wait_for(
        lambda m: "Your seat A" in text_of(m) and "You picked the pig" in words_of(m)
    )
    assert "fish" not in text_of(first)


async def test_the_other_hand_is_one_press_away_and_nobody_elses_is(
    begun: Parlour, two: tuple[Person, Person], discord: LocalDiscord
) -> None:
    chiara, dmitri = two
    shown = await chiara.wait_for(lambda m: "My bag" in labels_of(m))
    hand = await chiara.reply_to(await chiara.press(shown, label="My bag"))
    assert "Your seat A" in text_of(hand)
    other = await chiara.reply_to(await chiara.press(hand, label="Seat C"))
    assert is_ephemeral(other)
    assert "Your seat C" in text_of(other)
    assert "Seat A" in labels_of(other)
    for letter, answer in (
        ("b", "n't your hand"),
        ("z", "n't your hand"),
        ("-", "expired"),
        ("no", "expired"),
    ):
        assert answer in await told(chiara, await forge(discord, chiara, shown, f"hand:1:{letter}"))
    await rest(begun, chiara, dmitri)
    assert "Your seat B" in text_of(await dmitri.reply_to(await dmitri.press(shown, label="My bag")))


async def test_two_people_of_the_same_name_on_two_seats_each_are_told_apart(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    for one in (chiara, dmitri):
        discord.world.people[one.id].raw["global_name"] = "Alex"
    shown = await sit_down(chiara, dmitri, **OPTIONS)
    assert f"<@{chiara.id}> (C) and <@{dmitri.id}> (D) to move" in text_of(shown)


async def test_only_the_seat_that_owes_is_asked_and_both_are_called_by_their_letter(
    begun: Parlour, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    shown = await board(chiara, await chiara.wait_for(lambda m: "My bag" in labels_of(m)), "(A):")
    assert f"<@{chiara.id}> (A):" in text_of(shown)
    assert "It's not your turn" in await told(dmitri, await type_move(dmitri, "walk H17"))
    offered = await chiara.autocomplete("move", "move", channel="games", move="enter UL ph")
    at_once, *on_foot = [one["value"] for one in offered]
    assert at_once == "enter UL phone"
    assert all(move.startswith("enter UL phone by ") for move in on_foot), "and then by every way there is"
    await type_move(chiara, "enter UL phone")
    await type_move(chiara, "call LL pets")
    await board(dmitri, shown, f"<@{dmitri.id}> (B):")
    assert lines(begun)[8:10] == ["a enter UL phone", "a call LL pets"]


async def test_closed_direct_messages_are_told_of_once(
    meet: Meet, settings: Settings, discord: LocalDiscord
) -> None:
    chiara = await meet(cast.CHIARA)
    discord.faults.set({"closed_dms": [chiara.id]})
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *CHOICES[:1], options=OPTIONS)
    async with running(settings) as bot:
        await chiara.wait_for(lambda m: "I can't send you" in text_of(m))
        await rest(bot, chiara)
        said = [one for one in chiara.sees.in_channel("games") if "I can't send you" in text_of(one)]
        assert len(said) == 1


async def test_both_hands_are_found_again_after_a_restart(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *BEGUN, "* roll 20", options=OPTIONS)
    async with running(settings) as bot:
        await hand_of(chiara, "A")
        await hand_of(chiara, "C")
        await rest(bot, *two)
        before = sorted(one["id"] for one in all_direct(chiara))
    async with running(settings) as bot:
        await type_move(chiara, "enter UL phone")
        await hand_of(chiara, "A", "Which kind of store do you call?")
        await rest(bot, *two)
        assert sorted(one["id"] for one in all_direct(chiara)) == before


async def test_a_player_who_resigns_gives_up_both_and_each_has_played_once(
    begun: Parlour, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    question = await chiara.reply_to(await chiara.command("resign", channel="games"))
    await chiara.press(question, label="Resign")
    final = await dmitri.wait_for(lambda m: "Rematch" in labels_of(m))
    gone = f"<@{chiara.id}> (A) and <@{chiara.id}> (C)"
    assert f"### <@{dmitri.id}> wins: {gone} resigned." in text_of(final)
    results = await begun.archive.record.results()
    assert [(one.place, one.rated) for one in results] == [(3, False), (1, False)] * 2, "it was too short"
    text = await leaderboard(dmitri)
    assert "won 1 of 1" in row_of(text, dmitri.id)
    assert "won 0 of 1" in row_of(text, chiara.id)


async def test_a_rematch_turns_the_sides_of_people_and_not_of_seats(
    begun: Parlour, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    question = await chiara.reply_to(await chiara.command("resign", channel="games"))
    await chiara.press(question, label="Resign")
    final = await chiara.wait_for(lambda m: "Rematch" in labels_of(m))
    await chiara.press(final, label="Rematch")
    lobby = await dmitri.wait_for(lambda m: "Join" in labels_of(m))
    await dmitri.press(lobby, label="Join")
    await dmitri.wait_for(lambda m: text_of(m).startswith(f"<@{dmitri.id}>, want a rematch?"))
    lobby = await board(chiara, lobby, f"**A and C** · <@{dmitri.id}>")
    assert f"**B and D** · <@{chiara.id}> · host" in text_of(lobby)


async def test_computers_take_both_seats_of_a_person_who_left_the_server(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    settings.play.remind_after, settings.play.minute = 0.2, 0.02
    await chiara.do("leave")
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *BEGUN, "* roll 20", options=OPTIONS)
    async with running(settings) as bot:
        await dmitri.wait_for(lambda m: f"<@{chiara.id}> left the server" in text_of(m))
        await until(lambda: len(lines(bot)) > 8)
        seats = [(one.user_id, one.level) for one in await bot.archive.sessions.seats(1)]
        assert seats == [(None, "sleuth"), (int(dmitri.id), None)] * 2


async def test_a_computer_may_hold_the_two_others(meet: Meet, settings: Settings) -> None:
    chiara = await meet(cast.CHIARA)
    seats = (*people(cast.CHIARA), computer("tourist")) * 2
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, CHOICES[0], CHOICES[2], options=OPTIONS, seats=seats)
    async with running(settings) as bot:
        await until(lambda: len(lines(bot)) > 4)
        await board(chiara, await chiara.wait_for(lambda m: "My bag" in labels_of(m)), "(A):")
        assert {line[:8] for line in lines(bot)[2:4]} == {"b choose", "d choose"}
        assert session_in(bot).seats.called(B) == "Tourist B"
        assert session_in(bot).seats.called_all((A, B, C)) == [f"<@{chiara.id}>", "Tourist B"]
        question = await chiara.reply_to(await chiara.command("resign", channel="games"))
        await chiara.press(question, label="Resign")
        final = await chiara.wait_for(lambda m: "Rematch" in labels_of(m))
        assert not any(one.rated for one in await bot.archive.record.results())
        await chiara.press(final, label="Rematch")
        await until(lambda: isinstance(bot.tables.channels.find(int(cast.GAMES)), Session))
        assert [one.level for one in session_in(bot).players] == ["tourist", None] * 2
        await until(lambda: len(lines(bot)) == 2)
        await hand_of(chiara, "B", "Beginner C has chosen")
        await rest(bot, chiara)
