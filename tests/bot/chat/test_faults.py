"""Discord slow or failing: a sentence, and nothing lost or done twice."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.app.parlour import Parlour
from bot.chat.first_answer import PATIENCE
from bot.host import play as cast
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import StoredSession
from tests.bot import tables
from tests.bot.tables import (
    board,
    legal,
    lines,
    mover,
    open_lobby,
    session_in,
    sit_down,
    told,
    toss,
    type_moves,
    until,
    visible,
    words_of,
)

TAKEN = ("answered", "thinking")
"""What becomes of an interaction that isn't too late."""


@pytest.fixture(autouse=True)
def _no_answer_is_put_off() -> None:
    """Here some are, after the bot's real patience."""


@pytest.fixture
def open_slowly(bot: Parlour, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Once called, saving a new table takes a while."""
    real = bot.archive.sessions.open

    async def slowly(*args: Any, **kwargs: Any) -> StoredSession:
        await asyncio.sleep(PATIENCE + 0.2)
        return await real(*args, **kwargs)

    return lambda: monkeypatch.setattr(bot.archive.sessions, "open", slowly)


async def test_a_board_that_is_rate_limited_is_shown_a_little_later(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([{"status": 429, "method": "PATCH", "times": 2, "retry_after": 0.1}])
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")


async def test_an_answer_that_is_rate_limited_is_given_a_little_later(
    discord: LocalDiscord, chiara: Person
) -> None:
    discord.faults.fail_next([{"status": 429, "path": "/callback", "retry_after": 0.1}])
    assert "Join" in labels_of(await open_lobby(chiara))


async def test_a_board_that_fails_on_discords_side_is_sent_again(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([{"status": 500, "method": "PATCH"}])
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")


async def test_a_board_that_discord_will_not_take_stops_nothing_and_comes_with_the_next_move(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([{"status": 403, "method": "PATCH"}])
    first = await type_moves(bot, chiara, dmitri)
    await until(lambda: not discord.faults.failures)
    second = await type_moves(bot, chiara, dmitri)
    shown = await board(chiara, shown, f"plays {second}")
    assert f"The move before the last was {first}." in words_of(shown)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot itself has warned of, or worse. None has a traceback."""
    found = [one for one in caplog.records if one.levelno >= logging.WARNING and "bot" in one.name.split(".")]
    assert not [one for one in found if one.exc_info]
    return [one.getMessage() for one in found]


@pytest.mark.usefixtures("tries_at_once")
@pytest.mark.parametrize("status", [429, 500])
async def test_an_answer_that_never_gets_through_is_a_line_in_the_log_and_the_move_counts(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    caplog: pytest.LogCaptureFixture,
    status: int,
) -> None:
    shown = await toss(chiara, dmitri)
    player, before = mover(bot, chiara, dmitri), len(lines(bot))
    square = legal(bot)[0]
    caplog.clear()
    discord.faults.fail_next([{"status": status, "path": "/callback", "times": 99, "retry_after": 0.01}])
    typed = await player.command("move", channel="games", move=square)
    await board(chiara, shown, f"plays {square}")
    line = f"an answer could not be given (status {status})"
    await until(lambda: warnings(caplog) == [line])
    lobby = await chiara.command("play", channel="general", game="foozle")
    await until(lambda: warnings(caplog) == [line, line])
    await until(lambda: not bot.answering)
    assert len(lines(bot)) == before + 1
    assert not {player.sees.interactions[typed], chiara.sees.interactions[lobby]} & set(TAKEN)
    discord.faults.fail_next([])
    opened = await open_lobby(chiara, "general")
    assert "Join" in labels_of(opened), text_of(opened)
    next_square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {next_square}")


@pytest.mark.usefixtures("tries_at_once")
async def test_a_slow_answer_whose_deferral_never_gets_through_is_still_the_first_answer(
    discord: LocalDiscord,
    open_slowly: Callable[[], None],
    chiara: Person,
) -> None:
    open_slowly()
    # The bot tries it twice, and discord.py five times each.
    discord.faults.fail_next([{"status": 429, "path": "/callback", "times": 10, "retry_after": 0.01}])
    assert "Join" in labels_of(await open_lobby(chiara))


@pytest.mark.usefixtures("tries_at_once")
@pytest.mark.parametrize("failure", [{"status": 429, "times": 99}, {"status": 500, "after": True}])
async def test_suggestions_that_never_get_through_or_were_made_already_are_a_line_in_the_log(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    caplog: pytest.LogCaptureFixture,
    failure: dict[str, Any],
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    caplog.clear()
    discord.faults.fail_next([{"path": "/callback", "retry_after": 0.01} | failure])
    asked = asyncio.create_task(player.autocomplete("move", "move", channel="games", move=""))
    await until(lambda: any("suggestions" in one for one in caplog.messages))
    asked.cancel()
    assert not [one for one in caplog.records if one.exc_info or one.levelno > logging.WARNING]
    discord.faults.fail_next([])
    assert await player.autocomplete("move", "move", channel="games", move="")


async def test_suggestions_that_a_shutdown_cuts_off_are_a_line_in_the_log(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    discord.faults.fail_next([{"path": "/callback", "status": 429, "retry_after": 1.0, "times": 99}])
    asked = asyncio.create_task(player.autocomplete("move", "move", channel="games", move=""))
    await until(lambda: any("rate limited" in one for one in caplog.messages))
    await bot.client.close()
    await until(lambda: any("suggestions" in one for one in caplog.messages))
    asked.cancel()


async def test_an_answer_that_is_lost_after_its_effect_leaves_one_lobby_that_works(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    discord.faults.fail_next([{"status": 500, "path": "/callback", "after": True}])
    lobby = await open_lobby(chiara)
    await until(lambda: not discord.faults.failures)
    messages = bot.messages.in_channel(int(cast.GAMES))
    assert messages is not None
    await until(lambda: messages.board.message_id == int(lobby["id"]))
    await tables.join(dmitri, lobby)
    assert len(visible(chiara)) == 1


async def test_a_click_whose_acknowledgement_is_lost_is_one_move_and_shown(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.faults.fail_next([{"status": 500, "path": "/callback", "after": True}])
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert [one for one in lines(bot) if "call" in one] == ["a call heads"]


async def test_a_lobby_shows_who_has_joined_although_the_answer_came_too_late(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    discord.faults.fail_next([{"status": 404, "code": 10062, "path": "/callback"}])
    await dmitri.press(lobby, label="Join")
    await board(chiara, lobby, f"· <@{dmitri.id}>")


async def test_a_new_board_whose_answer_is_lost_is_posted_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.fail_next([{"status": 500, "method": "POST", "path": "/messages$", "after": True}])
    await chiara.command("board", channel="games")
    await chiara.wait_gone(shown)
    await asyncio.sleep(0.1)
    assert len([one for one in chiara.sees.in_channel("games") if not is_ephemeral(one)]) == 1


async def test_a_click_on_a_slow_discord_is_put_off_once_and_answered(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    async with bot.tables.channels.find(int(cast.GAMES)).lock:  # type: ignore[union-attr]  # there is one
        sent = await dmitri.press(lobby, label="Join")
        assert await dmitri.outcome(sent) == "answered"
        assert f"<@{dmitri.id}>" not in text_of(dmitri.sees.current(lobby))
    await board(chiara, lobby, f"<@{dmitri.id}>")


async def test_a_refusal_that_comes_just_while_the_answer_is_put_off_arrives(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    lobby_or_session = bot.tables.channels.find(int(cast.GAMES))
    assert lobby_or_session is not None
    async with lobby_or_session.lock:
        sent = await chiara.press(lobby, label="Join")
        discord.faults.delay = 0.1
        await asyncio.sleep(PATIENCE + 0.05)
    assert "already at this table" in await told(chiara, sent)


async def test_a_command_that_takes_long_leaves_nothing_thinking_behind(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    async with session_in(bot).lock:
        await player.command("move", channel="games", move=square)
        await player.wait_until(lambda: len(visible(player)) == 2)
    await board(player, shown, f"plays {square}")
    await player.wait_until(lambda: len(visible(player)) == 1)


async def test_a_table_that_takes_long_to_open_is_still_posted_for_everyone(
    open_slowly: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    open_slowly()
    await chiara.command("play", channel="games", game="doublolo")
    lobby = await dmitri.wait_for(lambda m: "Join" in labels_of(m))
    await tables.join(dmitri, lobby)
    await chiara.wait_until(lambda: len(visible(chiara)) == 1)


async def test_a_refusal_that_took_long_is_still_told_to_the_person_alone(
    open_slowly: Callable[[], None], chiara: Person, dmitri: Person
) -> None:
    await open_lobby(chiara)
    open_slowly()
    sentence = await told(dmitri, await dmitri.command("play", channel="games", game="doublolo"))
    assert "already running here" in sentence


async def test_a_dropped_gateway_resumes_and_a_click_in_the_gap_is_answered(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.gateway.drop(4000)
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert [one for one in lines(bot) if "call" in one] == ["a call heads"]


async def test_a_lost_gateway_session_starts_again_without_a_second_board(
    bot: Parlour, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    # discord.py waits five seconds before every login but the first.
    monkeypatch.setattr(bot.client, "before_identify_hook", AsyncMock())
    ready = asyncio.create_task(bot.client.wait_for("ready"))
    discord.gateway.drop(4000)
    discord.gateway.sessions.clear()
    await ready
    await chiara.press(chiara.sees.current(shown), label="Heads")
    await board(dmitri, shown, "to place")
    assert len(visible(dmitri)) == 1


@pytest.fixture
def take_only_answers(
    discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], asyncio.Event]]:
    """From its call on, Discord takes answers to presses and commands, and nothing else until that is set."""
    is_back, hold_up = asyncio.Event(), discord.faults.hold_up

    async def hold_up_others(method: str, path: str) -> None:
        if not path.endswith("/callback"):
            await is_back.wait()
        await hold_up(method, path)

    def begin() -> asyncio.Event:
        monkeypatch.setattr(discord.faults, "hold_up", hold_up_others)
        return is_back

    yield begin
    is_back.set()


async def test_whatever_people_do_is_answered_although_every_other_call_takes_for_ever(
    bot: Parlour,
    take_only_answers: Callable[[], asyncio.Event],
    chiara: Person,
    dmitri: Person,
    emi: Person,
) -> None:
    lobby = await tables.join(dmitri, await open_lobby(chiara))
    shown = await toss(emi, dmitri, "general")
    await until(lambda: all(map(bot.messages.is_current, bot.tables.in_memory.sessions())))
    is_back = take_only_answers()
    player = emi if f"<@{emi.id}>: " in text_of(shown) else dmitri
    done = [
        (chiara, await chiara.press(lobby, label="Start")),
        (emi, await emi.press(await emi.wait_for(lambda m: m["id"] == lobby["id"]), label="More")),
        (player, await player.command("move", channel="general", move=".")),
        *[(emi, await emi.command(name, channel="general")) for name in ("tables", "help", "settings")],
    ]
    for person, sent in done:
        states = person.sees.interactions
        assert await person.wait_until(lambda: states[sent] != "waiting" and states[sent]) in TAKEN  # noqa: B023 - at once
    is_back.set()
    await board(chiara, lobby, "Heads or tails?")
    await board(player, shown, " plays ")


async def test_a_game_goes_on_although_every_call_takes_a_second(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.faults.delay = 0.5
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")
    assert "Doublolo" in await told(chiara, await chiara.command("tables", channel="games"))


@pytest.mark.parametrize("status", [403, 404, 429, 500])
async def test_a_game_starts_although_discord_does_not_tell_who_is_in_the_server(
    discord: LocalDiscord, chiara: Person, dmitri: Person, status: int
) -> None:
    lobby = await tables.join(dmitri, await open_lobby(chiara))
    failure = {"status": status, "method": "GET", "path": "/members/", "times": 99, "retry_after": 0.01}
    discord.faults.fail_next([failure])
    await chiara.press(lobby, label="Start")
    await board(chiara, lobby, "Heads or tails?")
