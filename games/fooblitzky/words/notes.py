"""The notebook in words: what one viewer has been shown, and what follows from it."""

from collections.abc import Callable, Iterable, Iterator

from games.core import Seat, mark, name_seats
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.items import ITEMS, Item, listed
from games.fooblitzky.rules.city.map import PAWN_QUADRANTS, QUADRANT_NAMES, QUADRANTS
from games.fooblitzky.rules.knowledge.marks import marks
from games.fooblitzky.rules.knowledge.notebook import Notebook, notebook
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.belongings import checked
from games.fooblitzky.words.describe import lockers

LONGEST = 3500
"""The most characters of all notes together, with names of 32 characters."""


def notes(view: View) -> tuple[str, ...]:
    """The viewer's notebook as sentences: their own marks first, and last the check marks, newest first.

    Seats are marks like `{a}`. The option Notebook can add conclusions, or leave the notebook empty.
    Sentences at the end that don't fit are left out, but conclusions still take them into account.
    """
    if view.options.notebook == "none":
        return ()
    return tuple(_fitting((*marks(view), *_chosen(view), *_known(view))))


def _fitting(sentences: Iterable[str]) -> Iterator[str]:
    left = LONGEST
    for sentence in sentences:
        left -= len(name_seats(sentence, lambda _: "W" * 32)) + 1
        if left < 0:
            return
        yield sentence


def _chosen(view: View) -> Iterator[str]:
    own = None if view.viewer is None else view.chosen[view.viewer]
    if own is None or view.viewer is None:
        return
    if view.options.for_another:
        neighbour = Seat((view.viewer + 1) % len(view.people))
        yield f"You picked the {own.name}, which is in one of {mark(neighbour)}'s lockers."
    else:
        yield f"You picked the {own.name}."


def _known(view: View) -> Iterator[str]:
    if not view.prices:
        return
    yield f"The four correct items cost {', '.join(map(str, view.prices))} foobles."
    yield from lockers(view)
    if view.options.notebook == "conclusions":
        yield from _concluded(notebook(view))
    yield from _shelves(view)
    yield from _pawned(view)
    for offer in view.offers:
        yield f"The Chance Man offered {listed(offer)}: exactly one of them is correct."
    for check in reversed(view.checks):
        yield checked(check)


def _concluded(book: Notebook) -> Iterator[str]:
    yield f"Definitely correct: {listed(book.sure)}."
    yield f"Possible: {listed(book.open)}."
    yield f"Ruled out: {listed(book.ruled_out)}."
    yield f"{len(book.possible):,} of 5,985 sets of four are still possible."


def _shelves(view: View) -> Iterator[str]:
    """Where items are out of stock and where they were seen; with conclusions, only possibly correct ones."""

    def is_gone(place: int) -> bool:
        return view.stock.most[place] <= view.sold[place]

    def is_there(place: int) -> bool:
        return view.stock.least[place] > view.sold[place]

    if gone := _places(ITEMS, is_gone):
        yield f"Out of stock: {gone}."
    if view.options.notebook == "conclusions":
        most = notebook(view).most
        if there := _places((item for item in ITEMS if most[item.number]), is_there):
            yield f"In stock and possibly correct: {there}."
    elif there := _places(ITEMS, is_there):
        yield f"In stock: {there}."


def _places(items: Iterable[Item], holds: Callable[[int], bool]) -> str:
    """`pig (Howl Hill, Bone Row); saw (Wag End)`."""
    found = ((item, [one for one in QUADRANTS if holds(shelf(item, one))]) for item in items)
    return "; ".join(
        f"{item.name} ({', '.join(QUADRANT_NAMES[one] for one in here)})" for item, here in found if here
    )


def _pawned(view: View) -> Iterator[str]:
    for quadrant, things in zip(PAWN_QUADRANTS, view.pawns, strict=True):
        if things:
            yield f"In the {QUADRANT_NAMES[quadrant]} pawn shop, when you last heard of it: {listed(things)}."
