"""Rare events in Foozle happen in its records, and the test names the record."""

from collections.abc import Callable

import pytest

from games.foozle import GAME
from games.foozle.rules.cards import ALL, NONE
from games.foozle.rules.laying import is_foozle
from games.foozle.rules.melds import kind
from games.foozle.rules.notation import Deal, Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import DealOwed, Finished, Laying, Position, Taking
from tests.laws.cards import files_in_which

Happens = Callable[[Position, Move, Position], bool]


def _shuffles_the_dump(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Draw) and not before.table.pile and before.table.dump != NONE


def _shuffles_the_tableau(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Draw) and not before.table.pile and before.table.dump == NONE


def _shuffles_all(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, DealOwed) and before.table.hands != after.table.hands and after.table.pile == ALL


def _deals_from_what_is_left(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Deal) and before.table.pile != ALL


def _lays_a_big_foozle(before: Position, move: Move, after: Position) -> bool:
    use = move.use if isinstance(move, Take) else move
    return isinstance(use, Lay | Off) and is_foozle(use)


def _takes_a_big_foozle(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Take) and _lays_a_big_foozle(before, move, after)


def _shares_the_most_at_the_end(before: Position, move: Move, after: Position) -> bool:
    """Somebody has all the colours, but the game goes on because the most tokens are shared (rule 14)."""
    table = after.table
    collected = any(colours.bit_count() >= table.needed for colours in table.colours)
    return collected and table.tokens.count(max(table.tokens)) > 1


def _wins_without_the_colours(before: Position, move: Move, after: Position) -> bool:
    if not isinstance(after, Finished) or after.winner is None:
        return False
    return after.table.colours[after.winner].bit_count() < after.table.needed


def _goes_out_by_a_discard(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Discard) and before.table.whites != after.table.whites


def _goes_out_without_one(before: Position, move: Move, after: Position) -> bool:
    out = before.table.whites != after.table.whites
    return out and isinstance(move, Lay | Off) and not _lays_a_big_foozle(before, move, after)


def _wins_by_a_coloured_token(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and before.table.whites == after.table.whites


def _wins_a_token_by_a_set(before: Position, move: Move, after: Position) -> bool:
    won = before.table.colours != after.table.colours
    return won and isinstance(move, Lay) and kind(move.cards) == "set"


def _turns(old: str, new: str) -> Happens:
    """A card laid off changes the group's kind (rule 9)."""

    def happens(before: Position, move: Move, after: Position) -> bool:
        if not isinstance(move, Off) or not isinstance(after, Laying | Taking):
            return False
        at = move.group - 1
        return (kind(before.table.groups[at]), kind(after.table.groups[at])) == (old, new)

    return happens


def _joins_the_group_chosen(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Lay) and move.on is not None


RARE: dict[str, tuple[Happens, set[str]]] = {
    "the dump is shuffled within a hand": (_shuffles_the_dump, {"rule-13-an-empty-draw-pile.txt"}),
    "the tableau is shuffled within a hand": (_shuffles_the_tableau, {"rule-13-an-empty-draw-pile.txt"}),
    "all cards are shuffled after a hand": (_shuffles_all, {"rule-12-the-dump.txt", "three-levels.txt"}),
    "a hand is dealt from what is left": (_deals_from_what_is_left, {"rule-12-the-dump.txt", "tie.txt"}),
    "a Big Foozle": (_lays_a_big_foozle, {"rule-10-the-big-foozle.txt", "three-levels.txt"}),
    "a Big Foozle with a card taken": (_takes_a_big_foozle, {"big-foozle-taken.txt"}),
    "the most tokens are shared": (_shares_the_most_at_the_end, {"rule-14-the-end.txt", "tie.txt"}),
    "who wins lacks a colour": (_wins_without_the_colours, {"rule-14-the-end.txt"}),
    "the last card is discarded": (_goes_out_by_a_discard, {"rule-11-by-a-discard.txt"}),
    "the last card is laid": (_goes_out_without_one, {"rule-11-going-out.txt"}),
    "a coloured token wins": (_wins_by_a_coloured_token, {"four-seats.txt"}),
    "a set wins a token": (_wins_a_token_by_a_set, {"rule-08-tokens.txt"}),
    "a flush run becomes a flush": (_turns("flush run", "flush"), {"rule-09-flush-runs.txt"}),
    "a flush run becomes a run": (_turns("flush run", "run"), {"rule-09-laying-off.txt"}),
    "a flush becomes a flush run": (_turns("flush", "flush run"), {"rule-09-flush-runs.txt"}),
    "a group is chosen to be joined": (_joins_the_group_chosen, {"rule-07-joining.txt"}),
}


@pytest.mark.parametrize("what", RARE)
def test_a_rare_event_is_in_these_records(what: str) -> None:
    happens, files = RARE[what]
    found = files_in_which(GAME, happens)
    assert files <= found, f"It happens in {', '.join(sorted(found)) or 'none'}."
