"""How many statements a press sends to the database, which may be on another machine."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, event

from bot.app import Parlour
from bot.screens import tips
from tests.bot.hands import Three, at_rest, direct, play_card, session_of
from tests.bot.tables import until


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
        await leading.archive.change_settings(int(one.id), tips.turn_off)
    await play_card(seats[0], await direct(seats[0], "You lead"), "K♣")
    await direct(seats[1], "K♣ was led")
    await at_rest(leading, session_of(leading), *seats)
    before = len(session_of(leading).table.lines)
    with statements() as asked:
        await play_card(seats[1], await direct(seats[1], "K♣ was led"), "J♣")
        await until(lambda: len(session_of(leading).table.lines) > before)
        await at_rest(leading, session_of(leading), *seats)
    assert [one.partition(" (")[0] for one in asked] == ["INSERT INTO lines"]
