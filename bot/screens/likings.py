"""What a player likes of his hands: kept among his settings, game by game, and turned by buttons."""

import json
from typing import Any

from discord import ui

from bot.screens import ids
from bot.screens.parts import button
from bot.sessions.session import Session
from games.core import Choice, Liking, Likings, Seat
from games.game import AnyGame

_SETTING = "likings"


def likings_in(game: AnyGame) -> tuple[Liking, ...]:
    """What can be liked one way or the other in this game."""
    return game.likings if game.liked is not None else ()


def read(settings: str, game: AnyGame) -> Likings:
    """A value for each liking of the game: the first where none was chosen that is still offered."""
    chosen = json.loads(settings).get(_SETTING, {}).get(game.about.name, {})
    return {liking.name: _at(liking, chosen.get(liking.name)).key for liking in likings_in(game)}


def write(settings: str, game: AnyGame, key: str) -> str:
    """The settings with this value of one of the game's likings. Raises KeyError if it has none such."""
    found = next((one for one in likings_in(game) if key in _keys(one)), None)
    if found is None:
        raise KeyError(key)
    changed: dict[str, Any] = json.loads(settings)
    changed.setdefault(_SETTING, {}).setdefault(game.about.name, {})[found.name] = key
    return json.dumps(changed)


def buttons(session: Session, seat: Seat, answers: tuple[str, ...], liked: Likings) -> list[ui.Button[Any]]:
    """For each liking one that brings the next value; they remember the question and the answers so far."""
    if session.table.over:
        return []
    decision = session.table.decision(seat)
    following = [_after(liking, liked[liking.name]) for liking in likings_in(session.table.game)]
    return [
        button(value.label, ids.like(session.id, seat, decision, value.key, answers)) for value in following
    ]


def _keys(liking: Liking) -> list[str]:
    return [value.key for value in liking.values]


def _at(liking: Liking, key: str | None) -> Choice:
    return next((value for value in liking.values if value.key == key), liking.values[0])


def _after(liking: Liking, key: str) -> Choice:
    return liking.values[(_keys(liking).index(key) + 1) % len(liking.values)]
