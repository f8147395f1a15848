"""Moves as text."""

import pytest

from games.core import BadNotation, Seat
from games.fourside.rules.notation import Draw, Hint, Lay, Move, read, write
from games.fourside.rules.position import Place
from games.kit.grid import Square

F7 = Square(5, 6)
BOARD = Lay(Seat(1), (3, 5, 1, 2), (Square(1, 1), Square(2, 5)), (Square(0, 3),))


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Place(3, 1, F7), "3r1@F7"),
        (Place(3, 0, F7), "3@F7"),
        (Hint(), "hint"),
        (BOARD, "board b / 3512 / B2 C6 / A4"),
        (Draw(((3, 5, 1, 2), (9, 9, 9, 1))), "tiles 3512 9991"),
    ],
)
def test_a_move_is_written_in_one_way_and_read_back(move: Move, text: str) -> None:
    assert write(move) == text
    assert read(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "3r1@F7",
        "3R1@f7",
        " 3 r1 f7 ",
        "3 1 F7",
        "3r1 @ F7",
        "3 r 1 @ F 7",
        "tile 3 r1 F7",
        "3r1 7f",
        "3r1@7F",
        "3 right F7",
        "3, Right, F7",
        "3 right@F7",
    ],
)
def test_what_people_type_is_understood(text: str) -> None:
    assert read(text) == Place(3, 1, F7)


@pytest.mark.parametrize(
    ("text", "quarters"), [("3 as it is F7", 0), ("3 Around F7", 2), ("Tile 3 left f7", 3)]
)
def test_turns_can_be_typed_in_words(text: str, quarters: int) -> None:
    assert read(text) == Place(3, quarters, F7)


@pytest.mark.parametrize("text", ["3@F7", "3 F7", "3r0@F7", "3 0 f7", "Tile 3 F7"])
def test_an_unturned_tile_needs_no_turn(text: str) -> None:
    assert read(text) == Place(3, 0, F7)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "such as “3r1@F7”"),
        ("F7", "such as “3r1@F7”"),
        ("3r1", "such as “3r1@F7”"),
        ("6@F7", "tiles are 1 to 5"),
        ("3r4@F7", "r0 to r3"),
        ("3@J1", "A1 to I7"),
        ("3@A8", "A1 to I7"),
        ("pass", "You can't pass"),
        ("tiles 123", "four values"),
        ("tiles 1203", "four values"),
        ("hint please", "Type just the first word"),
        ("board c / 3512 / A1 / B1", "seats are a, b"),
        ("board a / 3512 / A1", "4 groups"),
    ],
)
def test_other_text_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=r"^[A-Z“].*\.$") as refused:
        read(text)
    assert sentence in str(refused.value)
