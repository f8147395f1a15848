"""FourSide's pictures while a move is chosen: the squares, what fits on one, and hints."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings

from games.core import Question
from games.fourside import GAME
from games.fourside.pictures.draw import corner, draw, hands_top
from games.fourside.pictures.hands import HIGH, half_of
from games.fourside.pictures.pieces import lit, tile
from games.fourside.pictures.squares import (
    BONUS,
    EDGE,
    GOLD,
    LOWER,
    MINUS,
    PITCH,
    Ground,
    paint_ground,
)
from games.fourside.pictures.tiles import HELD, TURNED, Sign
from games.fourside.pictures.ways import ROW, TOP, middles
from games.fourside.rules.notation import Hint
from games.fourside.rules.position import (
    ALL_SQUARES,
    GRID,
    SEATS,
    SIDES,
    Board,
    Playing,
    Position,
    Table,
    Tile,
    turned,
)
from games.fourside.rules.view import View
from games.kit.brush.header import height
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Picture
from tests.games.fourside.looking import board, share, square
from tests.games.fourside.played import BOARD, CENTRE, TILES, after, playing, positions
from tests.games.pictures import furthest, opened

A, B = SEATS


def test_every_square_that_can_be_chosen_is_cream_and_shows_its_name() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    image = board(view)
    assert share(square(image, GRID.read("E3")), CREAM) > 0.3
    assert furthest(square(image, GRID.read("D3")), paint_ground(Ground())) < 60
    assert furthest(upper(view, "E3"), upper(view, "F4")) > 100


def test_once_a_square_is_chosen_no_other_shows_its_name() -> None:
    image = board(GAME.view(after(BOARD, TILES), A), ("E3",))
    assert share(square(image, GRID.read("E3")), CREAM) > 0.3
    assert share(square(image, GRID.read("F4")), CREAM) < 0.1


def test_a_square_that_can_be_chosen_shows_bonus_or_minus_and_not_what_it_scores() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    for name, ink in (("D4", BONUS), ("E5", MINUS)):
        assert share(square(board(view), GRID.read(name)), ink) > 0.1


def test_the_tile_that_a_square_places_stands_first_on_a_dark_ground() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    for name, dark in (("E3", True), ("D4", True), ("D3", False)):
        lower = square(board(view), GRID.read(name)).crop((10, LOWER - 22, PITCH - 10, LOWER + 22))
        assert (share(lower, NIGHT) > 0.1) == dark


def test_with_points_each_square_shows_what_it_scores_and_the_best_is_gold() -> None:
    plain = after(BOARD, TILES)
    assert isinstance(plain, Playing)
    names = View(plain, A)
    points = View(replace(plain, table=replace(plain.table, shows_points=True)), A)
    assert furthest(upper(names, "E3"), upper(points, "E3")) > 100
    golden = [
        name
        for name in ("D4", "E3", "E5", "F4")
        if share(square(board(points), GRID.read(name)), ACCENT) > 0.1
    ]
    assert golden == ["D4"]
    assert board(points).height > board(names).height
    waiting = View(points.position, B)
    assert not any(share(square(board(waiting), GRID.read(name)), CREAM) > 0.1 for name in ("D4", "E3"))


def test_a_picked_tile_lies_in_each_turn_that_fits_below_the_board() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    assert view.hand[0] is not None
    image = board(view, ("tile1",))
    turns = sorted({place.quarters for place in view.placements if place.number == 1})
    for (_, middle), quarters in zip(middles(len(turns)), turns, strict=True):
        shown = tile(turned(view.hand[0], quarters), TURNED, Sign("held", A), CREAM).convert("RGB")
        corner = middle - shown.width // 2, hands_top() + TOP - EDGE
        assert furthest(image.crop((*corner, corner[0] + shown.width, corner[1] + shown.height)), shown) < 60


def test_the_newest_tile_shows_what_it_gained_until_the_next_move() -> None:
    begun = after(BOARD, TILES, "3@D4", "tiles 2222")
    capsule = (PITCH - 40, -20, PITCH + 20, 20)
    left, top = corner(GRID.read("D4"))
    box = left + capsule[0], top + capsule[1], left + capsule[2], top + capsule[3]
    assert share(board(View(begun)).crop(box), ACCENT) > 0.3
    assert isinstance(begun, Playing)
    answered = GAME.apply(begun, B, View(begun).placements[-1]).state
    assert share(board(View(answered)).crop(box), ACCENT) < 0.2


def upper(view: View, at: str) -> Picture:
    """The upper line of a square: its name or its points."""
    return square(board(view), GRID.read(at)).crop((14, 14, PITCH - 14, PITCH // 2))


def test_the_waiting_player_sees_no_choices() -> None:
    position = playing(7, 50)
    waiting = View(position, SEATS[1 - position.mover])
    image = board(waiting)
    empty = [at for at in ALL_SQUARES if position.table.board.on(at) is None]
    assert not any(share(square(image, at), CREAM) > 0.03 for at in empty)
    assert draw(waiting, ("E3",)).png() == draw(waiting).png()


def test_the_movers_hand_lies_on_cream() -> None:
    image = board(View(playing(7, 50)))
    halves = [share(image.crop(half_of(seat, hands_top())), CREAM) for seat in SEATS]
    mover = playing(7, 50).mover
    assert halves[mover] > 0.3
    assert halves[1 - mover] < 0.1


def test_what_fits_on_the_chosen_square_is_shown_as_it_will_lie_with_the_labels_of_the_buttons() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    values = view.hand[0]
    assert values is not None
    image = board(view, ("E3",))
    labels = []
    for (_, middle), quarters in zip(middles(2), (1, 2), strict=True):
        gold = lit(SIDES.index("bottom"))  # the only side that touches
        shown = tile(turned(values, quarters), TURNED, Sign("held", A), CREAM, gold).convert("RGB")
        corner = middle - shown.width // 2, hands_top() + TOP - EDGE
        assert furthest(image.crop((*corner, corner[0] + shown.width, corner[1] + shown.height)), shown) < 60
        labels.append(image.crop((middle - 70, hands_top() + 160, middle + 70, hands_top() + HIGH)))
        assert share(labels[-1], NIGHT) > 0.02, "There's no label below the tile."
    assert furthest(*labels) > 100


@pytest.mark.parametrize("count", range(1, 21))
def test_tiles_that_fit_stand_in_rows_with_room_for_their_labels(count: int) -> None:
    found = middles(count)
    assert len(found) == count
    room = TURNED if count <= ROW else HELD
    for row in {row for row, _ in found}:
        here = [middle for at, middle in found if at == row]
        assert len(here) <= ROW
        assert here[0] >= room / 2
        assert here[-1] <= WIDTH - room / 2
        assert all(later - one >= room for one, later in pairwise(here))


def test_the_picture_is_higher_only_while_more_tiles_fit_than_one_row_holds() -> None:
    even: Tile = (1, 2, 1, 2)
    table = Table(3, Board().with_tile(CENTRE, (1, 1, 1, 1)), ((even,) * 5, (even,) * 5))
    view = View(Playing(table, A), A)
    few = View(Playing(replace(table, hands=((even, *(4 * ((2, 2, 2, 1),))), table.hands[1])), A), A)
    assert board(view, ("D4",)).height == board(view).height
    many = View(Playing(replace(table, hands=(((1, 1, 1, 2),) * 5, table.hands[1])), A), A)
    assert board(many, ("D4",)).height > board(many).height
    assert board(few, ("D4",)).height == board(few).height


def test_a_hint_is_marked_on_its_square_for_who_asked_alone() -> None:
    position = playing(5, 8)
    hinted = GAME.apply(position, position.mover, Hint()).state
    assert isinstance(hinted, Playing)
    assert hinted.hint is not None
    at = hinted.hint.square
    assert share(square(board(GAME.view(hinted, position.mover)), at, GOLD), ACCENT) > 0.08
    for viewer in (None, SEATS[1 - position.mover]):
        before, after = (GAME.view(one, viewer) for one in (position, hinted))
        assert furthest(square(board(before), at), square(board(after), at)) == 0
        heads = [opened(draw(one).png()).crop((0, 0, WIDTH, height(2))) for one in (before, after)]
        assert furthest(*heads) > 100, "The picture doesn't show that a hint is used up."


@settings(max_examples=20, deadline=None)
@given(positions)
def test_every_question_has_its_picture(position: Position) -> None:
    view = View(position)
    answers: tuple[str, ...] = ()
    drawn = []
    for _ in range(2):
        question = GAME.prompt(view, answers)
        if not isinstance(question, Question):
            break
        drawn.append(draw(view, answers).png())
        answers = (*answers, question.choices[0].key)
    assert len(set(drawn)) == len(drawn)
