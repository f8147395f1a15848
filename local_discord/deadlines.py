"""The deadlines for a bot."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadlines:
    """In seconds: to answer an interaction, to use its token, and between heartbeats."""

    answer: float = 3.0
    token: float = 900.0
    heartbeat: float = 41.25
