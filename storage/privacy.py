"""What is kept of a person, by table and column, and forgetting it.

Somebody who deletes their data becomes a former player: a number below 0 that is drawn then and stands
nowhere beside theirs. It takes their place in what belongs to other people, too, so that others' games stay
valid and count the same when they are counted again. All else is deleted.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    Table,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    union,
    update,
)

from storage import schema
from storage.database import Database
from storage.people import NOTHING, People
from storage.schema import Fate, fates, metadata
from storage.subject import Subject
from storage.writer import Writer

FORMER = "A former player"
"""What somebody who has deleted their data is called wherever their name stood."""


_IDS = ("user_id", "host_id", "paused_by", "challenger_id", "opponent_id", "by_id", "about_id")

Where: TypeAlias = Callable[[Column[Any]], ColumnElement[bool]]
"""Which sessions are meant, given the column with their number."""


class Privacy(Subject):
    """What is kept of somebody: reading it, and forgetting it."""

    def __init__(self, database: Database, writer: Writer, people: People) -> None:
        super().__init__(database, writer)
        self._people = people

    async def of(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row with this person in it, by table, for them to read.

        Secrets, other people's ids, and texts in which others may stand are left out.
        """

        def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            found = {
                table.name: [_told(table, row, user_id) for row in connection.execute(query).mappings()]
                for table, query in ((one, _rows_of(one, user_id)) for one in _with_people())
                if query is not None
            }
            return {name: rows for name, rows in found.items() if rows}

        return await self._database.read(read)

    async def games_of(self, user_id: int) -> tuple[int, ...]:
        """The numbers of the games that are over at which this person had a seat, the newest first."""
        over = schema.sessions.c.started_at.is_not(None) & ~schema.is_open
        query = select(schema.sessions.c.id).where(schema.sessions.c.id.in_(_had(user_id)), over)
        return await self._column(query.order_by(schema.sessions.c.id.desc()))

    async def forget(self, user_id: int, at: int) -> tuple[int, ...]:
        """Delete or make anonymous all that's kept of this person; twice is the same as once. `at` is now.

        Returns the open sessions in which they still stand: each forgets them as it ends, or once they leave
        it. All processes that share the database are told who has changed, and that somebody was forgotten.
        """
        former = -1 - secrets.randbits(62)

        def change(connection: Connection) -> tuple[tuple[int, ...], set[int]]:
            self._database.take_turns(connection)
            row, pending = schema.sessions.c, schema.forgetting
            theirs = row.id.in_(_had(user_id)) | (row.host_id == user_id)
            open_ones = (
                select(row.id)
                .where(schema.is_open)
                .where(or_(theirs, row.table_options.contains(str(user_id))))
            )
            # A table in memory would write its options again, with whom it has invited. Another process may
            # just be ending one, which is over then; or it waits, and finds whom it has to forget.
            kept = tuple(connection.scalars(open_ones.with_for_update(key_share=True)))
            still = tuple(connection.scalars(open_ones.where(theirs).order_by(row.id)))
            for one in kept:
                self._database.insert_missing(
                    connection, pending, {"session_id": one, "user_id": user_id, "former_id": former}
                )
            changed = _forget_everywhere(connection, user_id, former)
            _close_challenges(connection, user_id, at)
            sides = schema.duel_sides.c
            begun = select(sides.duel_id).where(sides.user_id == user_id, sides.session_id.in_(kept))
            _forget_duels(connection, user_id, former, schema.duels.c.id.not_in(begun))
            _forget_in(connection, user_id, former, lambda number: number.not_in(kept))
            for one in (user_id, *changed):
                self._database.tell(connection, f"person {one}")
            self._database.tell(connection, "forgotten")
            return still, {user_id, *changed}

        still, changed = await self._writer.run(change, alone=True)
        for one in changed:
            self._people.forget(one)
        return still


def formers_of(connection: Connection, session_id: int) -> dict[int, int]:
    """Who is to be forgotten at this session, each with the number of the former player they become."""
    row = schema.forgetting.c
    found = connection.execute(select(row.user_id, row.former_id).where(row.session_id == session_id))
    return {one.user_id: one.former_id for one in found}


