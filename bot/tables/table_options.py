"""What the host of a table can choose in every game, besides the game's own options.

It isn't part of the game: no record contains it, and no rule depends on it.
"""

from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from games.game import AnyGame

HINTS = 3
"""How many hints each player has, unless the host chooses otherwise."""

MINUTES = {
    "2 minutes": 2,
    "5 minutes": 5,
    "15 minutes": 15,
    "30 minutes": 30,
    "1 hour": 60,
    "8 hours": 8 * 60,
    "1 day": 24 * 60,
    "3 days": 3 * 24 * 60,
    "7 days": 7 * 24 * 60,
}
"""The lengths of time a host can choose, in minutes. Other values, such as “off”, mean no limit."""

COMPUTER_MOVES: Final = "a computer makes that move"
NEXT_PLAYER_MAY: Final = "the next player may make it"


class Newcomer(BaseModel):
    """Somebody who would like to take a free seat, about whom the other players are asked.

    `stays` is how often seats had changed hands then: once they change again, the question is void.
    """

    model_config = ConfigDict(frozen=True)

    user_id: int
    name: str
    seat: int
    stays: int
    accepted: tuple[int, ...] = ()
    is_refused: bool = False


class TableOptions(BaseModel):
    """The options of a table. Storage has them as JSON, without those at their defaults."""

    model_config = ConfigDict(frozen=True)

    hints: Literal["off", "3", "any number"] = Field(
        default="3",
        title="Hints",
        description="How many hints each player can ask for. Nobody else sees them.",
    )
    only_move: bool = Field(
        default=True,
        title="Make forced moves automatically",
        description="If a player has only one possible move, I make it for them.",
    )
    move_time: Literal[
        "off", "2 minutes", "5 minutes", "15 minutes", "1 hour", "8 hours", "1 day", "3 days", "7 days"
    ] = Field(
        default="off",
        title="Time for a move",
        description="How long each player has for a move. It doesn't run during their own quiet hours.",
    )
    bank: Literal["none", "5 minutes", "30 minutes", "1 hour", "1 day", "3 days"] = Field(
        default="none",
        title="Extra time",
        description="How much more time each player has in the whole game, for moves that take longer.",
    )
    time_up: Literal["a computer makes that move", "the next player may make it"] = Field(
        default=COMPUTER_MOVES,
        title="When time runs out",
        description="Nobody loses on time. If the next player doesn't make the move either, a computer does.",
    )
    invited_only: bool = Field(
        default=False,
        title="Invited people only",
        description="Only people invited with /play can join.",
    )
    invited: tuple[int, ...] = ()
    """The user ids of the people who were invited. No menu shows it: it's set when the lobby is opened."""
    newcomer: Newcomer | None = None
    """Who was last to ask for a free seat in a game with hands. No menu shows it or the next one."""
    freed: tuple[int, ...] = ()
    """The user ids of the people whose seats others freed."""

    @classmethod
    def read(cls, stored: str) -> Self:
        """What `write` wrote, by this version or an older one."""
        return cls.model_validate_json(stored)

    def write(self) -> str:
        """The options as storage has them."""
        return self.model_dump_json(exclude_defaults=True)

    def with_value(self, name: str, value: str) -> Self:
        """A copy with another value. Raises ValidationError if it doesn't fit."""
        return type(self).model_validate({**self.model_dump(), name: value})

    @property
    def hints_each(self) -> int | None:
        """How many hints each player has; None for as many as they like."""
        return {"off": 0, "3": HINTS, "any number": None}[self.hints]

    @property
    def move_minutes(self) -> int:
        """How many minutes a player has for a move; 0 for as many as they like."""
        return MINUTES.get(self.move_time, 0)

    @property
    def bank_minutes(self) -> int:
        """How many minutes of extra time a player has for the whole game."""
        return MINUTES.get(self.bank, 0)

    def in_place_of(self, minutes: int) -> Self:
        """These for a new table, if the old one's limit was this many minutes in the game's own options."""
        if self.move_minutes or not minutes:
            return self
        time = next(name for name, length in MINUTES.items() if length >= minutes)
        return self.with_value("move_time", time).with_value("time_up", NEXT_PLAYER_MAY)

    def admits(self, user_id: int) -> bool:
        """Whether this person can join."""
        return not self.invited_only or user_id in self.invited


def offered_for(game: AnyGame, *, is_direct: bool = False) -> tuple[str, ...]:
    """The names of the options that the host of a table of this game can change.

    In direct messages nobody else can join, and nobody waits. A time limit needs a computer to take over.
    """
    is_limited = bool(game.about.levels) and not is_direct
    offered = {
        "hints": gives_hints(game),
        "only_move": not game.about.hands,
        "move_time": is_limited,
        "bank": is_limited,
        "time_up": is_limited and game.minutes is not None,
        "invited_only": not is_direct,
    }
    return tuple(name for name, is_offered in offered.items() if is_offered)


def gives_hints(game: AnyGame) -> bool:
    """Whether the bot can give hints in this game. One whose moves include hints gives its own."""
    return game.why is not None and bool(game.about.adviser)
