"""A record that can be looked at after every move, forwards and backwards, and the moments worth a look."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from games.core import CHANCE, Event, Outcome, Seat, Viewer, mark
from games.engine.record import Header, Line, Record
from games.engine.replay import Replay, begin, replay
from games.engine.resigned import is_left_to_one
from games.engine.table import AnyTable
from games.engine.talk import Word, is_undo, undone_number
from games.game import AnyGame
from games.kit.faces import Gain, Timeline
from games.kit.results import lead, turned

KEPT_EVERY = 32
"""After how many lines another position is kept: no jump replays more than that."""

MOST_GAINS = 18
"""How many gains a time line shows: the largest."""

MOST_MOMENTS = 25
"""As many as fit in a menu of Discord's."""

_AT_HAND = 64
"""How many positions are kept besides, so that going back and forth costs nothing."""


_ENDINGS = (Word.RESIGN, Word.STOP)


class Frame(NamedTuple):
    """A move, with what chance drew after it: its lines are `begins` to `ends`, without the first of them.

    `by` is who moved; None before the first move, and if the game was stopped for everyone.
    """

    begins: int
    ends: int
    by: Seat | None = None


class Past(NamedTuple):
    """A move that was made: by whom, what they saw just before it, its text, and what everybody was told."""

    game: AnyGame
    seat: Seat
    view: Any
    text: str
    told: str


