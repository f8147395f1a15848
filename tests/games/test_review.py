"""Reviews of games that are over: what a judge says, and what never happens in one."""

from functools import cache
from pathlib import Path

import pytest

from games.engine import record, registry
from games.engine.fair import computer_rng
from games.engine.playback import Playback, play_back
from games.engine.review import CARE, Review, can_review, review
from games.kit.results import PLAIN
from tests.deep import sized

RECORDS = {"calabresella": "computers-to-21", "doublolo": "quick", "fourside": "quick"}


def playback_of(game: str, name: str, lines: int | None = None) -> Playback:
    """This record, or so many lines of it."""
    whole = record.read((Path("games") / game / "records" / f"{name}.txt").read_text("utf-8"))
    return play_back(registry.find(game), record.Record(whole.header, whole.lines[:lines]))


@cache
def reviewed(game: str, name: str) -> Review:
    """The review of this record."""
    return review(playback_of(game, name))


@pytest.fixture(params=RECORDS)
def shown(request: pytest.FixtureRequest) -> Playback:
    """A finished game that has a judge."""
    return playback_of(request.param, RECORDS[request.param])


def test_a_review_is_the_same_every_time_and_blames_each_player_once_at_most(shown: Playback) -> None:
    name = shown.game.about.name
    found = reviewed(name, RECORDS[name])
    assert found == review(shown)
    assert found.leads
    assert len(found.moments) <= 3
    lost = [one.seat for one in found.moments if one.better]
    assert len(set(lost)) == len(lost) <= 2
    assert [one.at for one in found.moments] == sorted({one.at for one in found.moments})
    assert found.nobody_erred is not bool(lost)


def test_what_was_better_is_a_legal_move_for_what_its_player_saw_then(shown: Playback) -> None:
    game = shown.game
    assert game.judge is not None
    judge, judged = game.judge, 0
    for at in range(1, shown.last, sized(10, 5)):
        seat, line = shown.frames[at].by, shown.record.lines[shown.frames[at].begins]
        view = shown.at(at - 1).view(seat)
        found = judge.weigh(view, game.read(line.text), 1, computer_rng(b""))
        if found is not None:
            judged += 1
            assert found.best in set(game.legal(view))
            assert found.loss >= 0
            again = judge.weigh(view, found.best, CARE, computer_rng(b""))
            assert again is not None
    assert judged


def test_the_judge_sees_a_corner_given_away() -> None:
    shown = playback_of("doublolo", "quick")
    assert shown.game.judge is not None
    losses = {}
    for at in range(40, shown.last):
        seat = shown.frames[at].by
        view = shown.at(at - 1).view(seat)
        moves = [*shown.game.legal(view)]
        judged = [shown.game.judge.weigh(view, move, 1, computer_rng(b"")) for move in moves]
        losses[at] = sorted(one.loss for one in judged if one is not None)
    assert all(one[0] == 0 for one in losses.values())  # the best one costs nothing
    assert any(one[-1] > 10 for one in losses.values())  # and some others a lot


def test_a_game_that_goes_on_or_was_hardly_played_has_no_review(shown: Playback) -> None:
    name = shown.game.about.name
    assert can_review(shown)
    assert not can_review(playback_of(name, RECORDS[name], shown.lines - 1))
    assert not can_review(playback_of("foozle", "four-seats"))


@pytest.mark.parametrize(("game", "name"), [("calabresella", "computers-to-100"), ("doublolo", "quick")])
def test_a_review_calls_no_move_the_turning_point_if_the_score_says_another(game: str, name: str) -> None:
    shown = playback_of(game, name)
    found = reviewed(game, name)
    judged = next(one for one in found.moments if one.swing is not None)
    assert judged.at != shown.outline.turning
    assert "turning point" not in judged.words(PLAIN, found.winner, "").lower()
