"""How many statements a press sends to the database, which may be on another machine, and who sends them."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import change_settings
from local_discord.person import Person, labels_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running, settings_for
from tests.bot.hands import EXCHANGE, Three, at_rest, direct, keep_deal, play_card, say_moves, session_of
from tests.bot.tables import open_lobby, until

pytestmark = pytest.mark.real


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that this process sends to any database in the block."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_a_card_played_in_direct_messages_is_one_statement(leading: Parlour, seats: Three) -> None:
    for one in seats:  # for a newcomer the bot also looks whether they need tips
        await change_settings(leading.archive, int(one.id), lambda had: had.having(no_tips=True))
    await play_card(seats[0], await direct(seats[0], "You lead"), "K♣")
    await direct(seats[1], "K♣ was led")
    await at_rest(leading, session_of(leading), *seats)
    before = len(session_of(leading).table.lines)
    with statements() as asked:
        await play_card(seats[1], await direct(seats[1], "K♣ was led"), "J♣")
        await until(lambda: len(session_of(leading).table.lines) > before)
        await at_rest(leading, session_of(leading), *seats)
    assert [one.partition(" (")[0] for one in asked] == ["INSERT INTO lines"]


async def test_a_new_table_is_saved_in_one_change_with_all_that_was_chosen(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    (dmitri,) = (one.id for one in discord.world.people.values() if one.global_name == "Dmitri")
    with statements() as asked:
        await chiara.command("play", channel="games", game="foozle", form="quick", **{"with": dmitri})
        await chiara.wait_for(lambda m: "Join" in labels_of(m))
    assert [
        one.partition(" (")[0] for one in asked if "INTO sessions" in one or "UPDATE sessions" in one
    ] == ["INSERT INTO sessions"]


AIOSQLITES = "_connection_worker_thread"


async def test_each_connection_to_a_file_has_a_thread_of_aiosqlites_that_ends_with_it(
    discord: LocalDiscord, tmp_path: Path, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, opened_in = sqlite3.connect, list[threading.Thread]()

    def noted(*arguments: object, **options: object) -> sqlite3.Connection:
        opened_in.append(threading.current_thread())
        return connect(*arguments, **options)  # type: ignore[call-overload,no-any-return]

    settings = settings_for(discord, tmp_path / "parlour.sqlite3")
    for module in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(module, "connect", noted)
    async with running(settings):
        await open_lobby(await meet(cast.CHIARA))
    assert len(opened_in) == len(set(opened_in)) > 1
    assert all(AIOSQLITES in thread.name for thread in opened_in)
    for thread in opened_in:
        thread.join(10)  # each has been told to end
    assert not any(thread.is_alive() for thread in opened_in)


async def test_whether_a_newcomer_needs_tips_is_asked_once_a_person(settings: Settings, seats: Three) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    with statements() as asked:
        async with running(settings) as bot:
            for move in EXCHANGE:
                await say_moves(bot, seats, [move])
                await at_rest(bot, session_of(bot), *seats)
    looked_up = [one for one in asked if "sessions_1.id <" in one]
    assert len(looked_up) == len(seats)
