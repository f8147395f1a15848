"""What the host can choose before a game of FourSide."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["beginner", "intermediate", "expert"]

LARGEST: dict[Level, int] = {"beginner": 3, "intermediate": 6, "expert": 9}
"""The largest value a side can have; the smallest is 1."""


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: Level = Field(
        default="intermediate",
        title="Values",
        description="The numbers on the tiles. Larger ones are harder to place, but they score more.",
        json_schema_extra={"notes": {level: f"1 to {largest}" for level, largest in LARGEST.items()}},
    )
