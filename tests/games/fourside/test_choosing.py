"""FourSide's pictures while a tile is chosen: the tile, its turns, the squares, and hints."""

from hypothesis import given, settings

from games.core import Question
from games.fourside import GAME
from games.fourside.draw import HANDS_TOP, draw
from games.fourside.hands import HIGH, half_of
from games.fourside.notation import Hint
from games.fourside.pieces import lit, tile
from games.fourside.position import ALL_SQUARES, GRID, SEATS, Playing, Position, turned
from games.fourside.squares import EDGE, GOLD, Ground, paint_ground
from games.fourside.tiles import TURNED, Sign
from games.fourside.turns import STEP
from games.fourside.view import View
from games.kit.brush.header import height
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from tests.games.fourside.looking import board, share, square
from tests.games.fourside.played import playing, positions
from tests.games.fourside.test_rules import BOARD, TILES, after
from tests.games.pictures import furthest, opened

A, B = SEATS


def test_only_squares_that_can_be_chosen_show_their_names() -> None:
    image = board(GAME.view(after(BOARD, TILES), A), ("1", "r2"))
    named = paint_ground(Ground(name="E3", seat=A))
    assert furthest(square(image, GRID.read("E3")), named) < 60
    assert furthest(square(image, GRID.read("F4")), named) > 100


def test_a_square_that_can_be_chosen_shows_bonus_or_minus_and_not_what_it_scores() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    for answers, name, area in ((("3",), "D4", 20), (("2",), "E5", -20)):
        drawn = square(board(view, answers), GRID.read(name))
        assert furthest(drawn, paint_ground(Ground(area, name=name, seat=A))) < 60
        assert furthest(drawn, paint_ground(Ground(0, name=name, seat=A))) > 100


def test_before_a_tile_is_chosen_every_square_where_one_fits_has_light_corners() -> None:
    view = GAME.view(playing(7, 50), None)
    image = board(view)
    fitting = {place.square for place in view.placements}
    for at in ALL_SQUARES:
        if view.board.on(at) is None:
            assert (share(square(image, at), CREAM) > 0.03) == (at in fitting)


def test_the_waiting_player_sees_no_choices() -> None:
    position = playing(7, 50)
    waiting = View(position, SEATS[1 - position.mover])
    image = board(waiting)
    empty = [at for at in ALL_SQUARES if position.table.board.on(at) is None]
    assert not any(share(square(image, at), CREAM) > 0.03 for at in empty)
    assert draw(waiting, ("1",)).png() == draw(waiting).png()


def test_the_movers_hand_lies_on_cream() -> None:
    image = board(View(playing(7, 50)))
    halves = [share(image.crop(half_of(seat, HANDS_TOP)), CREAM) for seat in SEATS]
    mover = playing(7, 50).mover
    assert halves[mover] > 0.3
    assert halves[1 - mover] < 0.1


def test_the_chosen_tile_is_shown_close_up_in_each_of_its_turns_with_the_labels_of_the_buttons() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    values = view.hand[0]
    assert values is not None
    image = board(view, ("1",))
    drawn = []
    for place, quarters in enumerate((0, 1, 2)):
        middle = WIDTH // 2 + (place - 1) * STEP
        shown = tile(turned(values, quarters), TURNED, Sign("held", A), CREAM, lit(quarters)).convert("RGB")
        corner = middle - shown.width // 2, HANDS_TOP + 16 - EDGE
        assert furthest(image.crop((*corner, corner[0] + shown.width, corner[1] + shown.height)), shown) < 60
        drawn.append(image.crop((middle - 130, HANDS_TOP + 160, middle + 130, HANDS_TOP + HIGH)))
        assert share(drawn[-1], NIGHT) > 0.05, "There's no label below the tile."
    assert furthest(drawn[0], drawn[1]) > 100
    assert furthest(drawn[1], drawn[2]) > 100


def test_once_the_turn_is_chosen_both_hands_are_shown_again_and_the_tile_as_it_is_turned() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    mine, other = (
        [board(view, answers).crop(half_of(seat, HANDS_TOP)) for answers in ((), ("1", "r0"), ("1", "r2"))]
        for seat in SEATS
    )
    assert furthest(other[0], other[2]) == 0
    assert furthest(mine[0], mine[1]) > 100, "The chosen tile is not marked."
    assert furthest(mine[1], mine[2]) > 100, "It isn't shown as it was turned."


def test_the_chosen_tile_has_a_gold_frame_in_the_hand_and_no_other_has_one() -> None:
    view = GAME.view(after(BOARD, TILES), A)
    left, top, right, bottom = half_of(A, HANDS_TOP)
    step = (right - left) // 5
    for number, *turn in ((1, "r0"), (2,), (3,), (4,)):
        hand = board(view, (str(number), *map(str, turn))).crop((left, top, right, bottom))
        gold = [share(hand.crop((at * step, 0, at * step + step, 140)), ACCENT) for at in range(5)]
        assert max(range(5), key=gold.__getitem__) == number - 1
        assert gold[number - 1] > 0.08


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
    for _ in range(3):
        question = GAME.prompt(view, answers)
        if not isinstance(question, Question):
            break
        drawn.append(draw(view, answers).png())
        answers = (*answers, question.choices[0].key)
    assert len(set(drawn)) == len(drawn)
