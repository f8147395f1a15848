"""The notebook as a picture: the grid of items, what the prices rule out, and the player's marks."""

from games.core import Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.pictures.shelves import noted
from games.fooblitzky.rules.city.items import ITEMS, Item
from games.fooblitzky.rules.knowledge.marks import preferred
from games.fooblitzky.rules.view import View, see
from games.kit.faces import Drawing
from tests.games.fooblitzky.played import after
from tests.games.pictures import FACES

A = Seat(0)


def seen(**options: object) -> View:
    """What A, who picked the pig, knows: the four cost 4, 4, 16 and 16."""
    return see(after("* roll 14", Options(**options)), A)


def ruled_out(found: View) -> set[Item]:
    return {item for item, thing in zip(ITEMS, noted(found), strict=True) if thing.faded}


def drawn(view: View) -> Drawing:
    assert GAME.pictures is not None
    notes = GAME.pictures().notes
    assert notes is not None
    return notes(view)


def test_what_costs_what_no_correct_item_costs_is_crossed_out_by_itself() -> None:
    assert ruled_out(seen()) == {item for item in ITEMS if item.price == 8}


def test_what_else_follows_is_crossed_out_only_if_the_option_says_so() -> None:
    shelf = "* roll 14\na enter UL pets\n"
    told, concluded = (see(after(shelf, Options(notebook=which)), A) for which in ("seen", "conclusions"))
    assert ruled_out(told) <= ruled_out(concluded)
    assert {item for item in ITEMS if item.price == 8} <= ruled_out(concluded)


def test_marks_are_in_the_picture_and_the_picture_is_the_players_own() -> None:
    plain = seen()
    marked = preferred(plain, {"saw": "out", "yo-yo": "sure"})
    assert drawn(plain).png(FACES) != drawn(marked).png(FACES)
    assert "saw" in {item.name for item in ruled_out(marked)}
    other = see(after("* roll 14"), Seat(1))
    assert drawn(other).png(FACES) != drawn(plain).png(FACES)
