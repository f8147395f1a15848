"""The match of the game of the day: so many deals, in which the first player goes solo without a bid."""

from itertools import count

import pytest

from games.calabresella import GAME
from games.calabresella.rules.position import DECK, Between, DealOwed, Rejecting
from games.calabresella.rules.tricks import ACES, THREES, TWOS
from games.core import CHANCE, IllegalMove, Question, Seat
from games.engine import record
from games.engine.record import Header, Line, Record
from games.engine.replay import replay
from games.engine.selfplay import next_line, selfplay
from games.engine.table import AnyTable, Table

SOLOS = {"solos": "2"}


def _played(seed: bytes) -> Record:
    return selfplay(GAME, 3, SOLOS, seed, ("measured",) * 3)


def _until(seed: bytes, phase: type) -> AnyTable:
    table: AnyTable = Table.new(GAME, Header("calabresella", "1", 3, tuple(SOLOS.items())))
    while not isinstance(table.state, phase):
        table = table.play(next_line(table, seed, ("measured",) * 3))
    return table


def test_the_first_player_gets_the_best_hand_and_goes_solo_at_once() -> None:
    for number in range(20):
        table = _until(bytes([number]), Rejecting)
        assert [line.who for line in table.lines] == [CHANCE, CHANCE]
        assert table.turn.owes == {0}
        assert "{a} goes solo." in table.heard(None)
        hands = table.state.hands
        high = [3 * (hand & THREES).bit_count() + 2 * (hand & (TWOS | ACES)).bit_count() for hand in hands]
        assert high[0] == max(high)
        assert sum(hand.bit_count() for hand in hands) == len(DECK.cards) - 4


def test_it_is_over_after_two_deals_whatever_the_score() -> None:
    for number in range(10):
        told = replay(GAME, record.read(record.write(_played(bytes([number])))))
        assert not told.faults
        outcome = told.table.outcome
        assert outcome is not None
        assert sum(line.who == CHANCE for line in told.table.lines) == 3, "a dealer and two deals"
        assert outcome.reason.endswith("points in a match of 2 solos")


def test_in_a_duel_the_first_player_sits_in_each_place_beside_the_dealer_once() -> None:
    assert GAME.daily is not None
    options = GAME.daily.in_duels.options
    for number in range(5):
        told = selfplay(GAME, 3, options, bytes([number]), ("measured",) * 3)
        table: AnyTable = Table.new(GAME, told.header)
        dealers = list[Seat]()
        for line in told.lines:
            table = table.play(line)
            if isinstance(table.state, Rejecting):
                dealers.append(table.state.match.dealer)
        assert len(dealers) == 3
        assert {*dealers} == {*table.seats}


def test_between_the_deals_there_is_nothing_to_ask_for_and_nothing_to_take_back() -> None:
    table = _until(b"7", Between)
    for wish in ("ask open", "ask replays", "ask point"):
        with pytest.raises(IllegalMove, match="next"):
            table.play(Line(Seat(0), wish))
    asked = table.prompt(Seat(0))
    assert isinstance(asked, Question)
    assert asked.text == "Ready for the next deal?"
    after = table.play(Line(Seat(0), "next"))
    assert after.turn.owes == {1, 2}
    assert not after.turn.may
    assert after.prompt(Seat(0)) is None, "they have said all there is to say"
    assert not list(GAME.legal(after.view(Seat(0))))
    following = after.play(Line(Seat(1), "next")).play(Line(Seat(2), "next"))
    assert isinstance(following.state, DealOwed)


def test_equal_points_share_first_place_and_can_be_seen() -> None:
    ends = (replay(GAME, _played(number.to_bytes(2))).table for number in count(50))
    end = next(one for one in ends if one.outcome is not None and one.outcome.places.count(1) > 1)
    assert GAME.describe is not None
    for viewer in (None, *end.seats):
        assert GAME.draw(end.view(viewer)).png()
        assert GAME.describe(end.view(viewer))


def test_the_table_says_what_is_played() -> None:
    table = _until(b"7", Rejecting)
    assert GAME.describe is not None
    assert "in a match of 2 solos" in GAME.describe(table.view(None))
