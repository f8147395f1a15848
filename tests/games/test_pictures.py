"""What is true of every game's pictures, at every kind of moment in its records."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from games.core import CHANCE
from games.game import AnyGame
from games.kit.brush.marks import WIDTH
from games.kit.faces import Face
from tests.deep import DEEP, sized
from tests.games.pictures import (
    FACES,
    are_drawn_in_threads_as_in_one,
    forget_pictures,
    hashed,
    hashed_elsewhere,
    opened,
)
from tests.laws.folders import WITH_FOLDERS
from tests.laws.moments import moments
from tests.laws.play import begin, play_on
from tests.laws.prompts import tree
from tests.laws.screens import noted

LARGEST = 150_000
"""Bytes; Discord takes 10 MB, but a board is sent at every move."""

HIGHEST = 1.3
"""Of a picture's width; a higher one is more than a window shows at once."""

DRAWN = [name for name, game in WITH_FOLDERS.items() if game.pictures is not None]

drawn_games = pytest.mark.parametrize("name", DRAWN)


def drawing(game: AnyGame, faces: Sequence[Face] = FACES) -> Callable[..., bytes]:
    """What makes a PNG of a view and answers, with a face of every kind."""
    draw = game.draw
    assert draw is not None
    return lambda view, answers=(): draw(view, answers).png(faces)


@cache
def views(name: str) -> tuple[Any, ...]:
    """What the channel and every seat see before a move of each kind, and where it is broken off there."""
    game, found = WITH_FOLDERS[name], list[Any]()
    for kinds in moments(name).values():
        *_, play = next(iter(kinds.values()))
        for viewer in play.viewers:
            found += [game.view(state, viewer) for state in (play.state, game.stop(play.state))]
    return tuple(found)


def some(found: Sequence[Any]) -> Sequence[Any]:
    """Ten of them at most, from all over the record, or all in a deep run."""
    return found if DEEP else found[:: len(found) // 10 + 1]


@cache
def never_shown(name: str) -> frozenset[Any]:
    """Those of the views in whose positions chance owes."""
    game, plays = (
        WITH_FOLDERS[name],
        (play for kinds in moments(name).values() for play in next(iter(kinds.values()))),
    )
    waiting = [play for play in plays if CHANCE in game.turn(play.state).owes]
    return frozenset(game.view(play.state, viewer) for play in waiting for viewer in play.viewers)


@drawn_games
def test_a_picture_has_the_width_of_the_family_and_fits_in_a_message(name: str) -> None:
    for view in some(views(name)):
        with noted(view in never_shown(name)):
            file = drawing(WITH_FOLDERS[name])(view)
            wide, high = opened(file).size
            assert wide == WIDTH
            assert high <= HIGHEST * wide
            assert len(file) < LARGEST


@drawn_games
def test_the_channels_picture_seldom_changes_its_height_so_that_buttons_stay_under_the_thumb(
    name: str,
) -> None:
    game = WITH_FOLDERS[name]
    play = play_on(begin(game, game.about.seats[0], seed=8), sized(40, 500))
    seen = [game.view(state, None) for state in play.states if CHANCE not in game.turn(state).owes]
    heights = [opened(drawing(game)(view)).height for view in seen]
    jumps = sum(before != now for before, now in pairwise(heights))
    # In Fooblitzky a store is another picture than the city.
    assert jumps <= len(heights) // (3 if name == "fooblitzky" else 8), heights


@drawn_games
def test_a_game_drawn_picture_by_picture_looks_as_each_picture_drawn_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rng = WITH_FOLDERS[name], Random(8)
    play = play_on(begin(game, game.about.seats[0], seed=8), sized(28, 500))
    seen = [
        (view, answers)
        for state in play.states
        if CHANCE not in game.turn(state).owes
        for view in (game.view(state, viewer) for viewer in (None, *game.turn(state).owes))
        for answers, _ in islice(tree(game, view, rng), 2)
    ]
    tables = drawing(game), drawing(game, FACES[::-1])  # two with other people
    in_turn = {number: tables[number % 2](*shown) for number, shown in enumerate(seen)}
    for number in rng.sample(sorted(in_turn), sized(4, 100)):
        forget_pictures(monkeypatch)
        assert tables[number % 2](*seen[number]) == in_turn[number]


def one_of_each_game() -> bytes:
    """What somebody who owes a move sees, some way into a game."""
    plays = {
        name: play_on(begin(WITH_FOLDERS[name], WITH_FOLDERS[name].about.seats[0]), 21) for name in DRAWN
    }
    seen = {
        name: play.game.view(play.state, max(play.game.turn(play.state).owes)) for name, play in plays.items()
    }
    return b"".join(drawing(WITH_FOLDERS[name])(view) for name, view in seen.items())


def test_a_picture_is_the_same_in_another_process() -> None:
    elsewhere = hashed_elsewhere(
        "from tests.games.test_pictures import one_of_each_game", "one_of_each_game()"
    )
    assert elsewhere == hashed(one_of_each_game())


@drawn_games
def test_pictures_are_drawn_in_several_threads_as_in_one(name: str) -> None:
    assert are_drawn_in_threads_as_in_one(drawing(WITH_FOLDERS[name]), some(views(name)[::7]))


@drawn_games
def test_a_picture_takes_answers_to_other_questions_and_nonsense(name: str) -> None:
    game, seen = WITH_FOLDERS[name], views(name)
    known = [answers for view in some(seen[::9]) for answers, _ in islice(tree(game, view, Random(0)), 1, 3)]
    for number, answers in enumerate([("",), ("?", "nonsense"), ("x",) * 12, *known]):
        for view in some(seen[number % 7 :: 7]):
            assert drawing(game)(view, answers)
