"""What the answers so far leave open, for the picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from games.core import IllegalMove, Question
from games.fourside.rules.fitting import score
from games.fourside.rules.position import ALL_SQUARES, Board, Place
from games.fourside.rules.view import View
from games.fourside.words.prompts import LETTERS, TILES, answers_of, prompt, square_of
from games.kit.grid import Square


@dataclass(frozen=True)
class Offer:
    """The placements that are left; none for viewers who aren't asked.

    `begun`: a question has been answered, and `tile` is the number of the tile that was picked, if one was.
    `named` are the squares to choose from, or the chosen one.
    """

    found: tuple[Place, ...] = ()
    begun: bool = False
    named: frozenset[Square] = frozenset()
    tile: int = 0

    @property
    def ways(self) -> tuple[Place, ...]:
        """What fits on the chosen square, by tile and turn; empty if no square has been chosen."""
        is_chosen = self.begun and not self.tile and len({place.square for place in self.found}) == 1
        return tuple(sorted(self.found, key=attrgetter("number", "quarters"))) if is_chosen else ()

    @property
    def turns(self) -> tuple[Place, ...]:
        """Each turn of the picked tile that fits anywhere, on its first square; empty if none was picked."""
        firsts = {place.quarters: place for place in reversed(self.found)} if self.tile else {}
        return tuple(firsts[quarters] for quarters in sorted(firsts))

    def tiles_on(self, square: Square) -> list[int]:
        """The numbers of the tiles that fit on a square; its button places the first."""
        return sorted({place.number for place in self.found if place.square == square})

    def letters_on(self, square: Square) -> str:
        """The letters of the picked tile's turns that fit on a square."""
        turns = sorted(place.quarters for place in self.found if place.square == square)
        return " ".join(LETTERS[quarters] for quarters in turns)


def offer_of(view: View, answers: tuple[str, ...]) -> Offer:
    """The offer after these answers; if they don't lead to a square, the one before the first answer."""
    if not view.asked:
        return Offer()
    found = tuple(place for place in view.placements if answers_of(place).issuperset(answers))
    try:
        asked = prompt(view, answers)
    except IllegalMove:
        found, asked = (), None
    if not found:
        return offer_of(view, ()) if answers else Offer()
    choices = asked.choices if isinstance(asked, Question) else ()
    keys = {*answers, *(square_of(choice.key) for choice in choices)}
    named = frozenset(square for square in ALL_SQUARES if str(square) in keys)
    return Offer(found, bool(answers), named, TILES.get(answers[0], 0) if answers else 0)


def best(board: Board, found: Iterable[Place]) -> Place | None:
    """The first of these placements that scores most, row by row; all on one square score the same."""
    return max(
        sorted(found, key=lambda place: (place.square.row, place.square.column)),
        key=lambda place: score(board, place.square).points,
        default=None,
    )
