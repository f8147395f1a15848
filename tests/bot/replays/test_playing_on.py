"""*Play from here*: a new table that goes on from a move of a finished game, against computers."""

from dataclasses import replace

import pytest

from bot.app.parlour import Parlour
from games.core import Seat
from games.engine import registry
from games.engine.fold import play_on
from games.engine.replay import replay
from games.engine.table import Table
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of, text_of
from tests.bot.replaying import RECORDS, attached, keep_ended, open_replay, playback_of
from tests.bot.replaying import text_of as text_of_record
from tests.bot.tables import session_in, told, until

AT = 9


@pytest.mark.parametrize("game", sorted(RECORDS))
async def test_a_game_goes_on_from_a_move_of_another_one_and_its_record_says_so(
    bot: Parlour, chiara: Person, game: str
) -> None:
    number, before = await keep_ended(bot.archive, game), playback_of(game)
    shown = await open_replay(chiara, move=AT)
    await chiara.press(shown, label="Play from here")
    await chiara.wait_for(lambda m: f"Played on from move {AT} of game {number}" in text_of(m))
    session = session_in(bot)
    copied = before.lines_to(AT)
    begins = [(line.who, line.text) for line in session.table.lines][: len(copied)]
    assert begins == [(line.who, line.text) for line in copied]
    begun = play_on(Table.new(session.game, session.table.header), copied).table
    assert begun.state == before.at(AT).state
    own = Seat(0)
    assert session.players[own].user_id == int(chiara.id), "where she sat"
    held = set(begun.of_same_player(own))
    assert all(not session.players[seat].is_person for seat in begun.seats if seat not in held)
    question = await chiara.reply_to(await chiara.command("resign", channel="games"))
    await chiara.press(question, label="Resign")
    await until(lambda: session.table.over)
    record = session.table.record(session.seed)
    assert (record.header.origin, record.header.copied) == (f"move {AT} of game {number}", len(copied))
    assert replay(registry.find(game), record).faults == ()
    claimed = replace(record, header=replace(record.header, copied=0))
    assert any("chance drew" in fault for fault in replay(registry.find(game), claimed).faults)
    assert await bot.archive.record.results() == ()


async def test_a_rematch_of_it_is_a_game_of_its_own(bot: Parlour, chiara: Person) -> None:
    await keep_ended(bot.archive, "fourside")
    shown = await open_replay(chiara, move=AT)
    await chiara.press(shown, label="Play from here")
    played = await chiara.wait_for(lambda m: "Played on from" in text_of(m))
    question = await chiara.reply_to(await chiara.command("resign", channel="games"))
    await chiara.press(question, label="Resign")
    played = await chiara.wait_for(lambda m: m["id"] == played["id"] and "Rematch" in labels_of(m))
    await chiara.press(played, label="Rematch")
    await chiara.wait_for(lambda m: m["id"] != played["id"] and "Which square?" in text_of(m))
    header = session_in(bot).table.header
    assert (header.origin, header.copied) == ("", 0)


async def test_nothing_that_was_copied_can_be_undone(bot: Parlour, chiara: Person) -> None:
    await keep_ended(bot.archive, "doublolo")
    shown = await open_replay(chiara, move=AT)
    await chiara.press(shown, label="Play from here")
    await chiara.wait_for(lambda m: "Played on from" in text_of(m))
    assert "no move to undo" in await told(chiara, await chiara.command("undo", channel="games"))


async def test_nobody_plays_on_from_the_end(bot: Parlour, chiara: Person) -> None:
    await keep_ended(bot.archive, "fourside")
    shown = await open_replay(chiara, move=500)
    assert "Play from here" not in labels_of(shown)


def menus(shown: Json) -> list[str]:
    """The ids of the controls of a replay."""
    return [str(one["custom_id"]) for one in every_component(shown["components"]) if "custom_id" in one]


async def test_one_plays_on_with_the_eyes_one_looks_with(bot: Parlour, chiara: Person) -> None:
    await keep_ended(bot.archive, "calabresella")
    shown = await open_replay(chiara, move=AT)
    await chiara.select(shown, "c", custom_id=next(one for one in menus(shown) if one.startswith("eyes:")))
    shown = await chiara.wait_for(
        lambda m: m["id"] == shown["id"] and any(one.endswith(":c") for one in menus(m))
    )
    await chiara.press(shown, label="Play from here")
    await chiara.wait_for(lambda m: "Played on from" in text_of(m))
    assert [one.is_person for one in session_in(bot).players] == [False, False, True]


async def test_a_channel_with_a_table_keeps_it(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    await keep_ended(bot.archive, "fourside")
    await chiara.reply_to(await chiara.command("play", channel="games", game="foozle"))
    shown = await open_replay(dmitri, move=3, table="1")
    sentence = await told(dmitri, await dmitri.press(shown, label="Play from here"))
    assert "already" in sentence


async def test_what_a_stranger_wrote_beside_a_move_is_not_copied(bot: Parlour, chiara: Person) -> None:
    rows = [
        f"{row}  # time is up, @everyone" if row[:1] in "ab*" else row
        for row in text_of_record("fourside").splitlines()
    ]
    shown = await open_replay(chiara, move=3, record=attached("\n".join(rows).encode()))
    await chiara.press(shown, label="Play from here")
    await chiara.wait_for(lambda m: "Played on from move 3 of a record from a file" in text_of(m))
    assert not any(line.note for line in session_in(bot).table.lines)
