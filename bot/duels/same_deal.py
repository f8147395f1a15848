"""How a game went beside the finished game whose deal it was."""

from collections.abc import Sequence
from contextlib import suppress

from bot.chat.drawing import Drawn
from bot.chat.parts import Screen, escaped, face_name, screen
from bot.duels.card import DuelResult
from bot.duels.result import Seen, Way, compared, counted, shown_picture
from bot.replays.replays import Replayed
from bot.table.trail import Trail, scores_of, trail
from games.core import BadNotation, IllegalMove, Seat
from games.kit.faces import Face

COMPARISON = "comparison"
"""The purpose of the ephemeral message."""


def comparison(before: Replayed, now: Replayed, seat: Seat, faces: Sequence[Face]) -> DuelResult:
    """What the picture shows of this seat in both games; at least the one `before` has a score.

    It takes 0.1 to 0.2 ms a line.
    """
    first, second = (
        _way(shown, seat, Seen(face, where))
        for shown, face, where in zip((before, now), faces, ("then", "now"), strict=True)
    )
    return compared(before.playback.game, first, second, "The same deal, in the same seat")


def _way(shown: Replayed, seat: Seat, seen: Seen) -> Way:
    playback, table = shown.playback, shown.playback.end
    own, outcome = table.of_same_player(seat), table.outcome
    lines, way = playback.lines_to(playback.last), Trail()
    with suppress(IllegalMove, BadNotation, ValueError):  # somebody had resigned, say: the scores are enough
        way = trail(playback.game, playback.header, lines, own, lambda table: scores_of(table)[seat])
    if outcome is None or table.stopped or seat in table.resigned:
        return Way(seen, None, "gave up", way)
    unit = playback.game.look().unit
    score = outcome.scores[seat]
    return Way(seen, score, counted(score, unit), way)


def comparison_screen(before: Replayed, found: DuelResult, drawn: Drawn | None) -> Screen:
    """The comparison, for the person who has played the deal again."""
    game, number = before.playback.game, "" if before.stored is None else f" {before.stored.id}"
    told = f"### The deal of game{number} again: {game.about.title}"
    names = [escaped(face_name(one.face)) for one in found.sides]
    ways = [f"{name} {one.where}: {one.ended}" for name, one in zip(names, found.sides, strict=True)]
    known = "-# The seed was known after that game, so this is a comparison among friends."
    return screen(shown_picture(game, found, drawn), "\n".join([told, ". ".join(ways) + ".", known]))
