"""Ephemeral messages: the newest replaces the last, and expired ones are dropped."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TypeAlias

import pytest

from bot.app.parlour import Parlour
from bot.chat.ephemerals import NOTICE, QUESTION, Editable, Ephemerals
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import BEGUN_BY_TWO, keep_city, rest, type_move
from tests.bot.conftest import Meet, running
from tests.bot.ephemerals import left
from tests.bot.hands import all_direct
from tests.bot.tables import alone, board, forge, people, session_in, sit_down, told, until
from tests.openapi import Recording

Two: TypeAlias = tuple[Person, Person]

PHONING = (*BEGUN_BY_TWO, "* roll 20", "a enter UL phone")

SHOWN = ("rules", "help", "about", "leaderboard", "profile")


@pytest.fixture
async def phoning(two: Two, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot with a city in which Chiara has to say which store she calls."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *PHONING, seats=people(cast.CHIARA, cast.DMITRI))
    async with running(settings) as bot:
        await rest(bot, *two)  # once the board is posted, hands are updated with its link
        yield bot


async def city_board(person: Person) -> Json:
    return await person.wait_for(lambda m: "My bag" in labels_of(m) and "Which kind of store" in text_of(m))


async def test_only_the_newest_of_many_refusals_stays(chiara: Person, dmitri: Person, emi: Person) -> None:
    shown = await sit_down(chiara, dmitri)
    for _ in range(3):
        assert "not playing" in await told(emi, await emi.press(shown, label="Heads"))
    await left(emi, "not playing")
    assert "not playing" in await told(emi, await emi.command("resign", channel="games"))
    await left(emi, "not playing")


async def test_a_refusal_goes_with_the_right_press(chiara: Person, dmitri: Person) -> None:
    shown = await sit_down(chiara, dmitri)
    assert await told(chiara, await chiara.command("move", channel="games", move="E12"))
    await chiara.press(shown, label="Heads")
    await board(chiara, shown, "to place")
    await left(chiara)


async def test_a_refusal_in_one_channel_goes_with_a_click_in_another(phoning: Parlour, two: Two) -> None:
    chiara, _ = two
    assert await told(chiara, await type_move(chiara, "walk B99"))
    hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and "drug" in labels_of(m))
    await chiara.press(hand, label="drug")
    await left(chiara)


@pytest.mark.parametrize("command", SHOWN)
async def test_looking_again_replaces_the_last_look(chiara: Person, command: str) -> None:
    first = await chiara.reply_to(await chiara.command(command, channel="games"))
    second = await chiara.reply_to(await chiara.command(command, channel="games"))
    await chiara.wait_gone(first)
    assert [one["id"] for one in alone(chiara)] == [second["id"]]


async def test_an_open_look_stays_while_other_messages_come_and_go(chiara: Person) -> None:
    for command in SHOWN:
        await chiara.reply_to(await chiara.command(command, channel="games"))
    assert await told(chiara, await chiara.command("board", channel="games"))
    await left(chiara, "Which rules", "Start one", "**Parlour", "## Leaderboard", "##", "No game is running")


async def test_a_profile_does_not_take_the_place_of_anothers(bot: Parlour, two: Two) -> None:
    chiara, dmitri = two
    await chiara.reply_to(await chiara.command("profile", channel="games"))
    await chiara.reply_to(await chiara.command("profile", channel="games", person=dmitri.id))
    await left(chiara, f"<@{chiara.id}>", f"<@{dmitri.id}>")


async def test_only_the_newest_hand_and_notebook_stay_and_they_stay_usable(
    phoning: Parlour, two: Two
) -> None:
    chiara, dmitri = two
    shown = await city_board(chiara)
    for label in ("My bag", "Notebook") * 2:
        await chiara.reply_to(await chiara.press(shown, label=label))
    hand, notes = await left(chiara, "Which kind of store", "Your notebook")
    await chiara.press(hand, label="drug")
    asked = await chiara.wait_for(lambda m: m["id"] == hand["id"] and "Choose again" in labels_of(m))
    for move in ("walk B99", "walk A99"):
        assert await told(chiara, await type_move(chiara, move))
    await left(chiara, text_of(asked).splitlines()[0], "Your notebook", "")
    assert "Choose again" in labels_of(chiara.sees.current(hand)), "a half-answered question stays"
    await chiara.press(chiara.sees.current(notes), label="Refresh")
    await left(chiara, "", "Your notebook")
    await type_move(chiara, "call UL drug")
    await chiara.wait_for(lambda m: m["id"] == hand["id"] and f"<@{dmitri.id}>: Rolled" in text_of(m))


async def test_a_half_answered_hand_goes_on_where_it_was_when_the_board_is_posted_again(
    phoning: Parlour, two: Two, meet: Meet
) -> None:
    (chiara, dmitri), emi = two, await meet(cast.EMI)
    await city_board(chiara)
    hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and "drug" in labels_of(m))
    await chiara.press(hand, label="drug")
    await chiara.wait_for(lambda m: m["id"] == hand["id"] and "Choose again" in labels_of(m))
    await emi.outcome(await emi.command("board", channel="games"))
    await until(lambda: not phoning.answering)
    await rest(phoning, chiara)
    newer = chiara.sees.current(hand)
    assert "Choose again" in labels_of(newer)
    assert str((await city_board(emi))["id"]) in str(newer["components"]), "it links to the new board"
    await chiara.press(newer, label="Howl Hill")
    await chiara.wait_for(lambda m: m["id"] == hand["id"] and f"<@{dmitri.id}>: Rolled" in text_of(m))


async def test_the_hand_that_was_used_last_can_still_be_told_from_the_next_after_a_restart(
    two: Two, settings: Settings
) -> None:
    chiara, _ = two
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *PHONING, seats=people(cast.CHIARA, cast.DMITRI))
    async with running(settings):
        shown = await city_board(chiara)
        hand = await chiara.reply_to(await chiara.press(shown, label="My bag"))
    async with running(settings):
        await chiara.press(chiara.sees.current(hand), label="drug")
        await chiara.wait_for(lambda m: m["id"] == hand["id"] and "Choose again" in labels_of(m))
        await chiara.press(chiara.sees.current(shown), label="My bag")
        await chiara.wait_gone(hand)
        await left(chiara, "Which kind of store")


async def test_a_refusal_of_a_click_on_the_hand_is_not_taken_for_the_hand(
    phoning: Parlour, two: Two, discord: LocalDiscord
) -> None:
    chiara, _ = two
    shown = await city_board(chiara)
    hand = await chiara.reply_to(await chiara.press(shown, label="My bag"))
    made_up = f"pick:1:a:{session_in(phoning).table.prompt_version(Seat(0))}:nonsense"
    refused = await chiara.reply_to(await forge(discord, chiara, hand, made_up))
    assert [one["id"] for one in alone(chiara)] == [hand["id"], refused["id"]]
    await chiara.reply_to(await chiara.press(shown, label="My bag"))
    await chiara.wait_gone(hand)
    await left(chiara, "Which kind of store")


def _noted(heard: list[Json], take: Callable[[Json], Json | None], event: Json) -> Json | None:
    if event["t"] == "MESSAGE_DELETE":
        heard.append(event)
    return take(event)


async def test_nobody_else_notices_when_an_ephemeral_message_goes(
    chiara: Person, dmitri: Person, emi: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await sit_down(chiara, dmitri)
    heard: list[Json] = []
    for person in (chiara, dmitri):
        monkeypatch.setattr(person.sees, "take", partial(_noted, heard, person.sees.take))
    for _ in range(3):
        assert await told(emi, await emi.press(shown, label="Heads"))
    await left(emi, "not playing")
    for person in (chiara, dmitri):
        await person.do("history", channel_id=shown["channel_id"])
        assert not alone(person)
    assert not heard


async def test_the_answer_comes_before_the_last_one_goes(
    bot: Parlour, emi: Person, recording: Recording
) -> None:
    for _ in range(2):
        await told(emi, await emi.command("board", channel="games"))
    await left(emi, "No game is running")
    calls = [
        one.method for one in recording.exchanges if one.path.startswith(("/api/v10/inter", "/api/v10/web"))
    ]
    assert calls[-3:] == ["POST", "POST", "DELETE"]


@pytest.mark.parametrize("gone", ["dismissed", "token", "refused"])
async def test_a_message_that_cannot_be_deleted_fails_no_click(
    bot: Parlour, discord: LocalDiscord, emi: Person, gone: str
) -> None:
    first = await emi.reply_to(await emi.command("board", channel="games"))
    if gone == "dismissed":
        await emi.do("dismiss", message_id=first["id"])
    elif gone == "token":
        discord.interactions.deadlines = type(discord.interactions.deadlines)(token=0.0)
    else:
        discord.faults.fail_next([{"status": 403, "method": "DELETE", "path": "/webhooks/"}])
    assert "No game is" in await told(emi, await emi.command("board", channel="games"))
    await until(lambda: not bot.answering)


async def _nothing(*_: object) -> None:
    pass


def test_a_notice_that_came_after_a_click_was_made_outlives_it() -> None:
    ephemerals = Ephemerals()
    ephemerals.put(1, 7, NOTICE, Editable(100, 20, _nothing, _nothing))
    assert ephemerals.notice_before(1, 19) == []
    assert ephemerals.notice_before(2, 30) == []
    assert [one.message_id for one in ephemerals.notice_before(1, 21)] == [100]
    assert ephemerals.notice_before(1, 22) == []


def test_messages_that_no_token_reaches_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    ephemerals = Ephemerals()
    ephemerals.put(1, 7, QUESTION, Editable(100, 20, _nothing, _nothing, at=-1000.0))
    assert ephemerals.put(1, 7, QUESTION, Editable(101, 21, _nothing, _nothing)) == []
    assert [one.message_id for one in ephemerals.void_in(7)] == [101]
