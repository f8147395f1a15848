"""Who sits in a seat."""

from dataclasses import dataclass, replace

from games.core import Seat, letter
from storage import StoredSeat


@dataclass(frozen=True, slots=True)
class Player:
    """A person (`user_id`) or a computer (`level`); `interaction_id` is their click on Join.

    A computer may play for an `owner`, a person who left the game. `is_open` says that others may take the
    seat from it, not only the owner.
    """

    name: str
    user_id: int | None = None
    level: str | None = None
    interaction_id: str = ""
    owner: "Player | None" = None
    is_open: bool = False

    @property
    def is_person(self) -> bool:
        """Whether this is a person, not a computer."""
        return self.user_id is not None

    @property
    def reader_id(self) -> int | None:
        """Whose hand it is: the person in the seat, or the one a computer plays for; None if there's none."""
        return self.user_id if self.owner is None else self.owner.user_id


def person(user_id: int, name: str, interaction_id: str) -> Player:
    """A person who pressed Join."""
    return Player(name, user_id=user_id, interaction_id=interaction_id)


def computer(level: str, title: str = "") -> Player:
    """A computer of one of the game's levels, whose title people know."""
    return Player(f"Computer ({title or level.capitalize()})", level=level)


def playing_for(owner: Player, level: str, title: str, *, is_open: bool) -> Player:
    """A computer that plays for a person who left; their click stays with the seat."""
    return replace(computer(level, title), interaction_id=owner.interaction_id, owner=owner, is_open=is_open)


def name_at(players: tuple[Player, ...], seat: Seat) -> str:
    """What a seat is called in plain words.

    If there are several computers, or one person holds several seats, the name includes the seat's letter.
    Lists of seats show the computers' levels next to the letters.
    """
    one = players[seat]
    if one.is_person:
        return f"{one.name}{mark_of(players, seat)}"
    if sum(not other.is_person for other in players) == 1:
        return one.name
    return f"Computer {letter(seat).upper()}"


def mark_of(players: tuple[Player, ...], seat: Seat) -> str:
    """` (C)` if the person in this seat holds another one too, else empty."""
    held = sum(other.user_id == players[seat].user_id for other in players)
    return f" ({letter(seat).upper()})" if held > 1 else ""


def to_stored(players: tuple[Player, ...]) -> tuple[StoredSeat, ...]:
    """The players as storage has them: by seat, in order."""
    return tuple(
        StoredSeat(seat, one.user_id, one.level, one.name, one.interaction_id)
        for seat, one in enumerate(players)
    )


def from_stored(seats: tuple[StoredSeat, ...]) -> tuple[Player, ...]:
    """What `to_stored` wrote."""
    ordered = sorted(seats, key=lambda one: one.seat)
    return tuple(Player(one.name, one.user_id, one.level, one.click_id or "") for one in ordered)
