"""What a player likes of his hands: kept among his settings, game by game, and turned by buttons."""

import json
from typing import Any

from discord import ui

from bot.screens import ids
from bot.screens.parts import button
from bot.tables.session import Session
from games.core import Choice, Preference, Preferences, Seat
from games.game import AnyGame

_SETTING = "likings"


def preferences_in(game: AnyGame) -> tuple[Preference, ...]:
    """What can be liked one way or the other in this game."""
    return game.preferences if game.preferred is not None else ()


def read(settings: str, game: AnyGame) -> Preferences:
    """A value for each liking of the game: the first where none was chosen that is still offered."""
    chosen = json.loads(settings).get(_SETTING, {}).get(game.about.name, {})
    return {
        preference.name: _at(preference, chosen.get(preference.name)).key
        for preference in preferences_in(game)
    }


def write(settings: str, game: AnyGame, key: str) -> str:
    """The settings with this value of one of the game's likings. Raises KeyError if it has none such."""
    found = next((one for one in preferences_in(game) if key in _keys(one)), None)
    if found is None:
        raise KeyError(key)
    changed: dict[str, Any] = json.loads(settings)
    changed.setdefault(_SETTING, {}).setdefault(game.about.name, {})[found.name] = key
    return json.dumps(changed)


def buttons(
    session: Session, seat: Seat, answers: tuple[str, ...], preferred: Preferences
) -> list[ui.Button[Any]]:
    """For each liking one that brings the next value; they remember the question and the answers so far."""
    if session.table.over:
        return []
    prompt_version = session.table.prompt_version(seat)
    following = [
        _after(preference, preferred[preference.name]) for preference in preferences_in(session.table.game)
    ]
    return [
        button(value.label, ids.like(session.id, seat, prompt_version, value.key, answers))
        for value in following
    ]


def _keys(preference: Preference) -> list[str]:
    return [value.key for value in preference.values]


def _at(preference: Preference, key: str | None) -> Choice:
    return next((value for value in preference.values if value.key == key), preference.values[0])


def _after(preference: Preference, key: str) -> Choice:
    return preference.values[(_keys(preference).index(key) + 1) % len(preference.values)]
