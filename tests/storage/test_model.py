"""The archive compared with a few dicts: after any operations in any order, both say the same."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bench.postgres import empty_database
from storage import AlreadyWritten, Archive, ChannelTaken, IndexTaken, NoSuchSession, PhasePassed
from tests.databases import laid_out, open_sessions, opened
from tests.deep import examples
from tests.storage.conftest import open_session

IDS = st.integers(1, 4)
PRESSES = st.none() | st.integers(1, 12)
MOVES = st.lists(st.tuples(IDS, st.integers(0, 5), PRESSES), min_size=1, max_size=5)


class ArchiveAndDicts(RuleBasedStateMachine):
    """`opened` maps sessions to channels while open, `lines` (session, index) to the press, if any."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.database = self.empty()
        self.url = self.do(self.database.__aenter__())
        self.opened: dict[int, int] = {}
        self.phases: dict[int, str] = {}
        self.lines: dict[tuple[int, int], int | None] = {}
        self.open_archive()

    def do(self, action: Coroutine[Any, Any, Any]) -> Any:
        async def attempt() -> Any:
            return (await asyncio.gather(action, return_exceptions=True))[0]

        return self.runner.run(attempt())

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[str]:
        with tempfile.TemporaryDirectory() as folder:
            yield str(laid_out(Path(folder) / "archive.sqlite3"))

    def open_archive(self) -> None:
        async def opening() -> Archive:
            return await opened(self.url)

        self.archive: Archive = self.do(opening())

    def teardown(self) -> None:
        self.do(self.archive.close())
        self.do(self.database.__aexit__(None, None, None))
        self.runner.close()

    @rule()
    def restart(self) -> None:
        self.do(self.archive.close())
        self.open_archive()

    @rule(channel_id=st.integers(1, 3))
    def open_in(self, channel_id: int) -> None:
        outcome = self.do(open_session(self.archive, channel_id))
        if channel_id in self.opened.values():
            assert isinstance(outcome, ChannelTaken)
            assert self.opened[outcome.session_id] == channel_id
        else:
            self.opened[outcome.id] = channel_id
            self.phases[outcome.id] = "lobby"

    @rule(session_id=IDS)
    def start(self, session_id: int) -> None:
        outcome = self.do(self.archive.sessions.start(session_id, 0))
        phase = self.phases.get(session_id)
        expected = {None: NoSuchSession, "lobby": type(None)}.get(phase, PhasePassed)
        assert type(outcome) is expected
        if phase == "lobby":
            self.phases[session_id] = "playing"

    @precondition(lambda self: self.opened)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        session_id = data.draw(st.sampled_from(sorted(self.opened)))
        assert self.do(self.archive.sessions.end(session_id, "stopped", [], 0)) is None
        del self.opened[session_id]
        self.phases[session_id] = "stopped"

    @rule(moves=MOVES)
    def append_at_once(self, moves: list[tuple[int, int, int | None]]) -> None:
        outcomes = self.do(self.appended(moves))
        for (session_id, index, press), outcome in zip(moves, outcomes, strict=True):
            assert type(outcome) is self.expected(session_id, index, press)
            if outcome is None:
                self.lines[session_id, index] = press

    async def appended(self, moves: list[tuple[int, int, int | None]]) -> list[Any]:
        asked = (self.archive.record.append(of, index, 0, "E1", "", press, 0) for of, index, press in moves)
        return await asyncio.gather(*asked, return_exceptions=True)

    def expected(self, session_id: int, index: int, press: int | None) -> type:
        if press is not None and press in self.lines.values():
            return AlreadyWritten
        if (session_id, index) in self.lines:
            return IndexTaken
        return type(None) if session_id in self.phases else NoSuchSession

    @invariant()
    def the_same_sessions_are_open(self) -> None:
        found = self.do(open_sessions(self.archive))
        assert {session.id: session.channel_id for session in found} == self.opened
        assert all(self.phases[session.id] == session.phase for session in found)

    @invariant()
    def the_same_lines_are_written(self) -> None:
        for session_id in self.phases:
            found = {
                line.index: line.interaction_id for line in self.do(self.archive.record.lines(session_id))
            }
            assert found == {index: press for (of, index), press in self.lines.items() if of == session_id}


class PostgresAndDicts(ArchiveAndDicts):
    """The same with a server."""

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[str]:
        async with empty_database() as url:
            yield url


TestArchiveAndDicts = ArchiveAndDicts.TestCase
TestPostgresAndDicts = PostgresAndDicts.TestCase
_FEW = settings(max_examples=examples(3), stateful_step_count=25, deadline=None)
TestArchiveAndDicts.settings = TestPostgresAndDicts.settings = _FEW
