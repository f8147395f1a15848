"""The options and house rules, each tested by what it changes."""

from random import Random

import pytest

from games.core import IllegalMove, Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules import chance_man, start, travel
from games.fooblitzky.rules.city.board import Unknown
from games.fooblitzky.rules.moves import FreeTurn, Gift, Nobody, Offer, Theft
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.words.describe import describe
from tests.games.fooblitzky.played import after, lines, on

A, B, C, D = map(Seat, range(4))
FOUR = "a choose pig\nb choose saw\nc choose fish\nd choose banana\n"
FOUR_BEGUN = FOUR + "* stock UL UL UL UL\n* lockers UL UL UL UL\n* crosswalks none\n"
DRAWS = 3000
CHANCES = (("man_frequency", chance_man.FREQUENCY), ("man_mood", chance_man.FRIENDLY))


def test_menus_name_the_chances_that_count() -> None:
    told = {name: (field.json_schema_extra or {}) for name, field in Options.model_fields.items()}
    percent = {
        name: {level: f"{chance:.0%}" for level, chance in chances.items()} for name, chances in CHANCES
    }
    assert {name: told[name] for name in percent} == {name: {"notes": each} for name, each in percent.items()}
    risks = {level: f"1 time in {1 / chance:.0f}" for level, chance in travel.RISK.items()}
    assert told["crossing_risk"] == {"notes": risks}


@pytest.mark.parametrize(("mood", "share"), [("unfriendly", 0.25), ("standard", 0.5), ("friendly", 0.75)])
def test_the_chance_mans_mood(mood: str, share: float) -> None:
    owed = after("* roll 1\na walk A6", Options.model_validate({"man_mood": mood}))
    rng = Random(5)
    deeds = [chance_man.draw(owed.board, A, rng) for _ in range(DRAWS)]
    came = [deed for deed in deeds if not isinstance(deed, Nobody)]
    friendly = [deed for deed in came if isinstance(deed, FreeTurn | Gift | Offer)]
    assert len(friendly) / len(came) == pytest.approx(share, abs=0.07)


def test_the_chosen_item_is_upper_left() -> None:
    begun, _ = lines(FOUR + "* stock UL UL UL UL", Options(first_locker="upper-left"), seats=4)
    for seat in begun.board.seats:
        assert begun.board.players[seat].lockers == (begun.board.chosen[seat], None)
        assert GAME.view(begun, seat).guesses == ((begun.board.chosen[seat], None),)


def test_lockers_are_drawn_evenly() -> None:
    owed, _ = lines(FOUR + "* stock UL UL UL UL", seats=4)
    rng = Random(6)
    drawn = [side for _ in range(500) for side in start.draw_lockers(owed.board, rng).quadrants]
    assert 900 < drawn.count("UL") < 1100
    assert GAME.view(owed, A).guesses == ()


def test_gifts_and_loot_go_upper_right() -> None:
    options = Options(pawn_shop="upper-right")
    carries = "* roll 2\na enter UL drug\na buy eyedropper\n* roll 1\nb walk H16\n* nobody\n* flip none\n"
    robbed = after(carries + "* roll 1\na walk A5\n* man steals eyedropper UR", options)
    assert [item.name for item in robbed.board.pawns[0]] == ["eyedropper"]
    with pytest.raises(IllegalMove, match="rule 32"):
        after(carries + "* roll 1\na walk A5\n* man steals eyedropper LL", options)
    there = "* roll 21\na walk D20\n* nobody\n* roll 1\nb walk H15\n* nobody\n* flip none\n"
    given = after(carries + there + "* roll 24\na enter UR charity\na give", options)
    assert [item.name for item in given.board.pawns[0]] == ["eyedropper"]
    assert given.board.underway == ()


@pytest.mark.parametrize(("option", "shops"), [("random", {"UR", "LL"}), ("upper-right", {"UR"})])
def test_the_chance_man_takes_loot_where_the_option_says(option: str, shops: set[str]) -> None:
    bought = "* roll 2\na enter UL drug\na buy eyedropper\n* roll 1\nb walk H16\n* nobody\n* flip none\n"
    options = Options.model_validate({"pawn_shop": option, "man_mood": "unfriendly"})
    owed, rng = after(bought + "* roll 1\na walk A5", options), Random(7)
    deeds = [chance_man.draw(owed.board, A, rng) for _ in range(DRAWS)]
    assert {deed.quadrant for deed in deeds if isinstance(deed, Theft)} == shops


def test_open_choice_tells_all_once_all_have_chosen() -> None:
    some, _ = lines("a choose pig\nb choose saw\nc choose fish", Options(open_choice=True), seats=4)
    assert GAME.view(some, D).chosen == (None,) * 4
    begun, told = lines(FOUR, Options(open_choice=True), seats=4)
    named = "{a} the pig, {b} the saw, {c} the fish, {d} the banana"
    assert any(named in event.text for event in told)
    assert all(GAME.view(begun, seat).chosen == begun.board.chosen for seat in (A, B, C, D, None))


