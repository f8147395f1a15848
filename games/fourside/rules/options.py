"""What the host can choose before a game of FourSide."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["beginner", "intermediate", "expert"]

LARGEST: dict[Level, int] = {"beginner": 3, "intermediate": 6, "expert": 9}
"""The largest value a side can have; the smallest is 1."""

TILES: dict[str, dict[Level, int]] = {
    "full": {"beginner": 60, "intermediate": 51, "expert": 47},
    "quick": {"beginner": 33, "intermediate": 28, "expert": 25},
}
"""How many tiles a game takes, counted from play."""
SECONDS = 24
"""How long a tile takes, both players' alike."""


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: Level = Field(
        default="intermediate",
        title="Values",
        description="The numbers on the tiles. Larger ones are harder to place, but they score more.",
        json_schema_extra={"notes": {level: f"1 to {largest}" for level, largest in LARGEST.items()}},
    )
    length: Literal["full", "quick"] = Field(
        default="full",
        title="Length",
        description="“quick”: a board of 7 by 5 squares in place of 9 by 7, over in about ten minutes.",
    )
    three_hints: bool = Field(
        default=True,
        title="Three hints",
        description="Each player can ask for three hints. Turn them off to play without (rule 16).",
    )
    points: Literal["quick", "always", "never"] = Field(
        default="quick",
        title="Points shown",
        description=(
            "Whether the picture says what each square would score (rule 21). “quick”: only in a quick game."
        ),
    )

    @property
    def shows_points(self) -> bool:
        """Whether the picture says what each square would score."""
        return self.points == "always" or (self.points == "quick" and self.length == "quick")


def minutes(options: Options) -> int:
    """How long a game takes with these options."""
    return round(TILES[options.length][options.level] * SECONDS / 60)
