"""What everybody hears in short, which is the caption of the next picture."""

from games.core import Caption
from games.doublolo.rules.position import RED, WHITE, Board
from games.doublolo.words import telling
from games.kit.grid import Square

LONGEST = 42


def test_the_caption_says_in_one_short_sentence_what_happened_and_who_did_it() -> None:
    events = (
        telling.starts(WHITE),
        telling.tossed("heads", RED),
        telling.placed(WHITE, Square(21, 5), 3, Board()),
        telling.lost_turn(RED),
    )
    told = [event.caption(None) for event in events]
    assert told == [
        Caption("{b} goes first.", WHITE),
        Caption("The coin shows heads: {a} starts."),
        Caption("{b} placed V6 and flipped 3.", WHITE),
        Caption("{a} can't flip. {b} goes again.", RED),
    ]
    assert all(len(one.text) <= LONGEST for one in told)
