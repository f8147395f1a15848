"""What the host of a table can choose in every game, whatever its own options are.

It isn't part of the game: no record tells of it, and no rule asks for it.
"""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from games.game import AnyGame

HINTS = 3
"""How many hints each player has, unless the host chooses otherwise."""


class TableOptions(BaseModel):
    """The options of a table. Storage keeps them as JSON; what it doesn't name is at its default."""

    model_config = ConfigDict(frozen=True)

    hints: Literal["off", "3", "any number"] = Field(
        default="3",
        title="Hints",
        description="How many hints each player may ask for. Nobody else sees them.",
    )
    only_move: bool = Field(
        default=True,
        title="Make only moves automatically",
        description="When there's only one thing a player can do, the table does it for them.",
    )
    invited_only: bool = Field(
        default=False,
        title="Invited people only",
        description="Nobody but the people invited with /play can join.",
    )
    invited: tuple[int, ...] = ()
    """Who was invited, by user id. Not for a menu: it is set where the lobby is opened."""

    @classmethod
    def read(cls, stored: str) -> Self:
        """What `write` wrote, by this version or an older one."""
        return cls.model_validate_json(stored)

    def write(self) -> str:
        """As storage keeps them."""
        return self.model_dump_json(exclude_defaults=True)

    def with_value(self, name: str, value: str) -> Self:
        """These with another value. Raises ValidationError if it doesn't fit."""
        return type(self).model_validate({**self.model_dump(), name: value})

    @property
    def hints_each(self) -> int | None:
        """How many hints each player has; None for as many as they like."""
        return {"off": 0, "3": HINTS, "any number": None}[self.hints]

    def admits(self, user_id: int) -> bool:
        """Whether this person can join."""
        return not self.invited_only or user_id in self.invited


def offered_for(game: AnyGame, *, is_direct: bool = False) -> tuple[str, ...]:
    """The names of the options that the host of a table of this game can change.

    In direct messages nobody else can join.
    """
    offered = {
        "hints": gives_hints(game),
        "only_move": not game.about.hands,
        "invited_only": not is_direct,
    }
    return tuple(name for name, is_offered in offered.items() if is_offered)


def gives_hints(game: AnyGame) -> bool:
    """Whether the bot can give hints in this game. One whose moves include hints gives its own."""
    return game.why is not None and bool(game.about.adviser)
