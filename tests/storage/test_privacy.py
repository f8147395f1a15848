"""What's kept of a person, and forgetting it: on the bytes of both databases."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, select, text

from bench.postgres import connected
from bench.tables import in_lobby
from bot.table.standings import COUNT
from storage import (
    FORMER,
    Archive,
    DailyDeal,
    Duel,
    KeptAway,
    LoggedAction,
    Result,
    StoredLine,
    StoredSeat,
    StoredSession,
    StoredStay,
    StoredWait,
    moving,
    schema,
)
from storage.database import PATIENCE
from storage.duels import DuelReminder
from storage.postgres import Postgres
from storage.privacy import without
from storage.schema import fates
from storage.subject import session_changed

ZOE, BEA, NAME = 7_001_234_567_890_123_456, 6_001_234_567_890_123_457, "Zoë Zephyrine"
GUILD, NOW = 10, 1_794_000_000_000
SEED = bytes(range(32))

SEATS = [StoredSeat(0, ZOE, None, NAME, "9001"), StoredSeat(1, BEA, None, "Bea", "9002")]


def test_every_column_says_whether_a_person_is_in_it() -> None:
    silent = [one for table in schema.metadata.sorted_tables for one in table.c if "fate" not in one.info]
    assert silent == []


async def played(archive: Archive, channel_id: int, host: int = ZOE) -> StoredSession:
    """A game under way between the two, who sit and have messages there."""
    session = await archive.sessions.open(in_lobby(GUILD, channel_id, "doublolo", "1", "{}", SEED, host, NOW))
    options = (
        f'{{"invited": [{ZOE}, {BEA}], "freed": [{ZOE}], "newcomer": {{"user_id": {ZOE}, "name": "{NAME}"}}}}'
    )
    await archive.sessions.set_table_options(session.id, options)
    await archive.sessions.start(session.id, NOW, SEATS)
    await archive.record.append_together(session.id, [StoredLine(0, 0, "E4", "", session.id << 40, NOW)])
    await archive.clocks.set_paused(session.id, NOW, ZOE, f"{NAME} cheats")
    for purpose in ("board", "hand:a", "hand:b", f"hand:a:{ZOE}", f"turn:{ZOE}:direct", f"invitation:{ZOE}"):
        await archive.messages.put(session.id, purpose, channel_id, 600)
    await archive.people.change_marks(session.id, 0, lambda _: '{"A": 1}')
    await archive.reminders.put_wait(StoredWait(session.id, ZOE, "q", NOW))
    return session


def results_of(session: StoredSession, first: int = 0) -> list[Result]:
    return [
        Result(session.id, seat, "doublolo", GUILD, one, None, 1 + (seat != first), 3, True, NOW)
        for seat, one in enumerate((ZOE, BEA))
    ]


async def end(archive: Archive, session: StoredSession, first: int = 0) -> None:
    await archive.sessions.end(session.id, "finished", results_of(session, first), NOW, COUNT)


async def try_today(archive: Archive) -> StoredSession:
    new = StoredSession(
        0, None, 70_000, "doublolo", "1", "{}", SEED, ZOE, "playing", NOW, started_at=NOW, day=5
    )
    begun = await archive.dailies.begin(new, SEATS[:1], is_practice=False)
    await archive.dailies.show(DailyDeal(5, "doublolo"), GUILD, ZOE)
    return begun


async def fill(archive: Archive) -> None:
    """Zoë has something in every table with people."""
    await archive.standings.count_again(COUNT, NOW)
    for number in range(3):
        await end(archive, await played(archive, 20 + number), number % 2)
    swapped = await played(archive, 30, BEA)
    stays = [StoredStay(0, 0, ZOE, None, NAME), StoredStay(0, 1, None, "easy", "Easy")]
    seats = [replace(SEATS[0], user_id=None, level="easy", name="Easy"), SEATS[1]]
    await archive.sessions.change_hands(swapped.id, seats, 0, stays)
    await archive.sessions.end(swapped.id, "stopped", (), NOW)
    line = LoggedAction(GUILD, NOW, BEA, "kept away", ZOE, None, NOW, f"{NAME} cheats")
    await archive.order.keep_away(KeptAway(GUILD, "mark", ZOE, NOW, NAME), line)
    await archive.order.note(replace(line, by_id=ZOE, about_id=BEA, what="removed", why="Rude"))
    about_others = replace(line, about_id=BEA + 1, what="removed", why=f"Sided with {NAME.upper()}.")
    await archive.order.note(about_others)
    await archive.order.note(replace(about_others, what="ended", about_id=None, why=f"<@{ZOE}> asked for it"))
    await archive.order.note(replace(about_others, what="paused", why="Zoës are loud"))
    await archive.people.set_shown_everywhere(ZOE, shown=True)
    await archive.people.set_shown_everywhere(BEA, shown=True)
    await archive.people.change_settings(BEA, lambda _: f'{{"invited": {{"{ZOE}": 1.0, "77": 2.0}}}}')
    await archive.reminders.set_last_digest(ZOE, NOW)
    await archive.daily_news.set_reminder(ZOE, NOW)
    await archive.sessions.end((await try_today(archive)).id, "finished", (), NOW, score=4)
    for challenger, opponent, state in ((ZOE, BEA, "over"), (BEA, ZOE, "over"), (ZOE, None, "asked")):
        duel = Duel(
            0, "foozle", "1", "{}", "", SEED, challenger, opponent, "asked", GUILD, 20, None, NOW
        )  # fmt: skip
        made = await archive.duels.challenge(duel, 10)
        assert made is not None
        if state != "asked":
            await archive.duels.accept(made.id, opponent or 0, NOW, 10)
            await archive.duels.reminded(DuelReminder(made.id, ZOE))
            await archive.duels.note_told(made.id, [ZOE])
            new = replace(await _any(archive), channel_id=70_000, guild_id=None, duel=made.id, host_id=ZOE)
            begun = await archive.duels.begin(made.id, None, new, SEATS[:1])
            assert begun is not None
            await archive.sessions.end(begun.id, "finished", (), NOW, score=4)


async def _any(archive: Archive) -> StoredSession:
    found = await archive.sessions.find(1)
    assert found is not None
    return replace(found, phase="playing", ended_at=None)


async def people_in(archive: Archive) -> set[str]:
    """The tables that have Zoë in a column with a person."""

    def read(connection: Connection) -> set[str]:
        return {
            table.name
            for table in moving.TABLES
            for row in connection.execute(select(table))
            if any(str(ZOE) in str(one) or NAME in str(one) for one in row)
        }

    return await archive.database.read(read)


def spellings() -> Iterator[bytes]:
    """Her id and her name, as either database could write them."""
    yield from (
        ZOE.to_bytes(8, "big"),
        ZOE.to_bytes(8, "little"),
        str(ZOE).encode(),
        NAME.encode(),
        b"Zephyrine",
    )


_AT_WORK = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
"""
"""How many others look at this database, such as PostgreSQL's own process that counts what is in it."""


