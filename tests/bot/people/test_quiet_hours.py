"""Quiet hours: when they end, and when a clock that pauses in them runs out."""

import math
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.people import quiet_hours
from bot.people.settings import PersonSettings
from bot.table.clock.own_time import OwnTime
from bot.table.clock.used_time import Run, Used

HOUR = 3600
ROME = ZoneInfo("Europe/Rome")
NIGHT = quiet_hours.quiet_hours("Europe/Rome", "22:00", "08:00")
NAP = quiet_hours.quiet_hours("Europe/Rome", "13:00", "14:30")


def at(text: str, zone: ZoneInfo = ROME) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def test_a_night_ends_the_next_morning_on_both_sides_of_midnight() -> None:
    for asked in ("2026-01-10 22:00", "2026-01-10 23:59", "2026-01-11 00:00", "2026-01-11 07:59:59"):
        assert NIGHT.until(at(asked)) == at("2026-01-11 08:00")


def test_the_day_is_not_quiet_from_the_minute_the_night_ends() -> None:
    for asked in ("2026-01-11 08:00", "2026-01-11 21:59:59"):
        assert NIGHT.until(at(asked)) is None


def test_quiet_hours_within_one_day_end_on_it() -> None:
    assert NAP.until(at("2026-01-10 13:00")) == at("2026-01-10 14:30")
    assert NAP.until(at("2026-01-10 12:59")) is None
    assert NAP.until(at("2026-01-10 23:00")) is None


def test_it_is_the_persons_own_zone_that_counts() -> None:
    auckland = quiet_hours.quiet_hours("Pacific/Auckland", "22:00", "08:00")
    assert auckland.until(at("2026-01-10 12:00")) == at("2026-01-11 08:00", auckland.zone)
    assert auckland.until(at("2026-01-10 22:00")) is None


def test_a_clock_rests_through_the_night_and_runs_on_in_the_morning() -> None:
    assert ending(NIGHT, at("2026-01-10 21:30"), HOUR) == at("2026-01-11 08:30")
    assert ending(NIGHT, at("2026-01-11 02:00"), HOUR) == at("2026-01-11 09:00")
    assert ending(NIGHT, at("2026-01-11 20:00"), HOUR) == at("2026-01-11 21:00")
    assert ending(NIGHT, at("2026-01-11 08:00"), 3 * 14 * HOUR) == at("2026-01-13 22:00")


def test_zero_seconds_stay_zero_even_at_night() -> None:
    assert ending(NIGHT, at("2026-01-11 02:00"), 0) == at("2026-01-11 02:00")


def test_the_night_in_which_the_clocks_change_is_an_hour_shorter_or_longer() -> None:
    spring, autumn = at("2026-03-28 22:00"), at("2026-10-24 22:00")
    assert NIGHT.until(spring) == spring + 9 * HOUR
    assert NIGHT.until(autumn) == autumn + 11 * HOUR
    assert ending(NIGHT, autumn - 60, 120) == at("2026-10-25 08:01")


def test_an_hour_that_the_clocks_show_twice_is_quiet_twice() -> None:
    hours = quiet_hours.quiet_hours("Europe/Rome", "22:00", "02:30")
    begins = at("2026-10-24 22:00")
    assert hours.until(begins) == begins + 5.5 * HOUR
    assert hours.until(begins + 5 * HOUR) == begins + 5.5 * HOUR
    assert hours.until(begins + 5.5 * HOUR) is None


def test_quiet_hours_that_begin_in_a_skipped_hour_are_as_short_as_the_night_makes_them() -> None:
    hours = quiet_hours.quiet_hours("Europe/Rome", "02:30", "06:00")
    assert hours.until(at("2026-03-29 04:00")) == at("2026-03-29 06:00")
    skipped = quiet_hours.quiet_hours("Europe/Rome", "02:30", "03:15")
    assert ending(skipped, at("2026-03-29 01:00"), 2 * HOUR) == at("2026-03-29 04:00")


@pytest.mark.parametrize("start", ["2026-03-28 12:00", "2026-10-24 12:00", "2026-10-24 23:00"])
@pytest.mark.parametrize("hours", [0.5, 5, 11, 30])
def test_waking_seconds_are_those_that_awake_waits_for(start: str, hours: float) -> None:
    for quiet in (NIGHT, NAP):
        began = at(start)
        assert waking(quiet, began, ending(quiet, began, hours * HOUR)) == pytest.approx(hours * HOUR)


def test_settings_keep_quiet_hours_and_everything_else() -> None:
    written = chosen('{"likings": {}}', NIGHT, at("2026-01-10 20:00"))
    assert PersonSettings.read(written).quiet_hours == NIGHT
    assert chosen(written, None, at("2026-01-10 20:30")) == '{"likings": {}}'
    assert PersonSettings().quiet_hours is None


def chosen(settings: str, hours: quiet_hours.QuietHours | None, instant: float) -> str:
    return PersonSettings.rewrite(settings, lambda had: had.with_quiet_hours(hours, instant))


def own(hours: quiet_hours.QuietHours) -> OwnTime:
    return OwnTime([(-math.inf, hours)])


def waking(hours: quiet_hours.QuietHours, start: float, end: float) -> float:
    """How many seconds pass between two instants outside quiet hours."""
    return own(hours).passed(start, end)


def ending(hours: quiet_hours.QuietHours, start: float, seconds: float) -> float:
    """When so many seconds are used that begin to run then."""
    return Used(runs=(Run(1, start),)).reaches(seconds, lambda _: own(hours))


