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
    """The table as one viewer may see it; a card that he may not see is empty."""

    places: tuple[Place, ...]
    notice: Notice
    awaited: Seat | None = None
    trick: tuple[Laid, ...] = ()
    taker: Seat | None = None
    last: tuple[Laid, ...] = ()
    last_taker: Seat | None = None
    widow: tuple[str, ...] = ()
    widow_words: str = "Widow"
    foot: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    viewer: Seat | None = None
    hand: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
