"""What a result card says of a finished game: who won, how, by how much, and where it turned.

Everything here is for after the end, when nothing is hidden anymore. Seats stand in texts as marks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from games.core import Outcome, Seat, mark

Ink: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


class Point(NamedTuple):
    """The scores by seat from here on: after `line` lines, of them `move` players' moves that stand.

    `part` counts the deals or hands that have begun, in games that have such parts. `told` is the short form
    of what was told of the line, empty if that was nothing.
    """

    line: int
    move: int
    part: int
    scores: tuple[int, ...]
    told: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The score over a whole game: every point at which it changed, oldest first, and the last one.

    `moves` players' moves stand. `begun` are the moves after which each part began, and `alone` says who
    played alone in it. `left` is by seat the move after which it resigned.
    """

    points: tuple[Point, ...]
    moves: int
    begun: tuple[int, ...] = ()
    alone: tuple[Seat | None, ...] = ()
    left: tuple[int | None, ...] = ()


class Rated(NamedTuple):
    """What a game changed in a rating; `before` is None for the first one. Unsure ones are provisional."""

    before: int | None
    after: int
    was_sure: bool = True
    is_sure: bool = True


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a game's result card looks and what it counts; without any of this it's a plain card.

    `page` is the ground, `band` a lighter one, `groove` a darker one, `ray` the light behind the winner and
    `soft` the ink of less important words. `unit` is what scores count: one, and several. `part` is what a
    game consists of besides moves, such as a deal; it's one more when `begins` says so of the position before
    a move and after it. `alone` finds in a position who plays alone against the others in this part, and
    `dealt` names the cards that a seat got in it, such as `K♠`.
    `told_last` says that the last thing that's told of a move says how the score
    changed, instead of what its player did.

    The rest is made from the channel's view after the end: `goal` is a score that means something, `hidden`
    what had been hidden, in a few words, and `pieces` draws what a seat has (RGB, at most 60 px high) on a
    ground. `samples` are such pieces, for their colours. `hero` draws the ground behind the winner (RGB) in a
    height, with light from a place, and with a frame of `frame` px.
    """

    page: Ink = (20, 34, 48)
    band: Ink = (32, 52, 70)
    groove: Ink = (13, 24, 35)
    ray: Ink = (30, 50, 68)
    soft: Ink = (164, 190, 206)
    unit: tuple[str, str] = ("point", "points")
    part: str = ""
    begins: Callable[[Any, Any], bool] | None = None
    alone: Callable[[Any], Seat | None] | None = None
    dealt: Callable[[Any, Seat], tuple[str, ...]] | None = None
    told_last: bool = False
    goal: Callable[[Any], int] | None = None
    hidden: Callable[[Any], str] | None = None
    pieces: Callable[[Any, Seat, Ink], Any] | None = None
    samples: Callable[[Ink], Sequence[Any]] | None = None
    hero: Callable[[int, tuple[int, int]], Any] | None = None
    frame: int = 0

    def counted(self, count: int) -> str:
        """`1 stone`, `2 stones`."""
        return f"{count} {self.unit[count != 1]}"


PLAIN = Look()


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A game that is over, with the channel's view of it. `outcome` is None if it was stopped.

    `holders` says by seat which player has it.

    If `is_empty`, all people resigned and nobody is called the winner. `ratings` are by seat, those of people
    `against_computers` if some played; if there are none, `unrated` may say why. `took` says how long it took
    and when that was.
    """

    title: str
    view: Any
    outcome: Outcome | None
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    holders: tuple[int, ...]
    resigned: tuple[Seat, ...] = ()
    is_empty: bool = False
    course: Course | None = None
    ratings: tuple[Rated | None, ...] = ()
    against_computers: bool = False
    unrated: str = ""
    took: tuple[str, ...] = ()

    @property
    def first(self) -> tuple[Seat, ...]:
        """The winners who are named: each player once; none if nobody won, or nobody is called that."""
        if self.is_empty:
            return ()
        return tuple({self.holders[seat]: seat for seat in reversed(self.winners)}.values())[::-1]

    @property
    def is_draw(self) -> bool:
        """Whether all are equal and nobody has won."""
        return self.outcome is not None and not (self.winners or self.outcome.is_defeat or self.is_empty)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats as the card lists them: by place, in a stopped game by seat."""
        seats = [Seat(seat) for seat in range(len(self.scores))]
        return tuple(sorted(seats, key=self.place))

    def place(self, seat: Seat) -> int:
        """The seat's place; 0 if there are none: the game was stopped, or nobody has won."""
        if self.outcome is None or self.is_empty or self.outcome.is_defeat:
            return 0
        return self.outcome.places[seat]

    @property
    def headline(self) -> tuple[str, str]:
        """Who won, and the rest of the sentence: ("{a}", "wins"); nothing and the sentence if nobody did."""
        first = self.first
        if first:
            named = _listed([mark(seat) for seat in first]) if len(first) < 3 else _NUMBERS[len(first)]
            return named, "wins" if len(first) == 1 else "win"
        if self.outcome is None:
            return "", "Stopped"
        if self.is_empty:
            return "", "Game over"
        return "", "A draw" if self.is_draw else "Nobody wins"

    def why(self, look: Look) -> str:
        """One line that says how it ended: the first that fits; empty for a stopped game."""
        outcome, first = self.outcome, self.first
        if outcome is None:
            return "before the end" if any(self.scores) else ""
        if self.is_empty:
            return f"{_listed([mark(seat) for seat in self.resigned])} resigned"
        if outcome.is_defeat or self._is_left_over:
            return _sentence(outcome.reason)
        if len(first) != 1:
            counts = {outcome.scores[seat] for seat in self.winners or self.order}
            return f"{look.counted(*counts)} each" if len(counts) == 1 else _sentence(outcome.reason)
        ahead = lead(outcome.scores, self.winners, self.resigned)
        if ahead <= 0:
            return _sentence(outcome.reason)
        if trailed := self.trailed:
            return f"By {ahead}, after trailing by {look.counted(trailed)}"
        points = self.course.points if self.course is not None else ()
        if (
            len(points) > 1
            and any(points[-2].scores)  # else all is scored at the end
            and lead(points[-2].scores, self.winners, self.resigned) <= 0
            and points[-1].move == self.moves
        ):
            return f"By {look.counted(ahead)}, with the last move"
        return f"By {look.counted(ahead)}"

    @property
    def moves(self) -> int:
        """How many players' moves stand; 0 if nobody knows."""
        return 0 if self.course is None else self.course.moves

    @property
    def trailed(self) -> int:
        """By how much the one winner was behind at most; 0 if that's 1, or below a fifth of their score."""
        if self.course is None or self.outcome is None or len(self.first) != 1:
            return 0
        worst = -min(lead(point.scores, self.winners, self.resigned) for point in self.course.points)
        return worst if worst > 1 and 5 * worst >= self.outcome.scores[self._best] else 0

    @property
    def _best(self) -> Seat:
        """The winner's seat with the highest score."""
        scores = self.scores if self.outcome is None else self.outcome.scores
        return max(self.winners, key=lambda seat: scores[seat])

    @property
    def _is_left_over(self) -> bool:
        """Whether somebody won because all others resigned."""
        others = {held for seat, held in enumerate(self.holders) if seat not in self.winners}
        return bool(others) and others == {self.holders[seat] for seat in self.resigned}

    @property
    def turning(self) -> Point | None:
        """By the scores, as `turned` says; None without one winner, or if all others resigned."""
        if self.course is None or len(self.first) != 1 or self._is_left_over:
            return None
        at = turned([point.scores for point in self.course.points], self.winners)
        return None if at is None else self.course.points[at]

    def at(self, point: Point, look: Look) -> str:
        """Where a point is: `move 224` or `deal 4`."""
        return f"{look.part} {point.part}" if self.parts(look) else f"move {point.move}"

    def parts(self, look: Look) -> tuple[int, ...]:
        """The moves after which each part began; none if the game has no parts, or only one was played."""
        begun = () if self.course is None or not look.part else self.course.begun
        return begun if len(begun) > 1 else ()

    def hidden(self, look: Look) -> str:
        """What had been hidden, without a full stop; empty if that takes more words."""
        return "" if look.hidden is None else look.hidden(self.view)

    def length(self, look: Look) -> str:
        """How much was played: `260 moves` or `6 deals`; empty if nobody knows."""
        if self.course is None:
            return ""
        parts = self.parts(look)
        count, thing = (len(parts), look.part) if parts else (self.course.moves, "move")
        return f"{count} {thing}{'' if count == 1 else 's'}"

    def description(self, look: Look) -> str:
        """The card in prose, seats as marks."""
        told = [self._told_of_end(look)]
        if rated := [
            _told_of_rating(Seat(seat), one) for seat, one in enumerate(self.ratings) if one is not None
        ]:
            against = " against computers" if self.against_computers else ""
            told.append(f"Ratings{against}: {'; '.join(rated)}.")
        elif self.unrated:
            told.append(f"{_sentence(self.unrated)}.")
        if hidden := self.hidden(look):
            told.append(f"{hidden}.")
        if (turning := self.turning) is not None:
            what = f": {turning.told.rstrip('.')}" if turning.told else ""
            told.append(f"The turning point is {self.at(turning, look)}{what}.")
        if facts := [one for one in (self.length(look), *self.took) if one]:
            told.append(f"{', '.join(facts)}.")
        return " ".join(told)

    def _told_of_end(self, look: Look) -> str:
        who, rest = self.headline
        if self.outcome is None:
            return f"{self.title} was stopped. {self._ranking(look)}."
        if not self.first:
            return f"{rest} in {self.title}: {self.why(look)}. {self._ranking(look)}."
        if len(self.scores) == 2 and not self._is_left_over and len(self.first) == 1:
            best, other = self.order
            scores = f"{look.counted(self.outcome.scores[best])} to {self.outcome.scores[other]}"
            after = f", after trailing by {self.trailed}" if self.trailed else ""
            return f"{who} {rest} {self.title}, {scores}{after}."
        return f"{who} {rest} {self.title}. {_sentence(self.why(look))}. {self._ranking(look)}."

    def _ranking(self, look: Look) -> str:
        rows = []
        for seat in self.order:
            place = f"{self.place(seat)}: " if self.place(seat) else ""
            gone = ", resigned" if seat in self.resigned else ""
            rows.append(f"{place}{mark(seat)}, {look.counted(self.scores[seat])}{gone}")
        return "; ".join(rows)


