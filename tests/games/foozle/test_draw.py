"""The pictures: their size, what they keep secret, and which cards they dim and light up."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Seat, Stopped
from games.foozle.asked import named
from games.foozle.cards import DECK, Card, Cards, among, code, each, is_trump
from games.foozle.draw import draw
from games.foozle.heraldry import SUIT_SIGNS, TRUMP_SIGNS, Pen, Sign
from games.foozle.melds import groups_in
from games.foozle.options import Options
from games.foozle.position import Laying, Table, empty_table
from games.foozle.rules import new
from games.foozle.sprites import (
    CHIP,
    HELD,
    SMALL_CHIP,
    SMALL_TICKET,
    TICKET,
    TINY_CHIP,
    TINY_TICKET,
    Cut,
    Look,
    tile,
)
from games.foozle.view import look, preferred
from games.kit.brush.easel import Easel
from tests.games.foozle.naive import table_with

A, B = Seat(0), Seat(1)
SIGNS = (*SUIT_SIGNS, *TRUMP_SIGNS)
PHONE = 16
"""About how wide a sign is on a phone, in px."""


def _size(png: bytes) -> tuple[int, ...]:
    return struct.unpack(">II", png[16:24])


def _laying(hand: str, other: str = "Grue") -> Laying:
    return Laying(table_with((hand, other), "0Fa 8To", ("0Zu 2Zu 9Zu",)), A)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_table_is_as_wide_as_all_pictures(seats: int) -> None:
    wide, high = _size(draw(look(new(seats, Options()), None)))
    assert wide == 1180
    assert high < 600
    assert empty_table(seats, 5).seats == seats


@st.composite
def _tables(draw_: st.DrawFn) -> Table:
    """A table with as many groups and as long a tableau as there could ever be."""
    seats, count = draw_(st.integers(2, 6)), draw_(st.integers(0, 26))
    left = draw_(st.permutations(range(DECK)))
    laid = list(islice(_disjoint(groups_in(among(map(Card, left[:80])), 4)), count))
    gone = Cards(sum(laid))
    cards = [Card(card) for card in left if not gone >> card & 1]
    hands = tuple(among(cards[11 * seat : 11 * seat + 11]) for seat in range(seats))
    tableau = tuple(cards[11 * seats :][: draw_(st.integers(1, DECK))])
    return replace(empty_table(seats, 5), hands=hands, groups=tuple(laid), tableau=tableau)


def _disjoint(groups: Iterable[Cards]) -> Iterator[Cards]:
    gone = 0
    for group in groups:
        if not group & gone:
            gone |= group
            yield group


@settings(max_examples=20)
@given(_tables())
def test_no_picture_is_much_higher_than_it_is_wide(table: Table) -> None:
    views = (look(Laying(table, A), A), look(Laying(table, A), None), look(Stopped(Laying(table, A)), None))
    for wide, high in map(_size, map(draw, views)):
        assert high <= 1.3 * wide


def test_another_player_s_hand_never_changes_the_picture() -> None:
    for viewer in (A, None):
        one, other = (draw(look(_laying("8Zu 8Ra 1Bo", hand), viewer)) for hand in ("Grue", "Time"))
        assert one == other


def test_only_the_player_sees_their_hand() -> None:
    one, other = _laying("8Zu 8Ra 1Bo"), _laying("8Zu 8Ra 1Ma")
    assert draw(look(one, A)) != draw(look(other, A))
    assert draw(look(one, None)) == draw(look(other, None))
    assert draw(look(one, B)) == draw(look(other, B))


def test_a_hand_follows_its_player_s_preferences() -> None:
    view = look(_laying("8Zu 9Zu 8Ra 8Bo 1Ma"), A)
    ways = [
        preferred(view, {"order": order, "melds": melds})
        for order in ("suit", "rank")
        for melds in ("hide", "show")
    ]
    assert len({draw(way) for way in ways}) == 4
    assert draw(ways[0]) == draw(view)


def test_cards_that_can_be_chosen_look_different() -> None:
    view = look(_laying("8Zu 8Ra 8Bo 8Ma 5Zu 1Ma"), A)
    pictures = [draw(view, answers) for answers in ((), ("lay",), ("lay", "8Zu+8Ra+8Bo"), ("off",))]
    assert len(set(pictures)) == 4


def test_a_group_offered_without_a_choice_is_lit() -> None:
    view = look(_laying("8Zu 8Ra 8Bo 1Ma"), A)
    lit = named(view, ("lay",))
    assert [lit.look(card, of_tableau=False) for card in each(view.hand)] == ["lit", "lit", "lit", "plain"]
    assert draw(view, ("lay",)) != draw(view, ())


def test_answers_that_do_not_fit_still_give_a_picture() -> None:
    assert draw(look(_laying("8Zu 1Bo"), A), ("nonsense",)) == draw(look(_laying("8Zu 1Bo"), A), ())


@pytest.mark.parametrize("cut", [TICKET, SMALL_TICKET, TINY_TICKET, CHIP, SMALL_CHIP, TINY_CHIP, HELD])
def test_no_two_cards_look_alike(cut: Cut) -> None:
    painted = {tile(cut, Card(number)).tobytes() for number in range(DECK)}
    assert len(painted) == DECK


@pytest.mark.parametrize("cut", [TICKET, SMALL_TICKET, TINY_TICKET, CHIP, SMALL_CHIP, TINY_CHIP, HELD])
def test_nothing_on_a_card_touches_its_edge(cut: Cut) -> None:
    """All cards of a cut have the same rim, 3 px wide."""
    for some in (range(165), range(165, DECK)):
        assert len({_rim(cut, Card(number), "plain") for number in some}) == 1
        assert len({_rim(cut, Card(number), "lit") for number in some}) == 1


def _rim(cut: Cut, card: Card, look: Look) -> bytes:
    inner = tile(cut, card, look).copy()
    inner.paste(0, (3, 3, cut.wide - 3, cut.high - 3))
    return inner.tobytes()


def _shape(sign: Sign) -> bytes:
    easel = Easel((64, 64), (255, 255, 255))
    sign(Pen(easel, (32, 32), 56, (0, 0, 0), (255, 255, 255)))
    return easel.finish().convert("L").reduce(64 // PHONE).tobytes()


def test_signs_look_different_on_a_phone_and_without_colour() -> None:
    """In any two signs, at least a tenth of the px differ by more than half the range from black to white."""
    shapes = [_shape(sign) for sign in SIGNS]
    for number, one in enumerate(shapes):
        for other in shapes[:number]:
            differ = sum(abs(a - b) > 127 for a, b in zip(one, other, strict=True))
            assert differ >= PHONE * PHONE / 10


def test_every_card_has_a_sign() -> None:
    assert len(SIGNS) == 24
    assert sum(is_trump(Card(number)) for number in range(DECK)) == len(TRUMP_SIGNS)
    assert code(Card(DECK - 1)) == "Grue"
