"""What is stored about reminders and servers."""

import asyncio
import json
from dataclasses import replace

import pytest

from storage import Archive, NoSuchSession, StoredSession, StoredWait
from tests.storage.conftest import open_session


async def test_a_wait_takes_the_place_of_the_persons_last_one_at_that_table(
    archive: Archive, session: StoredSession
) -> None:
    first = StoredWait(session.id, 7, "0@4", since=1_000, look_at=2_000)
    await archive.reminders.put_wait(first)
    await archive.reminders.put_wait(StoredWait(session.id, 8, "1@4", since=1_000))
    told = replace(first, question="0@6", look_at=None, told_at=3_000)
    await archive.reminders.put_wait(told)
    assert await archive.reminders.waits(session.id) == (told, StoredWait(session.id, 8, "1@4", since=1_000))
    await archive.reminders.drop_wait(session.id, 7)
    await archive.reminders.drop_wait(session.id, 7)
    assert [one.user_id for one in await archive.reminders.waits(session.id)] == [8]
    with pytest.raises(NoSuchSession):
        await archive.reminders.put_wait(replace(told, session_id=99))


async def test_a_start_finds_the_waits_of_open_sessions_that_something_is_still_to_do_about(
    archive: Archive, session: StoredSession
) -> None:
    other, ended = await open_session(archive, channel_id=21), await open_session(archive, channel_id=22)
    await archive.reminders.put_wait(StoredWait(session.id, 7, "0@4", since=1_000, look_at=9_000))
    await archive.reminders.put_wait(StoredWait(other.id, 7, "0@4", since=1_000, look_at=5_000))
    await archive.reminders.put_wait(StoredWait(other.id, 8, "1@4", since=1_000, told_at=2_000))
    await archive.reminders.put_wait(StoredWait(ended.id, 7, "0@4", since=1_000, look_at=5_000))
    await archive.sessions.end(ended.id, "stopped", [], 9_000)
    found = await archive.reminders.waits_to_look_at()
    assert [(one.session_id, one.user_id) for one in found] == [(other.id, 7), (session.id, 7)]


async def test_the_last_digest_of_everybody_is_remembered(archive: Archive) -> None:
    assert await archive.reminders.last_digest(7) is None
    await archive.reminders.set_last_digest(7, 1_000)
    await archive.reminders.set_last_digest(7, 2_000)
    assert (await archive.reminders.last_digest(7), await archive.reminders.last_digest(8)) == (2_000, None)


async def test_two_changes_of_a_servers_settings_at_once_lose_nothing(archive: Archive) -> None:
    assert await archive.people.server_settings(10) == "{}"

    def with_(name: str) -> asyncio.Future[str]:
        change = archive.people.change_server_settings(
            10, lambda had: json.dumps({**json.loads(had), name: 1})
        )
        return asyncio.ensure_future(change)

    await asyncio.gather(*map(with_, "abc"))
    assert json.loads(await archive.people.server_settings(10)) == {"a": 1, "b": 1, "c": 1}
    assert await archive.people.server_settings(11) == "{}"
