"""What can be settled before a game of Foozle begins."""

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """The options; as they are, they are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colours: int = Field(
        default=5,
        ge=3,
        le=5,
        title="Colours to collect",
        description="How many of the five colours somebody must have before the game can end; fewer make it "
        "shorter.",
    )
