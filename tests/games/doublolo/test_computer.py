"""Computers: legal and repeatable moves within their budget, each level stronger than the one before."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import CHANCE, IllegalMove
from games.doublolo import GAME, Options
from games.doublolo.computers.evaluation import WON, closed_axes, final, terrain, value
from games.doublolo.computers.search import Search
from games.doublolo.computers.tuned import safe, tuned
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.notation import Call, Place
from games.doublolo.rules.position import RED, Board, CallOwed, Finished, Playing, Position
from games.kit.grid import Grid, bits
from tests.deep import examples, sized
from tests.games.doublolo import naive
from tests.games.doublolo.matches import won
from tests.games.doublolo.played import played, positions


def test_the_game_has_computers_of_every_level_it_names() -> None:
    assert GAME.about.levels == ("greedy", "easy", "daydreamer", "schooled", "seer")


@settings(max_examples=examples(6))
@given(positions, st.sampled_from(("greedy", "easy", "daydreamer", "schooled")), st.integers())
def test_a_move_is_legal_and_the_same_again(position: Position, level: str, seed: int) -> None:
    (seat,) = GAME.turn(position).owes or {CHANCE}
    if seat == CHANCE:
        with pytest.raises(IllegalMove, match="nothing to choose"):
            GAME.choose(GAME.view(position, RED), level, Random(seed))
        return
    view = GAME.view(position, seat)
    move = GAME.choose(view, level, Random(seed))
    assert move in tuple(GAME.legal(view))
    assert GAME.choose(view, level, Random(seed)) == move


def test_computers_call_heads_and_tails() -> None:
    view = GAME.view(played(1, 1), RED)
    assert isinstance(view.position, CallOwed)
    calls = {GAME.choose(view, "schooled", Random(seed)) for seed in range(20)}
    assert calls == {Call("heads"), Call("tails")}


def test_greedy_flips_the_most_stones() -> None:
    position = Playing(naive.board(naive.read(".WR.WWWR.WWR.")), RED)
    move = GAME.choose(GAME.view(position, RED), "greedy", Random(1))
    assert GAME.write(move) == "D1"


def test_greedy_chooses_by_chance_between_equal_squares() -> None:
    position = Playing(naive.board(naive.read(".WR#RW.")), RED)
    chosen = {GAME.write(GAME.choose(GAME.view(position, RED), "greedy", Random(n))) for n in range(20)}
    assert chosen == {"A1", "G1"}


def quick(seed: int, turns: int) -> Playing:
    """A quick game after so many random moves."""
    rng = Random(seed)
    position: Position = GAME.new(2, Options(length="quick", first="red"))
    position = GAME.apply(position, CHANCE, GAME.chance(position, rng)).state
    while turns and isinstance(position, Playing):
        found = list(GAME.legal(GAME.view(position, position.mover)))
        position = GAME.apply(position, position.mover, found[int(rng.random() * len(found))]).state
        turns -= 1
    assert isinstance(position, Playing)
    return position


def test_the_beginner_gives_away_corners_for_stones_and_easy_does_not() -> None:
    """The beginner's most stones are often beside an empty corner, where Easy seldom goes."""
    beside = {"greedy": 0, "easy": 0}
    for seed in range(40):
        position = quick(seed, 30)
        board = position.board
        corners = terrain(board.grid, board.blocked).corners
        risky = board.grid.around(corners & board.empty) & ~corners
        for level in beside:
            move = GAME.choose(GAME.view(position, position.mover), level, Random(1))
            assert isinstance(move, Place)
            beside[level] += bool(risky & board.grid.bit(move.square))
    assert beside["greedy"] > 2 * beside["easy"]


