"""Legal moves match a second, slower version of the rules, and moves do what the rules say."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import CHANCE, Seat
from games.engine import record
from games.foozle import GAME
from games.foozle.rules.cards import ALL, COLOURS, DECK, Card, Cards, among, each, one, read
from games.foozle.rules.melds import joins
from games.foozle.rules.notation import Discard, Draw, Drawn, Lay, Move, Off, Take
from games.foozle.rules.position import DealOwed, Finished, Laid, Laying, Played, Position, Table, Taking
from games.foozle.rules.rulebook import apply
from games.foozle.rules.view import see
from tests.deep import examples
from tests.games.foozle import naive
from tests.games.foozle.naive import cards, table_with
from tests.laws import cards as laws
from tests.laws.play import Play, begin, fold, play_on

A, B = Seat(0), Seat(1)


def _fits(some: Cards, groups: tuple[Cards, ...]) -> list[int]:
    return [at + 1 for at, group in enumerate(groups) if naive.is_group([*each(group), *each(some)])]


def _all_lays(hand: Cards, groups: tuple[Cards, ...]) -> Iterator[Lay]:
    for group in naive.groups(each(hand)):
        found = _fits(among(group), groups)
        yield from [Lay(among(group), at) for at in found] if len(found) > 1 else [Lay(among(group))]


def _allowed(position: Taking | Laying, seat: Seat) -> set[Move]:
    """Every move of a position, if the last card wasn't just taken."""
    table = position.table
    hand = table.hands[seat]
    if isinstance(position, Laying):
        found: set[Move] = {*_all_lays(hand, table.groups), *map(Discard, each(hand))}
        return found | {Off(card, at) for card in each(hand) for at in _fits(one(card), table.groups)}
    found = {Draw(), Take(table.tableau[-1])}
    for card in table.tableau[:-1]:
        found |= {Take(card, Off(card, at)) for at in _fits(one(card), table.groups)}
        laid = _all_lays(Cards(hand | one(card)), table.groups)
        found |= {Take(card, lay) for lay in laid if lay.cards >> card & 1}
    return found


def _asked(play: Play) -> Iterator[tuple[Taking | Laying, Seat]]:
    for state in play.states:
        if isinstance(state, Taking) or (isinstance(state, Laying) and state.taken is None):
            yield state, state.mover


@settings(max_examples=examples(5))
@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(20, 120))
def test_legal_moves_are_those_of_the_rule_book(seed: int, seats: int, length: int) -> None:
    asked = list(_asked(play_on(begin(GAME, seats, seed=seed), length)))
    for position, seat in Random(seed).sample(asked, min(4, len(asked))):
        assert set(GAME.legal(see(position, seat))) == _allowed(position, seat)


@settings(max_examples=examples(5))
@given(st.integers(0, 10_000), st.integers(2, 6))
def test_every_card_is_always_in_exactly_one_place(seed: int, seats: int) -> None:
    for state in play_on(begin(GAME, seats, seed=seed), 300).states:
        table = state.table
        places = [*table.hands, *table.groups, table.pile, table.dump, among(table.tableau)]
        together = 0
        for place in places:
            assert not together & place
            together |= place
        assert together == ALL


@settings(max_examples=examples(5))
@given(st.integers(0, 10_000), st.integers(2, 6))
def test_hands_and_groups_keep_their_number_of_cards_so_that_there_is_always_one_to_draw(
    seed: int, seats: int
) -> None:
    """A player who takes a card also discards one, or the hand ends (rule 13)."""
    for state in play_on(begin(GAME, seats, seed=seed), 300).states:
        if isinstance(state, Taking):
            held = sum(cards.bit_count() for cards in (*state.table.hands, *state.table.groups))
            assert held == 11 * seats


def _laying(hands: tuple[str, str], groups: tuple[str, ...] = (), needed: int = 5) -> Laying:
    return Laying(table_with(hands, "0Fa 1Fa", groups, needed), A)


def _do(position: Position, move: Move, seat: Seat = A) -> Position:
    return apply(position, seat, move).state


def test_a_set_of_one_colour_wins_its_token_and_another_set_none() -> None:
    blue = _do(_laying(("5Zu 5Ra 5To 1Bo 2Ma", "0Bo")), Lay(cards("5Zu 5Ra 5To")))
    mixed = _do(_laying(("5Zu 5Ra 5La 1Bo 2Ma", "0Bo")), Lay(cards("5Zu 5Ra 5La")))
    assert blue.table.colours == (0b00010, 0)
    assert mixed.table.colours == (0, 0)


