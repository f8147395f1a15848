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
V = TypeVar("V")

Left: TypeAlias = Sequence[M]
"""The moves that the answers so far leave open."""


@dataclass(frozen=True, slots=True)
class Ask(Generic[M]):
    """One question about the moves that are left.

    `key` is the answer that leads to a move, None for a move that this question isn't about. `choice` is the
    choice for a key and its moves. If there are more than MENU answers, `first` is asked before: the column
    before the square, say. If there's only one answer, the question is skipped with `skipped`; otherwise it's
    asked anyway, so that nobody moves by surprise. With `row`, choices are buttons, grouped in rows by it.
    `tip` is the question's.
    """

    text: Callable[[Left[M]], str]
    key: Callable[[M], str | None]
    choice: Callable[[str, Left[M]], Choice]
    first: "Ask[M] | None" = None
    skipped: bool = False
    row: Callable[[str], Hashable] | None = None
    tip: str = ""


def walk(
    moves: Iterable[M], asks: Iterable[Ask[M]], answers: tuple[str, ...], lost: str
) -> Question | Ready[M]:
    """The next question, or the move that `answers` spell.

    Raises IllegalMove with `lost`, a sentence, for answers that lead nowhere.
    """
    left, unread, coming = tuple(moves), list(answers), list(asks)
    while coming:
        ask = coming.pop(0)
        found = _by_answer(ask, left)
        if ask.first is not None and len(found) > MENU:
            coming[:0] = [ask.first, replace(ask, first=None)]
            continue
        if not found or (ask.skipped and len(found) == 1):
            continue
        if not unread:
            shown = tuple(ask.choice(key, moves) for key, moves in found.items())
            return Question(ask.text(left), shown, rows=_rows(ask, shown), tip=ask.tip)
        left = found.get(unread.pop(0), ())
        if not left:
            raise IllegalMove(lost)
    if unread or not left:
        raise IllegalMove(lost)
    if len(left) > 1:
        raise ValueError(f"These answers leave {len(left)} moves open: a question is missing.")
    return Ready(left[0])


def _by_answer(ask: Ask[M], left: Iterable[M]) -> Mapping[str, tuple[M, ...]]:
    """The moves behind each answer."""
    found: dict[str, list[M]] = {}
    for move in left:
        if (key := ask.key(move)) is not None:
            found.setdefault(key, []).append(move)
    return {key: tuple(moves) for key, moves in found.items()}


def _rows(ask: Ask[M], shown: Iterable[Choice]) -> tuple[int, ...]:
    """How many choices each row has, five at most."""
    if ask.row is None:
        return ()
    rows = map(ask.row, (choice.key for choice in shown))
    return tuple(length for _, same in groupby(rows) for length in in_rows(len(list(same))))


def in_rows(count: int) -> tuple[int, ...]:
    """The lengths of the rows in which so many buttons stand."""
    return tuple(min(ROW, count - at) for at in range(0, count, ROW))


def spelt(
    prompt: Callable[[V, tuple[str, ...]], Question | Ready[M] | None], view: V, answers: tuple[str, ...]
) -> M | None:
    """The move that these answers make; None if another question follows or they lead nowhere."""
    try:
        asked = prompt(view, answers) if answers else None
    except IllegalMove:
        return None
    return asked.move if isinstance(asked, Ready) else None
