"""All that a worker process of computers runs. Imports rules only, so that it's small and starts fast."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import chain, combinations, count, islice
from typing import Any, NamedTuple

from games.core import Choice, IllegalMove, Question, Ready, Seat
from games.engine import registry
from games.engine.fair import computer_rng
from games.engine.playback import play_back
from games.engine.record import Record
from games.engine.review import Review, review
from games.engine.squares import CARE, squares
from games.game import AnyGame, Level
from games.kit.judge import Judge

PUBLIC_KEY = b"hint"
"""Hints use this key: a hint follows from the view alone, and gives away nothing of the seed."""

MOST_QUESTIONS = 2_000
"""How many questions are tried to find the way to a move."""


class Way(NamedTuple):
    """The answers that make a move, and the labels of their choices, with seats as marks."""

    answers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def by(self, chosen: Collection[Choice]) -> "Way":
        """One question further, by these choices."""
        key, label = "+".join(one.key for one in chosen), ", ".join(one.label for one in chosen)
        return Way((*self.answers, key), (*self.labels, label))


_NICENESS = 10


def serve() -> None:
    """Set up a worker: the bot's own work comes first, and Ctrl-C is for the bot, whose end it follows."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    """End this worker with the bot: otherwise, after the bot is killed, it would wait for work forever."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)


def get_ready() -> None:
    """Load the rules of every game, which takes a moment and doesn't count as thinking."""
    registry.all_games()


def think(game: str, view: object, level: str, key: bytes) -> str:
    """The text of the move that this level chooses from this view; the same for the same arguments.

    `key` is for this one choice (`fair.computer_key`): no worker ever has a seed.
    """
    rules = registry.find(game)
    return rules.write(rules.choose(view, level, computer_rng(key)))


def advise(name: str, view: object) -> tuple[str, str, Way]:
    """The move that the game's adviser would make, why, and the way to it."""
    game = registry.find(name)
    judge = _judge(game)
    move = game.choose(view, judge.adviser, computer_rng(PUBLIC_KEY))
    return game.write(move), judge.why(view, move), way_to(game, view, move)


def _judge(game: AnyGame) -> Judge[Any, Any]:
    if game.judge is None:
        raise TypeError(f"{game.about.title} gives no reasons")
    return game.judge


class Reasons(NamedTuple):
    """What a move was for, and what the game's adviser would have done in its place; seats as marks.

    `is_only` says that there was no other move, and then nothing else is told. `advised` is what people call
    the adviser's move and `because` its reason; both are empty if it's the same move, or if nothing mattered.
    Without a reason, the game's judge sees next to no difference; it's `why` if both have the same.
    `other` is what the strongest level that would have done something else would have done then, and `level`
    its title; both are empty if all computers agree.
    """

    why: str = ""
    is_only: bool = False
    is_even: bool = False
    advised: str = ""
    because: str = ""
    other: str = ""
    level: str = ""


def explain(name: str, view: object, text: str) -> Reasons:
    """Why somebody with this view has made this move; from that view alone, good move or bad."""
    game = registry.find(name)
    why = _judge(game).why
    if len(list(islice(game.legal(view), 2))) < 2:
        return Reasons(is_only=True)
    move = game.read(text)
    told = why(view, move)
    if not game.has_to_know(view):
        return Reasons(told, is_even=True)
    better = game.choose(view, adviser_of(game).name, computer_rng(PUBLIC_KEY))
    called, advised, because = game.called(view, move), game.called(view, better), why(view, better)
    if (advised, because) == (called, told):
        level, other = _other(game, view, called)
        return Reasons(told, other=other, level=level)
    if _is_close(game, view, move):
        because = ""
    elif _without(told, called) == _without(because, advised):
        because = told
    return Reasons(told, advised=advised, because=because)


def _other(game: AnyGame, view: object, called: str) -> tuple[str, str]:
    """The title of the strongest level that would have done something else, and what; empty if none would."""
    for level in reversed(game.about.computers):
        chosen = game.called(view, game.choose(view, level.name, computer_rng(PUBLIC_KEY)))
        if chosen != called:
            return level.title, chosen
    return "", ""


def _without(told: str, called: str) -> str:
    """A reason without what it's about, such as `the 8 of Tops`."""
    return told.lower().replace(called.partition(" ")[2].lower() or called.lower(), "")


def _is_close(game: AnyGame, view: object, move: object) -> bool:
    """Whether the game's judge sees next to no difference to the best move; not if it can't tell."""
    judge = _judge(game)
    known = judge.weigh(view, move, CARE, computer_rng(PUBLIC_KEY))
    return known is not None and known.with_best - known.with_played < judge.noise


def adviser_of(game: AnyGame) -> Level:
    """The level that says what it would do: the one whose moves are hints, or else the strongest."""
    adviser = _judge(game).adviser
    return game.about.level(adviser) if adviser else game.about.computers[-1]


def look_at(record: Record) -> Review:
    """What a strong computer thinks of this game, which is over and can be reviewed."""
    return review(play_back(registry.find(record.header.game), record))


def tell(record: Record, seat: Seat) -> str:
    """How this seat's moves were, a letter for each square of its story."""
    return "".join(squares(registry.find(record.header.game), record, seat))


def way_to(game: AnyGame, view: object, move: object) -> Way:
    """A short way to a move; none if the search takes too long or no question leads there.

    Choices that the move's text names are tried first: of a set of cards, those that it is about.
    """
    text, number = game.write(move), count()
    waiting = [(0, next(number), Way())]
    for _ in range(MOST_QUESTIONS):
        if not waiting:
            break
        length, _, way = heappop(waiting)
        try:
            asked = game.prompt(view, way.answers)
        except IllegalMove:
            continue
        if isinstance(asked, Ready) and asked.move == move:
            return way
        for chosen in _sets(asked, text) if isinstance(asked, Question) else ():
            unnamed = sum(one.key not in text for one in chosen)
            heappush(waiting, (length + 1 + unnamed, next(number), way.by(chosen)))
    return Way()


def _sets(asked: Question, text: str) -> Iterator[tuple[Choice, ...]]:
    """What can be chosen at once, as many as are tried; what this text names comes first."""
    places = sorted(range(len(asked.choices)), key=lambda place: asked.choices[place].key not in text)
    sizes = range(asked.least, asked.most + 1)
    for found in islice(chain.from_iterable(combinations(places, size) for size in sizes), MOST_QUESTIONS):
        yield tuple(asked.choices[place] for place in sorted(found))
