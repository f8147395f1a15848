"""Preferences: changed by a button, visible only to their player, remembered, and never a move."""

from collections.abc import AsyncIterator
from typing import TypeAlias

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from bot.tables.requests import stop
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import (
    Person,
    control_of,
    every_component,
    is_ephemeral,
    labels_of,
    pictures_of,
    text_of,
)
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    ROOM,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    my_hand,
    say_moves,
    session_of,
)
from tests.bot.tables import forge, keep_lines, people, told, until

Two: TypeAlias = tuple[Person, Person]

SEATED = (cast.CHIARA, cast.DMITRI)
DRAWN = "9Fa"
BY_SUIT = f"4La 5La 6La 3Zu 2Ra 3Ra ∞To 3Bo 1Ma {DRAWN} 2Ti Grue"
BY_RANK = f"1Ma 2Ra 2Ti 3Zu 3Ra 3Bo 4La 5La 6La {DRAWN} ∞To Grue"
OTHERS = "0La 1Pl 3Fr 9Zu 7To 6In 5Bu 4Sc 3Ea 0Hi Death"
DEALT = ("* dealer b", f"* deal {BY_SUIT.replace(DRAWN, '')} / {OTHERS} / 0Fa", "a draw", f"* drawn {DRAWN}")
"""Seat a can lay down Lamps or threes, and has to discard."""


@pytest.fixture
async def seats(meet: Meet) -> Two:
    """Chiara and Dmitri, who sit on a and b."""
    return await meet(SEATED[0]), await meet(SEATED[1])


async def keep_hand(settings: Settings, channel: str = cast.CARD_ROOM) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, "foozle", people(*SEATED), DEALT, channel=channel)