async def bytes_of(url: str, folder: Path) -> bytes:
    """All bytes of a database after what docs/hosting.md advises."""
    if not url.startswith("postgres"):
        with closing(sqlite3.connect(folder / "archive.sqlite3")) as connection:
            connection.execute("VACUUM")
        return _files(folder, "archive.sqlite3*")
    async with connected(url) as connection:
        while await connection.fetchval(_AT_WORK):  # noqa: ASYNC110 - VACUUM keeps what others may see
            await asyncio.sleep(0.05)
        await connection.execute("DELETE FROM pg_statistic")
        await connection.execute("VACUUM (FULL, ANALYZE)")
        await connection.execute("CHECKPOINT")
        folder = Path(await connection.fetchval("SHOW data_directory"))
        name = make_url(url).database
        oid = await connection.fetchval("SELECT oid FROM pg_database WHERE datname = $1", name)
    return _files(folder / "base" / str(oid), "*")


def _files(folder: Path, pattern: str) -> bytes:
    return b"".join(one.read_bytes() for one in folder.glob(pattern))


async def test_after_vacuum_no_byte_of_a_database_tells_of_somebody_who_is_forgotten(
    url: str, tmp_path: Path
) -> None:
    async with Archive.open(url) as archive:
        await fill(archive)
        tables = await people_in(archive)
        with_people = {one.name for one in schema.metadata.sorted_tables if fates(one)}
        assert tables == with_people - {"forgetting", "notebooks"}
    before = await bytes_of(url, tmp_path)
    assert all(one in before for one in (str(ZOE).encode(), NAME.encode()))
    assert ZOE.to_bytes(8, "big") in before or ZOE.to_bytes(8, "little") in before
    async with Archive.open(url) as archive:
        assert await archive.privacy.forget(ZOE, NOW) == ()
        assert await people_in(archive) == set()
        assert await archive.privacy.of(ZOE) == {}
    after = await bytes_of(url, tmp_path)
    assert not [one for one in spellings() if one in after]
    assert BEA.to_bytes(8, "big") in after or BEA.to_bytes(8, "little") in after


