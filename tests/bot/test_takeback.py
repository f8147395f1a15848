"""Undoing moves: at once while nobody has acted or learned anything, with consent after that."""

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from bot.leaderboard import rebuild
from games import registry
from games.core import CHANCE
from games.record import Header, Line
from games.replay import replay
from games.table import AnyTable, Table
from local_discord.codec import Json
from local_discord.person import Person, control_of, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard
from tests.bot.kept import PLAYERS
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    against_computer,
    board,
    close_up,
    forge,
    keep_lines,
    legal,
    lines,
    mover,
    people,
    played,
    resign,
    session_in,
    sit_down,
    start_fourside,
    to_move,
    told,
    toss,
    type_moves,
    until,
    words_of,
)


async def test_against_a_computer_a_move_goes_back_at_once_together_with_the_reply(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(0))
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        shown = await chiara.wait_for(lambda m: "Which" in text_of(m))
        before, squares, count = session_in(bot).table.state, legal(bot), len(lines(bot))
        await chiara.command("move", channel="games", move=squares[0])
        await until(lambda: lines(bot)[-1].startswith("b ") and session_in(bot).waits_for() == (0,))
        shown = await board(chiara, shown, f"plays {squares[0]}")
        shown = await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Undo" in labels_of(m))
        await chiara.press(shown, label="Undo")
        await board(chiara, shown, f"<@{chiara.id}> undoes “{squares[0]}”")
        assert session_in(bot).table.state == before
        assert lines(bot)[-1] == f"a /undo {count + 1}", "it names the move"
        assert legal(bot) == squares


FRIENDLY = "Something that had been seen was undone, so this game doesn't count on the leaderboard."


def mover_and_other(bot: Parlour, *people: Person) -> tuple[Person, Person]:
    """The player whose turn it is, and the other one."""
    first = mover(bot, *people)
    return first, people[0] if people[1] is first else people[1]