def forget_at(connection: Connection, session_id: int, who: Mapping[int, int]) -> None:
    """Forget these people at this session, inside a change; see `formers_of`."""
    its = schema.forgetting.c.session_id == session_id
    for user_id, former in who.items():
        duel = select(schema.sessions.c.duel).where(schema.sessions.c.id == session_id).scalar_subquery()
        _forget_duels(connection, user_id, former, schema.duels.c.id == duel)
        _forget_in(connection, user_id, former, lambda number: number == session_id)
        connection.execute(delete(schema.forgetting).where(its, schema.forgetting.c.user_id == user_id))
        # The bot went on reminding them here, and remembers how. What they've chosen since then is theirs.
        connection.execute(delete(schema.digests).where(schema.digests.c.user_id == user_id))
        row = schema.people.c
        nothing = (row.settings == NOTHING) & ~row.shown_everywhere & ~row.profile_hidden
        connection.execute(delete(schema.people).where(row.user_id == user_id, nothing))


def without(text: str, user_id: int) -> str:
    """JSON text without this person: in lists, as a name, and objects that are about them."""
    found = json.loads(text)
    left = _without(found, user_id)
    return text if left == found else json.dumps(left)


def _without(value: Any, user_id: int) -> Any:
    if isinstance(value, dict):
        return {
            name: _without(one, user_id)
            for name, one in value.items()
            if name != str(user_id) and not _is_of(one, user_id)
        }
    if isinstance(value, list):
        return [_without(one, user_id) for one in value if not _is_of(one, user_id)]
    return value


def _is_of(value: Any, user_id: int) -> bool:
    if isinstance(value, dict):
        return bool(value.get("user_id") == user_id)
    return not isinstance(value, bool) and value in (user_id, str(user_id))


def _with_people() -> Iterable[Table]:
    return (one for one in metadata.tables.values() if fates(one) and one is not schema.forgetting)


def _people_in(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold people's ids."""
    return [table.c[name] for name in fates(table) if name in _IDS]


def _rows_of(table: Table, user_id: int) -> Any:
    """The rows with this person in them; None for a table that only has them through others."""
    if table is schema.notebooks:
        return select(table).where(_has_notebook(user_id))
    people = _people_in(table)
    return select(table).where(or_(*(one == user_id for one in people))) if people else None


def _told(table: Table, row: Mapping[Any, Any], user_id: int) -> dict[str, Any]:
    others = {one for one in _people_in(table) if row[one] != user_id}
    scrubbed = {name for name, fate in fates(table).items() if fate is Fate.SCRUBBED}
    shown = (one for one in table.c if one not in others and not isinstance(one.type, LargeBinary))
    told = {one.name: row[one] for one in shown if one.name not in scrubbed or table is schema.people}
    if table is schema.people:
        told["settings"] = json.loads(told["settings"])
    return told


def _had(user_id: int) -> Any:
    """The numbers of the sessions at which this person has a seat or has had one."""
    theirs = [
        select(one.c.session_id).where(one.c.user_id == user_id) for one in (schema.seats, schema.stays)
    ]
    return union(*theirs)


def _has_notebook(user_id: int) -> ColumnElement[bool]:
    """Whether a notebook is this person's: they have the seat, or had it last of all people."""
    seats, stays, its = schema.seats, schema.stays, schema.notebooks.c
    now = select(seats.c.user_id).where(seats.c.session_id == its.session_id, seats.c.seat == its.seat)
    had = select(stays.c.user_id).where(
        stays.c.session_id == its.session_id, stays.c.seat == its.seat, stays.c.user_id.is_not(None)
    )
    last = had.order_by(stays.c.index.desc()).limit(1)
    return func.coalesce(now.scalar_subquery(), last.scalar_subquery()) == user_id


def _began_at(user_id: int) -> Select[Any]:
    """The sessions and seats in which this person was the first."""
    seats, stays = schema.seats, schema.stays
    here = stays.c.session_id == seats.c.session_id, stays.c.seat == seats.c.seat
    first = select(stays.c.user_id).where(*here).order_by(stays.c.index).limit(1).scalar_subquery()
    began = case((exists().where(*here), first), else_=seats.c.user_id) == user_id
    return select(seats.c.session_id, seats.c.seat).where(began)


def _close_challenges(connection: Connection, user_id: int, at: int) -> None:
    """Nobody waits for an answer from somebody who is gone."""
    duels = schema.duels
    for column, state in ((duels.c.challenger_id, "withdrawn"), (duels.c.opponent_id, "declined")):
        asked = (column == user_id) & (duels.c.state == "asked")
        connection.execute(update(duels).where(asked).values(state=state, ended_at=at))


def _forget_duels(connection: Connection, user_id: int, former: int, meant: ColumnElement[bool]) -> None:
    """Forget who challenged whom in the duels that are meant: their tables come with their sessions."""
    duels = schema.duels
    for table in (schema.duel_reminders, schema.duel_results):
        its = table.c.duel_id.in_(select(duels.c.id).where(meant))
        connection.execute(delete(table).where(table.c.user_id == user_id, its))
    for column in (duels.c.challenger_id, duels.c.opponent_id):
        connection.execute(update(duels).where(column == user_id, meant).values({column: former}))


def _forget_everywhere(connection: Connection, user_id: int, former: int) -> list[int]:
    """Forget what belongs to no session. Returns whose settings had them."""
    for table in (schema.people, schema.digests, schema.daily_reminders, schema.tries_shown):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    away, log = schema.kept_away, schema.server_log
    connection.execute(update(away).where(away.c.user_id == user_id).values(user_id=None, why=""))
    about = log.c.about_id == user_id
    connection.execute(update(log).where(about).values(about_id=former, why=""))
    connection.execute(update(log).where(log.c.by_id == user_id).values(by_id=former))
    _forget_reasons(connection, user_id)
    standings = schema.standings
    connection.execute(update(standings).where(standings.c.user_id == user_id).values(user_id=former))
    row = schema.people.c
    query = select(row.user_id, row.settings).where(row.settings.contains(str(user_id)))
    changed = []
    for other, settings in connection.execute(query).all():
        connection.execute(
            update(schema.people).where(row.user_id == other).values(settings=without(settings, user_id))
        )
        changed.append(other)
    return changed


def _forget_reasons(connection: Connection, user_id: int) -> None:
    """Empty whatever people who manage a server gave as a reason, if it names this person."""
    seated, sessions = (schema.seats, schema.stays), schema.sessions
    names = {
        name.casefold()
        for one in seated
        for name in connection.scalars(select(one.c.name).where(one.c.user_id == user_id))
    }
    naming = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in (str(user_id), *names)))
    for why in (schema.server_log.c.why, schema.kept_away.c.why, sessions.c.paused_why):
        given = set(connection.scalars(select(why).where(why.is_not(None), why != "")))
        meant = [one for one in given if naming.search(one.casefold())]
        connection.execute(update(why.table).where(why.in_(meant)).values({why: ""}))


