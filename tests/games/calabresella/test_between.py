"""Between deals: replays and changes, if everybody agrees."""

from dataclasses import replace
from random import Random

import pytest

from games.calabresella import GAME
from games.calabresella.rules.notation import GoOn, Vote, read
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import SEATS, Asking, Between, Bidding, DealOwed, Position, Wish
from games.calabresella.rules.rulebook import apply, turn
from games.calabresella.rules.scoring import winner
from games.calabresella.words.describe import describe
from games.core import CHANCE, BadNotation, IllegalMove, Question, Ready, Turn, name_seats
from games.kit.cards import UNSEEN
from tests.games.calabresella.dealt import DEAL, after, told

A, B, C = SEATS
PASSED = ("c pass", "a pass", "b pass") * 2
REPLAYS = Options(replays=True)


def between(*lines: str, options: Options = REPLAYS) -> Position:
    return after(*PASSED, *lines, options=options)


def asked(position: Position, seat: int) -> Question:
    pick = GAME.prompt(GAME.view(position, SEATS[seat]), ())
    assert isinstance(pick, Question)
    return pick


def test_one_request_is_not_enough_for_the_same_cards() -> None:
    position = between("a ask again", "b next", "c next")
    assert isinstance(position, Asking)
    assert turn(position) == Turn(frozenset({B, C}))
    assert isinstance(apply(position, B, Vote(True)).state, Asking), "c hasn't agreed yet"


@pytest.mark.parametrize(
    ("votes", "again"),
    [(("agree", "agree"), True), (("agree", "refuse"), False), (("refuse", "refuse"), False)],
)
def test_the_same_cards_are_dealt_only_if_everybody_agrees(votes: tuple[str, str], again: bool) -> None:
    position = between("a ask again", "b next", "c next", f"c {votes[1]}", f"b {votes[0]}")
    if again:
        assert position == after(options=REPLAYS)
    else:
        assert position == between(), "everybody is asked again what comes next"


def test_there_is_no_vote_if_everybody_asks_for_the_same() -> None:
    assert between("a ask again", "b ask again", "c ask again") == after(options=REPLAYS)


def test_a_replay_has_the_same_dealer_and_hands() -> None:
    again = between("a ask again", "b next", "c ask again", "b agree")
    assert isinstance(again, Bidding)
    assert again.match.dealer == A
    first = after(options=REPLAYS)
    assert isinstance(first, Bidding)
    assert again.dealt == first.dealt


def test_the_next_dealer_deals_if_nobody_asks_for_anything() -> None:
    position = between("a next", "b next", "c next")
    assert isinstance(position, DealOwed)
    assert position.match.dealer == B


def test_a_vote_can_be_changed_and_is_secret_until_the_last_is_in() -> None:
    lines = (*PASSED, "a ask again", "b next", "c next", "b refuse", "b agree")
    position, events = told(*lines, options=REPLAYS)
    assert turn(position) == Turn(frozenset({C}), frozenset({B}))
    assert [event.heard_by(None) for event in events] == [""]
    assert asked(position, B).text == "You said: Agree. You can still change that."
    assert isinstance(apply(position, C, Vote(True)).state, Bidding)


def test_a_request_is_announced_only_once_everybody_is_ready() -> None:
    _, first = told(*PASSED, "a ask again", options=REPLAYS)
    assert [event.heard_by(B) for event in first] == ["{a} is ready."]
    position, last = told(*PASSED, "a ask again", "b next", "c next", options=REPLAYS)
    assert last[-1].text == "{a} would like to play the same cards again."
    assert asked(position, B).text == "{a} would like to play the same cards again. Do you agree?"
    assert GAME.prompt(GAME.view(position, A), ()) is None


@pytest.mark.parametrize("wish", ["again", "open", "closed", "replays", "no replays"])
def test_the_question_fits_with_the_longest_names(wish: Wish) -> None:
    options = Options(replays=wish != "replays", open_hands=wish == "closed")
    voting = between(f"a ask {wish}", f"b ask {wish}", "c next", options=options)
    assert len(name_seats(asked(voting, C).text, lambda _: "W" * 32)) <= 150


class TestOpenHands:
    def test_are_switched_on_and_off_between_deals_if_everybody_agrees(self) -> None:
        opened = between(
            "c ask open", "a next", "b next", "a agree", "b agree", *(f"{seat} next" for seat in "abc")
        )
        assert isinstance(opened, DealOwed)
        dealt = apply(opened, CHANCE, read(DEAL))
        assert UNSEEN not in GAME.view(dealt.state, None).hands[0]
        assert "The hands:" in dealt.events[-1].text
        passed = played_on(dealt.state, "a pass", "b pass", "c pass", "a pass", "b pass", "c pass")
        closed = played_on(
            passed, "a ask closed", "b ask closed", "c ask closed", "a next", "b next", "c next"
        )
        again = apply(closed, CHANCE, read(DEAL)).state
        assert set(GAME.view(again, None).hands[0]) == {UNSEEN}

    def test_stay_closed_if_one_refuses(self) -> None:
        position = between("c ask open", "a next", "b next", "a agree", "b refuse")
        assert position == between()

    def test_show_nothing_of_the_deal_before(self) -> None:
        position = between("c ask open", "a ask open", "b ask open")
        assert isinstance(position, Between)
        assert set(GAME.view(position, None).hands[0]) == {UNSEEN}

    def test_can_be_asked_for_at_every_table(self) -> None:
        assert keys(between(options=Options())) == ["next", "open", "replays", "point"]
        assert keys(between()) == ["next", "again", "open", "no replays", "point"]
        assert keys(between(options=Options(open_hands=True))) == ["next", "closed", "replays", "point"]


