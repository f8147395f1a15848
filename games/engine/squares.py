"""Story squares: how a game went for one player, compared with the best they could know at each moment.

What a move gained is counted from the average of the moves it's compared with: what share that is of the best
one's gain is all a square says. The moves of one square count together, so that it goes by what was at stake.
The same record has the same squares everywhere.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from games.core import Seat
from games.engine.fair import computer_rng
from games.engine.record import Record
from games.engine.replay import begin
from games.game import AnyGame
from games.kit.lots import shuffle
from games.kit.story import Grade

OTHERS = 3
"""With how many other moves a judge compares the one that was made."""

CARE = 4
"""How carefully a judge looks at each move."""

_KEY = b"squares"


class _Gain(NamedTuple):
    """What a move lost against the best one, and what that one gained."""

    lost: float = 0
    best: float = 0


def can_tell(game: AnyGame) -> bool:
    """Whether tries at this game have squares."""
    return game.daily is not None and (game.daily.story.worths is not None or game.is_reviewed)


def squares(game: AnyGame, record: Record, seat: Seat) -> tuple[Grade, ...]:
    """How this seat's moves were, from the first to the last; of a game that `can_tell`.

    It takes up to 5 s of processor time.
    """
    assert game.daily is not None
    story, parts = game.daily.story, list(_parts(game, record, seat))
    count = min(story.most, len(parts))
    bounds = [len(parts) * at // count for at in range(count + 1)] if count else []
    return tuple(
        _grade([gain for part in parts[first:last] for gain in part]) for first, last in pairwise(bounds)
    )


def grade(game: AnyGame, view: Any, move: Any) -> Grade:
    """How this move alone compares with the best one that the view lets one know of; see `can_tell`."""
    return _grade([_gain(game, _worths(game, view, move), move)])


def _grade(gains: list[_Gain]) -> Grade:
    """Somebody without a choice has missed nothing."""
    best = sum(one.best for one in gains)
    return Grade.of(1 - sum(one.lost for one in gains) / best if best else 1)


def _parts(game: AnyGame, record: Record, seat: Seat) -> Iterator[list[_Gain]]:
    """The moves of each square, if there were no limit."""
    assert game.daily is not None
    table, story = begin(game, record.header).unasked(), game.daily.story
    part: list[_Gain] | None = None
    for line in record.lines:
        if line.who == seat and not line.is_talk:
            move = game.read(line.text)
            if story.begins(move):
                if part is not None:
                    yield part
                part = []
            if part is not None:
                part.append(_gain(game, _worths(game, table.view(seat), move), move))
        table = table.play(line)
    if part is not None:
        yield part


def _gain(game: AnyGame, worths: Mapping[Any, float], played: Any) -> _Gain:
    assert game.daily is not None
    if len(worths) < 2:
        return _Gain()
    best = max(worths.values())
    usual = sum(worths.values()) / len(worths)
    story = game.daily.story
    slight = game.judge.noise if story.worths is None and game.judge else story.slight
    return _Gain(best - worths[played], max(best - usual, slight))


def _worths(game: AnyGame, view: Any, played: Any) -> Mapping[Any, float]:
    assert game.daily is not None
    if game.daily.story.worths is not None:
        return game.daily.story.worths(view, played, computer_rng(_KEY))
    assert game.judge is not None
    weigh = game.judge.weigh
    # The same draws for all moves, so that luck doesn't tell them apart.
    known = weigh(view, played, CARE, computer_rng(_KEY))
    if known is None:
        return {}
    others = [move for move in game.legal(view) if move not in (played, known.best)]
    worths = {known.best: known.with_best, played: known.with_played}
    for move in shuffle(computer_rng(_KEY), others)[:OTHERS]:
        if (other := weigh(view, move, CARE, computer_rng(_KEY))) is not None:
            worths[move] = other.with_played
    return worths
