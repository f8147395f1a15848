"""Attempts to find out what is secret: two games that differ in one secret must look alike to all others.

Law 7 looks for such pairs at random; these are the ones that somebody at the table would try. We
compare what was heard, line by line, the view, the words, the picture and the legal moves. We compare whose
turn it is, the foobles, the whole tree of questions, and the numbers by which buttons know they're old.
"""

from dataclasses import replace
from itertools import chain, islice
from random import Random

import pytest

from games.core import Viewer
from games.engine.record import read
from games.engine.table import AnyTable
from games.fooblitzky import GAME
from games.fooblitzky.rules.knowledge.notebook import notebook
from games.fooblitzky.rules.moves import Call, Give, Offer, PickUp, Put, Sell, Ship, Take, Theft
from games.fooblitzky.words.describe import describe
from games.fooblitzky.words.notes import notes
from tests.games.fooblitzky.untold import PAIRS, STRANGE, SWAP, A, B, Pair
from tests.laws.hidden import untold_differences
from tests.laws.moments import moments
from tests.laws.play import fold, play_on
from tests.laws.prompts import tree


def table(lines: str, *options: str) -> AnyTable:
    tags = "".join(f'[Option.{option} "true"]\n' for option in options)
    folded = fold(GAME, read(f'[Game "fooblitzky"]\n[Seats "2"]\n{tags}\n{lines}'))
    assert folded.fault is None, folded.fault
    return folded.table


def shown(at: AnyTable, viewer: Viewer) -> tuple[object, ...]:
    view = at.view(viewer)
    questions = () if at.over else tuple(islice(tree(GAME, view, Random(0)), 400))
    return (
        [at.heard(viewer, since) for since in range(len(at.lines))],
        view,
        hash(view),
        describe(view),
        GAME.draw(view).png() if GAME.pictures is not None else b"",
        list(notes(view)),
        notebook(view),
        list(GAME.legal(view)),
        questions,
        at.turn,
        at.game.scores(at.state),
        at.prompt_version(viewer),
        len(at.lines),
    )


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_nobody_can_tell_games_apart_that_differ_in_what_they_were_not_told(pair: Pair) -> None:
    first, second = table(pair.one, *pair.options), table(pair.other, *pair.options)
    assert first.state != second.state
    for viewer in pair.blind:
        assert shown(first, viewer) == shown(second, viewer), f"{viewer} can tell."


@pytest.mark.parametrize(
    "secret", [name for name, pair in PAIRS.items() if B not in pair.blind and "correct" not in name]
)
def test_the_owner_of_a_secret_is_shown_it(secret: str) -> None:
    """Otherwise the test would prove nothing."""
    pair = PAIRS[secret]
    assert table(pair.one, *pair.options).view(B) != table(pair.other, *pair.options).view(B)


@pytest.mark.parametrize("place", ["UR pawn", "LR locker", "LR check"])
def test_what_came_out_of_a_locker_is_seen_with_the_whole_bag(place: str) -> None:
    """Not before: until then b is asked and shown the same, whether it is the pig or the hot dog."""
    out, laid_out = STRANGE.then("* roll 24"), STRANGE.then(f"* roll 24\nb enter {place}")
    one, other = (table(lines, *out.options) for lines in (out.one, out.other))
    assert shown(one, B) == shown(other, B)
    one, other = (table(lines, *out.options) for lines in (laid_out.one, laid_out.other))
    assert "You carry pig." in one.heard(B)
    assert "You carry hot dog." in other.heard(B)
    assert [item.name for item in one.view(B).people[B].bag] == ["pig"]


def test_what_was_chosen_before_a_choice_was_changed() -> None:
    one, two = table("b choose fish\n"), table("b choose saw\nb choose fish\n")
    for viewer in (A, None):
        assert one.heard(viewer) == two.heard(viewer)
        assert one.view(viewer) == two.view(viewer)
        assert one.prompt_version(viewer) == two.prompt_version(viewer)


def test_unless_the_city_is_quiet_all_hear_the_phone_and_see_a_pawn_shop() -> None:
    for secret in ("what the phone says in a quiet city", "what is in a pawn shop in a quiet city"):
        pair = PAIRS[secret]
        assert table(pair.one).heard(A) != table(pair.other).heard(A)


@pytest.mark.parametrize("move", [Take, Put, Ship, Give, Call, Sell, PickUp, Theft, Offer])
def test_the_law_has_something_to_compare_wherever_something_is_hidden(move: type) -> None:
    """At such a moment of a record there are other plays which some viewer cannot tell from it."""
    kinds = moments("fooblitzky")[move]
    plays = (replace(play, seed=number) for number, play in enumerate(chain(*kinds.values())))
    assert any(untold_differences(play_on(play, 2)) for play in plays)


def test_at_the_end_everyone_sees_everything() -> None:
    stopped = [table(lines + "* /stop") for lines in (SWAP.one, SWAP.other)]
    for viewer in (A, B, None):
        one, other = (at.view(viewer) for at in stopped)
        assert one != other
        assert one.whole is not None
        assert [item.name for item in one.whole.correct] == ["hot dog", "fish", "pig", "yo-yo"]
        assert all(item is not None for item in one.chosen)
