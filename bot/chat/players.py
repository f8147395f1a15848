"""Who plays: a person or a computer, and what they are called at a table."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.chat.names import isolated, likeness, plain_name
from games.core import Seat, letter
from storage import FORMER


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


def is_former(user_id: int | None) -> bool:
    """Whether this number stands for somebody who has deleted their data."""
    return user_id is not None and user_id < 0


def mention(user_id: int | None, name: str = "") -> str:
    """The person as a message mentions them, which notifies nobody by itself; or “a former player”.

    Discord shows a name there, as `isolated` does if it's one from right to left.
    """
    if user_id is None or is_former(user_id):
        return FORMER.lower()
    return isolated(f"<@{user_id}>", name)


def person(user_id: int, name: str, interaction_id: str) -> Player:
    """A person who pressed Join."""
    return Player(name, user_id=user_id, interaction_id=interaction_id)


def computer(level: str, title: str = "") -> Player:
    """A computer of one of the game's levels, whose title people know: that's its name."""
    return Player(title or level.capitalize(), level=level)


def playing_for(owner: Player, level: str, title: str, *, is_open: bool) -> Player:
    """A computer that plays for a person who left; their click stays with the seat."""
    return replace(computer(level, title), interaction_id=owner.interaction_id, owner=owner, is_open=is_open)


def name_at(players: tuple[Player, ...], seat: Seat) -> str:
    """What a seat is called in plain words, as `plain_name` has it.

    If several players have the same name, or one person holds several seats, the name includes the seat's
    letter. A player whose name is empty then is “Player A”.
    """
    return "".join(_names(players)[seat]) if seat < len(players) else _nameless(seat)


def mark_of(players: tuple[Player, ...], seat: Seat) -> str:
    """` (C)` if another seat has a person with the same name, or a computer with that level, else empty."""
    return _names(players)[seat][1]


def is_shared(players: tuple[Player, ...], seat: Seat) -> bool:
    """Whether two people have the name of the person in this seat."""
    name = likeness(plain_name(players[seat].name))
    return len({one.user_id for one in players if likeness(plain_name(one.name)) == name}) > 1


@lru_cache(1024)
def _names(players: tuple[Player, ...]) -> tuple[tuple[str, str], ...]:
    """The name of each seat, and the mark that tells it apart from others."""
    found = [(plain_name(one.name) or _nameless(Seat(seat)), "") for seat, one in enumerate(players)]
    for _ in range(2):  # somebody may be called what another is with a mark
        same = Counter(likeness("".join(one)) for one in found)
        found = [
            (name, mark + _mark(players[seat], seat) if same[likeness(name + mark)] > 1 else mark)
            for seat, (name, mark) in enumerate(found)
        ]
    return tuple(found)


def _mark(player: Player, seat: int) -> str:
    own = letter(Seat(seat)).upper()
    return f" ({own})" if player.is_person else f" {own}"


def _nameless(seat: Seat) -> str:
    return f"Player {letter(seat).upper()}"
