"""What a picture of the table shows, in the words of the table and without a word of the rules."""

from typing import NamedTuple

from games.core import Seat
from games.kit.brush.strip import Notice


class Laid(NamedTuple):
    """A card in a trick and whose it is."""

    seat: Seat
    card: str


class Place(NamedTuple):
    """One seat: `cards` are as many as it holds, each its name, or empty where it is not to be seen."""

    seat: Seat
    cards: tuple[str, ...] = ()
    points: int = 0
    tricks: int = 0
    total: int = 0
    soloist: bool = False
    dealer: bool = False
    said: str = ""


class Scene(NamedTuple):
    """The table as one viewer may see it; a card that he may not see is empty.

    `hand` is the viewer's own, and `choices` the cards he can choose, each with its name in the question.
    `trick` lies in the middle, taken by `taker` when it is full; there lies also the `widow` before play,
    and `aside` what is out of play. `told` is said in the middle, `foot` in the corner.
    """

    places: tuple[Place, ...]
    notice: Notice
    viewer: Seat | None = None
    hand: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    awaited: Seat | None = None
    trick: tuple[Laid, ...] = ()
    taker: Seat | None = None
    last: tuple[Laid, ...] = ()
    last_taker: Seat | None = None
    widow: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
