"""One part of the board, close up."""

from games.core import Seat
from games.doublolo.pictures import whole
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.tiles import Tile, paint
from games.doublolo.rules.parts import PARTS, part_of
from games.doublolo.rules.position import GRID, RED, WHITE
from games.doublolo.rules.view import View
from games.kit.brush.marks import CREAM
from games.kit.brush.palette import Picture
from tests.games.doublolo.looking import CLOSE, close, playing, share, shown
from tests.games.pictures import furthest

LEAST = 33
"""The least height of capitals in px: 11 px on a phone."""


class TestThePartCloseUp:
    def test_every_square_of_it_that_can_be_chosen_shows_its_name_and_what_it_flips(self) -> None:
        view = View(playing())
        assert view.choices
        last = view.last
        assert last is not None
        for at, flips in view.choices.items():
            if max(abs(at.column - last.square.column), abs(at.row - last.square.row)) <= 1:
                continue  # what the last move flipped reaches over its neighbours
            label = paint(Tile(open=view.mover, name=str(at), flips=flips), CLOSE)
            assert furthest(close(view, part_of(at), at), label) <= 40
            assert share(close(view, part_of(at), at), CREAM) > 0.3

    def test_names_and_numbers_of_any_length_stay_inside_their_square(self) -> None:
        for seat in (RED, WHITE):
            label = paint(Tile(open=seat, name="W14", flips=28), CLOSE)
            rim = paint(Tile(open=seat, name="A1", flips=1), CLOSE)
            for box in ((0, 0, 10, CLOSE), (CLOSE - 10, 0, CLOSE, CLOSE)):
                assert furthest(label.crop(box), rim.crop(box)) == 0

    def test_the_rest_is_as_on_the_whole_board(self) -> None:
        view = View(playing())
        for part in PARTS:
            for seat in (RED, WHITE):
                for at in GRID.squares(view.board.stones[seat]):
                    last = view.last
                    if at in part and last and at != last.square and not last.flipped & GRID.bit(at):
                        seen = close(view, part, at, 24)
                        tile = Tile((at.column + at.row) & 1, seat)
                        assert furthest(seen, shown(tile, CLOSE, 24)) <= 30

    def test_the_waiting_player_sees_the_whole_board(self) -> None:
        position = playing()
        waiting = View(position, Seat(1 - position.mover))
        assert draw(waiting, ("A1-H7",)).png() == draw(waiting).png()

    def test_every_answer_of_the_prompt_shows_another_part(self) -> None:
        view = View(playing())
        drawn = [draw(view, (part.key,)).png() for part in PARTS]
        assert len({*drawn, draw(view).png()}) == len(PARTS) + 1

    def test_its_letters_can_be_read_on_a_phone(self) -> None:
        assert whole.CAPITALS >= LEAST
        label, bare = (paint(Tile(open=RED, name=name, flips=1), CLOSE) for name in ("E12", ""))
        assert bare.size == label.size
        rows = [row for row in range(CLOSE // 2) if _has_ink(label, row)]
        assert len(rows) >= LEAST


def _has_ink(image: Picture, row: int) -> bool:
    """Whether there is dark ink within the frame in this row."""
    line = image.crop((12, row, image.width - 12, row + 1)).convert("L")
    return row > 10 and min(line.tobytes()) < 60
