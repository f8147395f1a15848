"""What you can choose before a game of Foozle starts."""

from pydantic import BaseModel, ConfigDict, Field

LEAST_COLOURS = 3
QUICK = {"colours": LEAST_COLOURS, "limit": 12}
_MINUTES = {3: 10, 4: 18, 5: 30}
"""By the number of colours, counted in 200 games between computers, for all numbers of players.

They make 74, 135 and 234 moves on average, hardly more or fewer with more players, at 8 seconds a move.
"""


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colours: int = Field(
        default=5,
        ge=LEAST_COLOURS,
        le=5,
        title="Colours to collect",
        description="How many of the 5 colours a player needs before the game can end. "
        "Fewer make a shorter game.",
    )
    limit: int = Field(
        default=0,
        ge=0,
        le=24,
        title="Turn limit",
        description="After how many turns of each player the most tokens win, "
        "even if nobody has all the colours; 0 for no limit.",
    )
    turns: int = Field(
        default=0,
        ge=0,
        le=99,
        title="Turns",
        description="After how many turns of each player the game ends, whatever they have; 0 plays on. "
        "Only the game of the day is played like that.",
        json_schema_extra={"retired": True},
    )


def lasts(_players: int, options: Options) -> int:
    """How many minutes a game to this many colours takes; a turn of everybody takes about one."""
    return min(_MINUTES[options.colours], options.limit or max(_MINUTES.values()))
