"""The lines below a picture: at most three, none twice, and none that repeats the picture's caption."""

from bot import play as cast
from bot.config import Settings
from bot.screens.story import Heard, newest, with_lines
from games.core import Event, Seat
from local_discord.person import pictures_of, text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import direct, keep_deal

A, B, C = map(Seat, range(3))

DEALS_FIRST = Event("{a} deals first.", A, short="{a} deals")
DEALS = Event("{a} deals.", A, {B: "{a} deals. Your hand: 3♠."}, "{a} deals", is_hand=True)
PASSES = Event("{b} passes.", B, short="{b} passed")
GIVES = Event("{a} gives {b} a card.", A, {B: "{a} gives you 3♠."}, "{a} gave {b} a card")
DRAWS = Event("", A, {A: "You draw 3♠."}, secret_short={A: "You drew 3♠."})


def below(events: tuple[Event, ...], viewer: Seat | None = None, *said: str) -> list[str]:
    """The lines that stand below a picture whose caption says this."""
    heard = [Heard(text, event) for event in events if (text := event.heard_by(viewer))]
    return [one.text for one in newest(heard, viewer, said).below]


def test_the_newest_three_lines_are_told_with_the_one_in_the_caption_among_them() -> None:
    events = (DEALS, GIVES, Event("{c} leads.", C), PASSES)
    assert below(events) == ["{a} gives {b} a card.", "{c} leads.", "{b} passes."]
    assert below(events, None, "{b} passed") == ["{a} gives {b} a card.", "{c} leads."]
    assert below(events, None, "Your turn. {b} passed", "{b} passed") == [
        "{a} gives {b} a card.",
        "{c} leads.",
    ]


def test_no_line_is_told_twice() -> None:
    assert below((PASSES, DEALS, PASSES)) == ["{a} deals.", "{b} passes."]
    assert below((DEALS_FIRST, DEALS)) == ["{a} deals."]
    assert below((DEALS_FIRST, DEALS), B) == ["{a} deals. Your hand: 3♠."]


def test_a_secret_line_is_left_out_only_if_the_caption_tells_the_secret() -> None:
    assert below((GIVES,), C, "{a} gave {b} a card") == []
    assert below((GIVES,), B, "{a} gave {b} a card") == ["{a} gives you 3♠."]
    assert below((DRAWS,), A, "You drew 3♠. Lay or discard.", "You drew 3♠.") == []
    assert below((DRAWS,), A, "Your turn: lay or discard.") == ["You draw 3♠."]


def test_the_alt_text_has_what_the_caption_tells_after_whose_turn_it_is() -> None:
    told = [Heard("{b} passes.", PASSES)]
    assert with_lines("It's {a}'s turn. The board is empty.", told) == (
        "It's {a}'s turn. {b} passes. The board is empty."
    )
    assert with_lines("It's {a}'s turn.", told) == "It's {a}'s turn. {b} passes."
    assert with_lines("It's {a}'s turn.", []) == "It's {a}'s turn."
    assert with_lines("It's {a}'s turn. {b} passes.", told) == "It's {a}'s turn. {b} passes."


async def test_a_hand_that_is_dealt_is_named_in_the_alt_text_and_not_below_its_picture(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive)
    chiara = await meet(cast.CHIARA)
    async with running(settings):
        hand = await direct(chiara, "do you pass")
        assert "deals." in text_of(hand)
        assert "Your hand:" not in text_of(hand)
        (shown,) = pictures_of(hand)
        assert "Your hand:" in shown["description"]
