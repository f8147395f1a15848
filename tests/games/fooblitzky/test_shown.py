"""What is shown to whom, and stays known: bags after a bump, pawn shops after a visit."""

import pytest

from games.core import Seat, Viewer
from games.fooblitzky import GAME, Options
from games.fooblitzky.items import Bag
from games.fooblitzky.phases import Position
from tests.games.fooblitzky.played import after, on

A, B = Seat(0), Seat(1)
BUYS = "* roll 2\na enter UL drug\na buy eyedropper\n"
TAKES = "* roll 20\nb walk B12\n* nobody\n* flip none\n* roll 24\na enter UL locker\na take\n"


def names(things: Bag | None) -> list[str] | None:
    return None if things is None else [item.name for item in things]


def known(position: Position, viewer: Viewer, seat: Seat) -> list[str] | None:
    return names(GAME.view(position, viewer).people[seat].bag)


def test_what_is_taken_from_a_locker_is_known_to_all_once_it_was_dropped() -> None:
    taken = after(BUYS + TAKES)
    assert [known(taken, viewer, A) for viewer in (A, B, None)] == [["eyedropper", "pig"], None, None]
    bumped, told = on(taken, "* roll 20\nb walk B12\n* nobody\n* flip none\n* roll 24\na bump b")
    assert [known(bumped, viewer, A) for viewer in (A, B, None)] == [["eyedropper", "pig"]] * 3
    assert told[-1].text == "{a} now carries eyedropper and pig; {b} now carries nothing."


@pytest.mark.parametrize(("quiet", "all_know"), [(False, True), (True, False)])
def test_what_lies_in_a_pawn_shop_is_known_from_a_visit_on(quiet: bool, all_know: bool) -> None:
    robbed = (
        BUYS + "* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 1\na walk A5\n* man steals eyedropper UR"
    )
    before = after(robbed, Options(quiet_city=quiet))
    assert [names(GAME.view(before, viewer).pawns[0]) for viewer in (A, B, None)] == [[]] * 3
    visited = on(before, "* roll 24\nb enter UR pawn")[0]
    assert names(GAME.view(visited, B).pawns[0]) == ["eyedropper"]
    assert [names(GAME.view(visited, viewer).pawns[0]) == ["eyedropper"] for viewer in (A, None)] == [
        all_know
    ] * 2
