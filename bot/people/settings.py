"""What a person has chosen: how they are reminded, tips, how far they are in lessons.

Moments are seconds since the epoch.
"""

import json
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, Self, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.lesson import Lesson, Place
from games.lessons import sound

M = TypeVar("M", bound=BaseModel)


def read_leniently(model: type[M], stored: Mapping[str, Any]) -> M:
    """The settings, with defaults for any that this version doesn't understand."""
    try:
        return model.model_validate(stored)
    except ValidationError as wrong:
        unknown = {one["loc"][0] for one in wrong.errors() if one["loc"]}
        return model.model_validate({name: one for name, one in stored.items() if name not in unknown})


_SETTING = "reminders"
_NO_TIPS = "no_tips"

UTC = ZoneInfo("UTC")

REMINDER_MINUTES = {"at once": 0, "5 minutes": 5, "30 minutes": 30}
"""After how many minutes a person who chose this is told."""

DAILY = "daily"


class ReminderSettings(BaseModel):
    """Where and when a person is told, in their own time zone.

    An empty `when` leaves it to each server. A daily list always comes by direct message.
    """

    model_config = ConfigDict(frozen=True)

    where: Literal["channel", "direct", "both", "nowhere"] = "channel"
    when: Literal["", "at once", "5 minutes", "30 minutes", "daily"] = ""
    hour: int = Field(default=8, ge=0, le=23)
    zone: str = ""

    @classmethod
    def read(cls, settings: str) -> Self:
        """The ones in a person's settings, with defaults for any that this version doesn't understand."""
        return read_leniently(cls, json.loads(settings).get(_SETTING, {}))

    def write(self, settings: str) -> str:
        """The person's settings with these."""
        changed: dict[str, Any] = json.loads(settings)
        changed[_SETTING] = self.model_dump(exclude_defaults=True)
        return json.dumps(changed)

    def having(self, name: str, value: object) -> Self:
        """These with another value. Raises ValidationError if it doesn't fit.

        The daily list comes by direct message: choosing the list gives up the channel, and the other way
        round.
        """
        values = {**self.model_dump(), name: value}
        if name == "when" and value == DAILY:
            values["where"] = "direct"
        if name == "where" and value in ("channel", "both") and self.when == DAILY:
            values["when"] = ""
        return type(self).model_validate(values)

    @property
    def is_daily(self) -> bool:
        """Whether they get one list a day."""
        return self.when == DAILY and self.where != "nowhere"

    @property
    def own_zone(self) -> ZoneInfo:
        """Their time zone; UTC if they chose none, or one that this machine doesn't know."""
        try:
            return ZoneInfo(self.zone) if self.zone else UTC
        except (OSError, LookupError, ValueError):  # which one depends on what is wrong with the name
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


def tips_are_off(settings: str) -> bool:
    """Whether this person has turned tips off."""
    return bool(json.loads(settings).get(_NO_TIPS, False))


def without_tips(settings: str) -> str:
    """The settings of a person who wants no tips in any game."""
    return json.dumps({**json.loads(settings), _NO_TIPS: True})


def with_tips(settings: str) -> str:
    """The settings of a person who wants tips again."""
    return json.dumps({name: one for name, one in json.loads(settings).items() if name != _NO_TIPS})


_LESSONS = "lessons"


def read(settings: str, lesson: Lesson) -> Place:
    """Where this person is in the lesson, as far as that place still exists; by default the beginning."""
    match json.loads(settings).get(_LESSONS, {}).get(lesson.game):
        case {"step": int(step), "moves": [*moves]}:
            return sound(lesson, Place(step, tuple(map(str, moves))))
    return Place()


def write(settings: str, lesson: Lesson, place: Place) -> str:
    """The settings with this place."""
    changed: dict[str, Any] = json.loads(settings)
    changed.setdefault(_LESSONS, {})[lesson.game] = {"step": place.step, "moves": list(place.moves)}
    return json.dumps(changed)
