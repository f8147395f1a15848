"""What everybody hears in short, which is the caption of the next picture."""

from games.core import Caption, Highlight
from games.doublolo.pictures.coin import band_icon
from games.doublolo.rules.position import RED, WHITE, Board
from games.doublolo.words import telling
from games.kit.grid import Square
from tests.games.pictures import furthest

LONGEST = 42


def test_the_caption_says_in_one_short_sentence_what_happened_and_who_did_it() -> None:
    events = (
        telling.starts(WHITE),
        telling.tossed("tails", "heads", WHITE),
        telling.placed(WHITE, Square(21, 5), 3, Board()),
        telling.lost_turn(RED),
    )
    told = [event.caption(None) for event in events]
    assert told == [
        Caption("{b} goes first.", WHITE),
        Caption("The coin shows heads: {b} starts."),
        Caption("{b} placed V6 and flipped 3.", WHITE),
        Caption("{a} can't flip. {b} goes again.", RED),
    ]
    assert all(len(one.text) <= LONGEST for one in told)


def test_the_toss_stays_in_the_picture_with_what_was_called_and_how_it_fell() -> None:
    wrong, right = telling.tossed("heads", "tails", WHITE), telling.tossed("heads", "heads", RED)
    line = "{a} called heads"
    assert wrong.highlight(None) == Highlight("Tails: {b} starts", line, "heads tails")
    assert right.highlight(WHITE) == Highlight("Heads: {a} starts", line, "heads heads")
    drawn = [band_icon(shown.icon) for event in (wrong, right) if (shown := event.highlight(None))]
    assert furthest(*(one.convert("RGB") for one in drawn)) > 100
