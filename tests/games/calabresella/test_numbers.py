"""Cards typed by their numbers, counted from the left, in every phase that asks for a card."""

import pytest

from games.calabresella import GAME
from games.calabresella.rules.position import SEATS
from games.core import BadNotation
from tests.games.calabresella.dealt import after

CALL = ("c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠")
SOLO = ("c pass", "a solo")
TAKE = (*SOLO, "a reject 6♣ 5♣")
LED = (*TAKE, "a take 3♣ Q♣", "c 6♥")
LEADS = (*LED, "a 3♥", "b K♥")


def longhand(lines: tuple[str, ...], seat: int, text: str) -> str:
    return GAME.notation.longhand(GAME.view(after(*lines), SEATS[seat]), text)


@pytest.mark.parametrize(
    ("lines", "seat", "typed", "meant"),
    [
        (LEADS, 0, "1", "play 3♠"),
        (LEADS, 0, "9", "play J♦"),
        (LEADS, 0, "A", "play 3♣"),
        (LEADS, 0, " b ", "play Q♣"),
        (LED, 0, "play 6", "play 3♥"),
        (SOLO, 0, "1", "reject 3♠"),
        (SOLO, 0, "B C", "reject 6♣ 5♣"),
        (SOLO, 0, "reject 6 c,1", "reject 3♥ 5♣ 3♠"),
        (TAKE, 0, "1 4", "take 7♦ J♣"),
        (TAKE, 0, "take 2, 3", "take 3♣ Q♣"),
        (CALL, 1, "a", "give 4♦"),
        (CALL, 1, "give 2", "give J♠"),
    ],
)
def test_a_number_means_the_card_with_that_number(
    lines: tuple[str, ...], seat: int, typed: str, meant: str
) -> None:
    assert longhand(lines, seat, typed) == meant
    assert GAME.read(meant) in GAME.legal(GAME.view(after(*lines), SEATS[seat]))


@pytest.mark.parametrize(
    "typed", ["6c", "6 c", "C6", "play 6♣", "6♣", "10", "0", "D", "1 2", "reject 1", "", "."]
)
def test_a_text_without_card_numbers_stays_as_it_is(typed: str) -> None:
    assert longhand(LED, 0, typed) == typed


PASSED = ("c pass", "a pass", "b pass") * 2


def test_moves_stay_as_they_are_during_the_bidding_and_between_deals() -> None:
    assert longhand((), 2, "pass") == "pass"
    assert longhand(PASSED, 2, "next") == "next"


@pytest.mark.parametrize("typed", ["hello", "1", "A", "I go solo"])
def test_what_is_no_move_is_answered_with_what_can_be_typed_now(typed: str) -> None:
    with pytest.raises(BadNotation, match="It's time to bid: type “pass” or “solo”"):
        longhand((), 2, typed)
    with pytest.raises(BadNotation, match="The deal is over: type “next”"):
        longhand(PASSED, 2, typed)


def test_a_number_that_no_card_has_is_refused_with_the_range() -> None:
    with pytest.raises(BadNotation, match=r"There's no card C\. Your cards are numbered 1 to A\."):
        longhand((*LEADS, "a 3♠", "b 6♠", "c 4♠"), 0, "C")
