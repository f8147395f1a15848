"""Two tokens each and teams need a suitable number of seats, everywhere a game can begin."""

import pytest

from games.engine.record import Header
from games.engine.replay import BadHeader, begin
from games.engine.selfplay import CannotPlay, selfplay
from games.engine.table import Table
from games.fooblitzky import GAME

TOO_FEW = [("two_tokens", 2), ("two_tokens", 3), ("teams", 2), ("teams", 3)]
SENTENCE = r"Fooblitzky with these options has 4 seats, not {}\."


@pytest.mark.parametrize(("option", "seats"), TOO_FEW)
def test_computers_do_not_begin_at_a_table_that_the_house_rule_does_not_know(option: str, seats: int) -> None:
    with pytest.raises(CannotPlay, match=SENTENCE.format(seats)):
        selfplay(GAME, seats, {option: "true"}, b"\1" * 32, ["tourist"] * seats)


@pytest.mark.parametrize(("option", "seats"), TOO_FEW)
def test_no_record_begins_at_a_table_that_the_house_rule_does_not_know(option: str, seats: int) -> None:
    header = Header("fooblitzky", GAME.about.edition, seats, ((option, "true"),))
    with pytest.raises(BadHeader, match=SENTENCE.format(seats)):
        begin(GAME, header)


@pytest.mark.parametrize("option", ["two_tokens", "teams"])
def test_four_seats_make_a_table(option: str) -> None:
    header = Header("fooblitzky", GAME.about.edition, 4, ((option, "true"),))
    held = {"two_tokens": (0, 1, 0, 1), "teams": (0, 1, 2, 3)}
    assert begin(GAME, header) == Table.new(GAME, header)
    assert begin(GAME, header).holders == held[option]