class TestGamePoint:
    def test_changes_between_deals_if_everybody_agrees(self) -> None:
        position = between("a ask point", "b next", "c next", "a point 50", "b agree", "c agree")
        assert isinstance(position, Between)
        assert [GAME.view(position, viewer).options.game_point for viewer in (None, *SEATS)] == [50] * 4
        assert "in a match to 50" in describe(GAME.view(position, None))

    def test_stays_if_one_refuses(self) -> None:
        assert between("a ask point", "b next", "c next", "a point 50", "b agree", "c refuse") == between()

    def test_stays_if_the_old_one_is_named_and_nobody_votes(self) -> None:
        assert between("a ask point", "b next", "c next", "a point 100") == between()

    @pytest.mark.parametrize("number", [1, 21, 40, 1234, 9999])
    def test_can_be_any_number_from_1_to_9999_by_buttons_too(self, number: int) -> None:
        naming = GAME.view(between("a ask point", "b next", "c next"), A)
        moves = [move for move in GAME.legal(naming) if GAME.write(move) == f"point {number}"]
        assert len(moves) == 1
        answers = (str(number),) if number in (21, 40) else ("other", *f"{number:04}")
        assert GAME.prompt(naming, answers) == Ready(moves[0])

    @pytest.mark.parametrize("typed", ["point 0", "point 10000", "point ten", "point -1", "point ²"])
    def test_is_no_other_number(self, typed: str) -> None:
        with pytest.raises(BadNotation, match="1 to 9999"):
            read(typed)

    def test_counts_after_the_next_deal(self) -> None:
        """A player who already has enough points wins then, not at once: the others can still pass them."""
        begun = between()
        assert isinstance(begun, Between)
        ahead = replace(begun, match=replace(begun.match, totals=(60, 20, 10)))
        to_50 = played_on(ahead, "a ask point", "b next", "c next", "a point 50", "b agree", "c agree")
        assert isinstance(to_50, Between)
        assert winner(to_50.match) == A

    def test_is_named_as_it_is_by_a_computer_that_took_the_seat(self) -> None:
        naming = between("a ask point", "b next", "c next")
        assert GAME.choose(GAME.view(naming, A), "rules", Random(1)) == read("point 100")

    def test_is_named_by_the_first_who_asked_and_the_other_votes(self) -> None:
        naming = between("a next", "b ask point", "c ask point")
        assert turn(naming) == Turn(frozenset({B}))
        assert turn(played_on(naming, "b point 30")) == Turn(frozenset({A, C}))


class TestReplays:
    def test_are_offered_once_everybody_agrees(self) -> None:
        position = between("a ask replays", "b next", "c next", "b agree", "c agree", options=Options())
        assert keys(position) == ["next", "again", "open", "no replays", "point"]

    def test_are_switched_off_once_everybody_agrees(self) -> None:
        position = between("a ask no replays", "b next", "c next", "b agree", "c agree")
        assert keys(position) == ["next", "open", "replays", "point"]

    def test_can_be_asked_for_only_while_they_are_on(self) -> None:
        with pytest.raises(IllegalMove, match="Replays are off"):
            between("a ask again", options=Options())


def test_several_requests_are_voted_on_one_after_the_other() -> None:
    lines = ("a ask again", "b ask open", "c next")
    first = between(*lines)
    assert isinstance(first, Asking)
    assert (first.wish, first.askers) == ("open", (B,))
    second = between(*lines, "a agree", "c agree")
    assert isinstance(second, Asking)
    assert (second.wish, second.askers) == ("again", (A,))
    again = between(*lines, "a agree", "c agree", "b agree", "c agree")
    assert isinstance(again, Bidding)
    assert UNSEEN not in GAME.view(again, None).hands[0], "played again with open hands"


@pytest.mark.parametrize("wish", ["again", "open", "closed", "replays", "no replays"])
def test_computers_ask_for_nothing_and_agree_to_everything(wish: Wish) -> None:
    options = Options(replays=wish != "replays", open_hands=wish == "closed")
    position = between(options=options)
    for seat in SEATS:
        assert GAME.choose(GAME.view(position, seat), "rules", Random(0)) == GoOn("next")
    voting = played_on(position, f"a ask {wish}", "b next", "c next")
    assert GAME.choose(GAME.view(voting, B), "rules", Random(0)) == Vote(True)


@pytest.mark.parametrize("typed", ["ask", "ask nothing", "next again", "agree to it"])
def test_the_refusal_of_an_unknown_word_lists_what_players_can_say(typed: str) -> None:
    with pytest.raises(BadNotation, match="Between deals you can say “next”, “ask again”"):
        read(typed)


def keys(position: Position) -> list[str]:
    return [choice.key for choice in asked(position, A).choices]


def played_on(position: Position, *lines: str) -> Position:
    for line in lines:
        seat, _, move = line.partition(" ")
        position = apply(position, SEATS["abc".index(seat)], read(move)).state
    return position
