"""What a person has chosen: how they are told, quiet hours, tips, hands, how far they are in lessons.

It is one model, read and changed in one place, and so is what a server has chosen: see `Settings`. Moments
are seconds since the epoch.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, ValidationError

from bot.people.quiet_hours import LEAST_AWAKE_SECONDS, QuietHours, known_zone, quiet_hours
from games.core import Preference, Preferences
from games.engine.lesson import Lesson, Place
from games.engine.lessons import sound
from games.game import AnyGame
from storage import Archive


class Settings(BaseModel):
    """Settings that storage has as JSON, where versions older and newer than this one read and write too."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def read(cls, stored: str) -> Self:
        """The settings, with defaults for what this version doesn't understand."""
        kept: dict[str, Any] = json.loads(stored)
        while True:
            try:
                return cls.model_validate(kept)
            except ValidationError as wrong:
                for one in wrong.errors():
                    _leave_out(kept, one["loc"])

    @classmethod
    def rewrite(cls, stored: str, change: Callable[[Self], Self]) -> str:
        """The JSON after a change. What the change leaves alone stays as it is, understood or not."""
        before = cls.read(stored)
        written, after = json.loads(stored), change(before)
        _merge(written, *(one.model_dump(mode="json", exclude_unset=True) for one in (before, after)))
        return json.dumps(written)

    def having(self, **values: object) -> Self:
        """A copy with these values. Raises ValidationError if one doesn't fit."""
        checked = type(self).model_validate(values)
        return self.model_copy(update={name: getattr(checked, name) for name in values})


def _leave_out(stored: dict[str, Any], place: tuple[int | str, ...]) -> None:
    """Leave out the value at this place, or the innermost object around it that has a name."""
    name, *inner = place
    below = stored.get(str(name))
    if inner and isinstance(below, dict) and inner[0] in below:
        _leave_out(below, tuple(inner))
    else:
        stored.pop(str(name), None)


