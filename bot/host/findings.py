"""What the doctor finds: a sentence on one thing, and whether it works."""

from dataclasses import dataclass
from enum import Enum


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
