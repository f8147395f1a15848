"""A server from which the bot was removed is forgotten after 30 days, and its people keep their games."""

from dataclasses import replace

from sqlalchemy import Connection, select

from bench.tables import in_lobby
from bot.app.parlour import Parlour
from bot.host import play as cast
from bot.order import decisions as order
from bot.table.departures import FORGET_DAYS
from bot.table.journal import milliseconds
from bot.table.standings import COUNT
from local_discord.person import Person
from storage import Archive, StoredLine, moving
from tests.bot.finished import finish
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID
from tests.bot.tables import resign, toss

GONE = 990_000_000_000_000_001
DAY = 24 * 60 * 60 * 1000


async def tables_with(archive: Archive, guild_id: int) -> set[str]:
    """The tables that have this server anywhere."""

    def read(connection: Connection) -> set[str]:
        return {
            table.name
            for table in moving.TABLES
            for row in connection.execute(select(table))
            if any(str(guild_id) in str(one) for one in row)
        }

    return await archive.database.read(read)


async def leave_things(bot: Parlour) -> None:
    """Something of a server in which the bot isn't."""
    archive = bot.archive
    for number in range(2):
        await finish(archive, [CHIARA_ID, DMITRI_ID], guild=GONE, channel=990 + number)
    await archive.standings.count_again(COUNT, milliseconds())
    await archive.people.change_server_settings(GONE, lambda _: '{"pace": "fast"}')
    await archive.daily_news.change_channel(GONE, lambda had: had)
    await order.keep_away(bot.archive, GONE, 5, 6, 1, "")
    await archive.sessions.open(in_lobby(GONE, 995, "doublolo", "1", "{}", bytes(32), CHIARA_ID, 1))


async def test_a_server_is_forgotten_30_days_after_the_bot_was_removed(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await resign(chiara, await toss(chiara, dmitri))
    await leave_things(bot)
    here = await tables_with(bot.archive, int(cast.GUILD_ID))
    everywhere = await bot.archive.standings.all_of(CHIARA_ID, None)
    now = milliseconds()
    await bot.departures.look(now)
    assert await bot.archive.departures.gone() == {GONE: now}
    await bot.departures.look(now + (FORGET_DAYS - 1) * DAY)
    assert "standings" in await tables_with(bot.archive, GONE)
    await bot.departures.look(now + FORGET_DAYS * DAY)
    assert await tables_with(bot.archive, GONE) == set()
    assert await bot.archive.departures.gone() == {}
    assert await tables_with(bot.archive, int(cast.GUILD_ID)) == here
    for _ in range(2):
        assert await bot.archive.standings.all_of(CHIARA_ID, None) == everywhere
        await bot.archive.standings.count_again(COUNT, now)
    assert len(await bot.archive.standings.games_of(user_id=CHIARA_ID)) == 3
    assert all(one.guild_id != GONE for one in await bot.archive.sessions.open_tables())


async def test_a_server_without_the_bot_is_remembered_while_people_play_there(bot: Parlour) -> None:
    sessions, now = bot.archive.sessions, milliseconds()
    stored = await sessions.open(
        replace(in_lobby(GONE, 995, "doublolo", "1", "{}", bytes(32), CHIARA_ID, now), answers_only=True)
    )
    await bot.departures.look(now)
    await sessions.start(stored.id, now)
    played = now + (FORGET_DAYS - 1) * DAY
    await bot.archive.record.append_together(stored.id, [StoredLine(0, 0, "heads", at=played)])
    await bot.departures.look(now + FORGET_DAYS * DAY)
    assert [one.guild_id for one in await sessions.open_tables()] == [GONE]
    await bot.departures.look(played + (FORGET_DAYS + 1) * DAY)
    assert await sessions.open_tables() == ()


async def test_a_bot_that_comes_back_in_time_remembers(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    await resign(chiara, await toss(chiara, dmitri))
    guild, now = int(cast.GUILD_ID), milliseconds()
    await bot.archive.departures.left(guild, now - 100 * DAY)
    before = await tables_with(bot.archive, guild)
    await bot.departures.look(now)
    assert await tables_with(bot.archive, guild) == before - {"gone_servers"}
