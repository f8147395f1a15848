"""The computers play legally, finish, go out when they can, and each level beats the one before."""

from random import Random

import pytest

from games.core import CHANCE, IllegalMove, Seat
from games.foozle import GAME
from games.foozle.cards import Cards, among, read
from games.foozle.chances import chances
from games.foozle.computer import choose
from games.foozle.notation import Lay, Off, Take
from games.foozle.position import Laying, Taking
from games.foozle.view import look
from games.selfplay import selfplay
from tests.deep import DEEP, sized
from tests.games.foozle.naive import cards, table_with

A = Seat(0)


@pytest.mark.parametrize(
    ("level", "seats"),
    [(level, seats) for level in GAME.about.levels for seats in range(2, 7) if DEEP or seats == 3],
)
def test_computers_finish_a_game_with_any_number_of_seats(seats: int, level: str) -> None:
    game = selfplay(GAME, seats, {}, bytes([seats]) * 32, [level] * seats)
    assert game.header.places is not None
    assert game.header.places.count(1) == 1


@pytest.mark.parametrize("level", ["steady", "cunning"])
def test_a_computer_that_can_go_out_does(level: str) -> None:
    table = table_with(("8Zu 8Ra 8Bo 3In 4In 5In 1Ma", "0Bo 1Bo"), "0Fa 1Fa")
    position: Laying | Taking = Laying(table, A)
    for _ in range(3):
        assert isinstance(position, Laying)
        move = choose(look(position, A), level, Random(1))
        after = GAME.apply(position, A, move).state
        if not isinstance(after, Laying | Taking):
            assert after.table.whites[0] == 1
            return
        position = after
    raise AssertionError("They did not go out.")


@pytest.mark.parametrize("level", ["steady", "cunning"])
def test_groups_that_win_nothing_are_held_back(level: str) -> None:
    table = table_with(("8Zu 8Ra 8Bo 1Ma 3In 5Hi 9Fr", "0Bo 1Bo 2Bo 4Bo 5Ea"), "0Fa 1Fa")
    assert not isinstance(choose(look(Laying(table, A), A), level, Random(1)), Lay | Off)


@pytest.mark.parametrize("level", GAME.about.levels)
def test_a_big_foozle_is_taken_from_the_tableau(level: str) -> None:
    table = table_with(("Grue Death 1Ma 3In 5Hi 9Fr", "0Bo"), "Snail 1Fa")
    move = choose(look(Taking(table, A), A), level, Random(1))
    assert move == Take(read("Snail"), Lay(cards("Snail Grue Death")))


def test_two_loose_cards_are_worth_more_if_a_third_can_make_them_a_group() -> None:
    assert chances(cards("8Zu 8Ra")) > chances(cards("8Zu 9Ra")) > chances(cards("8Zu 3Bo")) == 0
    assert chances(Cards(0)) == chances(among([])) == 0


def test_asking_a_spectator_to_choose_is_refused() -> None:
    table = table_with(("8Zu", "0Bo"), "0Fa")
    with pytest.raises(IllegalMove):
        choose(look(Taking(table, A), None), "greedy", Random(1))


def _wins(level: str, against: str, games: int) -> int:
    won = 0
    for seed in range(games):
        seat = seed % 2
        levels = [level, against] if seat == 0 else [against, level]
        state, rng = GAME.new(2, GAME.options()), Random(seed)
        while owes := GAME.turn(state).owes:
            who = min(owes)
            if who == CHANCE:
                move = GAME.chance(state, rng)
            else:
                move = choose(GAME.view(state, who), levels[who], rng)
            state = GAME.apply(state, who, move).state
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += outcome.places[seat] == 1
    return won


def test_steady_beats_greedy() -> None:
    games = sized(4, 24)
    assert _wins("steady", "greedy", games) >= games * 2 / 3


def test_cunning_holds_its_own_against_steady_in_a_few_games() -> None:
    games = sized(2, 24)
    assert _wins("cunning", "steady", games) >= games / 2
