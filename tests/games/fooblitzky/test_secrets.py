"""Attempts to find out what is secret: two games that differ in one secret must look alike to all others.

Law 7 looks for such pairs at random; these are the ones that somebody at the table would try. Compared
are what was heard, line by line, the view, the words, the picture, the legal moves, the whole tree of
questions, whose turn it is, the foobles, and the numbers by which buttons know whether they are old.
"""

from dataclasses import replace
from itertools import chain, islice
from random import Random

import pytest

from games.core import Seat, Viewer
from games.fold import fold
from games.fooblitzky import GAME
from games.fooblitzky.describe import describe
from games.fooblitzky.moves import Call, Give, Offer, Pick, Put, Sell, Ship, Take, Theft
from games.fooblitzky.notebook import notebook
from games.fooblitzky.notes import notes
from games.optional import Draws
from games.record import read
from games.table import AnyTable
from tests.laws.hidden import untold_differences
from tests.laws.moments import moments
from tests.laws.play import play_on
from tests.laws.screens import tree

A, B = Seat(0), Seat(1)
BEGUN = """
a choose pig
b choose hot-dog
* missing fish yo-yo
* stock UL UR LL LR
* lockers UL {}
* crosswalks none
"""
IDLE = "* roll 20\na walk A7\n* nobody\n"
BUYS = f"{IDLE}* roll 2\nb enter LR sports\nb buy tennis-ball\n* flip none\n"
PUTS = f"{IDLE}* roll 24\nb enter LR locker\nb put tennis-ball\n* flip none\n"
SWAPPED, NOT_SWAPPED = BEGUN.format("LR") + BUYS + PUTS, BEGUN.format("UL") + BUYS + PUTS
"""After one b carries the hot dog, after the other one nothing; nobody but b can know."""


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
        GAME.draw(view) if isinstance(GAME, Draws) else b"",
        list(notes(view)),
        notebook(view),
        list(GAME.legal(view)),
        questions,
        at.turn,
        at.game.scores(at.state),
        at.decision(viewer),
        len(at.lines),
    )


def alike(one: str, other: str, *viewers: Viewer, options: tuple[str, ...] = ()) -> None:
    """Both games differ, and none of these viewers can tell them apart."""
    first, second = table(one, *options), table(other, *options)
    assert first.state != second.state
    for viewer in viewers:
        assert shown(first, viewer) == shown(second, viewer), f"{viewer} can tell."


def test_who_chose_what() -> None:
    mine, theirs = "b choose hot-dog\n* missing pig", "b choose pig\n* missing hot-dog"
    rest = " yo-yo\n* stock UL UR LL LR\n* lockers UL LR\n* crosswalks none\n* roll 3"
    alike(f"a choose saw\n{mine}{rest}", f"a choose saw\n{theirs}{rest}", A, None)


def test_what_was_chosen_before_a_choice_was_changed() -> None:
    plain = "b choose fish\n"
    other = "b choose saw\nb choose fish\n"
    one, two = table(plain), table(other)
    for viewer in (A, None):
        assert one.heard(viewer) == two.heard(viewer)
        assert one.view(viewer) == two.view(viewer)
        assert one.decision(viewer) == two.decision(viewer)


@pytest.mark.parametrize("viewer", [A, B, None])
def test_in_which_locker_the_first_item_lies(viewer: Viewer) -> None:
    alike(BEGUN.format("UL"), BEGUN.format("LR"), viewer)


def test_where_stock_is_missing_that_nobody_has_seen() -> None:
    other = BEGUN.replace("UL UR LL LR", "LR LL UR UL")
    alike(BEGUN.format("UL") + BUYS, other.format("UL") + BUYS, A, B, None)


def test_which_of_several_sets_is_correct() -> None:
    other = BEGUN.replace("fish yo-yo", "banana tennis-ball").replace("UL UR LL LR", "UL UR LR LL")
    alike(BEGUN.format("UL") + IDLE, other.format("UL") + IDLE, A, B, None)


def test_whether_putting_in_was_a_swap() -> None:
    alike(SWAPPED, NOT_SWAPPED, A, None)
    assert table(SWAPPED).view(B) != table(NOT_SWAPPED).view(B)


