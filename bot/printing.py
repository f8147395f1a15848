"""Printing for the command line: UTF-8 on every terminal, and no control characters from strangers."""

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
    """Print what's wrong on standard error. Returns exit status 1."""
    sys.stderr.write(f"{printable(str(why))}\n")
    return 1
