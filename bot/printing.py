"""Printing for the command line: in UTF-8 on every terminal, and without what strangers could do to one."""

import sys


def show(text: str) -> None:
    """Print the text as UTF-8, as it is."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.flush()


def printable(text: str) -> str:
    """The text without control characters, because strangers wrote some of it."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def complain(why: object) -> int:
    """Say on standard error what is wrong; the exit status 1."""
    sys.stderr.write(f"{printable(str(why))}\n")
    return 1
