"""Results: who won, how they're rated, and the same results recomputed from the records."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bench.tables import in_lobby
from bot.config import Settings
from bot.host import play as cast
from bot.table.journal import milliseconds
from bot.table.rebuild import rebuild
from bot.table.seats import to_stored
from bot.table.standings import counted
from games.core import CHANCE
from games.engine import record
from games.engine.record import Record
from local_discord.person import text_of
from storage import Archive, Result, StoredLine
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard, profile_of, row_of
from tests.bot.forking import PROJECT
from tests.bot.hosts import Host
from tests.bot.hosts import host as host
from tests.bot.tables import mover, people, resign, sit_down, sit_down_alone
from tests.databases import in_a_file as in_a_file


def test_a_person_with_two_seats_counts_once_with_their_best_place() -> None:
    seats = [(0, 5, 2), (1, 5, 1), (2, 6, 3)]
    results = [
        Result(1, seat, "doublolo", 1, user, None, place, None, False, 0) for seat, user, place in seats
    ]
    made = counted(results, {}, {}).standings
    assert {key.user_id: (one.games, one.wins, one.mu) for key, one in made.items()} == {
        5: (1, 1, None),
        6: (1, 0, None),
    }


@pytest.mark.parametrize(
    ("game", "places", "wins"),
    [
        ("doublolo", (1, 1), [0, 0]),
        ("fourside", (1, 1), [1, 1]),
        ("fooblitzky", (1, 1, 3), [1, 1, 0]),
        ("fooblitzky", (1, 3, 1, 3), [1, 0, 1, 0]),
        ("fooblitzky", (1, 1, 1, 1), [0, 0, 0, 0]),
        ("a game of long ago", (1, 1), [1, 1]),
    ],
)
def test_equals_share_a_place_in_the_rating_and_the_game_says_whether_they_have_won(
    game: str, places: tuple[int, ...], wins: list[int]
) -> None:
    results = [
        Result(1, seat, game, 1, 5 + seat, None, place, None, True, 0) for seat, place in enumerate(places)
    ]
    made = counted(results, {}, {}).standings
    found = {key.user_id - 5: one for key, one in made.items() if key.game == game}
    assert [found[seat].wins for seat in range(len(places))] == wins
    assert len({found[seat].mu for seat, place in enumerate(places) if place == 1}) == 1


@pytest.mark.real
async def test_the_command_rebuild_makes_the_same_results_from_the_records(
    settings: Settings, meet: Meet, host: Host
) -> None:
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await resign(dmitri, await sit_down(chiara, dmitri))
        await resign(chiara, await sit_down_alone(chiara, "easy"))
        before = await bot.archive.record.results()
    assert len(before) == 4
    database = settings.storage.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("DELETE FROM results")
    said = await host.types("rebuild", {"PARLOUR_STORAGE__URL": settings.storage.url})
    assert said.status == 0
    assert "Recomputed the results of 2 finished games" in said.out
    async with Archive.open(settings.storage.url) as archive:
        assert await archive.record.results() == before


@pytest.mark.parametrize(
    ("name", "ending", "wins"),
    [
        ("fourside/records/tie.txt", "<@{}> and <@{}> win: 196 points each", 1),
        ("doublolo/records/draw.txt", "It's a draw between <@{}> and <@{}>: 149 stones each", 0),
    ],
)
async def test_an_even_fourside_is_won_by_both_and_an_even_doublolo_by_nobody(
    settings: Settings, meet: Meet, name: str, ending: str, wins: int
) -> None:
    """On the board, on leaderboard and profile, and when the results are recomputed."""
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    kept = record.read((PROJECT / "games" / name).read_text(encoding="utf-8"))
    last = await keep_but_the_last_move(settings, kept)
    async with running(settings) as bot:
        await mover(bot, chiara, dmitri).command("move", channel="games", move=last)
        await chiara.wait_for(lambda m: f"### {ending.format(chiara.id, dmitri.id)}" in text_of(m))
        won = f"won {wins} of 1"
        for _ in range(2):
            text = await leaderboard(chiara, game=kept.header.game)
            for person in (chiara, dmitri):
                assert won in row_of(text, person.id)
                told_of = await profile_of(chiara, person=person.id)
                assert won in told_of
            assert await rebuild(settings) == (1, 0)


async def keep_but_the_last_move(settings: Settings, kept: Record) -> str:
    """Store a record's game as played by Chiara and Dmitri, and return the move that ends it."""
    head, now = kept.header, milliseconds()
    at = max(number for number, line in enumerate(kept.lines) if line.who != CHANCE)
    seats = [
        replace(one, interaction_id=click)
        for one, click in zip(people(cast.CHIARA, cast.DMITRI), head.interaction_ids, strict=True)
    ]
    async with Archive.open(settings.storage.url) as archive:
        options, seed = json.dumps(dict(head.options)), bytes.fromhex(head.seed)
        stored = await archive.sessions.open(
            in_lobby(
                int(cast.GUILD_ID),
                int(cast.GAMES),
                head.game,
                head.edition,
                options,
                seed,
                seats[0].user_id or 0,
                now,
            )
        )
        await archive.sessions.set_seats(stored.id, to_stored(tuple(seats)))
        await archive.sessions.start(stored.id, now)
        lines = [StoredLine(number, one.who, one.text, at=now) for number, one in enumerate(kept.lines[:at])]
        await archive.record.append_together(stored.id, lines)
    return kept.lines[at].text