def test_the_player_hears_which_card_they_draw_and_the_others_only_that_they_draw() -> None:
    drawing = apply(Taking(table_with(("8Zu", "9Bo"), "0Fa"), A), A, Draw())
    drawn = apply(drawing.state, CHANCE, Drawn(read("Grue")))
    heard = {
        viewer: [told for event in (*drawing.events, *drawn.events) if (told := event.heard_by(viewer))]
        for viewer in (A, B, None)
    }
    assert heard == {A: ["You draw Grue (trump)."], B: ["{a} draws a card."], None: ["{a} draws a card."]}


def test_a_token_is_taken_once() -> None:
    one_token = _do(_laying(("0Zu 2Zu 4Zu 1To 3To 5To 1Bo", "0Bo")), Lay(cards("0Zu 2Zu 4Zu")))
    assert _do(one_token, Lay(cards("1To 3To 5To"))).table.tokens == (1, 0)


def test_the_player_who_goes_out_takes_a_white_token_and_deals() -> None:
    after = _do(_laying(("5Zu 5Ra 5La", "0Bo")), Lay(cards("5Zu 5Ra 5La")))
    assert isinstance(after, DealOwed)
    assert (after.table.whites, after.table.dealer) == ((1, 0), A)


def test_a_big_foozle_ends_the_hand_with_any_cards_left() -> None:
    after = _do(_laying(("Grue Time Death 1Bo 2Ma", "0Bo")), Lay(cards("Grue Time Death")))
    assert isinstance(after, DealOwed)
    assert after.table.tokens == (1, 0)


def test_the_end_is_checked_after_a_coloured_token() -> None:
    after = _do(_laying(("5Zu 5Ra 5To 1Bo", "0Bo"), needed=1), Lay(cards("5Zu 5Ra 5To")))
    assert isinstance(after, Finished)
    assert GAME.outcome(after) is not None


def test_a_tie_for_most_tokens_does_not_end_the_game() -> None:
    tied = Table(
        1, (cards("5Zu"), cards("0Bo")), (0b00010, 0), (0, 1), tableau=(read("0Fa"),), pile=cards("1Fa")
    )
    assert tied.winner is None
    assert tied.with_white(B).winner == B


@pytest.mark.parametrize(("pile", "dump"), [("", "1Bo 2Bo"), ("", "")])
def test_an_empty_pile_is_shuffled_again(pile: str, dump: str) -> None:
    table = Table(
        5,
        (cards("5Zu"), cards("0Bo")),
        (0, 0),
        (0, 0),
        pile=cards(pile),
        dump=cards(dump),
        tableau=(read("3Fa"), read("4Fa")),
    )
    after = _do(Taking(table, A), Draw()).table
    assert after.pile == cards(dump or "3Fa")
    assert after.tableau == ((read("3Fa"), read("4Fa")) if dump else (read("4Fa"),))


@pytest.mark.parametrize(("dumped", "is_shuffled"), [(87, False), (88, True)])
def test_all_cards_are_shuffled_when_the_dump_is_taller_than_the_pile(dumped: int, is_shuffled: bool) -> None:
    """Rule 12: of 174 cards 87 are as many as are left."""
    pile = among(map(Card, range(dumped, DECK)))
    last, other = Card(0), Card(1)
    table = Table(5, (one(last), one(other)), (0, 0), (0, 0), pile=pile, tableau=(Card(2),))
    after = _do(Laying(replace(table, dump=among(map(Card, range(3, dumped)))), A), Discard(last)).table
    assert after.pile == (ALL if is_shuffled else pile)
    assert after.dump == (0 if is_shuffled else Cards(ALL & ~pile))


def test_what_a_big_foozle_discards_lies_in_the_tableau_when_it_wins_the_game() -> None:
    table = replace(table_with(("Grue Time Death 1Bo 2Ma", "0Bo"), "0Fa"), colours=(0b11111, 0))
    won = _do(Laying(replace(table, whites=(0, 5)), A), Lay(cards("Grue Time Death")))
    assert isinstance(won, Finished)
    assert won.table.tableau == (read("0Fa"), read("1Bo"), read("2Ma"))
    assert won.table.groups == (cards("Grue Time Death"),)


def test_a_big_foozle_discards_even_the_card_just_taken() -> None:
    held = Laying(table_with(("Grue Time Death 1Bo", "0Bo"), "0Fa"), A, read("1Bo"))
    lay = Lay(cards("Grue Time Death"))
    assert lay in GAME.legal(see(held, A))
    assert isinstance(_do(held, lay), DealOwed)


def test_white_tokens_never_run_out() -> None:
    table = replace(table_with(("5Zu 5Ra 5La", "0Bo"), "0Fa"), whites=(99, 99))
    assert _do(Laying(table, A), Lay(cards("5Zu 5Ra 5La"))).table.whites == (100, 99)