def test_three_check_marks_win() -> None:
    three = FOUR_BEGUN + (
        "* roll 24\na enter UL locker\na take\n* roll 1\nb walk H16\n* nobody\n* roll 1\nc walk D2\n"
        "* nobody\n* roll 1\nd walk E10\n* nobody\n* flip none\n"
    )
    buys = "* roll 24\na enter {}\n* roll 20\nb walk H16\n* nobody\n* roll 20\nc walk D2\n* nobody\n"
    buys += "* roll 20\nd walk E10\n* nobody\n* flip none\n"
    round_ = three + buys.format("LL pets\na buy fish") + buys.format("LL hardware\na buy saw")
    there, _ = lines(round_ + "* roll 24\na enter UL check", Options(three_of_four=True), seats=4)
    assert isinstance(there.phase, Finished)
    assert there.phase.places == (1, 2, 2, 2)
    assert there.phase.reason == "three correct items were brought to a Check Point"
    assert "The game is over. First place: {a} (three" in describe(GAME.view(there, None))
    going_on, told = lines(round_ + "* roll 24\na enter UL check", seats=4)
    assert not isinstance(going_on.phase, Finished)
    assert "3 check marks, 0 X's." in told[-2].text
    assert told[-1].secret == {A: "You carry saw, fish and pig."}
    four, _ = lines(
        round_ + buys.format("LL grocery\na buy banana") + "* roll 24\na enter UL check",
        Options(three_of_four=True),
        seats=4,
    )
    assert isinstance(four.phase, Finished)
    for together in (Options(three_of_four=True, teams=True), Options(three_of_four=True, two_tokens=True)):
        won, told = lines(round_ + "* roll 24\na enter UL check", together, seats=4)
        assert isinstance(won.phase, Finished)
        assert won.phase.places == (1, 3, 1, 3)
        assert told[-1].text == "The correct items were banana, saw, fish and pig."


@pytest.mark.parametrize("seats", [2, 3])
def test_teams_need_four_players(seats: int) -> None:
    """The first has a correct item when the city closes, and the third has none."""
    idle = ["b walk H17", "c walk D1"][: seats - 1]
    rest = "".join(f"* roll 20\n{walk}\n* nobody\n" for walk in idle) + "* flip none\n"
    closed, _ = lines(
        "".join(FOUR.splitlines(keepends=True)[:seats])
        + f"* missing {' '.join(['banana', 'snake'][: 4 - seats])}\n* stock UL UL UL UL\n"
        + f"* lockers {'UL ' * seats}\n* crosswalks none\n* roll 24\na enter UL locker\na take\n"
        + rest
        + ("* roll 20\na walk A14\n* nobody\n" + rest) * 39,
        Options(teams=True, days=1),
        seats=seats,
    )
    assert isinstance(closed.phase, Finished)
    assert closed.phase.places == (1, 2, 2)[:seats]
    assert closed.phase.reason == "the most correct items when the city closed after 1 day"


def test_when_the_city_closes_a_team_is_as_good_as_its_better_bag() -> None:
    idle = "* roll 20\nb walk H17\n* nobody\n* roll 20\nc walk D1\n* nobody\n"
    idle += "* roll 20\nd walk E11\n* nobody\n* flip none\n"
    bought = "* roll 24\na enter UL locker\na take\n" + idle
    rest = ("* roll 20\na walk A14\n* nobody\n" + idle) * 39
    together, told = lines(FOUR_BEGUN + bought + rest, Options(teams=True, days=1), seats=4)
    assert isinstance(together.phase, Finished)
    assert together.phase.places == (1, 3, 1, 3)
    assert told[-1].text.endswith("{a} 1, {b} 0, {c} 0, {d} 0.")
    alone, _ = lines(FOUR_BEGUN + bought + rest, Options(days=1), seats=4)
    assert isinstance(alone.phase, Finished)
    assert alone.phase.places == (1, 2, 2, 2)


def test_choosing_for_another() -> None:
    begun = after("", Options(for_another=True))
    a, b = begun.board.players
    assert (a.lockers[0], b.lockers[1]) == (begun.board.chosen[B], begun.board.chosen[A])
    view = GAME.view(begun, A)
    assert view.guesses == ((Unknown(), None), (None, Unknown()))
    assert view.chosen == (begun.board.chosen[A], None)
    taken = on(begun, "* roll 14\na enter UL locker\na take")[0]
    assert [item.name for item in taken.board.players[A].bag] == ["hot dog"]
    known = after("", Options(for_another=True, open_choice=True))
    assert GAME.view(known, A).guesses == ((known.board.chosen[B], None), (None, known.board.chosen[B]))


def test_a_pick_for_another_is_in_the_next_seats_locker() -> None:
    begun, _ = lines(FOUR + "* stock UL UL UL UL\n* lockers UL UL UL UL", Options(for_another=True), seats=4)
    first = [player.lockers[0] for player in begun.board.players]
    assert [item.name for item in first if item] == ["banana", "pig", "saw", "fish"]


def test_a_quiet_city_tells_the_player_alone() -> None:
    called, told = on(after("", Options(quiet_city=True)), "* roll 20\na enter UL phone\na call LL pets")
    answer = told[-1]
    assert answer.heard_by(B) == answer.heard_by(None) == "{a} calls the Bone Row pet store."
    assert answer.heard_by(A).endswith("In stock: fish and snake. Out of stock: pig.")
    assert GAME.view(called, A).stock != GAME.view(called, B).stock


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats: int) -> None:
    assert len(GAME.new(seats, Options()).board.players) == seats


@pytest.mark.parametrize("minutes", ["none", "1", "2", "3", "5", "10"])
def test_time_limit_and_two_tokens_change_no_rule(minutes: str) -> None:
    """The bot uses them to seat people and to finish moves."""
    options = Options.model_validate({"time_limit": minutes, "two_tokens": True})
    plain, other = after(""), after("", options)
    assert plain.board.players == other.board.players
    assert plain.phase == other.phase
