"""Holdings are true partitions, one leaves the fewest cards loose, and thirds are exact."""

from itertools import combinations

from hypothesis import assume, given
from hypothesis import strategies as st

from games.foozle.computers.holdings import holdings, laid_off
from games.foozle.rules.cards import DECK, TRUMPS, Card, Cards, among, each, one
from games.foozle.rules.melds import best, colour, groups_in, growth, kind
from games.foozle.rules.thirds import third, triples

CARDS = st.integers(0, DECK - 1).map(Card)
HANDS = st.sets(CARDS, min_size=1, max_size=12).map(among)
OF_TWO_COLOURS = st.sets(st.integers(0, 65).map(Card), min_size=3, max_size=11).map(among)


@given(CARDS, CARDS)
def test_thirds_are_the_cards_that_make_two_into_a_group(first: Card, second: Card) -> None:
    if first != second:
        pair = one(first) | one(second)
        whole = [Card(card) for card in range(DECK) if not pair >> card & 1 and kind(Cards(pair | 1 << card))]
        assert third(first, second) == among(whole)


@given(OF_TWO_COLOURS)
def test_triples_are_the_groups_of_three(hand: Cards) -> None:
    found = list(triples(hand))
    assert sorted(found) == sorted(filter(kind, map(among, combinations(each(hand), 3))))


@given(OF_TWO_COLOURS)
def test_groups_grow_by_cards_that_can_be_laid_off_except_those_that_fill_the_gap_of_a_flush(
    hand: Cards,
) -> None:
    for group in groups_in(hand, 5)[:20]:
        fits = [
            Card(card) for card in range(DECK) if not group >> card & 1 and kind(Cards(group | 1 << card))
        ]
        if kind(group) == "flush":
            fits = [card for card in fits if kind(Cards(group | one(card))) != "run"]
        assert growth(group) == among(fits)


@given(HANDS | OF_TWO_COLOURS)
def test_a_holding_is_a_partition_of_the_hand(hand: Cards) -> None:
    for holding in holdings(hand):
        assert sum((*holding.groups, holding.loose)) == hand
        assert all(map(kind, holding.groups))
        assert holding.colours == tuple(map(colour, holding.groups))


@given(HANDS)
def test_with_few_groups_one_holding_leaves_the_fewest_cards_loose(
    hand: Cards,
) -> None:
    suited = Cards(hand & ~TRUMPS)
    assume(len(list(triples(suited))) <= 12)
    fewest = min(holding.loose.bit_count() for holding in holdings(suited))
    assert fewest == suited.bit_count() - best(suited).covered


@given(OF_TWO_COLOURS)
def test_a_card_gone_from_a_holding_leaves_all_others(hand: Cards) -> None:
    for holding in holdings(hand):
        for card in each(hand):
            rest = holding.without(card)
            assert sum((*rest.groups, rest.loose)) == hand & ~one(card)
            assert all(map(kind, rest.groups))


@given(HANDS)
def test_cards_left_after_laying_off_fit_no_group(loose: Cards) -> None:
    laid = tuple(group for holding in holdings(loose)[:1] for group in holding.groups)
    stays, groups = laid_off(Cards(loose & ~sum(laid)), laid)
    assert all(map(kind, groups))
    assert not any(growth(group) & stays for group in groups)