def _forget_in(connection: Connection, user_id: int, former: int, meant: Where) -> None:
    """Forget somebody in the sessions that are meant."""
    sessions, messages, sides = schema.sessions, schema.messages, schema.duel_sides
    notebooks, row = schema.notebooks, schema.sessions.c
    theirs = row.id.in_(_had(user_id)) & row.paused_why.is_not(None) & meant(row.id)
    connection.execute(update(sessions).where(theirs).values(paused_why=""))
    connection.execute(delete(notebooks).where(_has_notebook(user_id), meant(notebooks.c.session_id)))
    purpose, here = messages.c.purpose, meant(messages.c.session_id)
    named = purpose.like(f"%:{user_id}") | purpose.like(f"%:{user_id}:%")
    connection.execute(delete(messages).where(named, here))
    began = _began_at(user_id).where(meant(schema.seats.c.session_id))
    for number, seat in connection.execute(began).all():
        hand = purpose.like(f"%hand:{chr(ord('a') + seat)}")  # also one that is still to be deleted
        connection.execute(delete(messages).where(messages.c.session_id == number, hand))
    in_direct = (row.host_id == user_id) & row.guild_id.is_(None) & meant(row.id)
    connection.execute(delete(messages).where(messages.c.session_id.in_(select(row.id).where(in_direct))))
    connection.execute(update(sessions).where(in_direct, ~schema.is_open).values(channel_id=0))
    for table in (schema.seats, schema.stays):
        theirs = (table.c.user_id == user_id) & meant(table.c.session_id)
        connection.execute(update(table).where(theirs).values(user_id=former, name=FORMER))
    for table in (schema.results, schema.rating_changes):
        theirs = (table.c.user_id == user_id) & meant(table.c.session_id)
        connection.execute(update(table).where(theirs).values(user_id=former))
    for table in (schema.waits, schema.tries):
        connection.execute(delete(table).where(table.c.user_id == user_id, meant(table.c.session_id)))
    theirs = (sides.c.user_id == user_id) & meant(sides.c.session_id)
    connection.execute(update(sides).where(theirs).values(user_id=former))
    connection.execute(update(sessions).where(row.host_id == user_id, meant(row.id)).values(host_id=former))
    connection.execute(update(sessions).where(row.paused_by == user_id, meant(row.id)).values(paused_by=None))
    query = select(row.id, row.table_options).where(row.table_options.contains(str(user_id)), meant(row.id))
    for number, options in connection.execute(query).all():
        left = without(options, user_id)
        connection.execute(update(sessions).where(row.id == number).values(table_options=left))
