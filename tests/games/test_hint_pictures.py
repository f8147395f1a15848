"""A hint is drawn on its player's picture: the answers that make a move mark it there."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.table.think import way_to
from games.core import CHANCE, Ready
from games.engine import registry
from games.game import AnyGame
from tests.deep import sized

MOVES = sized(20, 60)
"""How many moves of a game are looked at."""

NOT_ON_THE_BOARD = {
    "calabresella": ("pass", "solo", "call none"),
    "fooblitzky": ("cross", "stay"),
    "fourside": ("hint",),
}
"""How the moves begin that are only buttons: a picture has nothing to mark for them."""


def questions(game: AnyGame) -> Iterator[tuple[Any, str]]:
    """The views of the seats to move in a random game, with what the adviser's level chooses."""
    rng, state = Random(3), game.new(min(game.about.seats), game.options())
    while (turn := game.turn(state)).owes:
        seat = min(turn.owes)
        if seat == CHANCE:
            state = game.apply(state, seat, game.chance(state, rng)).state
            continue
        view = game.view(state, seat)
        move = game.choose(view, (game.judge and game.judge.adviser) or game.about.levels[0], rng)
        yield view, game.write(move)
        state = game.apply(state, seat, move).state


@pytest.mark.parametrize("name", sorted(registry.all_games()))
def test_a_way_leads_to_its_move_and_the_picture_after_it_marks_that(name: str) -> None:
    game = registry.find(name)
    seen = 0
    for view, text in islice(questions(game), MOVES):
        move = game.read(text)
        way = way_to(game, view, move)
        assert len(way.answers) == len(way.labels) > 0, text
        assert game.prompt(view, way.answers) == Ready(move)
        is_button = any(one in way.labels for one in ("Leave the store", "Buy nothing")) or text.startswith(
            NOT_ON_THE_BOARD.get(name, ("-",))
        )
        if is_button or not game.has_to_know(view):
            continue
        marked, plain = game.draw(view, way.answers), game.draw(view)
        assert marked.png() != plain.png(), text
        seen += 1
    assert seen > MOVES // 4
