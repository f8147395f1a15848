"""A preference turns only the pictures of its own player, and is never a move."""

from collections.abc import AsyncIterator
from typing import TypeAlias

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from games.foozle.rules.cards import names, read
from local_discord.codec import Json
from local_discord.person import (
    Person,
    is_ephemeral,
    labels_of,
    pictures_of,
)
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    at_rest,
    board_of,
    direct,
    my_hand,
    session_of,
)
from tests.bot.tables import keep_lines, people

Two: TypeAlias = tuple[Person, Person]

SEATED = (cast.CHIARA, cast.DMITRI)
DRAWN = "9Fa"
BY_SUIT = f"4La 5La 6La 3Zu 2Ra 3Ra ∞To 3Bo 1Ma {DRAWN} 2Ti Grue"
BY_RANK = f"1Ma 2Ra 2Ti 3Zu 3Ra 3Bo 4La 5La 6La {DRAWN} ∞To Grue"
OTHERS = "0La 1Pl 3Fr 9Zu 7To 6In 5Bu 4Sc 3Ea 0Hi Death"
DEALT = ("* dealer b", f"* deal {BY_SUIT.replace(DRAWN, '')} / {OTHERS} / 0Fa", "a draw", f"* drawn {DRAWN}")


def in_words(cards: str) -> str:
    """These cards as a hand's alt text names them."""
    return names(map(read, cards.split()))


"""Seat a can lay down Lamps or threes, and has to discard."""


@pytest.fixture
async def seats(meet: Meet) -> Two:
    """Chiara and Dmitri, who sit on a and b."""
    return await meet(SEATED[0]), await meet(SEATED[1])


@pytest.fixture
async def laying(seats: Two, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a hand in which a has drawn a card."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, "foozle", people(*SEATED), DEALT, channel=cast.CARD_ROOM)
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


async def picture_of(person: Person, message: Json) -> bytes:
    return await person.fetch(pictures_of(person.sees.current(message))[0]["url"])


async def test_a_preference_changes_your_own_pictures_and_writes_no_line(laying: Parlour, seats: Two) -> None:
    hand = await direct(seats[0], "Lay cards, or pick one of the cards below to discard it.")
    await at_rest(laying, session_of(laying), *seats)
    board, other = await board_of(seats[1], "to move"), await direct(seats[1], "Foozle in")
    before, lines = await picture_of(seats[0], hand), len(session_of(laying).table.lines)
    await seats[0].press(hand, label="Sort by rank")
    turned = await shows(seats[0], hand, in_words(BY_RANK))
    assert await picture_of(seats[0], hand) != before
    assert "Sort by suit" in labels_of(turned)
    opened = await my_hand(seats[0], "")
    assert is_ephemeral(await shows(seats[0], opened, in_words(BY_RANK)))
    await at_rest(laying, session_of(laying), *seats)
    assert len(session_of(laying).table.lines) == lines
    for shown in (board, other):
        assert seats[1].sees.current(shown)["edited_timestamp"] == shown["edited_timestamp"]
    await seats[0].press(seats[0].sees.current(opened), label="Sort by suit")
    await shows(seats[0], opened, in_words(BY_SUIT))
    assert await picture_of(seats[0], opened) == before