async def test_what_others_have_stays_and_counts_the_same_again(archive: Archive) -> None:
    await fill(archive)
    before = await archive.standings.all_of(BEA, GUILD)
    course = await archive.standings.course(BEA, "doublolo", GUILD)
    await archive.privacy.forget(ZOE, NOW)
    assert await archive.standings.is_counted(COUNT)
    for _ in range(2):
        assert await archive.standings.all_of(BEA, GUILD) == before
        assert await archive.standings.course(BEA, "doublolo", GUILD) == course
        for guild in (GUILD, None):
            (only,) = await archive.standings.top("doublolo", guild)
            assert (only.key.user_id, only.place) == (BEA, 1)
            assert await archive.standings.count("doublolo", guild) == 1
        assert await archive.standings.most_met(BEA, GUILD) is None
        await archive.standings.count_again(COUNT, NOW)
    assert (await archive.people.person(BEA)).settings == '{"invited": {"77": 2.0}}'
    assert [one.name for one in await archive.sessions.seats(1)] == [FORMER, "Bea"]
    assert len(await archive.record.lines(1)) == 1
    assert {one.purpose for one in await archive.messages.of(1)} == {"board", "hand:b"}
    (kept,) = await archive.order.kept_away(GUILD)
    assert (kept.mark, kept.until, kept.why) == ("mark", NOW, "")
    assert [(one.what, one.why) for one in await archive.order.log(GUILD)] == [
        ("paused", "Zoës are loud"),
        ("ended", ""),
        ("removed", ""),
        ("removed", "Rude"),
        ("kept away", ""),
    ]


async def test_an_open_table_forgets_somebody_when_it_ends(archive: Archive) -> None:
    await fill(archive)
    session = await played(archive, 40)
    before = await archive.standings.all_of(BEA, GUILD)
    assert await archive.privacy.forget(ZOE, NOW) == (session.id,)
    assert {one.user_id for one in await archive.sessions.seats(session.id)} == {ZOE, BEA}
    assert await archive.privacy.forget(ZOE, NOW) == (session.id,), "twice is the same"
    # The bot still reminds her of that table.
    await archive.reminders.set_last_digest(ZOE, NOW)
    await archive.people.set_dms_closed(ZOE, True)
    await end(archive, session)
    assert await people_in(archive) == set()
    assert await archive.standings.all_of(BEA, GUILD) != before
    counted = await archive.standings.all_of(BEA, GUILD)
    await archive.standings.count_again(COUNT, NOW)
    assert await archive.standings.all_of(BEA, GUILD) == counted


async def test_a_table_that_another_process_ends_at_that_moment_is_forgotten_too(server: str) -> None:
    async with Archive.open(server) as archive, connected(server) as other:
        session = await played(archive, 40)
        async with other.transaction():
            await other.execute("SELECT phase FROM sessions WHERE id = $1 FOR NO KEY UPDATE", session.id)
            forgetting = asyncio.create_task(archive.privacy.forget(ZOE, NOW))
            await asyncio.sleep(0.2)
            ended = "UPDATE sessions SET phase = 'stopped', ended_at = $2 WHERE id = $1"
            await other.execute(ended, session.id, NOW)
        assert await forgetting == ()
        assert await people_in(archive) == set()


@pytest.mark.parametrize("loser", ["one that forgets", "one that plays"])
async def test_a_process_that_forgets_and_one_that_plays_at_two_tables_never_stop_each_other(
    server: str, loser: str
) -> None:
    address, begun, tries = make_url(server), asyncio.Event(), 0
    # When they wait for each other, PostgreSQL breaks off the one for which it looks.
    forgetting, playing = [
        Archive(await Postgres.open(address, PATIENCE, deadlock_timeout="500ms" if looks else "10s"))
        for looks in (loser == "one that forgets", loser == "one that plays")
    ]
    first, second = await played(forgetting, 40), await played(forgetting, 41)

    def change(connection: Connection) -> None:
        nonlocal tries
        tries += 1
        for one in (second, first):
            connection.execute(session_changed(one.id, rests_at=1))
            begun.set()
            connection.execute(text("SELECT pg_sleep(0.2)"))

    writing = asyncio.create_task(playing.writer.run(change))
    await begun.wait()
    assert await forgetting.privacy.forget(ZOE, NOW) == (first.id, second.id)
    await writing
    assert (tries > 1) == (loser == "one that plays")
    for archive in (forgetting, playing):
        await archive.close()


async def test_an_open_table_forgets_somebody_when_they_leave_it(archive: Archive) -> None:
    session = await played(archive, 40, BEA)
    assert await archive.privacy.forget(ZOE, NOW) == (session.id,)
    stays = [StoredStay(0, 0, ZOE, None, NAME), StoredStay(0, 1, None, "easy", "Easy")]
    seats = [replace(SEATS[0], user_id=None, level="easy", name="Easy"), SEATS[1]]
    assert await archive.sessions.change_hands(session.id, seats, 0, stays)
    assert await people_in(archive) == set()
    assert [one.name for one in await archive.sessions.stays(session.id)] == [FORMER, "Easy"]


