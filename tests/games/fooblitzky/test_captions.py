"""The sentence below the picture: what just happened, or what the viewer can do now."""

import re

import pytest

from games.core import Caption, Question, Seat, Stopped
from games.fooblitzky import GAME, Options
from games.fooblitzky.pictures.draw import draw
from games.fooblitzky.rules.view import View
from tests.games.captions import caption_of, shown, table_after
from tests.games.fooblitzky.played import BEGUN, after, random_game
from tests.games.fooblitzky.test_ending import CLOSES, WINS, played

A, B = Seat(0), Seat(1)
BUYS = "* roll 2\na enter UL drug\na buy eyedropper\n"
IDLE = "* roll 20\nb walk H17\n* nobody\n* flip none\n"


def said(view: View, answers: tuple[str, ...] = ()) -> Caption:
    """What a player is asked."""
    found = shown(draw(view, answers))
    assert found is not None
    return found


def told(text: str) -> Caption | None:
    """What the channel reads after these lines, when the next seat has rolled."""
    return caption_of(table_after(GAME, f"{BEGUN}{text}* roll 9".split("\n"), 2))


@pytest.mark.parametrize(
    ("text", "sentence", "by"),
    [
        (BUYS, "{a} buys the eyedropper.", A),
        (BUYS + IDLE, "{b} walks to H17.", B),
        ("* roll 20\na walk A7\n* man gives 6\n", "The Chance Man gives {a} 6 foobles.", None),
        ("* roll 20\na walk A7\n* man piano\n", "The Chance Man drops a piano on {a}.", None),
        ("* roll 24\na enter UL restaurant\n", "{a} washes dishes for 4 foobles.", A),
        ("* roll 24\na enter UL ugh-clockwise\n", "{a} rides to the Wag End outer UGH.", A),
        (f"{BUYS}{IDLE}* roll 24\na enter UR pawn\na sell eyedropper\n", "{a} sells the eyedropper.", A),
        (f"{BUYS}{IDLE}* roll 24\na enter UL check\n", "{a} has 0 correct, 1 wrong.", A),
    ],
)
def test_the_channel_reads_what_just_happened_and_not_what_the_next_player_rolled(
    text: str, sentence: str, by: Seat | None
) -> None:
    assert told(text) == Caption(sentence, by)


def test_a_check_point_that_shows_nothing_does_not_repeat_the_check_before() -> None:
    checked = f"{BUYS}{IDLE}* roll 24\na enter UL check\n{IDLE}"
    gave = f"{checked}* roll 24\na enter UR charity\na give\n* shops UR\n{IDLE}"
    assert told(f"{gave}* roll 24\na enter UL check\n") == Caption("{a} enters the Howl Hill Check Point.", A)


def test_who_must_move_is_asked_on_a_light_band() -> None:
    begun = after("* roll 9")
    assert said(GAME.view(begun, A)) == Caption("Rolled 9. Where to?", A)
    assert draw(GAME.view(begun, A), ("squares",)).asks
    assert draw(GAME.view(begun, B)).asks is None


def test_the_picture_says_in_other_words_what_stands_above_the_buttons() -> None:
    begun = after("* roll 24")
    view = GAME.view(begun, A)
    asked = [("UL",), ("squares",), ("squares", "A")]
    captions = [said(view, answers).text for answers in asked]
    assert captions == ["Rolled 24. Pick a place.", "Rolled 24. Pick a block.", "Rolled 24. Pick a square."]
    for text in ("enter UL phone", "enter UL locker", "enter UR pawn"):
        inside = GAME.view(after(f"* roll 24\na {text}"), A)
        question = GAME.prompt(inside, ())
        assert isinstance(question, Question)
        assert said(inside).text != question.text


def test_people_are_on_the_ugh_and_in_other_places() -> None:
    for place, words in (("ugh-clockwise", "on the outer UGH"), ("restaurant", "in the diner")):
        there = after(f"* roll 24\na enter UL {place}\n{IDLE}* roll 5")
        assert said(GAME.view(there, A)).text == f"Rolled 5. Stay {words}?"


def test_the_secret_pick_is_asked_for_and_then_confirmed_to_its_owner_alone() -> None:
    begun = GAME.new(2, after("").board.options)
    assert said(GAME.view(begun, A)) == Caption("Everyone will need it. Yours goes in a locker.", A)
    picked = table_after(GAME, ["a choose pig"], 2)
    assert caption_of(picked, A) == Caption("You picked the pig. {b} is still picking.", A)
    assert "pig" not in str(caption_of(picked, B)) + str(caption_of(picked))


def test_the_end_tells_what_happened_last_because_the_headline_names_the_winner() -> None:
    assert caption_of(played(WINS)) == Caption("{a} has 4 correct, 0 wrong.", A)
    closed = caption_of(played(CLOSES, 'days "1"'))
    assert closed is not None
    assert closed.text.startswith("The city closes. ")


@pytest.mark.parametrize(("seed", "seats"), [(5, 4), (6, 3), (7, 2)])
def test_a_question_is_short_enough_to_be_read_whole(seed: int, seats: int) -> None:
    for one in random_game(seed, seats, Options(man_frequency="high"), 300)[::7]:
        for state in (one.after, Stopped(one.after)):
            for viewer in (None, *one.after.board.seats):
                asks = draw(GAME.view(state, viewer)).asks
                assert asks is None or len(re.sub(r"\{[a-d]\}", "", asks.text)) <= 47, asks