@pytest.mark.parametrize(
    "then",
    [
        "* roll 3",
        f"{IDLE}* roll 24\nb enter UR charity",
        f"{IDLE}* roll 24\nb enter UR pawn",
        f"{IDLE}* roll 1\nb enter LR locker",
    ],
)
def test_what_is_carried_after_the_locker_does_not_show_in_any_place(then: str) -> None:
    alike(SWAPPED + then, NOT_SWAPPED + then, A, None)


def test_whether_anything_was_given_away() -> None:
    gives = f"{IDLE}* roll 24\nb enter UR charity\nb give\n"
    alike(SWAPPED + gives, NOT_SWAPPED + gives, A, None)
    after = f"* flip none\n{IDLE}* roll 3"
    alike(f"{SWAPPED}{gives}* shops UR\n{after}", f"{NOT_SWAPPED}{gives}* shops none\n{after}", A, None)


def test_to_which_shop_a_gift_went() -> None:
    gives = f"{BUYS}{IDLE}* roll 24\nb enter UR charity\nb give\n* shops "
    alike(BEGUN.format("UL") + gives + "UR", BEGUN.format("UL") + gives + "LL", A, B, None)


def test_what_the_chance_man_stole_and_where_it_went() -> None:
    carries = (
        BUYS
        + f"{IDLE}* roll 1\nb enter LR sports\nb buy basketball\n* flip none\n{IDLE}* roll 1\nb walk H15\n"
    )
    begun = BEGUN.format("UL")
    one, other = "* man steals basketball UR", "* man steals tennis-ball LL"
    alike(begun + carries + one, begun + carries + other, A, None)
    alike(begun + carries + one, begun + carries + one.replace("UR", "LL"), A, B, None)


def test_which_item_made_the_check_mark() -> None:
    takes = f"{IDLE}* roll 24\nb enter LR locker\nb take\n* flip none\n{IDLE}* roll 24\nb enter LR check"
    mine = BEGUN.replace("hot-dog", "saw").replace("fish", "hot-dog")
    theirs = BEGUN.replace("fish", "saw")
    alike(mine.format("LR") + takes, theirs.format("LR") + takes, A, None)


def test_in_a_quiet_city_what_the_phone_says() -> None:
    calls = f"{IDLE}* roll 24\nb enter LR phone\nb call UL grocery"
    other = BEGUN.replace("UL UR LL LR", "UR UR LL LR")
    quiet = ("quiet_city",)
    alike(BEGUN.format("UL") + calls, other.format("UL") + calls, A, None, options=quiet)
    assert table(BEGUN.format("UL") + calls).heard(A) != table(other.format("UL") + calls).heard(A)


def test_in_a_quiet_city_what_lies_in_a_pawn_shop() -> None:
    gives = f"{BUYS}{IDLE}* roll 24\nb enter UR charity\nb give\n* shops {{}}\n* flip none\n"
    enters = f"{IDLE}* roll 24\nb enter UR pawn"
    begun, quiet = BEGUN.format("UL"), ("quiet_city",)
    one, other = begun + gives.format("UR") + enters, begun + gives.format("LL") + enters
    alike(one, other, A, None, options=quiet)
    assert table(one, *quiet).view(B) != table(other, *quiet).view(B)


def test_what_another_chose_for_ones_own_locker() -> None:
    rest = " yo-yo\n* stock UL UR LL LR\n* lockers UL LR\n* crosswalks none\n* roll 3"
    mine, theirs = f"b choose hot-dog\n* missing pig{rest}", f"b choose pig\n* missing hot-dog{rest}"
    alike(f"a choose saw\n{mine}", f"a choose saw\n{theirs}", A, None, options=("for_another",))


@pytest.mark.parametrize("move", [Take, Put, Ship, Give, Call, Sell, Pick, Theft, Offer])
def test_the_law_has_something_to_compare_wherever_something_is_hidden(move: type) -> None:
    """At such a moment of a record there are other plays which some viewer cannot tell from it."""
    kinds = moments("fooblitzky")[move]
    plays = (replace(play, seed=number) for number, play in enumerate(chain(*kinds.values())))
    assert any(untold_differences(play_on(play, 2)) for play in plays)


def test_at_the_end_everybody_sees_everything() -> None:
    stopped = [table(lines + "* /stop") for lines in (SWAPPED, NOT_SWAPPED)]
    for viewer in (A, B, None):
        one, other = (at.view(viewer) for at in stopped)
        assert one != other
        assert one.whole is not None
        assert [item.name for item in one.whole.correct] == ["hot dog", "fish", "pig", "yo-yo"]
        assert all(item is not None for item in one.chosen)
