"""Questions that narrow the legal moves until one is left.

A walk begins with every legal move. Each question groups the moves that are left by a key, and the answer
keeps one group. So every choice leads to a legal move, and no other answer leads anywhere: law 3 holds by
construction, and so does law 14 for the number of choices.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Generic, TypeAlias, TypeVar

from games.core import Choice, IllegalMove, Question, Ready

MENU = 25
"""The most choices in one menu on Discord."""
ROW = 5
"""The most buttons in one row on Discord."""

M = TypeVar("M")

Left: TypeAlias = Sequence[M]
"""The moves that the answers so far leave open."""


@dataclass(frozen=True, slots=True)
class Ask(Generic[M]):
    """One question about the moves that are left.

    `key` is the answer that leads to a move, None for a move that this question isn't about. `choice` is the
    choice for a key and its moves. If there are more than MENU answers, `first` is asked before: the column
    before the square, say. If there's only one answer, the question is skipped with `skipped`; otherwise it's
    asked anyway, so that nobody moves by surprise. With `row`, choices are buttons, grouped in rows by it.
    """

    text: Callable[[Left[M]], str]
    key: Callable[[M], str | None]
    choice: Callable[[str, Left[M]], Choice]
    first: "Ask[M] | None" = None
    skipped: bool = False
    row: Callable[[str], Hashable] | None = None


@dataclass(frozen=True, slots=True)
class AskSeveral(Generic[M]):
    """One question that takes several choices at once: `keys` are those that make up a move."""

    text: Callable[[Left[M]], str]
    keys: Callable[[M], Iterable[str]]
    choice: Callable[[str], Choice]


def walk(
    moves: Iterable[M], asks: Iterable[Ask[M] | AskSeveral[M]], answers: tuple[str, ...], lost: str
) -> Question | Ready[M]:
    """The next question, or the move that `answers` spell.

    Raises IllegalMove with `lost`, a sentence, for answers that lead nowhere.
    """
    left, unread, coming = tuple(moves), list(answers), list(asks)
    while coming:
        ask = coming.pop(0)
        found = _by_answer(ask, left)
        if isinstance(ask, Ask) and ask.first is not None and len(found) > MENU:
            coming[:0] = [ask.first, replace(ask, first=None)]
            continue
        if not found or (isinstance(ask, Ask) and ask.skipped and len(found) == 1):
            continue
        if not unread:
            return _question(ask, left, found)
        picked = unread.pop(0).split("+")
        left = found.get(frozenset(picked), ())
        if not left or len(set(picked)) < len(picked):
            raise IllegalMove(lost)
    if unread or not left:
        raise IllegalMove(lost)
    if len(left) > 1:
        raise ValueError(f"These answers leave {len(left)} moves open: a question is missing.")
    return Ready(left[0])


_Found: TypeAlias = Mapping[frozenset[str], tuple[M, ...]]
"""The moves behind each answer; an answer is the keys of the choices that are picked."""


def _by_answer(ask: Ask[M] | AskSeveral[M], left: Iterable[M]) -> _Found[M]:
    if isinstance(ask, Ask):
        singles: dict[str | None, list[M]] = {}
        for move in left:
            singles.setdefault(ask.key(move), []).append(move)
        return {frozenset({key}): tuple(moves) for key, moves in singles.items() if key is not None}
    found: dict[frozenset[str], list[M]] = {}
    for move in left:
        if answer := frozenset(ask.keys(move)):
            found.setdefault(answer, []).append(move)
    return {answer: tuple(moves) for answer, moves in found.items()}


def _question(ask: Ask[M] | AskSeveral[M], left: tuple[M, ...], found: _Found[M]) -> Question:
    if isinstance(ask, Ask):
        shown = tuple(ask.choice(key, moves) for answer, moves in found.items() for key in answer)
        return Question(ask.text(left), shown, rows=_rows(ask, shown))
    keys = dict.fromkeys(key for move in left for key in ask.keys(move))
    sizes = [len(answer) for answer in found]
    return Question(ask.text(left), tuple(map(ask.choice, keys)), min(sizes), max(sizes))


def _rows(ask: Ask[M], shown: Iterable[Choice]) -> tuple[int, ...]:
    """How many choices each row has, five at most."""
    if ask.row is None:
        return ()
    rows = map(ask.row, (choice.key for choice in shown))
    lengths = (len(list(same)) for _, same in groupby(rows))
    return tuple(min(ROW, length - at) for length in lengths for at in range(0, length, ROW))
