"""What can be settled before a game of FourSide begins."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["beginner", "intermediate", "expert"]

LARGEST: dict[Level, int] = {"beginner": 3, "intermediate": 6, "expert": 9}
"""The largest value a side can have; the smallest is 1."""


class Options(BaseModel):
    """The options; as they are, they are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: Level = Field(
        default="intermediate",
        title="Values",
        description="On the sides of the tiles. The more values, the harder it is to find a place, and the "
        "more a place is worth.",
        json_schema_extra={"notes": {level: f"1 to {largest}" for level, largest in LARGEST.items()}},
    )
