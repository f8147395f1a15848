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
        description="The sides of the tiles have 1 to 3 (beginner), 1 to 6 (intermediate), 1 to 9 (expert).",
    )
