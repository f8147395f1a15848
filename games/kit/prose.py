"""Helpers for sentences: plurals, lists of seats, quotations, and cutting alt text to its limit."""

import unicodedata
from collections.abc import Iterable

from games.core import Seat, mark, name_seats

LONGEST = 1_000
"""The most characters in a description, whatever the players' names."""

QUOTED = 40
"""The most characters we quote of what somebody typed."""

_A_LONG_NAME = "W" * 32


def counted(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def together(seats: Iterable[Seat]) -> str:
    """`{a}`, `{a} and {c}`, `{a}, {c} and {d}`."""
    *before, last = map(mark, seats)
    return f"{', '.join(before)} and {last}" if before else last


def quoted(typed: str) -> str:
    """What somebody typed, in “ ”: one line of at most QUOTED characters, the rest as “…”.

    Curly quotes in it become straight ones, so that the screen knows where the quotation ends. Invisible
    characters are left out, such as those that change the direction of the text.
    """
    beginning = typed[: 10 * QUOTED].translate(_STRAIGHT)  # keeps the cost constant for any length
    seen = "".join(one for one in beginning if one.isspace() or _is_seen(one))
    line = " ".join(seen.split())
    is_whole = len(line) <= QUOTED and len(typed) <= 10 * QUOTED
    return f"“{line if is_whole else line[: QUOTED - 1].rstrip() + '…'}”"


_STRAIGHT = str.maketrans("“”", '""')


def _is_seen(character: str) -> bool:
    return not unicodedata.category(character).startswith("C")


def longest(text: str) -> int:
    """How long a text can become, with the longest possible name in place of every seat mark."""
    return len(name_seats(text, lambda _: _A_LONG_NAME))


def fitting(sentences: Iterable[str]) -> str:
    """The sentences in order, joined by spaces, without those that don't fit.

    Every seat mark counts as the longest possible name, so the text still fits with any names.
    """
    kept, length = [], -1
    for sentence in sentences:
        longer = length + 1 + longest(sentence)
        if longer <= LONGEST:
            kept.append(sentence)
            length = longer
    return " ".join(kept)
