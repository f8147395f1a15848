"""The consequences of a move."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.core import CHANCE, IllegalMove, Seat
from games.fourside import GAME, Options
from games.fourside.rules.fitting import score
from games.fourside.rules.notation import Draw, Hint, Move, read
from games.fourside.rules.options import LARGEST, Level
from games.fourside.rules.position import (
    GRID,
    SEATS,
    BoardOwed,
    Finished,
    Place,
    Playing,
    Position,
    TilesOwed,
    other,
)
from games.fourside.rules.start import AREAS
from games.fourside.words.describe import describe
from tests.games.fourside.played import (
    BOARD,
    CENTRE,
    STUCK,
    TILES,
    after,
    last_square,
    played,
    playing,
    positions,
)

A, B = SEATS


def told(position: Position, text: str) -> list[str]:
    (seat,) = GAME.turn(position).owes
    return [event.text for event in GAME.apply(position, seat, read(text)).events]


def drawing(seed: int, moves: int) -> TilesOwed:
    """A position from a random game in which one tile has to be drawn."""
    position = playing(seed, moves)
    place = GAME.view(position, None).placements[0]
    owed = GAME.apply(position, position.mover, place).state
    assert isinstance(owed, TilesOwed)
    return owed


class TestTheStart:
    @given(st.integers(0, 2**32), st.sampled_from(list(LARGEST)))
    def test_chance_sets_up_a_legal_board(self, seed: int, level: Level) -> None:
        rng = Random(seed)
        new = GAME.new(2, Options(level=level))
        owed = GAME.apply(new, CHANCE, GAME.chance(new, rng)).state
        assert isinstance(owed, TilesOwed)
        board = owed.table.board
        assert (board.bonus.bit_count(), board.minus.bit_count()) == (AREAS[GRID], AREAS[GRID])
        assert not board.bonus & board.minus
        assert not (board.bonus | board.minus) & GRID.bit(CENTRE)
        assert [board.on(CENTRE)] == [tile for tile in board.tiles if tile]
        dealt = GAME.apply(owed, CHANCE, GAME.chance(owed, rng)).state
        values = {value for hand in dealt.table.hands for tile in hand if tile for value in tile}
        assert values <= set(range(1, LARGEST[level] + 1))
        assert dealt.table.missing == 0

    def test_all_values_are_equally_likely(self) -> None:
        rng, owed = Random(1), after(BOARD, level="expert")
        counts = dict.fromkeys(range(1, 10), 0)
        for _ in range(500):
            drawn = GAME.chance(owed, rng)
            assert isinstance(drawn, Draw)
            for tile in drawn.tiles:
                for value in tile:
                    counts[value] += 1
        assert min(counts.values()) > 0.9 * max(counts.values())

    def test_tiles_are_not_made_to_fit(self) -> None:
        """What chance draws depends only on the generator and on how many tiles are missing."""
        early, late = drawing(3, 3), drawing(3, 41)
        assert early.table.board != late.table.board
        assert GAME.chance(early, Random(5)) == GAME.chance(late, Random(5))

    def test_either_player_can_start(self) -> None:
        firsts = {GAME.turn(played(seed, 2)).owes for seed in range(20)}
        assert firsts == {frozenset({A}), frozenset({B})}

    def test_an_unknown_level_is_refused(self) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate({"level": "godlike"})


class TestAMove:
    @given(positions)
    def test_it_places_one_tile_and_scores_it(self, position: Position) -> None:
        if not isinstance(position, Playing):
            return
        before, mover = position.table, position.mover
        for place in GAME.view(position, mover).placements:
            table = GAME.apply(position, mover, place).state.table
            changed = [at for at, tile in enumerate(table.board.tiles) if tile != before.board.tiles[at]]
            assert changed == [place.square.row * 9 + place.square.column]
            assert table.hands[other(mover)] == before.hands[other(mover)]
            assert table.hands[mover].count(None) == 1
            assert table.hands[mover][place.number - 1] is None
            points = score(before.board, place.square).points
            assert table.scores[mover] == max(0, before.scores[mover] + points)
            assert table.scores[other(mover)] == before.scores[other(mover)]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("3@E4", "taken"),
            ("3@F5", "next to a tile"),
            ("3@A1", "next to a tile"),
            ("3@E3", "its bottom side is a 4 next to a 1"),
            ("4r2@E5", "Type “4@E5”"),
        ],
    )
    def test_a_refusal_says_what_is_wrong(self, text: str, reason: str) -> None:
        position = after(BOARD, TILES)
        with pytest.raises(IllegalMove, match=reason):
            GAME.apply(position, A, read(text))

    def test_all_sides_that_differ_are_named(self) -> None:
        position = after(BOARD, TILES, "3@D4", "tiles 2222", "1@E3", "tiles 1111")
        with pytest.raises(
            IllegalMove, match="its right side is a 6 next to a 1 and its bottom side is a 6 next to a 4"
        ):
            GAME.apply(position, A, read("5@D3"))

    @pytest.mark.parametrize("number", [0, 6, -1])
    def test_there_are_five_tiles(self, number: int) -> None:
        with pytest.raises(IllegalMove, match="1 to 5"):
            GAME.apply(after(BOARD, TILES), A, Place(number, 0, GRID.read("D4")))

    def test_chance_and_players_wait_for_each_other(self) -> None:
        position = after(BOARD, TILES)
        for seat, move in [(B, read("1@E3")), (CHANCE, read("tiles 1111")), (A, read("tiles 1111"))]:
            with pytest.raises(IllegalMove):
                GAME.apply(position, seat, move)
        with pytest.raises(IllegalMove, match="set up and the hands are full"):
            GAME.apply(after(BOARD), CHANCE, read("3@D4"))


class TestTelling:
    def test_a_placement_is_told_with_its_turn_and_how_its_points_add_up(self) -> None:
        position = after(BOARD, TILES)
        assert told(position, "3@D4") == ["{a} places tile 3 on D4 for 24 points: 4 + 20."]
        assert told(position, "1r1@E3") == ["{a} turns tile 1 right and places it on E3 for 1 point."]
        assert told(position, "1r2@E3") == ["{a} turns tile 1 around and places it on E3 for 1 point."]

    @pytest.mark.parametrize(("score", "last"), [(0, "stays at 0"), (5, "drops to 0"), (17, "drops to 0")])
    def test_a_score_that_ends_at_0_is_told(self, score: int, last: str) -> None:
        position = after(BOARD, TILES)
        position = replace(position, table=replace(position.table, scores=(score, 9)))
        (said,) = told(position, "2@E5")
        whole = "{a} places tile 2 on E5 for −17 points: 3 − 20."
        assert said == (whole if score == 17 else f"{whole} Their score {last}.")


class TestLostTurns:
    def test_a_player_who_cannot_place_a_tile_loses_the_turn_and_everybody_is_told(self) -> None:
        position = after(BOARD, STUCK, "3@D4")
        assert told(position, "tiles 2222") == ["{b} has no tile that fits and loses a turn."]
        later = after(BOARD, STUCK, "3@D4", "tiles 2222")
        assert isinstance(later, Playing)
        assert (later.mover, later.again) == (A, True)
        assert later.table.hands[B] == position.table.hands[B]

    def test_it_ends_when_neither_can(self) -> None:
        position = after(BOARD, "tiles 6666 6666 5555 5555 5656 6666 5665 5555 6565 5555")
        assert isinstance(position, Finished)
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert (outcome.places, outcome.scores) == ((1, 1), (0, 0))
        assert describe(GAME.view(position, None)).startswith("The game is over. Both players win.")
        assert outcome.reason == "0 points each, and nobody can place a tile"


class TestTheEnd:
    @pytest.mark.parametrize(
        ("scores", "places", "points"),
        [
            ((0, 3), (1, 2), "4 points to 3"),
            ((0, 4), (1, 1), "4 points each"),
            ((0, 5), (2, 1), "5 points to 4"),
        ],
    )
    def test_a_full_board_ends_it_and_the_higher_score_wins(
        self, scores: tuple[int, int], places: tuple[int, int], points: str
    ) -> None:
        step = GAME.apply(last_square(scores), A, read("1@I7"))
        outcome = GAME.outcome(step.state)
        assert outcome is not None
        assert (outcome.places, outcome.scores) == (places, (4, scores[1]))
        assert outcome.reason == f"{points}, and the board is full"
        assert not GAME.turn(step.state).owes


def test_each_phase_accepts_only_its_own_moves() -> None:
    moves: list[Move] = [read(BOARD), read(TILES), read("3@D4"), Hint()]
    for position in (GAME.new(2, Options()), after(BOARD), after(BOARD, TILES), played(1, 900)):
        (owing,) = GAME.turn(position).owes or {Seat(7)}
        accepted = [move for move in moves if _accepts(position, owing, move)]
        assert len(accepted) == {BoardOwed: 1, TilesOwed: 1, Playing: 2, Finished: 0}[type(position)]


def _accepts(position: Position, seat: Seat, move: Move) -> bool:
    try:
        GAME.apply(position, seat, move)
    except IllegalMove:
        return False
    return True
