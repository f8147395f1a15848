"""The notebook in words: what a player was shown, and what follows."""

from dataclasses import replace

from games.core import Seat, Stopped
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.city.board import Check
from games.fooblitzky.rules.city.items import ITEMS
from games.fooblitzky.rules.knowledge.marks import preferred
from games.fooblitzky.rules.phases import Position
from games.fooblitzky.words.describe import describe
from games.fooblitzky.words.notes import LONGEST, notes
from tests.games.fooblitzky.played import after

A, B = Seat(0), Seat(1)
CONCLUDING = Options(notebook="conclusions")


def noted(position: Position, seat: Seat | None) -> tuple[str, ...]:
    return notes(GAME.view(position, seat))


def test_what_was_chosen_what_it_costs_and_what_follows() -> None:
    position = after("* roll 20\na enter UL phone\na call LL pets", CONCLUDING)
    told = noted(position, B)
    assert told[:4] == (
        "You picked the hot dog.",
        "The four correct items cost 4, 4, 16, 16 foobles.",
        "In your lockers, Howl Hill and Paw Bay: hot dog and nothing, or nothing and hot dog.",
        "Definitely correct: hot dog and pig.",
    )
    channel = noted(position, None)
    assert channel[0].startswith("The four correct items cost")
    assert "Definitely correct: pig." in channel


def test_by_default_only_what_was_seen_is_noted() -> None:
    """The deduction is the game."""
    position = after("* roll 20\na enter UL phone\na call LL pets")
    assert noted(position, B) == (
        "You picked the hot dog.",
        "The four correct items cost 4, 4, 16, 16 foobles.",
        "In your lockers: Howl Hill not opened yet, Paw Bay not opened yet.",
        "Out of stock: pig (Bone Row).",
        "In stock: fish (Bone Row); snake (Bone Row).",
    )


def test_the_notebook_says_what_the_player_left_in_a_locker() -> None:
    left = after(
        "* roll 2\na enter UL drug\na buy eyedropper\n* roll 20\nb walk H17\n* nobody\n* flip none\n"
        "* roll 24\na enter LR locker\na put eyedropper"
    )
    said = "In your lockers: Howl Hill not opened yet, Paw Bay eyedropper."
    assert said in noted(left, A)


def test_the_option_takes_the_notebook_away() -> None:
    position = after("* roll 20\na enter UL phone\na call LL pets", Options(notebook="none"))
    assert [noted(position, viewer) for viewer in (A, B, None)] == [()] * 3
    assert GAME.notebook is not None
    kept = [GAME.notebook.keeps(Options(notebook=kind)) for kind in ("seen", "conclusions", "none")]
    assert kept == [True, True, False]


def test_before_the_prices_the_notebook_has_only_the_players_own_pick() -> None:
    begun = GAME.apply(GAME.new(2, Options()), A, GAME.read("choose pig")).state
    assert noted(begun, A) == ("You picked the pig.",)
    assert noted(begun, B) == ()
    assert noted(begun, None) == ()


def test_a_choice_for_another_is_noted_with_whose_locker_it_lies_in() -> None:
    position = after("", Options(for_another=True))
    assert "You picked the pig, which is in one of {b}'s lockers." in noted(position, A)
    assert "You picked the hot dog, which is in one of {a}'s lockers." in noted(position, B)
    concluding = after("", Options(for_another=True, notebook="conclusions"))
    mine = "In your lockers, Howl Hill and Paw Bay: something you haven't seen and nothing"
    assert any(note.startswith(mine) for note in noted(concluding, A))


def test_shelves_are_noted_as_they_were_seen() -> None:
    position = after("* roll 20\na enter UL phone\na call LL pets")
    assert "Out of stock: pig (Bone Row)." in noted(position, B)
    assert "In stock: fish (Bone Row); snake (Bone Row)." in noted(position, B)
    concluding = after("* roll 20\na enter UL phone\na call LL pets", CONCLUDING)
    assert "In stock and possibly correct: fish (Bone Row)." in noted(concluding, B)
    quiet = after("* roll 20\na enter UL phone\na call LL pets", Options(quiet_city=True))
    assert not any("stock" in note for note in noted(quiet, B))
    assert "Out of stock: pig (Bone Row)." in noted(quiet, A)


def test_what_was_sold_out_is_out_of_stock_and_where_the_offer_was_is_noted() -> None:
    bought = after("* roll 2\na enter UL drug\na buy eyedropper")
    assert not any("eyedropper (Howl Hill)" in note for note in noted(bought, B) if "In stock" in note)
    offered = after("* roll 1\na walk A6\n* man offers pig saw snake")
    said = "The Chance Man offered snake, pig and saw: exactly one of them is correct."
    assert any(sorted(note) == sorted(said) for note in noted(offered, B))


def test_pawned_things_are_noted_where_they_were_last_heard_of() -> None:
    robbed = after(
        "* roll 2\na enter UL drug\na buy eyedropper\n* roll 1\nb walk H16\n* nobody\n* flip none\n"
        "* roll 1\na walk A5\n* man steals eyedropper UR\n* roll 1\nb walk H15\n* nobody\n* flip none"
    )
    for seat, view in ((seat, GAME.view(robbed, seat)) for seat in (A, B)):
        there = bool(view.pawns[0])
        said = "In the Wag End pawn shop, when you last heard of it: eyedropper."
        assert (said in noted(robbed, seat)) == there


def test_the_newest_check_marks_stand_first_and_what_is_too_long_is_left_out() -> None:
    view = GAME.view(after(""), A)
    checks = tuple(Check(B, ITEMS[:4], number % 3, 4 - number % 3) for number in range(200))
    long = notes(replace(view, checks=(*checks, Check(B, None, 4, 0))))
    checked = [note for note in long if " checked" in note]
    assert checked[0] == "{b} had a bag checked that you haven't seen: 4 check marks, 0 X's."
    assert 10 < len(checked) < 40
    assert sum(len(note.replace("{b}", "W" * 32)) + 1 for note in long) <= LONGEST


def test_what_a_player_marked_stands_first_and_in_the_words_of_their_picture() -> None:
    plain = GAME.view(after(""), A)
    marked = preferred(plain, {"saw": "sure", "fish": "out", "snake": "out", "pig": "guessed", "cat": "sure"})
    assert notes(marked)[0] == "Your marks. Sure: saw. Out: fish and snake."
    assert describe(marked).endswith(
        "Your marks. Sure: saw. Out: fish and snake. Crosswalks with an X: none."
    )
    assert notes(preferred(marked, {})) == notes(plain)
    over = GAME.view(Stopped(after("")), A)
    assert notes(preferred(over, {"saw": "sure"})) == notes(over)
