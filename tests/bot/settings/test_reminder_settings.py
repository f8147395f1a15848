"""Reminder settings, tested without a bot: hours, time zones, other versions' settings."""

import asyncio
import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.chat.discord_time import DISCORD_TIME, Schedule
from bot.people.settings import PersonSettings, ReminderSettings
from bot.people.zones import time_zone
from bot.refusal import Unfit
from bot.table.options import ServerSettings, TableOptions

ROME = ZoneInfo("Europe/Rome")
DAILY = ReminderSettings(where="direct", when="daily", hour=8, zone="Europe/Rome")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ROME).timestamp()


@pytest.mark.parametrize(
    ("since", "due"),
    [
        ("2026-01-10 07:59", "2026-01-10 08:00"),
        ("2026-01-10 08:00", "2026-01-11 08:00"),
        ("2026-03-28 12:00", "2026-03-29 08:00"),
        ("2026-10-24 12:00", "2026-10-25 08:00"),
    ],
)
def test_the_daily_list_comes_at_the_persons_own_hour_also_when_clocks_change(since: str, due: str) -> None:
    assert DAILY.next_digest(at(since), None) == at(due)


def test_another_hour_brings_no_second_list_on_the_same_day() -> None:
    late = DAILY.having(hour=20)
    had = at("2026-01-10 08:00:05")
    assert late.next_digest(at("2026-01-10 10:00"), had) == at("2026-01-11 20:00")
    assert late.next_digest(at("2026-01-10 10:00"), at("2026-01-09 08:00")) == at("2026-01-10 20:00")


def test_a_list_comes_by_direct_message_so_the_two_choices_follow_each_other() -> None:
    assert ReminderSettings().having(when="daily") == ReminderSettings(where="direct", when="daily")
    assert DAILY.having(where="both").when == ""
    assert DAILY.having(where="nowhere").is_daily is False


def test_seconds_are_the_persons_own_choice_else_the_servers() -> None:
    assert ReminderSettings().after(300, 60) == 300
    assert ReminderSettings().after(None, 60) is None
    assert ReminderSettings(when="30 minutes").after(None, 60) == 1800
    assert ReminderSettings(when="at once").after(300, 60) == 0
    assert ReminderSettings(where="nowhere", when="at once").after(300, 60) is None


def test_what_another_version_wrote_is_kept_as_far_as_it_is_understood() -> None:
    settings = '{"reminders": {"where": "pigeon", "hour": 7, "zone": "Mars/Olympus"}}'
    found = PersonSettings.read(settings).reminders
    assert found == ReminderSettings(hour=7, zone="Mars/Olympus")
    assert found.own_zone == ZoneInfo("UTC")
    assert ServerSettings.read('{"pace": "warp", "channels": [7]}') == ServerSettings(channels=(7,))
    assert ServerSettings(move_time="a fortnight").at_first(TableOptions(), ["move_time"]) == TableOptions()


def test_what_another_version_wrote_stays_as_it_is_when_something_else_changes() -> None:
    person = {
        "reminders": {"where": "pigeon", "hour": 7, "tone": "kind"},
        "likings": {"foozle": {"order": "rank"}, "chess": 3},
        "lessons": {"chess": {"step": "e4"}},
        "mood": ["calm"],
    }
    changed = json.loads(
        PersonSettings.rewrite(
            json.dumps(person),
            lambda had: had.having(reminders=had.reminders.having(hour=9), likings={"doublolo": {"a": "b"}}),
        )
    )
    assert changed == {
        **person,
        "reminders": {"where": "pigeon", "hour": 9, "tone": "kind"},
        "likings": {"doublolo": {"a": "b"}, "chess": 3},
    }
    server = '{"pace": "warp", "channels": [7, "x", "y"], "mood": "calm", "move_time": "1 day"}'
    changed = json.loads(ServerSettings.rewrite(server, lambda had: had.having(move_time="")))
    assert changed == {"pace": "warp", "channels": [7, "x", "y"], "mood": "calm", "move_time": ""}


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("rome", "Europe/Rome"),
        ("  New   York ", "America/New_York"),
        ("europe/paris", "Europe/Paris"),
        ("Los_Angeles", "America/Los_Angeles"),
        ("UTC", "UTC"),
        ("utc-5", "Etc/GMT+5"),
        ("GMT +10:00", "Etc/GMT-10"),
        ("Buenos Aires", "America/Buenos_Aires"),
    ],
)
async def test_a_city_a_zone_or_the_hours_from_utc_are_understood(typed: str, zone: str) -> None:
    assert (await time_zone(typed)).key == zone


@pytest.mark.parametrize("typed", ["", "nowhere at all", "UTC+15", "../etc/passwd", "right/UTC", "x" * 300])
async def test_anything_else_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(Unfit, match=r"city near you"):
        await time_zone(typed)


async def test_the_schedule_looks_at_each_table_at_its_latest_time_alone() -> None:
    looked: list[int] = []
    schedule, now = Schedule(looked.append), DISCORD_TIME.now()
    schedule.set(1, now + 60)
    schedule.set(2, now + 0.1)
    schedule.set(3, now + 0.05)
    schedule.set(1, now + 0.15)
    schedule.set(3, None)
    async with asyncio.timeout(10):
        while len(looked) < 2:  # noqa: ASYNC110 - a list has no event
            await asyncio.sleep(0.01)
    assert looked == [2, 1]
    schedule.set(4, DISCORD_TIME.now() - 5)
    schedule.close()
    await asyncio.sleep(0.05)
    assert looked == [2, 1]
