"""What a host pastes, as it's meant: it brings white space, invisible marks and quotes along."""

import re

QUOTES = ('"', "'", "`", "“", "”", "‘", "’")

_INVISIBLE = r"[\s\x00\ufeff\u200b-\u200f\u2060]+"
_ENDS = re.compile(rf"\A{_INVISIBLE}|{_INVISIBLE}\Z")


def trimmed(text: str) -> str:
    """The text without white space and invisible marks at its ends, such as a file's byte order mark."""
    return _ENDS.sub("", text)


def is_quoted(text: str) -> bool:
    """Whether there are quotes at either end."""
    return text.startswith(QUOTES) or text.endswith(QUOTES)
