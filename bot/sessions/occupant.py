"""Who sits on a seat."""

from dataclasses import dataclass

from games.core import Seat, letter
from storage import StoredSeat


@dataclass(frozen=True, slots=True)
class Occupant:
    """A person (`user_id`) or a computer (`level`); `click` is the interaction that seated a person."""

    name: str
    user_id: int | None = None
    level: str | None = None
    click: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.user_id is not None


def person(user_id: int, name: str, click: str) -> Occupant:
    """Somebody who pressed Join."""
    return Occupant(name, user_id=user_id, click=click)


def computer(level: str) -> Occupant:
    """A computer of one of the game's levels."""
    return Occupant(f"Computer ({level})", level=level)


def name_at(occupants: tuple[Occupant, ...], seat: Seat) -> str:
    """What a seat is called in plain words.

    Several computers, and the seats of a person who holds several, each have their seat's letter; the levels
    of several computers stand beside the letters wherever seats are listed.
    """
    one = occupants[seat]
    if one.is_person:
        return f"{one.name}{mark_of(occupants, seat)}"
    if sum(not other.is_person for other in occupants) == 1:
        return one.name
    return f"Computer {letter(seat).upper()}"


def mark_of(occupants: tuple[Occupant, ...], seat: Seat) -> str:
    """` (C)` where the person on this seat holds another as well, else nothing."""
    held = sum(other.user_id == occupants[seat].user_id for other in occupants)
    return f" ({letter(seat).upper()})" if held > 1 else ""


def to_stored(occupants: tuple[Occupant, ...]) -> tuple[StoredSeat, ...]:
    """As storage keeps them: by seat, in order."""
    return tuple(
        StoredSeat(seat, one.user_id, one.level, one.name, one.click) for seat, one in enumerate(occupants)
    )


def from_stored(seats: tuple[StoredSeat, ...]) -> tuple[Occupant, ...]:
    """What `to_stored` wrote."""
    ordered = sorted(seats, key=lambda one: one.seat)
    return tuple(Occupant(one.name, one.user_id, one.level, one.click_id or "") for one in ordered)
