"""What can be settled before a match of Calabresella begins."""

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """The options; as they are, they are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game_point: int = Field(
        default=100,
        ge=1,
        le=9999,
        title="Game point",
        description="Who reaches so many points first wins the match; from 1 to 9999.",
    )
    open_hands: bool = Field(
        default=False,
        title="Open hands",
        description="All hands lie face up, for learning and for showing the game. "
        "Between deals you can switch it if all agree.",
    )
    replays: bool = Field(
        default=False,
        title="Replay of the last deal",
        description="Before each deal you can ask for the same cards again; they come if all agree. "
        "Between deals you can switch it if all agree.",
    )
    replay: bool = Field(
        default=False,
        title="Replay by those who wish it",
        description="Once somebody wishes it and nobody is against it. Only matches that began so have it.",
        json_schema_extra={"retired": True},
    )
