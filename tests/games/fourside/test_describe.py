"""The table in words."""

import re

from hypothesis import given

from games.core import Describes
from games.fourside import GAME
from games.fourside.describe import LONGEST, describe
from games.fourside.position import Finished, Playing, Position
from games.fourside.view import View
from tests.games.fourside.played import played, playing, positions
from tests.games.fourside.test_rules import BOARD, TILES, TestForfeits, after


def test_the_game_can_be_told_in_words() -> None:
    assert isinstance(GAME, Describes)
    assert GAME.describe(View(played(1, 9))) == describe(View(played(1, 9)))


def test_turn_scores_hands_and_placements_are_told() -> None:
    text = describe(View(after(BOARD, TILES, "3@D4", "tiles 2222")))
    assert text == (
        "{b} is to place a tile. {a} last placed a tile on D4. {a} has 24 points, {b} has 0 points. "
        "Tiles are told from the top, to the right. "
        "Hand of {a}: 1 is 1122, 2 is 3333, 3 is 2222, 4 is 2525, 5 is 6666. "
        "Hand of {b}: 1 is 1111, 2 is 3456, 3 is 6543, 4 is 1212, 5 is 4141. "
        "15 placements, among them 2@C4 for 4, 2r1@D3 for 4, 2r3@D5 for 4, 3@D3 for 4, 3r2@D5 for 4. "
        "BONUS: A1, A2, A3, I1, I2. MINUS: B1, B2, B3, E5, I3, I7. Row 4: D4 4444, E4 1234."
    )


def test_a_forfeit_and_a_hint_are_told() -> None:
    again = after(BOARD, TestForfeits.STUCK, "3@D4", "tiles 2222", "hint")
    text = describe(View(again))
    assert "The hint was " in text
    forfeited = after(BOARD, TestForfeits.STUCK, "3@D4", "tiles 2222")
    assert "{a} is to place a tile again, for the other had no tile that fits." in describe(View(forfeited))


def test_what_lies_where_is_told_as_long_as_there_is_room() -> None:
    assert "Row 4: " in describe(View(playing(3, 30)))


@given(positions)
def test_words_fit_and_name_seats_by_marks(position: Position) -> None:
    for viewer in (0, 1, None):
        text = describe(View(position, viewer))  # type: ignore[arg-type]  # plain numbers serve as seats
        assert 20 < len(text) <= LONGEST
        assert set(re.findall(r"\{.*?\}", text)) <= {"{a}", "{b}"}
        if isinstance(position, Finished):
            assert text.startswith("The game is over.")
        if isinstance(position, Playing):
            found = len(View(position).placements)
            assert (f"{found} placements" if found > 5 else "Placements ") in text
