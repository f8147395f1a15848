"""Where plays may begin besides the start: at every kind of moment in a game's records."""

from functools import cache
from typing import TypeAlias

from games.core import BadNotation, IllegalMove
from games.engine.record import Record
from games.game import AnyGame
from tests.laws.cards import parsed, texts
from tests.laws.folders import WITH_FOLDERS
from tests.laws.play import Play, begin

Kind: TypeAlias = tuple[type | None, bool]
"""What comes after a move: the next one, None at the end of a record, and whether the same seat makes it."""

Moments: TypeAlias = dict[type, dict[Kind, list[Play]]]
"""Plays by the move that comes next, and then by what comes after it."""


@cache
def moments(name: str) -> Moments:
    """The moments in the records and rule cards of a game with a folder; none of a toy."""
    found: Moments = {}
    for file, text in texts(name).items():
        try:
            whole = _played(WITH_FOLDERS[name], parsed(file, text))
        except (IllegalMove, BadNotation) as refused:
            raise AssertionError(f"{file} can't be played: {refused}") from refused
        moves = [type(whole.game.read(line.text)) for line in whole.lines]
        for number, move in enumerate(moves):
            behind, again = moves[number + 1 : number + 2], whole.lines[number : number + 2]
            kind = (behind[0] if behind else None, len({line.who for line in again}) < len(again))
            found.setdefault(move, {}).setdefault(kind, []).append(whole.before(number))
    return found


def _played(game: AnyGame, told: Record) -> Play:
    """The record up to the first word to the table, which the laws play without."""
    play = begin(game, told.header.seats, told.header.options)
    for line in told.lines:
        if line.is_talk:
            break
        play = play.then(line)
    return play
