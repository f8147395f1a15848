"""What Foozle's Expert takes for granted is fitted to what came of hands and tokens in games."""

import inspect
import math
from random import Random

import pytest

from bench import hands
from bench.fitting import closest, likeliest
from bench.ladder import player
from games.foozle import GAME
from games.foozle.computers import prospects, standing


def test_the_weights_that_made_things_happen_are_found_again() -> None:
    rng, happened, numbers = Random(1), [], []
    for _ in range(4000):
        row = (1, rng.uniform(-2, 2), rng.randrange(2))
        logit, number = -0.5 + 1.5 * row[1] + row[2], 2 - row[1] + 0.25 * row[2]
        happened.append((row, float(rng.random() < 1 / (1 + math.exp(-logit)))))
        numbers.append((row, number + rng.gauss(0, 0.5)))
    assert likeliest(happened) == pytest.approx([-0.5, 1.5, 1], abs=0.2)
    assert closest(numbers) == pytest.approx([2, -1, 0.25], abs=0.05)


def test_a_game_says_of_each_hand_what_came_of_it_and_who_won_in_the_end() -> None:
    found = hands.seen(3, player(GAME, "nimble"))
    assert {went_out for _, went_out in found.outs} == {0, 1}
    assert len(found.tokens) >= len(found.outs) > 20
    assert min(more for _, more in found.tokens) < 0 < max(more for _, more in found.tokens)
    assert sum(sum(row) for row, _ in found.wins) > 0, "the winner had more tokens than the losers"
    fitted = hands.fitted(found)
    assert list(map(len, fitted)) == [len(prospects.OUT), len(prospects.TOKENS), len(standing.WORTH)]


def test_the_weights_are_printed_as_the_modules_have_them() -> None:
    has = hands.Fitted(prospects.OUT, prospects.TOKENS, standing.WORTH)
    printed = "".join(has.lines())
    assert printed.count("\n)\n") == 3
    source = inspect.getsource(prospects) + inspect.getsource(standing)
    assert all(f"{block}\n)\n" in source for block in printed.split("\n)\n") if block)
    other = "".join(has._replace(worth=((3.0, 2.0), *standing.WORTH[1:])).lines())
    assert "    (3.0, 2.0),\n" in other


def test_the_command_prints_the_same_whatever_weights_the_modules_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hands, "GAMES", 3)
    monkeypatch.setattr(hands, "AGAIN", 2)
    uncached = vars(standing)["_standing"].__wrapped__  # other tests have filled it, by other weights
    monkeypatch.setattr(standing, "_standing", uncached)
    printed = "".join(hands.weights())
    assert printed.startswith("From ")
    monkeypatch.setattr(prospects, "OUT", (0.0,) * len(prospects.OUT))
    monkeypatch.setattr(standing, "WORTH", ((9.0, 1.0),) * len(standing.WORTH))
    assert "".join(hands.weights()) == printed
