"""What is shown to whom and stays known: bags, pawn shops, check marks, your own lockers."""

from dataclasses import replace

import pytest

from games.core import Seat, Viewer
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.city.items import Bag
from games.fooblitzky.rules.knowledge.notebook import notebook
from games.fooblitzky.rules.phases import Position
from tests.games.fooblitzky.played import after, on

A, B = Seat(0), Seat(1)
BUYS = "* roll 2\na enter UL drug\na buy eyedropper\n"
IDLE = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
TAKES = "* roll 24\na enter UL locker\na take\n"


def names(things: Bag | None) -> list[str] | None:
    return None if things is None else [item.name for item in things]


def known(position: Position, viewer: Viewer, seat: Seat) -> list[str] | None:
    return names(GAME.view(position, viewer).people[seat].bag)


def test_what_is_taken_from_a_locker_is_known_to_all_once_it_was_dropped() -> None:
    taken = after(BUYS + "* roll 20\nb walk B12\n* nobody\n* flip none\n" + TAKES)
    assert [known(taken, viewer, A) for viewer in (A, B, None)] == [["eyedropper"], None, None]
    bumped, told = on(taken, "* roll 20\nb walk B12\n* nobody\n* flip none\n* roll 24\na bump b")
    assert [known(bumped, viewer, A) for viewer in (A, B, None)] == [["eyedropper", "pig"]] * 3
    assert told[-1].text == "{a} now carries eyedropper and pig; {b} now carries nothing."


@pytest.mark.parametrize(("quiet", "all_know"), [(False, True), (True, False)])
def test_what_is_in_a_pawn_shop_is_known_after_a_visit(quiet: bool, all_know: bool) -> None:
    robbed = BUYS + IDLE + "* roll 1\na walk A5\n* man steals eyedropper UR"
    before = after(robbed, Options(quiet_city=quiet))
    assert [names(GAME.view(before, viewer).pawns[0]) for viewer in (A, B, None)] == [[]] * 3
    visited = on(before, "* roll 24\nb enter UR pawn")[0]
    assert names(GAME.view(visited, B).pawns[0]) == ["eyedropper"]
    assert [names(GAME.view(visited, viewer).pawns[0]) == ["eyedropper"] for viewer in (A, None)] == [
        all_know
    ] * 2


def test_what_is_sold_to_a_pawn_shop_and_bought_there_is_known_to_all() -> None:
    sold = after(BUYS + IDLE + "* roll 24\na enter UR pawn\na sell eyedropper")
    assert [names(GAME.view(sold, viewer).pawns[0]) for viewer in (A, B, None)] == [["eyedropper"]] * 3
    bought = on(sold, "* roll 24\nb enter UR pawn\nb buy eyedropper")[0]
    assert [names(GAME.view(bought, viewer).pawns[0]) for viewer in (A, B, None)] == [[]] * 3


def test_after_a_theft_nobody_else_knows_what_is_carried() -> None:
    carries = after(BUYS + IDLE + "* roll 1\na walk A5")
    assert [known(carries, viewer, A) for viewer in (A, B, None)] == [["eyedropper"]] * 3
    robbed = on(carries, "* man steals eyedropper LL")[0]
    assert [known(robbed, viewer, A) for viewer in (A, B, None)] == [[], None, None]


@pytest.mark.parametrize(
    ("quiet", "said", "others"), [(False, " with pig", ["pig"]), (True, "", None)], ids=["open", "quiet"]
)
def test_a_check_point_shows_everyone_what_is_carried_unless_the_city_is_quiet(
    quiet: bool, said: str, others: list[str] | None
) -> None:
    before = after(TAKES + IDLE + "* roll 24", Options(quiet_city=quiet))
    assert [known(before, viewer, A) for viewer in (A, B, None)] == [[], None, None]
    checked, told = on(before, "a enter UL check")
    assert told[0].text == f"{{a}} enters the Howl Hill Check Point{said}: 1 check mark, 0 X's."
    assert [known(checked, viewer, A) for viewer in (A, B, None)] == [["pig"], others, others]
    checks = [GAME.view(checked, viewer).checks for viewer in (A, B, None)]
    assert [(one.seat, one.ticks, one.crosses) for (one,) in checks] == [(A, 1, 0)] * 3
    assert [names(one.bag) for (one,) in checks] == [["pig"], others, others]
    assert GAME.describe is not None
    for viewer, bag in zip((A, B, None), (["pig"], others, others), strict=True):
        words = GAME.describe(GAME.view(checked, viewer))
        assert ("{a} had pig checked: 1 check mark, 0 X's." in words) == (bag is not None)
        assert "1 check mark, 0 X's." in words


def test_what_was_seen_at_a_check_point_counts_in_everyones_conclusions() -> None:
    """The pig got a check mark, so B knows it's one of the four."""
    checked = after(TAKES + IDLE + "* roll 24\na enter UL check")
    assert "pig" in (names(notebook(GAME.view(checked, B)).sure) or [])
    bought = on(checked, f"{IDLE}* roll 24\na enter UL pets\na buy fish")[0]
    assert known(bought, B, A) == ["fish", "pig"], "what is bought afterwards is known, too"


def test_without_foobles_a_check_point_shows_nobody_anything() -> None:
    before = after(f"{TAKES}{IDLE}* roll 24")
    poor = replace(before, board=before.board.paid(A, -before.board.players[A].foobles))
    shown, told = on(poor, "a enter UL check")
    assert told[0].text == "{a} enters the Howl Hill Check Point, and nothing is shown."
    assert [known(shown, viewer, A) for viewer in (A, B, None)] == [[], None, None]


