"""Printing for the command line, for all of its verbs: text on every terminal, and what the doctor finds."""

import sys
from dataclasses import dataclass
from enum import Enum


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


class Verdict(Enum):
    """How bad it is; the value is what stands before the sentence."""

    WORKS = "ok"
    NOTE = "note"
    BROKEN = "FAILS"


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence for the host. It contains no secret."""

    verdict: Verdict
    subject: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.verdict.value:>5}  {self.subject}: {self.sentence}"


def works(subject: str, sentence: str) -> Finding:
    """This is as it should be."""
    return Finding(Verdict.WORKS, subject, sentence)


def note(subject: str, sentence: str) -> Finding:
    """The bot can run, but the host should know this."""
    return Finding(Verdict.NOTE, subject, sentence)


def broken(subject: str, sentence: str) -> Finding:
    """The bot can't run, or can't play somewhere, until this is put right."""
    return Finding(Verdict.BROKEN, subject, sentence)
