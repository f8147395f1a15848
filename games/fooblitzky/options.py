"""What can be settled before a game of Fooblitzky begins: the old program's options, and house rules."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

SEATS = (2, 3, 4)

Level: TypeAlias = Literal["low", "standard", "high"]


class Options(BaseModel):
    """The options; as they are, they are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    man_frequency: Level = Field(
        default="standard",
        title="Chance Man's frequency",
        description="How often he comes after a turn that ends on the sidewalk: 10, 20 or 40 %.",
    )
    man_mood: Literal["unfriendly", "standard", "friendly"] = Field(
        default="standard",
        title="Chance Man's mood",
        description="How often he means well: 25, 50 or 75 %.",
    )
    crossing_risk: Level = Field(
        default="standard",
        title="Crossing risk",
        description="The danger at a crosswalk with an X: 1/8, 1/4 or 1/2, and more in the rush hours.",
    )
    start_foobles: Level = Field(
        default="standard",
        title="Starting foobles",
        description="The cost of the four correct items (low), twice that, or 128 (high).",
    )
    wage: Literal["2", "4", "6", "8", "10"] = Field(
        default="4",
        title="Restaurant wages",
        description="Foobles for a turn of washing dishes.",
    )
    first_locker: Literal["random", "upper-left"] = Field(
        default="random",
        title="Locker",
        description="Where each chosen item lies at the start.",
    )
    pawn_shop: Literal["random", "upper-right"] = Field(
        default="random",
        title="Pawn shop",
        description="Where stolen and donated items go.",
    )
    open_choice: bool = Field(
        default=False,
        title="Open choice",
        description="All are told what everybody chose: more of a chase, less of a riddle.",
    )
    three_of_four: bool = Field(
        default=False,
        title="Three of four",
        description="Three check marks at once win.",
    )
    two_tokens: bool = Field(
        default=False,
        title="Two tokens each",
        description="Two people play four seats: one has the first and the third, the other the rest.",
    )
    teams: bool = Field(
        default=False,
        title="Teams",
        description="With four players: the first and the third against the second and the fourth.",
    )
    for_another: bool = Field(
        default=False,
        title="Choose for another",
        description="You choose what lies in the next player's locker, and do not know what lies in yours.",
    )
    time_limit: Literal["none", "1", "2", "3", "5", "10"] = Field(
        default="none",
        title="Time limit in minutes",
        description="For a move, from the roll to its end; then the next player finishes it.",
    )
    quiet_city: bool = Field(
        default=False,
        title="Quiet city",
        description="Phone answers and what lies in pawn shops are told to the player alone.",
    )
    lockers_tell: bool = Field(
        default=False,
        title="Lockers tell",
        description="You are told what comes out of your locker.",
    )
    notebook: Literal["seen", "conclusions", "none"] = Field(
        default="seen",
        title="Notebook",
        description="What you have seen, that and what follows from it, or no notebook at all.",
    )
    days: int = Field(
        default=5,
        ge=1,
        le=10,
        title="Days",
        description="So long the city is open; then whoever carries most correct items is first.",
    )


def seating(options: Options) -> Mapping[int, tuple[int, ...]]:
    """Two for two tokens each, four for teams, else any number of players with a token each."""
    if options.two_tokens:
        return {2: (0, 1, 0, 1)}
    return {number: tuple(range(number)) for number in ((4,) if options.teams else SEATS)}


def keeps_notes(options: Options) -> bool:
    """Whether the players have a notebook."""
    return options.notebook != "none"


def minutes(options: Options) -> int:
    """The time limit of a move; 0 for none."""
    return 0 if options.time_limit == "none" else int(options.time_limit)
