"""The captions of Foozle's pictures: who did what last, or what the viewer can do now."""

from dataclasses import replace

import pytest

from games.core import Stopped
from games.foozle import GAME
from games.foozle.pictures.draw import draw
from games.foozle.rules.cards import read
from games.foozle.rules.position import Finished, Laid, Laying, Played, Taking
from games.foozle.rules.view import see
from games.foozle.words.describe import describe
from tests.games.foozle.naive import cards
from tests.games.foozle.shown import A, B, caption_of, table_of


def _after(*turns: Played) -> Taking:
    return Taking(replace(table_of("8Zu 1Bo"), turns=turns, dealer=B), A)


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        (Played(B, discarded=read("8To")), "{b} discarded 8 of Tops."),
        (Played(B, laid=(Laid(cards("0Zu 1Ra 2To"), 0),)), "{b} laid a blue run."),
        (Played(B, laid=(Laid(cards("0Zu 1Ra 2To"), 0, 1),)), "{b} won the blue token."),
        (Played(B, laid=(Laid(cards("5Zu 5La 5To"), 0),)), "{b} laid a set of 5s."),
        (Played(B, laid=(Laid(cards("5Zu"), 0),)), "{b} laid off 5 of Zurfs."),
        (Played(B, out=True), "{b} went out: a white token."),
        (Played(B, laid=(Laid(cards("Grue Time Snail"), 0),), out=True), "{b} laid a Big Foozle. New hand!"),
    ],
)
def test_the_caption_says_what_was_done_last_and_by_whom(turn: Played, text: str) -> None:
    position = _after(turn)
    shown = draw(see(position, None)).caption
    assert shown is not None
    assert (shown.text, shown.by, shown.asks) == (text, B, False)
    asked = draw(see(position, A)).caption
    assert asked is not None
    assert (asked.text, asked.by, asked.asks) == (f"Your turn. {text}", B, True)


def test_the_caption_tells_a_player_which_card_they_drew() -> None:
    drawn = Laying(replace(table_of("8Zu 8Ra 1Bo"), turns=(Played(A, drawn=read("8Ra")),)), A)
    assert caption_of(drawn, A) == "You drew 8 of Rain. Lay or discard."
    stuck = replace(drawn.table.holding(A, cards("1Bo 8Ra")), groups=(), layers=())
    assert caption_of(Laying(stuck, A), A) == "You drew 8 of Rain. Discard a card."
    assert caption_of(drawn, B) == "{a} drew a card."
    again = Laying(replace(drawn.table, turns=(Played(A, reshuffled=True),)), A)
    assert caption_of(again) == "{a} drew a card from a new pile."


def test_the_caption_tells_of_a_tie() -> None:
    table = replace(_after(Played(B, out=True)).table, colours=(31, 15), whites=(0, 1))
    assert caption_of(Taking(table, A)) == "{a} and {b} tie: play goes on."


def test_the_caption_says_that_the_game_was_stopped() -> None:
    assert caption_of(Stopped(_after())) == "The game ended early."


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        (Played(B, laid=(Laid(cards("0Zu 1Ra 2To"), 0, 1),)), "{b} won the blue token."),
        (Played(B, laid=(Laid(cards("5Zu"), 0),), out=True), "{b} went out: a white token."),
        (Played(B, laid=(Laid(cards("Grue Time Snail"), 0),), out=True), "{b} went out with a Big Foozle."),
    ],
)
def test_the_end_tells_the_last_move_because_the_headline_names_the_winner(turn: Played, text: str) -> None:
    table = replace(table_of("8Zu 1Bo"), turns=(turn,), colours=(31, 31), whites=(0, 2))
    view = see(Finished(table, B), None)
    assert caption_of(Finished(table, B)) == text
    assert text in describe(view)
    outcome = GAME.outcome(Finished(table, B))
    assert outcome is not None
    assert outcome.reason == "7 tokens, more than the other player, with all five colours"
