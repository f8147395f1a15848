"""What players type, and the answer when it isn't a move."""

import pytest

from games.core import BadNotation, Seat
from games.fooblitzky import GAME, Move
from games.fooblitzky.rules.city.items import ITEMS
from games.fooblitzky.rules.city.map import SITES, SQUARES, STORE_SITES
from games.fooblitzky.rules.moves import Bump, Buy, Call, Choose, Enter, Sell, WalkTo


def test_every_item_place_and_square_can_be_written_and_read() -> None:
    moves: list[Move] = [
        *(Choose(item) for item in ITEMS),
        *(Enter(site) for site in SITES),
        *(Call(site) for site in STORE_SITES),
        *(WalkTo(square.number) for square in SQUARES),
    ]
    assert len({GAME.write(move) for move in moves}) == len(moves)
    assert all(GAME.read(GAME.write(move)) == move for move in moves)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("CHOOSE Hot Dog", "choose hot-dog"),
        ("choose yoyo", "choose yo-yo"),
        ("walk b7", "walk B7"),
        ("walk B 7", "walk B7"),
        ("enter ul drugstore", "enter UL drug"),
        ("enter  LR  check point", "enter LR check"),
        ("enter charity central", "enter UR charity"),
        ("enter UL counter-clockwise", "enter UL ugh-counter"),
        ("buy", "buy nothing"),
        ("sell nothing", "sell nothing"),
        ("phone LL pet store", "call LL pets"),
        ("call Paw Bay toys", "call LR toys"),
        ("enter Wag End food", "enter UR grocery"),
        ("enter Howl Hill outer UGH", "enter UL ugh-clockwise"),
        ("enter bone row diner", "enter LL restaurant"),
        ("STAY", "stay"),
    ],
)
def test_reading_is_forgiving(typed: str, written: str) -> None:
    assert GAME.write(GAME.read(typed)) == written


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "Start with a word"),
        ("fly B7", "Start with a word"),
        ("choose dog", "isn't one of the eighteen items"),
        ("walk Z9", "A1 to H20"),
        ("walk A21", "A1 to H20"),
        ("enter drug", "There are 4 of those"),
        ("enter UL ugh", "There are 2 of those"),
        ("enter UR locker", "isn't a place"),
        ("call UL phone", "isn't a place"),
        ("bump e", "letter of their seat"),
        ("bump", "letter of their seat"),
        ("roll 25", "from 1 to 24"),
        ("stock none", "four quarters"),
        ("lockers", "four quarters"),
        ("flip 3 3", "each once"),
        ("crosswalks", "each once"),
        ("man sings", "drops a piano"),
        ("man steals pig none", "four quarters"),
    ],
)
def test_text_that_is_not_a_move_is_refused_with_a_reason(typed: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        GAME.read(typed)


def test_seats_and_nothing_are_read_as_meant() -> None:
    assert GAME.read("bump c") == Bump(Seat(2))
    assert GAME.read("buy nothing") == Buy(None)
    assert GAME.read("sell saw") == Sell(next(item for item in ITEMS if item.name == "saw"))
