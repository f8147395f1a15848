"""What is wanted of reminders: who is told what, in which way, when; and when to look next."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.people.quiet_hours import quiet_hours
from bot.people.settings import ReminderSettings
from bot.table.reminders import waits
from bot.table.reminders.waits import Asked, Delays, Listener, Next, Wait

ROME = ZoneInfo("Europe/Rome")
NOON = datetime(2026, 1, 10, 12, tzinfo=ROME).timestamp()
HOUR = 3600.0
FIVE = Delays(host=300, usual=300, minute=60)
NEVER = replace(FIVE, usual=None)
AWAY = Listener(seen_at=float("-inf"))
SLEEPS = replace(AWAY, quiet=quiet_hours("Europe/Rome", "11:00", "13:00"))
WAIT = Wait("0@9", NOON, has_checked=True)
ASKED = Asked("0@9")
SOON = Asked("0@9", ends=round(NOON + HOUR))


def likes(where: str = "channel", when: str = "", person: Listener = AWAY) -> Listener:
    return replace(person, settings=ReminderSettings(where=where, when=when, hour=20, zone="Europe/Rome"))


def at(seconds: float, person: Listener, wait: Wait = WAIT, asked: Asked = ASKED, by: Delays = FIVE) -> Next:
    """What is to be done about this wait, so many seconds after noon."""
    return waits.wanted({7: asked}, {7: wait}, {7: person}, by, NOON + seconds)[7]


@pytest.mark.parametrize(
    ("seconds", "person", "delays", "look"),
    [
        (0, AWAY, FIVE, 2),
        (2, AWAY, FIVE, 60),
        (60, AWAY, FIVE, 300),
        (60, likes(when="30 minutes"), FIVE, 300),  # to check whether they have left the server
        (0, replace(AWAY, seen_at=NOON - 10), FIVE, 110),
        (299, replace(AWAY, seen_at=NOON + 290), FIVE, 410),
        (60, SLEEPS, NEVER, None),
        (60, AWAY, NEVER, None),
        (60, likes("nowhere"), NEVER, None),
        (301, SLEEPS, FIVE, HOUR),
        (60, likes("direct", "daily"), NEVER, 8 * HOUR),
        (60, replace(likes("direct", "daily"), listed_at=NOON - 60), NEVER, 32 * HOUR),
        (60, replace(likes("direct", "daily"), asked_at=NOON - 17 * HOUR), NEVER, 0),
    ],
)
def test_the_next_look_comes_when_something_can_be_due(
    seconds: float, person: Listener, delays: Delays, look: float | None
) -> None:
    found = at(seconds, person, replace(WAIT, has_checked=look != 300), by=delays)
    if look == 0:
        assert found.call is not None, "the list was due while the bot was away"
    else:
        assert (found.look_at, found.call) == (None if look is None else NOON + look, None)


def test_a_wait_is_saved_once_it_lasts() -> None:
    assert not at(59, AWAY).lasts
    assert at(60, AWAY) == Next(NOON + 300, lasts=True)


@pytest.mark.parametrize(
    ("where", "when", "ways"),
    [
        ("channel", "", (False, False, True)),
        ("direct", "", (False, True, False)),
        ("both", "", (False, True, True)),
        ("direct", "daily", (True, False, False)),
    ],
)
def test_people_are_told_in_the_way_they_chose(where: str, when: str, ways: tuple[bool, ...]) -> None:
    person = likes(where, when)
    call = at(9 * HOUR, person).call
    assert call is not None
    assert (call.is_list, call.is_direct, call.is_in_channel) == ways
    [in_dms] = waits.wanted(
        {7: ASKED}, {7: WAIT}, {7: person}, FIVE, NOON + 9 * HOUR, is_direct=True
    ).values()
    assert in_dms.call is not None
    assert (in_dms.call.is_list, in_dms.call.is_direct, in_dms.call.is_in_channel) == (False, False, True)


def test_before_anybody_is_told_we_check_whether_they_have_left() -> None:
    new = replace(WAIT, has_checked=False)
    assert at(300, AWAY, new) == Next(checks=True)
    assert at(300, likes("nowhere"), new) == Next(checks=True), "others wait for them too"
    assert at(300, likes("nowhere")) == Next(lasts=True)


def test_a_warning_comes_once_and_also_to_people_who_were_told() -> None:
    told = replace(WAIT, told_at=NOON + 300)
    assert at(HOUR, AWAY, told) == Next()
    warning = at(HOUR, AWAY, told, SOON).call
    assert warning is not None
    assert warning.ends == SOON.ends
    assert at(HOUR, AWAY, replace(told, warned_at=NOON + 400), SOON) == Next()
    assert at(HOUR, likes("nowhere"), told, SOON).call is None
    daily = at(HOUR, likes("direct", "daily"), told, SOON).call
    assert daily is not None
    assert (daily.is_list, daily.is_direct) == (False, True), "a list would come too late"


def test_somebody_who_has_pressed_nothing_since_is_reminded_again_only_after_ten_minutes() -> None:
    told = replace(AWAY, told_at=NOON - 60, seen_at=NOON - 90)
    assert at(300, told).look_at == NOON + 540
    assert at(540, told).call is not None
    assert at(300, replace(told, seen_at=NOON - 30)).call is not None, "they have answered meanwhile"
    assert at(300, told, asked=SOON).call is not None, "a warning comes in time"


def test_nobody_is_told_or_warned_in_their_quiet_hours_or_while_they_are_here() -> None:
    assert at(400, SLEEPS).look_at == NOON + HOUR
    assert at(400, SLEEPS, asked=SOON).look_at == NOON + HOUR
    assert at(HOUR, SLEEPS).call is not None
    here = replace(AWAY, seen_at=NOON + 390)
    assert at(400, here, asked=SOON).look_at == NOON + 510


def test_a_wait_goes_on_while_the_same_is_asked() -> None:
    told = replace(WAIT, told_at=NOON)
    had = {7: told, 8: WAIT, 9: WAIT}
    asked = {7: ASKED, 8: Asked("0@11")}
    assert waits.standing(had, asked, (0, 0)) == {7: told}


def test_only_after_a_long_pause_people_are_told_again() -> None:
    before, after, never = (replace(WAIT, told_at=one) for one in (NOON, NOON + 48 * HOUR, None))
    had, asked = {7: before, 8: after, 9: never}, dict.fromkeys((7, 8, 9), ASKED)
    assert waits.standing(had, asked, (NOON + 1, NOON + 23 * HOUR)) == had
    assert waits.standing(had, asked, (NOON + 1, NOON + 26 * HOUR)) == {8: after, 9: never}
