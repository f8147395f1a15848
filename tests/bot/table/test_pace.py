"""How long computers take over a move: as company does, and never so that it tells what's in a hand."""

from random import Random

import pytest

from bot.table.options import PACES, PAUSES
from bot.table.pace import LEVELS, SLOWEST, paced, pause_before
from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from games.kit.faces import LEVELS as TITLES
from tests.bot.positions import choices, played, random_line

GAMES = registry.all_games()
PACE = 1.2


def new(game: AnyGame) -> AnyTable:
    header = Header(game.about.name, game.about.edition, game.about.seats[0], commit="sha256:" + "0" * 64)
    return Table.new(game, header)


def positions(game: AnyGame) -> list[AnyTable]:
    """Those of a random game in which somebody is to move, up to 80 lines."""
    table, rng, found = new(game), Random(5), list[AnyTable]()
    while not table.over and len(found) < 80:
        if CHANCE not in table.turn.owes:
            found.append(table)
        table = table.play(random_line(table, rng))
    return found


@pytest.mark.parametrize("game", [one for one in GAMES.values() if one.about.hands])
def test_with_hands_a_pause_is_the_same_whatever_there_is_to_choose(game: AnyGame) -> None:
    seen = positions(game)
    assert len({choices(one) for one in seen}) > 1
    for title in TITLES:
        assert len({pause_before(one, title, PACE) for one in seen}) == 1


@pytest.mark.parametrize("game", [one for one in GAMES.values() if one.about.hands])
def test_with_hands_even_the_shortest_pause_covers_a_thought(game: AnyGame) -> None:
    shortest = paced(PAUSES["fast"], "quick")
    assert min(pause_before(new(game), title, shortest) for title in TITLES) == 0.25


def test_what_everybody_sees_is_forced_comes_sooner_than_a_choice_and_a_hard_choice_later() -> None:
    game = GAMES["doublolo"]
    forced, few, many = (
        played(new(game), lambda at, most=most: choices(at) in most, seed=1)  # type: ignore[misc]  # bound as it is now
        for most in ((1,), (3, 4), range(12, 40))
    )
    for title in TITLES:
        pauses = [pause_before(one, title, PACE) for one in (forced, few, many)]
        assert pauses == sorted(set(pauses))


@pytest.mark.parametrize("game", GAMES.values())
def test_each_level_has_a_pace_of_its_own_and_stronger_ones_take_longer(game: AnyGame) -> None:
    table = played(new(game), lambda at: at.turn.owes and CHANCE not in at.turn.owes, seed=1)
    pauses = [pause_before(table, title, PACE) for title in TITLES]
    assert pauses == sorted(set(pauses))
    assert set(LEVELS) < set(TITLES)


@pytest.mark.parametrize("game", GAMES.values())
def test_no_pause_is_longer_than_four_seconds_at_the_slowest_setting(game: AnyGame) -> None:
    slowest = max(paced(pause, pace) for pause in PAUSES.values() for pace in PACES)
    assert slowest == SLOWEST == 4
    for table in positions(game):
        assert all(0 < pause_before(table, title, slowest) <= SLOWEST for title in TITLES)


@pytest.mark.parametrize("game", GAMES.values())
def test_a_bot_without_a_pause_has_none(game: AnyGame) -> None:
    assert pause_before(new(game), "Expert", 0) == 0
    assert paced(30, "usual") == 30, "a host can choose a longer one"
