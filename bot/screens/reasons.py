"""What a move was for, and what else was weighed, in one or two plain sentences.

It stands alone because replays, finished games and tables of one person all show it.
"""

from bot.screens.parts import Screen, escaped, paragraph, plainly, screen
from bot.tables.seats import Player
from bot.tables.think import Reasons, adviser_of
from games.core import mark
from games.playback import Past

REASONS = "reasons"
"""The purpose of this ephemeral message: the next answer takes its place."""

_ONLY = "There was nothing else to do."


def reasons_screen(
    players: tuple[Player, ...], past: Past, found: Reasons, reader_id: int, place: str = ""
) -> Screen:
    """The reasons for a move, for this reader; `place` is the number of the move, if people know it.

    A game's reasons speak to the player who moves, so another reader is told in whose place they are.
    """
    told = escaped(plainly(players, past.told))
    lines = [f"**{place}**" if place else "", f"> {told}" if told else ""]
    return screen(paragraph(*lines), paragraph(*_sentences(players, past, found, reader_id)))


def _sentences(players: tuple[Player, ...], past: Past, found: Reasons, reader_id: int) -> list[str]:
    if found.is_only:
        return [_ONLY]
    why, is_own = _words(players, found.why), players[past.seat].user_id == reader_id
    first = why if is_own else _words(players, f"In {mark(past.seat)}'s place: {found.why}")
    adviser = adviser_of(past.game).title
    if found.is_even:
        return [first]
    if not found.advised and not found.other:
        return [first, "All computers would have done the same, from Beginner to Expert."]
    if not found.advised:
        other = f"{found.level} would have preferred **{_words(players, found.other)}**."
        return [first, f"{adviser} would have advised the same. {other}"]
    advised, because = _words(players, found.advised), _words(players, found.because)
    if not because:
        return [first, f"{adviser} would have advised **{advised}**, but it makes little difference."]
    if because == why:
        return [first, f"{adviser} would have advised **{advised}**, for the same reason."]
    return [first, f"{adviser} would have advised **{advised}**: {because}"]


def _words(players: tuple[Player, ...], text: str) -> str:
    return escaped(plainly(players, text))
