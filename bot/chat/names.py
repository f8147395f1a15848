"""What people are called: their names as plain text that is safe in a sentence of any direction.

A display name may contain anything that Discord allows. Storage keeps it as it was; whatever shows it goes
through here.
"""

import unicodedata
from functools import lru_cache

SOMEBODY = "somebody"
"""What somebody is called who has left the server."""

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Some emoji and scripts need them between visible characters."""

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters, marks and signs that show nothing, though Unicode doesn't count them as control characters."""

_FROM_RIGHT = frozenset({"R", "AL", "AN"})
"""The directions of the letters of Hebrew, Arabic and the like, and of Arabic digits."""


@lru_cache(1024)
def plain_name(name: str) -> str:
    """The name as plain text: one line, with all its signs except those that can't be seen.

    Characters that change the direction of a text are among these. Empty if nothing of it is visible.
    """
    line = " ".join("".join(filter(_is_kept, name)).split())
    return line if any(unicodedata.category(one)[0] not in "CMZ" for one in line) else ""


def isolated(shown: str, name: str) -> str:
    """What shows this name, so that one from right to left doesn't move the words and numbers around it."""
    if any(unicodedata.bidirectional(one) in _FROM_RIGHT for one in name):
        return f"\N{FIRST STRONG ISOLATE}{shown}\N{POP DIRECTIONAL ISOLATE}"
    return shown


def amid(name: str) -> str:
    """The name as plain text for the middle of a sentence; empty if nothing of it is visible."""
    plain = plain_name(name)
    return isolated(plain, plain)


@lru_cache(1024)
def likeness(name: str) -> str:
    """The same for names that look the same in a picture, where fancy letters become plain ones."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_kept(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return True
    return character not in _BLANK and not unicodedata.category(character).startswith("C")