def test_a_card_taken_names_the_group_to_join_if_it_could_join_several() -> None:
    """Rules 4 and 7: 3 4 5 of Zurfs go with the flush of Zurfs and with the blue run."""
    groups = ("0Zu 2Zu 9Zu", "6Ra 7Ra 8To")
    table = table_with(("3Zu 4Zu 1Bo", "0Bo"), "5Zu 0Fa", groups)
    take = [move for move in GAME.legal(see(Taking(table, A), A)) if isinstance(move, Take)]
    lays = {
        move.use.on for move in take if isinstance(move.use, Lay) and move.use.cards == cards("3Zu 4Zu 5Zu")
    }
    assert lays == {1, 2}
    for on in (1, 2):
        after = _do(Taking(table, A), Take(read("5Zu"), Lay(cards("3Zu 4Zu 5Zu"), on))).table
        assert after.groups[on - 1] == Cards(table.groups[on - 1] | cards("3Zu 4Zu 5Zu"))


def test_a_turn_is_remembered_until_its_seat_takes_another_card() -> None:
    begun = _do(
        Taking(table_with(("5Zu 5Ra 1Bo 2Ma", "0Bo"), "5To 0Fa"), A),
        Take(read("5To"), Lay(cards("5Zu 5Ra 5To"))),
    )
    waiting = _do(begun, Discard(read("1Bo")))
    laid = Laid(cards("5Zu 5Ra 5To"), 0, COLOURS.index("blue"))
    turn = Played(A, read("5To"), (laid,))
    assert waiting.table.turns == (turn,)
    assert waiting.table.layers == (A,)
    other = _do(waiting, Take(read("1Bo")), B)
    assert other.table.turns == (turn, Played(B, read("1Bo")))
    again = _do(_do(other, Discard(read("0Bo")), B), Draw())
    assert [turn.seat for turn in again.table.turns] == [B, A]


def test_only_the_seat_itself_is_shown_which_card_it_drew() -> None:
    drawing = _do(Taking(table_with(("5Zu 1Bo", "0Bo"), "0Fa"), A), Draw())
    drawn = _do(drawing, Drawn(read("Grue")), CHANCE)
    assert see(drawn, A).table.turns[-1].got == read("Grue")
    assert see(drawn, B).table.turns[-1].got is None
    assert see(drawn, None).table.turns[-1].got is None


def test_the_next_hand_begins_without_what_was_laid_in_the_last() -> None:
    begun = _do(
        Taking(table_with(("5Zu 5Ra", "0Bo"), "0Ma 5La 0Fa"), A), Take(read("5La"), Lay(cards("5Zu 5Ra 5La")))
    )
    assert isinstance(begun, DealOwed)
    assert (begun.table.turns, begun.table.layers) == ((), ())


def test_nobody_sees_another_hand_the_pile_or_the_dump_before_the_end() -> None:
    position = Taking(table_with(("8Zu 8Ra", "Grue"), "0Fa"), A)
    for viewer, hands in ((A, (cards("8Zu 8Ra"), 0)), (B, (0, cards("Grue"))), (None, (0, 0))):
        seen = see(position, viewer).table
        assert (seen.hands, seen.pile, seen.dump) == (hands, 0, 0)
    assert see(GAME.stop(position), None).table == position.table


def test_you_cannot_strand_the_taken_card_but_you_can_lay_it_off() -> None:
    groups = ("8Zu 8Ra 8Bo", "9Zu 9Ra 9Bo")
    stuck = Laying(table_with(("8Ma 0Ea", "1Bo"), "1Fa", groups), A, read("0Ea"))
    free = Laying(table_with(("8Ma 9Ea", "1Bo"), "1Fa", groups), A, read("9Ea"))
    assert set(GAME.legal(see(stuck, A))) == {Discard(read("8Ma"))}
    assert Off(read("8Ma"), 1) in GAME.legal(see(free, A))
    assert joins(one(Card(read("9Ea"))), free.table.groups) == (1,)


def _count(position: Position, depth: int) -> int:
    """How many ways the second version has to make this many moves; a drawn card ends the count."""
    if depth == 0:
        return 1
    if not isinstance(position, Taking | Laying):
        return 0
    moves = _allowed(position, position.mover)
    if isinstance(position, Laying) and position.taken is not None:
        moves -= {Discard(position.taken)}
    return sum(_count(_do(position, move, position.mover), depth - 1) for move in moves)


@pytest.mark.deep
def test_the_pinned_counts_are_those_of_the_second_version() -> None:
    text = laws.texts("foozle")["perft.txt"]
    position = fold(GAME, record.read(text)).table.state
    assert [_count(position, depth) for depth in (1, 2, 3)] == laws.perft_pins(text)
