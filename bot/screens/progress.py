"""How far someone is in their lessons: saved in their settings, for each game."""

import json
from typing import Any

from games.lesson import Lesson, Place
from games.lessons import sound

_SETTING = "lessons"


def read(settings: str, lesson: Lesson) -> Place:
    """Where this person is in the lesson, as far as that place still exists; by default the beginning."""
    match json.loads(settings).get(_SETTING, {}).get(lesson.game):
        case {"step": int(step), "moves": [*moves]}:
            return sound(lesson, Place(step, tuple(map(str, moves))))
    return Place()


def write(settings: str, lesson: Lesson, place: Place) -> str:
    """The settings with this place."""
    changed: dict[str, Any] = json.loads(settings)
    changed.setdefault(_SETTING, {})[lesson.game] = {"step": place.step, "moves": list(place.moves)}
    return json.dumps(changed)
