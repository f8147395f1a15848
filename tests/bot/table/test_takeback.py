"""Undoing moves: at once while nobody has acted or learned anything, with consent after that."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.rebuild import rebuild
from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.replay import replay
from games.engine.table import AnyTable, Table
from local_discord.person import Person, labels_of, text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard
from tests.bot.kept import PLAYERS
from tests.bot.leaving import leave
from tests.bot.tables import (
    against_computer,
    board,
    keep_lines,
    lines,
    played,
    resign,
    start_fourside,
    told,
    toss,
    until,
)

FRIENDLY = "Something that had been seen was undone, so this game doesn't count on the leaderboard."


# Those who are away


def after_others(game: str) -> AnyTable:
    """A position in which a person owes a move, and others have moved since their last one."""
    rules = registry.find(game)
    players = PLAYERS[game]
    clicks = tuple(one.interaction_id for one in players)
    begun = Table.new(rules, Header(game, rules.about.edition, len(players), interaction_ids=clicks))
    return played(begun, others_have_moved, seed=1)


def others_have_moved(table: AnyTable) -> bool:
    if len(table.turn.owes) != 1 or table.turn.may or CHANCE in table.turn.owes:
        return False
    (mover,) = table.turn.owes
    return any(ply.seat == mover for ply in table.plies) and table.plies[-1].seat != mover


@pytest.mark.parametrize("game", PLAYERS)
async def test_nobody_undoes_what_others_saw_while_one_of_them_is_away(
    settings: Settings, meet: Meet, game: str
) -> None:
    table, players = after_others(game), PLAYERS[game]
    (mover,) = table.turn.owes
    away = table.plies[-1].seat
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, game, players, table.lines)
    asker, other = [await meet(str(players[seat].user_id)) for seat in (mover, away)]
    async with running(settings) as bot:
        session, before = await bot.tables.session(1), table.lines
        await leave(other)
        await until(lambda: not session.players[away].is_person)
        refused = await told(asker, await asker.command("undo", channel="games"))
        assert refused == (
            f"<@{other.id}> would have to agree, and they're away. You can ask again when they're back."
        )
        await asker.wait_until(
            lambda: not any("undo:" in str(m["components"]) for m in asker.sees.in_channel("games"))
        )
        assert [*session.table.lines] == [*before]
        shown = await other.wait_for(lambda m: "Come back" in labels_of(m) and m["channel_id"] == cast.GAMES)
        await other.press(shown, label="Come back")
        await until(lambda: session.players[away].is_person)
        assert "can agree to it there" in await told(asker, await asker.command("undo", channel="games"))
        assert session.table.lines[-1] == Line(mover, "/ask undo")


# Chance


async def test_a_card_that_was_drawn_and_undone_is_drawn_again(settings: Settings, meet: Meet) -> None:
    hands = "5La 3Fr 8Zu 9Zu 8Ra 7To 8To 2Bu 0Bo 4Hi ∞Fa / 8La 0Pl 6Fr 1Ra 4Ra ∞To 5Bu 8Bu 3Bo 7Hi 2Ti"
    deal = ("* dealer b", f"* deal {hands} / 0Fa")
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, "foozle", against_computer(cast.CHIARA), deal)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        session, drawn = await bot.tables.session(1), set[str]()
        for _ in range(3):
            await chiara.command("move", channel="games", move="draw")
            await until(lambda: lines(bot)[-1].startswith("* drawn"))
            drawn.add(lines(bot)[-1])
            await chiara.command("undo", channel="games")
            await until(lambda: "/undo" in lines(bot)[-1])
        assert len(drawn) == 1
        assert replay(session.game, session.table.record(session.stored.seed)).table.friendly


async def test_alone_against_computers_the_button_says_that_a_card_which_was_seen_costs_the_result(
    settings: Settings, meet: Meet
) -> None:
    hands = "5La 3Fr 8Zu 9Zu 8Ra 7To 8To 2Bu 0Bo 4Hi ∞Fa / 8La 0Pl 6Fr 1Ra 4Ra ∞To 5Bu 8Bu 3Bo 7Hi 2Ti"
    deal = ("* dealer b", f"* deal {hands} / 0Fa")
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, "foozle", against_computer(cast.CHIARA), deal)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        await chiara.command("hand", channel="games")
        await chiara.command("move", channel="games", move="take 0Fa")
        await chiara.wait_for(lambda m: "Undo" in labels_of(m))  # everybody saw that card before
        await chiara.command("undo", channel="games")
        await until(lambda: "/undo" in lines(bot)[-1])
        for label in ("Undo (game won't count)", "Undo"):
            await chiara.command("move", channel="games", move="draw")
            hand = await chiara.wait_for(lambda m, label=label: label in labels_of(m))  # type: ignore[misc]  # bound as it is now
            await chiara.press(hand, label=label)
            await until(lambda: "/undo" in lines(bot)[-1])
        assert (await bot.tables.session(1)).table.friendly


# Games that count for nothing


async def test_a_game_counts_for_nothing_once_what_was_seen_was_undone_and_says_so(
    settings: Settings, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await chiara.press(shown, label="Ask to undo")
    await dmitri.press(await board(dmitri, shown, "wants to undo their last move"), label="Agree")
    shown = await board(chiara, shown, "Heads or tails?")
    await chiara.press(shown, label="Tails")
    ended = await resign(dmitri, await board(dmitri, shown, "to place"))
    assert text_of(ended).endswith(FRIENDLY)
    for _ in range(2):
        assert await bot.archive.record.results() == ()
        assert "Nobody has finished a game here yet." in await leaderboard(chiara)
        assert await rebuild(settings) == (1, 0)


async def test_hints_of_fourside_are_spent_when_they_are_seen(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    _, asker, _ = await start_fourside(bot, chiara, dmitri)
    seen = []
    for left in ("2 hints", "1 hint", "no hints"):
        sentence = await told(asker, await asker.command("move", channel="games", move="hint"))
        assert f"You have {left} left" in sentence
        seen.append(sentence)
        assert "no move to undo" in await told(asker, await asker.command("undo", channel="games"))
    assert len(set(seen)) == 3
    refused = await told(asker, await asker.command("move", channel="games", move="hint"))
    assert "used all three hints" in refused
