"""Finished games from records, as result cards tell them."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import games
from games.engine import record
from games.engine.course import course
from games.engine.record import Record
from games.engine.replay import replay
from games.kit.results import Ended, Look
from tests.laws.folders import WITH_FOLDERS

RECORDS = Path(games.__file__ or "").parent


def look_of(name: str) -> Look:
    """How this game's card looks."""
    return WITH_FOLDERS[name].look()


@cache
def record_of(file: str) -> Record:
    """The record in this file."""
    return record.read((RECORDS / file).read_text(encoding="utf-8"))


@cache
def _ended(file: str) -> Ended:
    told = record_of(file)
    game, name = WITH_FOLDERS[told.header.game], told.header.game
    table = replay(game, replace(told, checks=())).table
    outcome = table.outcome
    return Ended(
        title=game.about.title,
        view=game.view(game.stop(table.state) if outcome is None else table.position, None),
        outcome=outcome,
        scores=outcome.scores if outcome else game.scores(game.stop(table.state)),
        winners=game.about.winners(outcome.places) if outcome else (),
        holders=table.holders,
        resigned=table.resigned,
        course=course(game, told.header, told.lines, look_of(name)),
        took=("52 minutes", "12 August 2026"),
    )


def ended(file: str, **changed: Any) -> Ended:
    """The game in this record, with these fields changed; one that goes on is stopped."""
    return replace(_ended(file), **changed)