def lead(scores: Sequence[int], winners: Sequence[Seat], resigned: Sequence[Seat] = ()) -> int:
    """How far the winner is ahead of everybody else who hasn't resigned, by their best seat."""
    own = max(score for seat, score in enumerate(scores) if seat in winners)
    others = (score for seat, score in enumerate(scores) if seat not in (*winners, *resigned))
    return own - max(others, default=0)


def turned(scores: Sequence[Sequence[int]], winners: Sequence[Seat]) -> int | None:
    """The number of the scores with which a game turned, of these in the order of the game.

    It's where the winner took the lead for good, if that swing was at least half as large as their largest
    one, otherwise that largest one, the last of several. None if nothing ever swung to them, or if nobody had
    any points before the end.
    """
    if not any(map(any, scores[:-1])):
        return None
    leads = [lead(now, winners) for now in scores]
    swings = [0, *(now - before for before, now in pairwise(leads))]
    largest = max(swings)
    if largest <= 0:
        return None
    most = len(swings) - 1 - swings[::-1].index(largest)
    for_good = next((at for at in range(len(leads) - 1, 0, -1) if leads[at - 1] <= 0 < leads[at]), most)
    return for_good if 2 * swings[for_good] >= largest else most


_NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six")


def _listed(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def _sentence(text: str) -> str:
    """With a capital at the beginning, if it's a letter."""
    return text[:1].upper() + text[1:].rstrip(".")


def _told_of_rating(seat: Seat, one: Rated) -> str:
    unsure = "" if one.is_sure else ", provisional"
    if one.before is None:
        return f"{mark(seat)} {one.after}, new{unsure}"
    more = one.after - one.before
    change = f"plus {more}" if more > 0 else f"minus {-more}" if more else "unchanged"
    return f"{mark(seat)} {one.before} to {one.after}, {change}{unsure}"
