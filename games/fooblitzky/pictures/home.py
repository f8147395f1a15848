"""A player's own things: the bag and the lockers below the quadrant, or large, with the notebook."""

from games.fooblitzky.city.board import Unknown
from games.fooblitzky.city.items import ITEMS, MOST_CARRIED, PRICES, Item
from games.fooblitzky.city.map import LOCKER_QUADRANTS
from games.fooblitzky.knowledge.notebook import Notebook, notebook
from games.fooblitzky.moves import Choose
from games.fooblitzky.phases import Choosing
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.pictures.panels import QUIET, Thing, card, coin, slot
from games.fooblitzky.pictures.plan import TOP
from games.fooblitzky.pictures.scenery import NEON, PAGE
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, MARGIN, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Picture

BAG = 178
"""The height of the bag below a quadrant."""

_SMALL, _SIZE, _NOTE = 112, 166, 54
_LOCK = 38
_BADGE, _BADGE_HEIGHT = 136, 90
"""What Discord's sign for alt text may hide in the lower left corner, in px, where the picture is small."""
_ROWS, _COLUMNS = 3, 6
_PRICES, _LARGE = 118, 176
"""The width of the prices and of an item in the large notebook."""
_ITEM, _ROW = 142, 186


def with_bag(sheet: Picture, view: View) -> Picture:
    """The sheet, longer by BAG px, with the viewer's bag, lockers and a small notebook."""
    longer = _blank(sheet.height + BAG)
    longer.paste(sheet, (0, 0))
    top = sheet.height
    left = _bag(longer, view, (_BADGE, top + 52), _SMALL)
    left = _lockers(longer, view, (left + 22, top + 52), _SMALL) + 22
    for number, thing in enumerate(_noted(view)):
        row, column = number % _ROWS, number // _ROWS
        tile = card(thing._replace(label="", size=_NOTE))
        longer.paste(tile, (left + column * (_NOTE + 1), top + 6 + row * (_NOTE + 1)))
    return longer


def notes(view: View, question: Asked) -> Picture:
    """The bag, the lockers and the notebook large; while all choose, the choices."""
    choosing = isinstance(view.phase, Choosing)
    things = [
        _choosable(view, item, offer.label) for item in ITEMS if (offer := question.offers.get(Choose(item)))
    ] or _noted(view)
    rows = _ROWS if things else 0
    sheet = _blank(TOP + 10 + rows * (_ROW + 8) + (_BADGE_HEIGHT if choosing else 52 + _SIZE + 10))
    for number, thing in enumerate(things):
        tile = card(thing._replace(size=_ITEM, wide=_LARGE - 6))
        row, column = number % _ROWS, number // _ROWS
        sheet.paste(tile, (_PRICES + column * _LARGE, TOP + 10 + row * (_ROW + 8)))
    for row, price in enumerate(PRICES[:rows]):
        middle = TOP + 10 + row * (_ROW + 8) + _ITEM // 2
        sheet.paste(coin(44, PAGE), (MARGIN // 2, middle - 22))
        write(sheet, str(price), (MARGIN // 2 + 50, middle), TEXT, ACCENT, "left")
    if not choosing:
        top = sheet.height - _SIZE - 10
        left = _bag(sheet, view, (_BADGE, top), _SIZE)
        _lockers(sheet, view, (left + 30, top), _SIZE)
    return sheet


def _blank(height: int) -> Picture:
    return Easel((1, 1), PAGE).finish().resize((WIDTH, height))


def _choosable(view: View, item: Item, label: str) -> Thing:
    assert view.viewer is not None
    mine = view.chosen[view.viewer] == item
    return Thing(item, label=label, lit=ACCENT if mine else QUIET, mark="yes" if mine else "")


def _noted(view: View) -> list[Thing]:
    """What the notebook says of every item; nothing where there is none."""
    match view.options.notebook:
        case "conclusions":
            book = notebook(view)
            return [_concluded(book, item) for item in ITEMS]
        case "seen":
            told = {*view.chosen, view.found}
            return [
                Thing(item, label=item.name, mark="yes", lit=ACCENT)
                if item in told
                else Thing(item, label=item.name)
                for item in ITEMS
            ]
    return []


def _concluded(book: Notebook, item: Item) -> Thing:
    sure = book.least[item.number]
    label = f"{item.name} ×{sure}" if sure > 1 else item.name
    if sure:
        return Thing(item, label=label, mark="yes", lit=ACCENT)
    return Thing(item, label=label, faded=not book.most[item.number])


def _bag(sheet: Picture, view: View, corner: tuple[int, int], size: int) -> int:
    """Four places; returns where they end."""
    left, top = corner
    things = (view.me.bag if view.me else None) or ()
    _heading(sheet, "Your bag", (left + 5, top - 22))
    tiles = [card(Thing(thing, size=size)) for thing in things]
    if any(world.unseen for world in view.worlds) and not view.over:
        tiles.append(slot(size, "?" if view.carried > len(things) else "(?)"))
    for place in range(MOST_CARRIED):
        tile = tiles[place] if place < len(tiles) else slot(size)
        sheet.paste(tile, (left + place * size, top))
    return left + MOST_CARRIED * size


def _lockers(sheet: Picture, view: View, corner: tuple[int, int], size: int) -> int:
    """Two places, each with what may be there; returns where they end."""
    left, top = corner
    for place, quadrant in enumerate(LOCKER_QUADRANTS):
        x = left + place * size
        sheet.paste(_lock(), (x + 4, top - _LOCK - 4))
        _heading(sheet, quadrant, (x + 10 + _LOCK, top - 22))
        sheet.paste(_locker(view, place, size), (x, top))
    return left + 2 * size


def _locker(view: View, place: int, size: int) -> Picture:
    """What is certain as it is, what is not with a question mark; or as the owner left it."""
    if view.options.notebook != "conclusions" and not view.opened[place]:
        return slot(size, "?")
    found = list(dict.fromkeys(guess[place] for guess in view.guesses))
    if not found or found == [None]:
        return slot(size)
    likely = next((one for one in found if isinstance(one, Item)), None)
    if likely is None or isinstance(found[0], Unknown):
        return slot(size, "?")
    if len(found) == 1:
        return card(Thing(likely, size=size))
    return card(Thing(likely, size=size, mark="maybe"))


@kept
def _lock() -> Picture:
    easel = Easel((_LOCK, _LOCK), PAGE)
    painting.sign(easel, "locker", (0, 0, _LOCK, _LOCK), NEON["locker"])
    return easel.finish()


def _heading(sheet: Picture, text: str, at: tuple[float, float]) -> None:
    write(sheet, text, at, 28, PAPER, "left")
