"""What the host can choose before a game of Doublolo."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

LEAST_BLOCKED, MOST_BLOCKED = 24, 40
LATE = 40
"""How many squares are empty at the start of a short game."""

Blocked = Literal[
    "random",
    "24", "25", "26", "27", "28", "29", "30", "31", "32",
    "33", "34", "35", "36", "37", "38", "39", "40",
]  # fmt: skip


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    blocked: Blocked = Field(
        default="random",
        title="Blocked squares",
        description="How many squares nobody can use. “random” picks a number from 24 to 40.",
    )
    first: Literal["toss", "red", "white"] = Field(
        default="toss",
        title="Who starts",
        description="“toss”: Red calls heads or tails. Or pick Red or White to start without a toss.",
    )
    length: Literal["full", "short"] = Field(
        default="full",
        title="Length",
        description=f"“short”: most stones are on the board from the start, and {LATE} squares are left.",
    )
