"""The lobby: joining, leaving, computers, options, the host's rights, starting and closing."""

import asyncio

import pytest

from bot.app.parlour import Parlour
from bot.table.lobby import either
from games.engine import fair, registry
from local_discord.person import (
    Person,
    is_ephemeral,
    labels_of,
    text_of,
)
from tests.bot.tables import commitment_of, open_lobby, told


async def test_fair_play_tells_one_person_how_chance_is_fixed(
    bot: Parlour, chiara: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    stored = await bot.archive.sessions.find(1)
    assert stored is not None
    assert await commitment_of(emi, seen) == fair.commit(stored.seed)
    assert "Join" in labels_of(emi.sees.current(lobby)), "the lobby stays as it is"


async def test_play_suggests_every_game_with_its_whole_description(chiara: Person) -> None:
    offered = await chiara.autocomplete("play", "game", channel="games", game="")
    abouts = [game.about for game in registry.all_games().values()]
    assert [one["name"] for one in offered] == [f"{about.title}: {about.line}" for about in abouts]


async def test_two_who_open_a_table_in_the_same_moment_get_one_table(chiara: Person, dmitri: Person) -> None:
    sent = await asyncio.gather(
        chiara.command("play", channel="games", game="doublolo"),
        dmitri.command("play", channel="games", game="doublolo"),
    )
    answers = await asyncio.gather(chiara.reply_to(sent[0]), dmitri.reply_to(sent[1]))
    assert sorted(is_ephemeral(one) for one in answers) == [False, True]


async def test_if_two_people_take_the_last_seat_at_once_one_is_told_that_the_table_is_full(
    chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    for one in (dmitri, emi):
        await one.wait_for(lambda m: m["id"] == lobby["id"])
    sent = await asyncio.gather(dmitri.press(lobby, label="Join"), emi.press(lobby, label="Join"))
    ends = await asyncio.gather(dmitri.outcome(sent[0]), emi.outcome(sent[1]))
    assert set(ends) == {"answered"}
    lobby = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "*free*" not in text_of(m))
    late, press = (emi, sent[1]) if f"<@{dmitri.id}>" in text_of(lobby) else (dmitri, sent[0])
    assert "This table is full" in await told(late, press)


@pytest.mark.parametrize(
    ("numbers", "told"), [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4"), ((2, 3, 5), "2, 3 or 5")]
)
def test_numbers_of_players_are_told_in_few_words(numbers: tuple[int, ...], told: str) -> None:
    assert either(numbers) == told
