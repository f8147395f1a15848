"""The computers play legally and finish; what each level overlooks, and that none sees hidden cards."""

from dataclasses import replace
from random import Random

import pytest

from games.core import CHANCE, IllegalMove, Seat
from games.engine.selfplay import selfplay
from games.foozle import GAME
from games.foozle.computers.chances import chances
from games.foozle.rules.cards import Cards, among, each, read
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import Laying, Position, Taking
from games.foozle.rules.view import View, see
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


@pytest.mark.parametrize("level", ["nimble", "prescient"])
def test_a_computer_that_can_go_out_does(level: str) -> None:
    table = table_with(("8Zu 8Ra 8Bo 3In 4In 5In 1Ma", "0Bo 1Bo"), "0Fa 1Fa")
    position: Laying | Taking = Laying(table, A)
    for _ in range(3):
        assert isinstance(position, Laying)
        move = GAME.choose(see(position, A), level, Random(1))
        after = GAME.apply(position, A, move).state
        if not isinstance(after, Laying | Taking):
            assert after.table.whites[0] == 1
            return
        position = after
    raise AssertionError("They did not go out.")


@pytest.mark.parametrize("level", ["nimble", "prescient"])
def test_groups_that_win_nothing_are_held_back(level: str) -> None:
    table = table_with(("8Zu 8Ra 8Bo 1Ma 3In 5Hi 9Fr", "0Bo 1Bo 2Bo 4Bo 5Ea"), "0Fa 1Fa")
    assert not isinstance(GAME.choose(see(Laying(table, A), A), level, Random(1)), Lay | Off)


@pytest.mark.parametrize("level", ["nimble", "prescient"])
def test_a_big_foozle_is_taken_from_the_tableau(level: str) -> None:
    table = table_with(("Grue Death 1Ma 3In 5Hi 9Fr", "0Bo"), "Snail 1Fa")
    move = GAME.choose(see(Taking(table, A), A), level, Random(1))
    assert move == Take(read("Snail"), Lay(cards("Snail Grue Death")))


def test_two_loose_cards_are_worth_more_if_a_third_can_make_them_a_group() -> None:
    assert chances(cards("8Zu 8Ra")) > chances(cards("8Zu 9Ra")) > chances(cards("8Zu 3Bo")) == 0
    assert chances(Cards(0)) == chances(among([])) == 0


def test_asking_a_spectator_to_choose_is_refused() -> None:
    table = table_with(("8Zu", "0Bo"), "0Fa")
    with pytest.raises(IllegalMove):
        GAME.choose(see(Taking(table, A), None), "hasty", Random(1))


LOOSE = "1Ma 3In 5Hi 9Fr"


def laying(hand: str, groups: tuple[Cards, ...] = (), tableau: str = "0Fa 1Fa") -> View:
    """What A sees after taking a card, with these groups on the table."""
    table = table_with((hand, "0Bo 1Bo 2Bo"), tableau)
    return see(Laying(replace(table, groups=groups, layers=(Seat(1),) * len(groups)), A), A)


def taking(hand: str, tableau: str) -> View:
    """What A sees before taking a card."""
    return see(Taking(table_with((hand, "0Bo 1Bo 2Bo"), tableau), A), A)


def chosen(view: View, level: str) -> Move:
    return GAME.choose(view, level, Random(1))


def test_beginner_overlooks_runs() -> None:
    run = laying(f"6Zu 7Zu 8Ra {LOOSE}")
    assert isinstance(chosen(run, "jackdaw"), Discard)
    assert chosen(run, "hasty") == Lay(cards("6Zu 7Zu 8Ra"))


def test_beginner_overlooks_groups_on_the_table_and_all_but_the_end_of_the_tableau() -> None:
    fits = laying(f"8Zu {LOOSE}", (cards("8Ra 8Bo 8Hi"),))
    assert isinstance(chosen(fits, "jackdaw"), Discard)
    assert chosen(fits, "hasty") == Off(read("8Zu"), 1)
    assert chosen(taking(f"8Zu 8Ra {LOOSE}", "8Bo 0Fa"), "jackdaw") == Draw()
    assert chosen(taking(f"8Zu 8Ra {LOOSE}", "0Fa 8Bo"), "jackdaw") == Take(read("8Bo"))