def _merge(written: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """Write what differs between the two."""
    for name in before.keys() - after.keys():
        del written[name]
    for name, value in after.items():
        if name in before and value == before[name]:
            continue
        if value is None:
            written.pop(name, None)
        elif isinstance(value, dict) and isinstance(written.get(name), dict):
            _merge(written[name], before.get(name, {}), value)
        else:
            written[name] = value


UTC = ZoneInfo("UTC")

REMINDER_MINUTES = {"at once": 0, "5 minutes": 5, "30 minutes": 30}
"""After how many minutes a person who chose this is told."""

DAILY = "daily"


class ReminderSettings(Settings):
    """Where and when a person is told, in their own time zone.

    An empty `when` leaves it to each server. A daily list always comes by direct message.
    """

    where: Literal["channel", "direct", "both", "nowhere"] = "channel"
    when: Literal["", "at once", "5 minutes", "30 minutes", "daily"] = ""
    hour: int = Field(default=8, ge=0, le=23)
    zone: str = ""

    def having(self, **values: object) -> Self:
        """A copy with these values. Raises ValidationError if one doesn't fit.

        The daily list comes by direct message: choosing the list gives up the channel, and the other way
        round.
        """
        if values.get("when") == DAILY:
            values = {**values, "where": "direct"}
        elif values.get("where") in ("channel", "both") and self.when == DAILY:
            values = {**values, "when": ""}
        return super().having(**values)

    @property
    def is_daily(self) -> bool:
        """Whether they get one list a day."""
        return self.when == DAILY and self.where != "nowhere"

    @property
    def own_zone(self) -> ZoneInfo:
        """Their time zone; UTC if they chose none, or one that this machine doesn't know."""
        with suppress(ValueError):
            return known_zone(self.zone)
        return UTC

    def after(self, default: float | None, minute: float) -> float | None:
        """After how many seconds of waiting they are told; None for never, and for a daily list.

        `default` is the server's, and `minute` how many seconds count as a minute.
        """
        if self.where == "nowhere" or self.when == DAILY:
            return None
        return REMINDER_MINUTES[self.when] * minute if self.when else default

    def next_digest(self, since: float, last: float | None) -> float:
        """When the daily list comes that has a table waiting since then; `last` is when they had one.

        It never comes twice in a day, even if they change the hour.
        """
        day = datetime.fromtimestamp(since, self.own_zone).date()
        had = None if last is None else datetime.fromtimestamp(last, self.own_zone).date()
        while (moment := self._on(day)) <= since or (had is not None and day <= had):
            day += timedelta(days=1)
        return moment

    def _on(self, day: date) -> float:
        return datetime.combine(day, time(self.hour), self.own_zone).timestamp()


def _read_hours(stored: object) -> QuietHours | None:
    """Raises ValueError for hours or a zone that this machine doesn't know."""
    if stored is None or isinstance(stored, QuietHours):
        return stored
    match stored:
        case {"zone": str(zone), "from": str(begin), "to": str(end)}:
            return quiet_hours(zone, begin, end)
    raise ValueError("These aren't quiet hours.")


def _write_hours(hours: QuietHours | None) -> dict[str, str] | None:
    if hours is None:
        return None
    return {"zone": hours.zone.key, "from": f"{hours.begin:%H:%M}", "to": f"{hours.end:%H:%M}"}


class PersonSettings(Settings):
    """All that a person has chosen, or that is remembered for them alone."""

    reminders: ReminderSettings = ReminderSettings()
    quiet_hours: Annotated[QuietHours | None, PlainValidator(_read_hours), PlainSerializer(_write_hours)] = (
        None
    )
    """The quiet hours as chosen; `quiet_for_clock` has them as clocks follow them."""
    rested_until: float | None = None
    """When the quiet time ended, or will end, that was chosen before these; None if that is long ago."""
    no_tips: bool = False
    daily_hour: int | None = Field(default=None, ge=0, le=23)
    """At what hour of their day they are reminded of the game of the day; None for never."""
    daily_offered: bool = False
    """Whether they were asked if they'd like that."""
    as_text: bool = False
    """Whether they want leaderboards and profiles as text, not as pictures."""
    likings: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By game and the name of a preference: the key of the value that is preferred."""
    lessons: dict[str, Place] = Field(default_factory=dict)
    """By game: where they are in its lesson."""
    left_out: tuple[int, ...] = ()
    """The user ids of people who can't notify this person, whatever they do; they aren't told."""
    invited: dict[str, float] = Field(default_factory=dict)
    """By a mark for each other person: when what they did last notified this one; see `notifying`."""

    @property
    def quiet_for_clock(self) -> QuietHours | None:
        """The quiet hours as clocks follow them: after a change they go on from what was chosen before."""
        return None if self.quiet_hours is None else replace(self.quiet_hours, rested_until=self.rested_until)

    def with_quiet_hours(self, hours: QuietHours | None, at: float) -> Self:
        """These with quiet hours, or with none, chosen at this instant."""
        had = self.quiet_for_clock
        rested = self.rested_until if had is None else had.last_rest(at)
        if rested is not None and rested + LEAST_AWAKE_SECONDS <= at:
            rested = None
        elif rested is not None and hours is None:
            rested = min(rested, at)
        return self.model_copy(update={"quiet_hours": hours, "rested_until": rested})

    def next_daily(self, at: float) -> float | None:
        """When to remind them next of the game of the day, after this moment; None for never."""
        if self.daily_hour is None:
            return None
        zone = self.reminders.own_zone
        day = datetime.fromtimestamp(at, zone).date()
        while (moment := datetime.combine(day, time(self.daily_hour), zone).timestamp()) <= at:
            day += timedelta(days=1)
        return moment

    def preferences(self, game: AnyGame) -> Preferences:
        """A value for each of the game's preferences: their choice if it still exists, else the first."""
        chosen = self.likings.get(game.about.name, {})
        return {
            one.name: next(
                (value.key for value in one.values if value.key == chosen.get(one.name)), one.values[0].key
            )
            for one in preferences_in(game)
        }

    def preferring(self, game: AnyGame, key: str) -> Self:
        """These with this value. Raises KeyError if none of the game's preferences has it."""
        names = {value.key: one.name for one in preferences_in(game) for value in one.values}
        chosen = {**self.likings.get(game.about.name, {}), names[key]: key}
        return self.model_copy(update={"likings": {**self.likings, game.about.name: chosen}})

    def place_in(self, lesson: Lesson) -> Place:
        """Where they are in the lesson, as far as that place still exists; by default the beginning."""
        return sound(lesson, self.lessons.get(lesson.game, Place()))

    def has_finished(self, lesson: Lesson) -> bool:
        """Whether they are at its last step."""
        return self.place_in(lesson).step == len(lesson.steps) - 1

    def at_place(self, lesson: Lesson, place: Place) -> Self:
        """These with this place."""
        return self.model_copy(update={"lessons": {**self.lessons, lesson.game: place}})

    def notified_by(self, mark: str, at: float, again_seconds: float) -> Self:
        """These after something that notifies them, unless the one with this mark did in the last seconds."""
        lately = {other: told for other, told in self.invited.items() if abs(at - told) < again_seconds}
        return self.model_copy(update={"invited": {mark: at} | lately})


def preferences_in(game: AnyGame) -> tuple[Preference, ...]:
    """The preferences that this game offers."""
    return game.preferences if game.preferred is not None else ()


async def settings_of(archive: Archive, user_id: int) -> PersonSettings:
    """A person's settings. Raises StorageFailed."""
    return PersonSettings.read((await archive.people.person(user_id)).settings)


async def change_settings(
    archive: Archive, user_id: int, change: Callable[[PersonSettings], PersonSettings]
) -> PersonSettings:
    """Pass a person's settings through `change`, save them and return them; no concurrent one is lost.

    Raises StorageFailed, and what `change` raises.
    """
    after = PersonSettings()

    def changed(before: PersonSettings) -> PersonSettings:
        nonlocal after
        after = change(before)
        return after

    await archive.people.change_settings(user_id, lambda had: PersonSettings.rewrite(had, changed))
    return after
