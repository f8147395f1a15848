"""Games that end by turns: the game of the day at once, and Quick games if nobody has won before."""

from dataclasses import replace

from games.core import CHANCE, Question, Seat
from games.engine import record
from games.engine.record import Header, Record
from games.engine.replay import replay
from games.engine.selfplay import next_line, selfplay
from games.engine.table import AnyTable, Table
from games.foozle import GAME
from games.foozle.rules.cards import ALL, among, each, read
from games.foozle.rules.melds import best, loose
from games.foozle.rules.notation import Discard, Lay
from games.foozle.rules.position import Finished, Laying, Position, Taking
from games.foozle.rules.rulebook import apply
from games.foozle.rules.view import see
from tests.games.foozle.naive import cards, table_with
from tests.games.foozle.shown import A, B

TURNS = {"turns": "3"}


def _played(seed: bytes, turns: str = "3", seats: int = 2) -> Record:
    return selfplay(GAME, seats, {"turns": turns}, seed, ("hasty",) * seats)


def _turns(told: Record, seat: int) -> int:
    return sum(line.who == seat and line.text.split()[0] in ("draw", "take") for line in told.lines)


def test_everybody_has_so_many_turns_and_then_it_is_over() -> None:
    for seats in (2, 3):
        for number in range(10):
            told = _played(bytes([number]), seats=seats)
            assert [_turns(told, seat) for seat in range(seats)] == [3] * seats
            again = replay(GAME, record.read(record.write(told)))
            assert not again.faults
            assert again.table.outcome is not None
            assert again.table.outcome.reason.endswith("when the turns were over")


def test_all_five_colours_end_nothing_before() -> None:
    told = replay(GAME, _played(b"5", turns="60"))
    outcome = told.table.outcome
    assert outcome is not None
    assert max(outcome.scores) > 5
    assert _turns(told.table.record(), 0) == 60


def test_equal_tokens_share_first_place() -> None:
    ends = [replay(GAME, _played(bytes([number]), turns="1")).table for number in range(20)]
    shared = next(end for end in ends if end.outcome is not None and end.outcome.places == (1, 1))
    assert isinstance(shared.state, Finished)
    assert GAME.describe is not None
    assert GAME.describe(shared.view(None)).startswith("The game is over. ")
    GAME.draw(shared.view(None))


def _discarding(tokens: tuple[int, int], left: int = 1, colours: int = 0) -> tuple[Position, list[str]]:
    """What follows a's discard, with so many white tokens and turns left, and a's colours."""
    table = replace(table_with(("8Zu 1Bo", "Grue Snail"), "0Fa", (), 3), whites=tokens, colours=(colours, 0))
    step = apply(Laying(replace(table, left=left, hurries=True), A), A, Discard(read("1Bo")))
    return step.state, [event.text for event in step.events]


def test_the_most_tokens_win_when_the_turns_of_a_quick_game_are_over() -> None:
    end, told = _discarding((2, 1))
    assert isinstance(end, Finished)
    assert (end.winner, told[-1]) == (A, "That was the last turn: {a} 2, {b} 1.")
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert outcome.reason == "2 tokens, more than the other player, when the turns were over"


def test_if_they_are_shared_a_quick_game_goes_on_until_somebody_gets_ahead() -> None:
    tied, told = _discarding((1, 1))
    assert isinstance(tied, Taking)
    assert told[-1].endswith("It's a tie for the most, so the first to get ahead wins.")
    assert see(tied, B).turns_left == "The first to get ahead wins."
    still, told = _discarding((1, 1), left=0)
    assert (type(still), len(told)) == (Taking, 1)
    table = replace(tied.table, hands=(cards("4La 5La 6La 1Bo"), cards("Grue")))
    end = apply(Laying(table, A), A, Lay(cards("4La 5La 6La"))).state
    assert isinstance(end, Finished)
    assert end.winner == A


def test_colours_end_a_quick_game_before_its_turns_are_over() -> None:
    table = replace(table_with(("4La 5La 6La 1Bo", "Grue"), "0Fa", (), 3), colours=(0b110, 0))
    end = apply(Laying(replace(table, left=20, hurries=True), A), A, Lay(cards("4La 5La 6La"))).state
    assert isinstance(end, Finished)


def test_the_player_is_told_how_many_turns_are_left() -> None:
    table: AnyTable = Table.new(GAME, Header("foozle", "1", 2, tuple(TURNS.items())))
    told = list[str]()
    while not table.over:
        asked = None if CHANCE in table.turn.owes else table.prompt(Seat(0))
        if isinstance(asked, Question) and "Draw a card" in asked.text:
            told.append(asked.text.partition("? ")[2])
        table = table.play(next_line(table, b"9", ("hasty",) * 2))
    assert told == ["3 turns left.", "2 turns left.", "It's the last turn."]
    assert "That was the last turn: " in table.heard(None)[-1]


def test_loose_cards_are_those_that_no_group_has() -> None:
    hand = among(list(each(ALL))[:5])
    assert loose(hand) == 5 - sum(group.bit_count() for group in best(hand).groups)
