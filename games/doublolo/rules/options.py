"""What the host can choose before a game of Doublolo."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

LEAST_BLOCKED, MOST_BLOCKED = 24, 40
LATE = 40
"""How many squares are empty at the start of a short game."""
MINUTES = {"full": 50, "quick": 11, "short": 8}
"""How long a game takes: 257, 56 and 40 stones, counted from play, at 12 seconds each."""
QUICK_SHARE = 4
"""The board of a quick game has one blocked square in place of this many."""

Blocked = Literal[
    "random",
    "24", "25", "26", "27", "28", "29", "30", "31", "32",
    "33", "34", "35", "36", "37", "38", "39", "40",
]  # fmt: skip

Length = Literal["full", "quick", "short"]


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    blocked: Blocked = Field(
        default="random",
        title="Blocked squares",
        description=(
            "How many squares nobody can use. “random” picks a number from 24 to 40. "
            "A quick game has a quarter of that."
        ),
    )
    first: Literal["toss", "red", "white"] = Field(
        default="toss",
        title="Who starts",
        description="“toss”: Red calls heads or tails. Or pick Red or White to start without a toss.",
    )
    length: Length = Field(
        default="full",
        title="Length",
        description=(
            "“quick”: a board of 12 by 8 squares, over in about ten minutes. "
            f"“short”: most stones are on the board from the start, and {LATE} squares are left."
        ),
    )
