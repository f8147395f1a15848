"""Answers that Discord refuses: the person reads a true sentence, and the log has a line, never a page."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.tables import board, legal, mover, open_lobby, sit_down, told, toss, type_moves, until

NO_PICTURE = "Discord didn't take my picture, so here it is in words."
SAFE = "The game is safe: /board shows the current board."
NOT_TAKEN = f"Discord didn't take my answer. {SAFE}"
CONTENT = (200000, 240000, 400001, 40005)


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What the bot has logged, a line each. None has a traceback or a page in it."""
    caplog.set_level(logging.INFO, "bot")

    def lines_logged() -> list[str]:
        found = [one for one in caplog.records if one.name.startswith("bot.")]
        assert not [one.getMessage() for one in found if one.exc_info or "<" in one.getMessage()]
        assert all(len(one.getMessage()) < 400 for one in found)
        return [one.getMessage() for one in found]

    return lines_logged


@pytest.mark.parametrize("code", CONTENT)
async def test_a_picture_that_discord_does_not_take_is_told_in_words(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    said: Callable[[], list[str]],
    code: int,
) -> None:
    shown = await sit_down(chiara, dmitri)
    discord.faults.set({"refused_files": {cast.GAMES: code}})
    card = await chiara.reply_to(await chiara.command("daily", channel="games"))
    assert is_ephemeral(card)
    assert NO_PICTURE in text_of(card)
    assert not pictures_of(card)
    assert "Play" in labels_of(card)
    await chiara.press(shown, label="Heads")
    in_words = await board(chiara, shown, NO_PICTURE)
    assert not pictures_of(in_words)
    assert "to place" in text_of(in_words)
    discord.faults.set({"refused_files": {}})
    square = await type_moves(bot, chiara, dmitri)
    assert pictures_of(await board(chiara, shown, f"plays {square}"))
    assert said()


@pytest.mark.parametrize("code", CONTENT)
async def test_a_lobby_whose_picture_is_not_taken_is_opened_in_words(
    bot: Parlour, discord: LocalDiscord, chiara: Person, code: int
) -> None:
    discord.faults.set({"refused_files": {cast.GAMES: code}})
    lobby = await open_lobby(chiara)
    assert NO_PICTURE in text_of(lobby)
    assert "Join" in labels_of(lobby)


HTML = {"html": True}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"status": 400} | HTML, NOT_TAKEN),
    ({"status": 403} | HTML, NOT_TAKEN),
    ({"status": 429} | HTML, NOT_TAKEN),
    ({"status": 403, "code": 40333}, NOT_TAKEN),
    ({"status": 400, "code": 50035}, NOT_TAKEN),
    ({"status": 401}, NOT_TAKEN),
    ({"status": 400}, NOT_TAKEN),
    ({"status": 404}, NOT_TAKEN),
    ({"status": 400, "code": 200000}, "This server's AutoMod blocked what I wanted to show."),
    ({"status": 400, "code": 240000}, "for a harmful link"),
    ({"status": 403, "code": 400001}, "Discord lets nobody upload files in this server right now"),
    ({"status": 413, "code": 40005}, "That was too large for Discord."),
    ({"status": 403, "code": 50013}, "I need View Channel, Send Messages and Attach Files here."),
]


@pytest.mark.parametrize(("failure", "sentence"), REFUSED)
async def test_whoever_is_refused_an_answer_reads_a_true_sentence_and_the_log_has_one_line(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    said: Callable[[], list[str]],
    failure: dict[str, Any],
    sentence: str,
) -> None:
    times = 2 if failure.get("code") in (*CONTENT, 50013) else 1  # they are tried in words first
    discord.faults.fail_next([{"path": "/callback$", "times": times} | failure])
    assert sentence in await told(chiara, await chiara.command("daily", channel="games"))
    await until(lambda: not bot.answering)
    reason = f"code {failure['code']}" if "code" in failure else f"status {failure['status']}"
    reason += ": 400: Bad Request" if failure.get("code") == 50035 else ""  # Discord says what is wrong
    assert [one for one in said() if "an answer could not be given" in one] == [
        f"an answer could not be given ({reason})"
    ]


@pytest.mark.usefixtures("tries_at_once")
@pytest.mark.parametrize("status", [500, 502, 503, 504, 520])
async def test_a_page_in_place_of_an_error_is_not_logged(
    bot: Parlour, discord: LocalDiscord, chiara: Person, said: Callable[[], list[str]], status: int
) -> None:
    discord.faults.fail_next([{"status": status, "html": True, "path": "/callback$", "times": 5}])
    assert await told(chiara, await chiara.command("daily", channel="games")) == NOT_TAKEN
    assert [one for one in said() if f"status {status}" in one]


async def test_a_connection_that_breaks_under_an_answer_is_a_line_in_the_log(
    bot: Parlour, discord: LocalDiscord, chiara: Person, said: Callable[[], list[str]]
) -> None:
    discord.faults.fail_next([{"reset": True, "path": "/callback$"}])
    assert await told(chiara, await chiara.command("daily", channel="games")) == NOT_TAKEN
    assert [one for one in said() if "an answer could not be given" in one]


async def test_nobody_can_be_answered_in_a_thread_that_is_locked_meanwhile_and_that_is_no_error(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, said: Callable[[], list[str]]
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    discord.faults.fail_next([{"status": 403, "code": 50083, "path": "/callback$", "times": 99}])
    await player.command("move", channel="games", move="nonsense")
    await until(lambda: [one for one in said() if "an answer could not be given (code 50083)" in one])
    await until(lambda: not bot.answering)


PUT_OFF = "bot.chat.first_answer.PATIENCE", 0.0


@pytest.mark.parametrize(
    "failure", [{"status": 503}, {"status": 429, "html": True}, {"status": 404}, {"reset": True}], ids=str
)
async def test_a_press_whose_acknowledgement_is_refused_once_is_acknowledged_after_all(
    bot: Parlour,
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
    failure: dict[str, Any],
) -> None:
    shown = await sit_down(chiara, dmitri)
    monkeypatch.setattr(*PUT_OFF)
    monkeypatch.setattr("bot.chat.first_answer.PICTURE_PATIENCE", 0.0)
    discord.faults.fail_next([{"status": 503, "html": True, "path": "/callback$"} | failure])
    assert await chiara.outcome(await chiara.press(shown, label="Heads")) == "answered"
    await board(chiara, shown, "to place")


@pytest.mark.parametrize("patience", [0.0, 60.0])
async def test_nobody_sees_the_bot_think_for_ever_if_the_confirmation_of_that_is_lost(
    bot: Parlour,
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
    patience: float,
) -> None:
    await toss(chiara, dmitri)
    monkeypatch.setattr(PUT_OFF[0], patience)
    discord.faults.fail_next([{"reset": True, "after": True, "path": "/callback$"}])
    player = mover(bot, chiara, dmitri)
    made = await player.command("move", channel="games", move=legal(bot)[0])
    assert await player.outcome(made) == "answered"
    await until(lambda: not bot.answering)
