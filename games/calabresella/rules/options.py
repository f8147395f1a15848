"""The options of a match of Calabresella."""

from pydantic import BaseModel, ConfigDict, Field

MOST_POINTS = 9999
ONE_DEAL = 1
"""The game point of a match that is over after one deal, unless nobody scores or the best are equal."""
_MINUTES_A_DEAL, _POINTS_A_DEAL = 6, 17
"""Counted in 160 matches between computers: 43 moves a deal at 8 seconds, and what its leader gains by it."""


class Options(BaseModel):
    """The defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game_point: int = Field(
        default=100,
        ge=1,
        le=MOST_POINTS,
        title="Game point",
        description="How many points win the match, from 1 to 9999. With 1, a single deal decides. "
        "You can change this between deals if everybody agrees.",
    )
    open_hands: bool = Field(
        default=False,
        title="Open hands",
        description="All hands are face up, to learn the game or to show it. "
        "You can change this between deals if everybody agrees.",
    )
    replays: bool = Field(
        default=False,
        title="Replay of the last deal",
        description="After each deal you can ask to play the same cards again. Everybody has to agree "
        "to that, and to a change of this option between deals.",
    )
    solos: int = Field(
        default=0,
        ge=0,
        le=9,
        title="Solos of the first player",
        description="In how many deals the first player gets the best hand and goes solo, and then the match "
        "is over; 0 for a match in which everybody bids. Only the game of the day and duels are like that.",
        json_schema_extra={"retired": True},
    )
    replay: bool = Field(
        default=False,
        title="Replay unless somebody is against it",
        description="The same cards again if somebody asks and nobody is against it. Only in old matches.",
        json_schema_extra={"retired": True},
    )


def lasts(_players: int, options: Options) -> int:
    """How many minutes a match to this game point takes."""
    return round(_MINUTES_A_DEAL * max(1, options.game_point / _POINTS_A_DEAL))
