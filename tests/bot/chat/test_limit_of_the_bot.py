"""The bot on a Discord with its limits for a whole bot: Discord never has to refuse anything."""

import asyncio
from dataclasses import replace

import pytest
from discord import Forbidden

from bot.app.parlour import Parlour
from bot.chat import limits
from bot.chat.ephemerals import TOKEN_SECONDS
from bot.chat.limits import MOST, WINDOW_SECONDS, Breaker, Rank, Ticket
from bot.config import Settings
from bot.host import play as cast
from local_discord.fixtures import ChannelFixture
from local_discord.person import Person
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limit, Limits
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.hands import EXCHANGE, Three, directs, keep_deal, session_of
from tests.bot.resting import all_current
from tests.bot.tables import (
    keep,
    legal_at,
    people,
    play,
    session_in,
    to_move,
    told,
    toss,
    until,
    visible,
)
from tests.openapi import Recording

ROOMS = tuple(ChannelFixture(id=f"7300000000000010{n:02}", name=f"room-{n}") for n in range(60))
WORLD = cast.WORLD.model_copy(
    update={"guilds": (cast.WORLD.guilds[0].model_copy(update={"channels": (*cast.CHANNELS, *ROOMS)}),)}
)


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    limits = Limits(overall=Limit(50, 1.0))
    return LocalDiscordOptions(WORLD, limits=limits, deadlines=PATIENT, record=recording)


async def move(bot: Parlour, channel: str, interaction_id: int) -> None:
    """Make a move there."""
    session = session_in(bot, channel)
    (seat,) = session.table.turn.owes
    user_id = session.players[seat].user_id
    assert user_id is not None
    await play(bot, session, user_id, legal_at(session.table)[0], interaction_id)


async def test_sixty_boards_at_once_all_become_current_and_discord_refuses_none(
    settings: Settings, recording: Recording
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for room in ROOMS:
            await keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel=room.id)
    async with running(settings) as bot:
        assert len(bot.tables.in_memory) == len(ROOMS)
        await all_current(bot)
        before = len(recording.exchanges)
        await asyncio.gather(*(move(bot, room.id, 5000 + n) for n, room in enumerate(ROOMS)))
        await all_current(bot)
        edited = [one.path for one in recording.exchanges[before:] if one.method == "PATCH"]
        assert len(set(edited)) >= len(ROOMS)
    assert [one.path for one in recording.exchanges if one.status == 429] == []


async def test_refused_too_often_the_bot_only_sends_what_somebody_waits_for_until_that_is_long_ago(
    bot: Parlour,
    discord: LocalDiscord,
    bruno: Person,
    chiara: Person,
    dmitri: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = await toss(chiara, dmitri)
    await all_current(bot)
    monkeypatch.setattr(bot.budget, "breaker", Breaker(most=2))
    discord.faults.forbid({cast.GENERAL: ["SEND_MESSAGES"]})
    for _ in range(2):
        with pytest.raises(Forbidden):
            await bot.client.get_partial_messageable(int(cast.GENERAL)).send("Hello")
    await bruno.do("delete", channel_id=shown["channel_id"], message_id=shown["id"])
    await until(lambda: bot.budget.waiting(Rank.REST))
    assert visible(chiara) == [], "nobody waits for the board that was deleted"
    assert "Doublolo" in await told(dmitri, await dmitri.command("tables", channel="games"))
    await dmitri.command("board", channel="games")
    (again,) = await chiara.wait_until(lambda: visible(chiara))
    await asyncio.sleep(WINDOW_SECONDS)
    await bruno.do("delete", channel_id=again["channel_id"], message_id=again["id"])
    await chiara.wait_gone(again)
    await chiara.wait_until(lambda: visible(chiara))
    await all_current(bot)


async def limit_is_reached(bot: Parlour, moderator: Person) -> None:
    """The bot may hardly send anything, and a board that was deleted waits to be posted again."""
    bot.budget.share = 1 / MOST
    deleted = bot.messages.in_channel(int(cast.GAMES))
    assert deleted is not None
    await moderator.do("delete", channel_id=cast.GAMES, message_id=str(deleted.board.message_id))
    await until(lambda: bot.budget.waiting(Rank.REST))


async def test_while_the_limit_is_reached_a_board_that_a_player_waits_for_goes_first(
    settings: Settings, recording: Recording, meet: Meet
) -> None:
    bruno = await meet(cast.BRUNO)
    async with Archive.open(settings.storage.url) as archive:
        for channel in (cast.GAMES, cast.GENERAL):
            await keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel=channel)
    async with running(settings) as bot:
        assert len(bot.tables.in_memory) == 2
        await all_current(bot)
        before = len(recording.exchanges)
        await limit_is_reached(bot, bruno)
        await move(bot, cast.GENERAL, 5000)
        await all_current(bot)
    sent = [one.path.split("/")[4] for one in recording.exchanges[before:] if "/messages" in one.path]
    assert sent == [cast.GENERAL, cast.GAMES]


