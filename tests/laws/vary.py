"""Other plays that a viewer can't tell from this one."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from games.core import CHANCE, BadNotation, Event, IllegalMove, Seat, Viewer
from games.engine.record import Line
from games.game import AnyGame
from tests.laws.play import Play, begin, deals_secrets, draw, heard, play_on

SUBSTITUTES = 24
"""How many other moves, and other draws, are tried in place of one line."""

SAMPLED_LINES = 60
"""How far into a game its first secret is told at the latest."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A viewer, and the seats whose lines they know exactly; of others they know only what they heard."""

    viewer: Viewer
    knows: frozenset[Seat]

    def hears_the_same(self, one: tuple[Event, ...], other: tuple[Event, ...]) -> bool:
        return heard(one, self.viewer) == heard(other, self.viewer)


def is_open(game: AnyGame) -> bool:
    """Whether everything chance draws is open: there are no hands, and in some plays it tells no secret."""
    return _is_open(game)


@cache
def _is_open(game: AnyGame) -> bool:
    if game.about.hands:
        return False
    starts = [begin(game, seats, seed=seed) for seats in game.about.seats for seed in range(4)]
    return not any(deals_secrets(play_on(start, SAMPLED_LINES)) for start in starts)


def listener(game: AnyGame, viewer: Viewer) -> Listener:
    """A viewer knows their own lines; in an open game also what chance draws, announced or not."""
    own = frozenset() if viewer is None else frozenset({viewer})
    return Listener(viewer, own | {CHANCE} if is_open(game) else own)


def varied(play: Play, by: Listener | None, rng: Random, tries: int) -> Iterator[Play]:
    """Other plays in which the same seats moved at the same time, and the listener heard the same.

    Lines that they know stay as they are; without a listener anything goes. A line is exchanged for another
    legal move, for another draw, or for the same draw with two words exchanged (so that a deal can be varied
    without touching a listener's hand). Later lines that this makes impossible are exchanged too; if they
    can't be, the attempt ends.
    """
    for _ in range(tries):
        numbers = [number for number, line in enumerate(play.lines) if not by or line.who not in by.knows]
        if not numbers:
            return
        drawn = [number for number in numbers if play.lines[number].who == CHANCE]
        other = _exchanged(play, rng.choice(drawn if drawn and rng.random() < 0.5 else numbers), by, rng)
        if other is not None:
            play = other
            yield other


def _exchanged(play: Play, number: int, by: Listener | None, rng: Random) -> Play | None:
    start = play.before(number)
    for text in _substitutes(start, play.lines[number], play.lines[number + 1 :], rng):
        other = _alike(start, play, text, by)
        if other is not None and other.state != play.states[number + 1]:
            whole = _continued(other, play, by, rng)
            if whole is not None:
                return whole
    return None


def _continued(other: Play, play: Play, by: Listener | None, rng: Random) -> Play | None:
    """`other` with the rest of the lines of `play`, or with lines that sound alike in their place."""
    for number in range(len(other.lines), len(play.lines)):
        line, later = play.lines[number], play.lines[number + 1 :]
        following = _alike(other, play, line.text, by)
        if following is None and (by is None or line.who not in by.knows):
            after = (_alike(other, play, text, by) for text in _substitutes(other, line, later, rng))
            following = next((found for found in after if found is not None), None)
        if following is None:
            return None
        other = following
    return other


def _alike(start: Play, play: Play, text: str, by: Listener | None) -> Play | None:
    """One more line, if it is allowed and the listener hears what they heard at this point of `play`."""
    number = len(start.lines)
    try:
        after = start.then(Line(play.lines[number].who, text))
    except (IllegalMove, BadNotation):
        return None
    same = by is None or by.hears_the_same(after.told[number], play.told[number])
    return after if same else None


def _substitutes(play: Play, line: Line, later: Iterable[Line], rng: Random) -> list[str]:
    """Other texts that could replace `line`, in random order: near ones and arbitrary ones.

    Near is a move of as many words that shares most of them, and a draw in which two words are exchanged that
    no `later` line names: those are likely to sound alike and to leave the rest of the play as it is.
    """
    turn = play.game.turn(play.state)
    if line.who not in turn.owes | turn.may:
        return []
    if line.who == CHANCE:
        texts = [play.game.write(draw(play.game, play.state, rng)) for _ in range(SUBSTITUTES)]
        named = {word for after in later for word in after.text.split()}
        texts += [_swapped(line.text, named if number % 2 else (), rng) for number in range(SUBSTITUTES)]
    else:
        legal = list(map(play.game.write, play.legal(line.who)))
        rng.shuffle(legal)
        near = sorted(legal, key=lambda text: _distance(text, line.text))[1 : 1 + SUBSTITUTES // 2]
        texts = near + legal[: SUBSTITUTES // 2]
    rng.shuffle(texts)
    return texts


def _distance(text: str, other: str) -> tuple[int, int]:
    words, others = text.split(), other.split()
    return abs(len(words) - len(others)), len(set(words) - set(others))


def _swapped(text: str, kept: Collection[str], rng: Random) -> str:
    """The text with two of its words exchanged, none of them one that is kept."""
    words = text.split()
    free = [number for number, word in enumerate(words) if word not in kept]
    first, second = (rng.choice(free) for _ in range(2)) if free else (0, 0)
    words[first], words[second] = words[second], words[first]
    return " ".join(words)
