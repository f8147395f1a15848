"""Moves as texts."""

import pytest

from games.calabresella.rules.notation import Bid, Call, Give, GoOn, Play, Reject, Take, Vote, read, write
from games.calabresella.rules.position import DECK
from games.core import BadNotation
from games.kit.cards import Card

SIX_AND_FIVE = DECK.mask([Card("6♣"), Card("5♣")])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("6♣", Play(Card("6♣"))),
        ("c6", Play(Card("6♣"))),
        ("play 6 c", Play(Card("6♣"))),
        ("PASS", Bid(False)),
        ("Solo", Bid(True)),
        ("call 3s", Call(Card("3♠"))),
        ("call none", Call(None)),
        ("call no", Call(None)),
        ("give 5c", Give(Card("5♣"))),
        ("reject 5c, 6c", Reject(SIX_AND_FIVE)),
        ("take 6♣ 5♣", Take(SIX_AND_FIVE)),
        ("Either", GoOn("either")),
        ("Ask  again", GoOn("again")),
        ("ask no replays", GoOn("no replays")),
        ("Agree", Vote(True)),
        ("refuse", Vote(False)),
    ],
)
def test_moves_are_read_as_people_type_them(text: str, move: object) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10♣",
        "call",
        "give",
        "reject",
        "take",
        "take 3s 3s",
        "reject 3s 2s as ks qs",
        "deal",
        "dealer d",
        "play",
    ],
)
def test_a_text_that_names_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read(text)


def test_cards_are_written_as_a_hand_is_sorted() -> None:
    assert write(read("reject 4h 5s ac 3s")) == "reject 3♠ 5♠ 4♥ A♣"
