"""Reviews of games that are over: made in the background, once, and shown to people who ask."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest

from bot.app.parlour import Parlour
from bot.refusal import Refusal
from bot.replays.replays import Replays
from bot.replays.review import Reviews
from bot.replays.routes import Review
from bot.table import computers
from games.core import Seat
from games.engine import record, registry
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.replaying import RECORDS, keep_ended, open_replay, record_of
from tests.bot.tables import forge, told, toss, until

JUDGED = sorted(name for name, game in registry.all_games().items() if game.is_reviewed)


@pytest.mark.parametrize("game", JUDGED)
async def test_a_review_takes_the_place_of_the_words_that_say_it_is_being_made(
    bot: Parlour, chiara: Person, game: str
) -> None:
    await keep_ended(bot.archive, game)
    shown = await open_replay(chiara)
    made = await chiara.reply_to(await chiara.press(shown, label="Review"))
    assert is_ephemeral(made)
    seen = await chiara.wait_for(lambda m: m["id"] == made["id"] and bool(pictures_of(m)))
    said = str(pictures_of(seen)[0]["description"])
    assert f"{registry.find(game).about.title}, " in said
    assert " sees it." in said
    assert "Chiara" in said
    again = await chiara.reply_to(await chiara.command("review", channel="games"))
    assert pictures_of(again)[0]["description"] == said


async def test_a_game_without_a_judge_has_no_review(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    for game in sorted(RECORDS.keys() - set(JUDGED)):
        number = await keep_ended(bot.archive, game)
        shown = await open_replay(chiara)
        assert "Review" not in labels_of(shown)
        press = await forge(discord, chiara, shown, Review(str(number)).id)
        assert "no review" in await told(chiara, press)


async def test_a_game_that_is_still_played_is_not_reviewed(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    press = await forge(discord, chiara, await toss(chiara, dmitri), "review:1")
    assert "still going" in await told(chiara, press)


async def test_a_game_in_which_hardly_anything_was_played_has_no_review(bot: Parlour) -> None:
    shown = await bot[Replays].take_in(record.write(_resigned(7)).encode())
    with pytest.raises(Refusal, match="Too little"):
        await bot[Reviews].of(shown, 1)


def _resigned(lines: int) -> record.Record:
    """A match of which so many lines were played before two players resigned."""
    whole = record_of("calabresella")
    header = replace(whole.header, places=None, scores=None)
    return record.Record(header, (*whole.lines[:lines], *(record.Line(Seat(at), "/resign") for at in (0, 1))))


async def test_two_who_ask_at_once_wait_for_the_same_review(bot: Parlour) -> None:
    number = await keep_ended(bot.archive, "doublolo")
    shown = await bot[Replays].of_table(await bot[Replays].stored(number))
    one, other = await asyncio.gather(bot[Reviews].of(shown, 1), bot[Reviews].of(shown, 2))
    assert one is other is await bot[Reviews].of(shown, 3)
    assert bot.computers.pids() == []  # its worker has ended


async def test_one_person_asks_for_one_review_at_a_time(bot: Parlour) -> None:
    numbers = [await keep_ended(bot.archive, game) for game in ("doublolo", "fourside")]
    games = [await bot[Replays].of_table(await bot[Replays].stored(number)) for number in numbers]
    first = asyncio.create_task(bot[Reviews].of(games[0], 1))
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="still looking at another game for you"):
        bot[Reviews].known(games[1], 1)
    assert bot[Reviews].known(games[0], 1) is None, "they wait for that one anyway"
    assert bot[Reviews].known(games[1], 2) is None
    await first
    assert bot[Reviews].known(games[1], 1) is None


@pytest.mark.real
@pytest.mark.parametrize("ends", ["killed", "hanging"])
async def test_whoever_asks_is_told_if_a_review_fails(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr(computers, "REVIEW_SECONDS", 0.0 if ends == "hanging" else 60.0)
    await keep_ended(bot.archive, "doublolo")
    shown = await open_replay(chiara)
    made = await chiara.reply_to(await chiara.press(shown, label="Review"))
    if ends == "killed":
        await until(lambda: bool(bot.computers.pids()))
        os.kill(bot.computers.pids()[0], signal.SIGKILL)
    said = await chiara.wait_for(lambda m: m["id"] == made["id"] and "Looking" not in text_of(m))
    assert "Try again in a minute" in text_of(said)