OFF = ""
STEP = 600
CHANGES = {
    "as chosen": [(0, "22-14")],
    "moved by 16 hours each day": [(24 * day, "22-14" if day % 2 else "14-6") for day in range(7)],
    "moved as soon as they end": [(22, "22-14"), (38, "14-6"), (54, "6-22"), (70, "22-14"), (86, "14-6")],
    "moved each hour to begin now": [(hour, f"{hour % 24}-{(hour + 16) % 24}") for hour in range(90)],
    "an hour long and moved each hour": [(hour, f"{hour % 24}-{(hour + 1) % 24}") for hour in range(90)],
    "switched off between": [(22, "22-14"), (37, OFF), (37, "13-5"), (53, OFF), (54, "6-22"), (60, OFF)],
    "switched off and on each hour": [
        (hour / 2, OFF if hour % 2 else f"{hour // 2 % 24}-{(hour // 2 + 16) % 24}") for hour in range(180)
    ],
    "moved to another zone": [(22, "22-14"), (38, "22-14 Asia/Tokyo"), (54, "22-14 America/New_York")],
}
"""After how many hours somebody changed their quiet hours to what."""


def changed(settings: str, quiet: str, instant: float) -> str:
    if quiet == OFF:
        return chosen(settings, None, instant)
    hours, _, zone = quiet.partition(" ")
    begin, _, end = hours.partition("-")
    return chosen(settings, quiet_hours.quiet_hours(zone or "Europe/Rome", begin, end), instant)


def rests(start: float, changes: list[tuple[float, str]], days: int = 7) -> list[float]:
    """How many seconds of each step a clock rests; changes come so many hours after the start."""
    settings, left, found = "{}", list(changes), []
    for step in range(days * 24 * HOUR // STEP):
        now = start + step * STEP
        while left and start + left[0][0] * HOUR <= now:
            settings = changed(settings, left.pop(0)[1], now)
        quiet = PersonSettings.read(settings).quiet_for_clock
        found.append(0 if quiet is None else STEP - waking(quiet, now, now + STEP))
    return found


@pytest.mark.parametrize("start", ["2026-01-10 00:00", "2026-03-26 00:00", "2026-10-22 00:00"])
@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_a_clock_rests_for_16_hours_in_any_24_at_most_however_quiet_hours_are_moved(
    start: str, changes: list[tuple[float, str]]
) -> None:
    found, day = rests(at(start), changes), 24 * HOUR // STEP
    assert max(sum(found[step : step + day]) for step in range(len(found) - day)) <= 16 * HOUR


def test_quiet_hours_that_are_changed_at_night_last_as_before_and_count_from_the_next_night() -> None:
    settings = changed("{}", "22-8", at("2026-01-10 12:00"))
    settings = changed(settings, "23-7", at("2026-01-11 01:00"))
    quiet = PersonSettings.read(settings).quiet_for_clock
    assert quiet is not None
    assert quiet.until(at("2026-01-11 01:00")) == at("2026-01-11 08:00")
    assert quiet.until(at("2026-01-11 22:30")) is None
    assert quiet.until(at("2026-01-11 23:00")) == at("2026-01-12 07:00")
    assert ending(quiet, at("2026-01-11 02:00"), HOUR) == at("2026-01-11 09:00")
    assert quiet.next_change(at("2026-01-11 02:00")) == at("2026-01-11 08:00")
    assert PersonSettings.read(settings).quiet_hours == quiet_hours.quiet_hours("Europe/Rome", "23", "7"), (
        "as chosen"
    )


def test_quiet_hours_that_are_moved_by_day_count_once_the_clock_could_run_for_8_hours() -> None:
    settings = changed("{}", "22-8", at("2026-01-10 12:00"))
    settings = changed(settings, "13-17", at("2026-01-11 12:00"))
    quiet = PersonSettings.read(settings).quiet_for_clock
    assert quiet is not None
    assert quiet.next_change(at("2026-01-11 12:00")) == quiet.count_from == at("2026-01-11 16:00")
    assert quiet.until(at("2026-01-12 13:00")) == at("2026-01-12 17:00")


def test_in_a_zone_this_machine_does_not_know_there_are_no_quiet_hours() -> None:
    for stored in (
        '{"zone": "Mars/Base", "from": "22:00", "to": "08:00"}',
        '{"zone": "Europe/Rome"}',
        '"always"',
    ):
        settings = f'{{"quiet_hours": {stored}}}'
        assert PersonSettings.read(settings).quiet_hours is None
        assert PersonSettings.rewrite(settings, lambda had: had.having(no_tips=True)).startswith(
            settings[:-1]
        )
        assert chosen(settings, None, at("2026-01-10 20:30")) == "{}"


@pytest.mark.parametrize("zone", ["Mars/Base", "", "../etc", "/etc/passwd", "Europe", "x" * 300, "a\0b"])
def test_a_wrong_zone_is_told(zone: str) -> None:
    with pytest.raises(ValueError, match="I don't know the time zone"):
        quiet_hours.quiet_hours(zone, "22:00", "08:00")


@pytest.mark.parametrize(
    ("begin", "end", "told"),
    [
        ("22:00", "22:00", "from 1 minute to 16 hours"),
        ("08:00", "07:00", "16 hours"),
        ("late", "08:00", "“late” isn't a time"),
        ("22:00", "24:00", "“24:00” isn't a time"),
    ],
)
def test_hours_that_leave_no_day_are_refused(begin: str, end: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        quiet_hours.quiet_hours("Europe/Rome", begin, end)
