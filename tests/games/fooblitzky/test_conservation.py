"""Nothing comes out of nowhere: every item's place has a reason, and every fooble's path is announced."""

import re
from collections import Counter

from hypothesis import given, settings

from games.core import Event
from games.fooblitzky.rules.city.items import ITEMS, MOST_CARRIED, Item
from games.fooblitzky.rules.moves import Missing
from games.fooblitzky.rules.phases import (
    Bumping,
    Choosing,
    LockersOwed,
    Offered,
    Position,
    ShopsOwed,
    StockOwed,
)
from tests.deep import examples
from tests.games.fooblitzky.played import Played, games

EARNS = r"\{(.)\} (?:sells .* for|washes dishes .* and earns) (\d+) foobles"
SPENDS = (
    r"\{(.)\} (?:buys .* for|enters .* for|pays|stays in the hospital(?: a third time)? for) (\d+) foobles",
    r"takes \{(.)\} to the hospital for (\d+) foobles",
)
GIVES, STEALS = r"gives \{(.)\} (\d+) foobles", r"steals (?P<sum>\d+) foobles from \{(?P<who>.)\}"


def items_of(position: Position) -> Counter[Item]:
    """Every copy of an item in the city, wherever it is."""
    board, phase = position.board, position.phase
    found = Counter({item: sum(board.stock[4 * item.number : 4 * item.number + 4]) for item in ITEMS})
    for player in board.players:
        found.update(thing for thing in (*player.bag, *player.lockers) if thing)
    found.update((*board.pawns[0], *board.pawns[1], *board.underway))
    if isinstance(phase, Bumping):
        found.update((*phase.pile, *phase.picked[0], *phase.picked[1]))
    if isinstance(phase, LockersOwed):
        found.update(item for item in board.chosen if item)
    return +found


@settings(max_examples=examples(6))
@given(games)
def test_items_come_from_the_chance_man_alone_and_never_go(game: list[Played]) -> None:
    for one in game:
        if isinstance(one.before.phase, Choosing | StockOwed) or isinstance(one.move, Missing):
            continue
        had, has = items_of(one.before), items_of(one.after)
        assert not had - has, f"{one.move} lost {had - has}"
        bought = isinstance(one.before.phase, Offered) and "Thumbs up" in one.told[0].text
        assert (has - had).total() == bought, f"{one.move} made {has - had}"


@settings(max_examples=examples(6))
@given(games)
def test_the_first_items_are_those_in_stores_and_lockers(game: list[Played]) -> None:
    """Three for each time an item is correct, four of each other item, and what the players chose."""
    begun = [one.after for one in game if isinstance(one.before.phase, StockOwed)]
    for position in begun:
        board, found = position.board, items_of(position)
        for item in ITEMS:
            shelves = 3 * board.correct.count(item) or 4
            assert found[item] == shelves + board.chosen.count(item)


@settings(max_examples=examples(6))
@given(games)
def test_bags_and_shelves_keep_their_bounds(game: list[Played]) -> None:
    for one in game:
        board = one.after.board
        assert min(board.stock) >= 0
        assert all(len(player.bag) <= MOST_CARRIED for player in board.players)
        assert all(player.bag == tuple(sorted(player.bag)) for player in board.players)
        assert not board.underway or isinstance(one.after.phase, ShopsOwed)


@settings(max_examples=examples(6))
@given(games)
def test_every_fooble_that_changes_hands_is_told(game: list[Played]) -> None:
    for one in game:
        if isinstance(one.before.phase, Choosing) or isinstance(one.move, Missing):
            continue
        had, has = _foobles(one.before), _foobles(one.after)
        changed = {"abcd"[seat]: now - then for seat, (then, now) in enumerate(zip(had, has, strict=True))}
        assert Counter(_told(one.told)) == Counter({who: change for who, change in changed.items() if change})


@settings(max_examples=examples(6))
@given(games)
def test_only_the_hospital_makes_debts(game: list[Played]) -> None:
    for one in game:
        for had, has in zip(_foobles(one.before), _foobles(one.after), strict=True):
            if has < had and has < 0:
                assert "hospital" in one.told[-1].text


def _foobles(position: Position) -> list[int]:
    """Everyone's foobles, also once the game is won and scores are items."""
    return [player.foobles for player in position.board.players]


def _told(events: tuple[Event, ...]) -> Counter[str]:
    """What was earned and spent by seat, according to the announcements."""
    changes: Counter[str] = Counter()
    for text in (event.text for event in events):
        for who, foobles in [*re.findall(EARNS, text), *re.findall(GIVES, text)]:
            changes[who] += int(foobles)
        for who, foobles in [found for spends in SPENDS for found in re.findall(spends, text)]:
            changes[who] -= int(foobles)
        for found in re.finditer(STEALS, text):
            changes[found["who"]] -= int(found["sum"])
    return Counter({who: change for who, change in changes.items() if change})
