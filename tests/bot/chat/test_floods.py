"""A person who presses far too fast is ignored, told once, and doesn't slow down anyone else."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.app.parlour import Parlour
from bot.chat import gate
from bot.chat.gate import SLOW_DOWN, Floods
from bot.config import PlaySettings, Settings
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot.tables import forge, join, open_lobby, toss, type_moves
from tests.openapi import Exchange, Recording

MOST = PlaySettings().presses
FLOOD = 50
"""Presses in a second, for as long as anybody can hold it."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.play.presses = MOST
    return settings


async def flood(discord: LocalDiscord, person: Person, message: Json, custom_id: str) -> list[str]:
    """This many presses at once; returns their ids."""
    return [await forge(discord, person, message, custom_id) for _ in range(FLOOD)]


def answers_to(recording: Recording, presses: Sequence[str]) -> list[Exchange]:
    """The bot's answers to these presses, in order."""
    return [
        one
        for one in recording.exchanges
        if one.method == "POST" and one.path.endswith("/callback") and one.path.split("/")[-3] in presses
    ]


def kind_of(answer: Exchange) -> int:
    assert isinstance(answer.body, dict)
    return int(answer.body["type"])


async def test_presses_too_many_are_acknowledged_without_work_and_the_person_is_told_once(
    bot: Parlour, discord: LocalDiscord, recording: Recording, emi: Person, chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    before = len(recording.exchanges)
    presses = await flood(discord, emi, seen, "fair:1")
    for one in presses:
        assert await emi.outcome(one) == "answered"
    answers = answers_to(recording, presses)
    assert Counter(map(kind_of, answers)) == {4: MOST + 1, 6: FLOOD - MOST - 1}
    said = [text_of(one) for one in emi.sees.messages[lobby["channel_id"]].values()]
    assert said.count(SLOW_DOWN) == 1
    others = [one for one in recording.exchanges[before:] if one not in answers and one.method != "DELETE"]
    assert others == [], "a skipped press asks for nothing but its answer"


async def test_others_are_answered_in_the_middle_of_somebodys_flood(
    bot: Parlour, discord: LocalDiscord, recording: Recording, emi: Person, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    seen = await emi.wait_for(lambda m: m["id"] == shown["id"])
    flooding = await flood(discord, emi, seen, "rules:doublolo:0")
    press = await forge(discord, dmitri, dmitri.sees.current(shown), "rules:doublolo:0")
    flooding += await flood(discord, emi, seen, "rules:doublolo:0")
    assert "Doublolo" in text_of(await dmitri.reply_to(press))
    for one in flooding:
        assert await emi.outcome(one) == "answered"
    assert Counter(map(kind_of, answers_to(recording, flooding)))[6] == len(flooding) - MOST - 1
    await type_moves(bot, chiara, dmitri)


async def test_commands_and_suggestions_too_many_are_answered_without_work(
    bot: Parlour, chiara: Person
) -> None:
    for _ in range(MOST):
        await chiara.outcome(await chiara.command("help", channel="games"))
    for _ in range(2):
        assert (
            text_of(await chiara.reply_to(await chiara.command("play", channel="games", game="doublolo")))
            == SLOW_DOWN
        )
    assert bot.tables.channels.id_in(int(chiara.sees.channel("games")["id"])) is None
    suggested = [
        await chiara.autocomplete("play", "game", channel="games", game="d") for _ in range(3 * MOST + 1)
    ]
    assert all(suggested[:-1])
    assert not suggested[-1]


async def test_who_pauses_is_answered_again(
    bot: Parlour, discord: LocalDiscord, chiara: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    for one in await flood(discord, emi, seen, "fair:1"):
        await emi.outcome(one)
    await asyncio.sleep(gate.SECONDS)
    await join(emi, lobby)


async def test_a_flood_is_counted_from_its_first_press_too_many_and_the_pause_after_it_forgets_it() -> None:
    counted = Floods(3)
    assert [counted.excess(1) for _ in range(5)] == [0, 0, 0, 1, 2]
    assert counted.excess(2) == 0
    assert len(counted) == 2
    await asyncio.sleep(gate.SECONDS)
    assert counted.excess(1) == 0
    assert len(counted) == 1, "who pressed nothing lately is forgotten"
