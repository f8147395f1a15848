"""What you can set before a game of Fooblitzky: the original options, and house rules."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

SEATS = (2, 3, 4)

Level: TypeAlias = Literal["low", "standard", "high"]


class Options(BaseModel):
    """The options; the defaults are the rules of the README."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    man_frequency: Level = Field(
        default="standard",
        title="Chance Man's frequency",
        description="How often the Chance Man turns up after a turn that ends on the sidewalk.",
        json_schema_extra={"notes": {"low": "10%", "standard": "20%", "high": "40%"}},
    )
    man_mood: Literal["unfriendly", "standard", "friendly"] = Field(
        default="standard",
        title="Chance Man's mood",
        description="How often the Chance Man is friendly.",
        json_schema_extra={"notes": {"unfriendly": "25%", "standard": "50%", "friendly": "75%"}},
    )
    crossing_risk: Level = Field(
        default="standard",
        title="Crossing risk",
        description="How often a car hits you at an X. It's more in a rush hour.",
        json_schema_extra={"notes": {"low": "1 time in 8", "standard": "1 time in 4", "high": "1 time in 2"}},
    )
    start_foobles: Level = Field(
        default="standard",
        title="Starting foobles",
        description="How many foobles everyone starts with.",
        json_schema_extra={
            "notes": {
                "low": "what the four correct items cost",
                "standard": "twice what the four correct items cost",
                "high": "128",
            }
        },
    )
    wage: Literal["2", "4", "6", "8", "10"] = Field(
        default="4",
        title="Diner wages",
        description="Foobles for one turn of washing dishes.",
    )
    first_locker: Literal["random", "upper-left"] = Field(
        default="random",
        title="Locker",
        description="Which locker has your item at the start.",
        json_schema_extra={"notes": {"upper-left": "always the one in Howl Hill"}},
    )
    pawn_shop: Literal["random", "upper-right"] = Field(
        default="random",
        title="Pawn shop",
        description="Where stolen and donated items go.",
        json_schema_extra={"notes": {"upper-right": "always the shop in Wag End"}},
    )
    open_choice: bool = Field(
        default=False,
        title="Open choice",
        description="Everyone's picks are revealed: a race instead of a puzzle.",
    )
    three_of_four: bool = Field(
        default=False,
        title="Three of four",
        description="Three check marks at once win.",
    )
    two_tokens: bool = Field(
        default=False,
        title="Two tokens each",
        description="Two players move four tokens: one has the first and third, the other the rest.",
    )
    teams: bool = Field(
        default=False,
        title="Teams",
        description="Four players: the first and third against the second and fourth.",
    )
    for_another: bool = Field(
        default=False,
        title="Choose for another",
        description="Your pick goes into the next player's locker, and you don't know what's in yours.",
    )
    time_limit: Literal["none", "1", "2", "3", "5", "10"] = Field(
        default="none",
        title="Time limit in minutes",
        description="For a move, from the spin to its end. Then the next player can finish it.",
        json_schema_extra={"retired": True},
    )
    quiet_city: bool = Field(
        default=False,
        title="Quiet city",
        description="Only you hear the phone and see what's in a pawn shop, and what you have checked.",
    )
    lockers_tell: bool = Field(
        default=False,
        title="Lockers tell",
        description="You see at once what comes out of your locker.",
    )
    notebook: Literal["seen", "conclusions", "none"] = Field(
        default="seen",
        title="Notebook",
        description="What your notebook shows.",
        json_schema_extra={
            "notes": {
                "seen": "what you've seen",
                "conclusions": "also what follows from it",
                "none": "no notebook",
            }
        },
    )
    days: int = Field(
        default=5,
        ge=1,
        le=10,
        title="Days",
        description="After how many days the city closes. "
        "Then the player with the most correct items comes first.",
    )
    half_day: bool = Field(
        default=False,
        title="Half a day",
        description="On the last day the city closes at 1:00 PM, after 20 rounds.",
    )


def seating(options: Options) -> Mapping[int, tuple[int, ...]]:
    """Two players with two tokens each, four in teams, otherwise 2 to 4 with a token each."""
    if options.two_tokens:
        return {2: (0, 1, 0, 1)}
    return {number: tuple(range(number)) for number in ((4,) if options.teams else SEATS)}


def keeps_notes(options: Options) -> bool:
    """Whether the players have a notebook."""
    return options.notebook != "none"


QUICK: Mapping[str, Any] = {
    "three_of_four": True,
    "days": 1,
    "half_day": True,
    "notebook": "conclusions",
}
"""A game of about ten minutes: three check marks win by 1:00 PM, and the notebook does the sums."""

_ROUNDS = {2: 22, 3: 16, 4: 13}
"""How many rounds computers take, by the number of tokens: the median of 500 games each."""

_SHORTER = 0.6
"""How much of that is left with Three of four or with Open choice: 10 of 17 rounds."""

_SECONDS = 22
"""A turn: 2.2 presses, counted with the computers' moves, and ten seconds for each."""


def lasts(players: int, options: Options) -> int:
    """About how many minutes a game takes while everybody is there."""
    tokens = len(seating(options).get(players, range(players)))
    rounds = _ROUNDS.get(tokens, max(_ROUNDS.values())) * (
        _SHORTER if options.three_of_four or options.open_choice else 1
    )
    return max(1, round(rounds * tokens * _SECONDS / 60))


def minutes(options: Options) -> int:
    """The time limit of a move; 0 for none."""
    return 0 if options.time_limit == "none" else int(options.time_limit)
