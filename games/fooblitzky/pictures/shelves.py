"""Six shelves by three prices: the secret pick, and later a player's notebook."""

from collections import Counter

from games.fooblitzky.pictures import bag, looks, things
from games.fooblitzky.pictures.clock import Status, clock, heading
from games.fooblitzky.pictures.colours import BOARD, GROUND, NEON, SHELF, SHELF_TOO, hour
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.plan import TOP
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.pictures.words import write
from games.fooblitzky.rules.city.items import ITEMS, PRICES, STORES, Item, Store
from games.fooblitzky.rules.city.map import SHORT_NAMES
from games.fooblitzky.rules.knowledge.notebook import Notebook, notebook
from games.fooblitzky.rules.moves import Choose
from games.fooblitzky.rules.phases import Choosing
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import mask
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet

_PRICES = 74
_KIND = 164
_ROW, _LOW_ROW = 132, 110

_SIGNS = {"sure": "yes", "maybe": "maybe", "out": "no"}
"""The drawing for each of a player's own marks."""


def shelves(view: View, chosen: object = None) -> Sheet:
    """The choices during the secret pick, with the `chosen` one framed; later the notebook.

    Below the notebook are the viewer's bag and lockers.
    """
    choosing = isinstance(view.phase, Choosing)
    found = _choices(view, chosen) if choosing else _noted(view)
    row = _ROW if choosing else _LOW_ROW
    shown = len(STORES) if found else 0
    high = TOP + (_PRICES + shown * row if found else 0) + (0 if choosing else bag.HEIGHT)
    sheet = Sheet.of(looks.palette("indoors"), (WIDTH, high), GROUND)
    if choosing:
        looks.put(sheet, "indoors", (0, 0), heading, _title(view), len(view.people))
    else:
        status = Status(view.time, view.day, view.is_rush, view.prices)
        looks.put(sheet, "indoors", (0, 0), clock, hour(view.round), status)
    if found:
        looks.put(sheet, "indoors", (0, TOP), _costs, view.prices)
        for number, store in enumerate(STORES):
            _shelf(sheet, store, found[3 * number : 3 * number + 3], TOP + _PRICES + number * row, row)
    if not choosing:
        sheet.paste(bag.panel(view, "indoors"), (0, high - bag.HEIGHT))
    return sheet


def _title(view: View) -> str:
    return "Eighteen items" if view.viewer is None else "Your secret item"


def _shelf(sheet: Sheet, store: Store, found: list[Thing], top: int, high: int) -> None:
    looks.put(sheet, "indoors", (0, top), _kind, store, high)
    left, ground = _KIND + 12, SHELF if STORES.index(store) % 2 else SHELF_TOO
    wide = (WIDTH - left) // 3
    sheet.paste(looks.palette("indoors").index(ground), (_KIND, top, WIDTH, top + high))
    for at, thing in enumerate(found):
        looks.put(sheet, "indoors", (left + at * wide, top), things.beside, thing, (wide, high), ground)
    # The plank runs along the whole row.
    plank = looks.tile("indoors", things.beside, Thing("marks/coin"), (wide, high), ground)
    for edge, span in ((_KIND, left - _KIND), (left + 3 * wide, WIDTH - left - 3 * wide)):
        if span > 0:
            sheet.paste(plank.crop((wide - span, high - 10, wide, high)), (edge, top + high - 10))


def _kind(store: Store, high: int) -> Picture:
    """A kind of store (RGB), at the left of its shelf."""
    image = Easel((_KIND, high), BOARD).finish()
    image.paste(NEON[store], (0, 0, 8, high))
    side = min(64, high - 56)
    sign = drawn(f"signs/{store}", side)
    image.paste(sign, ((_KIND + 8 - side) // 2, 10), sign)
    write(image, SHORT_NAMES[store], ((_KIND + 8) / 2, high - 28), NEON[store], _KIND - 16)
    return image


def _costs(prices: tuple[int, ...]) -> Picture:
    """The price of each column's items (RGB), and how many of the correct ones cost that much."""
    image = Easel((WIDTH, _PRICES), GROUND).finish()
    left, counts = _KIND + 12, Counter(prices)
    wide = (WIDTH - left) // 3
    for at, price in enumerate(PRICES):
        text = str(price)
        x = left + at * wide + 8
        coin = drawn("marks/coin", 48)
        image.paste(coin, (x, _PRICES // 2 - 24), coin)
        words = mask(text, 38).width
        write(image, text, (x + 60 + words / 2, _PRICES / 2), ACCENT, 200, 38)
        if prices:
            more = f"{counts[price]} correct" if counts[price] else "none"
            half = mask(more, 33).width / 2
            write(image, more, (x + 84 + words + half, _PRICES / 2), CREAM, 220, 33)
    return image


def _choices(view: View, chosen: object) -> list[Thing]:
    mine = None if view.viewer is None else view.chosen[view.viewer]
    framed = mine if chosen is None else chosen.item if isinstance(chosen, Choose) else None
    return [
        things.of(item, item.name)._replace(chosen=item == framed, mark="yes" if item == mine else "")
        for item in ITEMS
    ]


def _noted(view: View) -> list[Thing]:
    """What the notebook says about every item; empty if there's no notebook."""
    return noted(view) if view.options.notebook != "none" else []


def noted(view: View) -> list[Thing]:
    """Every item as the notebook has it, or otherwise as the player marked it.

    What's certainly correct is framed and has a check mark; what certainly isn't is dark.
    """
    if view.options.notebook == "conclusions":
        book = notebook(view)
        return [_marked(view, item, _concluded(book, item)) for item in ITEMS]
    told = {*view.chosen, view.found}
    return [
        things.of(item, item.name)._replace(mark="yes", chosen=True)
        if item in told
        else _marked(view, item, things.of(item, item.name)._replace(faded=not _is_priced(view, item)))
        for item in ITEMS
    ]


def _is_priced(view: View, item: Item) -> bool:
    """Whether a correct item has this price, as everyone is told, or nobody knows the prices yet."""
    return not view.prices or item.price in view.prices


def _marked(view: View, item: Item, thing: Thing) -> Thing:
    """The thing with the player's own mark, unless it's already clear what the item is."""
    mark = view.marks[item.number]
    if not mark or thing.mark or thing.faded:
        return thing
    return thing._replace(mark=_SIGNS[mark], faded=mark == "out")


def _concluded(book: Notebook, item: Item) -> Thing:
    sure = book.least[item.number]
    label = f"{item.name} ×{sure}" if sure > 1 else item.name
    if sure:
        return things.of(item, label)._replace(mark="yes", chosen=True)
    return things.of(item, label)._replace(faded=not book.most[item.number])
