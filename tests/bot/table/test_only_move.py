"""The table makes a player's only move for them; the host can turn that off."""

import asyncio

from bot.config import Settings
from bot.host import play as cast
from bot.table.journal import ONLY, only_move
from bot.table.options import TableOptions
from games.core import Seat
from games.engine import fair, registry
from games.engine.fold import play_on
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from local_discord.person import labels_of, text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    GAME,
    SEED,
    board,
    choices,
    keep,
    keep_lines,
    lines,
    people,
    played,
    session_in,
    until,
)
from tests.games.captions import table_after
from tests.games.fooblitzky.played import BEGUN

TWO = people(cast.CHIARA, cast.DMITRI)


def has_only_one(table: AnyTable) -> bool:
    """Whether the player to move has only one square, and the game goes on after it."""
    line = only_move(table)
    return line is not None and len(table.plies) > 2 and only_move(table.play(line)) is None


def after_two_choices(table: AnyTable) -> bool:
    """Whether Red has only one move, after one that each player chose; then it is White's turn."""
    line = only_move(table)
    if line is None or line.who != 0 or len(table.plies) < 3 or not has_only_one(table):
        return False
    if [ply.seat for ply in (table.plies[-2], table.plies[-1])] != [0, 1]:
        return False
    (first, second), lines = table.plies[len(table.plies) - 2 :], table.lines
    earlier = [play_on(Table.new(table.game, table.header), lines[:n]).table for n in (-2, -1)]
    assert (first.seat, second.seat) == (0, 1)
    return min(map(choices, earlier)) > 1 and table.play(line).turn.owes == {1}


async def kept(settings: Settings, *, only: bool) -> AnyTable:
    """A table that an earlier run left with only one move, and whether the bot makes it."""
    async with Archive.open(settings.storage.url) as archive:
        table = await keep(archive, TWO, has_only_one)
        await archive.sessions.set_table_options(1, TableOptions(only_move=only).write())
    return table


async def test_a_players_only_move_is_made_at_the_computers_pace_and_the_log_says_so(
    settings: Settings, meet: Meet
) -> None:
    settings.play.pace = 0.5
    before = await kept(settings, only=True)
    only = only_move(before)
    assert only is not None
    mover = before.turn.owes
    async with running(settings) as bot:
        emi = await meet(cast.EMI)
        (seat,) = mover
        name = f"<@{session_in(bot).players[seat].user_id}>"
        shown = await emi.wait_for(lambda m: "can do only one thing" in text_of(m))
        assert f"{name} can do only one thing …" in text_of(shown)
        assert not any(label in labels_of(shown) for label in ("Top left", "Middle", "Hint"))
        began = asyncio.get_running_loop().time()
        after = await board(emi, shown, "It was the only move.")
        assert asyncio.get_running_loop().time() - began >= 0.3
        told_of = next(row for row in text_of(after).splitlines() if "the only move" in row)
        assert told_of.startswith(f"> {name} placed {only.text} and flipped")
        assert session_in(bot).table.lines[len(before.lines)] == Line(seat, only.text, ONLY)
        await until(lambda: session_in(bot).waits_for())
        assert len(lines(bot)) == len(before.lines) + 1


async def test_purists_make_their_only_move_themselves(settings: Settings, meet: Meet) -> None:
    before = await kept(settings, only=False)
    async with running(settings) as bot:
        emi = await meet(cast.EMI)
        await emi.wait_for(lambda m: "to place" in text_of(m))
        assert len(lines(bot)) == len(before.lines)
        assert session_in(bot).waits_for() == tuple(before.turn.owes)


async def test_undo_takes_back_the_last_move_that_was_chosen(settings: Settings, meet: Meet) -> None:
    """Otherwise the table would just make the next move again."""
    rules = registry.find(GAME)
    header = Header(GAME, rules.about.edition, 2, commit=fair.commit(SEED), interaction_ids=("100", "101"))
    found = played(Table.new(rules, header), after_two_choices, 0)
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, GAME, TWO, found.lines[:-2])
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        session = session_in(bot)
        before = session.table
        await chiara.command("move", channel="games", move=found.lines[-2].text)
        await until(lambda: session.table.turn.owes == {1})
        await dmitri.command("move", channel="games", move=found.lines[-1].text)
        shown = await dmitri.wait_for(lambda m: "It was the only move." in text_of(m))
        await chiara.command("undo", channel="games")
        shown = await board(dmitri, shown, "Does everyone agree?")
        await dmitri.press(shown, label="Agree")
        await board(chiara, shown, "undoes")
        assert [line.text.split()[0] for line in session.table.lines][-3:] == ["/agree", "/undo", "/undo"]
        assert session.table.state == before.state
        assert session.waits_for() == (0,)


def test_in_the_city_a_store_that_sells_nothing_to_a_player_is_left_for_them() -> None:
    """Everybody knows it: they see the shelves, and how many foobles everyone has."""
    table = table_after(registry.find("fooblitzky"), [*BEGUN.splitlines(), "* roll 24", "a enter UR pawn"], 2)
    assert only_move(table) == Line(Seat(0), "buy nothing", ONLY)


def test_nothing_is_done_for_players_with_hands() -> None:
    """Having only one card to follow with is as secret as the cards."""
    header = Header("calabresella", registry.find("calabresella").about.edition, 3, commit=fair.commit(SEED))
    forced = played(
        Table.new(registry.find("calabresella"), header), lambda table: choices(table) == 1, seed=1
    )
    assert only_move(forced) is None
