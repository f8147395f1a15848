"""What is done for a player, because everybody can see that nothing else does more."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.core import Seat
from games.fooblitzky import GAME, Move, Position
from games.fooblitzky.rules.city.items import ITEMS, Bag
from games.fooblitzky.rules.city.map import SITES
from games.fooblitzky.rules.moves import Buy, Keep, Take
from games.fooblitzky.rules.phases import AtCharity
from games.fooblitzky.rules.view import in_public
from tests.deep import examples
from tests.games.fooblitzky.played import Played, after, games
from tests.games.fooblitzky.test_goals import carrying

A = Seat(0)
HAIR_SPRAY, PIG = ITEMS[0], next(one for one in ITEMS if one.name == "pig")
DRUGS = "* roll 2\na enter UL drug"


def forced(position: Position) -> Move | None:
    assert GAME.forced is not None
    move = GAME.forced(GAME.view(position, None))
    assert move is None or move in set(GAME.legal(GAME.view(position, A)))
    return move


@pytest.mark.parametrize(
    ("bag", "foobles", "move"),
    [
        ((), 80, None),
        ((), 4, None),
        ((), 3, Buy(HAIR_SPRAY)),
        ((PIG,) * 3, 80, None),
        ((PIG,) * 4, 80, Buy(HAIR_SPRAY)),
    ],
)
def test_a_store_without_anything_to_buy_is_left(bag: Bag, foobles: int, move: Move | None) -> None:
    assert forced(carrying(after(DRUGS), bag, foobles)) == move


def test_a_full_bag_that_only_its_owner_knows_is_not_told_by_leaving() -> None:
    there = after(DRUGS)
    assert forced(replace(there, board=there.board.carrying(A, (PIG,) * 4, shown=None))) is None


def test_an_offer_that_nobody_could_pay_is_left() -> None:
    offered = after("* roll 20\na walk A7\n* man offers banana saw pig")
    assert forced(offered) is None
    assert forced(carrying(offered, (), 1)) == Buy(ITEMS[3])


def test_with_an_empty_bag_a_locker_is_opened_and_charity_gets_nothing() -> None:
    assert forced(after("* roll 24\na enter UL locker")) == Take()
    assert forced(carrying(after("* roll 24\na enter UL locker"), (PIG,))) is None
    charity = replace(after(""), phase=AtCharity(A, next(one for one in SITES if one.kind == "charity")))
    assert forced(charity) == Keep()
    assert forced(carrying(charity, (PIG,))) is None


def test_an_empty_pawn_shop_is_left_with_an_empty_bag_unless_only_the_mover_sees_it() -> None:
    assert forced(after("* roll 24\na enter UR pawn")) == Buy(None)
    assert forced(carrying(after("* roll 24\na enter UR pawn"), (PIG,))) is None
    there = after("* roll 24\na enter UR pawn")
    stocked = replace(there.board.with_pawn(0, (PIG,)), known=there.board.known).pawn_seen(0, by=None)
    assert forced(replace(there, board=stocked)) is None
    unknown = replace(there.board, known=tuple(replace(one, pawns=(None, None)) for one in there.board.known))
    assert forced(replace(there, board=unknown)) is None


@settings(max_examples=examples(6))
@given(games)
def test_it_is_a_legal_move_and_follows_from_what_everyone_knows(game: list[Played]) -> None:
    assert GAME.forced is not None
    for one in game:
        for seat in GAME.turn(one.before).owes & set(one.before.board.seats):
            view = GAME.view(one.before, seat)
            move = GAME.forced(in_public(view))
            assert move == GAME.forced(GAME.view(one.before, None))
            assert move is None or move in set(GAME.legal(view))
