"""The captions of Foozle's pictures: who did what last, or what the viewer can do now."""

from dataclasses import replace

import pytest

from games.core import Caption, Event, Seat
from games.foozle import GAME
from games.foozle.pictures.draw import draw
from games.foozle.rules.cards import read
from games.foozle.rules.notation import Discard
from games.foozle.rules.position import Finished, Laid, Laying, Played, Taking
from games.foozle.rules.rulebook import apply
from games.foozle.rules.view import see
from games.foozle.words import telling
from tests.games.captions import shown
from tests.games.foozle.naive import cards
from tests.games.foozle.shown import A, B, table_of

TAKING = Taking(replace(table_of("8Zu 1Bo"), dealer=B), A)
TOPS = read("8To")


def below(event: Event, viewer: Seat | None = None) -> Caption | None:
    """What stands under the picture after this event, when A has to take a card."""
    return shown(draw(see(TAKING, viewer)), event.caption(viewer))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (telling.discard(B, TOPS, None), "{b} discarded 8 of Tops."),
        (telling.discard(B, TOPS, Laid(cards("0Zu 1Ra 2To"), 0)), "{b} laid a blue run."),
        (telling.discard(B, TOPS, Laid(cards("0Zu 1Ra 2To"), 0, 1)), "{b} won the blue token."),
        (telling.discard(B, TOPS, Laid(cards("5Zu 5La 5To"), 0)), "{b} laid a set of 5s."),
        (telling.discard(B, TOPS, Laid(cards("5Zu"), 0)), "{b} laid off 5 of Zurfs."),
        (telling.out(B, (1, 2), by_foozle=False, tied=False), "{b} went out: a white token."),
        (telling.foozle(B, cards("Grue Time Snail"), cards("5Zu")), "{b} laid a Big Foozle."),
    ],
)
def test_the_caption_says_what_was_done_last_and_by_whom(event: Event, text: str) -> None:
    assert below(event) == Caption(text, B)
    assert below(event, A) == Caption(f"{text} Your turn.")


def test_what_was_laid_in_a_turn_is_told_when_it_ends() -> None:
    laid = Laid(cards("0Zu 2Zu 9Zu"), 0)
    turn = Laying(replace(table_of("8Zu 1Bo"), turns=(Played(A, laid=(laid,)),)), A)
    (discarded,) = apply(turn, A, Discard(read("1Bo"))).events
    assert discarded == telling.discard(A, read("1Bo"), laid)
    assert discarded.short == "{a} laid a flush of Zurfs."


def test_the_caption_tells_a_player_which_card_they_drew() -> None:
    drew = telling.drawn(A, read("8Ra"))
    drawn = Laying(replace(table_of("8Zu 8Ra 1Bo"), turns=(Played(A, read("8Ra")),)), A)
    assert shown(draw(see(drawn, A)), drew.caption(A)) == Caption("You drew 8 of Rain. Lay or discard.")
    stuck = Laying(replace(drawn.table.holding(A, cards("1Bo 8Ra")), groups=(), layers=()), A)
    assert shown(draw(see(stuck, A)), drew.caption(A)) == Caption("You drew 8 of Rain. Discard a card.")
    assert not drew.heard_by(B)
    assert telling.draw(A).caption(B) == Caption("{a} drew a card.", A)
    assert telling.reshuffle(cards("5Zu")).caption(B) == Caption("The dump is the new draw pile.")


def test_everybody_hears_that_play_goes_on_after_a_tie() -> None:
    tied = replace(table_of("8Zu", groups=()), colours=(15, 31), whites=(0, 0))
    told = [event.text for event in apply(Laying(tied, A), A, Discard(read("8Zu"))).events]
    assert told[1].endswith("{a} 5, {b} 5. It's a tie for the most, so play goes on.")


def test_the_result_says_how_many_tokens_won() -> None:
    table = replace(table_of("8Zu 1Bo"), colours=(31, 31), whites=(0, 2))
    outcome = GAME.outcome(Finished(table, B))
    assert outcome is not None
    assert outcome.reason == "7 tokens, more than the other player, with all five colours"
