"""What a strong computer thinks of a game that's over: who was ahead when, where it turned, what was missed.

Each move is judged from the view of its own player at that time, so nobody is blamed for what they couldn't
know. How often it looks is bounded, and never depends on a clock.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from games.core import Seat, mark
from games.engine.fair import computer_rng
from games.engine.playback import Playback
from games.engine.replay import begin
from games.engine.table import AnyTable
from games.kit.judge import Judged
from games.kit.results import Look, lead

MOST_GLANCES = 300
"""How many moves are judged at a glance; of a longer game, these are spread evenly."""

CANDIDATES = 6
"""How many of each player's moves get a careful look: those that seemed to cost the most."""

CARE = 10
FEWEST = 4
"""A game in which fewer moves can be judged has no review."""

_KEY = b"review"


class Lead(NamedTuple):
    """After so many moves, this seat could be so far ahead at the end, as it saw the game; or behind.

    `is_certain` says that no estimate is in it: the judge has seen the end.
    """

    move: int
    seat: Seat
    points: float
    is_certain: bool = False


class Moment(NamedTuple):
    """A move worth a look: the turning point, or one that cost its player something.

    `better` is the text of a better move, empty for a turning point, and `loss` what that would have brought;
    `is_sure` says that this is more than the judge's usual error. `swing` is by how much the winner was ahead
    before a turning point and after it.
    """

    at: int
    seat: Seat
    better: str = ""
    loss: float = 0
    is_sure: bool = True
    is_certain: bool = False
    swing: tuple[float, float] | None = None

    def words(self, look: Look, winner: Seat | None, better: str) -> str:
        """One sentence, seats as marks; stars stand around what the better move is called.

        The turning point isn't called that: the result and the replay do so with one by the scores.
        """
        if self.swing is not None and winner is not None:
            before, after = map(_standing, self.swing)
            if self.swing[0] <= 0 < self.swing[1]:
                return f"From here on, {mark(winner)} is ahead."
            return f"{mark(winner)} goes from {before} to {after}."
        points = look.counted(max(1, round(self.loss)))
        if not self.is_sure:
            return f"Perhaps ★{better}☆ was better, by about {points}."
        return f"Here ★{better}☆ was worth {'' if self.is_certain else 'about '}{points} more."


def _standing(points: float) -> str:
    count = round(points)
    return f"{count} ahead" if count > 0 else f"{-count} behind" if count else "level"


@dataclass(frozen=True, slots=True)
class Review:
    """What a judge found: `leads` in the order of the game, and at most three moments in that order.

    With two players `leads` are those of the first one. `winner` is the one who won, if it's one player.
    """

    leads: tuple[Lead, ...]
    moments: tuple[Moment, ...]
    winner: Seat | None = None
    is_duel: bool = False

    @property
    def says_anything(self) -> bool:
        """Whether there were moves enough to judge."""
        return len(self.leads) >= FEWEST

    @property
    def nobody_erred(self) -> bool:
        """Whether no move cost anybody anything."""
        return not any(one.better for one in self.moments)


def can_review(playback: Playback) -> bool:
    """Whether there's a judge for this game, and it's over and has moves enough."""
    return playback.game.is_reviewed and playback.end.over and playback.last >= FEWEST


def review(playback: Playback) -> Review:
    """The review of a game that `can_review`. It takes 5 to 10 s for a long game."""
    return _Reviewed(playback).review()


