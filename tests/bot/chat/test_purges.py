"""Boards that go without a word: in a purge, or while Discord tells the bot nothing. And what buries none."""

import asyncio

import pytest

from bot.app.parlour import Parlour
from bot.config import PlaySettings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, text_of
from local_discord.server import LocalDiscord
from tests.bot.resting import unload
from tests.bot.tables import board, told, toss, type_moves, visible, words_of


def boards(person: Person) -> list[Json]:
    """What everybody sees in #games, besides what people say."""
    return [one for one in visible(person) if one["components"] and not is_ephemeral(one)]


def links(message: Json) -> list[str]:
    return [one["url"] for one in every_component(message["components"]) if one.get("url")]


async def posted_again(person: Person, before: Json) -> Json:
    """The only board, which is another message than before."""
    newer = await person.wait_for(lambda m: m["id"] != before["id"] and "to place" in text_of(m))
    assert [one["id"] for one in boards(person)] == [newer["id"]]
    return newer


async def test_answers_that_only_one_person_sees_bury_no_board(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    for _ in range(PlaySettings().bury_after + 1):
        heard = bot.client.wait_for("message", check=lambda one: one.flags.ephemeral, timeout=10)
        await told(chiara, await chiara.command("tables", channel="games"))
        await heard
    square = await type_moves(bot, chiara, dmitri)
    await board(dmitri, shown, f"plays {square}")
    assert len(boards(dmitri)) == 1


@pytest.mark.parametrize("rests", [False, True])
async def test_a_purge_brings_the_board_back_and_the_list_of_tables_leads_to_it(
    bot: Parlour, bruno: Person, chiara: Person, dmitri: Person, rests: bool
) -> None:
    shown = await toss(chiara, dmitri)
    said = [await dmitri.say("games", f"chatter {number}") for number in range(3)]
    if rests:
        await unload(bot)
    await bruno.purge(shown, *said)
    newer = await posted_again(chiara, shown)
    listed = await chiara.reply_to(await chiara.command("tables", channel="general"))
    assert f"/{cast.GAMES}/{newer['id']}" in text_of(listed) + " ".join(links(listed))
    square = await type_moves(bot, chiara, dmitri)
    await board(dmitri, newer, f"plays {square}")


async def test_a_purge_of_other_messages_leaves_the_board_alone(
    bot: Parlour, bruno: Person, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    said = [await dmitri.say("games", f"chatter {number}") for number in range(3)]
    await bruno.purge(*said)
    square = await type_moves(bot, chiara, dmitri)
    await board(dmitri, shown, f"plays {square}")
    assert len(boards(dmitri)) == 1


@pytest.mark.parametrize("rests", [False, True])
@pytest.mark.parametrize("code", [4000, 4009])
async def test_a_board_deleted_while_the_session_was_lost_is_posted_again(
    bot: Parlour,
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
    bruno: Person,
    chiara: Person,
    dmitri: Person,
    code: int,
    rests: bool,
) -> None:
    """The session can't be resumed (op 9), and the new one tells nothing of what happened before it."""
    shown = await toss(chiara, dmitri)
    if rests:
        await unload(bot)
    is_deleted = asyncio.Event()

    async def wait_for_deletion(_: int | None, *, initial: bool = False) -> None:
        await is_deleted.wait()

    monkeypatch.setattr(bot.client, "before_identify_hook", wait_for_deletion)
    discord.gateway.drop(code)
    discord.gateway.sessions.clear()
    await bruno.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    is_deleted.set()
    newer = await posted_again(chiara, shown)
    square = await type_moves(bot, chiara, dmitri)
    assert f"plays {square}" in words_of(await board(dmitri, newer, f"plays {square}"))