class Moment(NamedTuple):
    """A move worth a look, and why in a few words, with seats as marks."""

    at: int
    words: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What a game came to, move by move: who gained what, where a deal began, where it turned.

    Moves have the numbers of their frames. `gains` are the largest in order; `turning` is the move with which
    it turned, or None. `behind` is how many points the winner lacked at worst, 0 if nobody won alone.
    """

    gains: tuple[tuple[int, Seat, int], ...]
    deals: tuple[int, ...]
    turning: int | None
    behind: int
    moments: tuple[Moment, ...]


class Playback:
    """A record, played as far as it's valid. Frame 0 is before the first move, frame `last` the end.

    A move that was undone isn't among them. `faults` are sentences that say what's wrong with the record: the
    first says why it can't be played any further if `is_whole` is False. Threads may share a playback.
    """

    def __init__(
        self,
        record: Record,
        replayed: Replay,
        kept: Sequence[AnyTable],
        frames: Sequence[Frame],
        outline: Outline,
    ) -> None:
        """`kept` are the tables after every `KEPT_EVERY` lines, the first before any; see `play_back`."""
        self.record = record
        self.end, self.faults = replayed.table, replayed.faults
        self.frames = tuple(frames)
        self.outline = outline
        self._kept = tuple(kept)
        self._at_hand = LRUCache[int, AnyTable](_AT_HAND)
        self._one_at_a_time = Lock()

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.end.game

    @property
    def header(self) -> Header:
        """The record's header."""
        return self.record.header

    @property
    def is_whole(self) -> bool:
        """Whether the record is valid to its end."""
        return self.lines == len(self.record.lines)

    @property
    def last(self) -> int:
        """The number of moves, and of the last frame."""
        return len(self.frames) - 1

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.end.lines)

    def nearest(self, number: int) -> int:
        """The frame with this number, or the first or last."""
        return min(max(number, 0), self.last)

    def at(self, number: int) -> AnyTable:
        """The game after this move, as it stood then."""
        ends = self.frames[number].ends
        if ends == self.lines:
            return self.end
        with self._one_at_a_time:
            if (table := self._at_hand.get(ends)) is None:
                table = self._at_hand[ends] = self._played_to(ends)
        return table

    def _played_to(self, ends: int) -> AnyTable:
        table = self._kept[ends // KEPT_EVERY]
        for line in self.record.lines[len(table.lines) : ends]:
            table = table.play(line)
        return table

    def view(self, number: int, viewer: Viewer) -> Any:
        """What this seat saw after that move; for None everything, even what nobody knew then."""
        return self.at(number).view(viewer) if viewer is not None else self.at(number).opened()

    def events(self, number: int, viewer: Viewer) -> tuple[Event, ...]:
        """What this viewer heard of that move and of what chance drew after it, oldest first."""
        return self.at(number).events_for(viewer, self.frames[number].begins)

    def told(self, number: int, viewer: Viewer) -> Event:
        """The event that says what the move did: how the game ended, a highlight, or what its player did."""
        frame, found = self.frames[number], self.events(number, viewer)
        ended = [one for one in found if one.is_outcome]
        lit = [one for one in found if one.highlight(viewer) is not None]
        own = [one for one in found if one.by is not None and one.by == frame.by]
        some = next(iter([*ended, *lit, *own, *found]), None)
        if some is not None:
            return some
        return Event(f"{mark(frame.by)} moves." if frame.by is not None else "The game begins.", frame.by)

    def past(self, number: int) -> "Past | None":
        """The move of this frame as its player saw it; None if there's none, as when somebody resigned."""
        frame = self.frames[number]
        if frame.by is None or not self.is_move(number):
            return None
        view, text = self.at(number - 1).view(frame.by), self.record.lines[frame.begins].text
        own = [one for one in self.events(number, None) if one.by == frame.by]
        told = own[0] if own else self.told(number, None)
        return Past(self.game, frame.by, view, text, told.heard_by(None))

    def is_move(self, number: int) -> bool:
        """Whether a player made a move there, and didn't just resign, say."""
        frame = self.frames[number]
        return number > 0 and frame.by is not None and not self.record.lines[frame.begins].is_talk

    def number_after(self, lines: int) -> int:
        """The last frame that these first lines have reached."""
        return max(0, bisect_right([frame.ends for frame in self.frames], lines) - 1)

    def lines_to(self, number: int) -> tuple[Line, ...]:
        """The moves and draws of chance up to this move, without what was undone or only said."""
        lines, found = self.record.lines, list[Line]()
        for frame in self.frames[: number + 1]:
            found += (line for line in lines[frame.begins : frame.ends] if self._stands(frame, line))
        return tuple(found)

    def _stands(self, frame: Frame, line: Line) -> bool:
        return not line.is_talk and (line.who == CHANCE or line == self.record.lines[frame.begins])

    def worth(self, most: int) -> list[int]:
        """At most so many moves that tell the game, the most important first, without any twice."""
        outline, last = self.outline, self.last
        first = [last, 0, *([outline.turning] if outline.turning is not None else [])]
        some = [*first, *(one.at for one in outline.moments), *(at for at, _, _ in outline.gains)]
        found = dict.fromkeys(some)
        parts = 2
        while len(found) < min(most, last + 1) and parts <= 2 * (last + 1):
            found |= dict.fromkeys(last * part // parts for part in range(1, parts))
            parts *= 2
        return [*found][:most]

    def timeline(self, number: int) -> Timeline:
        """The time line of a picture of this move."""
        outline = self.outline
        return Timeline(
            number,
            self.last,
            gains=tuple(Gain(at, seat) for at, seat, _ in outline.gains),
            deals=outline.deals,
            turning=outline.turning,
            words=f"Move {number} of {self.last}",
        )


def play_back(game: AnyGame, record: Record, go_on: Callable[[], None] = lambda: None) -> Playback:
    """Play a record from its first line, as far as it's valid. Raises BadHeader, and what `go_on` raises.

    `go_on` is called every few lines: somebody who waits may have had enough.
    """
    begun = begin(game, record.header).unasked()
    kept, outline = [begun], _Followed(begun)

    def seen(before: AnyTable, after: AnyTable, line: Line) -> None:
        outline.add(before, after, line)
        if len(after.lines) % KEPT_EVERY == 0:
            kept.append(after)
            go_on()

    replayed = replay(game, record, seen)
    outline.ends(replayed.table)
    return Playback(record, replayed, kept, outline.frames, outline.made())


class _Followed:
    """The frames and what they came to, line by line."""

    def __init__(self, table: AnyTable) -> None:
        self._game = table.game
        self.frames: list[Frame] = []
        self._scores: list[tuple[int, ...]] = []
        self._notes: list[list[str]] = []
        self._deals: list[bool] = []
        self._outcome: Outcome | None = None
        self._holders = table.holders
        self._is_left_over = False
        self._begin(Frame(0, 0), table)

    def add(self, before: AnyTable, after: AnyTable, line: Line) -> None:
        """A line leads from one table to the other."""
        number = len(after.lines)
        if line.is_talk and is_undo(line):
            self._undo(line, before)
        elif line.text in _ENDINGS or not (line.is_talk or line.who == CHANCE):
            self._begin(Frame(number - 1, number, line.by), after)
        elif line.who == CHANCE:
            self.frames[-1] = self.frames[-1]._replace(ends=number)
        self._scores[-1] = self._points(after)
        for _, event in _new(before, after):
            is_deal = line.who == CHANCE and len(event.secret) == len(after.seats)
            self._deals[-1] = self._deals[-1] or (is_deal and len(self.frames) > 1)
            if (shown := event.highlights.get(None)) is not None:
                self._notes[-1].append(shown.title)

    def ends(self, table: AnyTable) -> None:
        """That was the last line."""
        self._outcome = table.outcome
        self._is_left_over = bool(table.resigned) and is_left_to_one(table.holders, table.resigned)
        self.frames[-1] = self.frames[-1]._replace(ends=len(table.lines))

    def made(self) -> Outline:
        """What it came to."""
        deals = tuple(at for at, is_deal in enumerate(self._deals) if is_deal)
        gains, winners = tuple(self._gains()), self._winners()
        turning = turned(self._scores, winners) if winners else None
        behind = max((-lead(now, winners) for now in self._scores), default=0) if winners else 0
        return Outline(gains, deals, turning, max(behind, 0), tuple(self._moments(gains, deals, turning)))

    def _begin(self, frame: Frame, table: AnyTable) -> None:
        self.frames.append(frame)
        self._scores.append(self._points(table))
        self._notes.append([])
        self._deals.append(False)

    def _points(self, table: AnyTable) -> tuple[int, ...]:
        """Everybody's points with nothing hidden, since the game is over by now."""
        return self._game.scores(self._game.stop(table.position))

    def _undo(self, line: Line, before: AnyTable) -> None:
        """Take away the frames that this line undoes."""
        first = undone_number(line)
        if first is None:  # a record from before undo named its move
            first = before.plies[before.takeback(line.who)].number
        while len(self.frames) > 1 and self.frames[-1].ends >= first:
            for one in (self.frames, self._scores, self._notes, self._deals):
                one.pop()

    def _gains(self) -> Iterator[tuple[int, Seat, int]]:
        """The largest gains in points, in the order of the game."""
        found = [
            (at, Seat(seat), now - had)
            for at in range(1, len(self._scores))
            for seat, (had, now) in enumerate(zip(self._scores[at - 1], self._scores[at], strict=True))
            if now > had
        ]
        yield from sorted(sorted(found, key=lambda gain: -gain[2])[:MOST_GAINS])

    def _winners(self) -> tuple[Seat, ...]:
        """The seats of the one who won by playing; none if several did, or if all others resigned."""
        winners = () if self._outcome is None else self._game.about.winners(self._outcome.places)
        is_one = len({self._holders[seat] for seat in winners}) == 1 and not self._is_left_over
        return tuple(winners) if is_one else ()

    def _moments(
        self, gains: Sequence[tuple[int, Seat, int]], deals: Sequence[int], turning: int | None
    ) -> Iterator[Moment]:
        """At most `MOST_MOMENTS`: the end, the turning point and deals come before other things."""
        last = len(self.frames) - 1
        words: dict[int, str] = {last: "The end"} if last else {}
        if turning is not None:
            words.setdefault(turning, "The turning point")
        for at in _few(deals, MOST_MOMENTS // 2):
            words.setdefault(at, "A new deal")
        noted = [at for at, titles in enumerate(self._notes) if titles and at not in words]
        for at in _few(noted, MOST_MOMENTS - len(words)):
            words[at] = self._notes[at][-1]
        for at, seat, points in sorted(gains, key=lambda gain: -gain[2]):
            if len(words) < MOST_MOMENTS:
                words.setdefault(at, f"{mark(seat)} +{points}")
        return (Moment(at, words[at]) for at in sorted(words))


def _new(before: AnyTable, after: AnyTable) -> Iterator[tuple[int, Event]]:
    """What the last line has announced."""
    yield from after.log[len(before.log) :]


def _few(numbers: Sequence[int], most: int) -> list[int]:
    """At most so many of these, spread evenly."""
    if len(numbers) <= most:
        return [*numbers]
    return [numbers[at * len(numbers) // most] for at in range(most)] if most > 0 else []
