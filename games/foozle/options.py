"""What you can choose before a game of Foozle starts."""

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colours: int = Field(
        default=5,
        ge=3,
        le=5,
        title="Colours to collect",
        description="How many of the 5 colours a player needs before the game can end. "
        "Fewer make a shorter game.",
    )