def test_the_daydreamer_sometimes_forgets_that_the_other_moves() -> None:
    """Where looking ahead finds another square, it takes now this one and now that one."""
    for seed in range(20):
        position = quick(seed, 20)
        view = GAME.view(position, position.mover)
        board, own, other = position.board, *position.board.stones[:: 1 - 2 * position.mover]
        ahead = board.grid.square(Search(board.grid, board.blocked, 300).best(own, other))
        moves_made = [GAME.choose(view, "daydreamer", Random(tried)) for tried in range(40)]
        at_once = GAME.choose(view, "easy", Random(1))
        if at_once != Place(ahead):
            assert set(moves_made) == {Place(ahead), at_once}
            assert 20 < moves_made.count(Place(ahead)) < 40
            return
    raise AssertionError("Looking ahead never found another square.")


@settings(max_examples=examples(30))
@given(st.integers(0, 99), st.integers(0, 45))
def test_what_was_learned_is_as_bad_for_one_player_as_it_is_good_for_the_other(seed: int, turns: int) -> None:
    board = quick(seed, turns % 30).board
    worth = tuned(board.grid, board.blocked)
    red, white = board.stones
    assert worth(red, white, board.empty) == -worth(white, red, board.empty)


def test_safe_stones_are_those_that_nobody_ever_flips() -> None:
    """Checked by playing on at random: no stone that was counted as safe changes its colour."""
    for seed in range(sized(20, 200)):
        position: Position = quick(seed, 25)
        board = position.board
        closed = closed_axes(board.grid, board.blocked)
        found = [safe(closed, board.grid.steps, stones) for stones in board.stones]
        rng = Random(seed)
        while isinstance(position, Playing):
            legal = list(GAME.legal(GAME.view(position, position.mover)))
            position = GAME.apply(position, position.mover, legal[int(rng.random() * len(legal))]).state
            now = position.board.stones
            assert all(kept & stones == kept for kept, stones in zip(found, now, strict=True))


@pytest.mark.parametrize("budget", [1, 40, 300, 1500])
def test_a_search_never_passes_its_budget(budget: int) -> None:
    for seed in range(3):
        position = played(seed, 60)
        assert isinstance(position, Playing)
        board, mover = position.board, position.mover
        search = Search(board.grid, board.blocked, budget)
        search.best(board.stones[mover], board.stones[1 - mover])
        assert search.nodes <= budget


def best_margin(grid: Grid, blocked: int, own: int, other: int) -> int:
    """The final margin when both play their best, found by trying every move."""
    empty = grid.full & ~(blocked | own | other)
    open_squares = list(bits(moves(grid, own, other, empty)))
    if not open_squares:
        if moves(grid, other, own, empty):
            return -best_margin(grid, blocked, other, own)
        return own.bit_count() - other.bit_count()
    return max(margin(grid, blocked, own, other, bit) for bit in open_squares)


def margin(grid: Grid, blocked: int, own: int, other: int, bit: int) -> int:
    turned = flips(grid, own, other, bit)
    return -best_margin(grid, blocked, other ^ turned, own | turned | bit)


@settings(max_examples=examples(15))
@given(st.lists(st.sampled_from("RRRWWW.#"), min_size=20, max_size=20))
def test_a_search_to_the_end_finds_the_best_end(squares: list[str]) -> None:
    board = naive.board([squares[row * 5 : row * 5 + 5] for row in range(4)])
    own, other = board.stones
    if board.empty.bit_count() > 7 or not moves(board.grid, own, other, board.empty):
        return
    search = Search(board.grid, board.blocked, 10**9)
    chosen = search.best(own, other)
    best = best_margin(board.grid, board.blocked, own, other)
    assert margin(board.grid, board.blocked, own, other, chosen) == best


class SearchStepByStep(Search):
    """A search that is stopped after each step."""

    def deeper(self, own: int, other: int, depth: int, first: int) -> int:
        """The mask of the best square at this depth."""
        *_, chosen = self._deepen(own, other, depth, first)
        return chosen

    def worth(self, own: int, other: int, empty: int, depth: int, alpha: int, beta: int) -> int:
        """The worth at this depth, exact between `alpha` and `beta`."""
        return self._worth(own, other, empty, depth, alpha, beta)


