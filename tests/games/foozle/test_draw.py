"""The pictures: their size, what they keep secret, what they highlight, and the end."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Seat, Stopped
from games.foozle.pictures.asked import named
from games.foozle.pictures.board import SCALES
from games.foozle.pictures.canvas import CAPITALS
from games.foozle.pictures.court import INKS
from games.foozle.pictures.draw import draw
from games.foozle.rules.cards import DECK, NONE, Card, Cards, among, each, key, read
from games.foozle.rules.melds import groups_in
from games.foozle.rules.position import (
    DealOwed,
    Finished,
    Laid,
    Laying,
    Played,
    Table,
    Taking,
    empty_table,
)
from games.foozle.rules.view import View, preferred, see
from games.kit.brush.marks import WIDTH
from tests.deep import examples
from tests.games.foozle.naive import cards, table_with
from tests.games.foozle.shown import A, B, table_of
from tests.games.pictures import FACES, PHONE, opened

C, D = Seat(2), Seat(3)


def _png(view: View, answers: tuple[str, ...] = ()) -> bytes:
    return draw(view, answers).png(FACES)


def _size(png: bytes) -> tuple[int, ...]:
    return struct.unpack(">II", png[16:24])


def _laying(hand: str, other: str = "Grue") -> Laying:
    return Laying(table_of(hand, other), A)


@st.composite
def _tables(draw_: st.DrawFn) -> Table:
    """A table with as many groups and as long a tableau as there could ever be."""
    seats, count = draw_(st.integers(2, 6)), draw_(st.integers(0, 26))
    left = draw_(st.permutations(range(DECK)))
    laid = list(islice(_disjoint(groups_in(among(map(Card, left[:80])), 4)), count))
    gone = Cards(sum(laid))
    rest = [Card(card) for card in left if not gone >> card & 1]
    hands = tuple(among(rest[11 * seat : 11 * seat + 11]) for seat in range(seats))
    tableau = tuple(rest[11 * seats :][: draw_(st.integers(1, DECK))])
    layers = tuple(Seat(number % seats) for number in range(len(laid)))
    return replace(empty_table(seats, 5), hands=hands, groups=tuple(laid), layers=layers, tableau=tableau)


def _disjoint(groups: Iterable[Cards]) -> Iterator[Cards]:
    gone = 0
    for group in groups:
        if not group & gone:
            gone |= group
            yield group


def test_a_card_that_was_laid_off_has_a_golden_rim_until_the_next_turn() -> None:
    table = table_of("8Zu 1Bo", groups=("0Zu 2Zu 9Zu",))
    off = replace(table, turns=(Played(B, None, (Laid(cards("9Zu"), 0),)),))
    whole = replace(table, turns=(Played(B, None, (Laid(cards("0Zu 2Zu 9Zu"), 0),)),))
    assert _png(see(Taking(off, A), None)) != _png(see(Taking(whole, A), None))


@settings(max_examples=examples(2))
@given(_tables())
def test_no_picture_is_much_higher_than_it_is_wide(table: Table) -> None:
    whole = replace(table, colours=(31,) * table.seats, whites=(1, *(0,) * (table.seats - 1)))
    views = [
        see(Laying(table, A), A),
        see(Laying(table, A), None),
        see(Stopped(Laying(table, A)), None),
        see(Finished(whole, A), None),
    ]
    for wide, high in map(_size, map(_png, views)):
        assert wide == WIDTH
        assert high <= 1.3 * wide


def test_a_tableau_of_twenty_cards_has_capitals_that_a_phone_shows_11_px_high() -> None:
    """A tableau of twenty cards lies in one row, above a hand of twelve; 400 of 1180 px on a phone."""
    assert CAPITALS >= 33
    assert min(scale.capitals for scale in SCALES) >= 33
    table = replace(
        table_of("0La 1La 2La 3La 4La 5Pl 6Pl 7Pl 8Pl 9Zu 0Ra 1To"), tableau=tuple(map(Card, range(40, 60)))
    )
    _, high = _size(_png(see(Laying(table, A), A)))
    _, higher = _size(_png(see(Laying(replace(table, tableau=table.tableau[:1]), A), A)))
    assert high == higher


@pytest.mark.parametrize("seats", [5, 6])
def test_tokens_of_many_players_are_as_high_as_a_letter_inside_their_rim_on_a_phone(seats: int) -> None:
    table = replace(empty_table(seats, 5), colours=(1,) * seats, whites=(4,) * seats)
    cell = opened(_png(see(Laying(table, A), None))).crop((0, 104, WIDTH // 3, 208))
    rows = [y for y in range(104) if any(cell.getpixel((x, y)) == INKS[0].ink for x in range(114, 160))]
    assert (rows[-1] - rows[0] + 1) * PHONE / WIDTH >= 7


def test_only_the_player_sees_their_hand_and_the_card_they_drew() -> None:
    one, other = _laying("8Zu 8Ra 1Bo"), _laying("8Zu 8Ra 1Ma")
    drawn = Laying(replace(one.table, turns=(Played(A, read("8Ra")),)), A)
    unknown = Laying(replace(one.table, turns=(Played(A),)), A)
    assert _png(see(one, A)) != _png(see(other, A))
    assert _png(see(drawn, A)) != _png(see(one, A))
    for viewer in (None, B):
        assert _png(see(one, viewer)) == _png(see(other, viewer))
        assert _png(see(drawn, viewer)) == _png(see(unknown, viewer))


def test_a_hand_follows_its_player_s_preferences() -> None:
    view = see(_laying("8Zu 9Zu 8Ra 8Bo 1Ma 1La"), A)
    ways = [
        preferred(view, {"order": order, "melds": melds})
        for order in ("suit", "rank")
        for melds in ("show", "hide")
    ]
    assert len({_png(way) for way in ways}) == 4
    assert _png(ways[0]) == _png(view)


def test_cards_that_can_be_chosen_look_different() -> None:
    view = see(_laying("8Zu 8Ra 8Bo 8Ma 5Zu 1Ma"), A)
    pictures = [_png(view, answers) for answers in ((), ("lay",), ("lay", "8Zu+8Ra+8Bo"), ("off",))]
    assert len(set(pictures)) == 4


def test_cards_of_the_tableau_that_are_of_no_use_are_darker() -> None:
    table = replace(table_of("8Zu 8Ra 1Bo"), tableau=tuple(map(read, ("5Ma", "8Bo", "1Hi"))))
    asked = named(see(Taking(table, A), A), ())
    looks = [asked.look(card, of_tableau=True) for card in table.tableau]
    assert looks == ["dim", "plain", "plain"]
    assert asked.piles
    assert [asked.look(card, of_tableau=False) for card in each(table.hands[A])] == ["plain"] * 3
    assert not named(see(Taking(table, A), None), ()).piles


def test_a_group_that_can_be_chosen_is_marked() -> None:
    table = table_of("8Zu 1Bo", groups=("0Zu 2Zu 9Zu", "8Ra 8La 8Bo", "1Hi 2Hi 3Hi"))
    view = see(Laying(table, A), A)
    asked = named(view, ("off",))
    assert asked.groups == {1, 2}
    assert asked.look(read("8Zu"), of_tableau=False) == "lit"
    assert _png(view, ("off",)) != _png(view)


def test_cards_offered_without_a_choice_are_lit() -> None:
    view = see(Laying(table_of("3Zu 4Zu 5Zu 1Bo", groups=("0Zu 2Zu 9Zu", "6Ra 7Ra 8To")), A), A)
    lit = named(view, ("meld1",))
    looks = {key(card): lit.look(card, of_tableau=False) for card in each(view.hand)}
    assert looks == {"3Zu": "lit", "4Zu": "lit", "5Zu": "lit", "1Bo": "plain"}
    assert lit.groups == {1, 2}


def test_answers_that_do_not_fit_still_give_a_picture() -> None:
    assert _png(see(_laying("8Zu 1Bo"), A), ("nonsense",))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("whites", [0, 9, 12])
def test_the_colours_of_every_seat_s_tokens_are_shown(seats: int, whites: int) -> None:
    table = replace(empty_table(seats, 5), tableau=(Card(0),), whites=(whites,) * seats)
    for seat in range(seats):
        shown = set[bytes]()
        for colour in (0b00001, 0b10000):
            colours = tuple(colour if at == seat else 0b00010 for at in range(seats))
            shown.add(_png(see(Taking(replace(table, colours=colours), A), None)))
        assert len(shown) == 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_number_of_cards_of_every_seat_is_shown(seats: int) -> None:
    table = replace(empty_table(seats, 5), tableau=(Card(0),), pile=NONE)
    shown = {_png(see(Taking(table.holding(Seat(seat), cards("Grue")), A), None)) for seat in range(seats)}
    assert len(shown) == seats


def test_the_header_marks_who_moves_and_who_has_won() -> None:
    table = replace(table_of("8Zu 1Bo"), colours=(31, 1), whites=(0, 2))
    going, over = draw(see(Taking(table, B), None)), draw(see(Finished(table, A), None))
    assert [cell.moves for cell in going.cells] == [False, True]
    assert [cell.won for cell in going.cells] == [False, False]
    assert [(cell.moves, cell.won) for cell in over.cells] == [(False, True), (False, False)]
    assert [cell.score for cell in going.cells] == ["5", "3"]


def test_every_group_carries_the_face_of_who_laid_it_down() -> None:
    table = replace(table_of("8Zu 1Bo", groups=("0Zu 2Zu 9Zu", "8Ra 8La 8Bo")), layers=(B, A))
    assert [spot.seat for spot in draw(see(Taking(table, A), None)).spots] == [B, A]


def test_the_group_laid_last_is_framed_with_the_token_it_won() -> None:
    table = table_of("8Zu 1Bo", groups=("0Zu 2Zu 9Zu", "8Ra 8La 8Bo"))
    plain, framed, won = (
        _png(see(Taking(replace(table, turns=turns), A), None))
        for turns in (
            (Played(B),),
            (Played(B, laid=(Laid(table.groups[0], 0),)),),
            (Played(B, laid=(Laid(table.groups[0], 0, 1),)),),
        )
    )
    assert len({plain, framed, won}) == 3


def test_the_end_shows_everybody_s_place() -> None:
    hands = ("8Zu 1Bo", "8Ra", "1La 2La", "0Ma")
    table = replace(table_with(hands, "0Fa"), colours=(31, 1, 3, 0), whites=(0, 1, 1, 0))
    end = draw(see(Finished(table, A), None))
    assert {spot.seat for spot in end.spots} == {A, B, C, D}
    faces = sorted(end.spots, key=lambda spot: -spot.size)
    assert [spot.seat for spot in faces[:3]] == [A, C, B]


def test_the_end_shows_what_was_left_in_hands() -> None:
    shown = set[bytes]()
    for hand in ("Grue", "Time", "1Ma 2Ma"):
        table = replace(table_of("8Zu 1Bo", hand), colours=(31, 1))
        shown.add(_png(see(Finished(table, A), None)))
    assert len(shown) == 3


def test_an_empty_hand_waits_for_the_next_deal() -> None:
    table = replace(table_of("8Zu"), hands=(NONE, NONE), groups=(), layers=(), tableau=(), dealer=A)
    assert _size(_png(see(DealOwed(table), A)))[0] == WIDTH