def test_easy_lays_down_at_once_what_the_others_save() -> None:
    wins_nothing = laying(f"8Zu 8Ra 8Bo {LOOSE}")
    assert isinstance(chosen(wins_nothing, "hasty"), Lay)
    for level in ("thrifty", "nimble", "prescient"):
        assert isinstance(chosen(wins_nothing, level), Discard)


def test_medium_throws_away_pairs() -> None:
    pair = laying("8Zu 8Ra 5Bo 5Ma 5Pl 1Hi")
    thrown = {GAME.choose(pair, "thrifty", Random(seed)) for seed in range(20)}
    assert thrown == {Discard(card) for card in map(read, ("8Zu", "8Ra", "1Hi"))}
    assert {GAME.choose(pair, "nimble", Random(seed)) for seed in range(20)} == {Discard(read("1Hi"))}


def test_beginner_discards_its_highest_rank_whatever_it_goes_with() -> None:
    pair = laying("9Zu 9Ra 1Ma 3In")
    assert {GAME.choose(pair, "jackdaw", Random(seed)) for seed in range(9)} == {
        Discard(read("9Zu")),
        Discard(read("9Ra")),
    }


def test_easy_only_looks_at_the_end_of_the_tableau() -> None:
    assert chosen(taking(f"8Zu 8Ra {LOOSE}", "8Bo 0Fa"), "hasty") == Draw()


def test_medium_forgets_the_groups_of_others() -> None:
    fits = laying("8Zu 3In", (cards("8Ra 8Bo 8Hi"),))
    assert isinstance(chosen(fits, "thrifty"), Discard)
    own = replace(fits, table=replace(fits.table, layers=(A,)))
    assert chosen(own, "thrifty") == Off(read("8Zu"), 1)
    assert chosen(fits, "nimble") == Off(read("8Zu"), 1)


def test_medium_only_looks_at_the_end_of_the_tableau() -> None:
    third = taking("8Zu 8Ra 5Hi", "8Fr 0Fa 1Fa")
    assert chosen(third, "thrifty") == Draw()
    assert chosen(third, "nimble") == Take(read("8Fr"), Lay(cards("8Fr 8Zu 8Ra")))


def test_hard_overlooks_what_has_been_in_the_tableau_for_long() -> None:
    third = taking("8Zu 8Ra 5Hi", "8Fr 0Fa 1Fa 2Bo 3Bo")
    assert chosen(third, "nimble") == Draw()
    assert chosen(third, "prescient") == Take(read("8Fr"), Lay(cards("8Fr 8Zu 8Ra")))


@pytest.mark.parametrize("level", GAME.about.levels)
def test_other_hidden_cards_never_change_what_a_computer_chooses(level: str) -> None:
    """Everything the seat can't know is dealt anew: the other hands, the pile and the dump."""
    rng = Random(level)
    state = GAME.new(3, GAME.options(colours=3))
    for _ in range(sized(30, 120) if level == "prescient" else 60):
        if not (owes := GAME.turn(state).owes):
            break
        seat = min(owes)
        if seat == CHANCE:
            state = GAME.apply(state, seat, GAME.chance(state, rng)).state
            continue
        seed = rng.random()
        move = GAME.choose(GAME.view(state, seat), level, Random(seed))
        assert GAME.choose(GAME.view(_dealt_anew(state, seat, rng), seat), level, Random(seed)) == move
        state = GAME.apply(state, seat, move).state


def _dealt_anew(state: Position, seat: Seat, rng: Random) -> Position:
    table = state.table
    secret = [*each(table.pile), *each(table.dump)]
    secret += [card for other, hand in enumerate(table.hands) if other != seat for card in each(hand)]
    rng.shuffle(secret)

    def dealt(number: int) -> Cards:
        return among([secret.pop() for _ in range(number)])

    hands = (hand if at == seat else dealt(hand.bit_count()) for at, hand in enumerate(table.hands))
    turns = tuple(turn if turn.seat == seat else replace(turn, got=None) for turn in table.turns)
    again = replace(table, hands=tuple(hands), turns=turns)
    again = replace(again, pile=dealt(table.pile.bit_count()), dump=among(secret))
    return replace(state, table=again)
