"""Packing: the lines of a game that has been over for a while, compressed into one row.

A line takes a row and two entries of indexes, so that a press that comes twice is one move. A game that's
over is only read, and packed it takes a fifth of the space. The numbers of presses go: none comes again then.
"""

import asyncio
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, groupby, pairwise
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select, tuple_

from storage import schema
from storage.stored import StoredLine
from storage.subject import Subject, columns_of

_sessions, _lines, _packed = schema.sessions, schema.lines, schema.packed_lines

GAMES_AT_ONCE = 20
"""How many games are packed at once: for so long other changes wait, and nobody should notice."""


def packed(lines: Sequence[StoredLine]) -> bytes:
    """These lines of a game, from its first one on, compressed. Raises ValueError if one is missing."""
    if [one.index for one in lines] != list(range(len(lines))):
        raise ValueError("A game is packed with all its lines.")
    columns = {
        "who": [one.who for one in lines],
        "text": [one.text for one in lines],
        "note": [one.note for one in lines],
        "at": _steps([one.at for one in lines]),  # most are a little later than the one before
    }
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpacked(content: bytes) -> list[StoredLine]:
    """The lines of a packed game."""
    columns = json.loads(zlib.decompress(content))
    rows = zip(columns["who"], columns["text"], columns["note"], accumulate(columns["at"]), strict=True)
    return [StoredLine(index, who, text, note, at=at) for index, (who, text, note, at) in enumerate(rows)]


def _steps(numbers: Sequence[int]) -> list[int]:
    """Each number less the one before."""
    return [after - before for before, after in pairwise([0, *numbers])]


def all_packed(connection: Connection, session_ids: Sequence[int]) -> Iterator[tuple[int, list[StoredLine]]]:
    """Those of these games that are packed, each with its lines."""
    query = select(_packed.c.session_id, _packed.c.content).where(_packed.c.session_id.in_(session_ids))
    for number, content in connection.execute(query.order_by(_packed.c.session_id)):
        yield number, unpacked(content)


class Packing(Subject):
    """Packs games that are over."""

    _last = (-1, -1)
    """When the last game that was looked at ended, and its number."""

    async def pack_some(self, before: int) -> int | None:
        """Pack the next games that ended before this instant. How many; None once all were looked at.

        Moves wait for a small part of it. It's all the same if other processes do it, too.
        """
        row = _sessions.c
        place = tuple_(row.ended_at, row.id)
        over = ~schema.is_open, row.ended_at < before, place > tuple_(*self._last)
        query = select(row.ended_at, row.id).where(*over).order_by(row.ended_at, row.id).limit(GAMES_AT_ONCE)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        if not found:
            return None
        lines = await self._database.read(partial(_lines_of, session_ids=[one.id for one in found]))
        contents = await asyncio.to_thread(_all_of, lines)

        def change(connection: Connection) -> int:
            self._database.take_turns(connection)
            return _put(connection, contents)

        done = await self._writer.run(change, alone=True) if contents else 0
        self._last = found[-1].ended_at, found[-1].id
        return done


def _lines_of(connection: Connection, session_ids: Sequence[int]) -> list[Mapping[Any, Any]]:
    """The lines of these games that aren't packed yet, in their order."""
    row = _lines.c
    is_packed = exists().where(_packed.c.session_id == row.session_id)
    query = select(row.session_id, *columns_of(StoredLine, _lines))
    ordered = query.where(row.session_id.in_(session_ids), ~is_packed).order_by(row.session_id, row.index)
    return [*connection.execute(ordered).mappings()]


def _all_of(lines: Sequence[Mapping[Any, Any]]) -> dict[int, tuple[int, bytes]]:
    """By game, how many lines it has, and those packed. A record with a gap stays as it is."""
    found = {}
    for number, its in groupby(lines, lambda one: one["session_id"]):
        whole = [StoredLine(**{name: one[name] for name in StoredLine.__dataclass_fields__}) for one in its]
        try:
            found[number] = len(whole), packed(whole)
        except ValueError:
            continue
    return found


def _put(connection: Connection, contents: Mapping[int, tuple[int, bytes]]) -> int:
    """Replace the lines of these games, unless they have changed."""
    done = 0
    for number, (count, content) in contents.items():
        its = _lines.c.session_id == number
        has = connection.scalar(select(func.count()).where(its))
        is_packed = select(_packed.c.session_id).where(_packed.c.session_id == number)
        if has != count or connection.scalar(is_packed) is not None:
            continue
        connection.execute(insert(_packed).values(session_id=number, lines=count, content=content))
        connection.execute(delete(_lines).where(its))
        connection.execute(delete(schema.checkpoints).where(schema.checkpoints.c.session_id == number))
        done += 1
    return done
