"""What the picture of a duel compares: a row for each part of the game, or for some moves of both."""

from functools import cache

import pytest

from bot.duels.card import MOST_HANDS, MOST_ROWS, DuelResult
from bot.duels.result import Seen, Way, compared, counted
from bot.table.deal import PLAYER, rules_of, scored
from bot.table.trail import Trail, trail
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.selfplay import selfplay
from games.engine.table import AnyTable, Table
from games.kit.faces import Face

ADA, BRUNO = Seen(Face("Ada"), ""), Seen(Face("Bruno"), "")


@cache
def played(name: str, level: str, seed: bytes = b"7") -> tuple[Header, tuple[Line, ...]]:
    """A duel's game, with computers of this level in all seats."""
    game = registry.find(name)
    rules = rules_of(game)
    told = selfplay(game, rules.seats, dict(rules.in_duels.options), seed, (level,) * rules.seats)
    return told.header, told.lines


def way(name: str, seen: Seen, header: Header, lines: tuple[Line, ...]) -> Way:
    """How somebody in the first seat came to their score; to none if the game isn't over."""
    game = registry.find(name)
    table: AnyTable = Table.new(game, header).unasked()
    for line in lines:
        table = table.play(line)
    score = None if table.outcome is None or table.resigned else scored(table)
    ended = "gave up" if score is None else counted(score, rules_of(game).unit)
    return Way(seen, score, ended, trail(game, header, lines, (PLAYER,), scored))


def result(name: str, first: Way, second: Way) -> DuelResult:
    game = registry.find(name)
    found = compared(game, first, second, "Same deal", rules_of(game).in_duels.goal)
    assert found.png()
    return found


def test_in_calabresella_each_deal_is_a_row_with_its_cards_and_what_a_soloist_needs() -> None:
    ways = [way("calabresella", ADA, *played("calabresella", level)) for level in ("measured", "eager")]
    found = result("calabresella", *ways)
    assert (found.unit, found.labels, found.goal, found.are_parts) == ("deal", ("1", "2", "3"), 18, True)
    assert [len(cards) for cards in found.dealt] == [12, 12, 12]
    assert ways[0].trail.dealt == ways[1].trail.dealt
    for side, one in zip(found.sides, ways, strict=True):
        assert sum(side.values) == one.score


def test_the_deal_is_lit_from_which_the_winner_was_ahead_for_good() -> None:
    ahead = Way(ADA, 50, "50 points", Trail((0, 10, 30, 50), (10, 30, 50), (("K♠",),) * 3))
    behind = Way(BRUNO, 45, "45 points", Trail((0, 20, 25, 45), (20, 25, 45), (("K♠",),) * 3))
    found = result("calabresella", ahead, behind)
    assert [side.values for side in found.sides] == [(10, 20, 20), (20, 5, 20)]
    assert found.turning == 1
    assert found.caption == "{name} went ahead for good with deal 2."


def test_whoever_gave_up_has_hollow_bars_for_the_deals_that_they_finished() -> None:
    header, lines = played("calabresella", "eager")
    whole = way("calabresella", ADA, header, lines)
    for share, rows in ((0.1, 0), (0.5, 1), (0.9, 2)):
        some = lines[: int(len(lines) * share)]
        left = way("calabresella", BRUNO, header, (*some, Line(PLAYER, "/resign")))
        found = result("calabresella", whole, left)
        assert len(found.labels) == 3
        assert found.sides[1].values == found.sides[0].values[:rows]
        assert [side.is_through for side in found.sides] == [True, False]
        assert (found.turning, found.headline) == (None, "wins")


@pytest.mark.parametrize("name", ["doublolo", "fourside", "foozle", "fooblitzky"])
def test_where_every_move_counts_rows_are_moves_and_end_where_somebody_gave_up(name: str) -> None:
    header, lines = played(name, registry.find(name).about.levels[0])
    whole = way(name, ADA, header, lines)
    left = way(name, BRUNO, header, (*lines[: len(lines) // 2], Line(PLAYER, "/resign")))
    found = result(name, whole, left)
    assert (found.unit, found.goal, found.are_parts) == ("move", 0, False)
    assert found.sides[0].values[-1] == whole.score
    first, second = (side.values for side in found.sides)
    assert 0 < len(second) < len(first) <= MOST_ROWS
    assert second == first[: len(second)]


def test_a_match_of_more_deals_has_no_room_for_cards() -> None:
    sums = tuple(range(10, 10 * (MOST_HANDS + 2), 10))
    one = Way(ADA, sums[-1], "points", Trail((0, *sums), sums, (("K♠",),) * len(sums)))
    found = result("calabresella", one, one._replace(seen=BRUNO))
    assert len(found.labels) == MOST_HANDS + 1
    assert found.dealt == ()
    assert found.headline == "Level"


def test_nothing_is_known_of_a_way_that_cannot_be_replayed() -> None:
    one = way("calabresella", ADA, *played("calabresella", "eager"))
    assert one.score is not None
    found = result("calabresella", one, Way(BRUNO, one.score - 1, "points", Trail()))
    assert found.sides[1].values == ()
    assert (found.turning, found.caption) == (None, "")