class _Reviewed:
    """A game being judged."""

    def __init__(self, playback: Playback) -> None:
        judge = playback.game.judge
        assert judge is not None
        self._playback, self._judge = playback, judge
        self._is_duel = len(set(playback.end.holders)) == 2
        self._tables = dict(_before_moves(playback))
        self._glances = {
            at: judged for at in sorted(self._chosen()) if (judged := self._judged(at, 1)) is not None
        }

    def review(self) -> Review:
        leads = self._leads()
        winner, turning = self._turning(leads)
        losses = sorted(self._losses(), key=lambda one: -one.loss)
        kept = losses[:1]
        kept += [one for one in losses if self._holder(one.seat) != self._holder(kept[0].seat)][:1]
        if turning is not None and all(one.at != turning.at for one in kept):
            kept.append(turning)
        return Review(leads, tuple(sorted(kept, key=lambda one: one.at)), winner, self._is_duel)

    def _holder(self, seat: Seat) -> int:
        return self._playback.end.holders[seat]

    def _chosen(self) -> Iterator[int]:
        """The moves that are judged."""
        by_seat: dict[Seat, list[int]] = {}
        for at in self._tables:
            by_seat.setdefault(self._by(at), []).append(at)
        for numbers in by_seat.values():
            most = MOST_GLANCES // len(by_seat)
            every = max(1, len(numbers) / most)
            yield from {numbers[int(at * every)] for at in range(min(most, len(numbers)))}

    def _by(self, at: int) -> Seat:
        seat = self._playback.frames[at].by
        assert seat is not None
        return seat

    def _judged(self, at: int, care: int) -> Judged[Any] | None:
        game, seat = self._playback.game, self._by(at)
        view = self._tables[at].view(seat)
        played = game.read(self._playback.record.lines[self._playback.frames[at].begins].text)
        return self._judge.weigh(view, played, care, computer_rng(_KEY))

    def _losses(self) -> Iterator[Moment]:
        """Moves that cost something even at a careful look."""
        by_holder: dict[int, list[int]] = {}
        for at in sorted(self._glances, key=lambda at: -self._glances[at].loss):
            by_holder.setdefault(self._holder(self._by(at)), []).append(at)
        noise, write = self._judge.noise, self._playback.game.write
        for numbers in by_holder.values():
            for at in numbers[:CANDIDATES]:
                found = self._judged(at, CARE) if self._glances[at].loss >= noise else None
                if found is None or found.loss < (1 if found.is_certain else noise):
                    continue
                sure = found.is_certain or found.loss >= 2 * noise
                yield Moment(at, self._by(at), write(found.best), found.loss, sure, found.is_certain)

    def _leads(self) -> tuple[Lead, ...]:
        found = []
        for at, judged in self._glances.items():
            seat, points = self._by(at), judged.with_best
            if self._is_duel and self._holder(seat) != self._holder(Seat(0)):
                seat, points = Seat(0), -points
            found.append(Lead(at - 1, seat, points, judged.is_certain))
        end = self._playback.end
        if end.outcome is not None and not end.resigned:
            seats = [Seat(0)] if self._is_duel else end.seats
            found = _smoothed(found) if self._is_duel else found
            found += [
                Lead(self._playback.last, seat, lead(end.outcome.scores, end.of_same_player(seat)), True)
                for seat in seats
            ]
        return tuple(found)

    def _turning(self, leads: Sequence[Lead]) -> tuple[Seat | None, Moment | None]:
        """The winner, and the move with which they took the lead for good or gained the most."""
        end = self._playback.end
        winners = () if end.outcome is None else self._playback.game.about.winners(end.outcome.places)
        if len({self._holder(seat) for seat in winners}) != 1 or end.resigned:
            return None, None
        winner = winners[0]
        if self._is_duel:
            sign = 1 if self._holder(winner) == self._holder(Seat(0)) else -1
            line = [one._replace(points=sign * one.points) for one in leads]
        else:
            line = [one for one in leads if one.seat == winner]
        found = self._turned(line)
        if found is None:
            return winner, None
        before, after = line[found - 1], line[found]
        at = before.move + 1
        return winner, Moment(at, self._by(at), swing=(before.points, after.points))

    def _turned(self, line: Sequence[Lead]) -> int | None:
        """The number of the lead with which it had turned to the winner, whose leads these are.

        It's where they took the lead for good, after being clearly behind; or else their largest gain before
        they were clearly ahead, if it isn't the judge's mere error. Where the judge first sees the end, its
        estimate jumps: that isn't a gain.
        """
        noise = self._judge.noise
        taken = next((at for at in range(len(line) - 1, 0, -1) if line[at - 1].points <= 0), 0)
        was_behind = min((one.points for one in line[:taken]), default=0) <= -noise
        if was_behind and not self._is_dealt(line[taken - 1], line[taken]):
            return taken
        gains = [
            (after.points - before.points, at)
            for at, (before, after) in enumerate(pairwise(line), 1)
            if before.is_certain == after.is_certain and before.points < 2 * noise
            if not self._is_dealt(before, after)
        ]
        gain, at = max(gains, default=(0, 0))
        return at if gain >= noise else None

    def _is_dealt(self, before: Lead, after: Lead) -> bool:
        """Whether cards were dealt between these, which is nobody's doing."""
        return any(before.move < deal <= after.move for deal in self._playback.outline.deals)


def _smoothed(leads: list[Lead]) -> list[Lead]:
    """Without what merely having the next move seems to be worth: now it's one player's, now the other's."""
    found = []
    for before, now, after in zip([*leads[:1], *leads], leads, [*leads[1:], *leads[-1:]], strict=False):
        around = [one.points for one in (before, now, now, after) if one.is_certain == now.is_certain]
        found.append(now if now.is_certain else now._replace(points=sum(around) / len(around)))
    return found


def _before_moves(playback: Playback) -> Iterator[tuple[int, AnyTable]]:
    """By number, the table before each move, without resignations and the like."""
    table, lines = begin(playback.game, playback.header).unasked(), playback.record.lines
    for at, frame in enumerate(playback.frames):
        for line in lines[len(table.lines) : frame.begins]:
            table = table.play(line)
        if at and frame.by is not None and not lines[frame.begins].is_talk:
            yield at, table