async def test_a_notebook_is_its_last_players_alone(archive: Archive) -> None:
    session, dora = await played(archive, 40, BEA), 5_001_234_567_890_123_458
    computer = StoredStay(0, 1, None, "easy", "Easy", is_open=True)
    left = [replace(SEATS[0], user_id=None, level="easy", name="Easy"), SEATS[1]]
    await archive.sessions.change_hands(session.id, left, 0, [StoredStay(0, 0, ZOE, None, NAME), computer])
    assert "notebooks" in await archive.privacy.of(ZOE), "nobody has taken the seat yet"
    await archive.privacy.forget(ZOE, NOW)
    taken = [replace(SEATS[0], user_id=dora, name="Dora"), SEATS[1]]
    await archive.sessions.change_hands(session.id, taken, 2, [StoredStay(0, 2, dora, None, "Dora")], {0})
    await archive.people.change_marks(session.id, 0, lambda _: '{"B": 1}')
    await archive.messages.put(session.id, f"hand:a:{dora}", 40, 601)
    assert "notebooks" not in await archive.privacy.of(ZOE)
    assert [one["marks"] for one in (await archive.privacy.of(dora))["notebooks"]] == ['{"B": 1}']
    await archive.privacy.forget(ZOE, NOW)
    await end(archive, session)
    assert await archive.people.marks(session.id, 0) == '{"B": 1}'
    await archive.privacy.forget(dora, NOW)
    assert await archive.people.marks(session.id, 0) == "{}"


async def test_a_second_player_of_a_seat_who_is_forgotten_leaves_the_firsts_hand(archive: Archive) -> None:
    session = await played(archive, 40, BEA)
    stays = [StoredStay(1, 0, BEA, None, "Bea"), StoredStay(1, 1, ZOE, None, NAME)]
    await archive.sessions.change_hands(session.id, [SEATS[0], replace(SEATS[1], user_id=ZOE)], 0, stays)
    await archive.privacy.forget(ZOE, NOW)
    await end(archive, session)
    assert {"board", "hand:b"} <= {one.purpose for one in await archive.messages.of(session.id)}


async def test_a_table_to_which_somebody_is_invited_forgets_them_when_it_ends(archive: Archive) -> None:
    session = await archive.sessions.open(in_lobby(GUILD, 60, "doublolo", "1", "{}", SEED, BEA, NOW))
    await archive.sessions.set_table_options(session.id, f'{{"invited": [{ZOE}]}}')
    assert await archive.privacy.forget(ZOE, NOW) == ()
    await archive.sessions.set_table_options(session.id, f'{{"invited": [{ZOE}], "rated": false}}')
    await archive.sessions.end(session.id, "stopped", (), NOW)
    assert await people_in(archive) == set()


async def test_a_game_of_the_day_under_way_goes_on_and_then_counts_for_nobody(archive: Archive) -> None:
    begun = await try_today(archive)
    assert await archive.privacy.forget(ZOE, NOW) == (begun.id,)
    assert (await try_today(archive)).id == begun.id, "a player who comes back goes on with it"
    await archive.sessions.end(begun.id, "finished", (), NOW, score=4)
    assert await archive.dailies.scored(DailyDeal(5, "doublolo")) == ()
    assert "tries" not in await people_in(archive)


async def test_whoever_comes_back_is_somebody_new(archive: Archive) -> None:
    await fill(archive)
    await archive.privacy.forget(ZOE, NOW)
    assert await archive.standings.all_of(ZOE, GUILD) == {}
    await end(archive, await played(archive, 50))
    (own,) = [
        one for key, one in (await archive.standings.all_of(ZOE, GUILD)).items() if key.game == "doublolo"
    ]
    assert own.games == 1
    assert await archive.privacy.games_of(ZOE) == (max(await archive.privacy.games_of(BEA)),)
    await archive.privacy.forget(ZOE, NOW)
    assert await people_in(archive) == set()


async def test_what_somebody_reads_of_themselves_has_no_secrets_and_no_one_else(archive: Archive) -> None:
    await fill(archive)
    told = await archive.privacy.of(ZOE)
    assert {"people", "seats", "stays", "results", "standings", "tries", "duels", "sessions"} <= set(told)
    assert str(BEA) not in repr(told)
    assert "Bea" not in repr(told)
    assert repr(SEED) not in repr(told)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ('{"a": [1, 7, 77]}', '{"a": [1, 77]}'),
        ('{"a": {"7": 1, "70": 2}}', '{"a": {"70": 2}}'),
        ('{"a": {"user_id": 7, "name": "x"}, "b": true}', '{"b": true}'),
        ('{"a": ["7", {"user_id": 7}]}', '{"a": []}'),
        ('{"a":  17}', '{"a":  17}'),
    ],
)
def test_a_person_is_taken_out_of_json(written: str, left: str) -> None:
    assert without(written, 7) == left