async def test_while_the_limit_is_reached_the_hand_of_who_is_to_move_goes_before_the_others(
    settings: Settings, recording: Recording, meet: Meet, seats: Three
) -> None:
    bruno = await meet(cast.BRUNO)
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await keep_deal(archive, *EXCHANGE, "a K♣")
    async with running(settings) as bot:
        assert len(bot.tables.in_memory) == 2
        await all_current(bot)
        hands = {next(iter(directs(one))): one.id for one in seats}
        before = len(recording.exchanges)
        await limit_is_reached(bot, bruno)
        await play(bot, session_of(bot), int(cast.DMITRI), "7♣", 5000)
        await all_current(bot)
    sent = [one.path.split("/")[4] for one in recording.exchanges[before:] if "/messages" in one.path]
    assert next(hands[one] for one in sent if one in hands) == cast.EMI


def edits(recording: Recording, since: int) -> list[str]:
    """How boards were edited: by the token of a press (`webhooks`), or by the bot itself (`channels`)."""
    changes = (one for one in recording.exchanges[since:] if one.method == "PATCH" and one.status == 200)
    return [one.path.split("/")[3] for one in changes]


async def test_a_board_that_was_pressed_lately_is_edited_at_once_however_much_the_bot_sends(
    bot: Parlour, recording: Recording, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await toss(chiara, dmitri)
    await all_current(bot)
    before = len(recording.exchanges)
    with monkeypatch.context() as patched:
        patched.setattr(bot.budget, "share", 0.0)
        patched.setattr(limits, "SECONDS", 1e6)  # all places are taken
        for number in range(3):
            await move(bot, cast.GAMES, 5000 + number)
            await all_current(bot)
    assert edits(recording, before) == 3 * ["webhooks"]


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_board_whose_press_is_too_long_ago_is_edited_in_place_by_the_bot(
    is_known: bool,
    bot: Parlour,
    discord: LocalDiscord,
    recording: Recording,
    chiara: Person,
    dmitri: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = await toss(chiara, dmitri)
    await all_current(bot)
    before = len(recording.exchanges)
    if is_known:
        await asyncio.sleep(TOKEN_SECONDS)
    else:  # Discord doesn't take the token any more
        monkeypatch.setattr(discord.interactions, "deadlines", replace(PATIENT, token=0.0))
    await move(bot, cast.GAMES, 5000)
    await all_current(bot)
    assert edits(recording, before) == ["channels"]
    assert [one["id"] for one in visible(chiara)] == [shown["id"]]


async def test_a_request_that_discord_refused_takes_another_place_when_it_is_tried_again(
    bot: Parlour, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Ticket] = []
    send = bot.budget.send

    def noted(ticket: Ticket) -> bool:
        was_there = send(ticket)
        if was_there:
            taken.append(ticket)
        return was_there

    monkeypatch.setattr(bot.budget, "send", noted)
    channel = bot.client.get_partial_messageable(int(cast.GENERAL))
    discord.faults.fail_next([{"status": 429, "path": "/messages", "retry_after": 0.01}])
    await channel.send("Hello")
    assert not discord.faults.failures
    assert [one.rank for one in taken] == [Rank.REST, Rank.BEGUN]
