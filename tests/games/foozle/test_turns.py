"""The game of the day: so many turns for everybody, whatever tokens they have."""

from games.core import CHANCE, Question, Seat
from games.engine import record
from games.engine.record import Header, Record
from games.engine.replay import replay
from games.engine.selfplay import next_line, selfplay
from games.engine.table import AnyTable, Table
from games.foozle import GAME
from games.foozle.rules.cards import ALL, among, each
from games.foozle.rules.melds import best, loose
from games.foozle.rules.position import Finished

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


def test_the_player_is_told_how_many_turns_are_left() -> None:
    table: AnyTable = Table.new(GAME, Header("foozle", "1", 2, tuple(TURNS.items())))
    told = list[str]()
    while not table.over:
        asked = None if CHANCE in table.turn.owes else table.prompt(Seat(0))
        if isinstance(asked, Question) and "Draw a card" in asked.text:
            told.append(asked.text.partition("? ")[2])
        table = table.play(next_line(table, b"9", ("hasty",) * 2))
    assert told == ["It's one of 3 turns left.", "It's one of 2 turns left.", "It's the last turn."]
    assert "That was the last turn: " in table.heard(None)[-1]


def test_loose_cards_are_those_that_no_group_has() -> None:
    hand = among(list(each(ALL))[:5])
    assert loose(hand) == 5 - sum(group.bit_count() for group in best(hand).groups)
