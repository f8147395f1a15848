"""Games that are over are packed into one row each, and read as before."""

import asyncio
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from bench.tables import in_lobby
from storage import Archive, StoredLine, schema
from storage.packing import packed, unpacked
from tests.storage.conftest import open_session

DAY = 24 * 60 * 60 * 1000


async def ended(archive: Archive, at: int, lines: int = 3) -> int:
    """A game that has ended then, with so many lines."""
    session = await open_session(archive)
    await archive.sessions.start(session.id, 1_000)
    said = [(-1, "toss heads", ""), (0, "E12", "by\tb "), (1, "F1", "ÿ\n")]
    made = [StoredLine(n, *said[n % 3], at=9 - n) for n in range(lines)]
    made[1] = replace(made[1], interaction_id=77 + 100 * session.id)
    await archive.record.append_together(session.id, made)
    await archive.sessions.end(session.id, "finished", [], at)
    return session.id


async def pack(archive: Archive, before: int) -> int:
    """How many games were packed."""
    games = 0
    while (done := await archive.packing.pack_some(before)) is not None:
        games += done
    return games


async def rows(archive: Archive) -> int:
    """How many lines have a row of their own."""
    return await archive.database.read(
        lambda connection: connection.scalar(select(func.count()).select_from(schema.lines)) or 0
    )


async def test_only_games_that_are_over_for_long_enough_are_packed_and_all_are_read_as_before(
    archive: Archive, url: str
) -> None:
    numbers = [await ended(archive, at * DAY) for at in range(1, 25)]
    playing = await open_session(archive)
    await archive.record.append(playing.id, 0, 0, "E12", "", 7, 1)
    before = {number: await archive.record.lines(number) for number in (*numbers, playing.id)}
    drawn = await archive.standings.drawn(10, 99)
    assert len(drawn) == 24
    async with Archive.open(url) as other:
        assert sum(await asyncio.gather(pack(archive, 24 * DAY), pack(other, 24 * DAY))) == 23
    assert await rows(archive) == 3 + 1
    for number in numbers[:-1]:  # without the numbers of presses, which can't come again
        before[number] = tuple(replace(one, interaction_id=None) for one in before[number])
    assert {number: await archive.record.lines(number) for number in before} == before
    assert await archive.record.lines(numbers[0], since=2) == before[numbers[0]][2:]
    assert await archive.standings.drawn(10, 99) == drawn
    assert await archive.standings.drawn(10, 2) == drawn[-2:]


async def test_a_server_in_which_a_packed_game_ended_lately_counts_as_visited(archive: Archive) -> None:
    session = await archive.sessions.open(
        replace(in_lobby(12, 90, "doublolo", "1", "{}", bytes(32), 30, 1_000), answers_only=True)
    )
    await archive.record.append(session.id, 0, 0, "E12", "", 7, 5_000)
    await archive.sessions.end(session.id, "finished", [], 5_000)
    assert await pack(archive, DAY) == 1
    assert await archive.departures.is_visited(12, 4_000)
    assert not await archive.departures.is_visited(12, 6_000)


async def test_a_database_is_smaller_afterwards(archive: Archive) -> None:
    number = await ended(archive, DAY, lines=2_000)
    before = await archive.record.lines(number)
    assert await pack(archive, 2 * DAY) == 1
    await archive.database.shrink()
    assert [one.text for one in await archive.record.lines(number)] == [one.text for one in before]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
ids = st.none() | st.integers(1, 2**63 - 1)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.integers(-1, 25), texts, texts, ids, st.integers(0, 2**53))))
def test_any_lines_come_back_as_they_were(rows: list[tuple[int, str, str, int | None, int]]) -> None:
    lines = [StoredLine(index, *row) for index, row in enumerate(rows)]
    assert unpacked(packed(lines)) == [replace(one, interaction_id=None) for one in lines]
