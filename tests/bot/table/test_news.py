"""The lines below a picture: one for each opponent, and none that repeats the picture's caption."""

from bot.config import Settings
from bot.host import play as cast
from bot.table.screens.story import LINE_MOST, Heard, below, shortened, with_lines
from games.core import Event, Seat
from games.engine import registry
from local_discord.person import pictures_of, text_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import direct, keep_deal

A, B, C = map(Seat, range(3))

DEALS = Event("{a} deals.", A, {B: "{a} deals. Your hand: 3♠."}, "{a} deals", is_shown=True)
PASSES = Event("{b} passes.", B, short="{b} passed")
GIVES = Event("{a} gives {b} a card.", A, {B: "{a} gives you 3♠."}, "{a} gave {b} a card")
LEADS = Event("{c} leads.", C)
DRAWS = Event("", A, {A: "You draw 3♠."}, secret_short={A: "You drew 3♠."})


def lines(events: tuple[Event, ...], viewer: Seat | None = None, *said: Event) -> list[str]:
    """The lines below the picture of a viewer who moved before these events, of which it tells these."""
    heard = [Heard(text, event) for event in reversed(events) if (text := event.heard_by(viewer))]
    own = () if viewer is None else (viewer,)
    told = [one.caption(viewer) for one in said]
    return [one.text for one in below(registry.find("calabresella"), heard, viewer, own, told)]


def test_each_opponent_has_one_line_and_the_newest_leads() -> None:
    events = (PASSES, LEADS, GIVES, Event("{b} bids.", B))
    assert lines(events, A) == ["{b} bids.", "{c} leads."]
    assert lines(events, C) == ["{b} bids.", "{a} gives {b} a card."]
    assert lines(events) == ["{b} bids.", "{a} gives {b} a card.", "{c} leads."]


def test_an_opponent_whose_newest_doing_is_in_the_caption_has_no_line() -> None:
    assert lines((LEADS, PASSES), A, PASSES) == ["{c} leads."]
    assert lines((PASSES, LEADS), A, PASSES) == ["{c} leads."]
    assert lines((Event("{b} bids.", B), PASSES), A, PASSES) == [], "an older one would read as stale"


def test_a_secret_line_is_left_out_only_if_the_caption_tells_the_secret() -> None:
    assert lines((GIVES,), C, GIVES) == []
    assert lines((GIVES,), B, GIVES) == []
    heard = [Heard("{a} gives you 3♠.", GIVES)]
    assert below(registry.find("calabresella"), heard, B, (B,), [GIVES.caption(C)]) == heard


def test_what_you_did_and_what_nobody_did_has_no_line() -> None:
    assert lines((DRAWS, Event("Everybody passed.", None)), A) == []


def test_a_hand_that_is_dealt_has_no_line_because_the_picture_shows_it() -> None:
    assert lines((DEALS,), B) == []


def test_what_the_table_did_for_you_has_a_line() -> None:
    only = [Heard("{b} passes. It was the only move.", PASSES, is_aside=True)]
    assert below(registry.find("calabresella"), only, B, (B,), ()) == only
    assert below(registry.find("calabresella"), only, B, (B,), (PASSES.caption(B),)) == only


def test_a_line_that_is_too_long_is_told_in_short_or_cut_between_words() -> None:
    long = "{a} enters the store. " + "In stock: " + "fish, " * 20
    assert named(Event(long, A)).startswith("Ada enters the store. In stock: fish, fish")
    assert named(Event(long, A)).endswith("fish …")
    assert len(named(Event(long, A))) <= LINE_MOST
    assert named(Event(long, A, short="{a} shops")) == "Ada shops."
    assert named(Event("{a} passes.", A)) == "Ada passes."


def named(event: Event) -> str:
    """The line with names in it."""
    said = shortened(Heard(event.text, event), None, lambda text: text.replace("{a}", "Ada"))
    return said.replace("{a}", "Ada")


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
        assert "Your hand:" not in text_of(hand)
        (shown,) = pictures_of(hand)
        assert "Your hand:" in shown["description"]