async def test_between_people_your_own_last_move_goes_back_at_once(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    before = session_in(bot).table.state
    square = await type_moves(bot, chiara, dmitri)
    other, asker = mover_and_other(bot, chiara, dmitri)
    shown = await asker.wait_for(lambda m: m["id"] == shown["id"] and f"plays {square}" in words_of(m))
    assert "Undo" in labels_of(shown)
    await asker.press(shown, label="Undo")
    shown = await board(other, shown, f"<@{asker.id}> undoes “{square}”")
    assert session_in(bot).table.state == before
    assert lines(bot)[-1].split()[1:] == ["/undo", str(len(lines(bot)) - 1)]
    assert "Ask to undo" in labels_of(shown), "the call, after which the coin was tossed"


async def test_a_choice_that_is_not_yet_a_move_goes_back_without_a_line(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown, before = await toss(chiara, dmitri), lines(bot)
    player = mover(bot, chiara, dmitri)
    parts = labels_of(player.sees.current(shown))
    asked = await close_up(player, shown, legal(bot)[0])
    await player.press(asked, label="Choose again")
    await player.wait_for(lambda m: m["id"] == shown["id"] and labels_of(m) == parts)
    assert lines(bot) == before


async def test_an_undo_button_from_before_the_last_move_undoes_nothing(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri)
    _, asker = mover_and_other(bot, chiara, dmitri)
    shown = await asker.wait_for(lambda m: m["id"] == shown["id"] and "Undo" in labels_of(m))
    before = control_of(shown, label="Undo")["custom_id"]
    await type_moves(bot, chiara, dmitri)
    count = len(lines(bot))
    assert "expired" in await told(asker, await forge(discord, asker, shown, before))
    assert len(lines(bot)) == count


async def test_a_click_on_undo_that_comes_twice_undoes_one_move(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(0))
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        for _ in range(2):
            count = len(lines(bot))
            await chiara.command("move", channel="games", move=legal(bot)[0])
            await until(lambda count=count: len(lines(bot)) >= count + 2)  # type: ignore[misc]  # bound as it is now
            await until(lambda: session_in(bot).waits_for() == (0,))
        count = len(lines(bot))
        shown = await chiara.wait_for(lambda m: f"undo:1:-:{count - 1}:now" in str(m["components"]))
        both = [await chiara.press(shown, label="Undo"), await chiara.press(shown, label="Undo")]
        assert [await chiara.outcome(one) for one in both] == ["answered", "answered"]
        assert [one.split()[1] for one in lines(bot)[count:]] == ["/undo"]


async def test_between_people_the_other_is_asked_and_agrees(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    position = session_in(bot).table.plies[-2].before
    asker, other = mover_and_other(bot, chiara, dmitri)
    sentence = await told(asker, await asker.command("undo", channel="games"))
    assert "The other players can agree to it there" in sentence
    asked = await board(other, shown, f"<@{asker.id}> asks to undo")
    assert f"<@{other.id}> has moved since, and that's undone too." in text_of(asked)
    assert labels_of(asked) == ["Agree", "Play on"]
    seen = await board(emi, shown, "asks to undo")
    assert "not playing in this game" in await told(emi, await emi.press(seen, label="Agree"))
    assert "The other players" in await told(asker, await asker.press(asked, label="Agree"))
    await other.press(asked, label="Agree")
    await board(asker, shown, f"<@{asker.id}> undoes")
    assert session_in(bot).table.state == position
    assert [one.split()[1] for one in lines(bot)[-3:]] == ["/ask", "/agree", "/undo"]


async def test_what_chance_drew_comes_back_the_same_if_the_other_agrees(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    tossed = lines(bot)[-1]
    for called in ("Tails", "Heads"):
        await chiara.press(chiara.sees.current(shown), label="Ask to undo")
        asked = await board(dmitri, shown, "wants to undo their last move")
        assert "What was drawn after it comes back the same." in text_of(asked)
        counts = "If it's undone, this game doesn't count on the leaderboard." in text_of(asked)
        assert counts == (called == "Tails"), "the second time, it doesn't count anyway"
        await dmitri.press(asked, label="Agree")
        shown = await board(chiara, shown, "Heads or tails?")
        await chiara.press(shown, label=called)
        await board(chiara, shown, "to place")
        assert [one.split()[1] for one in lines(bot)[-5:]] == ["/ask", "/agree", "/undo", "call", "toss"]
        assert lines(bot)[-1] == tossed


async def test_between_people_the_other_may_refuse(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await toss(chiara, dmitri)
    square = await type_moves(bot, chiara, dmitri, count=2)
    position = session_in(bot).table.state
    asker, other = mover_and_other(bot, chiara, dmitri)
    await be_refused(asker, other, shown)
    assert session_in(bot).table.state == position
    assert f"plays {square}" in words_of(asker.sees.current(shown))
    assert mover(bot, chiara, dmitri) is asker


async def be_refused(asker: Person, other: Person, shown: Json) -> None:
    """One asks to undo, and the other declines."""
    await asker.command("undo", channel="games")
    await other.press(await board(other, shown, "asks to undo"), label="Play on")
    await board(asker, shown, "would rather play on")


async def test_somebody_refused_cannot_ask_again_and_again_but_after_the_next_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    asker, other = mover_and_other(bot, chiara, dmitri)
    await be_refused(asker, other, shown)
    said = lines(bot)
    for _ in range(3):
        refused = await told(asker, await asker.command("undo", channel="games"))
        assert refused == "The other players would rather play on. You can ask again after the next move."
    assert lines(bot) == said
    await type_moves(bot, chiara, dmitri, count=2)
    await told(asker, await asker.command("undo", channel="games"))
    assert lines(bot)[-1].endswith("/ask undo")


async def test_moving_instead_of_answering_is_a_refusal(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    asker, _ = mover_and_other(bot, chiara, dmitri)
    await asker.command("undo", channel="games")
    await board(asker, shown, "asks to undo")
    square = await type_moves(bot, chiara, dmitri)
    shown = await board(asker, shown, f"plays {square}")
    assert "Agree" not in labels_of(shown)


async def test_there_is_nothing_to_undo_before_the_first_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    assert "Undo" not in labels_of(shown)
    before = lines(bot)
    assert "no move" in await told(chiara, await chiara.command("undo", channel="games"))
    assert lines(bot) == before


@pytest.mark.parametrize("answer", ["Agree", "Play on"])
async def test_a_request_survives_a_restart(settings: Settings, meet: Meet, answer: str) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(1))
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        shown = await chiara.wait_for(lambda m: "Undo" in labels_of(m))
        await type_moves(bot, chiara, dmitri)
        await chiara.command("undo", channel="games")
        asked = await board(dmitri, shown, "asks to undo")
    async with running(settings) as bot:
        await bot.tables.load_channel(int(cast.GAMES))
        count = len(lines(bot))
        await dmitri.press(asked, label=answer)
        await until(lambda: len(lines(bot)) > count)
        number = count - 2  # the other's move and the request came after it
        expected = {"Agree": ["b /agree", f"a /undo {number}"], "Play on": ["b /refuse"]}[answer]
        assert lines(bot)[count:] == expected
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Agree" not in labels_of(m))


async def test_an_answer_to_a_request_that_is_settled_says_so(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=2)
    asker, other = mover_and_other(bot, chiara, dmitri)
    await asker.command("undo", channel="games")
    asked = await board(other, shown, "asks to undo")
    first = await other.press(asked, label="Play on")
    second = await other.press(asked, label="Agree")
    assert await other.outcome(first) == "answered"
    assert "nothing left to answer" in await told(other, second)
    assert lines(bot)[-1].endswith("/refuse")


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


async def test_a_move_that_a_computer_made_for_you_is_not_yours_to_undo_alone(
    stones: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        session, before = session_in(bot), len(lines(bot))
        await leave(chiara)
        await until(lambda: len(lines(bot)) > before and session.waits_for() == (1,))
        await chiara.press(await shown_board(chiara, "A computer plays for"), label="Come back")
        await until(lambda: session.players[0].is_person)
        assert "can agree to it there" in await told(chiara, await chiara.command("undo", channel="games"))
        await board(dmitri, await shown_board(dmitri, "wants to undo"), "Does everyone agree?")


async def test_a_game_in_which_moves_were_undone_behind_somebodys_back_counts_for_nothing(
    stones: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(stones) as bot:
        session = session_in(bot)
        await type_moves(bot, chiara, dmitri, count=2)
        await leave(dmitri, "Free my seat")
        await until(lambda: not session.players[1].is_person)
        await chiara.command("undo", channel="games")
        await until(lambda: "/undo" in lines(bot)[-1])
        await dmitri.press(await shown_board(dmitri, "A computer plays for"), label="Take the seat")
        await until(lambda: session.players[1].is_person)
        ended = await resign(dmitri, await shown_board(dmitri, "to place"))
        assert text_of(ended).endswith(FRIENDLY)
        assert await bot.archive.record.results() == ()


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


async def test_a_stone_that_goes_back_costs_no_rating(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri)
    _, asker = mover_and_other(bot, chiara, dmitri)
    await asker.command("undo", channel="games")
    await until(lambda: "/undo" in lines(bot)[-1])
    ended = await resign(dmitri, dmitri.sees.current(shown))
    assert "leaderboard" not in text_of(ended)
    assert [one.rated for one in await bot.archive.record.results()] == [True, True]


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
