"""Groups and the best partition, compared with a second version of the rules."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.foozle.rules.cards import DECK, Card, Cards, among, each
from games.foozle.rules.melds import best, colour, groups_in, joins, kind, named, with_card
from tests.deep import examples
from tests.games.foozle import naive
from tests.games.foozle.naive import cards

NEAR = [*range(33), *range(33, 40), *range(165, DECK)]
"""Cards of which many make groups: all of one colour, some of another, the trumps."""
HANDS = st.sets(st.sampled_from(NEAR), max_size=9).map(lambda numbers: among(map(Card, numbers)))
WIDE = st.sets(st.integers(0, DECK - 1), max_size=12).map(lambda numbers: among(map(Card, numbers)))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("2La 3Pl 4Fr", "red run from 2 to 4"),
        ("6Zu 7Zu 8Ra", "blue run from 6 to 8"),
        ("8Zu 9Zu ∞To", None),
        ("8Zu 9Zu ∞Zu", "flush of Zurfs"),
        ("9Zu 0Zu 1Ra", None),
        ("4Pl 5Pl 6Pl", "flush run of Plungers"),
        ("0Zu 0Ra 0Bo", "set of 0s"),
        ("∞Zu ∞Ra ∞Bo", "set of ∞s"),
        ("7Zu 7Ra 8To", None),
        ("2La 3Pl 4Zu", None),
        ("Grue Time Death", "Big Foozle"),
        ("Grue Time 8Ti", None),
        ("8Zu 8Ra", None),
    ],
)
def test_a_group_is_named_by_what_it_is(text: str, what: str | None) -> None:
    assert (named(cards(text)) if kind(cards(text)) else None) == what


@given(HANDS)
def test_what_is_a_group_is_what_the_rule_book_calls_one(hand: Cards) -> None:
    assert bool(kind(hand)) == naive.is_group(each(hand))


@given(HANDS)
def test_every_group_of_a_hand_is_found_once(hand: Cards) -> None:
    found = groups_in(hand)
    assert len(set(found)) == len(found)
    assert set(found) == {among(group) for group in naive.groups(each(hand))}


@given(HANDS, st.sampled_from(NEAR))
def test_groups_with_a_card_more_are_those_that_hold_it(hand: Cards, number: int) -> None:
    larger = among([*each(hand), Card(number)])
    assert set(with_card(hand, Card(number))) == {
        among(group) for group in naive.groups(each(larger)) if number in group
    }


@given(HANDS)
@settings(max_examples=examples(37))
def test_no_partition_leaves_fewer_cards_over_than_the_best(hand: Cards) -> None:
    small = tuple(frozenset(group) for group in naive.groups(each(hand)) if len(group) <= 5)
    assert best(hand).covered == naive.most_covered(frozenset(each(hand)), small)


@given(WIDE)
def test_the_best_partition_is_one(hand: Cards) -> None:
    partition, seen = best(hand), 0
    for group in partition.groups:
        assert naive.is_group(each(group))
        assert not group & seen
        seen |= group
    assert not seen & ~hand
    assert partition.covered == seen.bit_count()


def test_the_worst_hands_fall_apart_within_50_ms() -> None:
    """A whole suit, and ranks of one colour in all its suits: those have the most groups."""
    suits = [Cards(2047 << 11 * suit | 1 << 11 * ((suit + 1) % 15)) for suit in range(15)]
    blocks = [Cards(0b1111 << low | 0b1111 << low + 11 | 0b1111 << low + 22) for low in range(7)]
    for hand in [*suits, *blocks]:
        began = time.process_time()
        assert best(hand).covered >= 11
        assert time.process_time() - began < 0.05


def test_what_can_join_is_what_makes_one_group() -> None:
    table = (cards("0Zu 2Zu 9Zu"), cards("6Ra 7Ra 8To"), cards("3Bo 3Ma 3Ti"))
    assert joins(cards("3Zu 4Zu 5Zu"), table) == (0, 1)
    assert joins(cards("3Zu"), table) == (0, 2)
    assert joins(cards("∞To"), table) == ()


def test_only_cards_of_one_colour_have_it() -> None:
    assert colour(cards("5Zu 5Ra 5To")) == 1
    assert colour(cards("5Zu 5Ra 5La")) is None
    assert colour(cards("Grue Time Death")) is None
