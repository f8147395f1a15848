"""The guide's worked example, played in the unchanged bot, which knows nothing about it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.app.parlour import Parlour
from games.engine import registry
from games.game import AnyGame
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from tests.bot.finished import leaderboard, profile_of, row_of
from tests.bot.hands import direct, directs
from tests.bot.tables import board, join, session_in, until, words_of
from tests.games.liars_dice import GAME
from tests.games.liars_dice.rules import Bidding, Shown
from tests.laws.pebbles import QUARREL

NAME = GAME.about.name


@pytest.fixture(autouse=True)
def _beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example joins the bot's own games, and so does a toy that can be lost by everybody."""
    games: Mapping[str, AnyGame] = MappingProxyType(
        {**registry.all_games(), NAME: GAME, "quarrel": replace(QUARREL, pictures=None)}
    )
    monkeypatch.setattr(registry, "all_games", lambda: games)


async def test_it_is_played_from_the_lobby_to_the_end(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=NAME))
    await chiara.press(await join(dmitri, lobby), label="Start")
    await board(chiara, lobby, "Everybody rolls")
    session, players = session_in(bot), (chiara, dmitri)
    for person in players:
        hand = await person.wait_for(
            lambda m, person=person: m["channel_id"] in directs(person) and "You rolled" in words_of(m)  # type: ignore[misc]  # bound as it is now
        )
        assert not is_ephemeral(hand)
    assert "You rolled" not in words_of(await board(dmitri, lobby, "Everybody rolls")), "dice are secret"
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "2" in labels_of(m))
    await chiara.press(shown, label="2")
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Choose again" in labels_of(m))
    await chiara.press(shown, label="5")
    shown = await board(dmitri, lobby, "Chiara bids 2×5")
    await dmitri.press(shown, label="Doubt")
    await direct(chiara, "loses a die")
    shown = await board(chiara, lobby, "Ready for the next round?")
    assert isinstance(session.table.state, Shown)
    for name in ("Chiara", "Dmitri"):
        assert f"{name} shows" in words_of(shown), "everybody sees the dice before the next roll"
    while not session.table.over:
        now: object = session.table.state
        move = "bid 1 1" if isinstance(now, Bidding) and now.bid is None else "doubt"
        lines = len(session.table.lines)
        player = players[min(session.table.turn.owes)]
        await player.command("move", channel="games", move="go" if isinstance(now, Shown) else move)
        await until(lambda lines=lines: len(session.table.lines) > lines)  # type: ignore[misc]  # bound as it is now
    final = await dmitri.wait_for(lambda m: m["id"] == lobby["id"] and "Rematch" in labels_of(m))
    assert "the last with dice" in words_of(final)


async def test_a_game_that_nobody_wins_says_so_on_the_board_and_is_a_loss_for_all(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="quarrel"))
    await chiara.press(await join(dmitri, lobby), label="Start")
    await board(chiara, lobby, "begins")
    session, players = session_in(bot), (chiara, dmitri)
    for move in ("2 left", "2 right"):
        lines = len(session.table.lines)
        await players[min(session.table.turn.owes)].command("move", channel="games", move=move)
        await until(lambda lines=lines: len(session.table.lines) > lines)  # type: ignore[misc]  # bound as it is now
    final = await dmitri.wait_for(lambda m: m["id"] == lobby["id"] and "Rematch" in labels_of(m))
    assert "Nobody wins: everybody took equally many." in text_of(final)
    assert [one.place for one in await bot.archive.record.results()] == [2, 2]
    text = await leaderboard(chiara, game="quarrel")
    for person in players:
        assert row_of(text, person.id).endswith("won 0 of 1 · newest first: lost")
    assert "won 0 of 1" in await profile_of(chiara)


async def test_a_player_who_resigns_comes_last(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=NAME))
    await chiara.press(await join(dmitri, lobby), label="Start")
    shown = await board(chiara, lobby, "Everybody rolls")
    question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    await chiara.press(question, label="Resign")
    await board(dmitri, lobby, f"<@{dmitri.id}> wins")
    assert [one.place for one in await bot.archive.record.results()] == [2, 1]
