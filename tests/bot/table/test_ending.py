"""How games end: played out, resigned, stopped; and what comes after."""

import asyncio
import gc
import re
import sys
import weakref
from pathlib import Path

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from games.engine import fair, record, registry
from games.engine.replay import replay
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    board,
    commitment_of,
    computers,
    finishes,
    forge,
    join,
    legal,
    mover,
    open_lobby,
    press_more,
    resign,
    session_in,
    sit_down,
    told,
    toss,
    until,
)

ENDED = re.compile(
    r"### (<@\d+> wins: \d+ stones to \d+|It's a draw between .+: \d+ stones each), and .+\.\n"
)
"""How a game of Doublolo that was played out is headed."""


async def record_of(person: Person, shown: Json) -> str:
    """The record that the Record button gives out."""
    answer = await person.reply_to(await person.press(shown, label="Record"))
    assert is_ephemeral(answer)
    (file,) = answer["attachments"]
    assert file["filename"].endswith(".txt")
    return (await person.fetch(file["url"])).decode()


@pytest.mark.deep
async def test_two_people_type_a_whole_game_and_its_record_stands(
    bot: Parlour, chiara: Person, dmitri: Person, tmp_path: Path
) -> None:
    lobby = await open_lobby(chiara)
    commitment = await commitment_of(chiara, lobby)
    await chiara.press(await join(dmitri, lobby), label="Start")
    await board(chiara, lobby, "Heads or tails?")
    session = session_in(bot)
    while not session.table.over:
        player, count = mover(bot, chiara, dmitri), len(session.table.lines)
        await player.command("move", channel="games", move=legal(bot)[0])
        await until(lambda count=count: len(session.table.lines) > count)  # type: ignore[misc]  # bound as it is now
    buttons = ["Rematch", "Replay", "Share", "Record", "Play this deal", "Check"]
    final = await chiara.wait_for(lambda m: labels_of(m) == buttons)
    outcome = session.table.outcome
    assert outcome is not None
    assert ENDED.search(text_of(final))
    assert session.seats.called(session.table.seats[outcome.places.index(1)]) in text_of(final)
    text = await record_of(chiara, final)
    read = record.read(text)
    assert not replay(registry.find("doublolo"), read).faults
    assert fair.commit(bytes.fromhex(read.header.seed or "")) == read.header.commit
    assert read.header.commit == commitment
    assert read.header.interaction_ids == tuple(one.interaction_id for one in session.players)
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    replayed = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "replay", str(file), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await replayed.communicate()
    assert replayed.returncode == 0
    assert "Game over (" in said.decode()


async def test_a_check_has_all_it_takes_to_check_without_the_bot(
    bot: Parlour, chiara: Person, dmitri: Person, tmp_path: Path
) -> None:
    shown = await sit_down(chiara, dmitri)
    commit = session_in(bot).table.header.commit
    final = await resign(dmitri, shown)
    await board(chiara, final, "wins")
    answer = await chiara.reply_to(await chiara.press(final, label="Check"))
    assert is_ephemeral(answer)
    assert "Chance was fair." in text_of(answer)
    assert commit in text_of(answer)
    saved = [(one["filename"], await chiara.fetch(one["url"])) for one in answer["attachments"]]
    assert [name for name, _ in saved][1:] == ["verify.html", "verify.py"]
    for name, content in saved:
        (tmp_path / name).write_bytes(content)
    checked = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "verify.py", saved[0][0], stdout=asyncio.subprocess.PIPE, cwd=tmp_path
    )
    said, _ = await checked.communicate()
    assert said.decode().strip() in text_of(answer)


async def test_computers_play_a_rematch_of_their_own_for_the_host(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, computers("greedy", "easy"), finishes)
    async with running(settings) as bot:
        ada, dmitri = await meet(cast.ADA), await meet(cast.DMITRI)
        final = await ada.wait_for(lambda m: "Rematch" in labels_of(m))
        refused = await told(dmitri, await dmitri.press(final, label="Rematch"))
        assert "not playing in this game" in refused
        await ada.press(final, label="Rematch")
        await ada.wait_for(lambda m: "is thinking" in text_of(m))
        assert [one.level for one in session_in(bot).players] == ["easy", "greedy"]


async def test_two_who_press_rematch_in_the_same_moment_get_one_lobby(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    final = await resign(dmitri, shown)
    await board(chiara, final, "wins")
    sent = await asyncio.gather(chiara.press(final, label="Rematch"), dmitri.press(final, label="Rematch"))
    answers = await asyncio.gather(chiara.reply_to(sent[0]), dmitri.reply_to(sent[1]))
    assert sorted(is_ephemeral(one) for one in answers) == [False, True]


async def test_a_spectator_gets_the_record_of_a_finished_game_but_nobody_that_of_a_running_one(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    assert "Record" not in labels_of(shown)
    sentence = await told(emi, await forge(discord, emi, shown, f"record:{session_in(bot).id}"))
    assert "when the game is over" in sentence
    final = await resign(dmitri, shown)
    await board(emi, final, "wins")
    assert "[Seed" in await record_of(emi, final)


async def test_the_seed_is_told_nowhere_before_the_end(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await toss(chiara, dmitri)
    session = session_in(bot)
    seed = session.stored.seed.hex()
    await tables.type_moves(bot, chiara, dmitri, count=2)
    assert session.seed is None
    for person in (chiara, dmitri):
        assert seed not in str(person.sees.messages)
    final = await resign(dmitri, shown)
    assert f'[Seed "{seed}"]' in await record_of(chiara, final)


async def test_late_clicks_on_a_finished_table_are_answered_and_leave_nothing_in_memory(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    final = await resign(dmitri, shown)
    await until(lambda: len(bot.messages) == 0)
    for late in ("pick:1:-:0:heads", "undo:1", "resigned:1", "agree:1:0", "hand:1", "lend:1:-:0", "stop:1"):
        assert await told(chiara, await forge(discord, chiara, final, late))
    assert "[Seed" in await record_of(chiara, final)
    assert len(bot.messages) == 0
    assert len(bot.tables.in_memory) == 0


async def test_a_finished_table_leaves_nothing_behind(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await sit_down(chiara, dmitri)
    session = weakref.ref(session_in(bot))
    messages = weakref.ref(await bot.messages.of(session_in(bot)))
    await resign(dmitri, shown)

    def is_gone() -> bool:
        gc.collect()
        return session() is None and messages() is None

    await until(is_gone)


async def test_nothing_of_a_closed_lobby_or_of_a_lost_channel_stays_in_memory(
    bot: Parlour, ada: Person, chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    question = await chiara.reply_to(await press_more(chiara, lobby, "Close"))
    await chiara.press(question, label="Close lobby")
    await until(lambda: len(bot.messages) == 0)
    await open_lobby(chiara)
    await ada.do("delete_channel", channel_id=cast.GAMES)
    await until(lambda: len(bot.messages) == 0)
    assert len(bot.tables.in_memory) == 0
