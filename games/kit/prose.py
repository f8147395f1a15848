"""Sentences and their numbers, and as many of them as fit in a picture's alternative text."""

from collections.abc import Iterable

from games.core import say

LONGEST = 1_000
"""A description has at most so many characters, whatever the players are called."""

_A_LONG_NAME = "W" * 32


def counted(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def fitting(sentences: Iterable[str]) -> str:
    """The sentences in their order, joined by blanks; those that do not fit any more are left out.

    Every seat mark counts as the longest name there is, so that no sentence is cut once the names are in it.
    """
    kept, length = [], -1
    for sentence in sentences:
        longer = length + 1 + len(say(sentence, lambda _: _A_LONG_NAME))
        if longer <= LONGEST:
            kept.append(sentence)
            length = longer
    return " ".join(kept)
