"""How players like their hands shown: saved in their settings for each game, and changed by buttons."""

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
    """The preferences that this game offers."""
    return game.preferences if game.preferred is not None else ()


def read(settings: str, game: AnyGame) -> Preferences:
    """A value for each of the game's preferences: the player's choice if it still exists, else the first."""
    chosen = json.loads(settings).get(_SETTING, {}).get(game.about.name, {})
    return {
        preference.name: _at(preference, chosen.get(preference.name)).key
        for preference in preferences_in(game)
    }


def write(settings: str, game: AnyGame, key: str) -> str:
    """The settings with this value set. Raises KeyError if none of the game's preferences has it."""
    found = next((one for one in preferences_in(game) if key in _keys(one)), None)
    if found is None:
        raise KeyError(key)
    changed: dict[str, Any] = json.loads(settings)
    changed.setdefault(_SETTING, {}).setdefault(game.about.name, {})[found.name] = key
    return json.dumps(changed)


def buttons(
    session: Session, seat: Seat, answers: tuple[str, ...], preferred: Preferences
) -> list[ui.Button[Any]]:
    """One button for each preference, which sets its next value and keeps the answers so far."""
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