@pytest.fixture
async def laying(seats: Two, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a hand in which a has drawn a card."""
    await keep_hand(settings)
    async with running(settings) as bot:
        yield bot


def words_of(message: Json) -> str:
    """What the picture of a hand shows, in words."""
    (picture,) = pictures_of(message)
    return str(picture["description"])


async def shows(person: Person, message: Json, words: str) -> Json:
    """The message once its picture shows this."""
    return await person.wait_for(
        lambda m: m["id"] == message["id"] and bool(pictures_of(m)) and words in words_of(m)
    )


async def turn(person: Person, message: Json, label: str, after: str) -> Json:
    """Press this button; returns the message once the button has its other label."""
    await person.press(message, label=label)
    return await person.wait_for(lambda m: m["id"] == message["id"] and after in labels_of(m))


def choices(message: Json) -> list[str]:
    menus = (one for one in every_component(message["components"]) if one["type"] == 3)
    return [option["value"] for one in menus for option in one["options"]]


async def picture_of(person: Person, message: Json) -> bytes:
    return await person.fetch(pictures_of(person.sees.current(message))[0]["url"])


async def test_a_hand_has_a_button_for_each_preference_that_names_what_it_brings(
    laying: Parlour, seats: Two
) -> None:
    for person in seats:
        assert {"Sort by rank", "Hide melds"} <= set(labels_of(await direct(person, "Foozle in")))
    assert BY_SUIT in words_of(await direct(seats[0], "Foozle in"))


async def test_a_preference_changes_your_own_pictures_and_writes_no_line(laying: Parlour, seats: Two) -> None:
    hand = await direct(seats[0], "What do you do?")
    await at_rest(laying, session_of(laying), *seats)
    board, other = await board_of(seats[1], "to move"), await direct(seats[1], "Foozle in")
    before, lines = await picture_of(seats[0], hand), len(session_of(laying).table.lines)
    await seats[0].press(hand, label="Sort by rank")
    turned = await shows(seats[0], hand, BY_RANK)
    assert await picture_of(seats[0], hand) != before
    assert "Sort by suit" in labels_of(turned)
    opened = await my_hand(seats[0], "")
    assert is_ephemeral(await shows(seats[0], opened, BY_RANK))
    await at_rest(laying, session_of(laying), *seats)
    assert len(session_of(laying).table.lines) == lines
    for shown in (board, other):
        assert seats[1].sees.current(shown)["edited_timestamp"] == shown["edited_timestamp"]
    await seats[0].press(seats[0].sees.current(opened), label="Sort by suit")
    await shows(seats[0], opened, BY_SUIT)
    assert await picture_of(seats[0], opened) == before


async def test_melds_are_shown_until_they_are_hidden(laying: Parlour, seats: Two) -> None:
    hand = await direct(seats[0], "What do you do?")
    assert "Your best groups: 4La 5La 6La; 3Zu 3Ra 3Bo." in words_of(hand)
    await seats[0].press(hand, label="Hide melds")
    hidden = await seats[0].wait_for(lambda m: m["id"] == hand["id"] and "Show melds" in labels_of(m))
    assert "best groups" not in words_of(hidden)
    assert "Lay the set of 3s" in labels_of(hidden)
    await seats[0].press(hidden, label="Show melds")
    await shows(seats[0], hand, "Your best groups: 4La 5La 6La; 3Zu 3Ra 3Bo.")


async def test_the_question_stays_where_it_was_and_its_menu_follows(laying: Parlour, seats: Two) -> None:
    session = laying.tables.in_memory.sessions()[0]
    await (await laying.messages.of(session)).sent()
    hand = await direct(seats[0], "What do you do?")
    await seats[0].press(hand, label="Pick cards yourself")
    asked = await direct(seats[0], "Which cards do you lay down?")
    assert choices(asked) == ["4La", "5La", "6La", "3Zu", "3Ra", "3Bo"]
    asked = await turn(seats[0], asked, "Sort by rank", "Sort by suit")
    assert "set of 3s" in str(asked["components"])
    asked = await turn(seats[0], asked, "Hide melds", "Show melds")
    assert choices(asked) == ["3Zu", "3Ra", "3Bo", "4La", "5La", "6La"]
    assert "set of 3s" not in str(asked["components"])
    await seats[0].select(asked, "3Bo", "3Ra", "3Zu")
    asked = await direct(seats[0], "make a set of 3s: no token, because the colours are mixed. Lay it down?")
    asked = await turn(seats[0], asked, "Sort by suit", "Sort by rank")
    await seats[0].press(asked, label="Lay it down")
    await board_of(seats[1], "lays down")
    assert session_of(laying).table.lines[-1].text == "lay 3Zu 3Ra 3Bo"


async def test_a_preference_is_remembered_after_a_restart_and_in_another_game(
    seats: Two, settings: Settings
) -> None:
    await keep_hand(settings)
    async with running(settings) as bot:
        await seats[0].press(await direct(seats[0], "What do you do?"), label="Sort by rank")
        await shows(seats[0], await direct(seats[0], "Foozle in"), BY_RANK)
        session = bot.tables.channels.session_in(int(cast.CARD_ROOM))
        await stop(session, None)
        bot.messages.show(session)
        await board_of(seats[0], "was stopped")
        await at_rest(bot, await bot.tables.session(1), *seats)
    await keep_hand(settings, cast.GAMES)
    async with running(settings):
        for person, order in ((seats[0], "rank"), (seats[1], "suit")):
            newer = await person.reply_to(await person.command("hand", channel="games"))
            assert f"Sort by {'suit' if order == 'rank' else 'rank'}" in labels_of(newer)
            assert (BY_RANK in words_of(newer)) == (person is seats[0])


async def test_one_preference_serves_all_of_a_persons_tables(seats: Two, settings: Settings) -> None:
    await keep_hand(settings)
    await keep_hand(settings, cast.GAMES)
    async with running(settings) as bot:
        await until(lambda: len(all_direct(seats[0])) == len(all_direct(seats[1])) == 2)
        elsewhere = await seats[0].reply_to(await seats[0].command("hand", channel="games"))
        here = await seats[0].reply_to(await seats[0].command("hand", channel=ROOM))
        for session in bot.tables.in_memory.sessions_of(int(seats[0].id)):
            await at_rest(bot, session, *seats)
        await seats[0].press(here, label="Sort by rank")
        for one in (here, elsewhere):
            assert "Sort by suit" in labels_of(await shows(seats[0], one, BY_RANK))
        for one in all_direct(seats[1]):
            assert "Sort by rank" in labels_of(one)


async def test_no_made_up_press_turns_anybodys_hand(
    laying: Parlour, seats: Two, discord: LocalDiscord
) -> None:
    await at_rest(laying, session_of(laying), *seats)
    hand, other = await direct(seats[0], "What do you do?"), await direct(seats[1], "Foozle in")
    shown = await board_of(seats[1], "to move")
    number = session_of(laying).table.prompt_version(Seat(0))
    made_up = [
        (other, f"like:1:a:{number}:rank:"),
        (other, "like:1:-:0:rank:"),
        (other, "like:1:b:0:nonsense:"),
        (other, "like:1:b:0::"),
        (other, "like:1:b:0:rank"),
        (other, "like:1:b::rank:"),
        (other, "like:1:b"),
        (other, "like:9:b:0:rank:"),
        (shown, "like:1:b:0:rank:"),
        (shown, "like:1:-:0:rank:"),
    ]
    for message, custom_id in made_up:
        assert await told(seats[1], await forge(discord, seats[1], message, custom_id))
    await at_rest(laying, session_of(laying), *seats)
    assert seats[0].sees.current(hand)["edited_timestamp"] == hand["edited_timestamp"]
    for person in seats:
        assert (await laying.archive.people.person(int(person.id))).settings == "{}"


async def test_a_click_from_an_earlier_question_shows_the_hand_as_it_stands(
    laying: Parlour, seats: Two, discord: LocalDiscord
) -> None:
    hand = await direct(seats[0], "What do you do?")
    await seats[0].press(hand, label="Pick cards yourself")
    asked = await direct(seats[0], "Which cards do you lay down?")
    old = control_of(asked, label="Sort by rank")["custom_id"]
    await say_moves(laying, seats, ["a discard Grue", "b take Grue", "b discard Death"])
    await direct(seats[0], "Draw a card, or take one from the tableau?")
    await at_rest(laying, session_of(laying), *seats)
    await forge(discord, seats[0], asked, old)
    turned = await shows(seats[0], hand, BY_RANK.removesuffix(" Grue"))
    assert "Draw a card, or take one from the tableau?" in text_of(turned)


async def test_a_game_without_preferences_has_no_such_buttons(
    seats: Two, meet: Meet, settings: Settings
) -> None:
    emi = await meet(cast.EMI)
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    async with running(settings):
        assert labels_of(await direct(emi, "Calabresella in")) == ["Go to table"]


async def test_nobody_turns_a_hand_once_the_game_is_over(laying: Parlour, seats: Two) -> None:
    await direct(seats[0], "What do you do?")
    await stop(session_of(laying), None)
    laying.messages.show(session_of(laying))
    ended = await direct(seats[0], "was stopped")
    assert "Sort by rank" not in labels_of(ended)