def test_an_empty_locker_tells_its_owner_where_their_item_is() -> None:
    begun = after("* roll 24")
    pig = begun.board.chosen[A]
    assert GAME.view(begun, A).guesses == ((pig, None), (None, pig))
    assert GAME.view(on(begun, "a enter UL locker\na take")[0], A).guesses == ((None, None),)
    assert GAME.view(on(begun, "a enter LR locker\na take")[0], A).guesses == ((pig, None),)
    bought = after(BUYS + IDLE + "* roll 24\na enter LR locker\na put eyedropper")
    eyedropper = bought.board.players[A].lockers[1]
    assert GAME.view(bought, A).guesses == ((pig, eyedropper), (None, eyedropper)), "no word of a swap"
    told = after(BUYS + IDLE + "* roll 24\na enter LR locker\na put eyedropper", Options(lockers_tell=True))
    assert GAME.view(told, A).guesses == ((pig, eyedropper),)


PUTS = f"{BUYS}{IDLE}* roll 24\na enter LR locker\na put eyedropper"
SWAPS = f"{BUYS}{IDLE}* roll 24\na enter UL locker\na put eyedropper"


@pytest.mark.parametrize("lines", [PUTS, SWAPS])
def test_a_put_tells_its_owner_neither_what_came_out_nor_whether_anything_did(lines: str) -> None:
    *before, last = lines.splitlines()
    _, told = on(after("\n".join(before)), last)
    assert told[-1].secret == {A: "You carry perhaps one thing you haven't seen."}


@pytest.mark.parametrize(("lines", "carried"), [(PUTS, "nothing"), (SWAPS, "pig")])
def test_where_lockers_tell_the_owner_is_told_what_came_out(lines: str, carried: str) -> None:
    *before, last = lines.splitlines()
    _, told = on(after("\n".join(before), Options(lockers_tell=True)), last)
    assert told[-1].secret == {A: f"You carry {carried}."}


def test_what_certainly_came_out_is_counted_and_not_named() -> None:
    """The eyedropper is certainly there, so the second put is a swap."""
    twice = after(
        PUTS
        + "\n* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 24\na enter LR sports\na buy basketball"
    )
    _, told = on(
        twice, "* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 24\na enter LR locker\na put basketball"
    )
    assert told[-1].secret == {A: "You carry one thing you haven't seen."}


@pytest.mark.parametrize("place", ["UR pawn", "LR locker", "UL check"])
def test_what_came_out_is_seen_when_the_owner_sees_the_whole_bag(place: str) -> None:
    there = after(f"{SWAPS}\n{IDLE}* roll 24")
    assert known(there, A, A) == []
    seen, told = on(there, f"a enter {place}")
    assert known(seen, A, A) == ["pig"]
    assert {A: "You carry pig."} in [event.secret for event in told]
    assert GAME.view(seen, A).guesses[0][0] == seen.board.players[A].lockers[0], "now it is certain"


def test_a_thumb_in_a_store_tells_whether_something_came_out() -> None:
    """With three items that were seen, a fourth leaves no room in the bag."""
    buys = "".join(f"* roll 24\na enter {one}\n{IDLE}" for one in (
        "UL drug\na buy hair-spray", "UL grocery\na buy banana", "UL pets\na buy fish", "UL toys\na buy yo-yo"
    ))  # fmt: skip
    for locker, said, guesses in (("UL", "bag full", 1), ("LR", "buys", 1)):
        put = (
            f"{buys}* roll 24\na enter {locker} locker\na put hair-spray\n{IDLE}* roll 24\na enter UL sports"
        )
        there = after(put)
        assert len(GAME.view(there, A).worlds) == 2
        tried, told = on(there, "a buy tennis-ball")
        assert said in told[-1].text
        assert len(GAME.view(tried, A).worlds) == guesses


@pytest.mark.parametrize(
    ("options", "it"), [(Options(), "the thing you haven't seen"), (Options(lockers_tell=True), "your pig")]
)
def test_a_thief_does_not_tell_what_its_owner_had_not_seen(options: Options, it: str) -> None:
    robbed = after(f"{TAKES}{IDLE}* roll 1\na walk A13", options)
    _, told = on(robbed, "* man steals pig UR")
    assert told[-1].secret == {A: f"The Chance Man steals an item from {{a}}. He takes {it} to a pawn shop."}


@pytest.mark.parametrize(
    ("deed", "public", "own"),
    [
        ("a take", "{a} takes something out of their locker.", "You carry one thing you haven't seen."),
        ("a take\n* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 24\na enter UL locker\na take",
         "{a} gets nothing out of their locker.", "The locker was empty. You carry pig."),
        ("a put nothing", "{a} has nothing to put into their locker.", "You carry nothing."),
    ],
)  # fmt: skip
def test_a_locker_tells_its_owner_alone_why_the_thumb_is_down(deed: str, public: str, own: str) -> None:
    *before, last = f"* roll 24\na enter UL locker\n{deed}".splitlines()
    _, told = on(after("\n".join(before)), last)
    thumb = "down" if "nothing" in public else "up"
    assert told[0].text == f"Thumbs {thumb}: {public}"
    assert told[1].text == ""
    assert told[1].secret == {A: own}