def plain_worth(board: Board, own: int, other: int, depth: int) -> int:
    """The worth of a position at this depth without cutoffs; a lost turn costs no depth."""
    empty = Board(board.blocked, (own, other), board.grid).empty
    if not depth:
        return value(board.grid, terrain(board.grid, board.blocked), own, other, empty)
    open_squares = list(bits(moves(board.grid, own, other, empty)))
    if not open_squares:
        can_reply = moves(board.grid, other, own, empty)
        return -plain_worth(board, other, own, depth) if can_reply else final(own, other)
    return max(plain_reply(board, own, other, bit, depth) for bit in open_squares)


def plain_reply(board: Board, own: int, other: int, bit: int, depth: int) -> int:
    turned = flips(board.grid, own, other, bit)
    return -plain_worth(board, other ^ turned, own | turned | bit, depth - 1)


@pytest.mark.parametrize("seed", range(4))
def test_cutoffs_and_stored_positions_do_not_change_the_result(seed: int) -> None:
    """Cutoffs only save work: at each depth the chosen square is worth as much as without them."""
    position = played(seed, 5)
    assert isinstance(position, Playing)
    board, mover = position.board, position.mover
    own, other = board.stones[mover], board.stones[1 - mover]
    search = SearchStepByStep(board.grid, board.blocked, 10**9)
    chosen = search.at_once(own, other)
    for depth in (2, 3):
        chosen = search.deeper(own, other, depth, chosen)
        best = plain_worth(board, own, other, depth)
        assert plain_reply(board, own, other, chosen, depth) == best


@pytest.mark.parametrize("off", [-9, 9])
def test_a_stored_bound_is_not_taken_for_the_exact_worth(off: int) -> None:
    position = played(1, 5)
    assert isinstance(position, Playing)
    board, mover = position.board, position.mover
    own, other = board.stones[mover], board.stones[1 - mover]
    search = SearchStepByStep(board.grid, board.blocked, 10**9)
    worth = plain_worth(board, own, other, 3)
    search.worth(own, other, board.empty, 3, worth + off, worth + off + 1)
    assert search.worth(own, other, board.empty, 3, -2 * WON, 2 * WON) == worth


def test_blocked_squares_make_corners_and_edges_too() -> None:
    rows = """
        .....
        .....
        ..#..
        .....
        .....
    """
    board = naive.board(naive.read(rows))
    ground = terrain(board.grid, board.blocked)
    assert list(map(str, board.grid.squares(ground.corners))) == ["A1", "A5", "E1", "E5"]
    assert "B1" in map(str, board.grid.squares(ground.edges))
    assert "B3" not in map(str, board.grid.squares(ground.edges))


@given(positions)
def test_a_position_is_as_bad_for_one_player_as_it_is_good_for_the_other(position: Position) -> None:
    board: Board = position.board
    ground = terrain(board.grid, board.blocked)
    red, white = board.stones
    worth = value(board.grid, ground, red, white, board.empty)
    assert worth == -value(board.grid, ground, white, red, board.empty)
    assert (abs(worth) > WON) == (isinstance(position, Finished) and red.bit_count() != white.bit_count())


def test_a_narrow_win_is_worth_more_than_any_position_in_play() -> None:
    assert final(0b11, 0b1) > WON
    assert final(0b1, 0b11) < -WON
    assert final(0b1, 0b10) == 0


@pytest.mark.parametrize(
    ("weak", "strong", "boards"),
    [
        ("greedy", "easy", sized(2, 16)),
        ("easy", "daydreamer", sized(1, 8)),
        *sized([], [("greedy", "daydreamer", 8)]),
    ],
)
def test_a_higher_level_wins_with_either_colour(weak: str, strong: str, boards: int) -> None:
    assert won(strong, weak, boards) >= 0.75 * 2 * boards
