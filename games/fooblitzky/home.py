"""A player's own things: the bag and the lockers below his quadrant, or large, with the notebook."""

from functools import lru_cache

from games.fooblitzky.asked import Asked
from games.fooblitzky.board import Guess, Unknown
from games.fooblitzky.city import LOCKER_QUADRANTS
from games.fooblitzky.items import ITEMS, MOST_CARRIED, Item
from games.fooblitzky.moves import Choose
from games.fooblitzky.notebook import Notebook, notebook
from games.fooblitzky.panels import QUIET, Thing, card, slot
from games.fooblitzky.phases import Choosing
from games.fooblitzky.plan import TOP
from games.fooblitzky.scenery import PAGE
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, MARGIN, PAPER, WIDTH
from games.kit.brush.palette import Picture

BAG = 178
"""The height of the bag below a quadrant."""

_SMALL, _SIZE, _NOTE = 124, 168, 54
_ROWS, _COLUMNS = 3, 6
_LARGE = 190
"""The width of an item in the large notebook; six are as wide as the picture."""
_ITEM, _ROW = 142, 186


def with_bag(sheet: Picture, view: View) -> Picture:
    """The sheet, longer by BAG px, with the viewer's bag, his lockers and a small notebook."""
    longer = _blank(sheet.height + BAG)
    longer.paste(sheet, (0, 0))
    top = sheet.height
    left = _bag(longer, view, (MARGIN, top + 44), _SMALL)
    left = _lockers(longer, view, (left + 26, top + 44), _SMALL)
    book, left = notebook(view), left + 22
    for number, item in enumerate(ITEMS):
        row, column = number % _ROWS, number // _ROWS
        tile = card(_noted(book, item)._replace(size=_NOTE))
        longer.paste(tile, (left + column * (_NOTE + 1), top + 6 + row * (_NOTE + 1)))
    return longer


def notes(view: View, question: Asked) -> Picture:
    """The bag, the lockers and the notebook large; while all choose, the choices."""
    choosing = isinstance(view.phase, Choosing)
    top = TOP + (10 if choosing else 44 + _SIZE + 30)
    sheet = _blank(top + _ROWS * (_ROW + 8) + 10)
    if not choosing:
        left = _bag(sheet, view, (MARGIN, TOP + 44), _SIZE)
        _lockers(sheet, view, (left + 60, TOP + 44), _SIZE)
    book = notebook(view)
    for number, item in enumerate(ITEMS):
        offer = question.offers.get(Choose(item))
        thing = _choosable(view, item) if offer else _noted(book, item)
        again = f" ×{book.least[item.number]}" if book.least[item.number] > 1 else ""
        label = offer.label if offer else item.name + again
        tile = card(thing._replace(label=label, size=_ITEM, wide=_LARGE - 6))
        row, column = number % _ROWS, number // _ROWS
        left = (WIDTH - _COLUMNS * _LARGE) // 2 + column * _LARGE + 3
        sheet.paste(tile, (left, top + row * (_ROW + 8)))
    return sheet


def _blank(height: int) -> Picture:
    return _page(height).copy()


@lru_cache(4)
def _page(height: int) -> Picture:
    return Easel((1, 1), PAGE).finish().resize((WIDTH, height))


def _choosable(view: View, item: Item) -> Thing:
    assert view.viewer is not None
    mine = view.chosen[view.viewer] == item
    return Thing(item, lit=ACCENT if mine else QUIET, mark="yes" if mine else "")


def _noted(book: Notebook, item: Item) -> Thing:
    """What the notebook says of an item."""
    if book.least[item.number]:
        return Thing(item, mark="yes", lit=ACCENT)
    return Thing(item, faded=not book.most[item.number])


def _bag(sheet: Picture, view: View, corner: tuple[int, int], size: int) -> int:
    """Four places; returns where they end."""
    left, top = corner
    things = (view.me.bag if view.me else None) or ()
    _heading(sheet, "Your bag", (left + 5, top - 22))
    for place in range(MOST_CARRIED):
        tile = card(Thing(things[place], size=size)) if place < len(things) else slot(size)
        sheet.paste(tile, (left + place * size, top))
    return left + MOST_CARRIED * size


def _lockers(sheet: Picture, view: View, corner: tuple[int, int], size: int) -> int:
    """Two places, each with what may lie there; returns where they end."""
    left, top = corner
    if size == _SMALL:
        _heading(sheet, "Lockers UL, LR", (left + 5, top - 22))
    for place, quadrant in enumerate(LOCKER_QUADRANTS):
        x = left + place * size
        if size > _SMALL:
            _heading(sheet, f"Locker {quadrant}", (x + 5, top - 22))
        sheet.paste(_locker(view.guesses, place, size), (x, top))
    return left + 2 * size


def _locker(guesses: tuple[Guess, ...], place: int, size: int) -> Picture:
    """What is certain as it is, what is not with a question mark."""
    found = list(dict.fromkeys(guess[place] for guess in guesses))
    if not found or found == [None]:
        return slot(size)
    likely = next((one for one in found if isinstance(one, Item)), None)
    if likely is None or isinstance(found[0], Unknown):
        return slot(size, "?")
    if len(found) == 1:
        return card(Thing(likely, size=size))
    return card(Thing(likely, size=size, mark="maybe"))


def _heading(sheet: Picture, text: str, at: tuple[float, float]) -> None:
    write(sheet, text, at, 28, PAPER, "left")
